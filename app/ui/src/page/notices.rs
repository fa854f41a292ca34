//! Sentences about what went wrong, above everything, each with what can be done.

use crate::page::offline;
use crate::page::runs::Runs;
use crate::page::state::{Offer, Page};
use leptos::prelude::*;

#[component]
pub fn Notices(page: Page, runs: Runs) -> impl IntoView {
    let dismiss = move |id| {
        page.notices
            .update(|notices| notices.retain(|notice| notice.id != id))
    };
    view! {
        <div id="notices" role="status" aria-live="polite">
            <For each=move || page.notices.get() key=|notice| notice.id let:notice>
                <div class="notice">
                    <p>{move || (notice.text)(page.strings())}</p>
                    {notice.offer.map(|offer| match offer {
                        Offer::StartEngine => view! {
                            <button id="start-engine" class="button" on:click=move |_| runs.start_engine()>{move || page.strings().start_engine}</button>
                        }.into_any(),
                        Offer::NewVersion => view! {
                            <button id="new-version" class="button" on:click=move |_| offline::take_new_version()>{move || page.strings().load_new_version}</button>
                        }.into_any(),
                    })}
                    <button class="button quiet" on:click=move |_| dismiss(notice.id)>{move || page.strings().dismiss}</button>
                </div>
            </For>
        </div>
    }
}
