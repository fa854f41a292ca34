//! A trace with the facts that are computed once, and the content of all panels at one position.

use crate::panels::array::{self, ArrayModel};
use crate::panels::code::{self, Spot};
use crate::panels::lanes::{self, LaneState, LanesModel};
use crate::panels::timeline::{self, Timeline};
use crate::run::caption::{self, Caption};
use simt::{Access, Cursor, Frame, Grain, ScalarType, Trace};
use std::ops::Range;
use std::sync::Arc;

/// The loop over the strides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrideLoop {
    /// Index into the trace's loops.
    pub number: usize,
    /// The most iterations that a warp makes in this trace.
    pub total: u32,
    /// Its lines, from 1, half-open.
    pub lines: Range<u32>,
    /// The variable that it declares, as an index into the trace's variables.
    pub variable: Option<usize>,
}

/// A trace ready to be shown. Clones share the immutable parts, since one run may be shown in several places.
#[derive(Clone, Debug)]
pub struct Playback {
    pub source: String,
    pub cursor: Cursor,
    pub timeline: Arc<Timeline>,
    pub stride_loop: Option<StrideLoop>,
}

/// The content of the panels at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct StepView {
    /// Steps executed, and steps in all (`end`).
    pub position: usize,
    pub end: usize,
    /// The same counted in presses of the selected step size.
    pub press: usize,
    pub presses: usize,
    /// The iteration of the stride loop, and the number of iterations.
    pub iteration: Option<(u32, u32)>,
    pub lanes: LanesModel,
    pub array: ArrayModel,
    pub caption: Caption,
    /// The position of the next statement in the text; `None` at the end.
    pub next: Option<Spot>,
    /// The accesses of the next statement in the text, where it has them in its first line.
    pub accesses: Vec<(Spot, Access)>,
    /// The column of the timeline.
    pub column: u32,
    /// The next step before which lanes come back to their warp; `None` while no warp is divided, and after the last.
    pub meeting: Option<Meeting>,
}

/// A step before which lanes come back to their warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub step: usize,
    /// The line of the statement, from 1.
    pub line: u32,
    /// The column of the timeline.
    pub column: u32,
}

impl Playback {
    pub fn new(source: String, trace: Trace) -> Self {
        let cursor = Cursor::new(trace);
        Playback {
            timeline: Arc::new(timeline::timeline(cursor.trace())),
            stride_loop: stride_loop(&source, &cursor),
            source,
            cursor,
        }
    }

    pub fn trace(&self) -> &Arc<Trace> {
        self.cursor.trace()
    }

    /// Moves the cursor and returns the content of the panels there.
    pub fn step_view(&mut self, position: usize, grain: Grain) -> StepView {
        self.cursor.seek(position);
        let (trace, cursor) = (self.trace(), &self.cursor);
        let frame = cursor.frame(grain);
        let lanes = lanes::lanes(cursor, &frame);
        let column = self.timeline.column_of(cursor.position());
        let since = if cursor.position() == 0 {
            0..0
        } else {
            cursor.previous(grain)..cursor.position()
        };
        let array = array::array(cursor, &frame, since);
        let stops = cursor.stops(grain);
        let statement = trace.statement(frame.steps.start);
        let next = statement.map(|statement| code::spot(&self.source, statement));
        StepView {
            position: cursor.position(),
            end: cursor.end(),
            press: stops.rank(cursor.position()),
            presses: stops.count().saturating_sub(1),
            iteration: self.iteration(&frame),
            caption: caption::caption(trace, &frame, self.stride(&frame)),
            array,
            accesses: next.map_or_else(Vec::new, |next| code::accesses(trace, next)),
            meeting: self.meeting(&lanes),
            lanes,
            next,
            column,
        }
    }

    fn meeting(&self, lanes: &LanesModel) -> Option<Meeting> {
        let is_divided = lanes.rows.iter().any(|row| {
            let has = |state| row.states.contains(&state);
            has(LaneState::Active) && has(LaneState::Masked)
        });
        let next = || self.cursor.reconvergence_after(self.cursor.position());
        let step = is_divided.then(next)??;
        Some(Meeting {
            step,
            line: self.trace().statement(step)?.line,
            column: self.timeline.column_of(step),
        })
    }

    /// Returns the value of the stride variable at the cursor, if the next statement is inside its loop.
    pub fn stride_shown(&self) -> Option<String> {
        Some(self.stride(&self.cursor.frame(Grain::Statement))?.1)
    }

    /// Returns the position at which each iteration of the stride loop begins, and the value of its variable; nothing if
    /// they are more than `most`.
    pub fn strides(&self, most: usize) -> Vec<(usize, String)> {
        let stops = self.cursor.stops(Grain::Iteration);
        let has_variable = self.stride_loop.as_ref().is_some_and(|it| it.variable.is_some());
        if !has_variable || stops.count() > most {
            return Vec::new();
        }
        let mut walk = self.clone();
        let positions = (0..stops.count()).filter_map(|stop| stops.at(stop));
        let named = positions.filter_map(|position| {
            walk.cursor.seek(position);
            let frame = walk.cursor.frame(Grain::Iteration);
            Some((position, walk.stride(&frame)?.1))
        });
        named.collect()
    }

    fn iteration(&self, frame: &Frame) -> Option<(u32, u32)> {
        let stride_loop = self.stride_loop.as_ref()?;
        let warp = self.trace().step(frame.steps.start).map_or(0, |step| step.warp);
        Some((self.cursor.iteration(warp, stride_loop.number), stride_loop.total))
    }

    /// Returns the stride variable's name and value if the next statement is inside its loop.
    fn stride(&self, frame: &Frame) -> Option<(String, String)> {
        let stride_loop = self.stride_loop.as_ref()?;
        let step = self.trace().step(frame.steps.start)?;
        let line = self.trace().statement(frame.steps.start)?.line;
        let begun = self.cursor.iteration(step.warp, stride_loop.number) > 0;
        if !begun || !stride_loop.lines.contains(&line) {
            return None;
        }
        let index = stride_loop.variable?;
        let variable = self.trace().variables.get(index)?;
        let lane = step.mask.lanes().next()?;
        let bits = self.cursor.variable(step.warp, index, 0, lane)?;
        Some((
            variable.name.clone(),
            variable.scalar.unwrap_or(ScalarType::U32).show(bits),
        ))
    }
}

/// Returns the first loop that contains a barrier, or else the first outermost one.
fn stride_loop(source: &str, cursor: &Cursor) -> Option<StrideLoop> {
    let trace = cursor.trace();
    let outermost = || trace.loops.iter().position(|each| each.depth == 0);
    let holds_barrier = || trace.loops.iter().position(|each| each.holds_barrier);
    let number = holds_barrier().or_else(outermost)?;
    let line = trace.loops[number].line;
    let name = code::loop_variable(source, line);
    let variable = trace
        .variables
        .iter()
        .position(|variable| Some(variable.name.as_str()) == name);
    Some(StrideLoop {
        number,
        total: cursor.iterations(number),
        lines: line..code::block_end(source, line).saturating_add(1),
        variable,
    })
}
