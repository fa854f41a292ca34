//! The state of one lane at one moment: its variables, its built-in values, and how expressions name them.

use crate::lanes::LaneState;
use simt::{Cursor, Place, ScalarType, Trace, Variable};

/// The most values of one array or structure that are listed.
const MOST_PARTS: usize = 16;

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

/// Returns a lane with the built-in values that the text names, and all variables that have a value.
pub fn lane(source: &str, cursor: &Cursor, warp: u32, lane: u32, state: LaneState) -> LaneModel {
    let trace = cursor.trace();
    let invocation = warp * trace.warp_width + lane;
    let mut known: Vec<(String, String)> = Vec::new();
    for (name, built_in) in built_ins(source) {
        known.push((name, shown_built_in(trace, built_in, invocation)));
    }
    for (index, variable) in trace.variables.iter().enumerate() {
        if !cursor.has_value(warp, index) {
            continue;
        }
        let bits = |word| cursor.variable(warp, index, word, lane).unwrap_or(0);
        // A later variable of the same name hides the earlier one.
        let is_same = |name: &str| name == variable.name || is_part(name, &variable.name);
        known.retain(|(name, _)| !is_same(name));
        known.extend(shown_variable(variable, bits));
    }
    LaneModel {
        invocation,
        warp,
        lane,
        state,
        variables: known,
    }
}

fn is_part(name: &str, of: &str) -> bool {
    let rest = name.strip_prefix(of);
    rest.is_some_and(|rest| rest.starts_with(['.', '[']))
}

/// Returns names and values of a variable: a scalar, a vector in brackets, or each part of a larger type.
fn shown_variable(variable: &Variable, bits: impl Fn(u32) -> u32) -> Vec<(String, String)> {
    let name = &variable.name;
    let Some(layout) = &variable.layout else {
        let scalar = variable.scalar.unwrap_or(ScalarType::U32);
        return vec![(name.clone(), in_register(scalar).show(bits(0)))];
    };
    let places = layout.places(variable.words as usize);
    let mut shown: Vec<(String, Vec<String>)> = Vec::new();
    for (word, place) in (0..).zip(&places) {
        let value = in_register(place.scalar).show(bits(word));
        let (path, is_component) = split(place);
        match shown.last_mut() {
            Some((last, values)) if is_component && *last == path => values.push(value),
            _ => shown.push((path, vec![value])),
        }
    }
    let more = shown.len().saturating_sub(MOST_PARTS);
    shown.truncate(MOST_PARTS);
    let row = |(path, values): (String, Vec<String>)| {
        let value = match values.as_slice() {
            [one] => one.clone(),
            many => format!("({})", many.join(", ")),
        };
        (format!("{name}{path}"), value)
    };
    let mut rows: Vec<(String, String)> = shown.into_iter().map(row).collect();
    if more > 0 {
        rows.push((format!("{name} …"), format!("+ {more}")));
    }
    rows
}

/// Splits the path of a component of a vector from the vector's; true if it is one.
fn split(place: &Place) -> (String, bool) {
    match place.path.rsplit_once('.') {
        Some((vector, component)) if component.len() == 1 && "xyzw".contains(component) => {
            (vector.to_owned(), true)
        }
        _ => (place.path.clone(), false),
    }
}

/// Returns the type that a register has for a scalar: 16-bit floats are held as 32-bit floats.
const fn in_register(scalar: ScalarType) -> ScalarType {
    match scalar {
        ScalarType::F16 => ScalarType::F32,
        other => other,
    }
}

/// A built-in value that follows from a lane's place in the dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    GlobalInvocationId,
    LocalInvocationId,
    LocalInvocationIndex,
    WorkgroupId,
}

impl BuiltIn {
    const ALL: [(&str, BuiltIn); 4] = [
        ("global_invocation_id", BuiltIn::GlobalInvocationId),
        ("local_invocation_id", BuiltIn::LocalInvocationId),
        ("local_invocation_index", BuiltIn::LocalInvocationIndex),
        ("workgroup_id", BuiltIn::WorkgroupId),
    ];

    /// Returns its components in a lane, by the lane's index in the workgroup.
    pub fn of(self, trace: &Trace, invocation: u32) -> Vec<u32> {
        let [x, y, _] = trace.workgroup_size.map(|size| size.max(1));
        let local = [invocation % x, invocation / x % y, invocation / x / y];
        match self {
            BuiltIn::LocalInvocationIndex => vec![invocation],
            BuiltIn::LocalInvocationId => local.to_vec(),
            BuiltIn::WorkgroupId => trace.workgroup_id.to_vec(),
            BuiltIn::GlobalInvocationId => (0..3)
                .map(|axis| trace.workgroup_id[axis] * trace.workgroup_size[axis] + local[axis])
                .collect(),
        }
    }
}

fn shown_built_in(trace: &Trace, built_in: BuiltIn, invocation: u32) -> String {
    let parts: Vec<String> = built_in
        .of(trace, invocation)
        .iter()
        .map(u32::to_string)
        .collect();
    match parts.as_slice() {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    }
}

/// Returns the parameters and members that a text declares as built-in values: `@builtin(workgroup_id) group: vec3u`.
pub fn built_ins(source: &str) -> Vec<(String, BuiltIn)> {
    let mut found: Vec<(String, BuiltIn)> = Vec::new();
    for part in source.split("@builtin").skip(1) {
        let declared = part.trim_start().strip_prefix('(').and_then(|rest| {
            let (kind, rest) = rest.split_once(')')?;
            let kind = kind.trim().trim_end_matches(',').trim_end();
            let built_in = BuiltIn::ALL.into_iter().find(|(name, _)| *name == kind)?.1;
            let (name, _) = rest.split_once(':')?;
            let name = name.trim();
            let is_name = name
                .chars()
                .all(|each| each.is_alphanumeric() || each == '_');
            (is_name && !name.is_empty()).then(|| (name.to_owned(), built_in))
        });
        if let Some((name, built_in)) = declared
            && !found.iter().any(|(known, _)| *known == name)
        {
            found.push((name, built_in));
        }
    }
    found
}
