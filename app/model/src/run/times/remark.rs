//! A limit of what a chart of times shows.

/// A limit of what the times show. Kernels are named by their titles.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// These kernels take less than ten empty dispatches.
    TooShort {
        kernels: Vec<&'static str>,
        /// The time of the empty dispatch, with its unit.
        empty: String,
    },
    /// These kernels have too few samples for an interval that means something.
    FewSamples { kernels: Vec<&'static str> },
    /// The intervals of these kernels overlap, each with each other.
    NoDifference { kernels: Vec<&'static str> },
    /// The lesson's counters suggest that `slower` is faster than `faster`.
    Opposite {
        faster: &'static str,
        slower: &'static str,
        /// Time of `slower` over time of `faster`.
        ratio: f64,
    },
}
