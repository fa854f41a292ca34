//! The view of partial sums: which elements are added already, and which are next.

use crate::draw::palette;
use crate::draw::tree::{Layout, Progress, draw};
use crate::page::{Page, Pane, Tip};
use crate::panels::press::{at_press, fact, kind_fact, marked};
use crate::panels::tabs::PanelTabs;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
use crate::run::predict::Predicting;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::counters::Kind;
use model::panels::tree::{Sum, Tree, tree};
use model::strings;
use std::ops::Range;
use std::sync::Arc;
use web_sys::PointerEvent;

/// The part of the array that is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    /// Only the operands and results of the next step.
    Active,
}

/// The tree and its progress.
type Grown = Option<(Arc<Tree>, Progress)>;

#[component]
pub fn TreePanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let extent = RwSignal::new(Extent::Whole);
    // A run has one tree; a step only changes the progress.
    let whole = Memo::new(move |_| {
        pane.summary.track();
        let tree = pane
            .playback
            .with_value(|playback| playback.as_ref().and_then(|playback| tree(playback.trace())));
        tree.map(Arc::new)
    });
    let grown: Memo<Grown> = Memo::new(move |_| {
        let tree = whole.get()?;
        let frame = at_press(page, pane, |_, frame, _, _| frame.clone())?;
        let made = tree.made(frame.steps.start);
        let next = made..tree.made(frame.steps.end);
        Some((tree, Progress { made, next }))
    });
    paint(page, canvas, grown, extent);
    let nothing = Memo::new(move |_| whole.with(Option::is_none));
    let count = move |read: fn(&Tree, &Progress) -> usize| {
        grown.with(|grown| grown.as_ref().map(|(tree, progress)| read(tree, progress)))
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Tree)))
            class="panel slot-panel tree-panel"
            class:empty=nothing
        >
            <h2>
                <PanelTabs page=page />
                <span
                    class="segments small extent"
                    role="group"
                    aria-label=move || page.strings().panel_words().tree.view
                >
                    {extent_button(page, extent, Extent::Whole)}
                    {extent_button(page, extent, Extent::Active)}
                </span>
            </h2>
            <canvas
                id=(pane.index == 0).then_some("tree")
                node_ref=canvas
                role="img"
                aria-label=move || label(page, grown)
                data-sums=move || count(|tree, _| tree.sums.len())
                data-made=move || count(|_, progress| progress.made)
                data-next=move || count(|_, progress| progress.next.len())
                data-levels=move || count(|tree, _| tree.levels.len())
                on:pointermove=move |event| point(page, grown, extent.get_untracked(), &event)
                on:pointerleave=move |_| page.run.tip.set(None)
            />
            <dl class="facts">{move || facts(page, grown)}</dl>
            {move || {
                nothing.get().then(|| view! { <p class="nothing-asked">{page.strings().panel_words().tree.none}</p> })
            }}
        </section>
    }
}

/// Draws the tree whenever it or its progress changes.
fn paint(page: Page, canvas: NodeRef<html::Canvas>, grown: Memo<Grown>, extent: RwSignal<Extent>) {
    let changes = move || {
        grown.track();
        extent.track();
        Predicting::of(page).on.track();
    };
    draw_when(page, canvas, changes, move |surface, palette| {
        let words = &strings::of(page.settings.language.get_untracked()).panel_words().tree;
        grown.with_untracked(|grown| {
            if let Some((tree, progress)) = grown {
                let range = drawn_words(tree, progress, extent.get_untracked());
                let known_sums = if Predicting::of(page).on.get_untracked() {
                    progress.next.end
                } else {
                    tree.sums.len()
                };
                draw(surface, palette, words, tree, progress, range, known_sums);
            }
        });
    });
}

/// Returns the picture as one sentence. Tracked.
fn label(page: Page, grown: Memo<Grown>) -> String {
    let words = &page.strings().panel_words().tree;
    grown.with(|grown| match grown {
        Some((tree, progress)) => (words.label)(
            &tree.name,
            tree.levels.len(),
            tree.additions(0..progress.made).0,
            tree.additions(0..tree.sums.len()).0,
        ),
        None => words.none.to_owned(),
    })
}

