//! The tabs that choose what is shown below the lanes.

use crate::page::Page;
use leptos::prelude::*;
use lessons::{Lesson, Panel};

/// Returns a lesson's panels in the order of the tabs; `None` is memory. Lines and banks are offered wherever there
/// are some.
pub fn offered(lesson: &Lesson) -> Vec<Option<Panel>> {
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

/// Returns the panels of a custom kernel.
pub fn offered_to_all() -> [Option<Panel>; 4] {
    [
        None,
        Some(Panel::Lines),
        Some(Panel::Banks),
        Some(Panel::Formulas),
    ]
}

/// The heading of whatever stands there: its name, or tabs where there is a choice.
#[component]
pub fn SlotTabs(page: Page) -> impl IntoView {
    let lesson = Memo::new(move |_| {
        page.run
            .spec
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
                    aria-pressed=move || (page.run.panel.get() == panel).to_string()
                    on:click=move |_| page.run.panel.set(panel)
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
