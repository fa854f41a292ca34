//! The meaning of each key in each place, in one table, for presenting and for stepping.

use serde::{Deserialize, Serialize};
use simt::Grain;

/// The place where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The list of lessons, or a page next to them.
    Outside,
    Lesson,
    /// A lesson with a slide shown over it.
    Slide,
}

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    Next,
    Back,
    /// `Start` and `End` go to the start and the end of the run.
    Start,
    End,
    /// Goes to the first press of the slide.
    Restart,
    /// Shows the slide's, or the lesson's, own run again. In the playground, goes back to the lesson.
    AsSlide,
    SlideNext,
    SlideBack,
    FirstSlide,
    LastSlide,
    Play,
    Predict,
    Faster,
    Slower,
    StepBy(Grain),
    StepByCycle,
    /// Goes to the next step before which lanes of a warp come together again.
    Reconverge,
    FullScreen,
    Overview,
    Black,
    GoTo,
    /// Opens the bar on stage.
    Controls,
    Speaker,
    Theme,
    Glossary,
    /// Goes to the field that finds lessons.
    Find,
    Help,
}

impl Action {
    /// Returns true for what a player does: all that an embedded page has.
    pub const fn plays(self) -> bool {
        matches!(
            self,
            Action::Next
                | Action::Back
                | Action::Start
                | Action::End
                | Action::Play
                | Action::Faster
                | Action::Slower
                | Action::StepBy(_)
                | Action::StepByCycle
                | Action::Reconverge
        )
    }
}

