//! Removes directives and `@diagnostic` attributes, which the checker has read. naga knows few of the names (wgpu issue
//! 8202).

use super::edit::Edits;
use crate::check::Checked;

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    let mut needs_half = checked.enabled.contains("f16");
    for (_, span) in &checked.tree.directives {
        // Line ends stay, so that places stay the same as far as they can.
        let text: String = checked.text[span.range()]
            .chars()
            .map(|letter| if letter == '\n' { '\n' } else { ' ' })
            .collect();
        match std::mem::take(&mut needs_half) {
            true => edits.replace(*span, "enable f16;"),
            false => edits.replace(*span, text),
        }
    }
    for span in &checked.controls {
        edits.replace(*span, " ");
    }
}
