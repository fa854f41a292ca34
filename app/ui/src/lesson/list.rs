//! The list of lessons: each card has the lesson's question and a small animation of its kernel.

use crate::browser::idle;
use crate::browser::window::prefers_still;
use crate::draw::palette::Palette;
use crate::draw::preview;
use crate::draw::surface::Surface;
use crate::lesson::previews::Previews;
use crate::lesson::walked::Walked;
use crate::page::Page;
use crate::page::preference::{keep_order, usual_order};
use crate::run::canvas::{InWindow, Painter, draw_changes};
use crate::run::runs::Runs;
use leptos::html;
use leptos::prelude::*;
use lessons::order::{self, BY_CONCEPT, Order};
use lessons::{Group, LESSONS, Lesson, Text};
use model::address::Aside;
use model::find::is_found;
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
    if !prefers_still() {
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
    let query = RwSignal::new(String::new());
    let order = RwSignal::new(usual_order());
    let has_lessons = move |lessons: &[&Lesson]| {
        let mut lessons = lessons.iter();
        query.with(|query| lessons.any(|lesson| is_found(lesson, query)))
    };
    let nothing = move || {
        // The questions belong to the search once they are loaded.
        page.texts.track();
        query.with(|query| !LESSONS.iter().any(|lesson| is_found(lesson, query)))
    };
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
            <div class="list-tools">
                <input
                    id="find-lesson"
                    type="search"
                    autocomplete="off"
                    placeholder=move || page.strings().find_lesson
                    aria-label=move || page.strings().find_lesson
                    on:input=move |event| query.set(event_target_value(&event))
                />
                <div class="segments" role="group" aria-label=move || page.strings().order_of_lessons>
                    {Order::ALL.map(|each| view! { <button data-order=each.name() aria-pressed=move || (order.get() == each).to_string() on:click=move |_| { keep_order(each); order.set(each) }>{move || (page.strings().order)(each)}</button> })}
                </div>
                <nav class="chapters" aria-label=move || page.strings().chapters>
                    {move || chapters(order.get()).into_iter().enumerate().map(|(index, chapter)| {
                        let title = chapter.clone();
                        view! { <button data-to-chapter=index.to_string() hidden=move || !has_lessons(&chapter.lessons) on:click=move |_| show_chapter(index)>{move || title.title(page)}</button> }
                    }).collect_view()}
                </nav>
            </div>
            {move || nothing().then(|| view! { <p class="nothing-found" id="nothing-found" role="status">{(page.strings().no_lesson_found)(query.get().trim())}</p> })}
            {move || chapters(order.get()).into_iter().enumerate().map(|(place, chapter)| {
                let (title, lessons) = (chapter.clone(), chapter.lessons.clone());
                let cards = chapter.lessons.into_iter().filter_map(|lesson| {
                    let index = LESSONS.iter().position(|each| each.id == lesson.id)?;
                    Some(view! { <Card page=page previews=previews in_window=in_window frame=frames[index % PARTS] index=index lesson=lesson found=move || query.with(|query| is_found(lesson, query)) /> })
                });
                view! {
                    <section class="group" data-chapter=place.to_string() hidden=move || !has_lessons(&lessons)>
                        <h2>{move || title.title(page)}</h2>
                        <div class="cards">{cards.collect_view()}</div>
                    </section>
                }
            }).collect_view()}
        </main>
    }
}

/// A section of the list.
#[derive(Clone)]
struct Chapter {
    heading: Heading,
    lessons: Vec<&'static Lesson>,
}

#[derive(Clone, Copy)]
enum Heading {
    Group(Group),
    Concept(Text),
}

impl Chapter {
    /// Returns the heading in the reader's language. Tracked.
    fn title(&self, page: Page) -> &'static str {
        match self.heading {
            Heading::Group(group) => (page.strings().group)(group),
            Heading::Concept(title) => title.get(page.settings.language.get()),
        }
    }
}

fn chapters(order: Order) -> Vec<Chapter> {
    match order {
        Order::Book => {
            let groups = LESSONS.chunk_by(|one, other| one.group == other.group);
            let chapter = |lessons: &[&'static Lesson]| Chapter {
                heading: Heading::Group(lessons[0].group),
                lessons: lessons.to_vec(),
            };
            groups.map(chapter).collect()
        }
        Order::Concept => {
            let chapter = |chapter: &order::Chapter| Chapter {
                heading: Heading::Concept(chapter.title),
                lessons: chapter.lessons().collect(),
            };
            BY_CONCEPT.iter().map(chapter).collect()
        }
    }
}

fn show_chapter(index: usize) {
    let found = document().query_selector(&format!("[data-chapter=\"{index}\"]"));
    if let Ok(Some(chapter)) = found {
        chapter.scroll_into_view();
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
    found: impl Fn() -> bool + Send + 'static,
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
    let painter = Painter {
        shown,
        draw: whole,
        redraw: changed,
        between: |_: &Surface, _: &Palette, _: &PreviewFrame, _: &PreviewFrame, _| false,
    };
    draw_changes(page, canvas, changes, painter);
    let title = move || lesson.title.get(page.settings.language.get());
    let know_first = move || {
        let names = lesson
            .needs()
            .map(|needed| needed.title.get(page.settings.language.get()));
        let names: Vec<&str> = names.collect();
        (!names.is_empty()).then(|| view! { <small class="know-first">{page.strings().know_first} " " {names.join(" · ")}</small> })
    };
    let present = move || (page.strings().present().present_lesson)(title());
    view! {
        <div class="card-place" hidden=move || !found()>
            <a class="card" href=format!("#/{}", lesson.id) data-lesson-card=lesson.id>
                <canvas class="card-picture" node_ref=canvas aria-hidden="true"></canvas>
                <small>{move || (page.strings().lesson_number)(index + 1)} " · " {move || (page.strings().slide_count)(lesson.slides.len())}</small>
                <h3>
                    {title}
                    {(index == 0).then(|| view! { <em class="start-here">{move || page.strings().start_here}</em> })}
                    {move || Walked::of(page).holds(lesson).then(|| view! { <i class="walked" role="img" title=page.strings().walked aria-label=page.strings().walked>"✓"</i> })}
                </h3>
                <p>{move || lesson.question.get(page.reads())}</p>
                {know_first}
            </a>
            <a class="card-slides" href=format!("#/{}?slide=1&stage=1", lesson.id) title=present aria-label=present>{move || page.strings().slides}</a>
        </div>
    }
}
