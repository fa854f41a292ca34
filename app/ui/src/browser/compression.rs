//! Compresses text for links with the browser's own streams, and expands it up to a limit.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use js_sys::{Array, Function, Reflect, Uint8Array};
use model::playground::link::SqueezeError;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, WritableStream};

/// Deflate without a header: the shortest format that browsers offer.
const FORMAT: &str = "deflate-raw";

/// Returns a text as compressed URL-safe base64; empty if the browser cannot compress.
pub async fn squeeze(text: &str) -> String {
    let bytes = through("CompressionStream", text.as_bytes(), usize::MAX).await;
    bytes.map_or(String::new(), |bytes| URL_SAFE_NO_PAD.encode(bytes))
}

/// Returns the text that [`squeeze`] compressed. Expands at most `most_bytes` bytes, because a small link can hold a
/// huge text.
///
/// # Errors
/// The letters are no base64, deflate or UTF-8, the text is too long, or the browser has no `DecompressionStream`.
pub async fn expand(letters: &str, most_bytes: usize) -> Result<String, SqueezeError> {
    let packed = URL_SAFE_NO_PAD
        .decode(letters.trim_end_matches('='))
        .map_err(|_| SqueezeError::Damaged)?;
    let bytes = through("DecompressionStream", &packed, most_bytes).await?;
    String::from_utf8(bytes).map_err(|_| SqueezeError::Damaged)
}

/// Creates one of the browser's transform streams by its name; returns its writable and its readable end.
fn stream(name: &str) -> Option<(WritableStream, ReadableStream)> {
    let constructor: Function = Reflect::get(&js_sys::global(), &name.into()).ok()?.dyn_into().ok()?;
    let stream = Reflect::construct(&constructor, &Array::of1(&FORMAT.into())).ok()?;
    let end = |name: &str| Reflect::get(&stream, &name.into()).ok();
    Some((end("writable")?.dyn_into().ok()?, end("readable")?.dyn_into().ok()?))
}

/// Sends bytes through a stream; returns all that comes out, at most `most_bytes` bytes.
async fn through(name: &str, bytes: &[u8], most_bytes: usize) -> Result<Vec<u8>, SqueezeError> {
    let (writable, readable) = stream(name).ok_or(SqueezeError::Unsupported)?;
    let writer = writable.get_writer().map_err(|_| SqueezeError::Unsupported)?;
    // The reader reports errors in the bytes. Without a handler, the writer's promises would repeat them on the
    // console.
    let ignored = wasm_bindgen::prelude::Closure::<dyn FnMut(JsValue)>::new(|_| {});
    for promise in [
        writer.write_with_chunk(&Uint8Array::from(bytes)),
        writer.close(),
        writer.closed(),
    ] {
        let _quiet = promise.catch(&ignored);
    }
    // The promises may settle after this function has returned.
    ignored.forget();
    let reader: ReadableStreamDefaultReader = readable
        .get_reader()
        .dyn_into()
        .map_err(|_| SqueezeError::Unsupported)?;
    let mut out = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(|_| SqueezeError::Damaged)?;
        let field = |name: &str| Reflect::get(&piece, &name.into()).unwrap_or_default();
        if field("done").is_truthy() {
            return Ok(out);
        }
        let piece = Uint8Array::new(&field("value"));
        if out.len() + piece.length() as usize > most_bytes {
            let _quiet = reader.cancel();
            return Err(SqueezeError::TooLong { most_bytes });
        }
        out.extend(piece.to_vec());
    }
}
