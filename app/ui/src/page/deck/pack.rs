//! Text small enough for a link: deflated by the browser, in letters that addresses take. Reading is limited both ways.

use crate::model::deck::{DeckError, MAX_DECK_BYTES};
use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, ReadableStreamDefaultReader, ReadableWritablePair};

/// Longest text in a link: chats and browsers cut or refuse longer ones.
pub const MAX_PACKED: usize = 30_000;

/// `CompressionStream` or `DecompressionStream`; `None` in a browser without.
fn transform(name: &str) -> Option<ReadableWritablePair> {
    let class: Function = Reflect::get(&js_sys::global(), &name.into())
        .ok()?
        .dyn_into()
        .ok()?;
    let arguments = Array::of1(&"deflate-raw".into());
    let stream: Object = Reflect::construct(&class, &arguments)
        .ok()?
        .unchecked_into();
    Some(stream.unchecked_into())
}

/// All bytes of a stream; `None` where it breaks off or goes on beyond `most`.
async fn read(stream: ReadableStream, most: usize) -> Result<Vec<u8>, DeckError> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read())
            .await
            .map_err(|_| DeckError::Damaged)?;
        let of_chunk = |name: &str| Reflect::get(&chunk, &name.into()).unwrap_or_default();
        if of_chunk("done").is_truthy() {
            return Ok(bytes);
        }
        let part: Uint8Array = of_chunk("value").unchecked_into();
        if bytes.len() + part.length() as usize > most {
            // What is left is never unpacked.
            let _ = JsFuture::from(reader.cancel()).await;
            return Err(DeckError::TooLarge { most_bytes: most });
        }
        bytes.extend(part.to_vec());
    }
}

fn stream_of(bytes: &[u8]) -> Option<ReadableStream> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    Some(Blob::new_with_u8_array_sequence(&parts).ok()?.stream())
}

/// Text for a link. `None` where the browser cannot, or the link would be too long.
pub async fn pack(text: &str) -> Option<String> {
    let stream = stream_of(text.as_bytes())?.pipe_through(&transform("CompressionStream")?);
    let bytes = read(stream, MAX_PACKED).await.ok()?;
    let binary: String = bytes.into_iter().map(char::from).collect();
    let base64 = window().btoa(&binary).ok()?;
    let packed = base64.replace('+', "-").replace('/', "_").replace('=', "");
    (packed.len() <= MAX_PACKED).then_some(packed)
}

/// The text that a link carries, which may carry anything.
pub async fn unpack(packed: &str) -> Result<String, DeckError> {
    if packed.len() > MAX_PACKED {
        return Err(DeckError::TooLarge {
            most_bytes: MAX_PACKED,
        });
    }
    let base64 = packed.replace('-', "+").replace('_', "/");
    let binary = window().atob(&base64).map_err(|_| DeckError::Damaged)?;
    let bytes: Option<Vec<u8>> = binary
        .chars()
        .map(|each| u8::try_from(u32::from(each)).ok())
        .collect();
    let stream = bytes.as_deref().and_then(stream_of);
    let unpacking = stream
        .zip(transform("DecompressionStream"))
        .map(|(stream, transform)| stream.pipe_through(&transform));
    let bytes = read(unpacking.ok_or(DeckError::Damaged)?, MAX_DECK_BYTES).await?;
    String::from_utf8(bytes).map_err(|_| DeckError::Damaged)
}
