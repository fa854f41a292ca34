//! The form of an experiment: what to measure, with which method, and the estimated time.

use super::state::Step;
use crate::lab::Lab;
use crate::page::Page;
use crate::run::badge::badge;
use crate::run::gpu::Bench;
use crate::run::gpu::GpuState;
use gpu::Clock;
use leptos::prelude::*;
use lessons::{GalleryKernel, LESSONS, Size};
use model::address::Address;
use model::lab::collection::Collection;
use model::lab::estimate::wall_millis;
use model::lab::experiment::{Experiment, Limits, MOST_CASES, MOST_ROUNDS, Preset};
use model::lab::list;
use model::lab::own::is_own;
use model::number::whole;
use model::strings::Strings;
use std::sync::Arc;

type Sentence = Arc<dyn Fn(&'static Strings) -> String + Send + Sync>;

#[component]
pub fn Form(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let busy = Memo::new(move |_| lab.is_busy());
    view! {
        <form class="lab-form panel" on:submit=move |event| event.prevent_default()>
            <fieldset class="lab-fields" disabled=move || busy.get()>
                <Presets page=page />
                <Kernels page=page />
                <ListField
                    page=page
                    id="lab-n"
                    label=|strings| strings.lab().sizes
                    hint=|strings| strings.lab().sizes_hint
                    text=|experiment| list::write(&experiment.sizes)
                    take=take_sizes
                />
                <Blocks page=page />
                {move || {
                    lab.experiment
                        .with(Experiment::parameter)
                        .map(|parameter| {
                            view! {
                                <ListField
                                    page=page
                                    id="lab-values"
                                    label=move |strings| (strings.lab().parameter)(parameter)
                                    hint=|strings| strings.lab().values_hint
                                    text=|experiment| list::write(&experiment.values)
                                    take=take_values
                                />
                            }
                        })
                }}
                <Method page=page />
            </fieldset>
            <Begin page=page />
        </form>
    }
    .into_any()
}

/// Returns the limits of the GPU's adapter; the smallest limits of any adapter if none is known yet.
fn limits(page: Page) -> Limits {
    match Bench::of(page).state.get() {
        GpuState::Ready(device) => Limits::of(&device),
        GpuState::Unknown | GpuState::Looking | GpuState::Absent(_) => Limits::LEAST,
    }
}

#[component]
fn Presets(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let pressed = Memo::new(move |_| lab.experiment.with(Preset::of));
    view! {
        <div class="lab-presets" role="group" aria-label=move || page.strings().lab().presets>
            {Preset::ALL
                .map(|preset| {
                    view! {
                        <button
                            type="button"
                            class="button quiet"
                            data-preset=preset.id()
                            title=move || (page.strings().lab().preset_meaning)(preset)
                            aria-pressed=move || (pressed.get() == preset).to_string()
                            on:click=move |_| {
                                let limits = untrack(|| limits(page));
                                lab.experiment
                                    .update(|experiment| {
                                        let (rounds, clock, rounding) = (
                                            experiment.rounds,
                                            experiment.clock,
                                            experiment.rounding_nanos,
                                        );
                                        *experiment = Experiment {
                                            rounds,
                                            clock,
                                            rounding_nanos: rounding,
                                            ..preset.experiment(experiment.lesson(), limits)
                                        };
                                    });
                            }
                        >
                            {move || (page.strings().lab().preset)(preset)}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
    .into_any()
}

#[component]
fn Kernels(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let choose = move |id: String| {
        if let Some(collection) = Collection::by_id(&id) {
            lab.experiment.update(|experiment| {
                // The number of kernels stays: all kernels of the new collection, or one.
                let many = experiment.kernels.len() > 1;
                experiment.collection = collection;
                let of_reader = experiment.kernels.iter().copied();
                let of_reader: Vec<_> = of_reader.filter(|kernel| is_own(kernel)).collect();
                let all = collection.kernels().iter().copied();
                let chosen = all.take(if many { usize::MAX } else { 1 });
                experiment.kernels = chosen.chain(of_reader).collect();
                experiment.values.clear();
            });
        }
    };
    let offered = move || lab.experiment.with(offered);
    let has_own = Memo::new(move |_| lab.own.with(|kernels| !kernels.is_empty()));
    let field = move |kernel: &'static GalleryKernel| {
        view! {
            <li>
                <label class="check" title=kernel.kernel.name.to_string()>
                    <input
                        type="checkbox"
                        data-lab-kernel=kernel.kernel.name.to_string()
                        prop:checked=move || lab.experiment.with(|experiment| experiment.kernels.contains(&kernel))
                        on:change=move |_| lab.experiment.update(|experiment| toggle(experiment, kernel))
                    />
                    <span>{move || kernel.title.get(page.settings.language.get())}</span>
                </label>
            </li>
        }
    };
    view! {
        <label class="lab-label" for="lab-lesson">
            {move || page.strings().lab().kernels}
        </label>
        <select
            id="lab-lesson"
            class="lab-input"
            aria-label=move || page.strings().lab().lesson
            on:change=move |event| choose(event_target_value(&event))
        >
            {collections()
                .map(|collection| {
                    view! {
                        <option
                            value=collection.id()
                            selected=move || lab.experiment.with(|experiment| experiment.collection == collection)
                        >
                            {move || {
                                collection
                                    .lesson_title(page.settings.language.get())
                                    .unwrap_or(page.strings().lab().all_kernels)
                            }}
                        </option>
                    }
                })
                .collect_view()}
        </select>
        <ul class="lab-kernels">
            <For each=offered key=|kernel| kernel.kernel.name.to_string() let:kernel>
                {field(kernel)}
            </For>
        </ul>
        <Show when=move || has_own.get()>
            <p class="lab-label" id="lab-own-title">
                {move || page.strings().lab().own_kernels}
            </p>
            <ul class="lab-kernels" id="lab-own">
                // A kernel with other settings is another one of the same name.
                <For each=move || lab.own.get() key=|kernel| std::ptr::from_ref(*kernel) as usize let:kernel>
                    {field(kernel)}
                </For>
            </ul>
            <p class="source">{move || page.strings().lab().own_hint}</p>
        </Show>
    }
    .into_any()
}

fn collections() -> impl Iterator<Item = Collection> {
    let lessons = LESSONS.iter().copied().map(Collection::Lesson);
    [Collection::Table].into_iter().chain(lessons)
}

/// Returns the collection's kernels, and the other kernels that a link has chosen.
fn offered(experiment: &Experiment) -> Vec<&'static GalleryKernel> {
    let mut offered = experiment.collection.kernels().to_vec();
    for kernel in &experiment.kernels {
        if !offered.contains(kernel) && !is_own(kernel) {
            offered.push(kernel);
        }
    }
    offered
}

/// Adds or removes a kernel. The order stays that of the collection, because all others are compared with the first.
fn toggle(experiment: &mut Experiment, kernel: &'static GalleryKernel) {
    let mut offered = offered(experiment);
    let chosen = experiment.kernels.contains(&kernel);
    // The reader's kernels follow those of the lesson.
    let of_reader = experiment.kernels.iter().copied();
    offered.extend(of_reader.filter(|kernel| is_own(kernel)));
    if is_own(kernel) && !chosen {
        offered.push(kernel);
    }
    let kernels = offered.into_iter().filter(|each| {
        if *each == kernel {
            !chosen
        } else {
            experiment.kernels.contains(each)
        }
    });
    experiment.kernels = kernels.collect();
}

fn take_sizes(experiment: &mut Experiment, text: &str) -> Result<(), Sentence> {
    let sizes = read_list(text)?;
    for n in &sizes {
        if let Err(error) = Size::new(*n, Size::BLOCKS[0]) {
            return Err(Arc::new(move |strings| (strings.bad_size)(error)));
        }
    }
    experiment.sizes = sizes;
    Ok(())
}

fn take_values(experiment: &mut Experiment, text: &str) -> Result<(), Sentence> {
    let most = experiment.parameter().map_or(u32::MAX, lessons::Parameter::most);
    let values = if text.trim().is_empty() {
        Vec::new()
    } else {
        read_list(text)?
    };
    if values.iter().any(|value| !(1..=most).contains(value)) {
        return Err(Arc::new(move |strings| (strings.lab().value_outside)(most)));
    }
    experiment.values = values;
    Ok(())
}

fn read_list(text: &str) -> Result<Vec<u32>, Sentence> {
    list::read(text).map_err(|error| -> Sentence { Arc::new(move |strings| (strings.lab().bad_list)(&error)) })
}

/// A field for a list of numbers. A mistake shows a message and changes nothing.
#[component]
fn ListField(
    page: Page,
    id: &'static str,
    label: impl Fn(&'static Strings) -> &'static str + Copy + Send + Sync + 'static,
    hint: fn(&'static Strings) -> &'static str,
    text: fn(&Experiment) -> String,
    take: fn(&mut Experiment, &str) -> Result<(), Sentence>,
) -> impl IntoView {
    let lab = Lab::of(page);
    let error = RwSignal::new(None::<Sentence>);
    let list = Memo::new(move |_| lab.experiment.with(text));
    Effect::new(move |_| {
        list.track();
        error.set(None);
    });
    let error_id = format!("{id}-error");
    let described_by = error_id.clone();
    view! {
        <label class="lab-label" for=id>
            {move || label(page.strings())}
        </label>
        <div class="field lab-field" class:wrong=move || error.with(Option::is_some)>
            <input
                id=id
                class="lab-input"
                type="text"
                autocomplete="off"
                spellcheck="false"
                title=move || hint(page.strings())
                placeholder=move || hint(page.strings())
                aria-invalid=move || error.with(Option::is_some).to_string()
                aria-describedby=described_by
                prop:value=list
                on:change=move |event| {
                    let mut changed = lab.experiment.get_untracked();
                    match take(&mut changed, &event_target_value(&event)) {
                        Ok(()) => {
                            error.set(None);
                            lab.experiment.set(changed);
                            event_target::<web_sys::HtmlInputElement>(&event).set_value(&list.get_untracked());
                        }
                        Err(sentence) => error.set(Some(sentence)),
                    }
                }
            />
            <p class="field-error" id=error_id role="alert">
                {move || error.with(|error| error.as_ref().map(|error| error(page.strings())))}
            </p>
        </div>
    }
    .into_any()
}

#[component]
fn Blocks(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let toggle = move |block: u32| {
        lab.experiment.update(|experiment| {
            let mut blocks = experiment.blocks.clone();
            match blocks.iter().position(|each| *each == block) {
                Some(place) => drop(blocks.remove(place)),
                None => blocks.push(block),
            }
            blocks.sort_unstable();
            if !blocks.is_empty() {
                experiment.blocks = blocks;
            }
        });
    };
    view! {
        <span class="lab-label" id="lab-block-label">
            {move || page.strings().lab().blocks}
        </span>
        <div class="segments lab-blocks" role="group" aria-labelledby="lab-block-label">
            <button
                type="button"
                data-lab-block="n"
                aria-pressed=move || lab.experiment.with(Experiment::is_of_one_block).to_string()
                title=move || page.strings().lab().one_block_about
                on:click=move |_| lab.experiment.update(|experiment| experiment.blocks.clear())
            >
                {move || page.strings().lab().one_block}
            </button>
            {Size::BLOCKS
                .map(|block| {
                    let beyond = move || {
                        limits(page).block < block && matches!(Bench::of(page).state.get(), GpuState::Ready(_))
                    };
                    view! {
                        <button
                            type="button"
                            data-lab-block=block.to_string()
                            class:beyond=beyond
                            aria-pressed=move || {
                                lab.experiment.with(|experiment| experiment.blocks.contains(&block)).to_string()
                            }
                            disabled=move || {
                                beyond() && !lab.experiment.with(|experiment| experiment.blocks.contains(&block))
                            }
                            title=move || {
                                beyond()
                                    .then(|| (page
                                        .strings()
                                        .bad_size)(lessons::SizeError::BlockBeyondAdapter {
                                        block,
                                        most: limits(page).block,
                                    }))
                            }
                            on:click=move |_| toggle(block)
                        >
                            {block}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
    .into_any()
}

/// The steps to which browsers round a GPU's clock, in nanoseconds: none, and the step of Chrome's default settings.
const ROUNDINGS: [Option<u32>; 2] = [None, Some(65_536)];

#[component]
fn Method(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let clock = move |clock: Clock| lab.experiment.update(|experiment| experiment.clock = clock);
    view! {
        <details class="lab-method">
            <summary>{move || page.strings().lab().method}</summary>
            {rounds_field(page)}
            <label class="lab-row">
                <span>{move || page.strings().lab().clock_label}</span>
                <select
                    id="lab-clock"
                    class="lab-input"
                    on:change=move |event| clock(
                        if event_target_value(&event) == "wall" { Clock::Wall } else { Clock::Gpu },
                    )
                >
                    <option
                        value="gpu"
                        selected=move || lab.experiment.with(|experiment| experiment.clock == Clock::Gpu)
                    >
                        {move || (page.strings().lab().clock)(Clock::Gpu)}
                    </option>
                    <option
                        value="wall"
                        selected=move || lab.experiment.with(|experiment| experiment.clock == Clock::Wall)
                    >
                        {move || (page.strings().lab().clock)(Clock::Wall)}
                    </option>
                </select>
            </label>
            <label class="lab-row">
                <span>{move || page.strings().lab().rounding}</span>
                <select
                    id="lab-rounding"
                    class="lab-input"
                    on:change=move |event| {
                        lab.experiment
                            .update(|experiment| experiment.rounding_nanos = event_target_value(&event).parse().ok())
                    }
                >
                    {ROUNDINGS
                        .map(|rounding| {
                            view! {
                                <option
                                    value=rounding.map_or(String::new(), |nanos| nanos.to_string())
                                    selected=move || {
                                        lab.experiment.with(|experiment| experiment.rounding_nanos == rounding)
                                    }
                                >
                                    {move || (page.strings().lab().rounding_of)(rounding)}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
            <label class="check">
                <input
                    id="lab-copy"
                    type="checkbox"
                    prop:checked=move || lab.experiment.with(|experiment| experiment.copy)
                    on:change=move |_| lab.experiment.update(|experiment| experiment.copy = !experiment.copy)
                />
                <span>{move || page.strings().lab().copy}</span>
            </label>
            <p class="source">{move || page.strings().lab().method_about}</p>
        </details>
    }
    .into_any()
}

/// Shows the field for the number of rounds, and the message about a wrong one.
fn rounds_field(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let rounds_error = RwSignal::new(false);
    view! {
        <label class="lab-row">
            <span>{move || page.strings().lab().rounds}</span>
            <input
                id="lab-rounds"
                class="lab-input"
                type="text"
                inputmode="numeric"
                aria-invalid=move || rounds_error.get().to_string()
                prop:value=move || lab.experiment.with(|experiment| experiment.rounds.to_string())
                on:change=move |event| {
                    let rounds = whole(&event_target_value(&event))
                        .ok()
                        .filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
                    rounds_error.set(rounds.is_none());
                    if let Some(rounds) = rounds {
                        lab.experiment.update(|experiment| experiment.rounds = rounds);
                    }
                }
            />
        </label>
        {move || {
            rounds_error
                .get()
                .then(|| {
                    view! {
                        <p class="gpu-absent" role="alert">
                            {(page.strings().lab().bad_rounds)(MOST_ROUNDS)}
                        </p>
                    }
                })
        }}
    }
}

/// The estimated time and the start button, or the reason why the experiment cannot start.
#[component]
fn Begin(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let cases = Memo::new(move |_| lab.experiment.with(|experiment| experiment.cases().len()));
    let estimate = move || {
        let strings = page.strings();
        let seconds = lab.experiment.with(|experiment| wall_millis(experiment) / 1e3);
        view! {
            <p class="lab-estimate" id="lab-estimate">
                {(strings.lab().estimate)((cases.get(), seconds))}
                " "
                {badge(strings, model::panels::counters::Kind::Modelled)}
            </p>
        }
    };
    view! {
        <div class="lab-begin">
            {move || {
                let strings = page.strings();
                if let GpuState::Absent(error) = Bench::of(page).state.get() {
                    return view! {
                        <p class="gpu-absent" id="gpu-absent">
                            {(strings.gpu_error)(&error)}
                        </p>
                    }
                        .into_any();
                }
                if lab.step.get() != Step::Idle {
                    return ().into_any();
                }
                match cases.get() {
                    0 => {
                        view! {
                            <p class="gpu-absent" id="lab-nothing">
                                {strings.lab().no_kernel}
                            </p>
                        }
                            .into_any()
                    }
                    count if count > MOST_CASES => {
                        view! {
                            <p class="gpu-absent" id="lab-too-many">
                                {(strings.lab().too_many)((count, MOST_CASES))}
                            </p>
                        }
                            .into_any()
                    }
                    _ => {
                        view! {
                            {estimate()}
                            {too_large(page)
                                .map(|text| {
                                    view! {
                                        <p class="source" id="lab-too-large">
                                            {text}
                                        </p>
                                    }
                                })}
                            <button
                                type="button"
                                id="lab-run"
                                class="button primary"
                                disabled=move || !matches!(Bench::of(page).state.get(), GpuState::Ready(_))
                                on:click=move |_| page.run_experiment()
                            >
                                {strings.lab().run}
                            </button>
                        }
                            .into_any()
                    }
                }
            }}
        </div>
    }
    .into_any()
}

/// Returns a message about sizes that are beyond the adapter's limits.
fn too_large(page: Page) -> Option<String> {
    let GpuState::Ready(_) = Bench::of(page).state.get() else {
        return None;
    };
    let limits = limits(page);
    let beyond = |experiment: &Experiment| {
        experiment.sizes.iter().any(|n| *n > limits.n)
            || experiment.blocks.iter().any(|block| *block > limits.block)
            || experiment.is_of_one_block() && experiment.cases().iter().any(|case| case.size.block() > limits.block)
    };
    Lab::of(page)
        .experiment
        .with(beyond)
        .then(|| (page.strings().lab().left_out)((limits.n, limits.block)))
}

/// Returns the link to an experiment.
pub fn lab_link(experiment: Experiment) -> String {
    let address = Address {
        aside: Some(model::address::Aside::Lab),
        experiment: Some(experiment),
        ..Address::default()
    };
    address.write()
}
