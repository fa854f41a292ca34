//! The mask timeline: for each warp and each round of the schedule, the active lanes, or the reason for waiting.

use serde::{Deserialize, Serialize};
use simt::{Event, Trace};
use std::ops::Range;

/// The state of a warp in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slot {
    /// Idle: not scheduled, or not started.
    #[default]
    Idle,
    /// Executed a statement with `lanes` active lanes.
    Works {
        lanes: u8,
        divergent: bool,
    },
    AtBarrier,
    Finished,
}

/// The picture of a whole trace; it does not change while stepping. A warp mostly does the same for many rounds, so
/// ranges of rounds are stored: not many more than the trace has steps, for any number of rounds and warps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeline {
    pub warp_width: u32,
    pub warps: u32,
    pub rounds: u32,
    /// One row for each warp.
    rows: Vec<Row>,
    /// The first step of each round.
    pub starts: Vec<u32>,
}

/// Consecutive rounds in which a warp did the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub rounds: Range<u32>,
    pub slot: Slot,
}

/// The states of one warp up to round `end`, as (first round, state).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Row {
    begins: Vec<(u32, Slot)>,
    end: u32,
}

impl Row {
    /// Sets the state in these rounds and replaces earlier entries. Rounds that were skipped become idle.
    fn put(&mut self, rounds: Range<u32>, slot: Slot) {
        if self.end < rounds.start {
            self.put(self.end..rounds.start, Slot::Idle);
        }
        while let Some((first, _)) = self.begins.last()
            && *first >= rounds.start
        {
            self.begins.pop();
        }
        if self.begins.last().is_none_or(|(_, last)| *last != slot) {
            self.begins.push((rounds.start, slot));
        }
        self.end = rounds.end;
    }

    fn stretches(&self) -> impl Iterator<Item = Stretch> + '_ {
        let ends = self.begins.iter().skip(1).map(|(first, _)| *first);
        let ends = ends.chain([self.end]);
        self.begins.iter().zip(ends).map(|(&(first, slot), end)| Stretch {
            rounds: first..end,
            slot,
        })
    }
}

pub fn timeline(trace: &Trace) -> Timeline {
    let starts = trace.rounds().to_vec();
    let rounds = starts.len() as u32;
    let mut rows = vec![Row::default(); trace.warps as usize];
    let mut waits = vec![false; trace.warps as usize];
    let mut column = 0;
    for (position, step) in trace.steps().enumerate() {
        let warp = step.warp as usize;
        if starts.get(column as usize + 1) == Some(&(position as u32)) {
            column += 1;
        }
        let [arrived, released, divergent] = told(trace, position);
        let slot = if arrived {
            Slot::AtBarrier
        } else {
            Slot::Works {
                lanes: step.mask.count() as u8,
                divergent,
            }
        };
        rows[warp].put(column..column + 1, slot);
        waits[warp] |= arrived;
        if released {
            for (row, waits) in rows.iter_mut().zip(&mut waits) {
                if std::mem::take(waits) {
                    row.put(row.end..column + 1, Slot::AtBarrier);
                }
            }
        }
    }
    let rest = if trace.truncated { Slot::Idle } else { Slot::Finished };
    for (row, waits) in rows.iter_mut().zip(waits) {
        if row.end < rounds {
            // A barrier that never opens is waited for until the end.
            let rest = if waits { Slot::AtBarrier } else { rest };
            row.put(row.end..rounds, rest);
        }
    }
    Timeline {
        warp_width: trace.warp_width,
        warps: trace.warps,
        rounds,
        rows,
        starts,
    }
}

