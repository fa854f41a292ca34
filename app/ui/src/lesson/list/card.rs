//! The card of a lesson: a picture of its subject, its question, and the way to its slides.

use super::Shared;
use crate::browser::idle;
use crate::draw::lesson_picture;
use crate::lesson::walked::Walked;
use crate::page::Page;
use crate::run::canvas::draw_when;
use leptos::html;
use leptos::prelude::*;
use lessons::path::minutes;
use lessons::{LESSONS, Lesson};

/// `sentence`: the parts of a sentence that has the words of a query; true marks the words. `is_answer`: there are
/// no chapters above the card.
#[component]
pub fn Card(
    page: Page,
    shared: Shared,
    lesson: &'static Lesson,
    sentence: Option<Vec<(bool, String)>>,
    is_answer: bool,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let seen = shared.in_window.watch(canvas);
    let index = LESSONS.iter().position(|each| each.id == lesson.id).unwrap_or(0);
    let changes = move || {
        if seen.get() {
            shared.previews.track(index);
        }
    };
    draw_when(page, canvas, changes, move |surface, palette| {
        if seen.get_untracked() {
            shared.previews.with(index, |picture| {
                lesson_picture::draw(surface, palette, picture);
                idle::mark();
            });
        }
    });
    let title = move || lesson.title.get(page.settings.language.get());
    let present = move || (page.strings().present().present_lesson)(title());
    let words = move || page.strings().list();
    let sentence = sentence.map(|parts| {
        let parts = parts.into_iter().map(|(is_word, part)| {
            if is_word {
                view! { <mark>{part}</mark> }.into_any()
            } else {
                part.into_any()
            }
        });
        view! { <p class="card-sentence">{parts.collect_view()}</p> }
    });
    let name = view! {
        {title}
        {move || {
            Walked::of(page)
                .holds(lesson)
                .then(|| {
                    view! {
                        <i class="walked" role="img" title=page.strings().walked aria-label=page.strings().walked>
                            "✓"
                        </i>
                    }
                })
        }}
    };
    let heading = if is_answer {
        view! { <h2 class="card-title">{name}</h2> }.into_any()
    } else {
        view! { <h4 class="card-title">{name}</h4> }.into_any()
    };
    view! {
        <div class="card-place">
            <a class="card" href=format!("#/{}", lesson.id) data-lesson-card=lesson.id>
                <canvas class="card-picture" node_ref=canvas aria-hidden="true" />
                {heading}
                <p class="card-question">{move || lesson.question.get(page.reads())}</p>
                {sentence}
                <small title=move || {
                    words().minutes_meaning
                }>{move || (words().minutes)(minutes(lesson.slides.len()))}</small>
            </a>
            <a class="card-slides" href=format!("#/{}?slide=1&stage=1", lesson.id) title=present aria-label=present>
                {move || page.strings().slides}
            </a>
        </div>
    }
    .into_any()
}
