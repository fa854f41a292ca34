//! The controls of the scheduler panel: a chip, the instructions of the warps, their number, and the latencies.

use crate::draw::scheduler::Zoom;
use crate::page::Page;
use leptos::prelude::*;
use lessons::scheduler::{Chip, Dial, Dials, Work, chips};

/// The settings of the panel, which the page's content holds, and the reader's place in the modelled run. Copies are the
/// same.
#[derive(Clone, Copy)]
pub struct Controls {
    page: Page,
    pub dials: Memo<Dials>,
    /// The figures of the chip that is selected.
    pub chip: Memo<Option<Chip>>,
    /// `None`: as the stream's length suggests.
    pub zoom: RwSignal<Option<Zoom>>,
    /// A cycle of the reader's own; `None`: the one of the run's step.
    pub cycle: RwSignal<Option<u32>>,
    pub playing: RwSignal<bool>,
}

impl Controls {
    pub fn new(page: Page) -> Self {
        let dials = Memo::new(move |_| {
            page.run
                .spec
                .with(|view| view.as_ref().map_or(Dials::USUAL, |view| view.dials))
        });
        Controls {
            page,
            dials,
            chip: Memo::new(move |_| dials.get().chip()),
            zoom: RwSignal::new(None),
            cycle: RwSignal::new(None),
            playing: RwSignal::new(false),
        }
    }

    /// Returns true if the warps have other instructions than the run's. Tracked.
    pub fn has_own_work(self) -> bool {
        self.dials.get().work != Work::Kernel
    }

    /// Returns the value of a dial. Tracked.
    pub fn get(self, dial: Dial) -> u32 {
        self.dials.get().get(dial)
    }

    fn change(self, change: impl FnOnce(&mut Dials)) {
        self.page.change_view(|view| change(&mut view.dials));
    }
}

#[component]
pub fn DialRow(page: Page, controls: Controls) -> impl IntoView {
    let words = move || page.strings().scheduler_words();
    let chips = StoredValue::new(chips());
    let options = chips.with_value(|chips| {
        let option = |chip: &Chip| {
            let name = chip.name;
            view! {
                <option value=name selected=move || controls.dials.get().chip == name>
                    {name}
                </option>
            }
        };
        chips.iter().map(option).collect_view()
    });
    let works = Work::ALL.map(|work| {
        view! {
            <option value=work.id() selected=move || controls.dials.get().work == work>
                {move || (words().work_of)(work)}
            </option>
        }
    });
    view! {
        <div class="dials">
            <label class="dial">
                <span>{move || words().chip}</span>
                <select
                    id="scheduler-chip"
                    prop:value=move || controls.dials.get().chip
                    on:change=move |event| {
                        let name = event_target_value(&event);
                        let chosen = |chips: &Vec<Chip>| chips.iter().find(|chip| chip.name == name).cloned();
                        if let Some(chip) = chips.with_value(chosen) {
                            controls.change(|dials| dials.choose(&chip));
                        }
                    }
                >
                    {options}
                </select>
            </label>
            <label class="dial">
                <span>{move || words().work}</span>
                <select
                    id="scheduler-work"
                    prop:value=move || controls.dials.get().work.id()
                    on:change=move |event| {
                        if let Some(work) = Work::by_id(&event_target_value(&event)) {
                            controls.change(|dials| dials.work = work);
                            controls.cycle.set(None);
                        }
                    }
                >
                    {works.collect_view()}
                </select>
            </label>
            {Dial::ALL.map(|dial| view! { <Slider page=page controls=controls dial=dial /> }).collect_view()}
        </div>
    }
}

/// Returns the `id` of a slider.
const fn id(dial: Dial) -> &'static str {
    match dial {
        Dial::Warps => "scheduler-warps",
        Dial::Chains => "scheduler-chains",
        Dial::ArithmeticLatency => "scheduler-arithmetic",
        Dial::MemoryLatency => "scheduler-memory",
    }
}

#[component]
fn Slider(page: Page, controls: Controls, dial: Dial) -> impl IntoView {
    let value = Memo::new(move |_| controls.get(dial));
    let words = move || page.strings().scheduler_words();
    // A kernel's own statements have their own dependences, and so have the sides of a branch.
    let off = move || dial == Dial::Chains && !controls.dials.get().work.has_chains();
    view! {
        <label class="dial" class:off=off title=move || (words().dial_hint)(dial)>
            <span>
                <i>{move || (words().dial)(dial)}</i>
                " "
                <output>{move || value.get()}</output>
            </span>
            <input
                id=id(dial)
                type="range"
                min=dial.range().start().to_string()
                max=dial.range().end().to_string()
                disabled=off
                aria-label=move || (words().dial_hint)(dial)
                prop:value=move || value.get().to_string()
                on:keydown=keep_keys
                on:input=move |event| {
                    // A slider gives whole numbers of its range; anything else changes nothing.
                    if let Some(number) = event_target_value(&event)
                        .parse()
                        .ok()
                        .filter(|number| dial.range().contains(number))
                    {
                        controls.change(|dials| dials.set(dial, number));
                    }
                }
            />
        </label>
    }
}

/// Arrows move a slider that has the focus, and not the run.
pub fn keep_keys(event: web_sys::KeyboardEvent) {
    let keys = ["Arrow", "Page", "Home", "End"];
    if keys.iter().any(|key| event.key().starts_with(key)) {
        event.stop_propagation();
    }
}
