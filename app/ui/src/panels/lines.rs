//! The view of lines and sectors: those that one request of the next statement touches, and the bytes that this moves.

use crate::draw::lines::{Layout, draw};
use crate::draw::palette;
use crate::page::{Hover, Page, Pane};
use crate::panels::press::{Counted, Looked, NothingAsked, fact, is_over, look, marked};
use crate::panels::tabs::PanelTabs;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::asked::{Asked, Requests};
use model::panels::lines::{LineCost, moves_lines};
use model::strings;
use web_sys::PointerEvent;

#[component]
pub fn LinesPanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let looked = look::<LineCost>(page, pane);
    let Looked {
        model,
        drawn,
        nothing,
        next,
        ..
    } = looked;
    let lane = move || {
        let warp = looked.warp()?;
        match page.run.hover.get()? {
            Hover::Lane { warp: over, lane } => (over == warp).then_some(lane),
            Hover::Word { .. } | Hover::Line(_) => None,
        }
    };
    let changes = move || {
        drawn.track();
        page.run.hover.track();
    };
    draw_when(page, canvas, changes, move |surface, palette| {
        let words = &strings::of(page.settings.language.get_untracked()).panel_words().lines;
        drawn.with_untracked(|drawn| {
            if let Some((asked, _)) = drawn {
                let machine = model.with_untracked(|model| model.machine.clone());
                draw(surface, palette, words, asked, &machine, untrack(lane));
            }
        });
    });
    let sentences = move || {
        let words = &page.strings().panel_words().lines;
        match (is_over(pane), next.get()) {
            (true, _) => words.over.to_owned(),
            (false, Some(_)) => words.nothing.to_owned(),
            (false, None) => format!("{} {}", words.nothing, words.never),
        }
    };
    let total = move || {
        let words = &page.strings().panel_words().lines;
        model.with(|model| {
            let sum = model.total().traffic;
            (sum.requests > 0).then(|| (words.total)(sum.requests, sum.transactions, sum.sectors))
        })
    };
    let label = move || {
        let words = &page.strings().panel_words().lines;
        drawn.with(|drawn| match drawn {
            Some((asked, cost)) => (words.label)(asked.warp, asked.access, &asked.name, cost),
            None => sentences(),
        })
    };
    let of_drawn = move |count: fn(&LineCost) -> u64| drawn.with(|drawn| drawn.as_ref().map(|(_, cost)| count(cost)));
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Lines)))
            class="panel slot-panel request-panel"
            class:empty=nothing
        >
            <h2>
                <PanelTabs page=page />
                <Counted page=page total=Signal::derive(total) />
            </h2>
            {looked.choice(page)}
            <canvas
                id=(pane.index == 0).then_some("lines")
                node_ref=canvas
                role="img"
                aria-label=label
                data-requests=move || looked.of_total(|cost| cost.traffic.requests)
                data-lines=move || looked.of_total(|cost| cost.traffic.transactions)
                data-sectors=move || looked.of_total(|cost| cost.traffic.sectors)
                data-asked=move || looked.of_total(|cost| cost.traffic.bytes_asked)
                data-moved=move || looked.of_total(|cost| cost.traffic.bytes_moved)
                data-warp=move || looked.warp()
                data-shown-lanes=move || of_drawn(|cost| cost.lanes.into())
                data-shown-lines=move || of_drawn(|cost| cost.traffic.transactions)
                on:pointermove=move |event| point(page, drawn, &event)
                on:pointerleave=move |_| page.run.hover.set(None)
            />
            <dl class="facts">{move || facts(page, model, drawn)}</dl>
            {move || {
                nothing
                    .get()
                    .then(|| {
                        view! { <NothingAsked page=page pane=pane sentences=Signal::derive(sentences) ahead=next /> }
                    })
            }}
        </section>
    }
}

/// Shows the lane under the pointer in the other views.
fn point(page: Page, drawn: Memo<Option<(Asked, LineCost)>>, event: &PointerEvent) {
    let Some((x, y, width, height)) = place(event) else {
        return;
    };
    let lane = drawn.with_untracked(|drawn| {
        let (asked, _) = drawn.as_ref()?;
        let layout = Layout::new(&palette::current(), width, height, asked);
        let lane = layout.lane_at(x, y)?;
        Some(Hover::Lane { warp: asked.warp, lane })
    });
    if page.run.hover.get_untracked() != lane {
        page.run.hover.set(lane);
    }
}

/// Shows the numbers of the drawn request.
fn facts(page: Page, model: Memo<Requests<LineCost>>, drawn: Memo<Option<(Asked, LineCost)>>) -> impl IntoView {
    let strings = page.strings();
    let words = &strings.panel_words().lines;
    let machine = model.with(|model| model.machine.clone());
    let drawn = drawn.get();
    let by_lines = drawn
        .as_ref()
        .is_some_and(|(asked, _)| moves_lines(asked.access, &machine));
    let value =
        |text: &dyn Fn(&LineCost) -> String| drawn.as_ref().map_or(strings.none.to_owned(), |(_, cost)| text(cost));
    let count = |count: fn(&LineCost) -> u64| value(&|cost| model::number::grouped(count(cost)));
    let moved = |count: fn(&LineCost) -> u64,
                 bytes: fn(&LineCost) -> u64,
                 unit: u32,
                 name: fn(u64, u32) -> String,
                 is_machines: bool| {
        let cost = drawn.as_ref().map_or(LineCost::default(), |(_, cost)| *cost);
        let value = (words.moved)(bytes(&cost), cost.share(bytes(&cost)));
        let (class, title) = if is_machines {
            ("own wide", (words.machine_moves)(&machine.name))
        } else {
            ("other wide", String::new())
        };
        marked(6, &name(count(&cost), unit), value, class, title)
    };
    view! {
        {fact(3, words.lanes, count(|cost| cost.lanes.into()))}
        {fact(5, words.words, count(|cost| cost.words.into()))}
        {fact(4, words.asked, value(&|cost| (words.bytes)(cost.traffic.bytes_asked)))}
        {moved(
            |cost| cost.traffic.sectors,
            |cost| cost.sector_bytes,
            machine.sector_bytes,
            words.sectors_of,
            !by_lines,
        )}
        {moved(|cost| cost.traffic.transactions, |cost| cost.line_bytes, machine.line_bytes, words.lines_of, by_lines)}
    }
}