impl Timeline {
    /// Iterates over the states of a warp, from the first round to the last.
    pub fn stretches(&self, warp: u32) -> impl Iterator<Item = Stretch> + '_ {
        let row = self.rows.get(warp as usize);
        row.into_iter().flat_map(Row::stretches)
    }

    /// Returns the states for a picture with room for `most` pieces. Rounds in one piece are shown as their most
    /// frequent state; work is shown with the mean number of lanes.
    pub fn pieces(&self, warp: u32, most: u32) -> Vec<Stretch> {
        let each = self.rounds.div_ceil(most.max(1)).max(1);
        let mut pieces: Vec<Stretch> = Vec::new();
        let mut put = |rounds: Range<u32>, slot: Slot| match pieces.last_mut() {
            Some(last) if last.slot == slot => last.rounds.end = rounds.end,
            _ => pieces.push(Stretch { rounds, slot }),
        };
        let mut share = Share::default();
        for Stretch { rounds, slot } in self.stretches(warp) {
            let mut from = rounds.start;
            while from < rounds.end {
                // To the end of a piece that has begun, or over as many whole pieces as there are.
                let whole = (rounds.end - from) / each * each;
                let to = match from % each {
                    0 if whole > 0 => from + whole,
                    inside => rounds.end.min(from - inside + each),
                };
                if from % each == 0 && whole > 0 {
                    put(from..to, slot);
                } else {
                    share.add(to - from, slot);
                    if to % each == 0 || to == self.rounds {
                        let share = std::mem::take(&mut share);
                        put((to - 1) / each * each..to, share.slot());
                    }
                }
                from = to;
            }
        }
        pieces
    }

    /// Returns the column that contains a step; the last column for a step past the end.
    pub fn column_of(&self, step: usize) -> u32 {
        self.starts
            .partition_point(|&start| start as usize <= step)
            .saturating_sub(1) as u32
    }

    /// Returns the step that begins the column at a share (0 to 1) of the width.
    pub fn step_at(&self, share: f64) -> usize {
        let column = (share.clamp(0.0, 1.0) * f64::from(self.rounds)) as usize;
        self.starts
            .get(column.min(self.starts.len().saturating_sub(1)))
            .map_or(0, |&start| start as usize)
    }

    /// Returns the active lane slots in percent of all lane slots of the rounds in which a warp worked.
    pub fn worked(&self) -> f64 {
        let (mut worked, mut all) = (0u64, 0u64);
        for Stretch { rounds, slot } in self.rows.iter().flat_map(Row::stretches) {
            if let Slot::Works { lanes, .. } = slot {
                worked += u64::from(lanes) * rounds.len() as u64;
                all += u64::from(self.warp_width) * rounds.len() as u64;
            }
        }
        if all == 0 {
            0.0
        } else {
            100.0 * worked as f64 / all as f64
        }
    }
}

/// The number of rounds of a piece in each state.
#[derive(Default)]
struct Share {
    idle: u32,
    barrier: u32,
    finished: u32,
    works: u32,
    /// The sum of active lanes over all rounds.
    lanes: u32,
    divergent: bool,
}

impl Share {
    fn add(&mut self, rounds: u32, slot: Slot) {
        match slot {
            Slot::Idle => self.idle += rounds,
            Slot::AtBarrier => self.barrier += rounds,
            Slot::Finished => self.finished += rounds,
            Slot::Works { lanes, divergent } => {
                self.works += rounds;
                self.lanes += rounds * u32::from(lanes);
                self.divergent |= divergent;
            }
        }
    }

    fn slot(&self) -> Slot {
        let works = Slot::Works {
            lanes: (self.lanes + self.works / 2).checked_div(self.works).unwrap_or(0) as u8,
            divergent: self.divergent,
        };
        // `max_by_key` returns the last of equal entries, so work wins a tie.
        let all = [
            (self.idle, Slot::Idle),
            (self.finished, Slot::Finished),
            (self.barrier, Slot::AtBarrier),
            (self.works, works),
        ];
        let most = all.into_iter().max_by_key(|(rounds, _)| *rounds);
        most.map_or(Slot::Idle, |(_, slot)| slot)
    }
}

