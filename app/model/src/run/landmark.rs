//! The same moment in two runs of one text: a run with another n, block or machine takes other steps.

use crate::run::playback::Playback;
use simt::Grain;

/// A line that a warp visits more often than this is found by the number of its visits alone.
const MOST_VISITS: usize = 2_048;

/// A moment in words that any run of the text shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landmark {
    Start,
    End,
    Visit(Visit),
}

/// A warp is about to execute a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// From 1.
    line: u32,
    /// The warp's first thread in the block.
    thread: u32,
    /// The earlier visits of the warp to this line.
    earlier: usize,
    /// The stride variable's value, inside its loop, and the earlier visits with this value.
    stride: Option<(String, usize)>,
}

impl Playback {
    /// Returns the moment at a position.
    pub fn landmark(&self, position: usize) -> Landmark {
        let trace = self.trace();
        let (Some(step), Some(statement)) = (trace.step(position), trace.statement(position)) else {
            return Landmark::End;
        };
        if position == 0 {
            return Landmark::Start;
        }
        let visits = self.visits(statement.line, step.warp);
        let earlier = visits.partition_point(|&visit| visit < position);
        let stride = self.strides_at(&visits).and_then(|mut strides| {
            let value = strides.get_mut(earlier)?.take()?;
            let same = |stride: &&Option<String>| stride.as_deref() == Some(value.as_str());
            let before = strides[..earlier].iter().filter(same).count();
            Some((value, before))
        });
        Landmark::Visit(Visit {
            line: statement.line,
            thread: step.warp * trace.warp_width,
            earlier,
            stride,
        })
    }

    /// Returns the position of a moment: with the same stride if there is one, else the same visit to its line, else the
    /// last one. `None` if no warp executes the line.
    pub fn position_of(&self, landmark: &Landmark, grain: Grain) -> Option<usize> {
        let visit = match landmark {
            Landmark::Start => return Some(0),
            Landmark::End => return Some(self.cursor.end()),
            Landmark::Visit(visit) => visit,
        };
        let warp = visit.thread / self.trace().warp_width.max(1);
        let mut visits = self.visits(visit.line, warp);
        if visits.is_empty() {
            // The block may have fewer warps now.
            visits = self.visits(visit.line, 0);
        }
        let with_stride = || {
            let (value, before) = visit.stride.as_ref()?;
            let strides = self.strides_at(&visits)?;
            let is_same = |index: &usize| strides[*index].as_deref() == Some(value.as_str());
            let same: Vec<usize> = (0..visits.len()).filter(is_same).collect();
            same.get(*before).or(same.last()).copied()
        };
        let last = visits.len().checked_sub(1)?;
        let visited = visits[with_stride().unwrap_or(visit.earlier.min(last))];
        // A step between two stops has no stop at its line.
        let line = |position| self.trace().statement(position).map(|statement| statement.line);
        let stop = Some(self.stop_of(visited, grain)).filter(|&stop| line(stop) == Some(visit.line));
        Some(stop.unwrap_or(visited))
    }

    /// Returns the positions at which a warp executes a line, rising.
    fn visits(&self, line: u32, warp: u32) -> Vec<usize> {
        let trace = self.trace();
        let is_visit = |&position: &usize| {
            let statement = trace.statement(position);
            statement.is_some_and(|statement| statement.line == line)
                && trace.step(position).is_some_and(|step| step.warp == warp)
        };
        (0..trace.len()).filter(is_visit).collect()
    }

    /// Returns the stride variable's value at each position; `None` if they are too many.
    fn strides_at(&self, positions: &[usize]) -> Option<Vec<Option<String>>> {
        if self.stride_loop.is_none() || positions.len() > MOST_VISITS {
            return None;
        }
        let mut walk = self.clone();
        let stride_at = |&position: &usize| {
            walk.cursor.seek(position);
            walk.stride_shown()
        };
        Some(positions.iter().map(stride_at).collect())
    }

    /// Returns the last stop at or before a position.
    fn stop_of(&self, position: usize, grain: Grain) -> usize {
        let stops = self.cursor.stops(grain);
        let rank = stops.rank(position);
        let stop = stops.at(rank).filter(|&stop| stop == position);
        stop.or(stops.at(rank.saturating_sub(1))).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::playback;

    /// Returns the stride and the line at each stop of a run.
    fn moments(playback: &Playback, grain: Grain) -> Vec<(usize, Option<String>, Option<u32>)> {
        let stops = playback.cursor.stops(grain);
        let mut walk = playback.clone();
        let positions = (0..stops.count()).filter_map(|rank| stops.at(rank));
        let named = positions.map(|position| {
            walk.cursor.seek(position);
            let line = playback.trace().statement(position);
            (position, walk.stride_shown(), line.map(|line| line.line))
        });
        named.collect()
    }

    #[test]
    fn every_stop_of_a_run_is_its_own_moment() {
        for name in ["reduce_neighbored", "reduce_interleaved", "divergence_if_else"] {
            let run = playback(name, 256, 64);
            for grain in [Grain::Warp, Grain::Statement] {
                for (position, ..) in moments(&run, grain) {
                    let landmark = run.landmark(position);
                    assert_eq!(run.position_of(&landmark, grain), Some(position), "{name}");
                }
            }
        }
    }

    #[test]
    fn another_block_is_shown_at_the_same_stride_and_line() {
        for name in ["reduce_neighbored", "reduce_interleaved"] {
            let (run, other) = (playback(name, 512, 64), playback(name, 512, 256));
            let mut met = 0;
            for (position, stride, line) in moments(&run, Grain::Statement) {
                let Some(stride) = stride else { continue };
                let position_there = other
                    .position_of(&run.landmark(position), Grain::Statement)
                    .expect("the same lines are executed");
                let mut walk = other.clone();
                walk.cursor.seek(position_there);
                assert_eq!(walk.stride_shown(), Some(stride), "{name} at {position}");
                let there = other.trace().statement(position_there).expect("it is a step");
                assert_eq!(Some(there.line), line, "{name} at {position}");
                met += 1;
            }
            assert!(met > 10, "{met} steps of {name} are in the loop");
        }
    }

    #[test]
    fn a_step_between_two_strides_stays_at_its_line() {
        let (run, other) = (
            playback("reduce_interleaved", 512, 64),
            playback("reduce_interleaved", 512, 128),
        );
        for position in 1..run.cursor.end() {
            let line = |run: &Playback, position| {
                let statement = run.trace().statement(position);
                statement.map(|statement| statement.line)
            };
            let there = other.position_of(&run.landmark(position), Grain::Iteration);
            let there = there.and_then(|there| line(&other, there));
            assert_eq!(there, line(&run, position), "at {position}");
        }
    }

    #[test]
    fn start_and_end_stay_what_they_are() {
        let (run, other) = (
            playback("reduce_interleaved", 256, 64),
            playback("reduce_interleaved", 256, 128),
        );
        let end = run.cursor.end();
        let there = |position| other.position_of(&run.landmark(position), Grain::Statement);
        assert_eq!(there(0), Some(0));
        assert_eq!(there(end), Some(other.cursor.end()));
        let nowhere = Landmark::Visit(Visit {
            line: 1,
            thread: 0,
            earlier: 0,
            stride: None,
        });
        assert_eq!(other.position_of(&nowhere, Grain::Statement), None);
    }
}
