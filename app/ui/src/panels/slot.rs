//! The panel area below the lanes: the memory panel or another view of the same run.

use crate::page::lazy_view::lazy_view;
use crate::page::{Page, Pane};
use crate::panels::array::ArrayPanel;
use crate::panels::banks::BanksPanel;
use crate::panels::blocks::BlocksPanel;
use crate::panels::formulas::FormulasPanel;
use crate::panels::launch::LaunchPanel;
use crate::panels::lines::LinesPanel;
use crate::panels::occupancy::OccupancyPanel;
use crate::panels::scheduler::SchedulerPanel;
use crate::panels::tabs::{offered, offered_to_all};
use crate::panels::tree::TreePanel;
use leptos::prelude::*;
use lessons::Panel;

lazy_view! { panels: lines(page: Page, pane: Pane) { view! { <LinesPanel page=page pane=pane /> } } }
lazy_view! { panels: banks(page: Page, pane: Pane) { view! { <BanksPanel page=page pane=pane /> } } }
lazy_view! { panels: tree(page: Page, pane: Pane) { view! { <TreePanel page=page pane=pane /> } } }
lazy_view! { panels: blocks(page: Page, pane: Pane) { view! { <BlocksPanel page=page pane=pane /> } } }
lazy_view! { panels: launch(page: Page, pane: Pane) { view! { <LaunchPanel page=page pane=pane /> } } }
lazy_view! { panels: formulas(page: Page, pane: Pane) { view! { <FormulasPanel page=page pane=pane /> } } }
lazy_view! { panels: scheduler(page: Page, pane: Pane) { view! { <SchedulerPanel page=page pane=pane /> } } }
lazy_view! { panels: occupancy(page: Page) { view! { <OccupancyPanel page=page /> } } }

#[component]
pub fn Slot(page: Page, pane: Pane) -> impl IntoView {
    move || match page.run.panel.get() {
        Some(Panel::Lines) => lines(page, pane),
        Some(Panel::Banks) => banks(page, pane),
        Some(Panel::Tree) => tree(page, pane),
        Some(Panel::Blocks) => blocks(page, pane),
        Some(Panel::Launch) => launch(page, pane),
        Some(Panel::Scheduler) => scheduler(page, pane),
        Some(Panel::Formulas) => formulas(page, pane),
        // It is about the multiprocessor and not about a run: once is enough.
        Some(Panel::Occupancy) if pane.index == 0 => occupancy(page),
        None | Some(Panel::Occupancy) => view! { <ArrayPanel page=page pane=pane /> }.into_any(),
    }
}

/// Another lesson may not offer what stands there.
pub fn follow_lesson(page: Page) {
    Effect::new(move |_| {
        let lesson = page
            .run
            .spec
            .with(|view| view.as_ref().map(|view| view.lesson));
        let panel = page.run.panel.get_untracked();
        let offers = match lesson {
            Some(lesson) => offered(lesson).contains(&panel),
            None => page.in_playground() && offered_to_all().contains(&panel),
        };
        if !offers {
            page.run.panel.set(None);
        }
    });
}
