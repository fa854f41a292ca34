//! Where a walk through a run stops: at a line, at a store, when a condition becomes true, or at the first NaN.

use super::condition::Condition;
use crate::run::playback::Playback;
use simt::{Cursor, Event, ScalarType, Trace, Variable};
use std::collections::BTreeSet;
use std::ops::Range;

/// What *Continue* stops at.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Lines of the text, from 1.
    pub lines: BTreeSet<u32>,
    pub condition: Option<Condition>,
}

/// Why a walk has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A statement of this line runs next.
    Line(u32),
    /// The condition has become true in this lane.
    Condition { warp: u32, lane: u32 },
}

/// Returns the breakpoints after a change of some of them. A new one goes to the next line that threads execute; below the
/// last such line there is none. One that was set before stays, though an edit may have made its line a comment.
pub fn moved_breakpoints(before: &BTreeSet<u32>, now: &BTreeSet<u32>, executed: &BTreeSet<u32>) -> BTreeSet<u32> {
    let line = |line: &u32| {
        if before.contains(line) {
            Some(*line)
        } else {
            executed.range(line..).next().copied()
        }
    };
    now.iter().filter_map(line).collect()
}

/// Returns the next position in a range, after its first, at which a walk stops.
pub fn next_stop(playback: &Playback, range: Range<usize>, stops: &Stops) -> Option<(usize, Cause)> {
    let (trace, from) = (playback.trace(), range.start);
    let mut watch = stops
        .condition
        .as_ref()
        .map(|condition| Watch::new(condition, playback, from));
    for position in range {
        // Warps that execute the same line one after another are one stop.
        let line = line_at(trace, position);
        let is_new = position > from && line_at(trace, position - 1) != line;
        if let Some(line) = line.filter(|line| is_new && stops.lines.contains(line)) {
            return Some((position, Cause::Line(line)));
        }
        if let Some(cause) = watch.as_mut().and_then(|watch| watch.step(position)) {
            return Some((position + 1, cause));
        }
    }
    None
}

/// A condition, and the lanes in which it holds.
struct Watch<'c> {
    condition: &'c Condition,
    cursor: Cursor,
    holds: Vec<bool>,
}

impl<'c> Watch<'c> {
    fn new(condition: &'c Condition, playback: &Playback, from: usize) -> Self {
        let mut cursor = playback.cursor.clone();
        cursor.seek(from);
        let (warps, width) = (cursor.trace().warps, cursor.trace().warp_width);
        // Before the first step no lane has begun, so that a condition on its place becomes true with its first step.
        let lanes = (0..warps).flat_map(|warp| (0..width).map(move |lane| (warp, lane)));
        let mut begun = vec![false; warps as usize];
        for step in (0..from).filter_map(|position| cursor.trace().step(position)) {
            begun[step.warp as usize] = true;
        }
        let holds = lanes.map(|(warp, lane)| begun[warp as usize] && condition.holds(&cursor, warp, lane));
        Watch {
            condition,
            holds: holds.collect(),
            cursor,
        }
    }

    /// Executes a step; returns the lane in which the condition has become true.
    fn step(&mut self, position: usize) -> Option<Cause> {
        let trace = self.cursor.trace().clone();
        let step = trace.step(position)?;
        let is_store = |event: Event<'_>| matches!(event, Event::Request(request) if request.access.writes());
        let all = self.condition.reads_memory() && trace.events(position).any(is_store);
        self.cursor.seek(position + 1);
        let mut cause = None;
        // The lanes of the step come first: the condition is said to be true where it was made true.
        let of_step = step.mask.lanes().map(|lane| (step.warp, lane));
        let width = trace.warp_width;
        let others = (0..trace.invocations).map(|thread| (thread / width, thread % width));
        let others = others.filter(|_| all);
        for (warp, lane) in of_step.chain(others) {
            let slot = (warp * width + lane) as usize;
            let holds = self.condition.holds(&self.cursor, warp, lane);
            let before = std::mem::replace(&mut self.holds[slot], holds);
            if holds && !before {
                cause = cause.or(Some(Cause::Condition { warp, lane }));
            }
        }
        cause
    }
}

fn line_at(trace: &Trace, position: usize) -> Option<u32> {
    trace.statement(position).map(|statement| statement.line)
}

