//! Writes the text that naga reads, where naga does not take a valid text as it is.
//!
//! Each file is one pass for one thing that naga lacks, with the issue of the wgpu project that it stands for; a pass is
//! deleted when naga can do without it. Passes change only what they are for, and every place of the new text leads
//! back to the reader's.

mod assertions;
mod constants;
mod directives;
mod edit;
mod elect;
mod lets;
mod parts;
mod returns;
mod scopes;
mod swizzles;

use crate::check::Checked;
use crate::error::Result;
use edit::Edits;

pub use edit::Places;

/// How much of a text is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Only what naga is known to refuse or to compute wrongly.
    Least,
    /// Also what makes naga refuse some texts: constants are computed, and no `let` is a constant.
    Full,
}

/// A text for naga.
#[derive(Clone, Debug)]
pub struct Rewritten {
    pub text: String,
    pub places: Places,
    /// The names that passes have given, with the reader's; `None` for a value that the reader's text does not have.
    pub names: Vec<(String, Option<String>)>,
}

/// Rewrites a text that was checked.
///
/// # Errors
/// Returns the place of something that cannot be rewritten.
pub fn rewrite(checked: &Checked<'_>, effort: Effort) -> Result<Rewritten> {
    let mut edits = Edits::default();
    directives::pass(checked, &mut edits);
    assertions::pass(checked, &mut edits);
    elect::pass(checked, &mut edits);
    scopes::pass(checked, &mut edits);
    parts::pass(checked, &mut edits);
    constants::pass(checked, &mut edits, effort);
    if effort == Effort::Full {
        lets::pass(checked, &mut edits);
        returns::pass(checked, &mut edits);
    }
    swizzles::pass(checked, &mut edits)?;
    let names = std::mem::take(&mut edits.names);
    let (text, places) = edits.apply(checked.text);
    Ok(Rewritten {
        text,
        places,
        names,
    })
}
