//! The memory panel: the words that the next statement loads and stores, and the lines and bytes that this moves.

use crate::draw::array::{Layout, draw, flying, outline};
use crate::draw::columns::{Columns, USUAL_DIGITS};
use crate::draw::palette::{self, Palette};
use crate::draw::surface::Surface;
use crate::page::{Fault, Hover, Overlay, Page, Pane, Tip, WordAsked};
use crate::panels::table::{PictureTable, Tabled};
use crate::panels::tabs::PanelTabs;
use crate::run::canvas::{Painter, draw_changes, place};
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::array::ArrayModel;
use model::present::stage::About;
use model::run::playback::StepView;
use model::strings;
use simt::Access;
use std::borrow::Cow;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, PointerEvent};

/// The content of the picture: the words at one press, and the line and the lane under the pointer.
struct Drawn {
    step_view: Arc<StepView>,
    /// The lines that are shown; all if absent.
    lines: Option<Vec<usize>>,
    lane: Option<u32>,
    focus: Option<usize>,
    /// The finding whose word is outlined.
    fault: Option<Fault>,
}

impl Drawn {
    /// Returns the model of the shown lines for a picture of this width.
    fn array(&self, palette: &Palette, width: f64) -> Cow<'_, ArrayModel> {
        let chosen = match &self.lines {
            Some(lines) => Cow::Owned(self.step_view.array.only(lines)),
            None => Cow::Borrowed(&self.step_view.array),
        };
        folded(chosen, palette, width)
    }
}

#[component]
pub fn ArrayPanel(
    page: Page,
    pane: Pane,
    /// The lines to show, as indices into [`ArrayModel::lines`]; all if absent.
    #[prop(optional)]
    lines: Option<Memo<Vec<usize>>>,
    /// The lanes and words that a slide speaks about.
    #[prop(optional)]
    about: About,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    paint(page, pane, lines, about, canvas);
    let listing = move |access| {
        pane.step_view
            .with(|step_view| step_view.as_ref().map(|step_view| step_view.array.listing(access)))
    };
    let unpoint = move || {
        page.run.hover.set(None);
        page.run.tip.set(None);
        page.run.walked.set(String::new());
    };
    let leave = move |_| unpoint();
    let leave_focus = move |_| unpoint();
    view! {
        <section data-take=taken(page, pane, Taken::Panel(None)) class="panel array-panel">
            <h2>
                <PanelTabs page=page />
                <em class="traffic">
                    {move || traffic(page, pane, Access::Load)}
                    {move || traffic(page, pane, Access::Store)}
                    <span class="quiet-note">{move || line_unit(page, pane)}</span>
                </em>
            </h2>
            <canvas
                id=pane.id("array")
                node_ref=canvas
                role="img"
                aria-label=move || label(page, pane)
                data-loads=move || listing(Access::Load)
                data-stores=move || listing(Access::Store)
                tabindex=(!pane.is_thumbnail).then_some("0")
                on:keydown=move |event| {
                    if walk(page, pane, lines, &event) {
                        event.prevent_default();
                        event.stop_propagation();
                    }
                }
                on:blur=leave_focus
                // A press of the pointer leaves the keys to the player.
                on:mousedown=|event| event.prevent_default()
                on:pointermove=move |event| point(page, pane, lines, &event)
                on:pointerleave=leave
                on:click=move |_| ask_history(page, pane)
            />
            <PictureTable page=page pane=pane tabled=Tabled::Memory />
        </section>
    }
}

