//! Knows when thumbnails of slides are needed, before their code is loaded.

use crate::page::{Overlay, Page};
use leptos::prelude::*;
use std::time::Duration;

/// Returns a memo that is true while views show thumbnails, and once slides have been shown for a while: then the browser may
/// print them.
pub fn wants_thumbnails(page: Page) -> Memo<bool> {
    /// The first steps of a slide come before the thumbnails.
    const REST: Duration = Duration::from_secs(2);
    let rested = RwSignal::new(false);
    let shows_slides = Memo::new(move |_| page.route.slide.with(Option::is_some));
    Effect::new(move |_| {
        if shows_slides.get() {
            set_timeout(
                move || {
                    if shows_slides.try_get_untracked() == Some(true) {
                        rested.set(true);
                    }
                },
                REST,
            )
        } else {
            rested.set(false)
        }
    });
    Memo::new(move |_| {
        let overlay = page.route.overlay.get();
        let over_page = matches!(overlay, Some(Overlay::Overview | Overlay::Print));
        over_page || page.edits_deck() || (rested.get() && !page.route.embedded.get())
    })
}
