//! The view of a two-dimensional workgroup: its place in the grid, its warps, and one warp's words in memory.

use crate::draw::blocks::{Layout, draw};
use crate::draw::palette;
use crate::page::{Page, Pane, RunSummary};
use crate::panels::press::{Choice, Counted, RequestChoice, at_press, fact, marked};
use crate::panels::tabs::PanelTabs;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::asked::Asked;
use model::panels::blocks::{BlocksModel, blocks};
use model::strings;
use simt::Space;
use web_sys::PointerEvent;

/// The override with the length of a row of the kernel's matrix, in words.
const ROW: &str = "WIDTH";

#[component]
pub fn BlocksPanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let choice = Choice::new();
    // The grid and the row length belong to the run, so a step does not change them.
    let shape = Memo::new(move |_| pane.summary.get().map(|summary| shape(&summary)));
    let model = Memo::new(move |_| {
        let (grid, row) = shape.get()?;
        at_press(page, pane, |playback, frame, machine, _| {
            blocks(playback.trace(), frame, machine, grid, row)
        })
    });
    let warp = Memo::new(move |_| {
        model.with(|model| {
            let model = model.as_ref()?;
            let wanted = choice.wanted().filter(|warp| *warp < model.warps);
            wanted.or(choice.warp(&model.asked)).or(Some(0))
        })
    });
    let asked = Memo::new(move |_| {
        model.with(|model| {
            let model = model.as_ref()?;
            let index = choice.shown(&model.asked, warp.get())?;
            model.asked.get(index).cloned()
        })
    });
    paint(page, canvas, model, warp, asked);
    let total = move || {
        let words = &page.strings().panel_words().blocks;
        model.with(|model| {
            let model = model.as_ref()?;
            Some((words.total)(model.block, model.warps))
        })
    };
    let rows_of_block = move || model.with(|model| Some(model.as_ref()?.rows_of(warp.get()?)));
    let rows_of_memory = move || {
        let asked = asked.get()?;
        model.with(|model| Some(model.as_ref()?.touched(&asked).len()))
    };
    let label = move || {
        let words = &page.strings().panel_words().blocks;
        let rows = rows_of_block()?;
        Some((words.label)(warp.get()?, rows, rows_of_memory()))
    };
    let click = move |event: PointerEvent| {
        let Some((x, y, width, height)) = place(&event) else {
            return;
        };
        let warp = model.with_untracked(|model| {
            let model = model.as_ref()?;
            Layout::new(&palette::current(), width, height, model).warp_at(model, x, y)
        });
        if let Some(warp) = warp {
            choice.follow(warp);
        }
    };
    let all_warps = move || model.with(|model| model.as_ref().map_or(0, |model| model.warps));
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Blocks)))
            class="panel slot-panel request-panel"
        >
            <h2>
                <PanelTabs page=page />
                <Counted page=page total=Signal::derive(total) />
            </h2>
            <RequestChoice
                page=page
                choice=choice
                asked=Signal::derive(move || {
                    model.with(|model| model.as_ref().map_or(Vec::new(), |model| model.asked.clone()))
                })
                warps=Signal::derive(move || (0..all_warps()).collect::<Vec<u32>>())
                warp=warp
            />
            <canvas
                id=(pane.index == 0).then_some("blocks-picture")
                node_ref=canvas
                role="img"
                aria-label=label
                title=move || page.strings().panel_words().blocks.pick
                data-warp=move || warp.get()
                data-warps=all_warps
                data-block-rows=rows_of_block
                data-memory-rows=rows_of_memory
                data-grid=move || shape.get().map(|(grid, _)| grid.map(|side| side.to_string()).join(" "))
                on:pointerdown=click
            />
            <dl class="facts">{move || facts(page, model, warp, asked)}</dl>
        </section>
    }
}

/// Draws the picture whenever the block, the warp or the request changes.
fn paint(
    page: Page,
    canvas: NodeRef<html::Canvas>,
    model: Memo<Option<BlocksModel>>,
    warp: Memo<Option<u32>>,
    asked: Memo<Option<Asked>>,
) {
    let changes = move || {
        model.track();
        warp.track();
        asked.track();
    };
    draw_when(page, canvas, changes, move |surface, palette| {
        let words = &strings::of(page.settings.language.get_untracked()).panel_words().blocks;
        model.with_untracked(|model| {
            if let (Some(model), Some(warp)) = (model, warp.get_untracked()) {
                asked.with_untracked(|asked| {
                    draw(surface, palette, words, model, warp, asked.as_ref());
                });
            }
        });
    });
}

/// Returns the workgroups of the dispatch (x, y, z), and the words in a row of the kernel's matrix.
fn shape(summary: &RunSummary) -> ([u32; 3], Option<u32>) {
    let Some(view) = &summary.view else {
        return ([summary.sample.all, 1, 1], None);
    };
    let dispatch = view.kernel.dispatch(view.size, &view.machine);
    let row = dispatch.overrides.get(ROW).map(|words| *words as u32);
    (dispatch.workgroups, row)
}

/// Shows the numbers of the chosen warp.
fn facts(
    page: Page,
    model: Memo<Option<BlocksModel>>,
    warp: Memo<Option<u32>>,
    asked: Memo<Option<Asked>>,
) -> impl IntoView {
    let strings = page.strings();
    let words = &strings.panel_words().blocks;
    let (model, warp, asked) = (model.get(), warp.get(), asked.get());
    let none = || strings.none.to_owned();
    let followed = model.as_ref().zip(warp);
    let lanes = followed.map_or_else(none, |(model, warp)| {
        let all = model.size.iter().product::<u32>();
        let first = warp * model.warp_width;
        let last = (first + model.warp_width).min(all) - 1;
        (words.range)(first, last)
    });
    let rows = followed.map_or_else(none, |(model, warp)| model.rows_of(warp).to_string());
    let request = model.as_ref().zip(asked.as_ref());
    let touched = request.map_or_else(none, |(model, asked)| model.touched(asked).len().to_string());
    let storage = request.filter(|(_, asked)| asked.space == Space::Storage);
    let lines = storage.map_or_else(none, |(model, asked)| {
        let parts = asked.parts.iter();
        let lines: u64 = parts.map(|part| part.traffic(&model.machine).transactions).sum();
        lines.to_string()
    });
    view! {
        {fact(3, words.lanes, lanes)}
        {fact(3, words.rows_of_block, rows)}
        {fact(3, words.rows_of_memory, touched)}
        {marked(3, words.lines, lines, "own", String::new())}
    }
}
