//! Code on stage: an excerpt of the kernel's text that fits its place. It is chosen once for all steps of the slide.

use crate::page::{CodeText, Page, Pane};
use crate::panels::code::{lit_spots, text_of};
use crate::run::canvas::watch_box;
use leptos::html;
use leptos::prelude::*;
use lessons::{GalleryKernel, twin};
use model::code::{Piece, Spot, pieces};
use model::differing::DifferingLine;
use model::stage::{About, Excerpt, Row, Scene, excerpt};

/// The room for the text, in characters and rows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Room {
    columns: usize,
    rows: usize,
}

/// The width of a letter of the monospaced font, and the height of a row, by the size of the letters.
const LETTER: f64 = 0.603;
const ROW: f64 = 1.45;
/// Letters that a row's number and its edges need.
const GUTTER: usize = 5;

#[component]
pub fn StageCode(
    page: Page,
    pane: Pane,
    scene: Memo<Scene>,
    /// The lines that differ from those of other kernels; `None` if one kernel is shown.
    differing: Option<Memo<Vec<DifferingLine>>>,
    about: About,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let room = RwSignal::new(Room::default());
    watch_box(place, move |width, height, letter| {
        let found = Room {
            columns: ((width / (LETTER * letter)) as usize).saturating_sub(GUTTER),
            rows: (height / (ROW * letter) + 0.02) as usize,
        };
        if room.get_untracked() != found {
            room.set(found);
        }
    });
    let text = Memo::new(move |_| text_of(page, pane));
    let wanted = Memo::new(move |_| {
        let differs = differing.map_or_else(Vec::new, |differing| {
            differing.get().iter().map(|each| each.line).collect()
        });
        let lit = of_text(page, pane, &scene.with(|scene| scene.lit.clone()));
        // Where kernels are compared, the difference comes first; declarations that differ come last.
        let body = text.with(|text| first_of_body(text));
        let (in_body, declared): (Vec<u32>, Vec<u32>) =
            differs.into_iter().partition(|line| *line > body);
        let named = text.with(|text| about.lines(text));
        [named, in_body, lit, declared].concat()
    });
    let shown = Memo::new(move |_| {
        let room = room.get();
        text.with(|text| wanted.with(|wanted| excerpt(text, wanted, room.columns, room.rows)))
    });
    let spots = lit_spots(page, pane);
    let rows = move || {
        let Excerpt { rows, indent } = shown.get();
        let text = text.get();
        let lines = pieces(&text);
        let named = about.lines(&text);
        let row = |row: Row| match row {
            Row::Fold(..) => {
                view! { <div class="stage-fold" aria-hidden="true">"⋯"</div> }.into_any()
            }
            Row::Line(number) => {
                let line = lines.get(number as usize - 1).cloned().unwrap_or_default();
                let owned: Vec<(Piece, String)> = line
                    .into_iter()
                    .map(|(piece, text)| (piece, text.to_owned()))
                    .collect();
                let here = move || spots.get().into_iter().find(|spot| spot.line == number);
                let is_named = named.contains(&number);
                let differs = move || {
                    differing.is_some_and(|differing| {
                        differing.with(|lines| lines.iter().any(|each| each.line == number))
                    })
                };
                view! {
                    <div class="stage-line" class:lit=move || here().is_some() class:differs=differs class:named=is_named data-line=number.to_string()>
                        <i>{number}</i><code>{move || marked(&owned, indent, here())}</code>
                    </div>
                }
                .into_any()
            }
        };
        rows.into_iter().map(row).collect_view()
    };
    view! { <div class="stage-code" id=pane.id("code") node_ref=place translate="no">{rows}</div> }
}

/// Returns the line (from 1) that opens the body of the kernel; 0 if there is none.
fn first_of_body(text: &str) -> u32 {
    let numbered = (1..).zip(text.lines());
    let mut opening = numbered
        .skip_while(|(_, line)| !(line.starts_with("fn main") || line.starts_with("__global__")))
        .filter(|(_, line)| line.trim_end().ends_with('{'));
    opening.next().map_or(0, |(number, _)| number)
}

/// Returns the lines of the shown text for lines of the WGSL text.
fn of_text(page: Page, pane: Pane, lines: &[u32]) -> Vec<u32> {
    if page.settings.code_text.get() == CodeText::Wgsl {
        return lines.to_vec();
    }
    let name = pane.summary.with(|shown| {
        let view = shown.as_ref()?.view.as_ref()?;
        Some(view.kernel.kernel.name.to_string())
    });
    let Some(kernel) = name.and_then(|name| GalleryKernel::by_name(&name)) else {
        return Vec::new();
    };
    let twin = twin::lines(kernel.twin);
    let numbered = (1..).zip(&twin);
    let stands_for = |line: &u32| {
        numbered
            .clone()
            .filter(|(_, each)| each.stands_for.contains(line))
            .map(|(number, _)| number)
            .collect::<Vec<u32>>()
    };
    lines.iter().flat_map(stands_for).collect()
}

/// Returns a line's pieces without their common indentation, with the lit statement marked.
fn marked(line: &[(Piece, String)], indent: usize, spot: Option<Spot>) -> impl IntoView + use<> {
    let (from, to) = spot.map_or((usize::MAX, usize::MAX), |spot| {
        (spot.from as usize, spot.to as usize)
    });
    let mut at = 0;
    let mut out = Vec::new();
    for (piece, text) in line {
        let letters: Vec<char> = text.chars().collect();
        let begin = at;
        at += letters.len();
        let cuts = [
            begin.max(indent),
            from.clamp(begin, at),
            to.clamp(begin, at),
            at,
        ];
        let mut left = begin.max(indent);
        for cut in &cuts[1..] {
            if *cut > left {
                let part: String = letters[left - begin..*cut - begin].iter().collect();
                out.push((*piece, part, left >= from && *cut <= to));
                left = *cut;
            }
        }
    }
    let span = |(piece, text, is_lit): (Piece, String, bool)| match is_lit {
        true => view! { <mark class=piece.class()>{text}</mark> }.into_any(),
        false => view! { <span class=piece.class()>{text}</span> }.into_any(),
    };
    out.into_iter().map(span).collect_view()
}
