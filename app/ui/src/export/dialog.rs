//! The export dialog: the reader chooses a panel and a format.

use super::animation::AnimationPart;
use super::frame::FramePart;
use super::picture::offered;
use super::save::PicturePart;
use super::trace::TracePart;
use crate::draw::icons;
use crate::page::{Overlay, Page};
use crate::run::export::ExportState;
use crate::run::export::{ExportTarget, Tab};
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;

#[component]
pub fn ExportDialog(page: Page) -> impl IntoView {
    super::SHEET.add();
    let close = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = close.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let open = Memo::new(move |_| page.route.overlay.get() == Some(Overlay::Export));
    let words = move || page.strings().export();
    let tab = move |tab: Tab| {
        view! {
            <button
                data-take-tab=tab.id()
                aria-pressed=move || (ExportState::of(page).tab.get() == tab).to_string()
                on:click=move |_| ExportState::of(page).tab.set(tab)
            >
                {move || (words().tab)(tab.id())}
            </button>
        }
    };
    let part = move || match ExportState::of(page).tab.get() {
        Tab::Picture => view! { <PicturePart page=page /> }.into_any(),
        Tab::Animation => view! { <AnimationPart page=page /> }.into_any(),
        Tab::Trace => view! { <TracePart page=page /> }.into_any(),
        Tab::Frame => view! { <FramePart page=page /> }.into_any(),
    };
    let dialog = move || {
        view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section
                    class="dialog take-dialog"
                    id="take-dialog"
                    role="dialog"
                    aria-modal="true"
                    aria-labelledby="take-title"
                    on:click=|event| event.stop_propagation()
                >
                    <button
                        node_ref=close
                        class="icon-button dialog-close"
                        aria-label=move || page.strings().close
                        on:click=move |_| page.route.overlay.set(None)
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=icons::CLOSE />
                        </svg>
                    </button>
                    <h2 id="take-title">{move || words().title}</h2>
                    <div class="segments take-tabs" role="group" aria-label=move || words().tabs>
                        {Tab::ALL.map(tab).collect_view()}
                    </div>
                    {part}
                </section>
            </div>
        }
    };
    move || open.get().then(dialog)
}

/// The choice of a panel, from those on the page.
#[component]
pub fn Choice(page: Page) -> impl IntoView {
    let all = offered();
    let value = |what: ExportTarget| format!("{}/{}", what.taken.name(), what.pane);
    let several = all.iter().any(|what| what.pane > 0);
    let for_change = all.clone();
    let choose = move |event: web_sys::Event| {
        let chosen = event_target_value(&event);
        if let Some(what) = for_change.iter().find(|what| value(**what) == chosen) {
            ExportState::of(page).what.set(*what);
        }
    };
    let option = move |what: ExportTarget| {
        let title = move || {
            let title = what.taken.title(page.strings());
            if several && what.taken != Taken::Stage {
                format!("{title} ({})", what.pane + 1)
            } else {
                title.to_owned()
            }
        };
        view! {
            <option value=value(what) selected=move || ExportState::of(page).what.get() == what>
                {title}
            </option>
        }
    };
    view! {
        <label class="take-field">
            <span>{move || page.strings().export().what}</span>
            <select id="take-what" on:change=choose>
                {all.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
