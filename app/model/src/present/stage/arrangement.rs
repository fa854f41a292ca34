//! The arrangement of a slide's parts, by their shapes.

use lessons::{Panel, Part};

/// The places of a slide's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// One kernel: parts with columns of text beside each other at the top, rows of lanes and words below.
    One,
    /// Several kernels below each other, because rows of lanes and words need the whole width.
    Below,
    /// Several kernels beside each other.
    Beside,
}

impl Arrangement {
    pub fn of(parts: &[Part], kernels: usize) -> Self {
        match kernels {
            0 | 1 => Arrangement::One,
            _ if is_of_machine(parts) => Arrangement::One,
            2 if !parts.iter().any(|part| is_wide(*part)) => Arrangement::Beside,
            _ => Arrangement::Below,
        }
    }

    /// Returns its name for style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Arrangement::One => "one",
            Arrangement::Below => "below",
            Arrangement::Beside => "beside",
        }
    }
}

/// Returns true if the parts say nothing about a single run, but about the multiprocessor or all kernels: then they are shown
/// once.
fn is_of_machine(parts: &[Part]) -> bool {
    let mut parts = parts.iter();
    parts.all(|part| {
        matches!(
            part,
            Part::Panel(Panel::Occupancy) | Part::Host(_) | Part::Clock(_) | Part::Chapter | Part::Published(_)
        )
    })
}

/// Returns true for parts that need the whole width: they have a column for each lane or word.
pub fn is_wide(part: Part) -> bool {
    match part {
        Part::Lanes | Part::Memory | Part::Timeline => true,
        Part::Panel(panel) => matches!(panel, Panel::Lines | Panel::Banks | Panel::Tree),
        Part::Code
        | Part::Formulas(_)
        | Part::Host(_)
        | Part::Figures(_)
        | Part::Clock(_)
        | Part::Chapter
        | Part::Published(_) => false,
    }
}
