//! The playground's layout: the text with its findings, and beside it the launch, the lanes, and one view of the run.

use super::buffers::BuffersPanel;
use super::chain::{ChainCounters, StageStrip};
use super::editor::{Editor, EditorPlace};
use super::editor_tools::{Divider, EditorLook, Letters};
use super::face_to_face::FacePanel;
use super::files::{SharedLink, Toolbar, open_files};
use super::findings::{Findings, InText};
use super::launch::{LanguageSwitch, LaunchStrip, Launched};
use super::messages::{Messages, State};
use super::order::Orders;
use super::running;
use super::setup::Setup;
use super::stops::StopsBar;
use super::tabs::Tabs;
use super::translation::TranslationPanel;
use super::versions::{PinnedLanes, VersionsPanel};
use super::welcome::Welcome;
use crate::browser::sheet::Sheet;
use crate::draft;
use crate::draft::Playground;
use crate::draft::Tab;
use crate::draw::icons;
use crate::lesson::Working;
use crate::lesson::live_region::LiveRegion;
use crate::page::menu::HEADER_SLOT;
use crate::page::{Page, Pane};
use crate::panels::area::PanelArea;
use crate::panels::counters::CountersPanel;
use crate::panels::lanes::LanesPanel;
use crate::panels::timeline::TimelinePanel;
use crate::run::gpu;
use crate::run::machine::ThisComputer;
use crate::run::player::Player;
use crate::run::runs::Runs;
use leptos::portal::Portal;
use leptos::prelude::*;

static SHEET: Sheet = Sheet::new(include_str!("../../../../assets/playground.css"));

/// The playground: the text, its launch, and what its run shows.
#[component]
pub fn PlaygroundPage(page: Page, runs: Runs) -> impl IntoView {
    SHEET.add();
    gpu::look(page);
    draft::follow(page);
    running::follow(page, runs);
    let pane = page.run.first;
    let place = EditorPlace::new();
    let playground = Playground::of(page);
    Effect::new(move |_| {
        if let Some(machine) = ThisComputer::of(page).0.get() {
            playground.count_for(&machine);
        }
    });
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
    let launched = Launched::of(page);
    Orders::follow(page);
    let slot = |id: &str| document().get_element_by_id(id);
    view! {
        <Working page=page runs=runs />
        {slot(HEADER_SLOT)
            .map(|slot| {
                view! {
                    <Portal mount=slot>
                        <Toolbar page=page place=place />
                    </Portal>
                }
            })}
        <main
            class="panels playground"
            id="playground"
            class:waiting=move || page.run.first.step_view.with(Option::is_none)
            style=move || format!("--text-width:{}", EditorLook::of(page).width())
        >
            {text_section(page, runs, place)}
            <Divider page=page />
            <div
                class="middle"
                class:stale=move || !playground.is_of_this_text()
                data-tab=move || playground.tab.get().id()
                data-panel=move || page.run.panel.get().map(lessons::Panel::id)
                style=move || format!("--warps:{};--lines:{}", warps.get(), lines.get())
            >
                <LaunchStrip page=page launched=launched />
                <StageStrip page=page />
                <LanesPanel page=page pane=pane />
                <PinnedLanes page=page />
                <Tabs page=page />
                <Setup page=page runs=runs launched=launched />
                {move || chosen_view(page, pane)}
            </div>
        </main>
        <LiveRegion page=page />
        <Player page=page extra=move || view! { <StopsBar page=page place=place /> }.into_any() />
    }
    .into_any()
}

/// Shows the view of the run that the reader has chosen. Tracked.
fn chosen_view(page: Page, pane: Pane) -> AnyView {
    match Playground::of(page).tab.get() {
        Tab::Pictures => view! {
            <PanelArea page=page pane=pane />
            <TimelinePanel page=page pane=pane />
        }
        .into_any(),
        // The form is always there, so that what was typed into it stays.
        Tab::Setup => ().into_any(),
        Tab::Counters => view! {
            <ChainCounters page=page />
            <CountersPanel page=page />
            <p class="source">
                <a id="to-report" href="#/trust">
                    {move || page.strings().report().compare}
                </a>
            </p>
        }
        .into_any(),
        Tab::Buffers => view! { <BuffersPanel page=page /> }.into_any(),
        Tab::Gpu => view! { <FacePanel page=page /> }.into_any(),
        Tab::Translation => view! { <TranslationPanel page=page /> }.into_any(),
        Tab::Versions => view! { <VersionsPanel page=page /> }.into_any(),
    }
}

/// Shows the text with its findings and messages.
fn text_section(page: Page, runs: Runs, place: EditorPlace) -> impl IntoView {
    let findings = Findings::of(page, place);
    // Files that are dropped on the text are opened. The editor would insert them into the text.
    let over = RwSignal::new(false);
    let drop = move |event: web_sys::DragEvent| {
        over.set(false);
        let files = event.data_transfer().and_then(|given| given.files());
        if let Some(files) = files.filter(|files| files.length() > 0) {
            event.prevent_default();
            event.stop_propagation();
            open_files(page, &files);
        }
    };
    view! {
        <section
            class="playground-text"
            class:over=move || over.get()
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop:capture=drop
            aria-label=move || page.strings().playground().text
        >
            {text_head(page, place, findings)}
            <SharedLink page=page />
            <Editor page=page place=place>
                <InText page=page place=place runs=runs findings=findings />
            </Editor>
            <Messages page=page place=place runs=runs findings=findings />
            <Welcome page=page place=place />
        </section>
    }
}

/// Shows the way back to the lesson, the language and the state of the text, above the text.
fn text_head(page: Page, place: EditorPlace, findings: Findings) -> impl IntoView {
    let playground = Playground::of(page);
    view! {
        <div class="text-head">
            {move || {
                playground
                    .origin
                    .get()
                    .map(|_| {
                        view! {
                            <button
                                id="to-lesson"
                                class="button quiet"
                                title="U"
                                on:click=move |_| page.back_to_lesson()
                            >
                                <svg viewBox="0 0 16 16" aria-hidden="true">
                                    <path d=icons::LEFT />
                                </svg>
                                {move || page.strings().playground().to_lesson}
                            </button>
                        }
                    })
            }}
            {move || {
                playground
                    .asked_if
                    .get()
                    .map(|(question, _)| {
                        view! {
                            <span class="asked-if" id="asked-if">
                                {(page.strings().what_if_asked)(question)}
                            </span>
                        }
                    })
            }} <LanguageSwitch page=page /> <State page=page place=place findings=findings />
            <span class="grow" /> <Letters page=page />
        </div>
    }
}
