//! Announces each step to screen readers through a live region.

use crate::page::{Page, Pane};
use leptos::prelude::*;
use model::summary::summary;

/// The polite live region, invisible on screen. It is empty while the run plays automatically.
#[component]
pub fn LiveRegion(page: Page) -> impl IntoView {
    let text = move || {
        if page.playing.get() {
            return String::new();
        }
        let grain = page.grain.get();
        let strings = page.strings().summary();
        let told = |pane: Pane| {
            let moment = pane.moment.get()?;
            let summary = pane.scene.with_value(|scene| {
                let scene = scene.as_ref()?;
                Some(summary(scene, &moment, grain))
            })?;
            Some((pane, (strings.tell)(&summary)))
        };
        let all: Vec<(Pane, String)> = page.panes().filter_map(told).collect();
        let several = all.len() > 1;
        let sentences = all.into_iter().map(|(pane, text)| {
            let kernel = pane.shown.with(|shown| {
                let view = shown.as_ref()?.view.as_ref()?;
                Some(view.kernel.title.get(page.language.get()))
            });
            match kernel.filter(|_| several) {
                Some(kernel) => (strings.of_kernel)(kernel, &text),
                None => text,
            }
        });
        sentences.collect::<Vec<_>>().join(" ")
    };
    view! { <p id="summary" class="unseen" aria-live="polite">{text}</p> }
}
