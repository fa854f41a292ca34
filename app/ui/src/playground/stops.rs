//! *Run to* in the player: on to the next breakpoint or condition, and the first NaN, infinity or wrong value.

use super::editor::EditorPlace;
use super::moments::{go_to_last_store, with_trace};
use crate::draft::Playground;
use crate::page::menu::Menu;
use crate::page::{MenuName, Page};
use leptos::ev;
use leptos::prelude::*;
use model::playground::condition::Condition;
use model::playground::expected::Writer;
use model::playground::stops::{Cause, Special, Stops, first_special, next_stop};
use simt::ScalarType;
use std::collections::BTreeSet;
use std::ops::Range;
use wasm_bindgen::JsCast;

/// The sentence about the last search.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    Stopped(Cause),
    /// Nothing stops the run from there on.
    Ended,
    None(Special),
    /// The text of the condition is wrong.
    Wrong(String),
}

#[component]
pub fn StopsBar(page: Page, place: EditorPlace) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().stop_words();
    let (text, said) = (RwSignal::new(String::new()), RwSignal::new(Said::Nothing));
    let has_stop = move || {
        let has_lines = playground.breakpoints.with(|lines| !lines.is_empty());
        has_lines || text.with(|text| !text.trim().is_empty())
    };
    let go_on = move || {
        let lines = playground.breakpoints.get_untracked();
        said.set(walk(page, lines, &text.get_untracked()));
    };
    let write = move |event| {
        text.set(event_target_value(&event));
        let parsed = text.with_untracked(|text| condition(page, text));
        said.set(match parsed {
            Some(Err(error)) => Said::Wrong(error),
            _ => Said::Nothing,
        });
    };
    let to_caret = move |_| {
        if let Some(line) = place.line() {
            said.set(walk(page, BTreeSet::from([line]), ""));
        }
    };
    let has_floats = Memo::new(move |_| has_floats(page));
    // A later run has other moments.
    Effect::new(move |_| {
        playground.ran.track();
        said.set(Said::Nothing);
    });
    stop_the_player(page, text, said);
    listen_for_key(page, go_on);
    let form = view! {
        <div class="stops" id="stops">
            <button
                class="button"
                id="continue"
                title=move || words().go_on_hint
                aria-disabled=move || (!has_stop()).to_string()
                on:click=move |_| go_on()
            >
                {move || words().go_on}
                <kbd>"C"</kbd>
            </button>
            <button class="button" id="to-caret" title=move || words().to_caret_hint on:click=to_caret>
                {move || words().to_caret}
                <kbd>"Ctrl F10"</kbd>
            </button>
            <input
                id="stop-when"
                type="text"
                autocomplete="off"
                spellcheck="false"
                aria-label=move || words().when
                title=move || words().when_hint
                placeholder=move || words().when
                aria-invalid=move || matches!(said.get(), Said::Wrong(_)).to_string()
                on:input=write
                on:keydown=move |event| {
                    if event.key() == "Enter" {
                        go_on()
                    }
                }
            />
            {move || has_floats.get().then(|| special_buttons(page, said))}
            {move || wrong_button(page)}
        </div>
    };
    view! {
        <Menu page=page name=MenuName::RunTo label=move || view! { {words().run_to} }.into_any()>
            {form}
        </Menu>
        <output
            class="stopped"
            id="stopped"
            aria-live="polite"
            class:wrong=move || matches!(said.get(), Said::Wrong(_))
        >
            {move || sentence(page, said)}
        </output>
    }
    .into_any()
}

/// Returns true if the shown run computes with floats. Tracked.
fn has_floats(page: Page) -> bool {
    Playground::of(page).ran.track();
    with_trace(page, |trace| {
        let is_float = |scalar| matches!(scalar, ScalarType::F32 | ScalarType::F16);
        let mut variables = trace.variables.iter();
        variables.any(|each| each.scalar.is_none_or(is_float))
            || trace
                .memories
                .iter()
                .any(|each| each.layout.scalar().is_none_or(is_float))
    })
    .unwrap_or(false)
}

/// Returns the first wrong word of the run: its buffer, its number, and the dispatch that stored it. Tracked.
fn first_wrong(page: Page) -> Option<(String, u32, Option<Writer>)> {
    Playground::of(page).ran.with(|ran| {
        let mut judged = ran.as_ref()?.expected.iter();
        judged.find_map(|judged| {
            let comparison = judged.result.as_ref().ok()?;
            let first = comparison.listed.first()?;
            Some((judged.name.clone(), first.word, comparison.stored_by))
        })
    })
}

/// Stops a run that plays at breakpoints and at the condition, between two of its presses, too.
fn stop_the_player(page: Page, text: RwSignal<String>, said: RwSignal<Said>) {
    let playground = Playground::of(page);
    Effect::new(move |before: Option<usize>| {
        let position = page.run.position.get();
        if let Some(before) = before.filter(|_| page.run.playing.get_untracked()) {
            let stops = Stops {
                lines: playground.breakpoints.get_untracked(),
                condition: untrack(|| text.with(|text| condition(page, text)?.ok())),
            };
            if let Some((stop, cause)) = stop_within(page, before..position, &stops) {
                page.run.playing.set(false);
                page.go_to(stop);
                said.set(Said::Stopped(cause));
            }
        }
        position
    });
}

