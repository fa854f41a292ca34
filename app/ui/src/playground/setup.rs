//! The settings of a kernel: entry point, workgroups, overrides, buffers, and the machine that runs it.

use super::added_text::AddText;
use super::buffer_row::BufferRow;
use super::chain::{ChainRows, StartChain};
use super::checked::{Checked, Sentence, whole};
use super::headers::Headers;
use super::launch::{CudaLaunch, LanguageSwitch, SHARED, is_cuda, is_of_launch};
use super::order::FindOrder;
use crate::draft::Playground;
use crate::page::Page;
use crate::run::machine::scheduling;
use crate::run::runs::Runs;
use leptos::prelude::*;
use model::playground::chain::{launches, variables};
use model::playground::draft::Draft;
use model::playground::orders::{WIDTHS, with_width};
use simt::{DeclaredOverride, EntryPoint, Machine, ScalarType, Scheduling};
use std::sync::Arc;

#[component]
pub fn Setup(page: Page, runs: Runs) -> impl IntoView {
    let playground = Playground::of(page);
    // The form stays as it is while a text does not compile, so that nothing moves while the reader types.
    let launches = Memo::new(move |_| {
        let declared = playground.declared.get();
        let launches = launches(&playground.settled(), &declared);
        launches.unwrap_or_default()
    });
    let overrides = Memo::new(move |_| {
        let mut all: Vec<DeclaredOverride> = Vec::new();
        launches.with(|launches| {
            for each in launches.iter().flat_map(|launch| &launch.entry.overrides) {
                if !all.iter().any(|known| known.name == each.name) {
                    all.push(each.clone());
                }
            }
        });
        all
    });
    let cuda = Memo::new(move |_| is_cuda(page));
    let has_shared =
        Signal::derive(move || overrides.with(|all| all.iter().any(|each| each.name == SHARED)));
    let buffers = Memo::new(move |_| launches.with(|launches| variables(launches)));
    let is_chain = Memo::new(move |_| playground.draft.with(|draft| !draft.chain.is_empty()));
    let entry = Memo::new(move |_| {
        launches.with(|launches| launches.first().map(|launch| launch.entry.clone()))
    });
    let words = move || page.strings().playground();
    view! {
        <section class="panel setup" id="setup" aria-label=move || (words().tab)("setup")>
            <form class="setup-fields" on:submit=move |event| event.prevent_default()>
                <div class="setup-row"><span>{move || page.strings().cuda_words().language}</span> <LanguageSwitch page=page /></div>
                {move || match is_chain.get() {
                    true => view! { <ChainRows page=page buffers=buffers /> }.into_any(),
                    false => view! { <EntryPoints page=page entry=entry /> <Workgroups page=page /> }.into_any(),
                }}
                {move || cuda.get().then(|| view! { <CudaLaunch page=page has_shared=has_shared /> })}
                {move || (!is_chain.get()).then(|| view! { <StartChain page=page entry=entry /> })}
                // Two texts are joined as WGSL.
                {move || (!cuda.get()).then(|| view! { <AddText page=page runs=runs entry=entry /> })}
                {move || overrides.get().into_iter().filter(|each| !(cuda.get() && is_of_launch(&each.name))).map(|declared| view! { <Override page=page declared=declared /> }).collect_view()}
                <h3>{move || words().buffers}</h3>
                {move || {
                    let all = buffers.get();
                    if all.is_empty() {
                        return view! { <p class="source">{words().no_buffers}</p> }.into_any();
                    }
                    all.into_iter().map(|(binding, first)| {
                        let launch = Memo::new(move |_| launches.with(|launches| launches.get(first).cloned()));
                        view! { <BufferRow page=page binding=binding launch=launch buffers=buffers /> }
                    }).collect_view().into_any()
                }}
                <Headers page=page />
                <MachineRows page=page />
                <FindOrder page=page runs=runs />
            </form>
        </section>
    }
    .into_any()
}

#[component]
fn EntryPoints(page: Page, entry: Memo<Option<EntryPoint>>) -> impl IntoView {
    let playground = Playground::of(page);
    let names = Memo::new(move |_| {
        let declared = playground.declared.get();
        declared
            .iter()
            .map(|entry| entry.name.clone())
            .collect::<Vec<String>>()
    });
    let size = move || {
        let (name, declared) = entry
            .with(|entry| Some((entry.as_ref()?.name.clone(), entry.as_ref()?.workgroup_size)))?;
        // A run knows the size that the overrides have made.
        let pane = page.run.first;
        let is_its_run = pane.summary.with(|shown| {
            shown
                .as_ref()
                .is_some_and(|shown| shown.entry_point == name)
        });
        let ran = pane.playback.with_value(|playback| {
            let playback = playback.as_ref().filter(|_| is_its_run)?;
            Some(playback.trace().workgroup_size)
        });
        let size = ran.or(declared)?;
        Some((page.strings().playground().workgroup_size)(
            size,
            Some(size) == declared,
        ))
    };
    view! {
        <div class="setup-row">
            <label for="entry">{move || match is_cuda(page) {
                true => page.strings().cuda_words().kernel,
                false => page.strings().playground().entry,
            }}</label>
            <select id="entry" on:change=move |event| {
                let name = event_target_value(&event);
                let now = entry.with_untracked(|entry| entry.as_ref().map(|entry| entry.name.clone()));
                playground.set(|draft| draft.select(&now.unwrap_or_default(), name));
            }>
                {move || names.get().into_iter().map(|name| {
                    let own = name.clone();
                    view! { <option value=name.clone() selected=move || entry.with(|entry| entry.as_ref().is_some_and(|entry| entry.name == own))>{name.clone()}</option> }
                }).collect_view()}
            </select>
        </div>
        {move || (!is_cuda(page)).then(|| view! { <p class="source">{size}</p> })}
    }
}

