//! The player: a sentence about the next statement, and the controls that move through the run.

use crate::draw::icons;
use crate::page::roving::stop;
use crate::page::{Page, SPEEDS};
use crate::run::badge::badge;
use crate::run::caption::Captions;
use leptos::prelude::*;
use model::panels::counters::Kind;
use model::run::playback::Playback;
use simt::Grain;
use std::time::Duration;

/// Steps automatically at the chosen speed, to the end of a slide's range or of the run.
pub fn follow_play(page: Page) {
    Effect::new(move |_| {
        let speed = SPEEDS.get(page.settings.speed.get()).copied().unwrap_or(1.0);
        if !page.run.playing.get() {
            return;
        }
        let every = Duration::from_secs_f64(1.0 / speed);
        let ends_with_slide = page.is_before_end_of_slide();
        let stop_at_end = move || {
            if page.is_at_end() || (ends_with_slide && !page.is_before_end_of_slide()) {
                page.run.playing.set(false);
            }
        };
        let tick = move || {
            if document().hidden() {
                return;
            }
            stop_at_end();
            if page.run.playing.get_untracked() {
                if !page.forward() {
                    page.run.playing.set(false);
                }
                // A breakpoint before the end stops the run first.
                request_animation_frame(stop_at_end);
            }
        };
        let ticking = set_interval_with_handle(tick, every);
        if let Ok(ticking) = ticking {
            on_cleanup(move || ticking.clear());
        }
    });
}

/// The player; `extra` stands beside its buttons.
#[component]
pub fn Player(page: Page, #[prop(optional, into)] extra: Option<ViewFn>) -> impl IntoView {
    view! {
        <footer class="player" id="player" aria-label=move || page.strings().player>
            <div class="player-line">
                <CaptionLine page=page />
                <PlaceLine page=page />
            </div>
            <Controls page=page extra=extra />
        </footer>
    }
}

/// The controls that move through the run.
#[component]
pub fn Controls(page: Page, #[prop(optional_no_strip)] extra: Option<ViewFn>) -> impl IntoView {
    view! {
        <div class="player-line">
            <Buttons page=page />
            {extra.map(|extra| extra.run())}
            <Slider page=page />
            <Grains page=page />
            <Speed page=page />
        </div>
    }
}

#[component]
pub fn CaptionLine(page: Page) -> impl IntoView {
    let columns = Memo::new(move |_| page.run.columns());
    view! {
        <p class="caption grow" id="caption" data-lines=move || columns.get().to_string()>
            <Captions page=page panes=columns.into() />
        </p>
    }
}

#[component]
pub fn PlaceLine(page: Page) -> impl IntoView {
    view! {
        <p class="place" id="place">
            {move || {
                let strings = page.strings();
                let iteration = page
                    .run
                    .first
                    .step_view
                    .with(|step_view| { step_view.as_ref().and_then(|step_view| step_view.iteration) });
                let is_cycle = page.run.cycles.shown().is_some();
                let iteration = iteration.filter(|_| !is_cycle);
                view! {
                    {place(page)}
                    {iteration.map(|iteration| format!(" · {}", (strings.stride_loop)(iteration)))}
                }
            }}
        </p>
    }
}

/// Returns the step or the modelled cycle that is shown, and their number. Tracked.
pub fn place(page: Page) -> AnyView {
    let strings = page.strings();
    match page.run.cycles.shown() {
        Some((cycle, walk)) => view! {
            <span id="cycle" data-cycle=cycle.to_string() title=strings.scheduler_words().model>
                {(strings.cycle_of)((cycle, walk.end()))}
                " "
                {badge(strings, Kind::Modelled)}
            </span>
        }
        .into_any(),
        None => (strings.step_of)((page.press_shown(), page.presses())).into_any(),
    }
}

