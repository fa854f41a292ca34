//! The lesson bar below the header: the lesson's kernels and question, and buttons for its slides and its answer.

use crate::compare::differences::DifferencesSwitch;
use crate::lesson::times::{TabNote, TabTime};
use crate::page::lazy_view::lazy_view;
use crate::page::roving::stop;
use crate::page::{Overlay, Page};
use crate::panels::code::CodeTexts;
use crate::run::predict::PredictSwitch;
use crate::run::what_if::WhatIf;
use leptos::prelude::*;
use lessons::{GalleryKernel, Lesson};
use model::address::RunSpec;

/// A tab does without its time if the view does not load.
fn is_shown(_: Page) -> Memo<bool> {
    Memo::new(|_| true)
}

lazy_view! { panels when is_shown => tab_note(page: Page) { view! { <TabNote page=page /> } } }
lazy_view! { panels when is_shown => tab_time(page: Page, kernel: &'static GalleryKernel) { view! { <TabTime page=page kernel=kernel /> } } }

#[component]
pub fn Strip(page: Page) -> impl IntoView {
    // The tabs change only with the lesson, not with a step or a size.
    let lesson = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map(|view| view.lesson.id)));
    let of_lesson = move || lesson.get().and_then(Lesson::by_id);
    let slides_on = move || page.route.slide.get().is_some();
    let answer_on = move || page.route.overlay.get() == Some(Overlay::Answer);
    let note = move || {
        let lesson = of_lesson()?;
        (page.route.overlay.get()? == Overlay::Answer).then(|| answer(page, lesson))
    };
    view! {
        <section class="strip" aria-label=move || page.strings().kernel_tabs>
            <p class="question grow" id="question">
                {move || match page.slide_shown().filter(|now| now.slides.is_deck()) {
                    Some(now) => Some(now.slides.title(page.reads()).to_owned()),
                    None => of_lesson().map(|lesson| lesson.question.get(page.reads()).to_owned()),
                }}
            </p>
            <div class="asides">
                {move || {
                    compares(page)
                        .then(|| {
                            view! {
                                <DifferencesSwitch page=page />
                                <CodeTexts page=page named=false />
                            }
                        })
                }}
                {move || {
                    (!compares(page))
                        .then(|| {
                            view! {
                                <PredictSwitch page=page />
                                <WhatIf page=page />
                            }
                        })
                }}
                // A lesson with one kernel has nothing to compare it with.
                {move || {
                    of_lesson().filter(|lesson| lesson.kernels.len() > 1).map(|_| compare_button(page))
                }}
                <button
                    id="slides"
                    class="button quiet"
                    aria-pressed=move || slides_on().to_string()
                    title=move || page.strings().slides_hint
                    on:click=move |_| if slides_on() { page.close_slides() } else { page.show_slide(0) }
                >
                    {move || page.strings().slides}
                </button>
                <button
                    id="answer"
                    class="button quiet"
                    aria-expanded=move || answer_on().to_string()
                    aria-controls="lesson-note"
                    on:click=move |_| page.route.overlay.set((!answer_on()).then_some(Overlay::Answer))
                >
                    {move || page.strings().answer}
                </button> {note}
            </div>
            <div class="tabs" role="group" data-roving="" aria-label=move || page.strings().kernel_tabs>
                {move || of_lesson().map(|lesson| tabs(page, lesson))}
                <small class="tab-note">{tab_note(page)}</small>
            </div>
        </section>
    }
}

/// Shows a tab for each kernel of the lesson.
fn tabs(page: Page, lesson: &'static Lesson) -> impl IntoView {
    let chosen = move |name: &str| {
        page.run.spec.with(|view| {
            view.as_ref()
                .is_some_and(|view| view.kernels().any(|kernel| kernel.kernel.name == name))
        })
    };
    let tab = |kernel: &&'static GalleryKernel| {
        let (kernel, name) = (*kernel, kernel.kernel.name.to_string());
        let (for_state, for_stop) = (name.clone(), name.clone());
        view! {
            <button
                data-kernel-tab=name.clone()
                title=format!("{name}.wgsl")
                tabindex=move || stop(chosen(&for_stop))
                aria-pressed=move || chosen(&for_state).to_string()
                on:click=move |_| {
                    page.change_view(|view| {
                        if view.beside.is_empty() { view.kernel = kernel } else { view.toggle(kernel) }
                    })
                }
            >
                <span>{move || kernel.title.get(page.settings.language.get())}</span>
                {tab_time(page, kernel)}
            </button>
        }
    };
    lesson.kernels.iter().map(tab).collect_view()
}

/// Shows the button that puts kernels side by side.
fn compare_button(page: Page) -> impl IntoView {
    view! {
        <button
            id="compare"
            class="button quiet"
            aria-pressed=move || compares(page).to_string()
            title=move || page.strings().compare_hint
            on:click=move |_| page.change_view(RunSpec::toggle_beside)
        >
            {move || page.strings().compare}
        </button>
    }
}

/// Returns true if kernels stand side by side. Tracked.
fn compares(page: Page) -> bool {
    page.run
        .spec
        .with(|view| view.as_ref().is_some_and(|view| !view.beside.is_empty()))
}

/// Shows the lesson's answer, and the lessons before and after it.
fn answer(page: Page, lesson: &'static Lesson) -> impl IntoView {
    let language = page.reads();
    view! {
        <div class="note answer" id="lesson-note">
            <h2>{page.strings().answer}</h2>
            <p>{lesson.answer.get(language)}</p>
            <p class="remember">
                <b>{page.strings().clock_words().remember}</b>
                " "
                {lesson.remember.get(language)}
            </p>
            {named(page, page.strings().know_first, lesson.needs().collect())}
            {named(page, page.strings().go_on, lesson.leads_to().collect())}
        </div>
    }
}

/// Shows links to lessons, behind the words that say how they are related; nothing if there are none.
fn named(page: Page, words: &'static str, lessons: Vec<&'static Lesson>) -> impl IntoView + use<> {
    let language = page.reads();
    let link = move |lesson: &'static Lesson| {
        view! {
            " "
            <a href=format!("#/{}", lesson.id)>{lesson.title.get(language)}</a>
        }
    };
    (!lessons.is_empty()).then(|| {
        view! { <p class="related">{words} {lessons.into_iter().map(link).collect_view()}</p> }
    })
}
