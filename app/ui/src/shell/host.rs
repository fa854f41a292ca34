//! The page that has this one in a frame, through the tag of `assets/warpstep.js`. It hears where the reader is and gets the
//! keys that the frame does not use; it may step and play. Without the tag nobody answers, and nothing changes.

use crate::page::Page;
use crate::run::canvas::{letter_size, until_cleanup};
use crate::run::predict::Predicting;
use crate::shell::embed::refused;
use js_sys::Function;
use leptos::ev;
use leptos::prelude::*;
use model::address::Theme;
use model::present::keys::{Action, Key, Place, action};
use model::run::predict::Verdict;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{KeyboardEvent, MessageEvent, Window};

/// A message of the host.
#[derive(Deserialize)]
struct Letter {
    warpstep: Asked,
}

/// What the host asks for.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asked {
    /// It listens.
    Hello(bool),
    /// Presses forward, or back if negative.
    Presses(i32),
    /// The press to go to.
    Press(usize),
    Play(bool),
    /// The reader predicts each step.
    Predict(bool),
    Theme(String),
}

/// The most presses that one message may ask for.
const MOST_PRESSES: i32 = 10_000;

/// The height of a frame, in the page's units of text: its head, player and lower panel, and each warp.
const USUAL_HEIGHT: f64 = 24.0;
const WARP_HEIGHT: f64 = 2.9;
/// The height of a warp whose lanes fold, and the most warps that are shown without scrolling, as in `take.css`.
const FOLDED_HEIGHT: f64 = 5.5;
const MOST_FOLDED: usize = 4;
/// The head of folded lanes, alone and with the question of a prediction, as in `take.css`.
const FOLDED_HEAD: f64 = 4.5;
const ASKING_HEAD: f64 = 14.0;
const NARROW: &str = "(max-width: 640px)";

/// Talks with the page around this one.
pub fn follow(page: Page) {
    let hears = StoredValue::new(false);
    let listener = window_event_listener_untyped("message", move |event| {
        let event: &MessageEvent = event.unchecked_ref();
        let source: Option<JsValue> = event.source().map(Into::into);
        let from_host = host().is_some_and(|host| source == Some(host.into()));
        let text = js_sys::JSON::stringify(&event.data()).ok();
        let letter = text.and_then(|text| serde_json::from_str(&String::from(text)).ok());
        if let (true, Some(Letter { warpstep })) = (from_host, letter) {
            hear(page, warpstep, hears);
        }
    });
    on_cleanup(move || listener.remove());
    let listener = Closure::<dyn Fn(KeyboardEvent)>::new(move |event: KeyboardEvent| {
        if hears.get_value() && is_for_host(page, &event) {
            event.stop_propagation();
            event.prevent_default();
            pass_on(&event);
        }
    });
    // While the event goes down, so that the page's own listener comes later.
    let listener: Function = listener.into_js_value().unchecked_into();
    // A window takes listeners.
    let _ = window().add_event_listener_with_callback_and_bool("keydown", &listener, true);
    until_cleanup(listener, |listener| {
        let _ = window().remove_event_listener_with_callback_and_bool("keydown", &listener, true);
    });
    tell(&json!({ "warpstep": "loaded" }));

    let is_ready = Memo::new(move |_| page.run.first.step_view.with(Option::is_some) && page.parts_awaited.get() == 0);
    tell_refusal(page);
    tell_height(page);
    let place = Memo::new(move |_| (page.press_shown(), page.presses()));
    // A later run, and a part that loads later, make the page ready again; the host hears it once, before the first step.
    Effect::new(move |was_ready: Option<bool>| {
        let was_ready = was_ready.unwrap_or(false);
        let (press, presses) = place.get();
        if !is_ready.get() {
            return was_ready;
        }
        if !was_ready {
            tell(&json!({ "warpstep": "ready", "presses": presses }));
        }
        tell(&json!({ "warpstep": "step", "press": press, "presses": presses }));
        if press >= presses {
            tell(&json!({ "warpstep": "end", "presses": presses }));
        }
        true
    });
    tell_answers(page);
}

/// Tells that a tag names no lesson: its frame shows the list, below a notice.
pub fn tell_wrong_lesson(page: Page) {
    let message = Memo::new(move |_| {
        let shows_list = !page.shows_run() && page.route.aside.get().is_none();
        let notice = || {
            page.notices
                .with(|notices| Some((notices.first()?.text)(page.strings())))
        };
        (page.route.embedded.get() && shows_list).then(notice).flatten()
    });
    Effect::new(move |_| {
        if let Some(message) = message.get() {
            tell(&json!({ "warpstep": "refused", "message": message }));
        }
    });
}

