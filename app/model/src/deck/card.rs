//! A slide of words alone: a title, a text, and a picture of the author's own.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::sync::Arc;

/// The largest picture of a slide, in bytes and in pixels. A picture in a file of a few bytes may have millions of pixels,
/// and a slide needs no more than a screen has.
pub const MOST_PICTURE_BYTES: usize = 200 * 1024;
const MOST_PIXELS: u64 = 1 << 23;
/// The largest file that a slide's picture is made of, in bytes and in pixels: a photograph of a large camera.
pub const MOST_SOURCE_BYTES: usize = 32 << 20;
const MOST_SOURCE_PIXELS: u64 = 1 << 26;

/// A slide of words has a title and a picture beside its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub title: String,
    pub picture: Option<Picture>,
}

/// A picture as a `data:` address. It holds at most [`MOST_PICTURE_BYTES`] and [`MOST_PIXELS`] in a format of pixels: a
/// drawing (SVG) of a few bytes can keep a browser busy for ever. Copies share the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture(Arc<str>);

/// The reason why a file is not usable as a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureError {
    TooLarge,
    TooManyPixels,
    /// It is not a PNG, JPEG, GIF or WebP file.
    OtherFormat,
}

impl Picture {
    /// Makes a picture from the bytes of a file.
    ///
    /// # Errors
    /// [`PictureError`]
    pub fn of_file(bytes: &[u8]) -> Result<Self, PictureError> {
        let kind = checked(bytes, MOST_PICTURE_BYTES, MOST_PIXELS)?;
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

/// Checks a file that a slide's picture is to be made of.
///
/// # Errors
/// [`PictureError`]
pub fn check_source(bytes: &[u8]) -> Result<(), PictureError> {
    checked(bytes, MOST_SOURCE_BYTES, MOST_SOURCE_PIXELS).map(drop)
}

/// Returns the media type of a picture, which is not decoded.
fn checked(bytes: &[u8], most_bytes: usize, most_pixels: u64) -> Result<&'static str, PictureError> {
    if bytes.len() > most_bytes {
        return Err(PictureError::TooLarge);
    }
    let (kind, (width, height)) = head(bytes).ok_or(PictureError::OtherFormat)?;
    match u64::from(width) * u64::from(height) {
        0 => Err(PictureError::OtherFormat),
        pixels if pixels > most_pixels => Err(PictureError::TooManyPixels),
        _ => Ok(kind),
    }
}

/// Reads the media type, the width and the height from the head of a picture's file; `None` for other files.
fn head(bytes: &[u8]) -> Option<(&'static str, (u32, u32))> {
    let big = |offset: usize, count: usize| {
        let number = bytes.get(offset..offset + count)?;
        Some(number.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
    };
    let little = |offset: usize, count: usize| {
        let number = bytes.get(offset..offset + count)?;
        Some(number.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
    };
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") {
        return Some(("image/png", (big(16, 4)?, big(20, 4)?)));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some(("image/gif", (little(6, 2)?, little(8, 2)?)));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        let size = match bytes.get(12..16)? {
            b"VP8X" => (little(24, 3)? + 1, little(27, 3)? + 1),
            b"VP8L" => {
                let both = little(21, 4)?;
                ((both & 0x3fff) + 1, (both >> 14 & 0x3fff) + 1)
            }
            b"VP8 " => (little(26, 2)? & 0x3fff, little(28, 2)? & 0x3fff),
            _ => return None,
        };
        return Some(("image/webp", size));
    }
    if !bytes.starts_with(b"\xff\xd8\xff") {
        return None;
    }
    // Segments with their lengths come before the frame that has the size.
    let mut offset = 2;
    loop {
        let marker = big(offset, 2)?;
        match marker {
            0xffc4 | 0xffc8 | 0xffcc => {}
            0xffc0..=0xffcf => {
                return Some(("image/jpeg", (big(offset + 7, 2)?, big(offset + 5, 2)?)));
            }
            _ => {}
        }
        offset += match marker {
            0xffff => 1,
            0xff01..=0xfffe => 2 + big(offset + 2, 2)? as usize,
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG file's head for so many pixels.
    fn png(width: u32, height: u32) -> Vec<u8> {
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice();
        [start, &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat()
    }

    #[test]
    fn a_picture_is_known_by_its_bytes() {
        let large = [png(9, 9), vec![0; MOST_PICTURE_BYTES]].concat();
        // (file, media type or error)
        let table: [(&[u8], Result<&str, PictureError>); 15] = [
            (&png(3840, 2160), Ok("image/png")),
            (&png(3, 0), Err(PictureError::OtherFormat)),
            (&png(65_535, 65_535), Err(PictureError::TooManyPixels)),
            (
                b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08\0\x20\0\x40",
                Ok("image/jpeg"),
            ),
            (
                b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff",
                Err(PictureError::TooManyPixels),
            ),
            (b"\xff\xd8\xff\xe0\0\x04", Err(PictureError::OtherFormat)),
            (b"GIF89a\x40\0\x20\0", Ok("image/gif")),
            (b"GIF89a\xff\xff\xff\xff", Err(PictureError::TooManyPixels)),
            (
                b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\0\x20\0",
                Ok("image/webp"),
            ),
            (
                b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\xff\xff\0\xff\xff\0",
                Err(PictureError::TooManyPixels),
            ),
            (
                b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\xff\xff\xff\x0f",
                Err(PictureError::TooManyPixels),
            ),
            (b" <?xml version='1.0'?><svg/>", Err(PictureError::OtherFormat)),
            (b"RIFF\0\0\0\0WAVE", Err(PictureError::OtherFormat)),
            (b"", Err(PictureError::OtherFormat)),
            (&large, Err(PictureError::TooLarge)),
        ];
        for (file, expected) in table {
            let picture = Picture::of_file(file);
            let expected = expected.map(|kind| format!("data:{kind};base64,{}", STANDARD.encode(file)));
            let address = picture.clone().map(|picture| picture.address().to_owned());
            assert_eq!(address, expected, "{file:x?}");
            if let Ok(picture) = picture {
                assert_eq!(Picture::read(picture.address()), Ok(picture));
            }
        }
        for hostile in [
            "",
            "javascript:alert(1)",
            "data:text/html;base64,PGh0bWw+",
            "data:image/png;base64,%%%",
        ] {
            assert_eq!(Picture::read(hostile), Err(PictureError::OtherFormat), "{hostile}");
        }
        // The media type comes from the bytes and not from the address.
        let gif = STANDARD.encode(b"GIF89a\x40\0\x20\0");
        let read = Picture::read(&format!("data:text/html;base64,{gif}"));
        let read = read.map(|picture| picture.address().to_owned());
        assert_eq!(read, Ok(format!("data:image/gif;base64,{gif}")));
        let long = format!("data:image/png;base64,{}", "A".repeat(MOST_PICTURE_BYTES * 2));
        assert_eq!(Picture::read(&long), Err(PictureError::TooLarge));
    }

    #[test]
    fn a_picture_is_made_of_a_larger_file() {
        assert_eq!(check_source(&png(6000, 4000)), Ok(()));
        assert_eq!(check_source(&png(9000, 9000)), Err(PictureError::TooManyPixels));
        assert_eq!(check_source(b"<svg/>"), Err(PictureError::OtherFormat));
    }
}
