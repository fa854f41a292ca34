//! A chart on stage: the times of the lesson's kernels, measured here and on the shipped device.

use crate::page::Page;
use crate::run::gpu::times;
use crate::run::times::{Room, TimesChart, remarks};
use leptos::prelude::*;

#[component]
pub fn StageChart(page: Page) -> impl IntoView {
    view! {
        <div class="stage-chart">
            <p>{move || page.strings().time_of_launch}</p>
            <TimesChart page=page room=Room::Stage />
            {move || times(page).map(|times| remarks(page, &times))}
        </div>
    }
}
