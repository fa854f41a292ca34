//! Figures on stage: one to three counters in large digits.

use crate::page::{Overlay, Page, Pane};
use crate::run::badge::{badge, kind_id};
use leptos::prelude::*;
use model::compare::comparison::{Comparison, comparisons};

#[component]
pub fn Figures(page: Page, pane: Pane, names: &'static [&'static str]) -> impl IntoView {
    let figure = move |row: Comparison| {
        let (strings, id) = (page.strings(), row.id);
        let value = row.value.unwrap_or_else(|| strings.none.to_owned());
        let open = move |_| page.route.overlay.set(Some(Overlay::Why(pane.index, id)));
        let number = if pane.is_thumbnail {
            value.into_any()
        } else {
            view! {
                <button
                    class="why-number"
                    data-why=id.name()
                    title=strings.why_hint
                    aria-haspopup="dialog"
                    on:click=open
                >
                    {value}
                </button>
            }
            .into_any()
        };
        view! {
            <div class="stage-figure" data-counter=row.id.name() data-kind=kind_id(row.kind)>
                <dt>{row.id.definition().title.get(page.settings.language.get())} {badge(strings, row.kind)}</dt>
                <dd>{number} {row.ratio.map(|ratio| view! { <small>{ratio}</small> })}</dd>
            </div>
        }
    };
    let figures = move || {
        let first = page.run.first.summary.get().filter(|_| pane.index > 0);
        let summary = pane.summary.get()?;
        let compared = comparisons(&summary.counters, first.as_deref().map(|first| &first.counters[..]));
        let named = names
            .iter()
            .filter_map(|name| compared.iter().find(|row| row.id.name() == *name).cloned());
        Some(named.map(figure).collect_view())
    };
    view! { <dl class="stage-figures">{figures}</dl> }
}
