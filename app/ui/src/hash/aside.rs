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
    /// A kernel of one's own.
    Playground,
}

impl Aside {
    pub(super) const ALL: [Aside; 4] = [Aside::Trust, Aside::Lab, Aside::Board, Aside::Playground];

    /// The name in links.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Aside::Trust => "trust",
            Aside::Lab => "lab",
            Aside::Board => "board",
            Aside::Playground => "playground",
        }
    }
}