/// A key and its modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key<'a> {
    Alone(&'a str),
    WithShift(&'a str),
    WithAlt(&'a str),
}

/// Returns the action of a key in a place, if any. Presenter remotes send PageUp, PageDown, `.` and Escape.
pub fn action(key: Key<'_>, place: Place) -> Option<Action> {
    let key = match key {
        Key::Alone(key) => key,
        Key::WithShift(" ") if place == Place::Slide => return Some(Action::Back),
        // `?` needs Shift, and capital letters mean the same as small ones.
        Key::WithShift(key) => key,
        Key::WithAlt("ArrowRight") if place == Place::Slide => return Some(Action::SlideNext),
        Key::WithAlt("ArrowLeft") if place == Place::Slide => return Some(Action::SlideBack),
        Key::WithAlt(_) => return None,
    };
    let lower = key.to_ascii_lowercase();
    let everywhere = match lower.as_str() {
        "?" => Some(Action::Help),
        "d" => Some(Action::Glossary),
        "t" => Some(Action::Theme),
        "f" => Some(Action::FullScreen),
        _ => None,
    };
    everywhere.or_else(|| match place {
        Place::Outside => (lower == "/").then_some(Action::Find),
        Place::Lesson => stepping(&lower),
        Place::Slide => presenting(&lower).or_else(|| stepping(&lower)),
    })
}

fn stepping(key: &str) -> Option<Action> {
    Some(match key {
        "arrowright" | "n" | "pagedown" | "f10" => Action::Next,
        "arrowleft" | "p" | "pageup" => Action::Back,
        "home" | "r" => Action::Start,
        "end" => Action::End,
        " " => Action::Play,
        "m" => Action::Predict,
        "+" | "=" => Action::Faster,
        "-" | "_" => Action::Slower,
        "1" => Action::StepBy(Grain::Warp),
        "2" => Action::StepBy(Grain::Statement),
        "3" => Action::StepBy(Grain::Iteration),
        "4" => Action::StepBy(Grain::Barrier),
        "5" => Action::StepByCycle,
        "j" => Action::Reconverge,
        "u" => Action::AsSlide,
        "o" => Action::Overview,
        "g" => Action::GoTo,
        "s" => Action::Speaker,
        _ => return None,
    })
}

/// Returns the action of a key that controls the deck, not the run, while a slide is shown.
fn presenting(key: &str) -> Option<Action> {
    Some(match key {
        " " => Action::Next,
        "home" => Action::FirstSlide,
        "end" => Action::LastSlide,
        "r" => Action::Restart,
        "b" | "." => Action::Black,
        "c" => Action::Controls,
        "escape" => Action::Overview,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings;
    use lessons::Language;

    #[test]
    fn keys_mean_what_presenters_and_players_expect() {
        use Action::*;
        // (key, outside, in a lesson, on a slide)
        let table = [
            ("ArrowRight", None, Some(Next), Some(Next)),
            ("PageDown", None, Some(Next), Some(Next)),
            ("F10", None, Some(Next), Some(Next)),
            ("n", None, Some(Next), Some(Next)),
            ("N", None, Some(Next), Some(Next)),
            (" ", None, Some(Play), Some(Next)),
            ("ArrowLeft", None, Some(Back), Some(Back)),
            ("PageUp", None, Some(Back), Some(Back)),
            ("p", None, Some(Back), Some(Back)),
            ("Home", None, Some(Start), Some(FirstSlide)),
            ("End", None, Some(End), Some(LastSlide)),
            ("r", None, Some(Start), Some(Restart)),
            ("u", None, Some(AsSlide), Some(AsSlide)),
            ("b", None, None, Some(Black)),
            ("c", None, None, Some(Controls)),
            (".", None, None, Some(Black)),
            ("Escape", None, None, Some(Overview)),
            ("o", None, Some(Overview), Some(Overview)),
            ("g", None, Some(GoTo), Some(GoTo)),
            ("s", None, Some(Speaker), Some(Speaker)),
            ("f", Some(FullScreen), Some(FullScreen), Some(FullScreen)),
            ("?", Some(Help), Some(Help), Some(Help)),
            ("+", None, Some(Faster), Some(Faster)),
            ("m", None, Some(Predict), Some(Predict)),
            ("-", None, Some(Slower), Some(Slower)),
            ("/", Some(Find), None, None),
            ("x", None, None, None),
            ("Shift", None, None, None),
        ];
        for (key, outside, lesson, slide) in table {
            let action_in = |place| action(Key::Alone(key), place);
            assert_eq!(action_in(Place::Outside), outside, "{key} outside");
            assert_eq!(action_in(Place::Lesson), lesson, "{key} in a lesson");
            assert_eq!(action_in(Place::Slide), slide, "{key} on a slide");
        }
        let slide = |key| action(key, Place::Slide);
        assert_eq!(slide(Key::WithAlt("ArrowRight")), Some(SlideNext));
        assert_eq!(slide(Key::WithAlt("ArrowLeft")), Some(SlideBack));
        assert_eq!(slide(Key::WithAlt("n")), None);
        assert_eq!(slide(Key::WithShift(" ")), Some(Back));
        // Without a slide, Alt and an arrow key is the browser's own "back".
        assert_eq!(action(Key::WithAlt("ArrowLeft"), Place::Lesson), None);
    }

    /// Every key in the help has an action, and the help lists every key of the table.
    #[test]
    fn the_help_names_every_key() {
        for language in Language::ALL {
            let listed: Vec<&str> = strings::of(language)
                .keys
                .iter()
                .flat_map(|(keys, _)| keys.split(" · "))
                .collect();
            for name in [
                "→", "←", "N", "P", "PageDown", "PageUp", "F10", "Home", "End", "1", "2", "3", "4", "5", "+", "-", "M",
                "R", "F", "O", "Esc", "B", ".", "G", "S", "T", "D", "/", "?", "Alt →", "Alt ←",
            ] {
                assert!(listed.contains(&name), "{name} in {language:?}");
            }
            for name in listed {
                let key = match name {
                    "→" => Key::Alone("ArrowRight"),
                    "←" => Key::Alone("ArrowLeft"),
                    "Alt →" => Key::WithAlt("ArrowRight"),
                    "Alt ←" => Key::WithAlt("ArrowLeft"),
                    "Esc" => Key::Alone("Escape"),
                    "Space" | "空格" => Key::Alone(" "),
                    // The browser's own shortcut, which the page takes over while slides are shown.
                    "Ctrl P" => continue,
                    name => Key::Alone(name),
                };
                let mut places = [Place::Slide, Place::Outside].into_iter();
                assert!(places.any(|place| action(key, place).is_some()), "{name}");
            }
        }
    }
}
