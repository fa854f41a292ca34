//! The modelled cycle of each statement of a run, so that several runs can be stepped by the same cycle.

use crate::panels::scheduler::stream_up_to;
use lessons::scheduler::{MOST_WARPS, Setting, chips, schedule};
use simt::Trace;

/// The most statements of a warp that are scheduled: a longer schedule takes noticeable time.
pub const MOST_STATEMENTS: usize = 4096;

/// The chip whose latencies are used; it is also the scheduler panel's default.
const CHIP: &str = "GF100";

/// A run's positions by modelled cycle, from its first warp, scheduled with all warps of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The cycles at which the position changes, with that position; both rise. The last entry is the end.
    stops: Vec<(u32, usize)>,
}

impl Timing {
    /// True if a run is short enough to be scheduled. The check itself is fast for a run of any length.
    pub fn fits(trace: &Trace) -> bool {
        let steps = trace.steps().filter(|step| step.warp == 0);
        !trace.truncated && steps.take(MOST_STATEMENTS + 1).count() <= MOST_STATEMENTS
    }

    /// Schedules a run. Returns `None` for a run that is too long, and before the chips' latencies are loaded.
    pub fn new(source: &str, trace: &Trace) -> Option<Self> {
        if !Self::fits(trace) {
            return None;
        }
        let setting = setting(trace)?;
        let stream = stream_up_to(source, trace, usize::MAX);
        let schedule = schedule(&stream.instructions, setting);
        let issues = schedule.warps.first().map_or(&[][..], Vec::as_slice);
        let rounds = trace.rounds();
        // Every run begins at its first statement, whatever instruction it issues first.
        let mut stops = vec![(0, 0)];
        for (issue, step) in issues.iter().zip(&stream.steps) {
            let round = rounds.partition_point(|&round| round as usize <= *step);
            let place = round.checked_sub(1).and_then(|index| rounds.get(index));
            let place = place.map_or(0, |&place| place as usize);
            if issue.cycle > 0 && stops.last().is_some_and(|(_, last)| *last < place) {
                stops.push((issue.cycle, place));
            }
        }
        // A run without instructions still has a beginning and an end.
        stops.push((schedule.cycles.max(1), trace.len()));
        Some(Timing { stops })
    }

    /// Returns the position at a cycle: the last statement that was issued at or before it. From the last cycle on it
    /// is the end of the run.
    pub fn position(&self, cycle: u32) -> usize {
        let passed = self.stops.partition_point(|(from, _)| *from <= cycle);
        let stop = passed.checked_sub(1).and_then(|last| self.stops.get(last));
        stop.map_or(0, |(_, position)| *position)
    }

    /// Returns the first cycle at which the run is at a position or beyond it.
    pub fn cycle_of(&self, position: usize) -> u32 {
        let before = self.stops.partition_point(|(_, place)| *place < position);
        let stop = self.stops.get(before).or(self.stops.last());
        stop.map_or(0, |(cycle, _)| *cycle)
    }
}

/// Returns the model's settings for a run, or `None` without published latencies. A made-up latency would give the same
/// cycle another position.
fn setting(trace: &Trace) -> Option<Setting> {
    let chips = chips();
    let chip = chips.iter().find(|chip| chip.name == CHIP)?;
    Some(Setting {
        warps: trace.warps.clamp(1, MOST_WARPS),
        arithmetic_latency: chip.arithmetic_latency,
        memory_latency: chip.memory?.latency_cycles,
        cores: chip.cores,
        warp_width: trace.warp_width,
        schedulers: chip.schedulers,
    })
}

/// Runs side by side, and the cycles at which one of them moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// One entry for each column; `None` if its run is not shown yet.
    timings: Vec<Option<Timing>>,
    /// Rising, from 0 to the end of the longest run.
    cycles: Vec<u32>,
}

impl Walk {
    pub fn new(timings: Vec<Option<Timing>>) -> Self {
        let stops = timings.iter().flatten().flat_map(|timing| &timing.stops);
        let mut cycles: Vec<u32> = stops.map(|(cycle, _)| *cycle).collect();
        cycles.sort_unstable();
        cycles.dedup();
        Walk { timings, cycles }
    }

    /// Returns the schedule of a column's run.
    pub fn timing(&self, column: usize) -> Option<&Timing> {
        self.timings.get(column)?.as_ref()
    }

    /// Returns the number of cycles in the list before this one.
    pub fn press_of(&self, cycle: u32) -> usize {
        self.cycles.partition_point(|each| *each < cycle)
    }