/// Tells why a kernel does not run.
fn tell_refusal(page: Page) {
    Effect::new(move |_| {
        if let Some(message) = refused(page) {
            tell(&json!({ "warpstep": "refused", "message": message }));
        }
    });
}

/// Tells the height that the lanes need.
fn tell_height(page: Page) {
    let folds = RwSignal::new(folds());
    let listener = window_event_listener(ev::resize, move |_| folds.set(self::folds()));
    on_cleanup(move || listener.remove());
    let warps = move || {
        page.run
            .first
            .step_view
            .with(|view| view.as_ref().map(|view| view.lanes.rows.len()))
    };
    let height = Memo::new(move |_| {
        let warps = warps()?;
        let lanes = if folds.get() {
            let head = if Predicting::of(page).on.get() {
                ASKING_HEAD
            } else {
                FOLDED_HEAD
            };
            head + FOLDED_HEIGHT * warps.min(MOST_FOLDED) as f64
        } else {
            WARP_HEIGHT * warps as f64
        };
        Some(USUAL_HEIGHT + lanes)
    });
    Effect::new(move |_| {
        if let Some(height) = height.get() {
            let letter = document().document_element().as_ref().map_or(16.0, letter_size);
            let height = (letter * height).round();
            tell(&json!({ "warpstep": "height", "height": height }));
        }
    });
}

/// Returns true in a frame that is too narrow for the lanes of a warp in one row.
fn folds() -> bool {
    let query = window().match_media(NARROW).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Tells each judged prediction.
fn tell_answers(page: Page) {
    let predicting = Predicting::of(page);
    Effect::new(move |_| {
        let right = predicting
            .verdict
            .with(|verdict| verdict.as_ref().map(Verdict::is_right));
        if let Some(right) = right {
            let (question, score) = untrack(|| (predicting.question.get(), predicting.score.get()));
            tell(&json!({
                "warpstep": "answer",
                "question": question.id(),
                "right": right,
                "answers": score.made,
                "rightAnswers": score.right,
            }));
        }
    });
}

/// The window that has this page in a frame.
fn host() -> Option<Window> {
    let parent = window().parent().ok().flatten()?;
    (parent != window()).then_some(parent)
}

/// Sends a message to the host. It holds nothing that another page may not know.
fn tell(message: &Value) {
    if let (Some(host), Ok(message)) = (host(), js_sys::JSON::parse(&message.to_string())) {
        // A host that has gone hears nothing.
        let _ = host.post_message(&message, "*");
    }
}

fn hear(page: Page, asked: Asked, hears: StoredValue<bool>) {
    match asked {
        Asked::Hello(says) => hears.set_value(says),
        Asked::Presses(presses) => {
            page.run.playing.set(false);
            for _ in 0..presses.unsigned_abs().min(MOST_PRESSES.unsigned_abs()) {
                let moved = if presses > 0 { page.forward() } else { page.back() };
                if !moved {
                    break;
                }
            }
        }
        Asked::Press(press) => {
            page.run.playing.set(false);
            page.go_to_press(press);
        }
        Asked::Play(on) => {
            if on != page.run.playing.get_untracked() {
                page.toggle_play();
            }
        }
        Asked::Predict(on) => {
            if on != Predicting::of(page).on.get_untracked() {
                page.toggle_predicting();
            }
        }
        Asked::Theme(name) => {
            if let Some(theme) = Theme::by_name(&name) {
                page.settings.theme.set(theme);
            }
        }
    }
}

/// Returns true for a key that turns the slides of the host: one of a clicker, one that would go beyond the run, and one
/// that the frame has no use for.
fn is_for_host(page: Page, event: &KeyboardEvent) -> bool {
    let pressed = event.key();
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return false;
    }
    if matches!(pressed.as_str(), "PageUp" | "PageDown" | "." | "Escape") {
        return true;
    }
    let is_control = event.target().is_some_and(|target| {
        let element: Option<&web_sys::Element> = target.dyn_ref();
        element.is_some_and(|element| element.matches("input, select, textarea, button").unwrap_or(false))
    });
    let key = if event.shift_key() {
        Key::WithShift(&pressed)
    } else {
        Key::Alone(&pressed)
    };
    match action(key, Place::Lesson) {
        Some(Action::Next) => page.is_at_end() && !is_control,
        Some(Action::Back) => page.press_now() == 0 && !is_control,
        Some(action) if action.plays() => false,
        _ => !is_control && pressed != "Tab",
    }
}

/// Sends a key to the host, which finds it at the frame's element.
fn pass_on(event: &KeyboardEvent) {
    tell(&json!({
        "warpstep": "key",
        "key": event.key(),
        "code": event.code(),
        "number": event.key_code(),
        "shiftKey": event.shift_key(),
    }));
}
