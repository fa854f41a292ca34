//! A field whose text is checked before it is taken.

use crate::page::Page;
use leptos::prelude::*;
use model::number;
use model::strings::Strings;
use std::sync::Arc;
use web_sys::HtmlInputElement;

/// A sentence that follows the page's language.
pub type Sentence = Arc<dyn Fn(&'static Strings) -> String + Send + Sync>;

/// A field with checked text: a mistake shows a message and changes nothing.
#[component]
pub fn Checked(
    page: Page,
    #[prop(into)] id: String,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] value: Signal<String>,
    take: impl Fn(&str) -> Result<(), Sentence> + Copy + Send + Sync + 'static,
    /// The `id` of a list of values that the field offers.
    #[prop(optional, into)]
    list: Option<String>,
) -> impl IntoView {
    let error = RwSignal::new(None::<Sentence>);
    Effect::new(move |_| {
        value.track();
        error.set(None);
    });
    let error_id = format!("{id}-error");
    view! {
        <span class="checked" class:wrong=move || error.with(Option::is_some)>
            <input
                id=id
                type="text"
                autocomplete="off"
                list=list
                spellcheck="false"
                aria-label=move || label.get()
                title=move || label.get()
                aria-invalid=move || error.with(Option::is_some).to_string()
                aria-describedby=error_id.clone()
                prop:value=move || value.get()
                on:change=move |event| {
                    error.set(take(&event_target_value(&event)).err());
                    if error.with_untracked(Option::is_none) {
                        event_target::<HtmlInputElement>(&event).set_value(&value.get_untracked());
                    }
                }
            />
            <span class="setup-error" id=error_id.clone() role="alert">
                {move || error.with(|error| error.as_ref().map(|error| error(page.strings())))}
            </span>
        </span>
    }
}

/// Reads a whole number.
pub fn whole(text: &str) -> Result<u32, Sentence> {
    let start: String = text.trim().chars().take(24).collect();
    number::whole(text)
        .map_err(|error| -> Sentence { Arc::new(move |strings| (strings.playground().bad_number)(&start, error)) })
}
