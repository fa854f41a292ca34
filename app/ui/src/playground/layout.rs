//! The playground's layout: text and messages, the run, and a side column with settings, counters, buffers and the GPU.

use super::buffers::BuffersPanel;
use super::chain::{ChainCounters, StageStrip};
use super::editor::{Editor, EditorPlace};
use super::editor_tools::{EditorLook, EditorTools};
use super::face_to_face::FacePanel;
use super::files::{Files, open_files};
use super::launch::is_cuda;
use super::messages::Messages;
use super::running;
use super::setup::Setup;
use super::stops::StopsBar;
use super::translation::TranslationPanel;
use super::versions::{PinnedLanes, VersionsPanel};
use crate::draft;
use crate::draft::Playground;
use crate::draft::Tab;
use crate::draw::icons;
use crate::lesson::Working;
use crate::lesson::live_region::LiveRegion;
use crate::page::Page;
use crate::panels::area::PanelArea;
use crate::panels::counters::CountersPanel;
use crate::panels::lanes::LanesPanel;
use crate::panels::timeline::TimelinePanel;
use crate::run::gpu;
use crate::run::player::Player;
use crate::run::runs::Runs;
use leptos::prelude::*;

/// Goes to the entry before in the browser's history: the lesson or the slide, at the same step.
fn go_back() {
    if let Ok(history) = window().history() {
        // If the browser refuses, its own button goes back.
        let _ = history.back();
    }
}

#[component]
pub fn PlaygroundPage(page: Page, runs: Runs) -> impl IntoView {
    gpu::look(page);
    draft::follow(page);
    running::follow(page, runs);
    let pane = page.run.first;
    let place = EditorPlace::new();
    let playground = Playground::of(page);
    let warps = Memo::new(move |_| {
        page.run.first.step_view.with(|step_view| {
            step_view
                .as_ref()
                .map_or(2, |step_view| step_view.lanes.rows.len())
        })
    });
    let lines = Memo::new(move |_| {
        page.run.first.step_view.with(|step_view| {
            step_view
                .as_ref()
                .map_or(2, |step_view| step_view.array.lines.len())
        })
    });
    let side = move || match playground.tab.get() {
        Tab::Setup => view! { <Setup page=page runs=runs /> }.into_any(),
        Tab::Counters => {
            view! { <ChainCounters page=page /> <CountersPanel page=page /> }.into_any()
        }
        Tab::Buffers => view! { <BuffersPanel page=page /> }.into_any(),
        Tab::Gpu => view! { <FacePanel page=page /> }.into_any(),
        Tab::Translation => view! { <TranslationPanel page=page /> }.into_any(),
        Tab::Versions => view! { <VersionsPanel page=page /> }.into_any(),
    };
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
        <Working page=page runs=runs />
        <main class="panels playground" id="playground" class:waiting=move || page.run.first.step_view.with(Option::is_none) class:wide=move || EditorLook::of(page).is_wide()>
            <section class="panel playground-text" class:over=move || over.get()
                on:dragover=move |event| { event.prevent_default(); over.set(true); }
                on:dragleave=move |_| over.set(false)
                on:drop:capture=drop
                aria-label=move || page.strings().playground().text>
                {move || playground.came_from_lesson.get().then(|| view! {
                    <button id="to-lesson" class="button quiet to-lesson" on:click=move |_| go_back()>
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::BACK /></svg>
                        {move || page.strings().playground().to_lesson}
                    </button>
                })}
                <Files page=page />
                <Editor page=page place=place />
                <EditorTools page=page place=place />
                <Messages page=page place=place />
            </section>
            <div class="middle" class:stale=move || !playground.is_of_this_text() data-panel=move || page.run.panel.get().map(lessons::Panel::id) style=move || format!("--warps:{};--lines:{}", warps.get(), lines.get())>
                <StageStrip page=page />
                <StopsBar page=page place=place />
                <LanesPanel page=page pane=pane />
                <PinnedLanes page=page />
                <PanelArea page=page pane=pane />
                <TimelinePanel page=page pane=page.run.first />
            </div>
            <div class="side playground-side">
                <div class="segments" role="group" aria-label=move || page.strings().playground().side>
                    {Tab::ALL.map(|tab| view! {
                        <button hidden=move || tab == Tab::Translation && !is_cuda(page) data-side-tab=tab.id() aria-pressed=move || (playground.tab.get() == tab).to_string() on:click=move |_| playground.tab.set(tab)>
                            {move || (page.strings().playground().tab)(tab.id())}
                        </button>
                    }).collect_view()}
                </div>
                {side}
            </div>
        </main>
        <LiveRegion page=page />
        <Player page=page />
    }
    .into_any()
}
