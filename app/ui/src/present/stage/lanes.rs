//! Lanes on stage: all warps with their lanes' numbers, or many warps without numbers and one of them enlarged in front.

use crate::draw::lanes::draw;
use crate::page::{Page, Pane};
use crate::panels::lanes::LanesPanel;
use crate::run::canvas::draw_when;
use leptos::html;
use leptos::prelude::*;
use model::strings;

#[component]
pub fn StageLanes(page: Page, pane: Pane, front: u32, is_numbered: Memo<bool>) -> impl IntoView {
    view! {
        <LanesPanel page=page pane=pane />
        {move || (!is_numbered.get()).then(|| view! { <FrontWarp page=page pane=pane warp=front /> })}
    }
}

/// One warp of many, with the numbers of its lanes.
#[component]
fn FrontWarp(page: Page, pane: Pane, warp: u32) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    draw_when(
        page,
        canvas,
        move || pane.step_view.track(),
        move |surface, palette| {
            let strings = strings::of(page.settings.language.get_untracked());
            pane.step_view.with_untracked(|step_view| {
                if let Some(step_view) = step_view {
                    let lanes = step_view.lanes.only(warp as usize);
                    draw(surface, palette, strings, &lanes, None);
                }
            });
        },
    );
    let label = move || (page.strings().warp)(warp);
    view! { <canvas class="front-warp" node_ref=canvas role="img" aria-label=label></canvas> }
}
