//! QR codes of links, made without a network.

use qrcodegen::QrCodeEcc;

/// The modules of a QR code.
#[derive(Clone, Debug, PartialEq)]
pub struct QrCode {
    /// Modules in a row, without the quiet zone.
    pub size: u32,
    /// The dark modules as an SVG path in units of modules, with the quiet zone around them.
    pub path: String,
}

/// The quiet zone around the modules, in modules.
pub const QUIET: u32 = 4;

impl QrCode {
    /// Makes the code of a text; `None` if the text is longer than 2,953 bytes, the most that a QR code holds.
    pub fn new(text: &str) -> Option<Self> {
        let code = qrcodegen::QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
        let size = code.size();
        let mut path = String::new();
        for y in 0..size {
            for x in (0..size).filter(|&x| code.get_module(x, y)) {
                let (left, top) = (x + QUIET as i32, y + QUIET as i32);
                path.push_str(&format!("M{left} {top}h1v1h-1z"));
            }
        }
        Some(QrCode {
            size: size as u32,
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_the_size_that_its_text_needs() {
        // (bytes, modules in a row), from the tables of ISO/IEC 18004 for byte mode and level L
        for (bytes, size) in [(17, Some(21)), (18, Some(25)), (2_953, Some(177)), (2_954, None)] {
            let text = "a".repeat(bytes);
            let side = QrCode::new(&text).map(|code| code.size);
            assert_eq!(side, size, "{bytes} bytes");
        }
        let code = QrCode::new("#/deck").expect("a short text");
        // The finder pattern begins in the corner of the quiet zone.
        assert!(code.path.starts_with("M4 4h1v1h-1zM5 4h1v1h-1z"));
    }
}
