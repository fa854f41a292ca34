//! The state of one lane at one moment: its variables and its memory accesses.

use crate::lanes::LaneState;
use simt::{Cursor, ScalarType};

/// One lane at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneModel {
    /// The index in the workgroup, the warp, and the index in the warp.
    pub invocation: u32,
    pub warp: u32,
    pub lane: u32,
    pub state: LaneState,
    /// Name and value of each variable that has a value.
    pub variables: Vec<(String, String)>,
}

pub fn lane(cursor: &Cursor, warp: u32, lane: u32, state: LaneState) -> LaneModel {
    let trace = cursor.trace();
    let value = |(index, variable): (usize, &simt::Variable)| {
        let scalar = variable.scalar.unwrap_or(ScalarType::U32);
        let known = variable.words == 1 && cursor.has_value(warp, index);
        let bits = known
            .then(|| cursor.variable(warp, index, 0, lane))
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