/// Draws the picture whenever its press, its lines or the pointer change.
fn paint(page: Page, pane: Pane, lines: Option<Memo<Vec<usize>>>, about: About, canvas: NodeRef<html::Canvas>) {
    let changes = move || {
        pane.step_view.track();
        page.run.hover.track();
        page.run.fault.track();
        if let Some(lines) = lines {
            lines.track();
        }
    };
    let shown_now = move || {
        let step_view = pane.step_view.get_untracked()?;
        Some(Drawn {
            lane: hovered_lane(page, &step_view),
            step_view,
            lines: lines.map(|lines| lines.get_untracked()),
            focus: focus(page),
            fault: page.run.fault.get_untracked(),
        })
    };
    let whole = move |surface: &Surface, palette: &Palette, drawn: &Drawn| {
        let array = drawn.array(palette, surface.width);
        draw(surface, palette, &array, drawn.focus, drawn.lane, about);
        if let Some((variable, element)) = drawn.fault.iter().find_map(|fault| fault.word.as_ref()) {
            outline(surface, palette, &array, drawn.focus, (variable, *element));
        }
    };
    let flight = move |surface: &Surface, palette: &Palette, before: &Drawn, now: &Drawn, share: f64| {
        let is_step = now.step_view.press == before.step_view.press + 1 && now.lane.is_none();
        let words = |drawn: &Drawn| drawn.step_view.array.lines.len();
        if !is_step || before.lines != now.lines || words(before) != words(now) {
            return false;
        }
        let width = surface.width;
        let (old, new) = (before.array(palette, width), now.array(palette, width));
        flying(surface, palette, &old, &new, share)
    };
    let painter = Painter {
        shown: shown_now,
        draw: whole,
        redraw: |_: &Surface, _: &Palette, _: &Drawn, _: &Drawn| false,
        fades: |_: &Drawn, _: &Drawn| false,
        flies: flight,
    };
    draw_changes(page, canvas, changes, painter);
}

/// Shows how many words, lines and bytes the next statement loads or stores. Tracked.
fn traffic(page: Page, pane: Pane, access: Access) -> impl IntoView {
    let strings = page.strings();
    pane.step_view.with(|step_view| {
        let array = &step_view.as_ref()?.array;
        let (name, class, moved) = match access {
            Access::Load => (strings.load, "load", array.loads),
            Access::Store | Access::Atomic => (strings.store, "store", array.stores),
        };
        (moved.requests > 0).then(|| {
            let moves = moved.bytes_moved(array.sector_words);
            // Workgroup memory has no lines.
            let (title, count, bytes) = match moved.lines {
                0 => (String::new(), (strings.words_touched)(moved.shared_words), None),
                lines => (
                    format!(
                        "{} · {}",
                        (strings.touches)((lines, moved.sectors)),
                        (strings.asked_moved)((moved.bytes_asked, moves))
                    ),
                    (strings.lines_touched)(lines),
                    Some((strings.bytes_of)((moved.bytes_asked, moves))),
                ),
            };
            view! {
                <span class=class title=title>
                    {name}
                    " "
                    <b>{count}</b>
                    {bytes.map(|bytes| view! { <span class="bytes">" · " {bytes}</span> })}
                </span>
            }
        })
    })
}

/// Returns the sizes of a line and of a sector, while no lane touches the memory. Tracked.
fn line_unit(page: Page, pane: Pane) -> Option<String> {
    let strings = page.strings();
    pane.step_view.with(|step_view| {
        let array = &step_view.as_ref()?.array;
        let is_narrow = |memory: &model::panels::array::Memory| memory.word_bytes < 4;
        let unit = if array.memories.iter().any(is_narrow) {
            strings.line_unit_of_bytes
        } else {
            strings.line_unit
        };
        (array.touches.is_empty()).then(|| unit((array.line_words * 4, array.sector_words * 4)))
    })
}

/// Returns the words that lanes load and store, as one sentence. Tracked.
fn label(page: Page, pane: Pane) -> String {
    pane.step_view.with(|step_view| {
        step_view.as_ref().map_or(String::new(), |step_view| {
            let (words, spoken) = (|access| step_view.array.listing(access), page.strings());
            format!(
                "{}. {}: {}. {}: {}.",
                spoken.array,
                spoken.load,
                words(Access::Load),
                spoken.store,
                words(Access::Store)
            )
        })
    })
}

fn focus(page: Page) -> Option<usize> {
    match page.run.hover.get_untracked() {
        Some(Hover::Line(line)) => Some(line),
        _ => None,
    }
}

/// Opens the history of the word under the pointer.
fn ask_history(page: Page, pane: Pane) {
    if let Some(Hover::Word { memory, word }) = page.run.hover.get_untracked() {
        page.run.tip.set(None);
        let asked = WordAsked {
            pane: pane.index,
            memory,
            word,
        };
        page.route.overlay.set(Some(Overlay::Word(asked)));
    }
}