/// Calls a function when the key of *Continue* is pressed.
fn listen_for_key(page: Page, go_on: impl Fn() + 'static) {
    let keys = window_event_listener(ev::keydown, move |event| {
        let held = event.ctrl_key() || event.meta_key() || event.alt_key();
        if !page.settings.keys_on.get_untracked() {
            return;
        }
        if event.key().eq_ignore_ascii_case("c") && !held && !takes_text(&event) {
            go_on();
        }
    });
    on_cleanup(move || keys.remove());
}

/// Returns the sentence about the last search. Tracked.
fn sentence(page: Page, said: RwSignal<Said>) -> String {
    let words = page.strings().stop_words();
    match said.get() {
        Said::Nothing => String::new(),
        Said::Stopped(Cause::Line(line)) => (words.at_line)(line),
        Said::Stopped(Cause::Condition { warp, lane }) => (words.at_condition)(warp, lane),
        Said::Ended => words.ended.to_owned(),
        Said::None(Special::Nan) => words.no_nan.to_owned(),
        Said::None(Special::Infinity) => words.no_infinity.to_owned(),
        Said::Wrong(error) => error,
    }
}

/// Shows the buttons that go to the first NaN and to the first infinity.
fn special_buttons(page: Page, said: RwSignal<Said>) -> impl IntoView {
    let words = page.strings().stop_words();
    let first = move |special: Special| {
        move |_| {
            let step = with_trace(page, |trace| first_special(trace, special)).flatten();
            page.run.playing.set(false);
            match step {
                Some(step) => {
                    said.set(Said::Nothing);
                    page.go_to(step);
                }
                None => said.set(Said::None(special)),
            }
        }
    };
    view! {
        <button class="button" id="first-nan" on:click=first(Special::Nan)>
            {words.first_nan}
        </button>
        <button class="button" id="first-infinity" on:click=first(Special::Infinity)>
            {words.first_infinity}
        </button>
    }
}

/// Shows the button that goes to the store of the first wrong word. Tracked.
fn wrong_button(page: Page) -> impl IntoView {
    first_wrong(page).map(|(variable, word, by)| {
        view! {
            <button
                class="button"
                id="first-wrong"
                on:click=move |_| go_to_last_store(page, &variable, word, by)
            >
                {page.strings().stop_words().first_wrong}
            </button>
        }
    })
}

/// Runs to a line of the text, for the editor's key.
pub fn run_to(page: Page, line: u32) {
    walk(page, BTreeSet::from([line]), "");
}

/// Returns the parsed condition, or the sentence about its error; `None` if there is no text, or no run.
fn condition(page: Page, text: &str) -> Option<Result<Condition, String>> {
    if text.trim().is_empty() {
        return None;
    }
    let words = page.strings().stop_words();
    page.run.first.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        let parsed = Condition::parse(text, &playback.source, playback.trace());
        Some(parsed.map_err(|error| (words.bad_condition)(&error)))
    })
}

/// Returns the first stop between two positions that are shown one after the other, or at the second.
fn stop_within(page: Page, positions: Range<usize>, stops: &Stops) -> Option<(usize, Cause)> {
    if stops.lines.is_empty() && stops.condition.is_none() {
        return None;
    }
    let stop = page.run.first.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        next_stop(playback, positions.start..positions.end + 1, stops)
    });
    // A condition that becomes true with the step after the shown one is not true yet.
    stop.filter(|(position, _)| *position <= positions.end)
}

/// Goes to the next stop after the shown position, or to the end.
fn walk(page: Page, lines: BTreeSet<u32>, text: &str) -> Said {
    let condition = match untrack(|| condition(page, text)) {
        Some(Err(error)) => return Said::Wrong(error),
        Some(Ok(condition)) => Some(condition),
        None => None,
    };
    if lines.is_empty() && condition.is_none() {
        return Said::Nothing;
    }
    let stops = Stops { lines, condition };
    let from = page.run.position.get_untracked();
    let stop_and_end = page.run.first.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        let end = playback.trace().len();
        Some((next_stop(playback, from..end, &stops), end))
    });
    page.run.playing.set(false);
    match stop_and_end {
        None => Said::Nothing,
        Some((Some((position, cause)), _)) => {
            page.go_to(position);
            Said::Stopped(cause)
        }
        Some((None, end)) => {
            page.go_to(end);
            Said::Ended
        }
    }
}

/// Returns true if a key is a letter of a field or of the editor.
fn takes_text(event: &web_sys::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| {
        let name = target.tag_name().to_ascii_lowercase();
        matches!(name.as_str(), "input" | "textarea" | "select") || target.id() == "editor"
    })
}
