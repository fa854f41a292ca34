//! What can be set on the scheduler: a chip, what the warps execute, how many there are and how long results take.

use crate::draw::scheduler::Zoom;
use crate::page::Page;
use leptos::prelude::*;
use lessons::scheduler::{Chip, MOST_WARPS, Setting, chips};
use model::scheduler::Work;
use model::strings::scheduler::SchedulerWords;
use std::ops::RangeInclusive;

/// The chip of the lessons' slides.
const FIRST: &str = "GF100";
/// Warps at first: enough to see them take turns, too few to hide everything.
const WARPS: u32 = 8;

/// One slider.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dial {
    Warps,
    Chains,
    ArithmeticLatency,
    MemoryLatency,
}

impl Dial {
    pub const ALL: [Dial; 4] = [
        Dial::Warps,
        Dial::Chains,
        Dial::ArithmeticLatency,
        Dial::MemoryLatency,
    ];

    const fn id(self) -> &'static str {
        match self {
            Dial::Warps => "scheduler-warps",
            Dial::Chains => "scheduler-chains",
            Dial::ArithmeticLatency => "scheduler-arithmetic",
            Dial::MemoryLatency => "scheduler-memory",
        }
    }

    const fn range(self) -> RangeInclusive<u32> {
        match self {
            Dial::Warps => 1..=MOST_WARPS,
            Dial::Chains => 1..=8,
            Dial::ArithmeticLatency => 1..=40,
            Dial::MemoryLatency => 1..=800,
        }
    }

    const fn label(self, words: &SchedulerWords) -> &'static str {
        match self {
            Dial::Warps => words.warps,
            Dial::Chains => words.chains,
            Dial::ArithmeticLatency => words.arithmetic_latency,
            Dial::MemoryLatency => words.memory_latency,
        }
    }

    const fn hint(self, words: &SchedulerWords) -> &'static str {
        match self {
            Dial::Warps => words.warps_hint,
            Dial::Chains => words.chains_hint,
            Dial::ArithmeticLatency => words.arithmetic_hint,
            Dial::MemoryLatency => words.memory_hint,
        }
    }
}

/// Everything that a reader sets. Copies are the same.
#[derive(Clone, Copy)]
pub struct Dials {
    pub chips: StoredValue<Vec<Chip>>,
    pub chip: RwSignal<usize>,
    pub work: RwSignal<Work>,
    warps: RwSignal<u32>,
    chains: RwSignal<u32>,
    arithmetic_latency: RwSignal<u32>,
    memory_latency: RwSignal<u32>,
    /// `None`: as the stream's length suggests.
    pub zoom: RwSignal<Option<Zoom>>,
    /// A cycle of the reader's own; `None`: the one of the run's step.
    pub cycle: RwSignal<Option<u32>>,
    pub playing: RwSignal<bool>,
}

impl Dials {
    pub fn new() -> Self {
        let chips = chips();
        let first = chips
            .iter()
            .position(|chip| chip.name == FIRST)
            .unwrap_or(0);
        let dials = Dials {
            chips: StoredValue::new(chips),
            chip: RwSignal::new(first),
            work: RwSignal::new(Work::Kernel),
            warps: RwSignal::new(WARPS),
            chains: RwSignal::new(1),
            arithmetic_latency: RwSignal::new(1),
            memory_latency: RwSignal::new(*Dial::MemoryLatency.range().end()),
            zoom: RwSignal::new(None),
            cycle: RwSignal::new(None),
            playing: RwSignal::new(false),
        };
        dials.choose_chip(first);
        dials
    }

    /// A chip brings its published latencies.
    fn choose_chip(self, place: usize) {
        let Some(chip) = self.chips.with_value(|chips| chips.get(place).cloned()) else {
            return;
        };
        self.chip.set(place);
        self.arithmetic_latency.set(chip.arithmetic_latency);
        if let Some(memory) = chip.memory {
            self.memory_latency.set(memory.latency_cycles);
        }
    }

