//! The fields of a slide of words: its title and its picture.

use crate::browser::files::read_bytes;
use crate::page::Page;
use leptos::html;
use leptos::prelude::*;
use model::deck::{DeckSlide, MOST_SOURCE_BYTES, MOST_TITLE, Picture, PictureError, check_source, fitting};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{CanvasRenderingContext2d, File, HtmlCanvasElement, ImageBitmap};

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
                <input
                    data-words="title"
                    type="text"
                    autocomplete="off"
                    maxlength=MOST_TITLE.to_string()
                    prop:value=title
                    on:input=move |event| {
                        page.change_deck_slide(
                            name,
                            "card-title",
                            |slide| {
                                if let Some(card) = slide.card_mut() {
                                    card.title = fitting(&event_target_value(&event), MOST_TITLE);
                                }
                            },
                        )
                    }
                />
            </label>
            <label class="button" for=id.clone() title=move || page.strings().deck().picture_hint>
                {move || page.strings().deck().picture}
            </label>
            <input
                node_ref=file
                id=id
                class="file"
                data-picture=""
                type="file"
                accept="image/png,image/jpeg,image/gif,image/webp"
                on:change=choose
            />
            {move || {
                has_picture
                    .get()
                    .then(|| {
                        view! {
                            <button
                                class="button quiet"
                                data-does="remove-picture"
                                on:click=move |_| put_picture(page, name, None)
                            >
                                {page.strings().deck().remove_picture}
                            </button>
                        }
                    })
            }}
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
        let Some(bytes) = read_bytes(&file, MOST_SOURCE_BYTES).await else {
            return page.notify(move |strings| (strings.lab().unreadable)(&title));
        };
        let picture = match check_source(&bytes) {
            Ok(()) => paint(&file).await.unwrap_or(Err(PictureError::OtherFormat)),
            Err(error) => Err(error),
        };
        match picture {
            Ok(picture) => put_picture(page, name, Some(picture)),
            Err(error) => page.notify(move |strings| (strings.deck().picture_refused)(&title, error)),
        }
    });
}

/// Paints a file anew as PNG, or as WebP where that is too large, and smaller if need be. `None` if the browser cannot
/// decode it.
async fn paint(file: &File) -> Option<Result<Picture, PictureError>> {
    /// The forms in their order of quality: the media type and the longer side, in pixels.
    const FORMS: [(&str, u32); 4] = [
        ("image/png", 1920),
        ("image/webp", 1920),
        ("image/webp", 1280),
        ("image/webp", 640),
    ];
    let bitmap = window().create_image_bitmap_with_blob(file).ok()?;
    let bitmap: ImageBitmap = JsFuture::from(bitmap).await.ok()?.dyn_into().ok()?;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let sides = [bitmap.width(), bitmap.height()].map(f64::from);
    let mut picture = Err(PictureError::TooLarge);
    for (kind, side) in FORMS {
        let scale = (f64::from(side) / sides[0].max(sides[1])).min(1.0);
        let [width, height] = sides.map(|side| (side * scale).ceil());
        canvas.set_width(width as u32);
        canvas.set_height(height as u32);
        context
            .draw_image_with_image_bitmap_and_dw_and_dh(&bitmap, 0.0, 0.0, width, height)
            .ok()?;
        picture = Picture::read(&canvas.to_data_url_with_type(kind).ok()?);
        if picture.is_ok() {
            break;
        }
    }
    bitmap.close();
    Some(picture)
}
