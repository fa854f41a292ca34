//! What a view is looked at in: every theme, both languages, a projector, a large screen and a phone.

/// Themes with a language: each theme once at least, and both languages where text is largest.
pub const LOOKS: [(&str, &str); 4] = [
    ("light", "en"),
    ("dark", "zh-Hans"),
    ("projector", "en"),
    ("projector", "zh-Hans"),
];

/// A name, width and height in CSS pixels. No browser window is narrower than the last.
pub const SIZES: [(&str, u32, u32); 4] = [
    ("720", 1280, 720),
    ("1080", 1920, 1080),
    ("4k", 3840, 2160),
    ("phone", 500, 844),
];