    /// The chip whose figures are used; tracked.
    pub fn chosen_chip(self) -> Option<Chip> {
        let place = self.chip.get();
        self.chips.with_value(|chips| chips.get(place).cloned())
    }

    pub fn signal(self, dial: Dial) -> RwSignal<u32> {
        match dial {
            Dial::Warps => self.warps,
            Dial::Chains => self.chains,
            Dial::ArithmeticLatency => self.arithmetic_latency,
            Dial::MemoryLatency => self.memory_latency,
        }
    }

    /// What the model takes; tracked.
    pub fn setting(self, warp_width: u32) -> Setting {
        Setting {
            warps: self.warps.get(),
            arithmetic_latency: self.arithmetic_latency.get(),
            memory_latency: self.memory_latency.get(),
            cores: self.chosen_chip().map_or(warp_width, |chip| chip.cores),
            warp_width,
        }
    }

    /// Whether the latencies are the chip's published ones; tracked.
    pub fn is_published(self, dial: Dial) -> bool {
        let value = self.signal(dial).get();
        let chip = self.chosen_chip();
        chip.is_some_and(|chip| match dial {
            Dial::ArithmeticLatency => chip.arithmetic_latency == value,
            Dial::MemoryLatency => chip
                .memory
                .is_some_and(|memory| memory.latency_cycles == value),
            Dial::Warps | Dial::Chains => false,
        })
    }
}

#[component]
pub fn DialRow(page: Page, dials: Dials) -> impl IntoView {
    let words = move || page.strings().scheduler_words();
    let options = dials.chips.with_value(|chips| {
        let option = |(place, chip): (usize, &Chip)| {
            view! {
                <option value=place.to_string() selected=move || dials.chip.get() == place>{chip.name}</option>
            }
        };
        chips.iter().enumerate().map(option).collect_view()
    });
    let works = Work::ALL.map(|work| {
        view! {
            <option value=work.id() selected=move || dials.work.get() == work>{move || (words().work_of)(work)}</option>
        }
    });
    view! {
        <div class="dials">
            <label class="dial">
                <span>{move || words().chip}</span>
                <select
                    id="scheduler-chip"
                    on:change=move |event| {
                        if let Ok(place) = event_target_value(&event).parse() {
                            dials.choose_chip(place);
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
                    on:change=move |event| {
                        if let Some(work) = Work::by_id(&event_target_value(&event)) {
                            dials.work.set(work);
                            dials.cycle.set(None);
                        }
                    }
                >
                    {works.collect_view()}
                </select>
            </label>
            {Dial::ALL.map(|dial| view! { <Slider page=page dials=dials dial=dial /> }).collect_view()}
        </div>
    }
}

#[component]
fn Slider(page: Page, dials: Dials, dial: Dial) -> impl IntoView {
    let value = dials.signal(dial);
    let words = move || page.strings().scheduler_words();
    // The kernel's own statements have their own dependences.
    let off = move || dial == Dial::Chains && dials.work.get() == Work::Kernel;
    view! {
        <label class="dial" class:off=off title=move || dial.hint(words())>
            <span><i>{move || dial.label(words())}</i> " " <output>{move || value.get()}</output></span>
            <input
                id=dial.id()
                type="range"
                min=dial.range().start().to_string()
                max=dial.range().end().to_string()
                disabled=off
                aria-label=move || dial.hint(words())
                prop:value=move || value.get().to_string()
                on:keydown=keep_keys
                on:input=move |event| {
                    // A slider gives whole numbers of its range; anything else changes nothing.
                    if let Some(number) = event_target_value(&event).parse().ok().filter(|number| dial.range().contains(number)) {
                        value.set(number);
                    }
                }
            />
        </label>
    }
}

/// Arrows move a slider that has the focus, and not the run.
pub fn keep_keys(event: web_sys::KeyboardEvent) {
    let own = ["Arrow", "Page", "Home", "End"];
    if own.iter().any(|key| event.key().starts_with(key)) {
        event.stop_propagation();
    }
}