#[component]
fn Workgroups(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let name = move || match is_cuda(page) {
        true => page.strings().cuda_words().grid,
        false => page.strings().playground().workgroups,
    };
    let axis = move |axis: usize| {
        let value = Signal::derive(move || playground.settled().workgroups()[axis].to_string());
        let label = Signal::derive(move || format!("{} {}", name(), ["x", "y", "z"][axis]));
        let take = move |text: &str| {
            let count = whole(text)?;
            let mut workgroups = playground.settled_untracked().workgroups();
            workgroups[axis] = count;
            playground.set(|draft| draft.workgroups = Some(workgroups));
            Ok(())
        };
        view! { <Checked page=page id=format!("workgroups-{}", ["x", "y", "z"][axis]) label=label value=value take=take /> }
    };
    view! {
        <div class="setup-row three">
            <span>{name}</span>
            {axis(0)} {axis(1)} {axis(2)}
        </div>
    }
}

#[component]
fn Override(page: Page, declared: DeclaredOverride) -> impl IntoView {
    let playground = Playground::of(page);
    let name = StoredValue::new(declared.name.clone());
    let (scalar, default) = (declared.scalar, declared.default);
    let value = Signal::derive(move || {
        let own = playground
            .draft
            .with(|draft| draft.overrides.get(&name.get_value()).copied());
        match (own, default) {
            (Some(own), _) => own.to_string(),
            // Registers hold 16-bit floats as 32-bit floats.
            (None, Some(bits)) if scalar == ScalarType::F16 => ScalarType::F32.show(bits),
            (None, Some(bits)) => scalar.show(bits),
            (None, None) => String::new(),
        }
    });
    let take = move |text: &str| {
        let text = text.trim();
        let name = name.get_value();
        if text.is_empty() {
            playground.set(|draft| {
                draft.overrides.remove(&name);
            });
            return Ok(());
        }
        let number = match text {
            "true" => Some(1.0),
            "false" => Some(0.0),
            text => text.parse::<f64>().ok().filter(|number| number.is_finite()),
        };
        let shown: String = text.chars().take(24).collect();
        let number = number.ok_or_else(|| -> Sentence {
            Arc::new(move |strings| (strings.playground().no_number)(&shown))
        })?;
        playground.set(|draft| {
            draft.overrides.insert(name, number);
        });
        Ok(())
    };
    let label =
        Signal::derive(move || (page.strings().playground().override_label)(&name.get_value()));
    view! {
        <div class="setup-row">
            <span class="mono">"override " {declared.name.clone()}</span>
            <Checked page=page id=format!("override-{}", declared.name) label=label value=value take=take />
        </div>
    }
}

#[component]
fn MachineRows(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let machine = Memo::new(move |_| playground.draft.with(Draft::machine));
    let set =
        move |machine: Machine| playground.set(|draft| draft.machine = machine.id.into_owned());
    let width = move |width: u32| {
        if let Some(machine) = machine.with_untracked(|machine| with_width(machine, width)) {
            set(machine);
        }
    };
    let seed = Signal::derive(move || playground.draft.with(|draft| draft.seed.to_string()));
    let seed_label = Signal::derive(move || page.strings().playground().order.to_owned());
    let take_seed = move |text: &str| {
        let seed = whole(text)?;
        playground.set(|draft| draft.seed = seed);
        Ok(())
    };
    view! {
        <div class="setup-row ruled">
            <label for="own-machine">{move || page.strings().machine}</label>
            <select id="own-machine" on:change=move |event| {
                if let Some(machine) = Machine::by_id(&event_target_value(&event)) {
                    set(machine);
                }
            }>
                {Machine::PRESETS.map(|preset| {
                    let id = preset.id.clone();
                    view! { <option value=preset.id.to_string() selected=move || machine.with(|machine| machine.id == id)>{preset.name.to_string()}</option> }
                }).collect_view()}
                {move || machine.with(Machine::is_custom).then(|| view! { <option value="custom" selected=true>{page.strings().own_machine}</option> })}
            </select>
        </div>
        <div class="setup-row">
            <span>{move || (page.strings().machine_words().warp_width).name}</span>
            <div class="segments small" role="group" aria-label=move || (page.strings().machine_words().warp_width).name>
                {WIDTHS.map(|each| view! {
                    <button type="button" data-width=each.to_string() aria-pressed=move || machine.with(|machine| machine.warp_width == each).to_string() on:click=move |_| width(each)>{each}</button>
                }).collect_view()}
            </div>
        </div>
        <label class="check" title=move || page.strings().machine_words().branches.hint>
            <input id="own-predication" type="checkbox"
                prop:checked=move || playground.draft.with(|draft| draft.predication)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    playground.set(|draft| draft.predication = on);
                } />
            <span>{move || page.strings().machine_words().branches.name}</span>
        </label>
        <label class="check" title=move || page.strings().machine_words().independent.hint>
            <input id="own-independent" type="checkbox"
                prop:checked=move || playground.draft.with(|draft| draft.scheduling == Scheduling::Independent)
                on:change=move |event| {
                    let scheduling = scheduling(event_target_checked(&event));
                    playground.set(|draft| draft.scheduling = scheduling);
                } />
            <span>{move || page.strings().machine_words().independent.name}</span>
        </label>
        <div class="setup-row">
            <span title=move || page.strings().playground().order_hint>{move || page.strings().playground().order}</span>
            <Checked page=page id="own-seed" label=seed_label value=seed take=take_seed />
        </div>
        <p class="source">{move || page.strings().playground().order_hint}</p>
    }
}
