//! The panel area below the lanes: the memory panel or another view of the same run.

use crate::panels::array::ArrayPanel;
use crate::shell::lazy_views as parts;
use crate::shell::state::{Page, Pane};
use leptos::prelude::*;
use lessons::{Lesson, Panel};

/// Returns the views that a lesson offers, in the order of the tabs; `None` is memory. Lines are offered for every
/// lesson, and banks for every lesson with workgroup memory.
fn offered(lesson: &Lesson) -> Vec<Option<Panel>> {
    let with = |text: &str| {
        let mut kernels = lesson.kernels.iter();
        kernels.any(|kernel| kernel.kernel.source.contains(text))
    };
    let offers = |panel: &Panel| {
        lesson.panels.contains(panel)
            || match panel {
                Panel::Lines => true,
                Panel::Banks => with("var<workgroup>"),
                _ => false,
            }
    };
    let panels = Panel::ALL.into_iter().filter(offers);
    std::iter::once(None).chain(panels.map(Some)).collect()
}

/// Returns the views of a reader's own kernel.
fn offered_to_all() -> [Option<Panel>; 4] {
    [
        None,
        Some(Panel::Lines),
        Some(Panel::Banks),
        Some(Panel::Formulas),
    ]
}

#[component]
pub fn Slot(page: Page, pane: Pane) -> impl IntoView {
    move || match page.panel.get() {
        Some(Panel::Lines) => parts::lines(page, pane),
        Some(Panel::Banks) => parts::banks(page, pane),
        Some(Panel::Tree) => parts::tree(page, pane),
        Some(Panel::Blocks) => parts::blocks(page, pane),
        Some(Panel::Launch) => parts::launch(page, pane),
        Some(Panel::Scheduler) => parts::scheduler(page, pane),
        Some(Panel::Formulas) => parts::formulas(page, pane),
        // The occupancy is about the multiprocessor and not about a run, so only the first column shows it.
        Some(Panel::Occupancy) if pane.index == 0 => parts::occupancy(page),
        None | Some(Panel::Occupancy) => view! { <ArrayPanel page=page pane=pane /> }.into_any(),
    }
}

/// The heading of the panel area: its name, or tabs if there is a choice.
#[component]
pub fn SlotTabs(page: Page) -> impl IntoView {
    let lesson = Memo::new(move |_| {
        page.view
            .with(|view| view.as_ref().map(|view| view.lesson.id))
    });
    let tabs = move || match lesson.get().and_then(Lesson::by_id) {
        Some(lesson) => offered(lesson),
        None => offered_to_all().to_vec(),
    };
    move || {
        let tabs = tabs();
        if tabs.len() < 2 {
            return view! { <span>{move || (page.strings().panel)(None)}</span> }.into_any();
        }
        let tab = |panel: Option<Panel>| {
            view! {
                <button
                    data-panel-tab=panel.map_or("memory", Panel::id)
                    aria-pressed=move || (page.panel.get() == panel).to_string()
                    on:click=move |_| page.panel.set(panel)
                >
                    {move || (page.strings().panel)(panel)}
                </button>
            }
        };
        view! {
            <span class="segments small slot-tabs" role="group" aria-label=move || page.strings().panels>
                {tabs.into_iter().map(tab).collect_view()}
            </span>
        }
        .into_any()
    }
}

/// Returns to the memory panel if the new lesson does not offer the shown view.
pub fn follow_lesson(page: Page) {
    Effect::new(move |_| {
        let lesson = page.view.with(|view| view.as_ref().map(|view| view.lesson));
        let panel = page.panel.get_untracked();
        let offers = match lesson {
            Some(lesson) => offered(lesson).contains(&panel),
            None => page.in_playground() && offered_to_all().contains(&panel),
        };
        if !offers {
            page.panel.set(None);
        }
    });
}
