//! The multiprocessors panel: the blocks of the grid in time, what a profiler would say, and six guidelines.

use crate::draw::multiprocessors::draw;
use crate::page::{Page, Pane};
use crate::panels::press::fact;
use crate::panels::tabs::PanelTabs;
use crate::run::badge::badge;
use crate::run::canvas::draw_when;
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use lessons::multiprocessors::{Found, GPUS, Gpu, MOST_BLOCKS, Placement, Spread, Verdict};
use lessons::published::{published, title};
use model::export::Taken;
use model::panels::counters::Kind;
use model::panels::multiprocessors::{Multiprocessors, multiprocessors};
use model::panels::scheduler::{Phases, phases};
use model::strings;
use model::strings::panels::multiprocessors::percent;
use std::sync::Arc;

/// The content for a pane; `None` without a lesson's run, or if the GPU cannot start the block.
pub fn content(page: Page, pane: Pane) -> Memo<Option<Arc<Multiprocessors>>> {
    // The trace changes with what is shown, and not with the step.
    let traced = Memo::new(move |_| {
        pane.summary.track();
        let of_trace = |playback: &model::run::playback::Playback| Arc::new(phases(&playback.source, playback.trace()));
        pane.playback
            .with_value(|playback| playback.as_ref().map(of_trace))
            .unwrap_or_else(|| Arc::new(Phases::default()))
    });
    // The panel's settings change without another run.
    let settings = Memo::new(move |_| {
        page.run.spec.with(|view| {
            let view = view.as_ref()?;
            Some((view.calculator, view.dials, view.placement))
        })
    });
    Memo::new(move |_| {
        let summary = pane.summary.get()?;
        let mut view = summary.view.clone()?;
        (view.calculator, view.dials, view.placement) = settings.get()?;
        let content = multiprocessors(&view, &summary.metrics, &traced.get());
        content.ok().map(Arc::new)
    })
}

#[component]
pub fn MultiprocessorsPanel(page: Page, pane: Pane) -> impl IntoView {
    let model = content(page, pane);
    let canvas = NodeRef::<html::Canvas>::new();
    draw_when(
        page,
        canvas,
        move || model.track(),
        move |surface, palette| {
            let words = &strings::of(page.settings.language.get_untracked())
                .panel_words()
                .multiprocessors;
            model.with_untracked(|model| {
                if let Some(model) = model {
                    draw(surface, palette, words, &model.spread);
                }
            });
        },
    );
    let words = move || &page.strings().panel_words().multiprocessors;
    let heading = move || {
        model.with(|model| match model {
            Some(model) => {
                let grid = model.spread.grid;
                (words().title)(grid.blocks, grid.multiprocessors)
            }
            None => words().none.to_owned(),
        })
    };
    let label = move || {
        model.with(|model| {
            let spread = &model.as_ref()?.spread;
            Some((words().label)(spread))
        })
    };
    let counts = move || model.with(|model| Some(placed_blocks(&model.as_ref()?.spread)));
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Multiprocessors)))
            class="panel slot-panel multiprocessors-panel"
        >
            <h2>
                <PanelTabs page=page />
                <em>{heading} " " {move || badge(page.strings(), Kind::Modelled)}</em>
            </h2>
            <div
                class="slot-scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.strings().panel(Some(lessons::Panel::Multiprocessors))
            >
                <Settings page=page pane=pane model=model />
                <div class="sm-picture">
                    <canvas
                        id=(pane.index == 0).then_some("multiprocessors")
                        node_ref=canvas
                        role="img"
                        aria-label=label
                        data-blocks=counts
                    />
                </div>
                {legend(page, model)}
                <dl class="facts sm-facts" id=(pane.index == 0).then_some("multiprocessors-facts")>
                    {move || model.with(|model| model.as_ref().map(|model| facts(page, model)))}
                </dl>
                {move || model.with(|model| model.as_ref().map(|model| checklist(page, model)))}
                {move || model.with(|model| model.as_ref().map(|model| sources(page, model)))}
            </div>
        </section>
    }
}

/// Shows the colours with their names.
fn legend(page: Page, model: Memo<Option<Arc<Multiprocessors>>>) -> impl IntoView {
    let words = move || &page.strings().panel_words().multiprocessors;
    view! {
        <p class="legend">
            <span>
                <i class="key block-full" />
                {move || words().full}
            </span>
            <span>
                <i class="key block-last" />
                {move || words().last}
            </span>
            <span>
                <i class="key block-none" />
                {move || words().idle}
            </span>
            {move || badge(page.strings(), Kind::Modelled)}
            {move || {
                model
                    .with(|model| {
                        let skipped = model.as_ref()?.spread.skipped_waves;
                        (skipped > 0).then(|| view! { <span>{(words().skipped)(skipped)}</span> })
                    })
            }}
        </p>
    }
}

/// Returns the blocks of each multiprocessor, which tests read.
fn placed_blocks(spread: &Spread) -> String {
    let counts = (0..spread.grid.multiprocessors).map(|row| {
        let placed = spread.placed.iter();
        let count = placed.filter(|each| each.multiprocessor == row).count();
        count.to_string()
    });
    counts.collect::<Vec<_>>().join(" ")
}

