//! A black screen, so that the audience looks at the speaker. Any key or click ends it.

use crate::page::{Overlay, Page};
use leptos::prelude::*;

#[component]
pub fn Black(page: Page) -> impl IntoView {
    move || {
        (page.route.overlay.get() == Some(Overlay::Black)).then(|| {
            view! {
                <div id="black" class="black" role="status" on:click=move |_| page.route.overlay.set(None)>
                    <span class="unseen">{page.strings().present().black}</span>
                </div>
            }
        })
    }
}
