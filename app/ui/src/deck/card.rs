//! The fields of a slide of words: its title and its picture.

use crate::browser::files::read_bytes;
use crate::page::Page;
use leptos::html;
use leptos::prelude::*;
use model::deck::{DeckSlide, MOST_PICTURE_BYTES, MOST_TITLE, Picture, fitting};
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

#[component]
pub fn CardFields(page: Page, name: u32, slide: Memo<Option<DeckSlide>>) -> impl IntoView {
    let card = move || slide.with(|slide| slide.as_ref()?.card().cloned());
    let title = move || card().map_or(String::new(), |card| card.title);
    let has_picture = Memo::new(move |_| card().is_some_and(|card| card.picture.is_some()));
    let file = NodeRef::<html::Input>::new();
    let choose = move |_| {
        if let Some(input) = file.get_untracked() {
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                take_picture(page, name, file);
            }
            // An empty value lets the reader choose the same file again.
            input.set_value("");
        }
    };
    let id = format!("deck-picture-{name}");
    view! {
        <div class="deck-card-fields">
            <label class="deck-words">
                {move || page.strings().deck().card_title}
                <input data-words="title" type="text" autocomplete="off" maxlength=MOST_TITLE.to_string() prop:value=title
                    on:input=move |event| page.change_deck_slide(name, "card-title", |slide| {
                        if let Some(card) = slide.card_mut() {
                            card.title = fitting(&event_target_value(&event), MOST_TITLE);
                        }
                    }) />
            </label>
            <label class="button" for=id.clone() title=move || page.strings().deck().picture_hint>{move || page.strings().deck().picture}</label>
            <input node_ref=file id=id class="file" data-picture="" type="file" accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml" on:change=choose />
            {move || has_picture.get().then(|| view! {
                <button class="button quiet" data-does="remove-picture" on:click=move |_| put_picture(page, name, None)>{page.strings().deck().remove_picture}</button>
            })}
        </div>
    }
}

fn put_picture(page: Page, name: u32, picture: Option<Picture>) {
    page.change_deck_slide(name, "picture", |slide| {
        if let Some(card) = slide.card_mut() {
            card.picture = picture;
        }
    });
}

/// Reads a file, and puts it on the slide. A notice appears if it is not a usable picture.
fn take_picture(page: Page, name: u32, file: File) {
    spawn_local(async move {
        let title: String = file.name().chars().take(80).collect();
        let Some(bytes) = read_bytes(&file, MOST_PICTURE_BYTES).await else {
            return page.notify(move |strings| (strings.lab().unreadable)(&title));
        };
        match Picture::of_file(&bytes) {
            Ok(picture) => put_picture(page, name, Some(picture)),
            Err(error) => {
                page.notify(move |strings| (strings.deck().picture_refused)(&title, error))
            }
        }
    });
}
