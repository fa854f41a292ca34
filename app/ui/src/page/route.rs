//! Where the page is: what is shown, what is open over it, and where a run that arrives is to stand.

use model::counters::CounterId;

/// Where to go when a run arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To this step: a link says so.
    Step(usize),
    /// To this press: a slide begins there.
    Press(usize),
    /// To the same press as before, so that two kernels can be compared.
    SamePress,
}

/// The dialog or screen that is open over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Help,
    Times,
    Glossary,
    /// The explanation of a counter.
    Why(CounterId),
    Answer,
    /// All slides as cards.
    Overview,
    /// A page of paper for each slide.
    Print,
    /// Files of what is on the page.
    Export,
    /// Asks for a slide's number.
    GoTo,
    /// Nothing: the audience looks at the speaker.
    Black,
}

/// Which text of the kernel is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeText {
    Wgsl,
    Cuda,
}
