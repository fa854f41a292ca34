//! The page inside another page: the animation of one kernel or several columns, the player, and a link to the full
//! page.

use crate::address;
use crate::compare::{self, Column};
use crate::draft::{self, Playground};
use crate::export::{SHEET, kernels_shown};
use crate::lesson::Working;
use crate::lesson::live_region::LiveRegion;
use crate::page::Page;
use crate::page::sentence::with_code;
use crate::panels::area::PanelArea;
use crate::panels::lanes::LanesPanel;
use crate::playground;
use crate::run::player::Player;
use crate::run::runs::Runs;
use crate::shell::host;
use leptos::prelude::*;

#[component]
pub fn EmbedPage(page: Page, runs: Runs) -> impl IntoView {
    SHEET.add();
    host::follow(page);
    if page.run.spec.with_untracked(Option::is_none) {
        draft::follow(page);
        playground::follow_runs(page, runs);
    }
    let columns = Memo::new(move |_| page.run.columns());
    let heights = compare::heights(page);
    let title = move || {
        page.run.first.summary.track();
        let of_lesson = page.run.spec.with(|view| {
            let titles = view.as_ref()?.kernels();
            let titles = titles.map(|kernel| kernel.title.get(page.settings.language.get()));
            Some(titles.collect::<Vec<_>>().join(" · "))
        });
        of_lesson.unwrap_or_else(|| kernels_shown(page).join(", "))
    };
    let whole = move || {
        page.run.position.track();
        page.run.grain.track();
        address::whole(page)
    };
    let pictures = move || match columns.get() {
        1 => {
            let pane = page.run.first;
            view! {
                <div class="middle">
                    <LanesPanel page=page pane=pane />
                    <PanelArea page=page pane=pane />
                </div>
            }
            .into_any()
        }
        count => {
            let column = |pane| {
                view! {
                    <Column page=page pane=pane>
                        <LanesPanel page=page pane=pane />
                        <PanelArea page=page pane=pane />
                    </Column>
                }
            };
            page.run.panes().take(count).map(column).collect_view().into_any()
        }
    };
    view! {
        <header class="frame-head">
            <h1>{title}</h1>
            <a id="open-whole" href=whole target="_blank" rel="noopener">
                {move || page.strings().export().open_whole}
            </a>
        </header>
        <Working page=page runs=runs />
        <main
            class="panels frame-panels"
            class:waiting=move || page.run.first.step_view.with(Option::is_none)
            // A keyboard can reach and scroll columns that are out of view.
            tabindex=move || (columns.get() > 1).then_some("0")
            data-columns=move || columns.get().to_string()
            data-panel=move || page.run.panel.get().map(lessons::Panel::id)
            style=move || format!("--columns:{};{}", columns.get(), heights.get())
        >
            {pictures}
        </main>
        {move || refused(page).map(|sentence| view! { <p class="frame-refused" role="status">{with_code(&sentence)}</p> })}
        <LiveRegion page=page />
        <Player page=page />
    }
}

/// Returns why the kernel of the page around does not run. Tracked.
pub fn refused(page: Page) -> Option<String> {
    Some(Playground::of(page).trouble.get()?.sentence(page))
}
