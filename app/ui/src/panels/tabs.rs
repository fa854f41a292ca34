//! The tabs that choose what is shown below the lanes.

use crate::page::Page;
use crate::page::roving::stop;
use leptos::prelude::*;
use lessons::{Lesson, Panel};

/// Returns a lesson's panels in the order of the tabs; `None` is memory.
pub fn offered(lesson: &Lesson) -> Vec<Option<Panel>> {
    std::iter::once(None)
        .chain(Panel::offered_in(lesson).map(Some))
        .collect()
}

/// Returns the panels of the reader's own kernels.
pub fn offered_to_all() -> Vec<Option<Panel>> {
    std::iter::once(None)
        .chain(Panel::offered_to_own_kernels().map(Some))
        .collect()
}

/// The heading of whatever stands there: its name, or tabs where there is a choice.
///
/// In the playground, a row of its own has the tabs.
#[component]
pub fn PanelTabs(page: Page) -> impl IntoView {
    let lesson = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map(|view| view.lesson.id)));
    let has_own_row = Memo::new(move |_| page.in_playground() && !page.in_frame());
    let tabs = move || match lesson.get().and_then(Lesson::by_id) {
        Some(lesson) => offered(lesson),
        None => offered_to_all(),
    };
    move || {
        if has_own_row.get() {
            return ().into_any();
        }
        let tabs = tabs();
        if tabs.len() < 2 {
            return view! { <span>{move || page.strings().panel(None)}</span> }.into_any();
        }
        let tab = |panel: Option<Panel>| {
            view! {
                <button
                    data-panel-tab=panel.map_or("memory", Panel::id)
                    aria-pressed=move || (page.run.panel.get() == panel).to_string()
                    tabindex=move || stop(page.run.panel.get() == panel)
                    on:click=move |_| page.run.panel.set(panel)
                >
                    {move || page.strings().panel(panel)}
                </button>
            }
        };
        view! {
            <span class="segments small slot-tabs" role="group" data-roving="" aria-label=move || page.strings().panels>
                {tabs.into_iter().map(tab).collect_view()}
            </span>
        }
        .into_any()
    }
}
