//! Files: downloads that the page hands to the browser, and files that the reader picks.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, HtmlCanvasElement, Url};

/// Hands the reader a file. `None` where the browser does not let it.
pub fn download(name: &str, kind: &str, text: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    give(name, &blob)
}

/// Hands the reader what the browser holds as a file.
pub fn give(name: &str, blob: &Blob) -> Option<()> {
    let address = Url::create_object_url_with_blob(blob).ok()?;
    let anchor: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    anchor.set_href(&address);
    anchor.set_download(name);
    anchor.click();
    // The browser has taken the file by the time that the address goes.
    set_timeout(
        move || {
            let _ = Url::revoke_object_url(&address);
        },
        std::time::Duration::from_secs(60),
    );
    Some(())
}

/// Hands the reader what is on a canvas, as PNG.
pub fn give_canvas(canvas: &HtmlCanvasElement, name: String) -> Option<()> {
    let give_blob = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            let _given = give(&name, &blob);
        }
    });
    canvas.to_blob(give_blob.unchecked_ref()).ok()
}

/// Reads the bytes of a file; one byte too many if it is larger than allowed, for the reader to refuse.
pub async fn read_bytes(file: &File, most_bytes: usize) -> Option<Vec<u8>> {
    if file.size() > most_bytes as f64 {
        return Some(vec![0; most_bytes + 1]);
    }
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Reads a file that may hold anything.
pub async fn read_file(file: &File, most_bytes: usize) -> Option<String> {
    if file.size() > most_bytes as f64 {
        // Not read at all: the reader of the text refuses it for its length.
        return Some(" ".repeat(most_bytes + 1));
    }
    JsFuture::from(file.text()).await.ok()?.as_string()
}
