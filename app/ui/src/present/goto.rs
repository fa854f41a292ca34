//! Asks for a slide's number and shows that slide.

use crate::page::{Overlay, Page};
use leptos::html;
use leptos::prelude::*;
use model::number::whole;

#[component]
pub fn GoTo(page: Page) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    let wrong = RwSignal::new(false);
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = field.focus();
        }
    });
    let count = move || page.slides().map_or(0, |slides| slides.count());
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let typed = field.get_untracked().map_or(String::new(), |field| field.value());
        let number = whole(&typed).unwrap_or(0) as usize;
        if (1..=untrack(count)).contains(&number) {
            page.route.overlay.set(None);
            page.show_slide(number - 1);
        } else {
            wrong.set(true);
        }
    };
    let dialog = move || {
        let strings = page.strings();
        let words = strings.present();
        wrong.set(false);
        view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section
                    class="dialog goto-dialog"
                    id="goto"
                    role="dialog"
                    aria-modal="true"
                    aria-label=words.go_to
                    on:click=|event| event.stop_propagation()
                >
                    <form class="goto" on:submit=go>
                        <label for="goto-number">{words.go_to}</label>
                        <input
                            node_ref=field
                            id="goto-number"
                            type="text"
                            inputmode="numeric"
                            autocomplete="off"
                            aria-describedby="goto-error"
                            aria-invalid=move || wrong.get().to_string()
                            on:input=move |_| wrong.set(false)
                        />
                        <span>{(words.of_slides)(count())}</span>
                        <p id="goto-error" class="goto-error" role="alert">
                            {move || wrong.get().then(|| (words.no_such_slide)(count()))}
                        </p>
                    </form>
                </section>
            </div>
        }
    };
    move || (page.route.overlay.get() == Some(Overlay::GoTo)).then(dialog)
}