/// The GPU and the number of blocks.
#[component]
fn Settings(page: Page, pane: Pane, model: Memo<Option<Arc<Multiprocessors>>>) -> impl IntoView {
    let words = move || &page.strings().panel_words().multiprocessors;
    let shown_gpu = Memo::new(move |_| model.with(|model| model.as_ref().map(|model| model.gpu.id)));
    let blocks = Memo::new(move |_| model.with(|model| model.as_ref().map_or(0, |model| model.spread.grid.blocks)));
    let of_run = Memo::new(move |_| model.with(|model| model.as_ref().map_or(0, |model| model.blocks_of_run)));
    let has_blocks = Memo::new(move |_| {
        page.run
            .spec
            .with(|view| view.as_ref().is_some_and(|view| view.placement.blocks.is_some()))
    });
    let change = move |change: &dyn Fn(&mut Placement)| {
        page.change_view(|view| change(&mut view.placement));
    };
    let option = |gpu: &'static Gpu| {
        view! {
            <option value=gpu.id selected=move || shown_gpu.get() == Some(gpu.id)>
                {format!("{} · {}", gpu.name, gpu.multiprocessors)}
            </option>
        }
    };
    let first = pane.index == 0;
    view! {
        <div class="dials">
            <label class="dial">
                <span>{move || words().gpu}</span>
                <select
                    id=first.then_some("multiprocessors-gpu")
                    prop:value=move || shown_gpu.get().unwrap_or_default()
                    on:change=move |event| {
                        if let Some(gpu) = Gpu::by_id(&event_target_value(&event)) {
                            change(&|placement| placement.gpu = Some(gpu.id));
                        }
                    }
                >
                    {GPUS.iter().map(option).collect_view()}
                </select>
            </label>
            <label class="dial" title=move || words().blocks_hint>
                <span>
                    <i>{move || words().blocks}</i>
                    " "
                    <output>{move || blocks.get()}</output>
                </span>
                <input
                    id=first.then_some("multiprocessors-blocks")
                    type="range"
                    min="1"
                    max=MOST_BLOCKS.to_string()
                    aria-label=move || words().blocks_hint
                    prop:value=move || blocks.get().to_string()
                    on:keydown=crate::panels::scheduler::keep_keys
                    on:input=move |event| {
                        if let Ok(blocks) = event_target_value(&event).parse() {
                            change(&|placement| placement.set_blocks(blocks));
                        }
                    }
                />
            </label>
            <button
                id=first.then_some("multiprocessors-of-run")
                class="chip"
                aria-pressed=move || (!has_blocks.get()).to_string()
                on:click=move |_| change(&|placement| placement.blocks = None)
            >
                {move || (words().of_run)(of_run.get())}
            </button>
        </div>
    }
}

/// Shows waves and shares, with the calculator's occupancy beside the achieved one.
fn facts(page: Page, model: &Multiprocessors) -> impl IntoView + use<> {
    let strings = page.strings();
    let words = &strings.panel_words().multiprocessors;
    let (spread, grid) = (&model.spread, model.spread.grid);
    let share = |share: Option<f64>| share.map_or("–".to_owned(), percent);
    view! {
        {fact(3, words.waves, grid.waves().to_string())}
        {fact(4, words.last_wave, (words.of_wave)(grid.last_wave(), grid.wave()))}
        {fact(5, words.tail, (words.of_cycles)(spread.tail(), spread.elapsed()))}
        {fact(4, words.efficiency, share(spread.sm_efficiency(0.0)))}
        {fact(4, words.achieved, share(spread.achieved_occupancy()))}
        {fact(4, words.calculator, percent(model.occupancy.fraction()))}
    }
}

fn checklist(page: Page, model: &Multiprocessors) -> impl IntoView + use<> {
    let words = &page.strings().panel_words().multiprocessors;
    let line = |check: Found| {
        let verdict = match check.verdict {
            Verdict::Met => "met",
            Verdict::NotMet => "not-met",
            Verdict::Depends => "depends",
        };
        view! {
            <tr data-guideline=check.guideline.id() data-verdict=verdict>
                <th scope="row">{(words.guideline)(check.guideline)}</th>
                <td>{(words.found)(&check)}</td>
                <td class=format!("verdict {verdict}")>{(words.verdict)(check.verdict)}</td>
            </tr>
        }
    };
    view! {
        <table class="law guidelines">
            <caption>{words.guidelines}</caption>
            <tbody>{model.guidelines.map(line).collect_view()}</tbody>
        </table>
    }
}

/// Shows published figures for the same kernel, and how the others are modelled.
fn sources(page: Page, model: &Multiprocessors) -> impl IntoView + use<> {
    let strings = page.strings();
    let words = &strings.panel_words().multiprocessors;
    let printed = model
        .printed
        .map(|(activity, source)| (words.printed)(&activity, title(source)));
    let occupancy = model
        .achieved
        .map(|(share, source)| (words.printed_occupancy)(share, title(source)));
    let line = |text: String| view! { <p class="source">{badge(strings, Kind::Published)} " " {text}</p> };
    view! {
        {printed
            .map(|text| {
                view! {
                    <p class="sm-printed" id="multiprocessors-printed">
                        {badge(strings, Kind::Published)}
                        " "
                        {text}
                    </p>
                }
            })}
        {occupancy.map(line)}
        {line((words.source)(model.gpu.source))}
        {line((words.guidelines_source)(title(&published().tables.source)))}
        <p class="source">{badge(strings, Kind::Modelled)} " " {words.model} " " {model.cut.then_some(words.cut)}</p>
    }
}
