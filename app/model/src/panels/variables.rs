//! The state of one lane at one moment: its variables, its built-in values, and how expressions name them.

use crate::panels::lanes::LaneState;
use simt::{Cursor, Layout, Place, ScalarType, Target, TargetRoot, Trace, Variable, WarpStatus};

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

/// Returns a lane with the built-in values that the text names, and all variables in scope that have a value.
pub fn lane(source: &str, cursor: &Cursor, warp: u32, lane: u32, state: LaneState) -> LaneModel {
    let trace = cursor.trace();
    let invocation = warp * trace.warp_width + lane;
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (name, built_in) in built_ins(source) {
        pairs.push((name, shown_built_in(trace, built_in, invocation)));
    }
    let current = statement_start(cursor, warp);
    let is_in_scope = |variable: &Variable| match (variable.scope, current) {
        (Some((start, end)), Some(current)) => (start..end).contains(&current),
        (scope, _) => scope.is_none(),
    };
    for (index, variable) in trace.variables.iter().enumerate() {
        if !is_in_scope(variable) || !cursor.has_value(warp, index) {
            continue;
        }
        let bits = |word| cursor.variable(warp, index, word, lane).unwrap_or(0);
        // A later variable of the same name hides the earlier one.
        let is_same = |name: &str| name == variable.name || is_part(name, &variable.name);
        pairs.retain(|(name, _)| !is_same(name));
        pairs.extend(match &variable.target {
            None => shown_variable(variable, bits),
            Some(target) => shown_pointer(cursor, (warp, lane), variable, target, bits(0)),
        });
    }
    LaneModel {
        invocation,
        warp,
        lane,
        state,
        variables: pairs,
    }
}

/// Returns the place in the text of the warp's next statement.
fn statement_start(cursor: &Cursor, warp: u32) -> Option<u32> {
    let step = match cursor.warp(warp).status {
        WarpStatus::Running { step } | WarpStatus::AtBarrier { step } => step,
        WarpStatus::Finished => return None,
    };
    cursor.trace().statement(step).map(|statement| statement.start)
}

fn is_part(name: &str, whole: &str) -> bool {
    let name = name.trim_start_matches(['(', '*']);
    let rest = name.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[', ')']))
}

/// Returns the place that a pointer leads to, and the values there. `index` is the pointer's value.
fn shown_pointer(
    cursor: &Cursor,
    (warp, lane): (u32, u32),
    pointer: &Variable,
    target: &Target,
    index: u32,
) -> Vec<(String, String)> {
    let trace = cursor.trace();
    // An index out of bounds is a very large number, which leads to no place.
    let place = |layout: &Layout, start: u32| {
        let byte = u64::from(start) + u64::from(index);
        layout.path_at(byte).map(|path| (path, byte))
    };
    let inner = target.layout.path_at(0).unwrap_or_default();
    let named = |name: &str, base: &Option<(String, u64)>| {
        let path = base.as_ref().map(|(path, _)| path.as_str());
        let path = path.map(|path| path.strip_suffix(&inner).unwrap_or(path));
        let address = format!("&{name}{}", path.unwrap_or("[?]"));
        (pointer.name.clone(), address)
    };
    // The words of a large array are in the table of the memory.
    let places = if target.layout.is_sized_by_buffer() {
        Vec::new()
    } else {
        target.layout.places(MOST_PARTS)
    };
    let (address, values) = match target.root {
        TargetRoot::Memory { memory, byte } => {
            let Some(traced) = trace.memories.get(memory as usize) else {
                return Vec::new();
            };
            let base = place(&traced.layout, byte);
            let words = cursor.memory(memory as usize);
            let value = |place: &Place| {
                let byte = base.as_ref()?.1 + u64::from(place.offset);
                let word = u32::try_from(byte / 4).ok()?.checked_sub(traced.first_word)?;
                let bits = *words.get(word as usize)?;
                Some(place.scalar.show_one(bits >> (8 * (byte % 4))))
            };
            let values: Option<Vec<String>> = places.iter().map(value).collect();
            (named(&traced.name, &base), values)
        }
        TargetRoot::Variable { variable, word } => {
            let Some(owner) = trace.variables.get(variable as usize) else {
                return Vec::new();
            };
            let first = word.checked_add(index).filter(|word| *word < owner.words);
            let path = first.and_then(|first| match &owner.layout {
                Some(layout) => {
                    let places = layout.places(owner.words as usize);
                    places.get(first as usize).map(|place| place.path.clone())
                }
                None => Some(String::new()),
            });
            let value = |(word, place): (u32, &Place)| {
                let word = first?.checked_add(word)?;
                let bits = cursor.variable(warp, variable as usize, word, lane)?;
                Some(in_register(place.scalar).show(bits))
            };
            let values: Option<Vec<String>> = (0..).zip(&places).map(value).collect();
            (named(&owner.name, &path.map(|path| (path, 0))), values)
        }
    };
    let whole = match places.as_slice() {
        [place] if place.path.is_empty() => format!("*{}", pointer.name),
        _ => format!("(*{})", pointer.name),
    };
    let mut rows = vec![address];
    rows.extend(shown_parts(&whole, &places, values.unwrap_or_default()));
    rows
}

