//! The help dialog: the keys, and how to read the pictures.

use crate::draw::icons;
use crate::page::preference::keep_keys;
use crate::page::{Overlay, Page};
use leptos::html;
use leptos::prelude::*;

#[component]
pub fn Help(page: Page) -> impl IntoView {
    let close_button = NodeRef::<html::Button>::new();
    let close = move || page.route.overlay.set(None);
    Effect::new(move |_| {
        if let Some(button) = close_button.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let dialog = move || {
        let strings = page.strings();
        view! {
            <div class="veil" on:click=move |_| close()>
                <section
                    class="dialog"
                    role="dialog"
                    aria-modal="true"
                    aria-labelledby="help-title"
                    on:click=|event| event.stop_propagation()
                >
                    <button
                        node_ref=close_button
                        class="icon-button dialog-close"
                        aria-label=strings.close
                        on:click=move |_| close()
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=icons::CLOSE />
                        </svg>
                    </button>
                    <h2>{strings.help_reading}</h2>
                    <ul class="reading">
                        {strings.help_lines.iter().map(|line| view! { <li>{*line}</li> }).collect_view()}
                    </ul>
                    <h2 id="help-title">{strings.help_title}</h2>
                    {key_list(strings.keys)}
                    <label class="check">
                        <input
                            id="keys-on"
                            type="checkbox"
                            prop:checked=page.settings.keys_on
                            on:change=move |event| {
                                let on = event_target_checked(&event);
                                keep_keys(on);
                                page.settings.keys_on.set(on);
                            }
                        />
                        <span>{strings.keys_on}</span>
                    </label>
                    <h3 class="editor-keys-title">{strings.editor_keys_title}</h3>
                    {key_list(strings.editor_keys)}
                    <p>
                        <a id="licences" href="./licences.txt" target="_blank" rel="noopener">
                            {strings.licences}
                        </a>
                    </p>
                </section>
            </div>
        }
    };
    move || (page.route.overlay.get() == Some(Overlay::Help)).then(dialog)
}

/// Shows keys and their actions.
fn key_list(keys: &'static [(&'static str, &'static str)]) -> impl IntoView {
    let entry = |(keys, meaning): &'static (&'static str, &'static str)| {
        view! {
            <dt>{keys.split(" · ").map(|key| view! { <kbd>{key}</kbd> }).collect_view()}</dt>
            <dd>{*meaning}</dd>
        }
    };
    view! { <dl class="keys">{keys.iter().map(entry).collect_view()}</dl> }
}
