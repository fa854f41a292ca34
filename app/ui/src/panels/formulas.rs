//! The formulas panel: each of a profiler's percentages in words, with the run's numbers, and evaluated.

use crate::page::{Page, Pane};
use crate::panels::multiprocessors::content;
use crate::panels::tabs::PanelTabs;
use crate::run::badge::{badge, kind_id};
use crate::run::export::taken;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::formulas::{Formula, formulas};
use model::strings::Strings;

#[component]
pub fn FormulasPanel(
    page: Page,
    pane: Pane,
    /// The formulas to show, by the names of their counters; all if absent.
    #[prop(optional)]
    names: &'static [&'static str],
) -> impl IntoView {
    let placed = content(page, pane);
    let rows = move || {
        let (strings, summary) = (page.strings(), pane.summary.get()?);
        let cycles = placed.with(|placed| placed.as_ref().and_then(|placed| placed.cycles()));
        let formulas = formulas(&summary.metrics, &summary.machine, summary.counted(), cycles);
        let is_named = |formula: &Formula| names.is_empty() || names.contains(&formula.id.name());
        Some(
            formulas
                .into_iter()
                .filter(is_named)
                .map(|formula| row(strings, formula))
                .collect_view(),
        )
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Formulas)))
            class="panel slot-panel formulas-panel"
        >
            <h2>
                <PanelTabs page=page />
                <em>{move || page.strings().formula_words().hint}</em>
            </h2>
            <div
                class="slot-scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.strings().panel(Some(lessons::Panel::Formulas))
            >
                <dl class="formulas" id=(pane.index == 0).then_some("formulas")>
                    {rows}
                </dl>
                <p class="source">{move || page.strings().formula_words().model}</p>
            </div>
        </section>
    }
}

fn row(strings: &'static Strings, formula: Formula) -> impl IntoView {
    let words = strings.formula_words();
    let (sum, value) = match &formula.value {
        Ok(value) => (format!("= {}", value.sum), Some(value.text.clone())),
        Err(missing) => ((words.missing)(*missing).to_owned(), None),
    };
    let is_known = value.is_some();
    view! {
        <div class="formula" class:unknown=!is_known data-formula=formula.id.name() data-kind=kind_id(formula.kind)>
            <dt>{(words.title)(formula.id)} <code>{formula.id.name()}</code></dt>
            <dd class="formula-words">{(words.formula)(formula.id)}</dd>
            <dd class="formula-sum">{sum}</dd>
            <dd class="formula-value">
                {value
                    .map(|value| {
                        view! {
                            <b>{value}</b>
                            {badge(strings, formula.kind)}
                        }
                    })}
            </dd>
        </div>
    }
}
