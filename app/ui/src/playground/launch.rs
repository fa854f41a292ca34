//! The launch above the pictures: the kernel, its grid and block, the machine, and the data.

use super::buffer_row::{elements, filling_id};
use super::checked::{Checked, Sentence, whole};
use crate::browser::window::focus;
use crate::draft::{Playground, Tab};
use crate::page::Page;
use crate::run::machine::Presets;
use leptos::prelude::*;
use model::number::grouped;
use model::playground::chain::{Launch, launches, variables};
use model::playground::dispatch::{BLOCK, SHARED_BYTES};
use model::playground::draft::Draft;
use model::playground::filling::Filling;
use model::playground::language::Language;
use model::playground::limits::Limits;
use model::playground::program::Call;
use model::playground::ready::filled;
use model::playground::translated::Translated;
use model::strings::cuda::Recognised;
use model::strings::dialect::said;
use simt::{Binding, EntryPoint, Machine};
use std::sync::Arc;

/// Returns true for an override that has a field of its own in the launch.
pub fn is_of_launch(name: &str) -> bool {
    BLOCK.contains(&name) || name == SHARED_BYTES
}

/// Returns true if the text is CUDA. Tracked.
pub fn is_cuda(page: Page) -> bool {
    let playground = Playground::of(page);
    playground.draft.with(|draft| draft.language() == Language::Cuda)
}

/// Returns a sentence in the words of the text's language. Tracked.
pub fn said_in(page: Page, sentence: impl Into<String>) -> String {
    let language = Playground::of(page).draft.with(Draft::language);
    said(language, sentence.into())
}

/// Returns true if a text has compiled that no other one has replaced. Tracked.
pub fn has_launch(page: Page) -> bool {
    let declared = Playground::of(page).declared;
    declared.with(|declared| !declared.is_empty())
}

/// Returns the launches of the text's program, if they run in a row. Tracked.
pub fn calls(page: Page) -> Option<Vec<Call>> {
    let playground = Playground::of(page);
    if !is_cuda(page) {
        return None;
    }
    playground.draft.with(|draft| {
        playground.translated.with(|translated| {
            let program = translated.as_ref()?.program_of(draft)?;
            Some(program.calls.clone())
        })
    })
}

/// The launches of the draft, and what they use. Copies are the same.
#[derive(Clone, Copy)]
pub struct Launched {
    pub launches: Memo<Vec<Launch>>,
    /// Every buffer, and the first launch that has it.
    pub buffers: Memo<Vec<(Binding, usize)>>,
    /// The entry point of the first launch.
    pub entry: Memo<Option<EntryPoint>>,
    pub is_chain: Memo<bool>,
    /// The launches of a CUDA program; empty if one kernel runs alone.
    pub calls: Memo<Vec<Call>>,
}

impl Launched {
    /// Follows the draft. It stays as it is while a text does not compile, so that nothing moves while the reader types.
    pub fn of(page: Page) -> Self {
        let playground = Playground::of(page);
        let launches = Memo::new(move |_| {
            let declared = playground.declared.get();
            launches(&playground.settled(), &declared).unwrap_or_default()
        });
        Launched {
            launches,
            buffers: Memo::new(move |_| launches.with(|launches| variables(launches))),
            entry: Memo::new(move |_| launches.with(|launches| launches.first().map(|launch| launch.entry.clone()))),
            is_chain: Memo::new(move |_| playground.draft.with(|draft| !draft.chain.is_empty())),
            calls: Memo::new(move |_| calls(page).unwrap_or_default()),
        }
    }
}

