//! The page inside another page: one kernel's animation with its player, and a way to the whole.

use crate::page::address;
use crate::page::lesson::Working;
use crate::page::panels::lanes::LanesPanel;
use crate::page::panels::slot::Slot;
use crate::page::player::Player;
use crate::page::runs::Runs;
use crate::page::state::Page;
use crate::page::summary::Told;
use crate::page::take::kernels_shown;
use leptos::prelude::*;

#[component]
pub fn EmbedPage(page: Page, runs: Runs) -> impl IntoView {
    let pane = page.pane();
    let title = move || {
        page.shown.track();
        let of_lesson = page.view.with(|view| {
            let view = view.as_ref()?;
            Some(view.kernel.title.get(page.language.get()).to_owned())
        });
        of_lesson.unwrap_or_else(|| kernels_shown(page).join(", "))
    };
    let warps = move || {
        page.moment
            .with(|moment| moment.as_ref().map_or(2, |moment| moment.lanes.rows.len()))
    };
    let lines = move || {
        page.moment
            .with(|moment| moment.as_ref().map_or(2, |moment| moment.array.lines.len()))
    };
    let whole = move || {
        page.position.track();
        page.grain.track();
        address::whole(page)
    };
    view! {
        <header class="frame-head">
            <h1>{title}</h1>
            <a id="open-whole" href=whole target="_blank" rel="noopener">{move || page.strings().take().open_whole}</a>
        </header>
        <Working page=page runs=runs />
        <main class="stage frame-stage" class:waiting=move || page.moment.with(Option::is_none)>
            <div class="middle" data-panel=move || page.panel.get().map(lessons::Panel::id) style=move || format!("--warps:{};--lines:{}", warps(), lines())>
                <LanesPanel page=page pane=pane />
                <Slot page=page pane=pane />
            </div>
        </main>
        <Told page=page />
        <Player page=page />
    }
}
