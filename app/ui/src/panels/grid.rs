//! The view of a grid in one dimension: its blocks, the warps of the followed block, and the element of a thread.

use crate::draw::grid::{Chosen, Layout, draw};
use crate::draw::palette;
use crate::page::{Page, Pane};
use crate::panels::press::{Counted, fact};
use crate::panels::tabs::PanelTabs;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::number::grouped;
use model::panels::grid::GridModel;
use model::run::jobs;
use model::strings;
use web_sys::PointerEvent;

#[component]
pub fn GridPanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let model = Memo::new(move |_| {
        let summary = pane.summary.get()?;
        let view = summary.view.as_ref()?;
        Some(GridModel {
            blocks: view.kernel.blocks(view.size),
            followed: view.workgroup,
            block: view.size.block(),
            warp_width: summary.machine.warp_width,
            elements: view.kernel.output_words(view.size),
        })
    });
    let chosen = RwSignal::new(None::<u32>);
    // The thread that the reader has clicked, or the first one.
    let thread = Memo::new(move |_| {
        let block = model.with(|model| model.map_or(1, |model| model.block));
        chosen.get().filter(|thread| *thread < block).unwrap_or(0)
    });
    let changes = move || {
        model.track();
        thread.track();
    };
    draw_when(page, canvas, changes, move |surface, palette| {
        let words = &strings::of(page.settings.language.get_untracked()).panel_words().grid;
        if let Some(model) = model.get_untracked() {
            draw(surface, palette, words, &model, thread.get_untracked());
        }
    });
    let total = move || {
        let words = &page.strings().panel_words().grid;
        let model = model.get()?;
        Some((words.total)(
            model.blocks,
            &grouped(model.threads()),
            &grouped(model.elements),
        ))
    };
    let label = move || {
        let words = &page.strings().panel_words().grid;
        let model = model.get()?;
        Some((words.label)(model.blocks, model.followed, model.busy(model.followed)))
    };
    let click = move |event: PointerEvent| {
        let (Some((x, y, width, height)), Some(model)) = (place(&event), model.get_untracked()) else {
            return;
        };
        match Layout::new(&palette::current(), width, height, &model).at(&model, x, y) {
            Some(Chosen::Block(block)) => page.change_view(|view| {
                // Only blocks that run have a trace.
                let last = jobs::sample(view).followed.saturating_sub(1);
                view.workgroup = block.min(last);
            }),
            Some(Chosen::Thread(thread)) => chosen.set(Some(thread)),
            None => {}
        }
    };
    view! {
        <section data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Grid))) class="panel slot-panel">
            <h2>
                <PanelTabs page=page />
                <Counted page=page total=Signal::derive(total) />
            </h2>
            <canvas
                id=(pane.index == 0).then_some("grid-picture")
                node_ref=canvas
                role="img"
                aria-label=label
                title=move || page.strings().panel_words().grid.pick
                data-blocks=move || model.get().map(|model| model.blocks)
                data-followed=move || model.get().map(|model| model.followed)
                data-thread=move || thread.get()
                on:pointerdown=click
            />
            <dl class="facts">{move || model.get().map(|model| facts(page, model, thread.get()))}</dl>
        </section>
    }
}

fn facts(page: Page, model: GridModel, thread: u32) -> impl IntoView {
    let words = &page.strings().panel_words().grid;
    let sum = if thread < model.busy(model.followed) {
        (words.sum)(model.followed, model.block, thread, model.index(thread))
    } else {
        format!(
            "{} · {}",
            (words.sum)(model.followed, model.block, thread, model.index(thread)),
            words.no_element
        )
    };
    view! {
        {fact(5, words.index, sum)}
        {fact(3, words.warps_of_block, model.warps().to_string())}
        {fact(4, words.idle, grouped(model.idle()))}
    }
}
