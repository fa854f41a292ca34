//! The looks in which views are tested: themes, languages, and sizes of windows.

/// Pairs of theme and language: each theme at least once, and both languages in the theme with the largest text.
const LOOKS: [(&str, &str); 4] = [
    ("light", "en"),
    ("dark", "zh-Hans"),
    ("projector", "zh-Hans"),
    ("projector", "en"),
];

/// Returns true in a full run (`WARPSTEP_FULL`).
pub fn is_full_run() -> bool {
    std::env::var_os("WARPSTEP_FULL").is_some()
}

/// Returns the pair of theme and language for one of several windows or views: they take turns. Every pair in a full run.
pub fn looks_in_turn(turn: usize) -> Vec<(&'static str, &'static str)> {
    if is_full_run() {
        LOOKS.to_vec()
    } else {
        vec![LOOKS[turn % LOOKS.len()]]
    }
}

/// Returns the pairs of theme and language to test: each theme once, and every pair in a full run.
pub fn looks() -> Vec<(&'static str, &'static str)> {
    let count = if is_full_run() { LOOKS.len() } else { 3 };
    LOOKS[..count].to_vec()
}

/// Name, width and height in CSS pixels, of a projector, a screen, a large screen and a phone.
pub const SIZES: [(&str, u32, u32); 4] = [
    ("720", 1280, 720),
    ("1080", 1920, 1080),
    ("4k", 3840, 2160),
    ("phone", 500, 844),
];
