//! The field for the parts of a slide on stage.

use crate::page::Page;
use leptos::prelude::*;
use model::deck::{Choice, DeckSlide, MOST_PARTS, Parts};
use model::strings::Strings;

#[component]
pub fn PartsField(page: Page, name: u32, slide: Memo<Option<DeckSlide>>) -> impl IntoView {
    let run = Memo::new(move |_| slide.with(|slide| slide.as_ref()?.run().cloned()));
    let change = move |change: Box<dyn FnOnce(&mut Parts)>| {
        page.change_deck_slide(name, "parts", |slide| {
            if let Some(run) = slide.run_mut() {
                change(&mut run.parts);
            }
        });
    };
    let of_lesson = move || run.with(|run| Some(matches!(run.as_ref()?.parts, Parts::OfLesson(_))));
    let as_in_lesson = move || {
        (of_lesson() == Some(true)).then(|| {
            view! { <span class="deck-as-lesson">{page.strings().deck().as_in_lesson}</span> }
        })
    };
    let choice = move |choice: Choice| {
        let is_shown = move || {
            run.with(|run| {
                let run = run.as_ref();
                run.is_some_and(|run| run.parts.shown(&run.view, run.panel).contains(&choice))
            })
        };
        let is_there =
            move || choice != Choice::Panel || run.with(|run| run.as_ref().is_some_and(|run| run.panel.is_some()));
        let label = move || {
            let panel = run.with(|run| run.as_ref()?.panel);
            title(page.strings(), choice, panel)
        };
        let toggle = move |_| {
            if let Some(run) = run.get_untracked() {
                change(Box::new(move |parts| parts.toggle(choice, &run.view, run.panel)));
            }
        };
        move || {
            is_there().then(|| {
                view! {
                    <button data-part=choice.name() aria-pressed=move || is_shown().to_string() on:click=toggle>
                        {label}
                    </button>
                }
            })
        }
    };
    view! {
        <div class="deck-parts">
            <span>{move || page.strings().deck().shows}</span>
            <span
                class="segments"
                role="group"
                data-roving=""
                aria-label=move || (page.strings().deck().parts_hint)(MOST_PARTS)
                title=move || (page.strings().deck().parts_hint)(MOST_PARTS)
            >
                {Choice::ALL.map(choice).collect_view()}
            </span>
            {as_in_lesson}
        </div>
    }
    .into_any()
}

fn title(strings: &Strings, choice: Choice, panel: Option<lessons::Panel>) -> &'static str {
    match choice {
        Choice::Code => strings.code,
        Choice::Lanes => strings.lanes,
        Choice::Memory => strings.array,
        Choice::Timeline => strings.timeline,
        Choice::Panel => strings.panel(panel),
    }
}
