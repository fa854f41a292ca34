//! A small picture of a thumbnail's run: its lanes, and the timeline of its masks.

use crate::draw::preview;
use crate::page::{Page, Run};
use crate::run::canvas::draw_when;
use leptos::html;
use leptos::prelude::*;
use model::playback::PreviewFrame;

#[component]
pub fn ThumbnailPicture(page: Page, thumbnail: Run) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let pane = thumbnail.first;
    draw_when(
        page,
        canvas,
        move || pane.summary.track(),
        move |surface, palette| {
            let frame = pane
                .step_view
                .with_untracked(|step_view| Some(PreviewFrame::from(&**step_view.as_ref()?)));
            pane.playback.with_value(|playback| {
                if let (Some(playback), Some(frame)) = (playback, &frame) {
                    preview::draw(surface, palette, &playback.timeline, frame);
                }
            });
        },
    );
    view! { <canvas node_ref=canvas aria-hidden="true" data-drawn=move || pane.summary.with(Option::is_some).to_string()></canvas> }
}