/// Returns names and values of a variable: a scalar, a vector in brackets, or each part of a larger type.
fn shown_variable(variable: &Variable, bits: impl Fn(u32) -> u32) -> Vec<(String, String)> {
    let name = &variable.name;
    let Some(layout) = &variable.layout else {
        let scalar = variable.scalar.unwrap_or(ScalarType::U32);
        return vec![(name.clone(), in_register(scalar).show(bits(0)))];
    };
    let places = layout.places(variable.words as usize);
    let values = (0..).zip(&places);
    let values = values.map(|(word, place)| in_register(place.scalar).show(bits(word)));
    shown_parts(name, &places, values.collect())
}

/// Returns names and values of the parts of a value: vectors are one part.
fn shown_parts(name: &str, places: &[Place], values: Vec<String>) -> Vec<(String, String)> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for (place, value) in places.iter().zip(values) {
        let (path, is_component) = split(place);
        match parts.last_mut() {
            Some((last, values)) if is_component && *last == path => values.push(value),
            _ => parts.push((path, vec![value])),
        }
    }
    let more = parts.len().saturating_sub(MOST_PARTS);
    parts.truncate(MOST_PARTS);
    let row = |(path, values): (String, Vec<String>)| {
        let value = match values.as_slice() {
            [one] => one.clone(),
            many => format!("({})", many.join(", ")),
        };
        (format!("{name}{path}"), value)
    };
    let mut rows: Vec<(String, String)> = parts.into_iter().map(row).collect();
    if more > 0 {
        rows.push((format!("{name} …"), format!("+ {more}")));
    }
    rows
}

/// Splits the path of a component of a vector from the vector's; true if it is one.
fn split(place: &Place) -> (String, bool) {
    match place.path.rsplit_once('.') {
        Some((vector, component)) if component.len() == 1 && "xyzw".contains(component) => (vector.to_owned(), true),
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

    /// Returns the built-in value of a name of WGSL.
    pub fn of_name(name: &str) -> Option<Self> {
        let row = Self::ALL.into_iter().find(|(each, _)| *each == name);
        row.map(|(_, built_in)| built_in)
    }

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
    let parts: Vec<String> = built_in.of(trace, invocation).iter().map(u32::to_string).collect();
    match parts.as_slice() {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    }
}

/// Returns the parameters and members that a text declares as built-in values: `@builtin(workgroup_id) group: vec3u`.
pub fn built_ins(source: &str) -> Vec<(String, BuiltIn)> {
    let mut named: Vec<(String, BuiltIn)> = Vec::new();
    for part in source.split("@builtin").skip(1) {
        let declared = part.trim_start().strip_prefix('(').and_then(|rest| {
            let (kind, rest) = rest.split_once(')')?;
            let kind = kind.trim().trim_end_matches(',').trim_end();
            let built_in = BuiltIn::of_name(kind)?;
            let (name, _) = rest.split_once(':')?;
            let name = name.trim();
            let is_name = name.chars().all(|each| each.is_alphanumeric() || each == '_');
            (is_name && !name.is_empty()).then(|| (name.to_owned(), built_in))
        });
        if let Some((name, built_in)) = declared
            && !named.iter().any(|(each, _)| *each == name)
        {
            named.push((name, built_in));
        }
    }
    named
}