#[component]
fn Buttons(page: Page) -> impl IntoView {
    let stop = move || page.run.playing.set(false);
    let at_start = move || page.press_shown() == 0;
    let at_end = move || page.press_shown() >= page.presses();
    let play_title = move || {
        let strings = page.strings();
        let does = if page.run.playing.get() {
            strings.pause
        } else {
            strings.play
        };
        // On a slide, the space bar goes forward instead of playing.
        match page.slide_shown() {
            Some(_) => does.to_owned(),
            None => (strings.by_space)(does),
        }
    };
    view! {
        <div class="buttons">
            <button
                id="first"
                class="round"
                title=move || page.strings().first
                aria-label=move || page.strings().first
                aria-disabled=move || at_start().to_string()
                on:click=move |_| {
                    stop();
                    page.go_to(0)
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icons::FIRST />
                </svg>
                <span class="end-word" aria-hidden="true">
                    {move || page.strings().first_word}
                </span>
            </button>
            <button
                id="back"
                class="round"
                title=move || page.strings().back
                aria-label=move || page.strings().back
                aria-disabled=move || at_start().to_string()
                on:click=move |_| {
                    stop();
                    page.retreat();
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icons::BACK />
                </svg>
                <span aria-hidden="true">{move || page.strings().back_word}</span>
            </button>
            <button
                id="next"
                class="round primary"
                title=move || page.strings().next
                aria-label=move || page.strings().next
                aria-disabled=move || at_end().to_string()
                on:click=move |_| {
                    stop();
                    page.advance();
                }
            >
                <span aria-hidden="true">{move || page.strings().next_word}</span>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icons::NEXT />
                </svg>
            </button>
            <button
                id="last"
                class="round"
                title=move || page.strings().last
                aria-label=move || page.strings().last
                aria-disabled=move || at_end().to_string()
                on:click=move |_| {
                    stop();
                    page.to_end()
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icons::LAST />
                </svg>
                <span class="end-word" aria-hidden="true">
                    {move || page.strings().last_word}
                </span>
            </button>
            <button id="play" class="round" title=play_title aria-label=play_title on:click=move |_| page.toggle_play()>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=move || if page.run.playing.get() { icons::PAUSE } else { icons::PLAY } />
                </svg>
                <span aria-hidden="true">
                    {move || if page.run.playing.get() { page.strings().pause } else { page.strings().play }}
                </span>
            </button>
        </div>
    }
}

#[component]
fn Slider(page: Page) -> impl IntoView {
    let press = move || page.press_shown();
    let presses = move || page.presses().max(1);
    let style = move || {
        let share = |press: usize| (press as f64 / presses() as f64).min(1.0);
        // The slide's range is highlighted in the slider.
        let (from, to) = page.stretch().map_or((0.0, 0.0), |(from, to)| (share(from), share(to)));
        format!("--share:{};--from:{from};--to:{to}", share(press()))
    };
    view! {
        <div class="slider-place grow">
            <input
                id="slider"
                class="slider"
                type="range"
                min="0"
                max=move || presses().to_string()
                step="1"
                aria-label=move || page.strings().position
                aria-valuetext=move || (page.strings().step_of)((press(), presses()))
                style=style
                prop:value=move || press().to_string()
                on:input=move |event| {
                    page.run.playing.set(false);
                    if let Ok(press) = event_target_value(&event).parse() {
                        page.go_to_press(press);
                    }
                }
            />
            <StrideNames page=page />
            <FaultMarks page=page />
        </div>
    }
}

/// The least distance of two names or marks as a share of the slider.
const APART: f64 = 0.05;

/// The values of the loop's variable, below the places of the slider at which its iterations begin.
#[component]
fn StrideNames(page: Page) -> impl IntoView {
    /// Most iterations that have names.
    const MOST: usize = 40;
    let pane = page.run.first;
    // Neither changes with a step.
    let strides = Memo::new(move |_| {
        pane.summary.track();
        let strides = |playback: &Option<Playback>| Some(playback.as_ref()?.strides(MOST));
        pane.playback.with_value(strides).unwrap_or_default()
    });
    let presses = Memo::new(move |_| pane.presses().max(1));
    let names = move || {
        let grain = page.run.grain.get();
        let mut last = 0.0;
        strides.with(|strides| {
            let places = strides.iter().filter_map(|(position, value)| {
                let share = pane.press_of(*position, grain) as f64 / presses.get() as f64;
                let is_far = share - last >= APART;
                if is_far {
                    last = share;
                }
                is_far.then(|| view! { <i style=format!("--share:{share}")>{value.clone()}</i> })
            });
            places.collect_view()
        })
    };
    view! {
        <div class="slider-names" aria-hidden="true">
            {names}
        </div>
    }
}

/// The steps in which findings happen.
#[component]
fn FaultMarks(page: Page) -> impl IntoView {
    let pane = page.run.first;
    let marks = move || {
        let grain = page.run.grain.get();
        let presses = pane.presses().max(1) as f64;
        let mut shares = page.run.fault_steps.with(|steps| {
            let share = |step: &usize| pane.press_of(*step, grain) as f64 / presses;
            steps.iter().map(share).collect::<Vec<f64>>()
        });
        shares.sort_by(f64::total_cmp);
        // Marks that stand closer would cover each other.
        shares.dedup_by(|later, earlier| *later - *earlier < APART);
        let marks = shares.into_iter();
        marks
            .map(|share| view! { <i style=format!("--share:{share}")>"!"</i> })
            .collect_view()
    };
    view! {
        <div class="slider-faults" aria-hidden="true">
            {marks}
        </div>
    }
}

#[component]
fn Grains(page: Page) -> impl IntoView {
    // The step of an iteration has the name of what the loop counts where that says something: "stride", and not "k" or "off".
    let counted = Memo::new(move |_| counted_by_loop(page));
    let text = move |grain: Grain| {
        let usual = (page.strings().grain)(grain).to_owned();
        match grain {
            Grain::Iteration => counted.get().flatten().unwrap_or(usual),
            Grain::Warp | Grain::Statement | Grain::Barrier => usual,
        }
    };
    let is_missing = move |grain: Grain| grain == Grain::Iteration && counted.with(Option::is_none);
    let button = move |grain: Grain, id: &'static str| {
        view! {
            <button
                id=id
                hidden=move || is_missing(grain) && page.run.grain.get() != grain
                tabindex=move || stop(page.run.grain.get() == grain && !page.run.cycles.is_on())
                aria-pressed=move || (page.run.grain.get() == grain && !page.run.cycles.is_on()).to_string()
                title=move || (page.strings().grain_meaning)(grain)
                on:click=move |_| page.step_by(grain)
            >
                {move || text(grain)}
            </button>
        }
    };
    let choices = [
        (Grain::Warp, "grain-warp"),
        (Grain::Statement, "grain-statement"),
        (Grain::Iteration, "grain-stride"),
        (Grain::Barrier, "grain-barrier"),
    ];
    let option = move |(grain, id): (Grain, &'static str)| {
        view! {
            <option
                value=id
                hidden=move || is_missing(grain) && page.run.grain.get() != grain
                selected=move || page.run.grain.get() == grain && !page.run.cycles.is_on()
            >
                {move || text(grain)}
            </option>
        }
    };
    let choose = move |event| {
        let value = event_target_value(&event);
        match choices.iter().find(|(_, id)| *id == value) {
            Some((grain, _)) => page.step_by(*grain),
            None => page.step_by_cycle(),
        }
    };
    view! {
        <div class="segments grains" role="group" data-roving="" aria-label=move || page.strings().grain_label>
            {choices.map(|(grain, id)| button(grain, id))}
            <button
                id=CYCLE
                tabindex=move || stop(page.run.cycles.is_on())
                aria-pressed=move || page.run.cycles.is_on().to_string()
                aria-disabled=move || (!page.has_cycles()).to_string()
                title=move || if page.has_cycles() { page.strings().cycle_meaning } else { page.strings().no_cycles }
                on:click=move |_| page.step_by_cycle()
            >
                {move || page.strings().cycle}
            </button>
        </div>
        // A phone has no room for five buttons.
        <select id="grain" class="grain-choice" aria-label=move || page.strings().grain_label on:change=choose>
            {choices.map(option)}
            <option value=CYCLE selected=move || page.run.cycles.is_on() disabled=move || !page.has_cycles()>
                {move || page.strings().cycle}
            </option>
        </select>
    }
}

/// The value of the choice that steps by cycles.
const CYCLE: &str = "grain-cycle";

/// Returns the variable that the first run's loop counts; `Some(None)` if the loop declares none, and `None` if there is no
/// loop. Tracked.
fn counted_by_loop(page: Page) -> Option<Option<String>> {
    let pane = page.run.first;
    pane.summary.track();
    pane.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        let variable = playback.stride_loop.as_ref()?.variable;
        let named = variable.and_then(|index| playback.trace().variables.get(index));
        let named = named.map(|variable| variable.name.clone());
        Some(named.filter(|name| name.contains("stride")))
    })
}

