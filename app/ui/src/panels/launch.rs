//! The view of a chain of launches: every level down to the last, and the arguments that the shown level has written
//! for the next.

use crate::draw::launch::draw;
use crate::page::{Page, Pane};
use crate::panels::press::{at_press, fact, kind_fact};
use crate::panels::tabs::PanelTabs;
use crate::run::badge::badge;
use crate::run::canvas::draw_when;
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::number::grouped;
use model::panels::counters::Kind;
use model::panels::launch::{LaunchModel, WORDS, launch};
use model::strings;

#[component]
pub fn LaunchPanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let model = Memo::new(move |_| {
        let chain = pane.summary.get()?.view.as_ref()?.kernel.task.launches()?;
        at_press(page, pane, |playback, frame, _, _| {
            launch(&playback.cursor, frame, chain)
        })
    });
    draw_when(
        page,
        canvas,
        move || model.track(),
        move |surface, palette| {
            let words = &strings::of(page.settings.language.get_untracked()).panel_words().launch;
            model.with_untracked(|model| {
                if let Some(model) = model {
                    draw(surface, palette, words, model);
                }
            });
        },
    );
    let nothing = Memo::new(move |_| model.with(Option::is_none));
    let label = move || {
        let words = &page.strings().panel_words().launch;
        model.with(|model| match model {
            Some(model) => {
                let totals = model.totals();
                let level = model.chain.shown as u32 + 1;
                (words.label)(totals.dispatches, totals.blocks, level)
            }
            None => words.none.to_owned(),
        })
    };
    let written = move || {
        model.with(|model| {
            let words = model.as_ref()?.written.iter();
            let words = words.map(|word| word.map_or("-".to_owned(), |word| word.to_string()));
            Some(words.collect::<Vec<_>>().join(" "))
        })
    };
    let levels = move || {
        model.with(|model| {
            let levels = model.as_ref()?.chain.levels.iter();
            let blocks = levels.map(|level| level.blocks.to_string());
            Some(blocks.collect::<Vec<_>>().join(" "))
        })
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Launch)))
            class="panel slot-panel"
            class:empty=nothing
        >
            <h2>
                <PanelTabs page=page />
                <em class="arguments">
                    {move || model.with(|model| model.as_ref().map(|model| arguments(page, model)))}
                </em>
            </h2>
            <canvas
                id=(pane.index == 0).then_some("launch")
                node_ref=canvas
                role="img"
                aria-label=label
                data-levels=levels
                data-shown=move || model.with(|model| model.as_ref().map(|model| model.chain.shown))
                data-written=written
            />
            <dl class="facts">{move || model.with(|model| model.as_ref().map(|model| facts(page, model)))}</dl>
            {move || {
                nothing.get().then(|| view! { <p class="nothing-asked">{page.strings().panel_words().launch.none}</p> })
            }}
        </section>
    }
}

/// Shows the arguments that the traced workgroup has written for the next level, and those that the next statement
/// writes.
fn arguments(page: Page, model: &LaunchModel) -> impl IntoView + use<> {
    let strings = page.strings();
    let words = &strings.panel_words().launch;
    if model.block != 0 {
        return view! { <span>{words.other_block}</span> }.into_any();
    }
    let word = |index: usize| {
        let text = model.written[index].map_or(words.not_written.to_owned(), |word| word.to_string());
        view! { <b class:next=model.next[index]>{text}</b> }
    };
    view! {
        <span>{words.written}</span>
        {(0..WORDS).map(word).collect_view()}
        {badge(strings, Kind::Exact)}
    }
    .into_any()
}

/// Shows the sums over all levels. They follow from the arguments of each level, as the lesson computes them.
fn facts(page: Page, model: &LaunchModel) -> impl IntoView + use<> {
    let strings = page.strings();
    let words = &strings.panel_words().launch;
    let totals = model.totals();
    let count = |value: u32| grouped(value.into());
    view! {
        {fact(3, words.grids, count(totals.grids))}
        {fact(3, words.dispatches, count(totals.dispatches))}
        {fact(2, words.all_blocks, count(totals.blocks))}
        {fact(2, words.all_lanes, count(totals.lanes))}
        {kind_fact(2, strings, Kind::Modelled)}
    }
}
