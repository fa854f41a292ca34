//! A chart on stage: the times of the lesson's kernels, measured here and on the shipped device.

use crate::page::Page;
use crate::run::gpu::{Bench, times_of};
use crate::run::times::{Room, TimesChart, remarks};
use leptos::prelude::*;
use model::run::times::Rows;

#[component]
pub fn StageChart(page: Page, rows: Rows) -> impl IntoView {
    view! {
        <div class="stage-chart">
            <p>{move || page.strings().time_of_launch}</p>
            <TimesChart page=page rows=rows room=Room::Stage />
            {move || times_of(page, rows, Bench::of(page).at.get()).map(|times| remarks(page, &times))}
        </div>
    }
}