/// The launch, as the language writes it, and the data. The rest of the set-up is a view of its own.
#[component]
pub fn LaunchStrip(page: Page, launched: Launched) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().playground();
    let cuda = Memo::new(move |_| is_cuda(page));
    let launch = move || {
        if !has_launch(page) {
            let refused = playground.trouble.with(Option::is_some);
            return refused
                .then(|| {
                    view! {
                        <span class="source" id="no-launch">
                            {words().no_launch}
                        </span>
                    }
                })
                .into_any();
        }
        if launched.is_chain.get() {
            let passes = playground.draft.with(|draft| draft.chain.len());
            return view! { <b>{(words().chain_of)(passes)}</b> }.into_any();
        }
        let entry = view! { <EntryPoints page=page launched=launched /> };
        if launched.calls.with(|calls| !calls.is_empty()) {
            return view! {
                {entry}
                <span class="source" id="program" title=program_said(page)>
                    {in_row(page)}
                </span>
            }
            .into_any();
        }
        let grid = view! { <Grid page=page /> };
        if cuda.get() {
            view! {
                <span class="launch-part">{entry} <code>"<<<"</code></span>
                <span class="launch-part">{grid} <code>","</code></span>
                <span class="launch-part">
                    <Block page=page />
                    <code>">>>"</code>
                </span>
            }
            .into_any()
        } else {
            view! {
                {entry}
                {grid}
                <BlockSize page=page entry=launched.entry />
            }
            .into_any()
        }
    };
    let data = move || {
        let buffers = launched.buffers.get().into_iter();
        let chip = |(binding, first): (Binding, usize)| {
            view! { <DataChip page=page launched=launched binding=binding first=first /> }
        };
        buffers.map(chip).collect_view()
    };
    view! {
        <div class="launch" id="launch" role="group" aria-label=move || words().launch>
            <div class="launch-row">
                <span class="launch-head">{move || words().launch}</span>
                <span class="launch-text">{launch}</span>
                <label class="launch-machine" for="own-machine">
                    {move || words().on_machine}
                </label>
                <MachineChoice page=page />
            </div>
            <div class="launch-row">
                <span class="launch-head">{move || words().data}</span>
                <span class="launch-data">{data}</span>
                <button
                    class="button quiet"
                    data-side-tab=Tab::Setup.id()
                    aria-expanded=move || (playground.tab.get() == Tab::Setup).to_string()
                    aria-controls="setup"
                    on:click=move |_| playground.tab.set(Tab::Setup)
                >
                    {move || (words().tab)("setup")}
                </button>
            </div>
        </div>
    }
}

#[component]
fn EntryPoints(page: Page, launched: Launched) -> impl IntoView {
    let playground = Playground::of(page);
    let Launched { entry, calls, .. } = launched;
    let in_row = Memo::new(move |_| calls.with(|calls| !calls.is_empty()));
    let all = Memo::new(move |_| {
        let count = |translated: &Option<Arc<Translated>>| {
            let program = translated.as_ref()?.program.as_ref()?;
            Some(program.calls.len())
        };
        playground.translated.with(count).filter(|_| is_cuda(page))
    });
    let names = Memo::new(move |_| {
        let declared = playground.declared.get();
        declared.iter().map(|entry| entry.name.clone()).collect::<Vec<String>>()
    });
    let label = move || {
        if is_cuda(page) {
            page.strings().cuda_words().kernel
        } else {
            page.strings().playground().entry
        }
    };
    view! {
        <select
            id="entry"
            class="mono"
            aria-label=label
            on:change=move |event| {
                let name = event_target_value(&event);
                let now = entry.with_untracked(|entry| entry.as_ref().map(|entry| entry.name.clone()));
                let now = now.unwrap_or_default();
                playground
                    .set(|draft| if name.is_empty() { draft.run_program(&now) } else { draft.select(&now, name) });
            }
        >
            {move || {
                all.get()
                    .map(|count| {
                        view! {
                            <option value="" selected=move || in_row.get()>
                                {(page.strings().cuda_words().all_launches)(count)}
                            </option>
                        }
                    })
            }}
            {move || {
                names
                    .get()
                    .into_iter()
                    .map(|name| {
                        let value = name.clone();
                        view! {
                            <option
                                value=name.clone()
                                selected=move || {
                                    !in_row.get()
                                        && entry.with(|entry| entry.as_ref().is_some_and(|entry| entry.name == value))
                                }
                            >
                                {name.clone()}
                            </option>
                        }
                    })
                    .collect_view()
            }}
        </select>
    }
}

