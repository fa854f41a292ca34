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

/// Returns the picture of a slide.
pub fn stage_picture(page: Page, thumbnail: Run, slide: Signal<Option<ShownSlide>>) -> AnyView {
    view! { <StagePicture page=page thumbnail=thumbnail slide=slide /> }.into_any()
}

#[component]
pub fn StagePicture(
    page: Page,
    thumbnail: Run,
    /// `None` once the slide is deleted.
    slide: Signal<Option<ShownSlide>>,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let scale = RwSignal::new(0.0);
    watch_box(page, place, move |width, _, _| {
        let found = width / LAID_OUT;
        if scale.get_untracked() != found {
            scale.set(found);
        }
    });
    // A picture that nobody sees yet needs no canvases.
    let is_seen = Memo::new(move |_| scale.get() > 0.0);
    let parts = move || {
        let slide = slide.get().filter(|_| is_seen.get())?;
        let Some(run) = slide.run().cloned() else {
            return Some(view! { <CardView slide=slide language=page.reads() /> }.into_any());
        };
        let mut pictured = page.with_run(thumbnail);
        if let Some(code) = run.code {
            pictured.settings.code_text = RwSignal::new(code);
        }
        Some(view! { <StageParts page=pictured slide=run /> }.into_any())
    };
    view! {
        <div class="stage-picture" inert="true" aria-hidden="true" node_ref=place style=move || format!("--scale:{:.4}", scale.get())
            data-drawn=move || thumbnail.first.summary.with(Option::is_some).to_string()>
            <div class="stage-picture-page">{parts}</div>
        </div>
    }
}
