//! Saves pictures as files, and copies pictures and texts to the clipboard.

use super::picture::{Form, Paper, about, draw};
use crate::browser::clipboard::clipboard;
use crate::browser::files::{download, give_canvas};
use crate::draw::palette;
use crate::page::Page;
use crate::run::export::ExportTarget;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ClipboardItem, HtmlCanvasElement};

/// Returns the form of a PNG: the screen's pixel ratio times `palette.print`, sharp on a projector and on paper.
fn pixels() -> Form {
    Form::Pixels(window().device_pixel_ratio().max(1.0) * palette::current().print)
}

/// Saves a panel's picture as SVG. `None` if it cannot be drawn or saved.
pub fn save_svg(page: Page, what: ExportTarget) -> Option<()> {
    let svg = draw(page, what, Form::Svg)?.svg()?;
    let name = about(page, what).file(what.taken);
    download(&format!("{name}.svg"), "image/svg+xml", &svg)
}

/// Saves a panel's picture as PNG. `None` if it cannot be drawn or saved.
pub fn save_png(page: Page, what: ExportTarget) -> Option<()> {
    let paper = draw(page, what, pixels())?;
    let name = about(page, what).file(what.taken);
    give_canvas(&paper.canvas, format!("{name}.png"))
}

/// Copies a panel's picture to the clipboard. `None` if the browser does not allow it.
pub async fn copy_png(page: Page, what: ExportTarget) -> Option<()> {
    let paper: Paper = draw(page, what, pixels())?;
    let record = js_sys::Object::new();
    // The browser can wait for the picture, but the request must come while the click is recent.
    let blob = blob_of(&paper.canvas);
    js_sys::Reflect::set(&record, &"image/png".into(), &blob).ok()?;
    let has = js_sys::Reflect::has(&window(), &"ClipboardItem".into()).unwrap_or(false);
    let item = has.then(|| ClipboardItem::new_with_record_from_str_to_blob_promise(&record));
    let items = js_sys::Array::of1(&item?.ok()?.into());
    let clipboard = clipboard()?;
    JsFuture::from(clipboard.write(&items)).await.ok().map(drop)
}

fn blob_of(canvas: &HtmlCanvasElement) -> js_sys::Promise {
    let canvas = canvas.clone();
    js_sys::Promise::new(&mut |done, failed| {
        let give = Closure::once_into_js(move |blob: Option<Blob>| {
            // The promise may have been dropped, so the result of the call does not matter.
            let _ = match blob {
                Some(blob) => done.call1(&JsValue::NULL, &blob),
                None => failed.call0(&JsValue::NULL),
            };
        });
        // If the canvas cannot be read, the promise stays open and the browser ends the clipboard request.
        let _ = canvas.to_blob(give.unchecked_ref());
    })
}