/// A value that spoils all that is computed from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    Nan,
    Infinity,
}

impl Special {
    fn is(self, scalar: ScalarType, bits: u32) -> bool {
        let value = match scalar {
            ScalarType::F32 => f32::from_bits(bits),
            _ => return false,
        };
        match self {
            Special::Nan => value.is_nan(),
            Special::Infinity => value.is_infinite(),
        }
    }
}

/// Returns the first step that gives a variable such a value, or stores one.
pub fn first_special(trace: &Trace, special: Special) -> Option<usize> {
    let types: Vec<Vec<ScalarType>> = trace.variables.iter().map(types_of).collect();
    let is_special = |event: Event<'_>| match event {
        Event::Assign(assignment) => {
            let types = types.get(assignment.variable as usize);
            let scalar = types.and_then(|types| types.get(assignment.word as usize));
            let mut values = assignment.new.lanes(assignment.mask);
            scalar.is_some_and(|scalar| values.any(|(_, bits)| special.is(*scalar, bits)))
        }
        Event::Request(request) if request.access.writes() => {
            let Some(memory) = trace.memories.get(request.memory as usize) else {
                return false;
            };
            let lanes = (0..).zip(request.addresses.lanes(request.mask));
            let mut words =
                lanes.flat_map(|(rank, (_, address))| (0..request.words).map(move |word| (rank, address, word)));
            words.any(|(rank, address, word)| {
                let byte = u64::from(address) + 4 * u64::from(word);
                let scalar = memory.layout.scalar_at(byte);
                let new = request.change(rank, word).map(|(_, new)| new);
                matches!((scalar, new), (Some(scalar), Some(bits)) if special.is(scalar, bits))
            })
        }
        _ => false,
    };
    (0..trace.len()).find(|&position| trace.events(position).any(is_special))
}

