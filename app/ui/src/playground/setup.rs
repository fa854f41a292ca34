//! More settings of a kernel: the buffers' contents, overrides, chains, and the machine that runs it.

use super::added_text::AddText;
use super::buffer_row::BufferRow;
use super::chain::{Calls, ChainRows, StartChain};
use super::checked::{Checked, Sentence, whole};
use super::headers::Headers;
use super::launch::{CudaLaunch, Launched, has_launch, is_cuda, is_of_launch};
use super::order::FindOrder;
use crate::draft::{Playground, Tab};
use crate::page::Page;
use crate::run::machine::scheduling;
use crate::run::runs::Runs;
use leptos::prelude::*;
use model::playground::dispatch::SHARED_BYTES;
use model::playground::draft::Draft;
use model::playground::orders::{WIDTHS, with_width};
use simt::{DeclaredOverride, Machine, ScalarType, Scheduling};
use std::sync::Arc;

#[component]
pub fn Setup(page: Page, runs: Runs, launched: Launched) -> impl IntoView {
    let Launched {
        launches,
        buffers,
        entry,
        is_chain,
        calls,
    } = launched;
    let overrides = Memo::new(move |_| {
        let mut all: Vec<DeclaredOverride> = Vec::new();
        launches.with(|launches| {
            for each in launches.iter().flat_map(|launch| &launch.entry.overrides) {
                if !all.iter().any(|other| other.name == each.name) {
                    all.push(each.clone());
                }
            }
        });
        all
    });
    let cuda = Memo::new(move |_| is_cuda(page));
    let has_shared = Signal::derive(move || {
        calls.with(Vec::is_empty) && overrides.with(|all| all.iter().any(|each| each.name == SHARED_BYTES))
    });
    let words = move || page.strings().playground();
    view! {
        <section
            class="panel setup"
            id="setup"
            aria-label=move || (words().tab)("setup")
            hidden=move || Playground::of(page).tab.get() != Tab::Setup
        >
            <form class="setup-fields" on:submit=move |event| event.prevent_default()>
                <fieldset>
                    <legend>{move || words().data}</legend>
                    {move || {
                        let all = buffers.get();
                        if all.is_empty() {
                            let said = if has_launch(page) { words().no_buffers } else { words().no_launch };
                            return view! { <p class="source">{said}</p> }.into_any();
                        }
                        all.into_iter()
                            .map(|(binding, first)| {
                                let launch = Memo::new(move |_| launches.with(|launches| launches.get(first).cloned()));
                                view! { <BufferRow page=page binding=binding launch=launch buffers=buffers /> }
                            })
                            .collect_view()
                            .into_any()
                    }}
                </fieldset>
                <div>
                    <fieldset>
                        <legend>{move || words().launch}</legend>
                        {move || {
                            (cuda.get() && has_launch(page))
                                .then(|| view! { <CudaLaunch page=page has_shared=has_shared /> })
                        }}
                        {move || {
                            overrides
                                .get()
                                .into_iter()
                                .filter(|each| !(cuda.get() && is_of_launch(&each.name)))
                                .map(|declared| view! { <Override page=page declared=declared /> })
                                .collect_view()
                        }}
                        {move || {
                            has_launch(page)
                                .then(|| match is_chain.get() {
                                    true => view! { <ChainRows page=page buffers=buffers /> }.into_any(),
                                    false if calls.with(|calls| !calls.is_empty()) => {
                                        view! { <Calls page=page calls=calls /> }.into_any()
                                    }
                                    false => view! { <StartChain page=page entry=entry /> }.into_any(),
                                })
                        }}
                        // Two texts are joined as WGSL.
                        {move || (!cuda.get()).then(|| view! { <AddText page=page runs=runs entry=entry /> })}
                        <Headers page=page />
                    </fieldset>
                    <fieldset>
                        <legend>{move || page.strings().machine}</legend>
                        <MachineRows page=page />
                        <FindOrder page=page runs=runs />
                    </fieldset>
                </div>
            </form>
        </section>
    }
    .into_any()
}

#[component]
fn Override(page: Page, declared: DeclaredOverride) -> impl IntoView {
    let playground = Playground::of(page);
    let name = StoredValue::new(declared.name.clone());
    let (scalar, default) = (declared.scalar, declared.default);
    let value = Signal::derive(move || {
        let chosen = playground
            .draft
            .with(|draft| draft.overrides.get(&name.get_value()).copied());
        match (chosen, default) {
            (Some(chosen), _) => chosen.to_string(),
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
        let start: String = text.chars().take(24).collect();
        let number =
            number.ok_or_else(|| -> Sentence { Arc::new(move |strings| (strings.playground().no_number)(&start)) })?;
        playground.set(|draft| {
            draft.overrides.insert(name, number);
        });
        Ok(())
    };
    let label = Signal::derive(move || (page.strings().playground().override_label)(&name.get_value()));
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
    let set = move |machine: Machine| playground.set(|draft| draft.machine = machine.id.into_owned());
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
        <div class="setup-row">
            <span>{move || (page.strings().machine_words().warp_width).name}</span>
            <div
                class="segments small"
                role="group"
                aria-label=move || (page.strings().machine_words().warp_width).name
            >
                {WIDTHS
                    .map(|each| {
                        view! {
                            <button
                                type="button"
                                data-width=each.to_string()
                                aria-pressed=move || machine.with(|machine| machine.warp_width == each).to_string()
                                on:click=move |_| width(each)
                            >
                                {each}
                            </button>
                        }
                    })
                    .collect_view()}
            </div>
        </div>
        <label class="check" title=move || page.strings().machine_words().branches.hint>
            <input
                id="own-predication"
                type="checkbox"
                prop:checked=move || playground.draft.with(|draft| draft.predication)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    playground.set(|draft| draft.predication = on);
                }
            />
            <span>{move || page.strings().machine_words().branches.name}</span>
        </label>
        <label class="check" title=move || page.strings().machine_words().independent.hint>
            <input
                id="own-independent"
                type="checkbox"
                prop:checked=move || playground.draft.with(|draft| draft.scheduling == Scheduling::Independent)
                on:change=move |event| {
                    let scheduling = scheduling(event_target_checked(&event));
                    playground.set(|draft| draft.scheduling = scheduling);
                }
            />
            <span>{move || page.strings().machine_words().independent.name}</span>
        </label>
        <div class="setup-row">
            <span title=move || {
                page.strings().playground().order_hint
            }>{move || page.strings().playground().order}</span>
            <Checked page=page id="own-seed" label=seed_label value=seed take=take_seed />
        </div>
        <p class="source">{move || page.strings().playground().order_hint}</p>
    }
}
