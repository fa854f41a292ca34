//! Keys as WebDriver writes them, for [`Browser::press`](crate::Browser::press).
//!
//! The code points are those of <https://www.w3.org/TR/webdriver2/#keyboard-actions>. A combination holds its first key
//! down until `\u{e000}`.

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};

/// Shift, Control, Alt and Meta.
const HELD: [char; 4] = ['\u{e008}', '\u{e009}', '\u{e00a}', '\u{e03d}'];
const RELEASE: char = '\u{e000}';

pub const BACKSPACE: &str = "\u{e003}";
pub const TAB: &str = "\u{e004}";
pub const ENTER: &str = "\u{e007}";
pub const ESCAPE: &str = "\u{e00c}";
pub const PAGE_UP: &str = "\u{e00e}";
pub const PAGE_DOWN: &str = "\u{e00f}";
pub const END: &str = "\u{e010}";
pub const HOME: &str = "\u{e011}";
pub const LEFT: &str = "\u{e012}";
pub const RIGHT: &str = "\u{e014}";
pub const DOWN: &str = "\u{e015}";
pub const DELETE: &str = "\u{e017}";
pub const F9: &str = "\u{e039}";
pub const F10: &str = "\u{e03a}";
pub const F12: &str = "\u{e03c}";
pub const SHIFT_TAB: &str = "\u{e008}\u{e004}\u{e000}";
pub const SHIFT_DOWN: &str = "\u{e008}\u{e015}\u{e000}";
pub const SHIFT_END: &str = "\u{e008}\u{e010}\u{e000}";
pub const SHIFT_ALT_F: &str = "\u{e008}\u{e00a}f\u{e000}";
pub const CTRL_F: &str = "\u{e009}f\u{e000}";
pub const CTRL_P: &str = "\u{e009}p\u{e000}";
pub const CTRL_SLASH: &str = "\u{e009}/\u{e000}";
pub const CTRL_ALT_G: &str = "\u{e009}\u{e00a}g\u{e000}";
pub const CTRL_SHIFT_OPENING: &str = "\u{e009}\u{e008}[\u{e000}";
pub const CTRL_SHIFT_CLOSING: &str = "\u{e009}\u{e008}]\u{e000}";
pub const ALT_LEFT: &str = "\u{e00a}\u{e012}\u{e000}";
pub const ALT_RIGHT: &str = "\u{e00a}\u{e014}\u{e000}";
pub const ALT_UP: &str = "\u{e00a}\u{e013}\u{e000}";

/// Returns the strokes of a text of keys.
pub(crate) fn strokes(keys: &str) -> KeyActions {
    let down = |value| KeyAction::Down { value };
    let up = |value| KeyAction::Up { value };
    let mut held = Vec::new();
    let mut strokes = Vec::new();
    for key in keys.chars() {
        match key {
            RELEASE => strokes.extend(held.drain(..).map(up)),
            key if HELD.contains(&key) => {
                held.push(key);
                strokes.push(down(key));
            }
            key => strokes.extend([down(key), up(key)]),
        }
    }
    let released = strokes.into_iter().chain(held.into_iter().map(up));
    released.fold(KeyActions::new("keyboard".to_owned()), |all, stroke| all.then(stroke))
}
