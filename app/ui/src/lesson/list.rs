//! The list of lessons: each card has the lesson's question and a small animation of its kernel.

use crate::browser::idle;
use crate::draw::palette::Palette;
use crate::draw::preview;
use crate::draw::surface::Surface;
use crate::lesson::previews::Previews;
use crate::page::Page;
use crate::run::canvas::{InWindow, draw_changes};
use crate::run::runs::Runs;
use leptos::html;
use leptos::prelude::*;
use lessons::{LESSONS, Lesson};
use model::address::Aside;
use model::playback::PreviewFrame;
use std::cell::Cell;
use std::time::Duration;

/// The time between two frames of a preview. It has `PARTS` slots, each longer than a screen frame, and each card moves
/// in its own slot, so that no two neighbouring cards are drawn in one screen frame.
const BEAT: Duration = Duration::from_millis(900);
const PARTS: usize = 36;

#[component]
pub fn LessonList(page: Page, previews: Previews, runs: Runs) -> impl IntoView {
    let running = runs.start(move || previews.run(runs));
    on_cleanup(move || runs.stop(running));
    let in_window = InWindow::new();
    let frames: [RwSignal<usize>; PARTS] = std::array::from_fn(|_| RwSignal::new(0));
    let still = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    if !still {
        let next = Cell::new(0);
        let ticking = set_interval_with_handle(
            move || {
                frames[next.get()].update(|frame| *frame = frame.wrapping_add(1));
                next.set((next.get() + 1) % PARTS);
            },
            BEAT / PARTS as u32,
        );
        if let Ok(ticking) = ticking {
            on_cleanup(move || ticking.clear());
        }
    }
    view! {
        <main class="list">
            <div class="hero">
                <h1>{move || page.strings().tagline}</h1>
                <p>
                    {move || page.strings().lead} " "
                    <a id="to-trust" href="#/trust">{move || (page.strings().place)(Aside::Trust)}</a>
                    " · "
                    <a id="to-deck" href="#/deck">{move || (page.strings().place)(Aside::Deck)}</a>
                </p>
            </div>
            {LESSONS.chunk_by(|one, other| one.group == other.group).map(|group| {
                let of_group = group[0].group;
                let first = LESSONS.iter().position(|lesson| lesson.group == of_group).unwrap_or(0);
                view! {
                    <section class="group">
                        <h2>{move || (page.strings().group)(of_group)}</h2>
                        <div class="cards">
                            {(first..).zip(group).map(|(index, lesson)| view! { <Card page=page previews=previews in_window=in_window frame=frames[index % PARTS] index=index lesson=*lesson /> }).collect_view()}
                        </div>
                    </section>
                }
            }).collect_view()}
        </main>
    }
}

#[component]
fn Card(
    page: Page,
    previews: Previews,
    in_window: InWindow,
    frame: RwSignal<usize>,
    index: usize,
    lesson: &'static Lesson,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let seen = in_window.watch(canvas);
    let changes = move || {
        if seen.get() {
            previews.track(index);
            frame.track();
        }
    };
    let shown = move || {
        let frame = frame.get_untracked();
        previews.with(index, |playback| playback.preview_frame(frame))
    };
    let whole = move |surface: &Surface, palette: &Palette, now: &PreviewFrame| {
        previews.with(index, |playback| {
            preview::draw(surface, palette, &playback.timeline, now);
            idle::mark();
        });
    };
    let changed =
        move |surface: &Surface, palette: &Palette, before: &PreviewFrame, now: &PreviewFrame| {
            let redrawn = previews.with(index, |playback| {
                preview::redraw(surface, palette, &playback.timeline, before, now)
            });
            redrawn.unwrap_or(false)
        };
    draw_changes(page, canvas, changes, shown, whole, changed);
    let title = move || lesson.title.get(page.settings.language.get());
    let present = move || (page.strings().present().present_lesson)(title());
    view! {
        <div class="card-place">
            <a class="card" href=format!("#/{}", lesson.id) data-lesson-card=lesson.id>
                <canvas class="card-picture" node_ref=canvas aria-hidden="true"></canvas>
                <small>{move || (page.strings().lesson_number)(index + 1)}</small>
                <h3>{title}</h3>
                <p>{move || lesson.question.get(page.reads())}</p>
            </a>
            <a class="card-slides" href=format!("#/{}?slide=1&stage=1", lesson.id) title=present aria-label=present>{move || page.strings().slides}</a>
        </div>
    }
}
