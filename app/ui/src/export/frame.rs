//! The "embed" tab of the export dialog: the HTML that puts this animation into another page, and a preview of it.

use super::picture::about;
use crate::address;
use crate::browser::clipboard::copy_text;
use crate::browser::compression::squeeze;
use crate::draft::Playground;
use crate::page::Page;
use crate::run::export::ExportTarget;
use leptos::prelude::*;
use model::address::Address;
use model::export::frame::{SIDES, snippet};
use model::playground::draft::Draft;
use model::strings::export::ExportWords;
use wasm_bindgen_futures::spawn_local;

const FIRST: (u32, u32) = (640, 400);

#[component]
pub fn FramePart(page: Page) -> impl IntoView {
    let words = move || page.strings().export();
    let (width, height) = (RwSignal::new(FIRST.0), RwSignal::new(FIRST.1));
    let said = RwSignal::new(None::<bool>);
    let letters = RwSignal::new(None::<String>);
    if untrack(|| page.in_playground()) {
        let json = Playground::of(page).draft.with_untracked(Draft::to_json);
        spawn_local(async move {
            let squeezed = squeeze(&json).await;
            letters.try_set(Some(squeezed));
        });
    }
    let link = Memo::new(move |_| frame_link(page, letters));
    let text = move || {
        let title = about(page, ExportTarget::LANES).kernels.join(", ");
        let title = format!("Warpstep: {title}");
        link.get().map(|link| snippet(&link, &title, width.get(), height.get()))
    };
    let copy = move |_| {
        let Some(text) = untrack(text) else { return };
        said.set(None);
        spawn_local(async move {
            let copied = copy_text(&text).await;
            said.try_set(Some(copied.is_some()));
        });
    };
    let preview = move || {
        link.get().map(|link| {
            view! {
                <iframe
                    id="take-frame"
                    title=move || words().frame_preview
                    src=link
                    style=move || format!("--width:{};--height:{}", width.get(), height.get())
                />
            }
        })
    };
    view! {
        <p class="take-note">{move || words().frame}</p>
        <div class="take-fields">
            {side_field(page, "take-width", |words| words.width, width)}
            {side_field(page, "take-height", |words| words.height, height)}
        </div>
        <textarea
            id="take-snippet"
            class="take-snippet"
            readonly=true
            rows="3"
            aria-label=move || words().snippet
            prop:value=move || text().unwrap_or_else(|| words().no_frame.to_owned())
        />
        <div class="take-actions">
            <button id="take-copy-snippet" class="button" on:click=copy>
                {move || words().copy_snippet}
            </button>
            <span class="take-said" role="status">
                {move || said.get().map(|copied| if copied { words().copied } else { words().snippet_not_copied })}
            </span>
        </div>
        <div class="take-paper take-frame-place" tabindex="0" role="region" aria-label=move || words().frame_preview>
            {preview}
        </div>
    }
}

/// Returns the address of the frame; `None` if a kernel of the reader's own has no room in it. Tracked.
fn frame_link(page: Page, letters: RwSignal<Option<String>>) -> Option<String> {
    page.run.first.step_view.track();
    page.settings.theme.track();
    page.settings.language.track();
    let code = if page.in_playground() {
        let has_room = |letters: &String| (1..=Address::MOST_CODE).contains(&letters.len());
        Some(letters.get().filter(has_room)?)
    } else {
        None
    };
    let location = window().location();
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    Some(format!("{origin}{path}{}", address::of_frame(page, code)))
}

/// Shows the field for a side of the frame, in pixels.
fn side_field(
    page: Page,
    id: &'static str,
    label: fn(&ExportWords) -> &'static str,
    value: RwSignal<u32>,
) -> impl IntoView {
    let change = move |event: web_sys::Event| match event_target_value(&event).trim().parse::<u32>() {
        Ok(side) => value.set(side.clamp(*SIDES.start(), *SIDES.end())),
        // A text that is not a number is replaced by the old value.
        Err(_) => value.update(|_| {}),
    };
    view! {
        <label class="take-field">
            <span>{move || label(page.strings().export())}</span>
            <input
                id=id
                type="number"
                min=SIDES.start().to_string()
                max=SIDES.end().to_string()
                prop:value=move || value.get().to_string()
                on:change=change
            />
        </label>
    }
}
