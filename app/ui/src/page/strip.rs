//! The strip below the header: the lesson's kernels, its question, and idea and answer on request.

use crate::page::state::{Overlay, Page};
use leptos::prelude::*;

#[component]
pub fn Strip(page: Page) -> impl IntoView {
    // Only another lesson changes the tabs; a step or a size does not make them anew.
    let lesson = Memo::new(move |_| {
        page.view
            .with(|view| view.as_ref().map(|view| view.lesson.id))
    });
    let of_lesson = move || lesson.get().and_then(lessons::Lesson::by_id);
    let chosen = move |name: &str| {
        page.view.with(|view| {
            view.as_ref()
                .is_some_and(|view| view.kernel.kernel.name == name)
        })
    };
    let tabs = move || {
        of_lesson().map(|lesson| {
            let tab = |kernel: &&'static lessons::GalleryKernel| {
                let (kernel, name) = (*kernel, kernel.kernel.name.to_string());
                let for_state = name.clone();
                view! {
                    <button
                        data-kernel-tab=name.clone()
                        title=format!("{name}.wgsl")
                        aria-pressed=move || chosen(&for_state).to_string()
                        on:click=move |_| page.change_view(|view| view.kernel = kernel)
                    >
                        {move || kernel.title.get(page.language.get())}
                    </button>
                }
            };
            lesson.kernels.iter().map(tab).collect_view()
        })
    };
    let button = move |overlay: Overlay,
                       id: &'static str,
                       text: fn(&crate::strings::Strings) -> &'static str| {
        let is_open = move || page.overlay.get() == Some(overlay);
        view! {
            <button
                id=id
                class="button quiet"
                aria-expanded=move || is_open().to_string()
                aria-controls="lesson-note"
                on:click=move |_| page.overlay.update(|now| *now = if *now == Some(overlay) { None } else { Some(overlay) })
            >
                {move || text(page.strings())}
            </button>
        }
    };
    let note = move || {
        let (language, lesson) = (page.language.get(), of_lesson()?);
        let (class, title, text) = match page.overlay.get()? {
            Overlay::Idea => (
                "note",
                page.strings().idea,
                lesson
                    .slides
                    .first()
                    .map_or("", |slide| slide.text.get(language)),
            ),
            Overlay::Answer => (
                "note answer",
                page.strings().answer,
                lesson.answer.get(language),
            ),
            Overlay::Help | Overlay::Times => return None,
        };
        Some(view! { <div class=class id="lesson-note"><h2>{title}</h2><p>{text}</p></div> })
    };
    view! {
        <div class="strip">
            <div class="segments tabs" role="group" aria-label=move || page.strings().kernel_tabs>{tabs}</div>
            <p class="question grow" id="question">
                {move || of_lesson().map(|lesson| lesson.question.get(page.language.get()))}
            </p>
            <div class="asides">
                {button(Overlay::Idea, "idea", |strings| strings.idea)}
                {button(Overlay::Answer, "answer", |strings| strings.answer)}
                {note}
            </div>
        </div>
    }
}
