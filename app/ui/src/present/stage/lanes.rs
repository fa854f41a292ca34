//! Lanes on stage: all warps with their lanes' numbers, or many warps without numbers and one of them enlarged in front.

use crate::draw::lanes::{draw, mark};
use crate::page::{Page, Pane};
use crate::panels::lanes::LanesPanel;
use crate::run::canvas::draw_when;
use leptos::html;
use leptos::prelude::*;
use model::present::stage::About;
use model::strings;

#[component]
pub fn StageLanes(page: Page, pane: Pane, about: About, is_numbered: Memo<bool>) -> impl IntoView {
    view! {
        <LanesPanel page=page pane=pane about=about />
        {move || (!is_numbered.get()).then(|| view! { <FrontWarp page=page pane=pane about=about /> })}
    }
}

/// One warp of many, with the numbers of its lanes: the one that the slide speaks about, or else the first.
#[component]
fn FrontWarp(page: Page, pane: Pane, about: About) -> impl IntoView {
    let front = move |width: u32| about.first_lane().unwrap_or(0) / width.max(1);
    let canvas = NodeRef::<html::Canvas>::new();
    draw_when(
        page,
        canvas,
        move || pane.step_view.track(),
        move |surface, palette| {
            let strings = strings::of(page.settings.language.get_untracked());
            pane.step_view.with_untracked(|step_view| {
                if let Some(step_view) = step_view {
                    let lanes = step_view.lanes.only(front(step_view.lanes.warp_width) as usize);
                    draw(surface, palette, strings, &lanes, None);
                    mark(surface, palette, &lanes, about);
                }
            });
        },
    );
    let label = move || {
        let width = pane
            .step_view
            .with(|step_view| step_view.as_ref().map_or(1, |view| view.lanes.warp_width));
        (page.strings().warp)(front(width))
    };
    view! { <canvas class="front-warp" node_ref=canvas role="img" aria-label=label /> }
}
