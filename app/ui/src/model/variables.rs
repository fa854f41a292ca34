//! What one lane knows at a moment: its variables and what it asks of memory.

use crate::model::lanes::LaneState;
use simt::{Cursor, Event, ScalarType, Trace};

/// When each warp first gave a variable a value: before that there is nothing to show.
#[derive(Clone, Debug, Default)]
pub struct FirstAssignments {
    /// `steps[warp * variables + variable]`; `u32::MAX` means never.
    steps: Vec<u32>,
    variables: usize,
}

impl FirstAssignments {
    pub fn new(trace: &Trace) -> Self {
        let variables = trace.variables.len();
        let mut steps = vec![u32::MAX; trace.warps as usize * variables];
        for (at, step) in trace.steps().enumerate() {
            for event in trace.events(at) {
                if let Event::Assign(assignment) = event {
                    let slot = steps
                        .get_mut(step.warp as usize * variables + assignment.variable as usize);
                    if let Some(slot) = slot.filter(|slot| **slot == u32::MAX) {
                        *slot = at as u32;
                    }
                }
            }
        }
        FirstAssignments { steps, variables }
    }

    fn known(&self, warp: u32, variable: usize, position: usize) -> bool {
        self.steps
            .get(warp as usize * self.variables + variable)
            .is_some_and(|&step| (step as usize) < position)
    }
}

/// One lane at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneModel {
    /// Its number in the workgroup, its warp, its place in the warp.
    pub invocation: u32,
    pub warp: u32,
    pub lane: u32,
    pub state: LaneState,
    /// Name and value of each variable that has one.
    pub variables: Vec<(String, String)>,
}

pub fn lane(
    trace: &Trace,
    cursor: &Cursor,
    first: &FirstAssignments,
    warp: u32,
    lane: u32,
    state: LaneState,
) -> LaneModel {
    let value = |(index, variable): (usize, &simt::Variable)| {
        let scalar = variable.scalar.unwrap_or(ScalarType::U32);
        let known = variable.words == 1 && first.known(warp, index, cursor.position());
        let bits = known
            .then(|| cursor.variable(trace, warp, index, 0, lane))
            .flatten()?;
        Some((variable.name.clone(), scalar.show(bits)))
    };
    LaneModel {
        invocation: warp * trace.warp_width + lane,
        warp,
        lane,
        state,
        variables: trace
            .variables
            .iter()
            .enumerate()
            .filter_map(value)
            .collect(),
    }
}
