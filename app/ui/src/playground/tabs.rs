//! The row of tabs below the lanes: the lessons' panels, and the playground's own views of the run.

use super::launch::is_cuda;
use crate::draft::{Playground, Tab};
use crate::page::Page;
use crate::page::roving::stop;
use crate::panels::tabs::offered_to_all;
use leptos::prelude::*;
use lessons::Panel;

#[component]
pub fn Tabs(page: Page) -> impl IntoView {
    let tab = Playground::of(page).tab;
    let is_panel = move |panel| tab.get() == Tab::Pictures && page.run.panel.get() == panel;
    let panels = offered_to_all().into_iter().map(|panel: Option<Panel>| {
        let show = move |_| {
            tab.set(Tab::Pictures);
            page.run.panel.set(panel);
        };
        view! {
            <button
                data-panel-tab=panel.map_or("memory", Panel::id)
                aria-pressed=move || is_panel(panel).to_string()
                tabindex=move || stop(is_panel(panel))
                on:click=show
            >
                {move || page.strings().panel(panel)}
            </button>
        }
    });
    let beside = Tab::BESIDE.map(|each| {
        view! {
            <button
                hidden=move || each == Tab::Translation && !is_cuda(page)
                data-side-tab=each.id()
                aria-pressed=move || (tab.get() == each).to_string()
                tabindex=move || stop(tab.get() == each)
                on:click=move |_| tab.set(each)
            >
                {move || (page.strings().playground().tab)(each.id())}
            </button>
        }
    });
    view! {
        <div
            class="segments small bench-tabs"
            role="group"
            data-roving=""
            aria-label=move || page.strings().playground().tabs
        >
            {panels.collect_view()}
            {beside}
        </div>
    }
}
