//! Predictions: the reader's guess about the next picture, and how much of it was right.

pub mod lane_list;

use crate::panels::array::ArrayModel;
use crate::panels::asked::Requests;
use crate::panels::banks::BankCost;
use crate::panels::lanes::{LaneState, LanesModel};
use crate::run::playback::StepView;
use simt::{Frame, Machine, Trace};
use std::collections::BTreeSet;

/// The quantity to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The lanes that work.
    Lanes,
    /// The number of aligned lines that their requests access.
    Lines,
    /// The number of sectors.
    Sectors,
    /// The number of passes (wavefronts) over the banks of workgroup memory.
    Wavefronts,
}

impl Question {
    pub const ALL: [Question; 4] = [
        Question::Lanes,
        Question::Lines,
        Question::Sectors,
        Question::Wavefronts,
    ];

    /// Returns the name in forms.
    pub const fn id(self) -> &'static str {
        match self {
            Question::Lanes => "lanes",
            Question::Lines => "lines",
            Question::Sectors => "sectors",
            Question::Wavefronts => "wavefronts",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|question| question.id() == id)
    }
}

/// The reader's guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Lanes by their index in the workgroup.
    Lanes(BTreeSet<u32>),
    Number(u32),
}

/// A guess compared with the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Lanes {
        marked: BTreeSet<u32>,
        /// Lanes that worked and were not marked.
        missed: BTreeSet<u32>,
        /// Lanes that were marked and did not work.
        extra: BTreeSet<u32>,
        /// The number of lanes in the workgroup.
        present: u32,
    },
    Number {
        guessed: u32,
        was: u32,
    },
}

impl Verdict {
    pub fn is_right(&self) -> bool {
        match self {
            Verdict::Lanes { missed, extra, .. } => missed.is_empty() && extra.is_empty(),
            Verdict::Number { guessed, was } => guessed == was,
        }
    }
}

/// The mark of a lane in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Marked; the result is not known yet.
    Marked,
    /// Marked, and it works.
    Right,
    /// Works, but was not marked.
    Missed,
    /// Marked, but does not work.
    Extra,
}

/// The predictions in a lesson so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub made: u32,
    /// Predictions that were right in every lane, or in the number.
    pub right: u32,
}

impl Score {
    pub fn with(self, verdict: &Verdict) -> Self {
        Score {
            made: self.made + 1,
            right: self.right + u32::from(verdict.is_right()),
        }
    }
}

/// The answers to all questions at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    working: BTreeSet<u32>,
    present: u32,
    lines: u32,
    sectors: u32,
    wavefronts: u32,
}

impl Truth {
    /// Computes the answers for the press that begins at `moment`; `frame` must be the moment's frame.
    pub fn new(step_view: &StepView, trace: &Trace, frame: &Frame, machine: &Machine) -> Self {
        let ArrayModel { loads, stores, .. } = &step_view.array;
        let banks = Requests::<BankCost>::new(trace, frame, machine).total();
        Truth {
            working: working(step_view),
            present: step_view.lanes.present,
            lines: loads.lines + stores.lines,
            sectors: loads.sectors + stores.sectors,
            wavefronts: u32::try_from(banks.traffic.wavefronts).unwrap_or(u32::MAX),
        }
    }

    /// Compares a guess with the answer; `None` if the guess is of another kind than the question.
    pub fn judge(&self, question: Question, guess: Guess) -> Option<Verdict> {
        let number = match question {
            Question::Lanes => {
                let Guess::Lanes(marked) = guess else {
                    return None;
                };
                return Some(Verdict::Lanes {
                    missed: self.working.difference(&marked).copied().collect(),
                    extra: marked.difference(&self.working).copied().collect(),
                    present: self.present,
                    marked,
                });
            }
            Question::Lines => self.lines,
            Question::Sectors => self.sectors,
            Question::Wavefronts => self.wavefronts,
        };
        match guess {
            Guess::Number(guessed) => Some(Verdict::Number { guessed, was: number }),
            Guess::Lanes(_) => None,
        }
    }
}

/// Returns the lanes that work in a press: those that access memory, or if none does, the active ones.
fn working(step_view: &StepView) -> BTreeSet<u32> {
    let touching: BTreeSet<u32> = step_view.array.touches.iter().map(|touch| touch.lane).collect();
    if touching.is_empty() {
        active(&step_view.lanes)
    } else {
        touching
    }
}

fn active(model: &LanesModel) -> BTreeSet<u32> {
    let rows = (0..).zip(&model.rows).flat_map(|(warp, row)| {
        let lanes = (0..).zip(&row.states);
        lanes
            .filter(|(_, state)| **state == LaneState::Active)
            .map(move |(lane, _)| warp * model.warp_width + lane)
    });
    rows.collect()
}

/// Returns the mark of a lane in a verdict.
pub fn mark(verdict: &Verdict, lane: u32) -> Option<Mark> {
    let Verdict::Lanes {
        marked, missed, extra, ..
    } = verdict
    else {
        return None;
    };
    match () {
        () if missed.contains(&lane) => Some(Mark::Missed),
        () if extra.contains(&lane) => Some(Mark::Extra),
        () if marked.contains(&lane) => Some(Mark::Right),
        () => None,
    }
}

#[cfg(test)]
mod tests;
