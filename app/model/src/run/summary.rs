//! A moment in words: the next action of each warp, with equal neighbouring warps in one sentence.

use crate::panels::array::{Moved, moved};
use crate::panels::lanes::{LaneState, WarpRow};
use crate::run::caption::{LanePattern, pattern};
use crate::run::playback::{Playback, StepView};
use simt::Grain;

/// The most sentences, so that a listener can follow.
const MOST_PARTS: usize = 4;

/// The next action of a group of warps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// These lanes execute the next statement; the traffic is that of each warp.
    Works {
        lanes: LanePattern,
        loads: Moved,
        stores: Moved,
    },
    /// Its turn comes later, at this line.
    Waits {
        line: u32,
    },
    AtBarrier,
    Finished,
}

/// Adjacent warps with the same action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub first: u32,
    pub last: u32,
    /// Lanes are numbered in the block for a single warp, and in each warp for several.
    pub doing: Doing,
}

/// The whole workgroup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub parts: Vec<Part>,
    /// The number of warps that are left out, and their active lanes.
    pub others: Option<(u32, u32)>,
}

/// Summarises the next actions at `moment`; the scene's cursor must be at it.
pub fn summary(playback: &Playback, step_view: &StepView, grain: Grain) -> Summary {
    let frame = playback.cursor.frame(grain);
    let trace = playback.trace();
    let rows = &step_view.lanes.rows;
    let mut by_warp = vec![Vec::new(); rows.len()];
    for step in frame.steps {
        let warp = trace.step(step).map(|step| step.warp as usize);
        if let Some(steps) = warp.and_then(|warp| by_warp.get_mut(warp)) {
            steps.push(step);
        }
    }
    let doing = |row: &WarpRow, steps: Vec<usize>| {
        let (loads, stores) = moved(trace, steps);
        (doing(row, loads, stores), active(row))
    };
    let all: Vec<(Doing, Vec<u32>)> = rows.iter().zip(by_warp).map(|(row, steps)| doing(row, steps)).collect();
    let mut summary = Summary::default();
    for alike in all.chunk_by(|one, next| one == next) {
        let first = summary.parts.last().map_or(0, |part| part.last + 1);
        let last = first + alike.len() as u32 - 1;
        let Some((doing, lanes)) = alike.first() else {
            continue;
        };
        let mut doing = doing.clone();
        if let Doing::Works { lanes: named, .. } = &mut doing {
            let before = match alike.len() {
                1 => first * step_view.lanes.warp_width,
                _ => 0,
            };
            *named = pattern(&lanes.iter().map(|lane| before + lane).collect::<Vec<_>>());
        }
        summary.parts.push(Part { first, last, doing });
    }
    if summary.parts.len() > MOST_PARTS {
        summary.parts.truncate(MOST_PARTS);
        let told = summary.parts.last().map_or(0, |part| part.last as usize + 1);
        let left = all.get(told..).unwrap_or_default();
        let lanes = left.iter().map(|(_, lanes)| lanes.len() as u32).sum();
        summary.others = Some((left.len() as u32, lanes));
    }
    summary
}

/// Returns the lanes of a warp that execute its next statement, numbered in the warp.
fn active(row: &WarpRow) -> Vec<u32> {
    (0..)
        .zip(&row.states)
        .filter(|(_, state)| **state == LaneState::Active)
        .map(|(lane, _)| lane)
        .collect()
}

fn doing(row: &WarpRow, loads: Moved, stores: Moved) -> Doing {
    let waits = row.states.contains(&LaneState::AtBarrier);
    match row.line {
        None => Doing::Finished,
        Some(_) if waits && active(row).is_empty() => Doing::AtBarrier,
        Some(_) if row.moves => Doing::Works {
            lanes: LanePattern::None,
            loads,
            stores,
        },
        Some(line) => Doing::Waits { line },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::playback;
    use crate::strings;
    use lessons::Language;

    /// Returns the summary at a press of the stride loop.
    fn at(name: &str, n: u32, block: u32, press: usize) -> Summary {
        let mut playback = playback(name, n, block);
        let stops = playback.cursor.stops(Grain::Iteration);
        let position = stops.at(press).expect("a press");
        let step_view = playback.step_view(position, Grain::Iteration);
        summary(&playback, &step_view, Grain::Iteration)
    }

    fn english(summary: &Summary) -> String {
        (strings::of(Language::English).summary().tell)(summary)
    }

    #[test]
    fn a_warp_is_one_sentence() {
        let mut one = at("reduce_neighbored", 64, 64, 2);
        assert_eq!((one.parts[0].first, one.parts[0].last), (0, 1));
        one.parts[0].last = 0;
        assert_eq!(
            english(&one),
            "Warp 0: threads 0, 4, 8 … 28 active; loads 16 words from 8 sectors, stores 8 words to 4 sectors."
        );
        let chinese = (strings::of(Language::SimplifiedChinese).summary().tell)(&one);
        assert_eq!(
            chinese,
            "线程束 0：线程 0、4、8……28 活跃；加载 16 个字（8 个扇区），存储 8 个字（4 个扇区）。"
        );
    }

    #[test]
    fn warps_that_do_the_same_are_told_together() {
        let many = at("reduce_neighbored", 4096, 1024, 2);
        assert_eq!(
            english(&many),
            "Warps 0 to 31: in each, lanes 0, 4, 8 … 28 active; each loads 16 words from 8 sectors, stores 8 words to 4 sectors."
        );
    }

    #[test]
    fn what_differs_is_told_apart_and_rest_is_named() {
        let some = at("reduce_interleaved", 128, 128, 2);
        let told = english(&some);
        assert!(
            told.starts_with("Warp 0: threads 0 to 31 active; loads 64 words from 8 sectors"),
            "{told}"
        );
        assert!(told.contains("Warps 1 to 3: "), "{told}");
    }

    #[test]
    fn at_the_end_all_have_finished() {
        let mut playback = playback("reduce_neighbored", 64, 64);
        let end = playback.cursor.end();
        let step_view = playback.step_view(end, Grain::Statement);
        let last = summary(&playback, &step_view, Grain::Statement);
        assert_eq!(english(&last), "Warps 0 and 1 have finished.");
    }

    #[test]
    fn long_lists_of_warps_are_cut() {
        // The work is divided by warp, so odd and even warps always differ.
        let mut playback = playback("divergence_warp", 1024, 1024);
        let cut = (0..playback.cursor.end()).find_map(|position| {
            let step_view = playback.step_view(position, Grain::Statement);
            let summary = summary(&playback, &step_view, Grain::Statement);
            summary.others.map(|others| (summary.parts.len(), others))
        });
        let (parts, (warps, _)) = cut.expect("a moment at which warps differ");
        assert_eq!((parts, warps), (4, 28));
    }
}
