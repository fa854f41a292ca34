//! The lesson page: code, lanes, memory, timeline, counters and times at one position of the trace.

pub mod bar;
pub mod list;
pub mod live_region;
pub mod previews;
pub mod times;
pub mod walked;

use crate::compare::Compare;
use crate::lesson::bar::Strip;
use crate::lesson::live_region::LiveRegion;
use crate::lesson::times::TimesPanel;
use crate::page::lazy_view::lazy_view;
use crate::page::{EngineState, Page};
use crate::panels::area::PanelArea;
use crate::panels::code::CodePanel;
use crate::panels::counters::CountersPanel;
use crate::panels::lanes::LanesPanel;
use crate::panels::timeline::TimelinePanel;
use crate::present::slides::SlideBar;
use crate::present::stage::{ClockPage, Told};
use crate::run::player::Player;
use crate::run::runs::Runs;
use crate::run::swipe::Swipe;
use leptos::prelude::*;

lazy_view! { panels in times_placeholder => times_panel(page: Page) { view! { <TimesPanel page=page /> } } }
lazy_view! { panels: clock(page: Page, told: Told) { view! { <ClockPage page=page told=told /> } } }
lazy_view! { panels: compare(page: Page) { view! { <Compare page=page /> } } }

/// Keeps the room of the times panel while it loads, so that its neighbours stay in place.
fn times_placeholder() -> AnyView {
    view! { <section class="panel times-panel" /> }.into_any()
}

#[component]
pub fn LessonPage(page: Page, runs: Runs) -> impl IntoView {
    let comparing = Memo::new(move |_| {
        page.run
            .spec
            .with(|view| view.as_ref().is_some_and(|view| !view.beside.is_empty()))
    });
    let told = Memo::new(move |_| told(page));
    view! {
        <div class="top">
            <Strip page=page />
            <SlideBar page=page />
        </div>
        <Working page=page runs=runs />
        {move || match (told.get(), comparing.get()) {
            (Some(told), _) => clock(page, told),
            (None, true) => compare(page),
            (None, false) => view! { <Panels page=page /> }.into_any(),
        }}
        <LiveRegion page=page />
        <Player page=page />
    }
}

/// Returns what the shown slide says about times, if it is about them. Tracked.
fn told(page: Page) -> Option<Told> {
    let showing = page.slide_shown()?;
    Told::of(&showing.slide.run()?.parts)
}

/// One run with all its panels.
#[component]
fn Panels(page: Page) -> impl IntoView {
    let pane = page.run.first;
    // The number of rows divides the height of the middle panels; it changes with the block, not with the step.
    let warps = Memo::new(move |_| {
        page.run
            .first
            .step_view
            .with(|step_view| step_view.as_ref().map_or(2, |step_view| step_view.lanes.rows.len()))
    });
    let lines = Memo::new(move |_| {
        page.run
            .first
            .step_view
            .with(|step_view| step_view.as_ref().map_or(2, |step_view| step_view.array.lines.len()))
    });
    let swipe = Swipe::new(page);
    view! {
        <main
            class="panels lesson"
            class:waiting=move || page.run.first.step_view.with(Option::is_none)
            on:pointerdown=move |event| swipe.begin(&event)
            on:pointerup=move |event| swipe.end(&event)
        >
            <CodePanel page=page pane=pane />
            <div
                class="middle"
                data-panel=move || page.run.panel.get().map(lessons::Panel::id)
                style=move || format!("--warps:{};--lines:{}", warps.get(), lines.get())
            >
                <LanesPanel page=page pane=pane />
                <PanelArea page=page pane=pane />
                <TimelinePanel page=page pane=pane />
            </div>
            <div class="side">
                <CountersPanel page=page />
                {times_panel(page)}
            </div>
        </main>
    }
}

/// A thin progress bar while the engine works; a run that takes long also shows a text.
#[component]
pub fn Working(page: Page, runs: Runs) -> impl IntoView {
    view! {
        <div class="working" role="status">
            {move || match page.engine.get() {
                EngineState::Working { done, all, slow: true } => {
                    let share = if all == 0 { 0.0 } else { done as f64 / all as f64 };
                    let strings = page.strings();
                    Some(
                        view! {
                            <div class="working-bar" style=format!("--share:{share}") />
                            <div class="working-card">
                                <span>{strings.computing} " · " {(strings.blocks_done)((done, all))}</span>
                                <button id="cancel-run" class="button" on:click=move |_| runs.cancel()>
                                    {strings.cancel}
                                </button>
                            </div>
                        },
                    )
                }
                EngineState::Working { .. } | EngineState::Idle | EngineState::GaveUp => None,
            }}
        </div>
    }
}