/// The workgroups of the dispatch, which are CUDA's grid.
#[component]
fn Grid(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let name = move || {
        if is_cuda(page) {
            page.strings().cuda_words().grid
        } else {
            page.strings().playground().workgroups
        }
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
    view! { <span class="axes">{axis(0)} {axis(1)} {axis(2)}</span> }
}

/// The block of a CUDA launch.
#[component]
fn Block(page: Page) -> impl IntoView {
    let axis = move |axis: usize| {
        let block = move || page.strings().cuda_words().block;
        let label = Signal::derive(move || format!("{} {}", block(), ["x", "y", "z"][axis]));
        override_field(page, BLOCK[axis], label)
    };
    view! { <span class="axes">{axis(0)} {axis(1)} {axis(2)}</span> }
}

/// The threads in a workgroup, which the text of WGSL declares.
#[component]
fn BlockSize(page: Page, entry: Memo<Option<EntryPoint>>) -> impl IntoView {
    let size = move || {
        let (name, declared) =
            entry.with(|entry| Some((entry.as_ref()?.name.clone(), entry.as_ref()?.workgroup_size)))?;
        // A run knows the size that the overrides have made.
        let pane = page.run.first;
        let is_its_run = pane
            .summary
            .with(|summary| summary.as_ref().is_some_and(|summary| summary.entry_point == name));
        let ran = pane.playback.with_value(|playback| {
            let playback = playback.as_ref().filter(|_| is_its_run)?;
            Some(playback.trace().workgroup_size)
        });
        Some((page.strings().playground().workgroup_size)(ran.or(declared)?))
    };
    view! {
        <span class="block-size" id="block-size">
            {size}
        </span>
    }
}

#[component]
fn MachineChoice(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let machine = Memo::new(move |_| playground.draft.with(Draft::machine));
    let choose = move |event| {
        if let Some(machine) = Machine::by_id(&event_target_value(&event)) {
            playground.set(|draft| draft.machine = machine.id.into_owned());
        }
    };
    view! {
        <select
            id="own-machine"
            prop:value=move || {
                machine.with(|machine| if machine.is_custom() { "custom".to_owned() } else { machine.id.to_string() })
            }
            on:change=choose
        >
            <Presets page=page chosen=Signal::derive(move || machine.with(|machine| machine.id.to_string())) />
            {move || {
                machine
                    .with(Machine::is_custom)
                    .then(|| {
                        view! {
                            <option value="custom" selected=true>
                                {page.strings().own_machine}
                            </option>
                        }
                    })
            }}
        </select>
    }
}

/// Says what a buffer holds at the start. A press shows its fields.
#[component]
fn DataChip(page: Page, launched: Launched, binding: Binding, first: usize) -> impl IntoView {
    let playground = Playground::of(page);
    let slot = binding.slot?;
    let (name, variable) = (binding.name.clone(), StoredValue::new(binding));
    let said = move || {
        let words = page.strings().playground();
        let settled = playground.settled();
        let now = launched.launches.with(|launches| {
            let launch = launches.get(first)?;
            Some(variable.with_value(|binding| filled(&settled, launch, binding, Limits::AT_EVERY_EDIT)))
        })?;
        let elements = variable.with_value(|binding| elements(binding, now.words)).map(grouped);
        let contents = match &now.filling {
            Filling::Members { values } if !values.is_empty() => {
                let each = values.iter().take(3);
                let each = each.map(|(path, value)| format!("{} = {value}", path.trim_start_matches('.')));
                each.collect::<Vec<String>>().join(", ")
            }
            other => (words.filling)(filling_id(other)).to_owned(),
        };
        Some(match elements {
            Some(elements) => format!("{elements} · {contents}"),
            None => contents,
        })
    };
    let show = move |_| {
        playground.tab.set(Tab::Setup);
        // The form is shown first.
        request_animation_frame(move || focus(&format!("buffer-{}-{}-fill", slot.0, slot.1)));
    };
    Some(view! {
        <button type="button" class="data-chip" on:click=show>
            <span class="mono">{name}</span>
            " "
            {said}
        </button>
    })
}

/// The switch between WGSL and CUDA.
#[component]
pub fn LanguageSwitch(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let language = Memo::new(move |_| playground.draft.with(Draft::language));
    let button = move |each: Language| {
        let recognised = move || {
            let recognised = playground.draft.with(|draft| Language::of(&draft.source));
            if recognised == each {
                Recognised::FromText
            } else {
                Recognised::SetByReader
            }
        };
        let set = move |_| {
            playground.set(|draft| {
                let is_shown = Language::of(&draft.source) == each;
                draft.language = (!is_shown).then_some(each);
            });
        };
        view! {
            <button
                type="button"
                data-language=each.extension()
                title=move || (page.strings().cuda_words().read_as)(each.name(), recognised())
                aria-pressed=move || (language.get() == each).to_string()
                on:click=set
            >
                {each.name()}
            </button>
        }
    };
    view! {
        <span
            class="segments small"
            id="draft-language"
            role="group"
            aria-label=move || page.strings().cuda_words().language
        >
            {Language::ALL.map(button)}
        </span>
    }
}

/// The field of dynamic shared memory, and the place that the values of the launch come from.
#[component]
pub fn CudaLaunch(page: Page, has_shared: Signal<bool>) -> impl IntoView {
    let words = move || page.strings().cuda_words();
    let shared = move || {
        has_shared.get().then(|| {
            let label = Signal::derive(move || words().shared.to_owned());
            view! {
                <div class="setup-row">
                    <span>{move || words().shared}</span>
                    {override_field(page, SHARED_BYTES, label)}
                </div>
            }
        })
    };
    view! {
        {shared}
        <p class="source" id="launch-source">
            {move || source(page)}
        </p>
    }
}

/// A field for an override of the translation. An empty field takes the value of the launch.
fn override_field(page: Page, name: &'static str, label: Signal<String>) -> impl IntoView {
    let playground = Playground::of(page);
    let value = Signal::derive(move || {
        let chosen = playground.draft.with(|draft| draft.overrides.get(name).copied());
        chosen
            .or_else(|| default(playground, name))
            .map_or_else(String::new, |value| value.to_string())
    });
    let take = move |text: &str| {
        let text = text.trim();
        let value = if text.is_empty() { None } else { Some(whole(text)?) };
        playground.set(|draft| {
            match value {
                Some(value) => draft.overrides.insert(name.to_owned(), value.into()),
                None => draft.overrides.remove(name),
            };
        });
        Ok::<(), Sentence>(())
    };
    view! { <Checked page=page id=format!("launch-{}", name.replace('_', "-")) label=label value=value take=take /> }
}

/// Returns the default of an override of the selected kernel. Tracked.
fn default(playground: Playground, name: &str) -> Option<f64> {
    let declared = playground.declared.get();
    let draft = playground.draft.get();
    let entry = model::playground::ready::entry_of(&draft, &declared)?;
    let parameter = entry.overrides.iter().find(|each| each.name == name)?;
    parameter.default.map(f64::from)
}

/// Says in one line how many launches of the program run in a row. Tracked.
fn in_row(page: Page) -> String {
    let playground = Playground::of(page);
    let left = |translated: &Option<Arc<Translated>>| Some(translated.as_ref()?.left.as_ref()?.line);
    let line = playground.translated.with(left);
    let count = calls(page).map_or(0, |calls| calls.len());
    (page.strings().cuda_words().in_row)(count, line)
}

/// Says which launches of the program run in a row, and why others do not. Tracked.
fn program_said(page: Page) -> String {
    let playground = Playground::of(page);
    let left = |translated: &Option<Arc<Translated>>| translated.as_ref()?.left.clone();
    let left = playground.translated.with(left);
    let count = calls(page).map_or(0, |calls| calls.len());
    (page.strings().cuda_words().program)(count, left.as_ref())
}

/// Says why launches of the program do not run in a row with the first ones. Tracked.
pub fn left_out(page: Page) -> Option<String> {
    let playground = Playground::of(page);
    // A kernel that the reader has chosen has no others beside it.
    let is_first = playground
        .draft
        .with(|draft| draft.entry_point.is_none() && draft.chain.is_empty());
    let reason = |translated: &Option<Arc<Translated>>| translated.as_ref()?.left.clone();
    let left = playground.translated.with(reason);
    let left = left.filter(|_| is_first && is_cuda(page))?;
    Some((page.strings().cuda_words().alone)(&left))
}

/// Says which launch the values come from, and which of them the host computes. Tracked.
fn source(page: Page) -> String {
    let words = page.strings().cuda_words();
    let playground = Playground::of(page);
    if calls(page).is_some() {
        return program_said(page);
    }
    let translated: Option<Arc<_>> = playground.translated.get();
    let launch = translated.and_then(|translated| {
        let kernel = playground.draft.with(|draft| translated.selected(draft).cloned());
        kernel?.launch
    });
    let Some(launch) = launch else {
        return words.no_launch.to_owned();
    };
    let mut text = (words.from_launch)(launch.line);
    if !launch.unknown.is_empty() {
        text.push(' ');
        text.push_str(&(words.unknown)(&launch.unknown));
    }
    if let Some(why) = left_out(page) {
        text.push(' ');
        text.push_str(&why);
    }
    text
}
