//! Code on stage: an excerpt of the kernel's text that fits its place. It is chosen once for all steps of the slide.

use crate::page::{Page, Pane};
use crate::panels::code::{lit_accesses, lit_spots, shown_line, text_of};
use crate::panels::code_line::CodeLine;
use crate::run::canvas::watch_box;
use leptos::html;
use leptos::prelude::*;
use model::compare::differing::DifferingLine;
use model::panels::code::{header_lines, pieces};
use model::present::stage::{About, Excerpt, Row, Scene, excerpt};

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
    /// The lines of the WGSL text that the sentence cites.
    cited: Vec<u32>,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let room = RwSignal::new(Room::default());
    watch_box(page, place, move |width, height, letter| {
        let new_room = Room {
            columns: ((width / (LETTER * letter)) as usize).saturating_sub(GUTTER),
            rows: (height / (ROW * letter) + 0.02) as usize,
        };
        if room.get_untracked() != new_room {
            room.set(new_room);
        }
    });
    let text = Memo::new(move |_| text_of(page, pane));
    let wanted = Memo::new(move |_| {
        let differs = differing.map_or_else(Vec::new, |differing| {
            differing.get().iter().map(|each| each.line).collect()
        });
        let lit = of_text(page, pane, &scene.with(|scene| scene.lit.clone()));
        let cited = of_text(page, pane, &cited);
        // A picture shows one step only, whose line it must not lose.
        let next = pane.is_thumbnail.then(|| {
            let next = pane.step_view.with(|step_view| step_view.as_ref()?.next)?;
            Some(of_text(page, pane, &[next.line]))
        });
        let next = next.flatten().unwrap_or_default();
        // Where kernels are compared, the difference comes first; declarations that differ come last.
        let body = text.with(|text| header_lines(text));
        let (in_body, declared): (Vec<u32>, Vec<u32>) = differs.into_iter().partition(|line| *line > body);
        let named = text.with(|text| about.lines(text));
        [next, named, cited, in_body, lit, declared].concat()
    });
    let part = Memo::new(move |_| {
        let room = room.get();
        text.with(|text| wanted.with(|wanted| excerpt(text, wanted, room.columns, room.rows)))
    });
    let spots = lit_spots(page, pane);
    let accesses = lit_accesses(pane, spots);
    let rows = move || {
        let Excerpt { rows, indent } = part.get();
        let text = text.get();
        let lines = pieces(&text);
        let named = about.lines(&text);
        let row = |row: Row| match row {
            Row::Fold(..) => view! {
                <div class="stage-fold" aria-hidden="true">
                    "⋯"
                </div>
            }
            .into_any(),
            Row::Line(number) => {
                let line = lines.get(number as usize - 1).cloned().unwrap_or_default();
                let differs = move || {
                    differing
                        .is_some_and(|differing| differing.with(|lines| lines.iter().any(|each| each.line == number)))
                };
                let is_named = named.contains(&number);
                view! {
                    <div class="stage-line" class:differs=differs class:named=is_named>
                        <CodeLine number=number pieces=line indent=indent spots=spots accesses=accesses id=None />
                    </div>
                }
                .into_any()
            }
        };
        rows.into_iter().map(row).collect_view()
    };
    view! {
        <div class="stage-code" id=pane.id("code") node_ref=place translate="no">
            {rows}
        </div>
    }
}

/// Returns the lines of the shown text for lines of the text that ran.
fn of_text(page: Page, pane: Pane, lines: &[u32]) -> Vec<u32> {
    lines.iter().filter_map(|line| shown_line(page, pane, *line)).collect()
}
