//! The messages between the audience's and the speaker's window, and the speaker's stopwatch.

use crate::present::keys::Action;
use crate::run::caption::Line;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lessons::Language;
use serde::{Deserialize, Serialize};

/// One message, in either direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// The speaker's window is open and asks for the state.
    Hello,
    /// The speaker pressed a key or a button.
    Do(Action),
    /// The speaker chose a slide by its number; from 0.
    GoTo(usize),
    /// The speaker closes the dialog that covers the slide.
    Close,
    State(Box<State>),
    /// The audience's window closes.
    Bye,
}

/// The state of the audience's window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub language: Language,
    /// The theme's name in links.
    pub theme: String,
    /// The deck's title; empty outside of a deck.
    pub title: String,
    pub slide: Option<SlideState>,
    /// The shown press, and the presses of the run.
    pub press: (usize, usize),
    /// The captions about the next statement of each kernel.
    pub captions: Vec<Line>,
    /// The differences between the shown run and the slide's.
    pub changes: Vec<String>,
    /// True if a dialog is open over the slide. It gets the keys.
    pub covered: bool,
    pub is_black: bool,
}

/// The slide that is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlideState {
    pub index: usize,
    pub count: usize,
    pub text: String,
    pub notes: String,
    /// The next slide's text.
    pub next: Option<String>,
    /// The link to the picture of the stage as it is, from `#` on.
    pub picture: String,
    /// The link to the picture of the next slide.
    pub next_picture: Option<String>,
    /// The planned minutes of the slides up to this one.
    pub planned: Option<u32>,
    /// The first and the last press of the slide; `None` for a slide of words.
    pub stretch: Option<(usize, usize)>,
}

impl Message {
    pub fn write(&self) -> Vec<u8> {
        // Serialising strings, numbers and lists cannot fail.
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// Parses a message; `None` if the bytes are not a message of this program, or if a picture's link leads away from the
    /// page: the speaker's window opens it in a frame.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let message = postcard::from_bytes(bytes).ok()?;
        let slide = match &message {
            Message::State(state) => state.slide.as_ref(),
            _ => None,
        };
        let links = slide.map(|slide| std::iter::once(&slide.picture).chain(&slide.next_picture));
        let mut links = links.into_iter().flatten();
        let is_own = links.all(|link| link.starts_with("#/"));
        is_own.then_some(message)
    }
}

/// True if the speaker's window forwards this action. The others are for one window, and the speaker's window says so.
pub const fn is_for_audience(action: Action) -> bool {
    match action {
        Action::Next
        | Action::Back
        | Action::Start
        | Action::End
        | Action::Restart
        | Action::AsSlide
        | Action::SlideNext
        | Action::SlideBack
        | Action::FirstSlide
        | Action::LastSlide
        | Action::Faster
        | Action::Slower
        | Action::StepBy(_)
        | Action::StepByCycle
        | Action::Reconverge
        | Action::Predict
        | Action::Overview
        | Action::Controls
        | Action::Theme
        | Action::Black => true,
        Action::Play
        | Action::FullScreen
        | Action::GoTo
        | Action::Speaker
        | Action::Glossary
        | Action::Find
        | Action::Help => false,
    }
}

/// A stopwatch. Times are in milliseconds of any one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    since: Option<f64>,
    before: f64,
}

impl Watch {
    pub fn write(&self) -> String {
        // Serialising two numbers cannot fail.
        STANDARD.encode(postcard::to_stdvec(self).unwrap_or_default())
    }

    /// Parses a stored stopwatch; `None` if the text is not one of this program.
    pub fn read(text: &str) -> Option<Self> {
        postcard::from_bytes(&STANDARD.decode(text).ok()?).ok()
    }

    pub const fn started(now: f64) -> Self {
        Watch {
            since: Some(now),
            before: 0.0,
        }
    }

    pub const fn is_running(self) -> bool {
        self.since.is_some()
    }

    /// Returns the milliseconds that it has run. Setting the clock back subtracts nothing.
    pub fn elapsed(self, now: f64) -> f64 {
        let running = self.since.map_or(0.0, |since| (now - since).max(0.0));
        self.before + running
    }

    /// Pauses or resumes it.
    pub fn toggled(self, now: f64) -> Self {
        Watch {
            since: (!self.is_running()).then_some(now),
            before: self.elapsed(now),
        }
    }

    /// Sets it to zero; it keeps running or stays paused.
    pub fn reset(self, now: f64) -> Self {
        Watch {
            since: self.since.map(|_| now),
            before: 0.0,
        }
    }
}

/// Formats a duration: `7:05`, `1:00:00`.
pub fn minutes(millis: f64) -> String {
    let seconds = (millis / 1000.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use simt::Grain;

    #[test]
    fn messages_come_back_as_they_went() {
        let state = State {
            language: Language::SimplifiedChinese,
            theme: "dark".to_owned(),
            title: "</script>".to_owned(),
            slide: Some(SlideState {
                index: 1,
                count: 5,
                text: "一\n\"two\"".to_owned(),
                notes: String::new(),
                next: None,
                picture: "#/neighbored?slide=1&stage=1&embed=1".to_owned(),
                next_picture: None,
                planned: Some(12),
                stretch: Some((0, 3)),
            }),
            press: (2, 7),
            captions: vec![Line {
                kernel: None,
                place: Some("stride 2".to_owned()),
                text: "Threads 0, 4, 8 …".to_owned(),
            }],
            changes: vec!["block size 128, not 64".to_owned()],
            covered: false,
            is_black: false,
        };
        for link in ["javascript:alert(1)", "https://example.org/#/", "//example.org", ""] {
            let mut state = state.clone();
            let slide = state.slide.as_mut().expect("a slide");
            slide.next_picture = Some(link.to_owned());
            let message = Message::State(Box::new(state));
            assert_eq!(Message::read(&message.write()), None, "{link}");
        }
        for message in [
            Message::Hello,
            Message::Bye,
            Message::Do(Action::StepBy(Grain::Barrier)),
            Message::State(Box::new(state)),
        ] {
            assert_eq!(Message::read(&message.write()), Some(message));
        }
        for text in ["", "Hi", "{}", "{\"Do\":\"Format\"}", "{\"State\":{}}", "null"] {
            assert_eq!(Message::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_watch_runs_pauses_and_begins_again() {
        let watch = Watch::started(1_000.0);
        assert_eq!(watch.elapsed(61_000.0), 60_000.0);
        assert_eq!(watch.elapsed(500.0), 0.0, "the clock was set back");
        let paused = watch.toggled(61_000.0);
        assert!(!paused.is_running());
        assert_eq!(paused.elapsed(99_000.0), 60_000.0);
        let on = paused.toggled(100_000.0);
        assert_eq!(on.elapsed(101_000.0), 61_000.0);
        assert_eq!(on.reset(101_000.0).elapsed(102_000.0), 1_000.0);
        assert_eq!(paused.reset(101_000.0).elapsed(102_000.0), 0.0);
        for (millis, text) in [
            (0.0, "0:00"),
            (999.0, "0:00"),
            (65_000.0, "1:05"),
            (3_600_000.0, "1:00:00"),
            (36_061_000.0, "10:01:01"),
        ] {
            assert_eq!(minutes(millis), text);
        }
    }
}