/// Returns the lane under the pointer, or the first one that touches the word under the pointer. Untracked.
fn hovered_lane(page: Page, step_view: &StepView) -> Option<u32> {
    match page.run.hover.get_untracked()? {
        Hover::Lane { warp, lane } => Some(warp * step_view.lanes.warp_width + lane),
        Hover::Word { memory, word } => {
            let mut touches = step_view.array.touches.iter();
            let touch = touches
                .find(|touch| touch.loads.contains(&(memory, word)) || touch.stores.contains(&(memory, word)))?;
            Some(touch.lane)
        }
        Hover::Line(_) => None,
    }
}

/// Returns the model of the lines to show; in a narrow picture, lines are folded.
fn shown_lines<'a>(
    array: &'a ArrayModel,
    lines: Option<Memo<Vec<usize>>>,
    palette: &Palette,
    width: f64,
) -> Cow<'a, ArrayModel> {
    let chosen = match lines {
        Some(lines) => Cow::Owned(lines.with_untracked(|lines| array.only(lines))),
        None => Cow::Borrowed(array),
    };
    folded(chosen, palette, width)
}

/// Returns the model with lines that are folded where a picture of this width would show no values.
fn folded<'a>(array: Cow<'a, ArrayModel>, palette: &Palette, width: f64) -> Cow<'a, ArrayModel> {
    let columns = (array.line_words, array.sector_words);
    let digits = array.usual_length().max(USUAL_DIGITS);
    match Columns::folds(palette, width, columns, digits, |_| palette.cell_most) {
        1 => array,
        folds => Cow::Owned(array.folded(array.line_words / folds)),
    }
}

/// Moves to the word that a key leads to, from the word of the tip; at first to a word that the next statement touches.
/// Enter opens the history of the word. Returns false for another key.
fn walk(page: Page, pane: Pane, lines: Option<Memo<Vec<usize>>>, event: &KeyboardEvent) -> bool {
    let (across, down) = match event.key().as_str() {
        "ArrowLeft" => (-1.0, 0.0),
        "ArrowRight" => (1.0, 0.0),
        "ArrowUp" => (0.0, -1.0),
        "ArrowDown" => (0.0, 1.0),
        "Enter" => {
            ask_history(page, pane);
            return true;
        }
        // They are the player's, and would leave the words.
        "Home" | "End" => return page.run.tip.with_untracked(Option::is_some),
        _ => return false,
    };
    let Some(canvas) = event
        .current_target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
    else {
        return false;
    };
    let area = canvas.get_bounding_client_rect();
    let (width, height) = (area.width(), area.height());
    let from = page.run.tip.with_untracked(|tip| {
        let tip = tip.as_ref()?;
        Some((tip.x - area.left(), tip.y - area.top()))
    });
    let palette = palette::current();
    let next = pane.step_view.with_untracked(|step_view| {
        let model = shown_lines(&step_view.as_ref()?.array, lines, &palette, width);
        let layout = Layout::new(&palette, width, height, &model, focus(page));
        let word_at = |(x, y): (f64, f64)| layout.word_at(&model, x, y);
        match from {
            Some(from) => next_word(word_at, from, (across, down), (width, height)),
            None => first_word(word_at, &model, (width, height)),
        }
    });
    if let Some((x, y)) = next {
        let corner = (area.left() + x, area.top() + y);
        point_at(page, pane, lines, (x, y, width, height), corner);
        let walked = page.run.tip.with_untracked(|tip| {
            let tip = tip.as_ref()?;
            let lines = std::iter::once(&tip.title).chain(&tip.lines);
            Some(lines.map(String::as_str).collect::<Vec<_>>().join(". "))
        });
        page.run.walked.set(walked.unwrap_or_default());
    }
    true
}

/// A word of a memory, and a place in a picture.
type Word = (usize, u32);
type Place = (f64, f64);

/// The distance between the places that are tried, in CSS pixels: less than the width of a word.
const TRIED: f64 = 3.0;

