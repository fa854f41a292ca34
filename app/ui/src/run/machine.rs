//! The machine field: a preset or custom sizes set by sliders, the machine's rule for short branches, and the order of the
//! warps.

use crate::page::Page;
use crate::page::lazy_view::lazy_view;
use crate::run::order::{OrderControl, order};
use leptos::prelude::*;
use model::strings::Strings;
use model::strings::machine::{MachineWords, Size};
use simt::{LoadGranularity, Machine, MachineSizes, Scheduling};

lazy_view! { panels: sizes(page: Page, machine: Memo<Machine>) { view! { <Sizes page=page machine=machine /> } } }

/// The entry of the list that is no preset.
const OWN: &str = "custom";

/// A size with a slider: its label, the exponents of its powers of two, and access to its field.
type Slider = (
    fn(&MachineWords) -> Size,
    std::ops::RangeInclusive<u32>,
    fn(&mut MachineSizes) -> &mut u32,
);

const SLIDERS: [Slider; 6] = [
    (|words| words.warp_width, 2..=6, |sizes| &mut sizes.warp_width),
    (|words| words.request_lanes, 2..=6, |sizes| &mut sizes.request_lanes),
    (|words| words.line_bytes, 5..=8, |sizes| &mut sizes.line_bytes),
    (|words| words.sector_bytes, 4..=7, |sizes| &mut sizes.sector_bytes),
    (|words| words.bank_count, 2..=6, |sizes| &mut sizes.bank_count),
    (|words| words.bank_bytes, 2..=3, |sizes| &mut sizes.bank_bytes),
];

#[component]
pub fn MachineField(page: Page) -> impl IntoView {
    let open = RwSignal::new(false);
    let machine = Memo::new(move |_| {
        page.run
            .spec
            .with(|view| view.as_ref().map_or_else(Machine::default, |view| view.machine.clone()))
    });
    let chosen = Memo::new(move |_| {
        machine.with(|machine| {
            if machine.is_custom() {
                OWN.to_owned()
            } else {
                machine.id.to_string()
            }
        })
    });
    let choose = move |id: String| {
        let new = if id == OWN {
            open.set(true);
            // A custom machine starts with the sizes of the machine that was shown.
            Machine::custom(machine.with_untracked(Machine::sizes)).ok()
        } else {
            Machine::by_id(&id)
        };
        if let Some(new) = new {
            page.change_view(|view| view.select_machine(new));
        }
    };
    // The sizes leave with their lesson.
    let lesson = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map(|view| view.lesson.id)));
    Effect::new(move |_| {
        // Unlike `track`, this also computes the memo, which nothing else reads.
        let _ = lesson.get();
        open.set(false);
    });
    view! {
        <div class="field machine-field">
            <label for="machine">{move || page.strings().machine}</label>
            <select
                id="machine"
                title=move || machine.with(|machine| source(page.strings(), machine))
                prop:value=chosen
                on:change=move |event| choose(event_target_value(&event))
            >
                <Presets page=page chosen=chosen />
                <option value=OWN selected=move || chosen.get() == OWN>
                    {move || page.strings().own_machine}
                </option>
            </select>
            <button
                id="machine-sizes"
                class="button quiet"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {move || page.strings().machine_sizes}
            </button>
            {move || open.get().then(|| sizes(page, machine))}
        </div>
    }
}

/// The preset of this computer's GPU, once its name is known and tells.
#[derive(Clone, Copy)]
pub struct ThisComputer(pub RwSignal<Option<Machine>>);

impl ThisComputer {
    pub fn of(page: Page) -> Self {
        page.feature(|| ThisComputer(RwSignal::new(None)))
    }
}

/// The presets as options of a list: that of this computer's GPU first, then all by their makers.
#[component]
pub fn Presets(page: Page, #[prop(into)] chosen: Signal<String>) -> impl IntoView {
    let option = move |preset: Machine| {
        let id = preset.id.clone();
        view! {
            <option value=preset.id.to_string() selected=move || chosen.get() == id>
                {preset.name.to_string()}
            </option>
        }
    };
    let here = move || {
        let preset = ThisComputer::of(page).0.get()?;
        Some(view! { <optgroup label=page.strings().this_computer>{option(preset)}</optgroup> })
    };
    let makers = Machine::MAKERS.map(|maker| {
        let presets = Machine::PRESETS.into_iter();
        let presets = presets.filter(|preset| preset.maker() == maker);
        view! { <optgroup label=maker>{presets.map(option).collect_view()}</optgroup> }
    });
    view! {
        {here}
        {makers.collect_view()}
    }
}

