//! The pages next to the lessons and their names in links.

/// A page next to the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Published counters compared with ours.
    Trust,
    /// Experiments on the reader's GPU.
    Lab,
    /// Times of all devices of a class.
    Board,
    /// The reader's deck of slides.
    Deck,
    /// The reader's kernel.
    Playground,
}

impl Aside {
    pub(super) const ALL: [Aside; 5] = [Aside::Trust, Aside::Lab, Aside::Board, Aside::Deck, Aside::Playground];

    /// Returns the name in links.
    pub const fn name(self) -> &'static str {
        match self {
            Aside::Trust => "trust",
            Aside::Lab => "lab",
            Aside::Board => "board",
            Aside::Deck => "deck",
            Aside::Playground => "playground",
        }
    }
}
