//! A chart on stage: the times of the lesson's kernels, measured here, published, and measured on another GPU.

use crate::draw::palette;
use crate::page::Page;
use crate::run::badge::badge;
use crate::run::canvas::watch_box;
use crate::run::gpu::times;
use crate::run::times::remarks;
use leptos::html;
use leptos::prelude::*;
use model::counters::Kind;
use model::times::{ChartSize, Density, chart};

#[component]
pub fn StageChart(page: Page) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0.0);
    watch_box(page, place, move |wide, _, _| {
        if width.get_untracked() != wide {
            width.set(wide);
        }
    });
    let svg = move || {
        page.epoch.track();
        let (times, width) = (times(page)?, width.get());
        let kernel = page.run.spec.with(|view| {
            let view = view.as_ref()?;
            Some(view.kernel.kernel.name.to_string())
        });
        let text = palette::current().chart_text;
        let density = Density::Roomy;
        let size = ChartSize {
            width,
            text,
            density,
        };
        let drawn = || chart(&times, &kernel.unwrap_or_default(), page.strings(), size);
        (width > 0.0).then(drawn)
    };
    let kinds = move || {
        let strings = page.strings();
        let rows = times(page).map(|times| times.rows).unwrap_or_default();
        let is_measured = rows
            .iter()
            .any(|row| row.measured.is_some() || row.shipped.is_some());
        let is_published = rows.iter().any(|row| row.published.is_some());
        view! {
            {is_measured.then(|| badge(strings, Kind::Measured))} " "
            {is_published.then(|| badge(strings, Kind::Published))}
        }
    };
    view! {
        <div class="stage-chart" node_ref=place>
            <p>
                {move || page.strings().times} " "
                <em>{move || times(page).map(|times| (page.strings().times_of)(times.size.n(), times.block()))}</em> " "
                {kinds}
            </p>
            <div class="chart" aria-hidden="true" inner_html=svg></div>
            {move || times(page).map(|times| remarks(page, &times))}
        </div>
    }
}
