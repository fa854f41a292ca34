//! Predictions: what a reader expects of the next picture, and how much of it came true.

pub mod lane_list;

use crate::model::array::ArrayModel;
use crate::model::asked::Requests;
use crate::model::banks::BankCost;
use crate::model::lanes::{LaneState, LanesModel};
use crate::model::moment::Moment;
use simt::{Frame, Machine, Trace};
use std::collections::BTreeSet;

/// What is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Which lanes work.
    Lanes,
    /// How many aligned lines their requests take.
    Lines,
    /// How many sectors.
    Sectors,
    /// How many passes over the banks of workgroup memory.
    Wavefronts,
}

impl Question {
    pub const ALL: [Question; 4] = [
        Question::Lanes,
        Question::Lines,
        Question::Sectors,
        Question::Wavefronts,
    ];

    /// The name in forms.
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

/// What a reader expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Lanes by their number in the workgroup.
    Lanes(BTreeSet<u32>),
    Number(u32),
}

/// A guess beside what came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Lanes {
        marked: BTreeSet<u32>,
        /// They worked and were not marked.
        missed: BTreeSet<u32>,
        /// They were marked and did not work.
        extra: BTreeSet<u32>,
        /// Lanes that there are.
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

/// How a lane fared, for the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Marked, and not yet known.
    Marked,
    /// Marked, and it works.
    Right,
    /// It works and was not marked.
    Missed,
    /// Marked, and it does not work.
    Extra,
}

/// Predictions of a lesson so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub made: u32,
    /// Right in every lane, or in the number.
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

/// The answer to every question at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    working: BTreeSet<u32>,
    present: u32,
    lines: u32,
    sectors: u32,
    wavefronts: u32,
}

impl Truth {
    /// What the press that begins at a moment does. Its frame is the one that the moment was made of.
    pub fn new(moment: &Moment, trace: &Trace, frame: &Frame, machine: &Machine) -> Self {
        let ArrayModel { loads, stores, .. } = &moment.array;
        let banks = Requests::<BankCost>::new(trace, frame, machine).total();
        Truth {
            working: working(moment),
            present: moment.lanes.present,
            lines: loads.lines + stores.lines,
            sectors: loads.sectors + stores.sectors,
            wavefronts: u32::try_from(banks.traffic.wavefronts).unwrap_or(u32::MAX),
        }
    }

    /// A guess about a question beside its answer; a guess of the other kind is none.
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
            Guess::Number(guessed) => Some(Verdict::Number {
                guessed,
                was: number,
            }),
            Guess::Lanes(_) => None,
        }
    }
}

/// The lanes that work in a press: those that load or store, and where it touches no memory those that are active.
fn working(moment: &Moment) -> BTreeSet<u32> {
    let touching: BTreeSet<u32> = moment
        .array
        .touches
        .iter()
        .map(|touch| touch.lane)
        .collect();
    if touching.is_empty() {
        active(&moment.lanes)
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

/// How a lane fared in a verdict.
pub fn mark(verdict: &Verdict, lane: u32) -> Option<Mark> {
    let Verdict::Lanes {
        marked,
        missed,
        extra,
        ..
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
