//! The memory panel: the words that the next statement loads and stores, and the lines and bytes that this moves.

use crate::draw::array::{Layout, between, draw, outline};
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
use model::array::{ArrayModel, Moved};
use model::export::Taken;
use model::playback::StepView;
use model::stage::About;
use model::strings;
use simt::Access;
use std::borrow::Cow;
use std::sync::Arc;
use web_sys::PointerEvent;

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
        if let Some((variable, element)) = drawn.fault.iter().find_map(|fault| fault.word.as_ref())
        {
            outline(surface, palette, &array, drawn.focus, (variable, *element));
        }
    };
    let flight =
        move |surface: &Surface, palette: &Palette, before: &Drawn, now: &Drawn, share: f64| {
            let is_step = now.step_view.press == before.step_view.press + 1 && now.lane.is_none();
            let words = |drawn: &Drawn| drawn.step_view.array.lines.len();
            if !is_step || before.lines != now.lines || words(before) != words(now) {
                return false;
            }
            whole(surface, palette, before);
            let width = surface.width;
            let (old, new) = (before.array(palette, width), now.array(palette, width));
            between(surface, palette, &old, &new, share)
        };
    let painter = Painter {
        shown: shown_now,
        draw: whole,
        redraw: |_: &Surface, _: &Palette, _: &Drawn, _: &Drawn| false,
        between: flight,
    };
    draw_changes(page, canvas, changes, painter);
    let listing = move |access| {
        pane.step_view.with(|step_view| {
            step_view
                .as_ref()
                .map(|step_view| step_view.array.listing(access))
        })
    };
    let traffic = move |name: fn(&strings::Strings) -> &'static str,
                        class: &'static str,
                        of: fn(&model::array::ArrayModel) -> Moved| {
        move || {
            let strings = page.strings();
            pane.step_view.with(|step_view| {
                let array = &step_view.as_ref()?.array;
                let moved = of(array);
                (moved.requests > 0).then(|| {
                    let moves = moved.bytes_moved(array.sector_words);
                    // Workgroup memory has no lines.
                    let (title, count, bytes) = match moved.lines {
                        0 => (
                            String::new(),
                            (strings.words_touched)(moved.shared_words),
                            None,
                        ),
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
                            {name(strings)} " " <b>{count}</b>
                            {bytes.map(|bytes| view! { <span class="bytes">" · " {bytes}</span> })}
                        </span>
                    }
                })
            })
        }
    };
    let quiet = move || {
        let strings = page.strings();
        pane.step_view.with(|step_view| {
            let array = &step_view.as_ref()?.array;
            let is_narrow = |memory: &model::array::Memory| memory.word_bytes < 4;
            let unit = match array.memories.iter().any(is_narrow) {
                true => strings.line_unit_of_bytes,
                false => strings.line_unit,
            };
            (array.touches.is_empty()).then(|| unit((array.line_words * 4, array.sector_words * 4)))
        })
    };
    let label = move || {
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
    };
    let leave = move |_| {
        page.run.hover.set(None);
        page.run.tip.set(None);
    };
    view! {
        <section data-take=taken(page, pane, Taken::Panel(None)) class="panel array-panel">
            <h2>
                <PanelTabs page=page />
                <em class="traffic">
                    {traffic(|strings| strings.load, "load", |array| array.loads)}
                    {traffic(|strings| strings.store, "store", |array| array.stores)}
                    <span class="quiet-note">{quiet}</span>
                </em>
            </h2>
            <canvas
                id=pane.id("array")
                node_ref=canvas
                role="img"
                aria-label=label
                data-loads=move || listing(Access::Load)
                data-stores=move || listing(Access::Store)
                on:pointermove=move |event| point(page, pane, lines, &event)
                on:pointerleave=leave
                on:click=move |_| ask_history(page, pane)
            ></canvas>
            <PictureTable page=page pane=pane tabled=Tabled::Memory />
        </section>
    }
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
            let touch = touches.find(|touch| {
                touch.loads.contains(&(memory, word)) || touch.stores.contains(&(memory, word))
            })?;
            Some(touch.lane)
        }
        Hover::Line(_) => None,
    }
}

/// Returns the model of the lines to show; in a narrow picture, lines are folded.
fn shown<'a>(
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

fn point(page: Page, pane: Pane, lines: Option<Memo<Vec<usize>>>, event: &PointerEvent) {
    let Some((x, y, width, height)) = place(event) else {
        return;
    };
    let palette = palette::current();
    let hover = pane.step_view.with_untracked(|step_view| {
        let model = shown(&step_view.as_ref()?.array, lines, &palette, width);
        let layout = Layout::new(&palette, width, height, &model, focus(page));
        let line = layout
            .line_at(&palette, &model, width, x, y)
            .map(Hover::Line);
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
        let lanes = |of: fn(&model::array::Touch) -> &Vec<(usize, u32)>| {
            let lanes: Vec<String> = model
                .touches
                .iter()
                .filter(|touch| of(touch).contains(&(memory, word)))
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
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
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
