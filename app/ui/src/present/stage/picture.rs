//! A slide as a small picture: its parts on stage, or its words, laid out as for a window and made smaller.

use super::StageParts;
use crate::page::{Page, Run};
use crate::present::card::CardView;
use crate::run::canvas::watch_box;
use leptos::html;
use leptos::prelude::*;
use model::slides::ShownSlide;

/// The width for which the parts are laid out, in CSS pixels: that of a projector's picture in letters of the page's size.
const LAID_OUT: f64 = 940.0;

#[component]
pub fn StagePicture(page: Page, thumbnail: Run, slide: ShownSlide) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let scale = RwSignal::new(0.0);
    watch_box(page, place, move |width, _, _| {
        let found = width / LAID_OUT;
        if scale.get_untracked() != found {
            scale.set(found);
        }
    });
    let mut pictured = page.with_run(thumbnail);
    if let Some(code) = slide.run().and_then(|run| run.code) {
        pictured.settings.code_text = RwSignal::new(code);
    }
    // A picture that nobody sees yet needs no canvases.
    let parts = move || {
        let is_seen = scale.get() > 0.0;
        is_seen.then(|| match slide.run() {
            Some(run) => view! { <StageParts page=pictured slide=run.clone() /> }.into_any(),
            None => view! { <CardView slide=slide.clone() language=page.reads() /> }.into_any(),
        })
    };
    view! {
        <div class="stage-picture" inert="true" aria-hidden="true" node_ref=place style=move || format!("--scale:{:.4}", scale.get())
            data-drawn=move || thumbnail.first.summary.with(Option::is_some).to_string()>
            <div class="stage-picture-page">{parts}</div>
        </div>
    }
}