/// Steps by statements in a run without a loop, whose only iteration would be the whole run. A slide keeps its own steps.
pub fn follow_loop(page: Page) {
    Effect::new(move |_| {
        let has_loop = counted_by_loop(page).is_some();
        let is_shown = page.run.first.summary.with_untracked(Option::is_some);
        let is_free = page.route.slide.with_untracked(Option::is_none);
        let by_iteration = page.run.grain.get_untracked() == Grain::Iteration;
        if is_shown && !has_loop && is_free && by_iteration {
            page.step_by(Grain::Statement);
        }
    });
}

#[component]
fn Speed(page: Page) -> impl IntoView {
    let speed = move || SPEEDS.get(page.settings.speed.get()).copied().unwrap_or(1.0);
    view! {
        <div class="speed" role="group" aria-label=move || page.strings().speed>
            <span class="speed-word" aria-hidden="true">
                {move || page.strings().speed}
            </span>
            <button
                id="slower"
                class="icon-button"
                aria-label=move || page.strings().slower
                title=move || page.strings().slower
                on:click=move |_| page.slower()
            >
                "−"
            </button>
            <output id="speed">{move || format!("{}×", speed())}</output>
            <button
                id="faster"
                class="icon-button"
                aria-label=move || page.strings().faster
                title=move || page.strings().faster
                on:click=move |_| page.faster()
            >
                "+"
            </button>
        </div>
    }
}
