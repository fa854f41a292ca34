//! Announces each step, and each word to which keys lead, to screen readers through live regions.

use crate::page::{Page, Pane};
use leptos::prelude::*;
use model::run::summary::summary;

/// The polite live regions, invisible on screen. That of the step is empty while the run plays automatically.
#[component]
pub fn LiveRegion(page: Page) -> impl IntoView {
    let text = move || {
        if page.run.playing.get() {
            return String::new();
        }
        let grain = page.run.grain.get();
        let strings = page.strings().summary();
        let told = |pane: Pane| {
            let step_view = pane.step_view.get()?;
            let summary = pane.playback.with_value(|playback| {
                let playback = playback.as_ref()?;
                Some(summary(playback, &step_view, grain))
            })?;
            Some((pane, (strings.tell)(&summary)))
        };
        let all: Vec<(Pane, String)> = page.run.panes().filter_map(told).collect();
        let several = all.len() > 1;
        let sentences = all.into_iter().map(|(pane, text)| {
            let kernel = pane.summary.with(|summary| {
                let view = summary.as_ref()?.view.as_ref()?;
                Some(view.kernel.title.get(page.settings.language.get()))
            });
            match kernel.filter(|_| several) {
                Some(kernel) => (strings.of_kernel)(kernel, &text),
                None => text,
            }
        });
        sentences.collect::<Vec<_>>().join(" ")
    };
    view! {
        <p id="summary" class="unseen" aria-live="polite">
            {text}
        </p>
        <p id="walked" class="unseen" aria-live="polite">
            {move || page.run.walked.get()}
        </p>
    }
}
