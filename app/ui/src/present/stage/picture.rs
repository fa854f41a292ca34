//! A slide as a small picture: its parts on stage, or its words, laid out as for a window and made smaller.

use super::StageParts;
use crate::page::{Page, Run};
use crate::present::card::CardView;
use crate::run::canvas::watch_box;
use leptos::html;
use leptos::prelude::*;
use model::present::slides::ShownSlide;
use web_sys::Element;

/// The width for which the parts are laid out, in CSS pixels: that of a projector's picture in letters of the page's size.
const LAID_OUT: f64 = 940.0;
/// The height that words have in a projector's picture of this width.
const WORDS_HEIGHT: f64 = 470.0;
/// The height of a line of words, in sizes of its letters, as `app.css` has it.
const LINE: f64 = 1.35;

/// Returns the picture of a slide. `left_out` gets the number of lines of its words that have no room on stage.
pub fn stage_picture(
    page: Page,
    thumbnail: Run,
    slide: Signal<Option<ShownSlide>>,
    left_out: RwSignal<usize>,
) -> AnyView {
    view! { <StagePicture page=page thumbnail=thumbnail slide=slide left_out=left_out /> }.into_any()
}

#[component]
pub fn StagePicture(
    page: Page,
    thumbnail: Run,
    /// `None` once the slide is deleted.
    slide: Signal<Option<ShownSlide>>,
    #[prop(optional)] left_out: Option<RwSignal<usize>>,
) -> impl IntoView {
    let words = NodeRef::<html::Div>::new();
    if let Some(left_out) = left_out {
        watch_box(page, words, move |_, _, letter| {
            left_out.set(words.get_untracked().map_or(0, |words| lines_left_out(&words, letter)));
        });
    }
    let place = NodeRef::<html::Div>::new();
    let scale = RwSignal::new(0.0);
    watch_box(page, place, move |width, _, _| {
        let new_scale = width / LAID_OUT;
        if scale.get_untracked() != new_scale {
            scale.set(new_scale);
        }
    });
    // A picture that nobody sees yet needs no canvases.
    let is_seen = Memo::new(move |_| scale.get() > 0.0);
    let parts = move || {
        let slide = slide.get().filter(|_| is_seen.get())?;
        let Some(run) = slide.run().cloned() else {
            return Some(view! { <CardView slide=slide language=page.reads() words=words /> }.into_any());
        };
        let mut pictured = page.with_run(thumbnail);
        if let Some(code) = run.code {
            pictured.settings.code_text = RwSignal::new(code);
        }
        Some(view! { <StageParts page=pictured slide=run /> }.into_any())
    };
    view! {
        <div
            class="stage-picture"
            inert="true"
            aria-hidden="true"
            node_ref=place
            style=move || format!("--scale:{:.4}", scale.get())
            data-drawn=move || thumbnail.first.summary.with(Option::is_some).to_string()
        >
            <div class="stage-picture-page">{parts}</div>
        </div>
    }
}

/// Returns the number of lines of a slide's words that a projector's picture has no room for, by the size of their letters.
fn lines_left_out(words: &Element, letter: f64) -> usize {
    let parts = words.closest(".words-parts").ok().flatten();
    let height = parts.map_or(0.0, |parts| f64::from(parts.client_height()));
    let lines = (height - WORDS_HEIGHT) / (LINE * letter);
    // The space below the last line may be missing.
    (lines - 0.5).ceil().max(0.0) as usize
}