    /// Returns the cycle after `press` presses, or the last cycle if there are fewer.
    pub fn cycle_at(&self, press: usize) -> u32 {
        let cycle = self.cycles.get(press).or(self.cycles.last());
        cycle.copied().unwrap_or(0)
    }

    /// Returns the number of presses from the beginning to the end.
    pub fn presses(&self) -> usize {
        self.cycles.len().saturating_sub(1)
    }

    /// Returns the cycle at which all runs have ended.
    pub fn end(&self) -> u32 {
        self.cycles.last().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::{playback, truncated};
    use lessons::{GALLERY, Size};

    impl Timing {
        fn end(&self) -> u32 {
            self.stops.last().map_or(0, |(cycle, _)| *cycle)
        }
    }

    fn timing(name: &str, n: u32, block: u32) -> (Timing, usize) {
        let playback = playback(name, n, block);
        let timing = Timing::new(&playback.source, playback.trace()).expect("short enough");
        (timing, playback.trace().len())
    }

    #[test]
    fn positions_rise_with_the_cycle_from_the_first_statement_to_the_end() {
        for kernel in GALLERY.iter() {
            let name = &kernel.kernel.name;
            let size = kernel.task.nearest(Size::fixed(256, 64));
            let playback = playback(name, size.n(), size.block());
            let Some(timing) = Timing::new(&playback.source, playback.trace()) else {
                continue;
            };
            assert_eq!(timing.position(0), 0, "{name}");
            assert_eq!(timing.position(timing.end()), playback.trace().len(), "{name}");
            assert_eq!(timing.position(u32::MAX), playback.trace().len(), "{name}");
            assert!(
                timing.end() == 0 || timing.position(timing.end() - 1) < playback.trace().len(),
                "{name}"
            );
            assert!(
                timing.stops.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1),
                "{name}: {timing:?}"
            );
            let rounds = playback.trace().rounds();
            for (cycle, position) in &timing.stops {
                let of_round = rounds.contains(&(*position as u32)) || *position == playback.trace().len();
                assert!(of_round, "{name}: {position} is within a round");
                assert_eq!(timing.cycle_of(*position), *cycle, "{name}");
            }
        }
    }

    #[test]
    fn the_shorter_run_waits_at_its_end() {
        let ((four, end_of_four), (one, end_of_one)) = (timing("ilp_4", 1024, 64), timing("ilp_1", 1024, 64));
        assert!(
            four.end() < one.end(),
            "four chains hide latency: {} {}",
            four.end(),
            one.end()
        );
        let (first, last) = (four.end(), one.end());
        let walk = Walk::new(vec![Some(four), Some(one)]);
        assert_eq!(walk.end(), last);
        let stands = |cycle: u32| [0, 1].map(|column| walk.timing(column).map_or(0, |timing| timing.position(cycle)));
        assert_eq!(stands(first)[0], end_of_four);
        assert!(stands(first)[1] < end_of_one);
        assert_eq!(stands(last), [end_of_four, end_of_one]);
        // Every press advances one run, and no run goes back.
        for press in 1..=walk.presses() {
            let (before, now) = (stands(walk.cycle_at(press - 1)), stands(walk.cycle_at(press)));
            assert!(before != now && before[0] <= now[0] && before[1] <= now[1], "{press}");
            assert_eq!(walk.press_of(walk.cycle_at(press)), press);
        }
    }

    #[test]
    fn a_run_that_comes_first_keeps_its_column() {
        let (one, _) = timing("ilp_1", 1024, 64);
        let walk = Walk::new(vec![None, Some(one.clone())]);
        assert_eq!(walk.timing(0), None);
        assert_eq!(walk.timing(1), Some(&one));
        assert_eq!(walk.end(), one.end());
    }

    #[test]
    fn a_copy_waits_for_memory_once() {
        let (timing, _) = timing("copy_scalar", 1024, 64);
        let playback = playback("copy_scalar", 1024, 64);
        let latency = setting(playback.trace()).expect("the chip is published").memory_latency;
        let end = timing.end();
        assert!((latency..2 * latency).contains(&end), "{end} with {latency}");
    }

    #[test]
    fn a_run_that_is_too_long_has_no_cycles() {
        let playback = playback("copy_scalar", 1024, 64);
        assert!(Timing::fits(playback.trace()));
        let playback = truncated(&playback);
        assert_eq!(Timing::new(&playback.source, playback.trace()), None);
    }
}