/// Reads a step's events: [a warp arrives at a barrier, a barrier opens, lanes of a warp diverge].
fn told(trace: &Trace, position: usize) -> [bool; 3] {
    let (mut arrived, mut released, mut divergent) = (false, false, false);
    for event in trace.events(position) {
        match event {
            Event::Diverge { .. } => divergent = true,
            Event::Arrive { .. } => arrived = true,
            Event::Release => released = true,
            Event::Return { .. }
            | Event::Reconverge { .. }
            | Event::Iterate { .. }
            | Event::Request(_)
            | Event::Assign(_) => {}
        }
    }
    [arrived, released, divergent]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use lessons::{GALLERY, Size};

    /// Computes the same without ranges, round by round: `slots[warp][round]`.
    fn told_round_by_round(trace: &Trace) -> Vec<Vec<Slot>> {
        let starts = trace.rounds().to_vec();
        let rounds = starts.len();
        let mut slots = vec![Slot::Idle; trace.warps as usize * rounds];
        let mut waiting_since: Vec<Option<usize>> = vec![None; trace.warps as usize];
        let mut column = 0;
        for (position, step) in trace.steps().enumerate() {
            let warp = step.warp as usize;
            if starts.get(column + 1) == Some(&(position as u32)) {
                column += 1;
            }
            let row = warp * rounds;
            let [arrived, released, divergent] = told(trace, position);
            slots[row + column] = if arrived {
                Slot::AtBarrier
            } else {
                Slot::Works {
                    lanes: step.mask.count() as u8,
                    divergent,
                }
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
        slots.chunks(rounds.max(1)).map(<[Slot]>::to_vec).collect()
    }

    fn slots(stretches: impl IntoIterator<Item = Stretch>) -> Vec<Slot> {
        let each = |stretch: Stretch| stretch.rounds.map(move |_| stretch.slot);
        stretches.into_iter().flat_map(each).collect()
    }

    #[test]
    fn stretches_are_what_each_warp_does_round_by_round() {
        for kernel in GALLERY.iter() {
            let name = &kernel.kernel.name;
            let size = kernel.task.nearest(Size::fixed(1024, 128));
            let playback = samples::playback(name, size.n(), size.block());
            let timeline = timeline(playback.trace());
            let wanted = told_round_by_round(playback.trace());
            for (warp, wanted) in (0..).zip(&wanted) {
                let stretches: Vec<Stretch> = timeline.stretches(warp).collect();
                assert!(stretches.windows(2).all(|pair| pair[0].slot != pair[1].slot), "{name}");
                assert_eq!(&slots(stretches), wanted, "{name} {warp}");
                // A picture with enough room shows every range.
                let pieces = timeline.pieces(warp, timeline.rounds);
                assert_eq!(&slots(pieces), wanted, "{name} {warp}");
            }
        }
    }

    #[test]
    fn a_small_picture_has_few_pieces_that_cover_every_round() {
        let playback = samples::playback("divergence_parity", 1024, 128);
        let timeline = timeline(playback.trace());
        for most in [1, 2, 7, 10, timeline.rounds / 2] {
            for warp in 0..timeline.warps {
                let pieces = timeline.pieces(warp, most);
                assert!(pieces.len() <= most as usize);
                assert_eq!(slots(pieces).len(), timeline.rounds as usize);
            }
        }
    }

    #[test]
    fn rounds_that_share_a_piece_are_what_most_of_them_are() {
        let works = |lanes| Slot::Works {
            lanes,
            divergent: false,
        };
        // (the warp's states round by round, the pieces of four rounds)
        let table = [
            (vec![works(32), works(16), Slot::AtBarrier, works(16)], vec![works(21)]),
            (
                vec![works(8), Slot::AtBarrier, Slot::AtBarrier, Slot::AtBarrier],
                vec![Slot::AtBarrier],
            ),
            (vec![works(4); 8], vec![works(4)]),
            (
                [vec![works(4); 5], vec![Slot::Finished; 4]].concat(),
                vec![works(4), Slot::Finished],
            ),
        ];
        for (done, wanted) in table {
            let mut row = Row::default();
            for (round, slot) in (0..).zip(&done) {
                row.put(round..round + 1, *slot);
            }
            let timeline = Timeline {
                warps: 1,
                rounds: done.len() as u32,
                rows: vec![row],
                ..Timeline::default()
            };
            let pieces = timeline.pieces(0, done.len().div_ceil(4) as u32);
            let slots: Vec<Slot> = pieces.into_iter().map(|piece| piece.slot).collect();
            assert_eq!(slots, wanted, "{done:?}");
        }
    }

    /// One of 32 warps works while the others wait: one entry per round and warp would take 32 times as much.
    #[test]
    fn warps_that_wait_long_take_no_room() {
        let trace = samples::of_text(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
             @compute @workgroup_size(1024) fn main(@builtin(local_invocation_index) id: u32) {
               if (id == 0u) { for (var i = 0u; i < 2000u; i++) { data[0] += i; } }
               storageBarrier();
               data[id] = id;
             }",
            1024,
        );
        let timeline = timeline(&trace);
        let waits = timeline.stretches(31).find(|stretch| stretch.slot == Slot::AtBarrier);
        assert!(waits.is_some_and(|waits| waits.rounds.len() > 4000));
        let stretches: usize = timeline.rows.iter().map(|row| row.begins.len()).sum();
        assert!(timeline.rounds > 4000, "{}", timeline.rounds);
        assert!(stretches < 300, "{stretches}");
    }
}
