//! Bytes as base64, for scripts: WebDriver only passes JSON.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The same in JavaScript: `bytes` decodes a text, `text` encodes bytes.
pub const SCRIPT: &str = "
    const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const text = bytes => {
        let letters = '';
        for (let start = 0; start < bytes.length; start += 8192) {
            letters += String.fromCharCode(...bytes.subarray(start, start + 8192));
        }
        return btoa(letters);
    };
";

pub fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

pub fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}
