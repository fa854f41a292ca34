//! The "picture" tab of the export dialog: a preview, and buttons that save SVG or PNG or copy the picture.

use super::dialog::Choice;
use super::files::{copy_png, save_png, save_svg};
use super::picture::{Form, about, draw};
use crate::page::Page;
use crate::run::export::ExportState;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn PicturePart(page: Page) -> impl IntoView {
    let words = move || page.strings().export();
    let said = RwSignal::new(None::<bool>);
    let what = move || ExportState::of(page).what.get();
    let preview = move || {
        page.run.first.step_view.track();
        page.epoch.track();
        page.settings.language.track();
        let svg = draw(page, what(), Form::Svg).and_then(|paper| paper.svg());
        match svg {
            Some(svg) => {
                let text = String::from(js_sys::encode_uri_component(&svg));
                let address = format!("data:image/svg+xml;charset=utf-8,{text}");
                view! { <img id="take-preview" class="take-preview" src=address alt=words().preview /> }.into_any()
            }
            None => view! { <p class="take-preview">{words().gone}</p> }.into_any(),
        }
    };
    let name = move || {
        page.run.first.step_view.track();
        about(page, what()).file(what().taken)
    };
    let now = move || ExportState::of(page).what.get_untracked();
    let copy = move |_| {
        said.set(None);
        spawn_local(async move {
            let copied = copy_png(page, now()).await;
            said.try_set(Some(copied.is_some()));
        });
    };
    view! {
        <Choice page=page />
        <div class="take-paper">{preview}</div>
        <p class="take-note">
            <code id="take-name">{name}</code>
            " · "
            {move || words().pictures}
        </p>
        <div class="take-actions">
            <button id="take-svg" class="button" on:click=move |_| page.report_saved(save_svg(page, now()))>
                "SVG"
            </button>
            <button id="take-png" class="button" on:click=move |_| page.report_saved(save_png(page, now()))>
                "PNG"
            </button>
            <button id="take-copy" class="button" on:click=copy>
                {move || words().copy}
            </button>
            <span class="take-said" id="take-said" role="status">
                {move || said.get().map(|copied| if copied { words().copied } else { words().not_copied })}
            </span>
        </div>
    }
}