/// Names the settings of a run that are unusual: the order of its warps, warps whose parts run apart, masked branches.
#[component]
pub fn Signs(page: Page) -> impl IntoView {
    let order = Memo::new(move |_| order(page));
    view! {
        {move || {
            (order.get() != 0)
                .then(|| {
                    let words = page.strings().playground();
                    view! {
                        <b class="masked-sign" id="order-sign" title=words.order_hint>
                            {(words.order_sign)(order.get())}
                        </b>
                    }
                })
        }}
        {move || {
            independent(page)
                .then(|| {
                    view! {
                        <b
                            class="masked-sign"
                            id="independent-sign"
                            title=page.strings().machine_words().independent.hint
                        >
                            {page.strings().machine_words().independent.name}
                        </b>
                    }
                })
        }}
        {move || {
            masks(page)
                .then(|| {
                    view! {
                        <b class="masked-sign" id="masked-sign" title=page.strings().masked_hint>
                            {page.strings().masked_sign}
                        </b>
                    }
                })
        }}
    }
}

/// Returns the scheduling that a check mark stands for.
pub fn scheduling(is_independent: bool) -> Scheduling {
    if is_independent {
        Scheduling::Independent
    } else {
        Scheduling::Lockstep
    }
}

/// Returns true if the parts of a warp run apart. Tracked.
fn independent(page: Page) -> bool {
    page.run.spec.with(|view| {
        view.as_ref()
            .is_some_and(|view| view.scheduling == Scheduling::Independent)
    })
}

/// Returns true if short branches are masked. Tracked.
fn masks(page: Page) -> bool {
    page.run
        .spec
        .with(|view| view.as_ref().is_some_and(|view| view.predication))
}

/// Returns the sentence about the source of a machine's sizes.
fn source(strings: &Strings, machine: &Machine) -> String {
    if machine.is_custom() {
        strings.own_machine_source.to_owned()
    } else {
        (strings.machine_source)(&machine.source, &machine.assumed)
    }
}

/// The sizes, each with its slider. Moving a slider makes the machine a custom one.
#[component]
pub fn Sizes(page: Page, machine: Memo<Machine>) -> impl IntoView {
    let words = move || page.strings().machine_words();
    let change = move |change: &dyn Fn(&mut MachineSizes)| {
        let mut sizes = machine.with_untracked(Machine::sizes);
        let whole = sizes.request_lanes >= sizes.warp_width;
        change(&mut sizes);
        // If memory served whole warps before, it still does. A sector is never longer than a line.
        if whole && sizes.request_lanes == machine.with_untracked(|machine| machine.request_lanes) {
            sizes.request_lanes = sizes.warp_width;
        }
        sizes.sector_bytes = sizes.sector_bytes.min(sizes.line_bytes);
        if let Ok(machine) = Machine::custom(sizes) {
            page.change_view(|view| view.select_machine(machine));
        }
    };
    let slider = move |(label, exponents, place): Slider| {
        let value = Memo::new(move |_| machine.with(|machine| *place(&mut machine.sizes())));
        view! {
            <label class="size" title=move || label(words()).hint>
                <span>{move || label(words()).name}</span>
                <input
                    type="range"
                    min=*exponents.start()
                    max=*exponents.end()
                    prop:value=move || value.get().ilog2()
                    aria-valuetext=move || format!("{} {}", value.get(), label(words()).unit)
                    on:input=move |event| {
                        if let Ok(exponent) = event_target_value(&event).parse::<u32>() {
                            change(&|sizes| *place(sizes) = 1 << exponent.min(8));
                        }
                    }
                />
                <output>{move || format!("{} {}", value.get(), label(words()).unit)}</output>
            </label>
        }
    };
    let loads = move |loads: LoadGranularity| {
        view! {
            <button
                aria-pressed=move || machine.with(|machine| machine.loads == loads).to_string()
                on:click=move |_| change(&|sizes| sizes.loads = loads)
            >
                {move || (words().loads_move)(loads)}
            </button>
        }
    };
    let masked = Memo::new(move |_| masks(page));
    view! {
        <section class="sizes" role="group" aria-label=move || page.strings().machine_sizes>
            {SLIDERS.map(slider).collect_view()}
            <div class="size" title=move || words().loads.hint>
                <span>{move || words().loads.name}</span>
                <div class="segments" role="group" aria-label=move || words().loads.name>
                    {loads(LoadGranularity::Sectors)}
                    {loads(LoadGranularity::Lines)}
                </div>
            </div>
            <label class="check" title=move || words().branches.hint>
                <input
                    id="predication"
                    type="checkbox"
                    prop:checked=masked
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        page.change_view(|view| view.predication = on);
                    }
                />
                <span>{move || words().branches.name}</span>
            </label>
            <label class="check" title=move || words().independent.hint>
                <input
                    id="independent"
                    type="checkbox"
                    prop:checked=move || independent(page)
                    on:change=move |event| {
                        let scheduling = scheduling(event_target_checked(&event));
                        page.change_view(|view| view.scheduling = scheduling);
                    }
                />
                <span>{move || words().independent.name}</span>
            </label>
            <OrderControl page=page />
            <p class="sizes-source">{move || machine.with(|machine| source(page.strings(), machine))}</p>
        </section>
    }
}
