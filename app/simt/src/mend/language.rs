//! The language of a text that is changed, as far as changes must know it.

use crate::hazard::Fix;
use crate::program::{BarrierKind, Program};
use wgsl::Span;
use wgsl::outline::Outline;

/// A range of the text and what takes its place.
pub type Change = (Span, String);

/// Returns the empty range before a byte.
pub(super) fn insertion_at(offset: u32) -> Span {
    Span {
        start: offset,
        end: offset,
    }
}

/// The language of a text that is changed.
pub trait Language {
    /// Returns the statements of a text; `None` if it is not valid.
    fn outline(&self, text: &str) -> Option<Outline>;

    /// Compiles a changed text.
    fn compile(&self, text: &str) -> Option<Program>;

    /// Returns the statements of a barrier.
    fn barrier(&self, barrier: BarrierKind) -> String;

    /// Returns the statement of a barrier of the warp; `None` if the language has none.
    fn warp_barrier(&self) -> Option<&'static str>;

    /// Returns the declaration of a value that does not change.
    fn value(&self, name: &str, ty: &str, value: &str) -> String;

    /// Returns the declaration of a variable that gets its value later.
    fn variable(&self, name: &str, ty: &str) -> String;

    /// Returns the changes that make the assignment at a place one atomic function, and whatever else this asks for.
    fn atomic(&self, text: &str, assignment: Span) -> Option<Vec<Change>>;

    /// Returns true if a fix is about something that the language has.
    fn has(&self, fix: &Fix) -> bool;
}
