//! The first visit: how to begin, below the kernel that already runs.

use super::editor::EditorPlace;
use super::files::{new_text, open_kernel};
use crate::browser::clipboard::clipboard;
use crate::draft::Playground;
use crate::page::Page;
use leptos::prelude::*;
use model::playground::draft::Draft;
use model::playground::examples::EXAMPLES;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Says how to begin, until the reader has changed the text, opened another one, or closed it.
#[component]
pub fn Welcome(page: Page, place: EditorPlace) -> impl IntoView {
    let playground = Playground::of(page);
    let is_closed = RwSignal::new(false);
    let is_first = Memo::new(move |_| {
        let is_untouched = playground.draft.with(Draft::is_untouched);
        is_untouched && playground.earlier.with(Vec::is_empty) && !is_closed.get()
    });
    let words = move || page.strings().playground();
    let paste = move |_| {
        spawn_local(async move {
            match read_clipboard().await {
                Some(text) if !text.trim().is_empty() => {
                    playground.take_own(new_text(page, &text));
                }
                _ => {
                    page.notify(|strings| strings.playground().no_paste.to_owned());
                    place.go(1, 1);
                }
            }
        });
    };
    move || {
        is_first.get().then(|| {
            let examples = EXAMPLES.iter().map(|example| {
                let open = move |_| open_kernel(page, &format!("cuda:{}", example.id));
                view! {
                    <button type="button" data-example=example.id on:click=open>
                        {(page.strings().cuda_words().example)(example.id)}
                    </button>
                }
            });
            view! {
                <div class="welcome" id="welcome">
                    <h2>{words().welcome}</h2>
                    <button
                        type="button"
                        class="icon-button"
                        id="welcome-close"
                        aria-label=page.strings().close
                        title=page.strings().close
                        on:click=move |_| is_closed.set(true)
                    >
                        "×"
                    </button>
                    <p>{words().welcome_lead}</p>
                    <div class="welcome-ways">
                        <button type="button" class="button primary" id="paste" on:click=paste>
                            {words().paste}
                        </button>
                        <label class="button" for="open-file">
                            {words().open_file}
                        </label>
                        <span>{words().or_example}</span>
                    </div>
                    <div class="welcome-examples">{examples.collect_view()}</div>
                    <p class="source">{words().stays_here}</p>
                </div>
            }
        })
    }
}

/// Returns the clipboard's text. `None` where the browser does not let the page read it.
async fn read_clipboard() -> Option<String> {
    let read = clipboard()?.read_text();
    JsFuture::from(read).await.ok()?.as_string()
}