/// Shows the button that chooses the part of the array.
fn extent_button(page: Page, extent: RwSignal<Extent>, which: Extent) -> impl IntoView {
    view! {
        <button aria-pressed=move || (extent.get() == which).to_string() on:click=move |_| extent.set(which)>
            {move || {
                let words = &page.strings().panel_words().tree;
                match which {
                    Extent::Whole => words.whole,
                    Extent::Active => words.active,
                }
            }}
        </button>
    }
}

/// Shows the sum under the pointer as a tip.
fn point(page: Page, grown: Memo<Grown>, extent: Extent, event: &PointerEvent) {
    let Some((x, y, width, height)) = place(event) else {
        return;
    };
    let words = &strings::of(page.settings.language.get_untracked()).panel_words().tree;
    let tip = grown.with_untracked(|grown| {
        let (tree, progress) = grown.as_ref()?;
        let range = drawn_words(tree, progress, extent);
        let layout = Layout::new(&palette::current(), width, height, tree.levels.len(), range);
        let sum = layout.sum_at(tree, x, y)?;
        Some(Tip {
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            title: sentence(tree, sum),
            lines: vec![(words.sum)(sum.lane, sum.needed)],
        })
    });
    page.run.tip.set(tip);
}

/// Returns the range of words to draw: all, or those of the next step's sums if it has any.
fn drawn_words(tree: &Tree, progress: &Progress, extent: Extent) -> Range<u32> {
    let next = tree.sums.get(progress.next.clone()).unwrap_or(&[]);
    let words = next.iter().flat_map(|sum| {
        let operands = sum.operands.iter().map(|operand| operand.word);
        operands.chain([sum.word])
    });
    let reach = words.fold(None, |range: Option<(u32, u32)>, word| {
        let (first, last) = range.unwrap_or((word, word));
        Some((first.min(word), last.max(word)))
    });
    match (extent, reach) {
        (Extent::Active, Some((first, last))) => first..last + 1,
        (Extent::Active, None) | (Extent::Whole, _) => tree.words.clone(),
    }
}

/// Returns a sum as text, `data[0], data[4] → data[0] = 28`, with at most four operands.
fn sentence(tree: &Tree, sum: &Sum) -> String {
    const MOST: usize = 4;
    let name = |word: u32| format!("{}[{word}]", tree.name);
    let mut operands: Vec<String> = sum
        .operands
        .iter()
        .take(MOST)
        .map(|operand| name(operand.word))
        .collect();
    if sum.operands.len() > MOST {
        operands.push("…".to_owned());
    }
    format!(
        "{} → {} = {}",
        operands.join(", "),
        name(sum.word),
        tree.show(sum.value)
    )
}

/// Shows the progress of the sums in numbers.
fn facts(page: Page, grown: Memo<Grown>) -> impl IntoView {
    let strings = page.strings();
    let words = &strings.panel_words().tree;
    let grown = grown.get();
    let value = |read: &dyn Fn(&Tree, &Progress) -> String| {
        grown
            .as_ref()
            .map_or(strings.none.to_owned(), |(tree, progress)| read(tree, progress))
    };
    let of_all = |part: fn(&Tree, &Progress) -> u32, all: fn(&Tree) -> u32| {
        value(&|tree, progress| (words.of)(part(tree, progress), all(tree)))
    };
    let all = |tree: &Tree| tree.additions(0..tree.sums.len()).0;
    let level = |tree: &Tree, progress: &Progress| {
        let next = tree.sums.get(progress.next.clone()).unwrap_or(&[]);
        let made = tree.sums.get(..progress.made).unwrap_or(&[]);
        let levels = if next.is_empty() { made } else { next };
        levels.iter().map(|sum| sum.level).max().unwrap_or(0)
    };
    view! {
        {fact(5, words.made, of_all(|tree, progress| tree.additions(0..progress.made).0, all))}
        {fact(
            4,
            words.needed,
            value(
                &|tree, _| {
                    let (all, needed) = tree.additions(0..tree.sums.len());
                    (words.of)(needed, all)
                },
            ),
        )}
        {fact(3, words.levels, of_all(level, |tree| tree.levels.len() as u32))}
        {marked(
            5,
            words.now,
            value(&|tree, progress| { model::number::grouped(tree.additions(progress.next.clone()).0.into()) }),
            "own",
            String::new(),
        )}
        {fact(4, words.lanes_now, value(&|_, progress| model::number::grouped(progress.next.len() as u64)))}
        {kind_fact(3, strings, Kind::Exact)}
    }
}
