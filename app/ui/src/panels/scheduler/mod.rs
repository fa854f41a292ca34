//! The scheduler panel: warps that wait and go out on a model of one scheduler, and Little's law below.

mod dials;
mod law;
mod run;

use crate::browser::window::prefers_still;
use crate::draw::icons;
use crate::draw::palette;
use crate::draw::scheduler::{Layout, Zoom, draw};
use crate::page::{Page, Pane, SPEEDS};
use crate::panels::tabs::PanelTabs;
use crate::run::badge::badge;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
pub use dials::keep_keys;
use dials::{Controls, DialRow};
use law::LittlesLaw;
use leptos::html;
use leptos::prelude::*;
use lessons::scheduler::{Dial, MOST_WARPS, WarpCycle};
use model::export::Taken;
use model::panels::counters::Kind;
use model::strings;
use run::Run;
use std::time::Duration;

/// Cycles that pass while the player would press once.
const CYCLES_A_PRESS: f64 = 6.0;

#[component]
pub fn SchedulerPanel(page: Page, pane: Pane) -> impl IntoView {
    let controls = Controls::new(page);
    let run = Run::new(pane, controls);
    follow_step(page, pane, controls);
    follow_play(page, controls, run);
    let words = move || page.strings().scheduler_words();
    let busy = move || {
        run.schedule.with(|schedule| {
            let (cycles, slots) = (schedule.busy()?, schedule.utilisation()?);
            Some((words().busy)(100.0 * cycles, 100.0 * slots))
        })
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Scheduler)))
            class="panel slot-panel scheduler-panel"
        >
            <h2>
                <PanelTabs page=page />
                <em id=(pane.index == 0)
                    .then_some(
                        "scheduler-busy",
                    )>
                    {move || busy().unwrap_or_else(|| words().empty.to_owned())} " "
                    {move || badge(page.strings(), Kind::Modelled)}
                </em>
            </h2>
            <div
                class="slot-scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.strings().panel(Some(lessons::Panel::Scheduler))
            >
                <DialRow page=page controls=controls />
                <div class="scheduler-picture">
                    <div class="scheduler-cells">
                        <Picture page=page pane=pane controls=controls run=run />
                    </div>
                    <Chart page=page controls=controls run=run />
                </div>
                <Cycles page=page controls=controls run=run />
                <Legend page=page />
                <Names page=page controls=controls run=run />
                <LittlesLaw page=page controls=controls run=run />
            </div>
        </section>
    }
}

/// A step of the run takes the playhead with it. On stage, instructions that are not the run's play from their first
/// cycle: no step of the run moves them.
fn follow_step(page: Page, pane: Pane, controls: Controls) {
    let has_own_work = Memo::new(move |_| controls.has_own_work());
    Effect::new(move |_| {
        pane.step_view.track();
        let on_stage = page.route.presenting.get() && !page.run.is_thumbnail();
        let plays = has_own_work.get() && on_stage && !prefers_still();
        controls.cycle.set(plays.then_some(0));
        controls.playing.set(plays);
    });
}

/// Cycles go by while playing, as fast as the player's speed says.
fn follow_play(page: Page, controls: Controls, run: Run) {
    Effect::new(move |_| {
        let speed = SPEEDS.get(page.settings.speed.get()).copied().unwrap_or(1.0);
        if !controls.playing.get() {
            return;
        }
        let tick = move || {
            let (now, end) = (
                run.playhead.get_untracked(),
                run.schedule.with_untracked(|schedule| schedule.cycles),
            );
            if now < end {
                controls.cycle.set(Some(now + 1));
            }
            if now + 1 >= end {
                controls.playing.set(false);
            }
        };
        let every = Duration::from_secs_f64(1.0 / (speed * CYCLES_A_PRESS));
        if let Ok(ticking) = set_interval_with_handle(tick, every) {
            on_cleanup(move || ticking.clear());
        }
    });
}

#[component]
fn Picture(page: Page, pane: Pane, controls: Controls, run: Run) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let changes = move || {
        run.schedule.track();
        run.playhead.track();
        run.zoom.track();
    };
    draw_when(page, canvas, changes, move |surface, palette| {
        let strings = strings::of(page.settings.language.get_untracked());
        let (playhead, zoom) = (run.playhead.get_untracked(), run.zoom.get_untracked());
        let names = controls.dials.get_untracked().work.names();
        run.schedule.with_untracked(|schedule| {
            draw(surface, palette, strings, schedule, names, playhead, zoom);
        });
    });
    let label = move || {
        let words = page.strings().scheduler_words();
        let cycles = run.schedule.with(|schedule| schedule.cycles);
        format!(
            "{}. {}: {}",
            words.hint,
            (words.place)(run.playhead.get(), cycles),
            (words.counts)(&run.counts())
        )
    };
    let go = move |event: web_sys::PointerEvent| {
        let Some((x, _, width, _)) = place(&event) else {
            return;
        };
        let cycles = run.schedule.with_untracked(|schedule| schedule.cycles);
        let layout = Layout::new(
            &palette::current(),
            width,
            cycles,
            controls.dials.get_untracked().work.names(),
            run.playhead.get_untracked(),
            run.zoom.get_untracked(),
        );
        if let Some(cycle) = layout.at(x) {
            controls.playing.set(false);
            controls.cycle.set(Some(cycle.min(cycles)));
        }
    };
    view! {
        <canvas
            id=(pane.index == 0).then_some("scheduler")
            node_ref=canvas
            role="img"
            aria-label=label
            title=move || page.strings().scheduler_words().hint
            data-warps=move || run.letters()
            data-cycle=move || run.playhead.get().to_string()
            data-cycles=move || run.schedule.with(|schedule| schedule.cycles).to_string()
            data-issued=move || run.schedule.with(|schedule| schedule.issued).to_string()
            on:pointerdown=go
        />
    }
}

