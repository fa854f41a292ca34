//! The control for the order of the warps, next to the sizes of the machine.

use crate::page::Page;
use leptos::prelude::*;
use model::number;

/// A number: 0 lets the warps take turns by number, any other one shuffles their turns.
#[component]
pub fn OrderControl(page: Page) -> impl IntoView {
    let order = Memo::new(move |_| order(page));
    let mistake = RwSignal::new(None::<(String, number::NumberError)>);
    // An order that comes from a link or a slide is a number.
    Effect::new(move |_| {
        order.track();
        mistake.set(None);
    });
    let set = move |new: u32| {
        mistake.set(None);
        page.change_view(|view| view.order = new);
    };
    let words = move || page.strings().playground();
    view! {
        <label class="size order" title=move || words().order_hint>
            <span>{move || words().order}</span>
            <input
                id="order"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                spellcheck="false"
                aria-describedby="order-hint"
                aria-invalid=move || mistake.with(Option::is_some).to_string()
                prop:value=move || order.get().to_string()
                on:change=move |event| {
                    let text = event_target_value(&event);
                    match number::whole(&text) {
                        Ok(new) => {
                            set(new);
                            // The reader may write `2^4`; the field then shows the plain number.
                            event_target::<web_sys::HtmlInputElement>(&event).set_value(&new.to_string());
                        }
                        Err(error) => mistake.set(Some((text.trim().chars().take(24).collect(), error))),
                    }
                }
                on:keydown=move |event| {
                    let new = match event.key().as_str() {
                        "ArrowUp" => order.get_untracked().saturating_add(1),
                        "ArrowDown" => order.get_untracked().saturating_sub(1),
                        _ => return,
                    };
                    event.prevent_default();
                    set(new);
                }
            />
        </label>
        <p class="sizes-source" id="order-hint" role="status">
            {move || match mistake.get() {
                Some((text, error)) => (page.strings().bad_number)(&text, error),
                None => words().order_hint.to_owned(),
            }}
        </p>
    }
}

/// Returns the order of the warps. Tracked.
pub fn order(page: Page) -> u32 {
    let order = |view: &model::address::RunSpec| view.order;
    page.run.spec.with(|view| view.as_ref().map_or(0, order))
}
