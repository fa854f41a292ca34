//! Messages about failures, above everything else; each offers a remedy if there is one.

use crate::page::{Notice, Offer, Page};
use crate::run::runs::Runs;
use crate::shell::offline;
use leptos::prelude::*;

#[component]
pub fn Notices(page: Page, runs: Runs) -> impl IntoView {
    let dismiss = move |id| page.notices.update(|notices| notices.retain(|notice| notice.id != id));
    view! {
        <div id="notices" role="status" aria-live="polite">
            <For each=move || page.notices.get() key=|notice| notice.id let:notice>
                <div class="notice" class:done=notice.offer.is_of_success()>
                    <p>
                        {
                            let text = notice.text.clone();
                            move || text(page.strings())
                        }
                    </p>
                    {offered(page, runs, &notice)}
                    <button class="button quiet" on:click=move |_| dismiss(notice.id)>
                        {move || page.strings().dismiss}
                    </button>
                </div>
            </For>
        </div>
    }
}

fn offered(page: Page, runs: Runs, notice: &Notice) -> AnyView {
    let id = notice.id;
    match notice.offer.clone() {
        Offer::Nothing => ().into_any(),
        Offer::Engine => view! {
            <button id="start-engine" class="button" on:click=move |_| runs.start_engine()>
                {move || page.strings().start_engine}
            </button>
        }
        .into_any(),
        Offer::Texts => view! {
            <button
                id="load-texts"
                class="button"
                on:click=move |_| {
                    page.notices.update(|notices| notices.retain(|notice| notice.id != id));
                    page.load_texts(page.settings.language.get_untracked());
                }
            >
                {move || page.strings().part_again}
            </button>
        }
        .into_any(),
        Offer::NewVersion => view! {
            <button id="new-version" class="button" on:click=move |_| offline::take_new_version()>
                {move || page.strings().load_new_version}
            </button>
        }
        .into_any(),
        Offer::Deck => view! {
            <a
                id="to-deck"
                class="button"
                href="#/deck"
                on:click=move |_| page.notices.update(|notices| notices.retain(|notice| notice.id != id))
            >
                {move || page.strings().deck().open_deck}
            </a>
        }
        .into_any(),
        Offer::Speaker { address, target } => view! {
            <a
                id="speaker-link"
                class="button"
                href=address
                target=target
                rel="opener"
                on:click=move |_| page.notices.update(|notices| notices.retain(|notice| notice.id != id))
            >
                {move || page.strings().present().speaker}
            </a>
        }
        .into_any(),
    }
}