/// Utilisation against warps, as shares of a frame.
#[component]
fn Chart(page: Page, controls: Controls, run: Run) -> impl IntoView {
    let words = move || page.strings().scheduler_words();
    let across = |warps: u32| 100.0 * f64::from(warps - 1) / f64::from(MOST_WARPS - 1);
    let line = move || {
        run.chart.with(|chart| {
            let points = (1..)
                .zip(chart.iter())
                .map(|(warps, share)| format!("{:.2} {:.2}", across(warps), 100.0 - 100.0 * share));
            format!("M{}", points.collect::<Vec<_>>().join("L"))
        })
    };
    let now = move || {
        let warps = controls.get(Dial::Warps);
        let share = run.chart.with(|chart| chart.get(warps as usize - 1).copied());
        (warps, 100.0 * share.unwrap_or(0.0))
    };
    view! {
        <figure
            class="plot"
            aria-label=move || format!("{}: {}", words().against_warps, (words().chart)(now().1, now().0))
        >
            <figcaption>{move || words().against_warps} <b>{move || (words().chart)(now().1, now().0)}</b></figcaption>
            <div class="plot-frame" aria-hidden="true">
                <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                    <path d=line />
                </svg>
                <i style=move || format!("--x:{};--y:{}", across(now().0), now().1) />
            </div>
            <div class="plot-range" aria-hidden="true">
                <span>"1"</span>
                <span>{MOST_WARPS.to_string()}</span>
            </div>
        </figure>
    }
}

/// The playhead's own controls, and what is under it.
#[component]
fn Cycles(page: Page, controls: Controls, run: Run) -> impl IntoView {
    let words = move || page.strings().scheduler_words();
    let cycles = move || run.schedule.with(|schedule| schedule.cycles);
    let play = move || {
        if controls.playing.get() {
            words().pause
        } else {
            words().play
        }
    };
    let zoom = move |zoom: Zoom, text: fn(&strings::scheduler::SchedulerWords) -> &'static str| {
        view! {
            <button
                aria-pressed=move || (run.zoom.get() == zoom).to_string()
                on:click=move |_| controls.zoom.set(Some(zoom))
            >
                {move || text(words())}
            </button>
        }
    };
    view! {
        <div class="cycles" class:of-own-work=move || controls.has_own_work()>
            <button
                id="scheduler-play"
                class="icon-button"
                aria-label=play
                title=play
                on:click=move |_| {
                    if run.playhead.get_untracked() >= run.schedule.with_untracked(|schedule| schedule.cycles) {
                        controls.cycle.set(Some(0));
                    }
                    controls.playing.update(|playing| *playing = !*playing);
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=move || if controls.playing.get() { icons::PAUSE } else { icons::PLAY } />
                </svg>
            </button>
            <input
                id="scheduler-cycle"
                type="range"
                min="0"
                max=move || cycles().to_string()
                aria-label=move || words().cycle
                aria-valuetext=move || (words().place)(run.playhead.get(), cycles())
                prop:value=move || run.playhead.get().to_string()
                on:keydown=keep_keys
                on:input=move |event| {
                    if let Ok(cycle) = event_target_value(&event).parse() {
                        controls.playing.set(false);
                        controls.cycle.set(Some(cycle));
                    }
                }
            />
            <span class="cycle-place" id="scheduler-place">
                {move || (words().place)(run.playhead.get(), cycles())}
            </span>
            <span class="segments small" role="group" aria-label=move || words().zoom>
                {zoom(Zoom::Cycles, |words| words.zoom_cycles)}
                {zoom(Zoom::Whole, |words| words.zoom_whole)}
            </span>
        </div>
    }
}

/// The first warp's instructions, if they have names, each with its cycle. Those that have been issued are bold.
#[component]
fn Names(page: Page, controls: Controls, run: Run) -> impl IntoView {
    let each = move |(place, name): (usize, &'static str)| {
        let cycle = run.schedule.with(|schedule| schedule.cycle_of(place));
        let text = (page.strings().scheduler_words().issued_in)(name, cycle);
        if cycle <= run.playhead.get() {
            view! { <b>{text}</b> }.into_any()
        } else {
            view! { <span>{text}</span> }.into_any()
        }
    };
    move || {
        let names = controls.dials.get().work.names();
        (!names.is_empty()).then(|| {
            view! {
                <p class="legend" id="scheduler-names">
                    {names.iter().copied().enumerate().map(each).collect_view()}
                </p>
                <p class="source">
                    {badge(page.strings(), Kind::Modelled)} " " {page.strings().scheduler_words().sides}
                </p>
            }
        })
    }
}

/// The states by their signs; what has finished has none.
#[component]
fn Legend(page: Page) -> impl IntoView {
    let states = [
        (WarpCycle::Issued, "key issued"),
        (WarpCycle::Eligible, "key eligible"),
        (WarpCycle::StalledOnArithmetic, "key waits-result"),
        (WarpCycle::StalledOnMemory, "key waits-memory"),
    ];
    let key = |(state, class): (WarpCycle, &'static str)| {
        view! {
            <span>
                <i class=class />
                {move || (page.strings().scheduler_words().state)(state)}
            </span>
        }
    };
    view! { <p class="legend">{states.map(key).collect_view()}</p> }
}
