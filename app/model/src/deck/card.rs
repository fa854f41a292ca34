//! A slide of words alone: a title, a text, and a picture of the author's own.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::sync::Arc;

/// The largest file of a picture, in bytes.
pub const MOST_PICTURE_BYTES: usize = 200 * 1024;

/// A slide of words has a title and a picture beside its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub title: String,
    pub picture: Option<Picture>,
}

/// A picture as a `data:` address. It holds a file of at most [`MOST_PICTURE_BYTES`] in a format that browsers show.
/// Copies share the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture(Arc<str>);

/// The reason why a file is not usable as a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureError {
    TooLarge,
    /// It is not a PNG, JPEG, GIF, WebP or SVG file.
    OtherFormat,
}

impl Picture {
    /// Makes a picture from the bytes of a file.
    ///
    /// # Errors
    /// [`PictureError`]
    pub fn of_file(bytes: &[u8]) -> Result<Self, PictureError> {
        if bytes.len() > MOST_PICTURE_BYTES {
            return Err(PictureError::TooLarge);
        }
        let kind = kind(bytes).ok_or(PictureError::OtherFormat)?;
        let text = format!("data:{kind};base64,{}", STANDARD.encode(bytes));
        Ok(Picture(text.into()))
    }

    /// Reads an untrusted `data:` address.
    ///
    /// # Errors
    /// [`PictureError`]
    pub fn read(address: &str) -> Result<Self, PictureError> {
        // Four letters stand for three bytes.
        if address.len() > MOST_PICTURE_BYTES / 3 * 4 + 64 {
            return Err(PictureError::TooLarge);
        }
        let data = address.split_once(";base64,").map(|(_, data)| data);
        let bytes = data.and_then(|data| STANDARD.decode(data).ok());
        Picture::of_file(&bytes.ok_or(PictureError::OtherFormat)?)
    }

    pub fn address(&self) -> &str {
        &self.0
    }
}

/// Returns the media type of a picture's file by its first bytes; `None` for other files.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    /// A comment or a declaration may stand before the first element of an SVG file.
    const HEAD: usize = 1024;
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some("image/png");
    }
    if bytes.starts_with(b"\xff\xd8\xff") {
        return Some("image/jpeg");
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some("image/gif");
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("image/webp");
    }
    let head = bytes.get(..HEAD.min(bytes.len()))?;
    let head = String::from_utf8_lossy(head);
    (head.trim_start().starts_with('<') && head.contains("<svg")).then_some("image/svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_its_bytes() {
        let large = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; MOST_PICTURE_BYTES]].concat();
        // (file, media type or error)
        let table: [(&[u8], Result<&str, PictureError>); 9] = [
            (b"\x89PNG\r\n\x1a\nrest", Ok("image/png")),
            (b"\xff\xd8\xff\xe0rest", Ok("image/jpeg")),
            (b"GIF89arest", Ok("image/gif")),
            (b"RIFF\0\0\0\0WEBPrest", Ok("image/webp")),
            (b" <?xml version='1.0'?><svg/>", Ok("image/svg+xml")),
            (b"<html><script>", Err(PictureError::OtherFormat)),
            (b"RIFF\0\0\0\0WAVE", Err(PictureError::OtherFormat)),
            (b"", Err(PictureError::OtherFormat)),
            (&large, Err(PictureError::TooLarge)),
        ];
        for (file, expected) in table {
            let found = Picture::of_file(file);
            let expected =
                expected.map(|kind| format!("data:{kind};base64,{}", STANDARD.encode(file)));
            let address = found.clone().map(|picture| picture.address().to_owned());
            assert_eq!(address, expected);
            if let Ok(picture) = found {
                assert_eq!(Picture::read(picture.address()), Ok(picture));
            }
        }
        for hostile in [
            "",
            "javascript:alert(1)",
            "data:text/html;base64,PGh0bWw+",
            "data:image/png;base64,%%%",
        ] {
            assert_eq!(
                Picture::read(hostile),
                Err(PictureError::OtherFormat),
                "{hostile}"
            );
        }
        // The media type comes from the bytes and not from the address.
        let disguised = format!("data:text/html;base64,{}", STANDARD.encode(b"GIF89a"));
        let read = Picture::read(&disguised).map(|picture| picture.address().to_owned());
        assert_eq!(read, Ok("data:image/gif;base64,R0lGODlh".to_owned()));
        let long = format!(
            "data:image/png;base64,{}",
            "A".repeat(MOST_PICTURE_BYTES * 2)
        );
        assert_eq!(Picture::read(&long), Err(PictureError::TooLarge));
    }
}
