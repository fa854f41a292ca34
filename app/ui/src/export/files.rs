//! Handing out files and pictures.

use super::picture::{Form, Paper, about, draw};
use crate::browser::clipboard::clipboard;
use crate::browser::files::{download, give_canvas};
use crate::draw::palette;
use crate::page::Page;
use crate::run::export::What;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ClipboardItem, HtmlCanvasElement};

/// Three pixels for each of the screen's: sharp on a projector and on paper.
fn pixels() -> Form {
    Form::Pixels(window().device_pixel_ratio().max(1.0) * palette::current().print)
}

/// Saves a panel's picture as SVG. `None` where it could not be drawn or handed over.
pub fn save_svg(page: Page, what: What) -> Option<()> {
    let svg = draw(page, what, Form::Svg)?.svg()?;
    let name = about(page, what).file(what.taken);
    download(&format!("{name}.svg"), "image/svg+xml", &svg)
}

/// The same as PNG.
pub fn save_png(page: Page, what: What) -> Option<()> {
    let paper = draw(page, what, pixels())?;
    let name = about(page, what).file(what.taken);
    give_canvas(&paper.canvas, format!("{name}.png"))
}

/// Puts a panel's picture on the clipboard. `None` where the browser does not let it.
pub async fn copy_png(page: Page, what: What) -> Option<()> {
    let paper: Paper = draw(page, what, pixels())?;
    let record = js_sys::Object::new();
    // The browser may wait for the picture, but wants to be asked while the click is fresh.
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
            // Nobody listens any more to a promise that was dropped.
            let _ = match blob {
                Some(blob) => done.call1(&JsValue::NULL, &blob),
                None => failed.call0(&JsValue::NULL),
            };
        });
        // A canvas that cannot be read never answers, and the browser gives up on its own.
        let _ = canvas.to_blob(give.unchecked_ref());
    })
}