/// Returns the types of a variable's words in registers, which hold 16-bit floats as 32-bit floats.
fn types_of(variable: &Variable) -> Vec<ScalarType> {
    let in_register = |scalar| match scalar {
        ScalarType::F16 => ScalarType::F32,
        other => other,
    };
    match &variable.layout {
        None => variable.scalar.map(in_register).into_iter().collect(),
        Some(layout) => {
            let places = layout.places(variable.words as usize);
            places.iter().map(|place| in_register(place.scalar)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::condition::ConditionError;
    use super::*;
    use simt::{Buffer, Contents, Dispatch, RunOptions};

    const TEXT: &str = "struct Pair { a: f32, b: vec2i }
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
var<workgroup> tile: array<u32, 64>;
var<workgroup> last: u32;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) t: u32) {
  var sum = 0.0;
  var pair = Pair(1.0, vec2i(-3, i32(t)));
  for (var i = 0u; i < 4u; i++) {
    sum += data[t] + f32(i);
    pair.b.x += 1;
  }
  let root = sqrt(sum - 12.0);
  data[t] = root / f32(t % 4u);
  tile[t] = 2u * t;
  if (t == 63u) { last = 2u * t; }
}";

    fn playback() -> Playback {
        let program = simt::compile(TEXT, None).expect("it is valid");
        let dispatch = Dispatch {
            workgroups: [1, 1, 1],
            overrides: Default::default(),
            buffers: vec![Buffer {
                group: 0,
                binding: 0,
                contents: Contents::Bytes((0..64).flat_map(|index| (index as f32).to_le_bytes()).collect()),
            }],
        };
        let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("it runs");
        Playback::new(TEXT.to_owned(), run.trace.expect("a trace"))
    }

    /// Walks from stop to stop; returns lines and causes.
    fn walk(playback: &Playback, stops: &Stops) -> Vec<(u32, Cause)> {
        let mut walked = Vec::new();
        let mut from = 0;
        while let Some((position, cause)) = next_stop(playback, from..playback.trace().len(), stops) {
            walked.push((line_at(playback.trace(), position).unwrap_or(0), cause));
            from = position;
        }
        walked
    }

    #[test]
    fn lines_stop_once_for_all_warps_and_in_each_iteration() {
        let playback = playback();
        let stops = Stops {
            lines: [10, 13].into(),
            condition: None,
        };
        let lines: Vec<u32> = walk(&playback, &stops).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [10, 10, 10, 10, 13]);
    }

    #[test]
    fn new_breakpoints_go_to_the_next_line_that_runs() {
        let executed = BTreeSet::from([7, 9, 10]);
        for (before, now, wanted) in [
            (vec![], vec![1], vec![7]),
            (vec![7], vec![7, 8], vec![7, 9]),
            (vec![9], vec![8, 9], vec![9]),
            // The line of the first one has become a comment.
            (vec![3], vec![3, 10], vec![3, 10]),
            (vec![7], vec![7, 11], vec![7]),
        ] {
            let [before, now, wanted] = [before, now, wanted].map(BTreeSet::from_iter);
            assert_eq!(moved_breakpoints(&before, &now, &executed), wanted);
        }
    }

    #[test]
    fn conditions_stop_where_they_become_true() {
        let playback = playback();
        let first = |text: &str| {
            let condition = Condition::parse(text, TEXT, playback.trace()).expect("a condition");
            let stops = Stops {
                lines: BTreeSet::new(),
                condition: Some(condition),
            };
            next_stop(&playback, 0..playback.trace().len(), &stops).map(|(_, cause)| match cause {
                Cause::Condition { warp, lane } => (warp, lane),
                Cause::Line(_) => panic!("no line is asked for"),
            })
        };
        for (text, wanted) in [
            ("i == 2", Some((0, 0))),
            ("t == 40u && i >= 1", Some((1, 8))),
            ("sum > 200", Some((1, 17))),
            ("sum > 1e9", None),
            ("pair.b.x == -3 + 2", Some((0, 0))),
            ("pair.b.y == 7 && pair.a == 1", Some((0, 7))),
            ("id.x % 10 == 9 && !(sum < 30)", Some((1, 7))),
            ("lane == 3 && warp == 1 && thread == 35 && i == 0", Some((1, 3))),
            ("(i + 1) * 2 - 4 == 0x2", Some((0, 0))),
            ("threadIdx.x == 37", Some((1, 5))),
            ("threadIdx.x == blockDim.x - 1 && blockIdx.x == 0", Some((1, 31))),
            ("local_invocation_index == 33 && warpSize == 32", Some((1, 1))),
            ("tile[5] == 10", Some((0, 0))),
            ("tile[threadIdx.x + 1] == 80 && t == 39", Some((1, 7))),
            ("tile[40] == 80 && t == 3", Some((0, 3))),
            ("last == 126", Some((1, 31))),
            ("data[3] < 1", Some((0, 0))),
        ] {
            assert_eq!(first(text), wanted, "{text}");
        }
    }

    #[test]
    fn texts_that_are_no_conditions_say_what_is_wrong() {
        let playback = playback();
        let unexpected = |text: &str| ConditionError::Unexpected(text.to_owned());
        let unknown = |text: &str| ConditionError::Unknown(text.to_owned());
        for (text, error) in [
            ("", ConditionError::End),
            ("sum >", ConditionError::End),
            ("(sum > 1", ConditionError::End),
            ("sum > 1)", unexpected(")")),
            ("sum ? 1", unexpected("?")),
            ("12ab > 1", unexpected("12ab")),
            ("total > 1", unknown("total")),
            ("pair.c > 1", unknown("pair.c")),
            ("id > 1", unknown("id")),
            ("pair > 1", unknown("pair")),
            ("i = 2", ConditionError::Assignment),
            ("(i = 2)", ConditionError::Assignment),
            ("tile[i = 2] == 1", ConditionError::Assignment),
            ("tile == 1", unknown("tile")),
            ("tile[1", ConditionError::End),
            ("threadIdx > 1", unknown("threadIdx")),
            ("threadIdx.w > 1", unknown("threadIdx.w")),
        ] {
            let condition = Condition::parse(text, TEXT, playback.trace());
            assert_eq!(condition, Err(error), "{text}");
        }
        let deep = "(".repeat(5000);
        assert!(Condition::parse(&deep, TEXT, playback.trace()).is_err());
    }

    #[test]
    fn the_first_nan_and_the_first_infinity_are_found() {
        let playback = playback();
        let line = |special| {
            let step = first_special(playback.trace(), special)?;
            line_at(playback.trace(), step)
        };
        assert_eq!(line(Special::Nan), Some(13));
        assert_eq!(line(Special::Infinity), Some(14));
    }
}
