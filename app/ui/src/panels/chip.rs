//! A plain picture of a GPU: its multiprocessors, one of them with its parts, and its memories. What the next step uses is
//! lit.

use crate::page::{Page, Pane};
use crate::panels::tabs::PanelTabs;
use crate::run::badge::badge;
use crate::run::export::taken;
use leptos::prelude::*;
use lessons::Panel;
use model::export::Taken;
use model::number::grouped;
use model::panels::chip::{Chip, Unit, used};
use model::panels::counters::Kind;
use model::panels::lanes::{LaneState, WarpRow};

#[component]
pub fn ChipPanel(page: Page, pane: Pane) -> impl IntoView {
    let chip = Memo::new(move |_| pane.summary.with(|summary| Some(Chip::of(&summary.as_ref()?.machine))));
    let lit = Memo::new(move |_| {
        let grain = page.run.grain.get();
        pane.step_view.with(|view| {
            pane.playback.with_value(|playback| {
                let step = playback.as_ref().zip(view.as_ref());
                step.map_or_else(Vec::new, |(playback, view)| used(playback, view, grain))
            })
        })
    });
    let warps = Memo::new(move |_| warp_states(pane));
    let block = move || {
        pane.summary
            .with(|summary| Some(summary.as_ref()?.view.as_ref()?.workgroup))
    };
    let unit = move |unit: Unit, more: Signal<Option<String>>| {
        view! {
            <div class="chip-unit" data-unit=unit.id() class:lit=move || lit.with(|lit| lit.contains(&unit))>
                <b>{move || (page.strings().panel_words().chip.unit)(unit)}</b>
                {move || more.get().map(|more| view! { <small>{more}</small> })}
            </div>
        }
    };
    let none = Signal::derive(|| None::<String>);
    let limits = move || chip.with(|chip| chip.as_ref()?.gpu?.limits());
    let registers = Signal::derive(move || {
        let words = &page.strings().panel_words().chip;
        Some((words.registers)(&grouped(limits()?.registers.into())))
    });
    let shared = Signal::derive(move || {
        let words = &page.strings().panel_words().chip;
        let banks = chip.with(|chip| Some(chip.as_ref()?.banks))?;
        Some((words.shared)(limits().map(|limits| limits.shared / 1024), banks))
    });
    let lines = Signal::derive(move || {
        let words = &page.strings().panel_words().chip;
        let (line, sector) = chip.with(|chip| chip.as_ref().map(|chip| (chip.line_bytes, chip.sector_bytes)))?;
        Some((words.lines)(line, sector))
    });
    let buffers = Signal::derive(move || {
        pane.step_view.with(|view| {
            let memories = view.as_ref()?.array.memories.iter();
            let global = memories.filter(|memory| memory.space != simt::Space::Workgroup);
            let names: Vec<&str> = global.map(|memory| memory.name.as_str()).collect();
            (!names.is_empty()).then(|| names.join(", "))
        })
    });
    let label = move || {
        let words = &page.strings().panel_words().chip;
        let units = lit.get().into_iter().map(words.unit);
        (words.label)(&units.collect::<Vec<_>>().join(", "))
    };
    view! {
        <section data-take=taken(page, pane, Taken::Panel(Some(Panel::Chip))) class="panel slot-panel chip-panel">
            <h2>
                <PanelTabs page=page />
                <em>{move || chip.get().map(|chip| chip.name)}</em>
            </h2>
            <div class="gpu-picture" id=(pane.index == 0).then_some("chip") role="group" aria-label=label>
                <div class="chip-all">{move || multiprocessors(page, chip)}</div>
                <div class="chip-one">
                    <div class="chip-warps">
                        <h3>{move || block().map(|block| (page.strings().panel_words().chip.one)(block))}</h3>
                        {move || resident_warps(page, warps, limits().map(|limits| limits.warps))}
                    </div>
                    <div class="chip-row">
                        {unit(Unit::Arithmetic, none)} {unit(Unit::Requests, none)} {unit(Unit::Barriers, none)}
                    </div>
                    <div class="chip-row">{unit(Unit::Registers, registers)} {unit(Unit::Shared, shared)}</div>
                </div>
                <div class="chip-memories">{unit(Unit::SecondLevelCache, lines)} {unit(Unit::Memory, buffers)}</div>
            </div>
        </section>
    }
}

/// Returns the state of each warp of the block, as the picture of the lanes colours them. Tracked.
fn warp_states(pane: Pane) -> Vec<&'static str> {
    pane.step_view.with(|view| {
        let state = |row: &WarpRow| match row.states.contains(&LaneState::AtBarrier) {
            true => "waits",
            false if row.moves => "moves",
            false => "",
        };
        let rows = view.iter().flat_map(|view| &view.lanes.rows);
        rows.map(state).collect::<Vec<_>>()
    })
}

/// Shows the multiprocessors of the chip. Tracked.
fn multiprocessors(page: Page, chip: Memo<Option<Chip>>) -> AnyView {
    let (words, strings) = (&page.strings().panel_words().chip, page.strings());
    let gpu = chip.with(|chip| chip.as_ref().and_then(|chip| chip.gpu));
    match gpu {
        Some(gpu) => view! {
            <div class="chip-grid" class:many={gpu.multiprocessors > MANY} aria-hidden="true">
                {(0..gpu.multiprocessors).map(|number| view! { <i class:here=number == 0 /> }).collect_view()}
            </div>
            <p title=gpu.source>
                {(words.multiprocessors)(gpu.multiprocessors)} " " {badge(strings, Kind::Published)}
            </p>
        }
        .into_any(),
        None => view! { <p>{words.unknown}</p> }.into_any(),
    }
}

/// Shows the warps that the multiprocessor holds. `most` is the number that it has room for. Tracked.
fn resident_warps(page: Page, warps: Memo<Vec<&'static str>>, most: Option<u32>) -> impl IntoView {
    let words = &page.strings().panel_words().chip;
    let first = warps.get().into_iter().enumerate().take(MOST_WARPS);
    let more = warps.with(Vec::len).saturating_sub(MOST_WARPS);
    view! {
        <span>{words.warps}</span>
        {first.map(|(warp, state)| view! { <i class=state>{warp}</i> }).collect_view()}
        {(more > 0).then(|| view! { <span>"+ "{more}</span> })}
        <small>{most.map(words.room)}</small>
    }
}

/// More multiprocessors than this are drawn small.
const MANY: u32 = 32;
/// A row has room for this many warps.
const MOST_WARPS: usize = 16;
