//! The field for the first or the last step of a slide. A step that the run does not have is refused with the range.

use super::DeckState;
use crate::page::Page;
use leptos::prelude::*;
use model::deck::{DeckSlide, PinnedRun};
use model::number::whole;
use model::strings::Strings;
use web_sys::HtmlInputElement;

/// An end of the range: its name in the document, its label, and the ways to read and to change it.
pub struct End {
    pub id: &'static str,
    pub label: fn(&Strings) -> &'static str,
    pub get: fn(&PinnedRun) -> usize,
    pub set: fn(&mut PinnedRun, usize),
}

/// The field and the step that were refused last.
pub type Refused = (&'static str, usize);

#[component]
pub fn Press(
    page: Page,
    name: u32,
    slide: Memo<Option<DeckSlide>>,
    end: End,
    refused: RwSignal<Option<Refused>>,
) -> impl IntoView {
    let End { id, label, .. } = end;
    let read = move |slide: &Option<DeckSlide>| Some((end.get)(slide.as_ref()?.run()?));
    let value = move || slide.with(read).unwrap_or(0);
    let take = move |field: &HtmlInputElement| {
        let typed = whole(&field.value()).map(|typed| typed as usize);
        let place = DeckState::of(page).place_of(name);
        let presses = place.and_then(|place| untrack(|| page.presses_of_thumbnail(place)));
        refused.set(None);
        match typed {
            Ok(press) if presses.is_none_or(|presses| press <= presses) => {
                page.change_deck_slide(name, id, |slide| {
                    if let Some(run) = slide.run_mut() {
                        (end.set)(run, press);
                    }
                });
                return;
            }
            Ok(press) => refused.set(Some((id, press))),
            Err(_) => {}
        }
        // The field shows the step in use again.
        field.set_value(&untrack(value).to_string());
    };
    view! {
        <label class="field" class:wrong=move || refused.get().is_some_and(|(field, _)| field == id)>
            {move || label(page.strings())}
            <input
                data-press=id
                type="text"
                inputmode="numeric"
                autocomplete="off"
                prop:value=move || value().to_string()
                on:input=move |_| refused.set(None)
                on:change=move |event| take(&event_target::<HtmlInputElement>(&event))
            />
        </label>
    }
}

/// Says which steps the run has, after a step was refused, and where the range of a file goes beyond them.
#[component]
pub fn RangeNote(
    page: Page,
    name: u32,
    slide: Memo<Option<DeckSlide>>,
    refused: RwSignal<Option<Refused>>,
) -> impl IntoView {
    let note = move || {
        let desk = DeckState::of(page);
        desk.order.track();
        let presses = page.presses_of_thumbnail(desk.place_of(name)?)?;
        let words = page.strings().deck();
        let end = slide.with(|slide| Some(slide.as_ref()?.run()?.presses.1))?;
        match refused.get() {
            Some((_, typed)) => Some((words.no_such_step)(typed, presses)),
            None => (end > presses).then(|| (words.beyond_run)(presses)),
        }
    };
    view! {
        <p class="deck-range" role="status" data-range="">
            {note}
        </p>
    }
}
