//! Workgroups that wait at a barrier of the whole grid: CUDA's `grid.sync()`, which WGSL does not have.
//!
//! The machine runs one workgroup at a time. One that comes to such a barrier is set aside with all its state, and the next
//! one runs. When all have come, the barrier opens, and they continue in the same order.

use super::gangs::Gangs;
use crate::hazard::WrittenWords;
use crate::metrics::Metrics;
use crate::trace::Recorder;
use std::collections::VecDeque;

/// A workgroup that was set aside.
#[derive(Debug)]
pub(super) struct Suspended {
    /// Its place in the order of workgroups.
    pub(super) place: u64,
    pub(super) gangs: Gangs,
    /// The contents of workgroup memory, in the order of the variables.
    pub(super) workgroup_memory: Vec<Vec<u32>>,
    pub(super) round: u32,
    pub(super) metrics: Metrics,
    pub(super) recorder: Option<Recorder>,
    pub(super) written: WrittenWords,
}

/// The workgroups that have come to the next barrier of the grid, and those that have yet to continue after the last one.
#[derive(Debug, Default)]
pub(super) struct GridBarrier {
    pub(super) waiting: Vec<Suspended>,
    released: VecDeque<Suspended>,
}

impl GridBarrier {
    /// Lets all waiting workgroups continue.
    pub(super) fn open(&mut self) {
        self.released.extend(self.waiting.drain(..));
    }

    /// Returns the next workgroup that continues after the last barrier.
    pub(super) fn next(&mut self) -> Option<Suspended> {
        self.released.pop_front()
    }

    /// Returns true if no workgroup has yet to continue after the last barrier.
    pub(super) fn all_continued(&self) -> bool {
        self.released.is_empty()
    }
}
