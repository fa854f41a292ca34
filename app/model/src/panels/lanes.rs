//! Warps as rows, lanes as cells: the state of every lane of the workgroup at one moment.

use serde::{Deserialize, Serialize};
use simt::{Cursor, Frame, WarpStatus};

/// The state of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LaneState {
    /// Executes its warp's next statement.
    Active,
    /// Is inactive while other lanes of its warp execute their path.
    Masked,
    /// Waits at a barrier for the other warps.
    AtBarrier,
    /// Has left the kernel.
    Finished,
    /// Does not exist: the workgroup does not fill its last warp.
    Absent,
}

impl LaneState {
    /// Returns one letter, for tests and for screen readers' tables.
    pub const fn letter(self) -> char {
        match self {
            LaneState::Active => 'A',
            LaneState::Masked => 'M',
            LaneState::AtBarrier => 'B',
            LaneState::Finished => 'F',
            LaneState::Absent => '-',
        }
    }
}

/// One warp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpRow {
    pub states: Vec<LaneState>,
    /// The line of the warp's next statement; `None` once it has ended.
    pub line: Option<u32>,
    /// True if the next press advances this warp.
    pub moves: bool,
}

/// The whole workgroup at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanesModel {
    pub warp_width: u32,
    /// The number of the first row's warp.
    pub first_warp: u32,
    pub rows: Vec<WarpRow>,
    /// The line that is highlighted in the code.
    pub lit_line: Option<u32>,
    /// Lanes that execute a next statement, and lanes that exist (`present`).
    pub active: u32,
    pub present: u32,
}

/// Builds the lanes before the steps of `frame` are executed.
pub fn lanes(cursor: &Cursor, frame: &Frame) -> LanesModel {
    let trace = cursor.trace();
    let line_of = |step| trace.statement(step).map(|statement| statement.line);
    let mut model = LanesModel {
        warp_width: trace.warp_width,
        lit_line: line_of(frame.steps.start),
        ..LanesModel::default()
    };
    for warp in 0..trace.warps {
        let state = cursor.warp(warp);
        let line = match state.status {
            WarpStatus::Running { step } | WarpStatus::AtBarrier { step } => line_of(step),
            WarpStatus::Finished => None,
        };
        let mut moving = frame.steps.clone().filter_map(|step| trace.step(step));
        let moves = moving.any(|step| step.warp == warp);
        let states = (0..trace.warp_width).map(|lane| match () {
            () if !state.present.contains(lane) => LaneState::Absent,
            () if state.finished.contains(lane) => LaneState::Finished,
            () if state.waiting.contains(lane) => LaneState::AtBarrier,
            () if state.active.contains(lane) => LaneState::Active,
            () => LaneState::Masked,
        });
        model.rows.push(WarpRow {
            states: states.collect(),
            line,
            moves,
        });
        model.active += state.active.without(state.finished).count();
        model.present += state.present.count();
    }
    model
}

impl LanesModel {
    /// Returns the share of active lanes, in percent.
    pub fn share(&self) -> f64 {
        if self.present == 0 {
            0.0
        } else {
            100.0 * f64::from(self.active) / f64::from(self.present)
        }
    }

    /// Returns the state of a lane; `None` if there is no such lane.
    pub fn state(&self, warp: u32, lane: u32) -> Option<LaneState> {
        let row = self.rows.get(warp as usize)?;
        row.states.get(lane as usize).copied()
    }

    /// Returns one row of letters for each warp, joined by `/`.
    pub fn letters(&self) -> String {
        let rows = self
            .rows
            .iter()
            .map(|row| row.states.iter().map(|state| state.letter()).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    /// Returns the other lines at which warps are, with the number of warps at each.
    pub fn other_lines(&self) -> Vec<(u32, u32)> {
        let mut lines: Vec<(u32, u32)> = Vec::new();
        for line in self
            .rows
            .iter()
            .filter_map(|row| row.line)
            .filter(|line| Some(*line) != self.lit_line)
        {
            match lines.iter_mut().find(|(each, _)| *each == line) {
                Some((_, warps)) => *warps += 1,
                None => lines.push((line, 1)),
            }
        }
        lines.sort_unstable();
        lines
    }
}