/// Returns a place in the next word in a direction.
fn next_word(
    word_at: impl Fn(Place) -> Option<Word>,
    from: Place,
    (across, down): Place,
    (width, height): Place,
) -> Option<Place> {
    let here = word_at(from);
    let most = (width.max(height) / TRIED) as usize;
    let tried = (1..most).map(|number| number as f64 * TRIED);
    let mut places = tried.map(|far| (from.0 + across * far, from.1 + down * far));
    places.find(|&place| {
        let word = word_at(place);
        word.is_some() && word != here
    })
}

/// Returns a place in the first word that the next statement touches, or else in the first word.
fn first_word(word_at: impl Fn(Place) -> Option<Word>, model: &ArrayModel, (width, height): Place) -> Option<Place> {
    let is_touched = |word: &Word| {
        let mut touches = model.touches.iter();
        touches.any(|touch| touch.loads.contains(word) || touch.stores.contains(word))
    };
    let rows = (0..(height / TRIED) as usize).map(|row| row as f64 * TRIED);
    let places = rows.flat_map(|y| {
        let columns = (0..(width / TRIED) as usize).map(|column| column as f64 * TRIED);
        columns.map(move |x| (x, y))
    });
    let mut first = None;
    for place in places {
        let Some(word) = word_at(place) else { continue };
        if is_touched(&word) {
            return Some(place);
        }
        first = first.or(Some(place));
    }
    first
}

fn point(page: Page, pane: Pane, lines: Option<Memo<Vec<usize>>>, event: &PointerEvent) {
    if let Some(place) = place(event) {
        let corner = (f64::from(event.client_x()), f64::from(event.client_y()));
        point_at(page, pane, lines, place, corner);
    }
}

/// Shows what is at a place of the picture, with a tip beside a place of the window.
fn point_at(
    page: Page,
    pane: Pane,
    lines: Option<Memo<Vec<usize>>>,
    (x, y, width, height): (f64, f64, f64, f64),
    corner: Place,
) {
    let palette = palette::current();
    let hover = pane.step_view.with_untracked(|step_view| {
        let model = shown_lines(&step_view.as_ref()?.array, lines, &palette, width);
        let layout = Layout::new(&palette, width, height, &model, focus(page));
        let line = layout.line_at(&palette, &model, width, x, y).map(Hover::Line);
        line.or_else(|| {
            layout
                .word_at(&model, x, y)
                .map(|(memory, word)| Hover::Word { memory, word })
        })
    });
    // The lens shows one line enlarged. It stays open while the pointer moves over its words.
    let keeps_lens = matches!(
        (page.run.hover.get_untracked(), hover),
        (Some(Hover::Line(_)), Some(Hover::Word { .. }) | None)
    );
    if !keeps_lens && page.run.hover.get_untracked() != hover {
        page.run.hover.set(hover);
    }
    let strings = strings::of(page.settings.language.get_untracked());
    let tip = pane.step_view.with_untracked(|step_view| {
        let model = &step_view.as_ref()?.array;
        let Some(Hover::Word { memory, word }) = hover else {
            return None;
        };
        let name = &model.memories.get(memory)?.name;
        let lanes = |words: fn(&model::panels::array::Touch) -> &Vec<(usize, u32)>| {
            let lanes: Vec<String> = model
                .touches
                .iter()
                .filter(|touch| words(touch).contains(&(memory, word)))
                .map(|touch| touch.lane.to_string())
                .take(6)
                .collect();
            (!lanes.is_empty()).then(|| lanes.join(", "))
        };
        let lines = [
            lanes(|touch| &touch.loads).map(|lanes| (strings.loaded_by)(&lanes)),
            lanes(|touch| &touch.stores).map(|lanes| (strings.stored_by)(&lanes)),
        ];
        Some(Tip {
            x: corner.0,
            y: corner.1,
            title: (strings.word_tip)(name, word, &model.show(memory, word)?),
            lines: lines
                .into_iter()
                .flatten()
                .chain([strings.word_hint.to_owned()])
                .collect(),
        })
    });
    page.run.tip.set(tip);
}
