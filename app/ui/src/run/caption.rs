//! The captions about the next statement: a sentence for one run, or a short one for each of several.

use crate::page::Page;
use leptos::prelude::*;
use model::address::CodeText;
use model::run::caption::Line;
use model::strings::dialect::caption_in_cuda;

/// Returns one line for each of the first `panes` runs that are shown. Tracked.
pub fn lines(page: Page, panes: usize) -> Vec<Line> {
    let strings = page.strings();
    let language = page.settings.language.get();
    let lines = page.run.panes().take(panes).filter_map(|pane| {
        let step_view = pane.step_view.get()?;
        let (place, text) = (strings.caption)(&step_view.caption);
        let text = in_words_of(pane.text_that_ran(), text);
        if panes == 1 {
            return Some(Line {
                kernel: None,
                place,
                text,
            });
        }
        let kernel = page.run.spec.with(|view| {
            let kernel = view.as_ref()?.kernel_at(pane.index)?;
            Some(kernel.title.get(language).to_owned())
        });
        let lanes = &step_view.lanes;
        Some(Line {
            kernel,
            place,
            // The sentences of several kernels would take several lines.
            text: (strings.lanes_active)((lanes.active, lanes.present, lanes.share())),
        })
    });
    lines.collect()
}

/// Returns a caption in the words of the text that ran.
pub fn in_words_of(ran: CodeText, caption: String) -> String {
    match ran {
        CodeText::Wgsl => caption,
        CodeText::Cuda => caption_in_cuda(caption),
    }
}

/// The captions, one below or beside the other.
#[component]
pub fn Captions(page: Page, panes: Signal<usize>) -> impl IntoView {
    move || {
        let line = |line: Line| {
            let ems = ems(line.place.as_deref().unwrap_or_default()) + ems(&line.text);
            view! {
                <span class="caption-text" style=format!("--ems:{ems:.1}")>
                    {line
                        .kernel
                        .map(|kernel| {
                            view! {
                                <span class="caption-kernel">{kernel}</span>
                                " "
                            }
                        })}
                    {line
                        .place
                        .map(|place| {
                            view! {
                                <b>{place}</b>
                                " "
                            }
                        })}
                    {line.text}
                </span>
            }
        };
        lines(page, panes.get()).into_iter().map(line).collect_view()
    }
}

/// Estimates the width of a text in ems: a long sentence gets smaller letters instead of being cut off (`--ems` in
/// `assets/app.css`).
fn ems(text: &str) -> f64 {
    /// The average width of a letter in the widest of the usual fonts, in ems.
    const NARROW: f64 = 0.55;
    // Chinese letters, their punctuation and the ellipsis are as wide as they are high.
    let width = |letter: char| if letter < '\u{2000}' { NARROW } else { 1.0 };
    text.chars().map(width).sum()
}
