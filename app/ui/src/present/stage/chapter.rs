//! The slide at the end of a chapter: the times of its ladder, and what each lesson leaves.

use super::chart::StageChart;
use crate::page::Page;
use crate::run::gpu::charted;
use leptos::prelude::*;
use model::run::times::Rows;

/// Up to this number of sentences are in large letters.
const FEW: usize = 4;

#[component]
pub fn ChapterStory(page: Page) -> impl IntoView {
    let chapter = move || {
        page.run
            .spec
            .with(|view| view.as_ref()?.lesson.place().map(|(chapter, _)| chapter))
    };
    let has_ladder = Memo::new(move |_| charted(page, Rows::Ladder).is_some());
    let chart = move || {
        has_ladder
            .get()
            .then(|| view! { <StageChart page=page rows=Rows::Ladder /> })
    };
    let kept = move || {
        let (language, title) = (page.reads(), page.settings.language.get());
        let lessons = chapter()?.lessons().map(|lesson| {
            view! {
                <li>
                    <a href=format!("#/{}", lesson.id)>{lesson.title.get(title)}</a>
                    " "
                    {lesson.remember.get(language)}
                </li>
            }
        });
        Some(lessons.collect_view())
    };
    view! {
        <div class="chapter-story" class:alone=move || !has_ladder.get()>
            {chart}
            <ul id="chapter" class:few=move || chapter().is_some_and(|chapter| chapter.lessons().count() <= FEW)>
                {kept}
            </ul>
        </div>
    }
}
