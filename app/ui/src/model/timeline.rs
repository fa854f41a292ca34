//! The mask timeline: for each warp and each round of the schedule, how many lanes worked, or what it waited for.

use simt::{ActiveMask, Event, Trace};

/// What a warp did in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slot {
    /// Nothing: not its turn, or not begun.
    #[default]
    Idle,
    /// Executed a statement with so many lanes.
    Works {
        lanes: u32,
        divergent: bool,
    },
    AtBarrier,
    Finished,
}

/// The picture of a whole trace; it does not change while stepping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    pub warp_width: u32,
    pub warps: u32,
    pub rounds: u32,
    /// `slots[warp * rounds + round]`.
    pub slots: Vec<Slot>,
    /// The first step of each round.
    pub starts: Vec<u32>,
}

pub fn timeline(trace: &Trace) -> Timeline {
    let starts = trace.rounds().to_vec();
    let rounds = starts.len();
    let mut slots = vec![Slot::Idle; trace.warps as usize * rounds];
    let mut waiting_since: Vec<Option<usize>> = vec![None; trace.warps as usize];
    let mut finished = vec![ActiveMask::NONE; trace.warps as usize];
    let mut column = 0;
    for (at, step) in trace.steps().enumerate() {
        let warp = step.warp as usize;
        if starts.get(column + 1) == Some(&(at as u32)) {
            column += 1;
        }
        let row = warp * rounds;
        let (mut arrived, mut released, mut divergent) = (false, false, false);
        for event in trace.events(at) {
            match event {
                Event::Diverge { .. } => divergent = true,
                Event::Arrive { .. } => arrived = true,
                Event::Release => released = true,
                Event::Return { mask } => finished[warp] = finished[warp].or(mask),
                Event::Reconverge { .. }
                | Event::Iterate { .. }
                | Event::Request(_)
                | Event::Assign(_) => {}
            }
        }
        slots[row + column] = match arrived {
            true => Slot::AtBarrier,
            false => Slot::Works {
                lanes: step.mask.count(),
                divergent,
            },
        };
        if arrived {
            waiting_since[warp] = Some(column);
        }
        if released {
            for (warp, since) in waiting_since.iter_mut().enumerate() {
                if let Some(since) = since.take() {
                    slots[warp * rounds + since..=warp * rounds + column].fill(Slot::AtBarrier);
                }
            }
        }
    }
    for warp in 0..trace.warps as usize {
        let row = &mut slots[warp * rounds..(warp + 1) * rounds];
        let last = row
            .iter()
            .rposition(|slot| *slot != Slot::Idle)
            .map_or(0, |last| last + 1);
        if !trace.truncated {
            row[last..].fill(Slot::Finished);
        }
    }
    Timeline {
        warp_width: trace.warp_width,
        warps: trace.warps,
        rounds: rounds as u32,
        slots,
        starts,
    }
}

impl Timeline {
    pub fn slot(&self, warp: u32, round: u32) -> Slot {
        let index = warp as usize * self.rounds as usize + round as usize;
        self.slots.get(index).copied().unwrap_or_default()
    }

    /// The column that holds a step; the last one past the end.
    pub fn column_of(&self, step: usize) -> u32 {
        self.starts
            .partition_point(|&start| start as usize <= step)
            .saturating_sub(1) as u32
    }

    /// The step that begins the column at a share (0 to 1) of the width.
    pub fn step_at(&self, share: f64) -> usize {
        let column = (share.clamp(0.0, 1.0) * f64::from(self.rounds)) as usize;
        self.starts
            .get(column.min(self.starts.len().saturating_sub(1)))
            .map_or(0, |&start| start as usize)
    }

    /// Lane slots that worked, of all that could have, in percent.
    pub fn worked(&self) -> f64 {
        let (mut worked, mut all) = (0u64, 0u64);
        for slot in &self.slots {
            if let Slot::Works { lanes, .. } = slot {
                worked += u64::from(*lanes);
                all += u64::from(self.warp_width);
            }
        }
        if all == 0 {
            0.0
        } else {
            100.0 * worked as f64 / all as f64
        }
    }
}
