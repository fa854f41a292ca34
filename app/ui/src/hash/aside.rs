//! Pages beside the lessons, as links name them.

/// A page beside the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Published counters beside ours.
    Trust,
    /// Experiments on the reader's GPU.
    Lab,
    /// Times of a whole class.
    Board,
    /// A deck of one's own.
    Deck,
    /// A kernel of one's own.
    Playground,
}

impl Aside {
    pub(super) const ALL: [Aside; 5] = [
        Aside::Trust,
        Aside::Lab,
        Aside::Board,
        Aside::Deck,
        Aside::Playground,
    ];

    /// The name in links.
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
