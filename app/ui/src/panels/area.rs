//! The panel area below the lanes: the memory panel or another view of the same run.

use crate::page::lazy_view::lazy_view;
use crate::page::{Page, Pane};
use crate::panels::array::ArrayPanel;
use crate::panels::banks::BanksPanel;
use crate::panels::blocks::BlocksPanel;
use crate::panels::chip::ChipPanel;
use crate::panels::formulas::FormulasPanel;
use crate::panels::grid::GridPanel;
use crate::panels::host::HostPanel;
use crate::panels::launch::LaunchPanel;
use crate::panels::lines::LinesPanel;
use crate::panels::multiprocessors::MultiprocessorsPanel;
use crate::panels::occupancy::OccupancyPanel;
use crate::panels::printed::Printed;
use crate::panels::scheduler::SchedulerPanel;
use crate::panels::tabs::{PanelTabs, offered, offered_to_all};
use crate::panels::tree::TreePanel;
use leptos::prelude::*;
use lessons::published::PublishedTable;
use lessons::{Panel, Part};

/// Lists the view of each panel. A view is loaded when it is first shown.
macro_rules! panel_views {
    ($($Panel:ident: $name:ident => $View:ident;)*) => {
        $(lazy_view! { panels: $name(page: Page, pane: Pane) { view! { <$View page=page pane=pane /> } } })*

        /// Shows a panel's view.
        pub fn panel_view(panel: Panel, page: Page, pane: Pane) -> AnyView {
            match panel { $(Panel::$Panel => $name(page, pane)),* }
        }
    };
}

panel_views! {
    Lines: lines => LinesPanel;
    Banks: banks => BanksPanel;
    Tree: tree => TreePanel;
    Blocks: blocks => BlocksPanel;
    Grid: grid => GridPanel;
    Chip: chip => ChipPanel;
    Host: host => HostPanel;
    Launch: launch => LaunchPanel;
    Scheduler: scheduler => SchedulerPanel;
    Multiprocessors: multiprocessors => MultiprocessorsPanel;
    Formulas: formulas => FormulasPanel;
    Occupancy: occupancy => OccupancyPanel;
}

lazy_view! { panels: printed_table(page: Page, table: &'static PublishedTable) { view! { <Printed page=page table=table /> } } }

#[component]
pub fn PanelArea(page: Page, pane: Pane) -> impl IntoView {
    let printed = Memo::new(move |_| {
        let showing = page.slide_shown().filter(|_| pane.index == 0)?;
        let parts = &showing.slide.run()?.parts;
        parts.iter().find_map(|part| match part {
            Part::Published(table) => Some(*table),
            _ => None,
        })
    });
    move || {
        match page.run.panel.get() {
            // A slide about a table of a source shows it in the place of the memory.
            None if printed.with(Option::is_some) => printed
                .get()
                .map(|table| {
                    view! {
                        <section class="panel slot-panel" tabindex="0">
                            <h2>
                                <PanelTabs page=page />
                            </h2>
                            {printed_table(page, table)}
                        </section>
                    }
                })
                .into_any(),
            // It is about the multiprocessor and not about a run: once is enough.
            Some(Panel::Occupancy) if pane.index > 0 => memory(page, pane),
            Some(panel) => panel_view(panel, page, pane),
            None => memory(page, pane),
        }
    }
}

fn memory(page: Page, pane: Pane) -> AnyView {
    view! { <ArrayPanel page=page pane=pane /> }.into_any()
}

/// Another lesson may not offer what stands there.
pub fn follow_lesson(page: Page) {
    Effect::new(move |_| {
        let lesson = page.run.spec.with(|view| view.as_ref().map(|view| view.lesson));
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
