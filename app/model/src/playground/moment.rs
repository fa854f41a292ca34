//! The moment of a finding: the steps of the shown block in which it happens.

use simt::{Event, Finding, FindingKind, Layout, Trace};

/// The steps of a finding's accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// The steps, as positions in the trace, rising.
    pub steps: Vec<usize>,
    /// A block that has a part of it and is not shown.
    pub block: Option<u32>,
}

/// An access of which a finding speaks.
struct Sought<'f> {
    block: u32,
    thread: Option<u32>,
    line: u32,
    /// The variable and, if it is known, the element.
    place: Option<(&'f str, Option<u32>)>,
    is_in_bounds: bool,
}

/// Returns the first step of each access of a finding, as far as they are in the block that the trace shows.
pub fn moments(trace: &Trace, shown_block: u32, finding: &Finding) -> Moments {
    let access = Sought {
        block: finding.workgroup,
        thread: Some(finding.invocation),
        line: finding.line,
        place: finding.kind.variable().map(|variable| (variable, None)),
        is_in_bounds: !matches!(
            finding.kind,
            FindingKind::OutOfBounds { .. } | FindingKind::DiscardedRead { .. }
        ),
    };
    let sought = match finding.kind.conflict() {
        None => vec![access],
        Some(conflict) => [&conflict.here, &conflict.there]
            .into_iter()
            .map(|party| Sought {
                block: party.workgroup,
                thread: party.invocation,
                line: party.line,
                place: Some((&conflict.variable, conflict.index)),
                is_in_bounds: true,
            })
            .collect(),
    };
    let mut moments = Moments::default();
    if let [here, there] = &sought[..]
        && here.block == shown_block
        && there.block == shown_block
        && let Some(pair) = unordered(trace, here, there)
    {
        moments.steps.extend(pair);
    }
    let is_found = !moments.steps.is_empty();
    for sought in sought {
        if sought.block == shown_block {
            moments.steps.extend(first_step(trace, &sought).filter(|_| !is_found));
        } else {
            moments.block.get_or_insert(sought.block);
        }
    }
    moments.steps.sort_unstable();
    moments.steps.dedup();
    moments
}

/// Returns the first steps of both accesses that no barrier of the block separates. In a loop these need not be the first of
/// each.
fn unordered(trace: &Trace, here: &Sought<'_>, there: &Sought<'_>) -> Option<[usize; 2]> {
    let mut barriers = 0;
    let is_release = |event| matches!(event, Event::Release);
    // The last step of each access, and the number of barriers before it.
    let mut last: [Option<(usize, u32)>; 2] = [None, None];
    for position in 0..trace.len() {
        let makes = [here, there].map(|sought| makes(trace, position, sought, Lines::Own));
        for (made, last) in makes.into_iter().zip(&mut last) {
            *last = made.then_some((position, barriers)).or(*last);
        }
        if let [Some((one, before_one)), Some((other, before_other))] = last
            && makes != [false; 2]
            && before_one == before_other
            && (one != other || makes == [true; 2])
        {
            return Some([one, other]);
        }
        barriers += u32::from(trace.events(position).any(is_release));
    }
    None
}

/// The lines in which an access may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    Own,
    /// A statement may have several lines, and its access stands in a later one than its first.
    Any,
}

/// Returns true if a step makes the access.
fn makes(trace: &Trace, position: usize, sought: &Sought<'_>, lines: Lines) -> bool {
    let width = trace.warp_width.max(1);
    let Some(step) = trace.step(position) else {
        return false;
    };
    let lanes = match sought.thread {
        Some(thread) if thread / width != step.warp => return false,
        Some(thread) => thread % width..thread % width + 1,
        None => 0..width,
    };
    let statement = trace.statement(position);
    let is_of_line = statement.is_some_and(|statement| statement.line == sought.line);
    if lines == Lines::Own && !is_of_line {
        return false;
    }
    let mut lanes = lanes.filter(|&lane| step.mask.contains(lane));
    match sought.place {
        None => lanes.next().is_some(),
        Some(place) => lanes.any(|lane| touches(trace, position, lane, place) == sought.is_in_bounds),
    }
}

/// Returns the first step in which the thread makes the access.
fn first_step(trace: &Trace, sought: &Sought<'_>) -> Option<usize> {
    let all = 0..trace.len();
    let exact = all.clone().find(|&position| makes(trace, position, sought, Lines::Own));
    exact.or_else(|| {
        let is_precise = sought.is_in_bounds && sought.place.is_some();
        all.into_iter()
            .find(|&position| is_precise && makes(trace, position, sought, Lines::Any))
    })
}

/// Returns the step of the last store to a word of a variable, if the trace has one.
pub fn last_store(trace: &Trace, variable: &str, word: u32) -> Option<usize> {
    stores(trace, variable, word).last()
}

/// Iterates over the steps with a store to a word of a variable.
pub fn stores(trace: &Trace, variable: &str, word: u32) -> impl Iterator<Item = usize> {
    let memory = trace.memories.iter().position(|each| each.name == variable);
    let is_store = move |position: &usize| {
        trace.requests(*position).any(|request| {
            let mut lanes = request.addresses.lanes(request.mask);
            Some(request.memory as usize) == memory
                && request.access.writes()
                && lanes.any(|(_, address)| (address / 4..address / 4 + request.words).contains(&word))
        })
    };
    (0..trace.len()).filter(is_store)
}

/// Returns true if a lane loads or stores the variable in a step, at the element if one is given.
fn touches(trace: &Trace, position: usize, lane: u32, (name, index): (&str, Option<u32>)) -> bool {
    trace.requests(position).any(|request| {
        let Some(memory) = trace.memories.get(request.memory as usize) else {
            return false;
        };
        let mut lanes = request.addresses.lanes(request.mask);
        let address = lanes.find_map(|(each, address)| (each == lane).then_some(address));
        let stride = match &memory.layout {
            Layout::Array { stride, .. } => (*stride).max(1),
            _ => 4,
        };
        memory.name == name && address.is_some_and(|address| index.is_none_or(|index| address / stride == index))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use simt::{Buffer, Contents, Dispatch, Machine, RunOptions};

    fn found(body: &str) -> Vec<(&'static str, Moments, Vec<u32>)> {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\nvar<workgroup> tile: array<u32, 8>;\n\
             @compute @workgroup_size(8)\nfn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) g: vec3u) {{\n{body}\n}}"
        );
        let program = simt::compile(&text, None).expect("it is valid");
        let dispatch = Dispatch {
            workgroups: [2, 1, 1],
            overrides: Default::default(),
            buffers: vec![Buffer {
                group: 0,
                binding: 0,
                contents: Contents::Zeros { words: 16 },
            }],
        };
        let options = RunOptions {
            machine: Machine::default().with_warp_width(4),
            ..RunOptions::default()
        };
        let run = simt::run(&program, &dispatch, &options).expect("it runs");
        let trace = run.trace.expect("a trace");
        let moments_of = |finding: &Finding| {
            let moments = moments(&trace, 0, finding);
            let line = |&step: &usize| trace.statement(step).map_or(0, |each| each.line);
            let lines = moments.steps.iter().map(line).collect();
            (finding.kind.name(), moments, lines)
        };
        run.findings.iter().map(moments_of).collect()
    }

    #[test]
    fn findings_lead_to_their_steps() {
        let race = found("tile[t] = t;\ndata[g.x * 8 + t] = tile[7 - t];");
        assert_eq!(race.len(), 1);
        let (kind, moments, lines) = &race[0];
        assert_eq!((*kind, moments.block), ("data_race", None));
        assert_eq!(lines, &[5, 6]);
        // The read of an iteration races with the store of the next one: a barrier separates those of one iteration.
        let (_, _, lines) = &found(
            "for (var i = 0u; i < 3u; i++) {\ntile[t] = t + i;\nworkgroupBarrier();\ndata[g.x * 8 + t] = tile[7 - t];\n}",
        )[0];
        assert_eq!(lines.len(), 2, "{lines:?}");
        // The read comes first.
        assert_eq!(lines, &[8, 6]);
        let outside = found("for (var i = 0u; i < 3u; i++) {\ndata[t + 8 * i] = 1u;\n}");
        let (_, moments, lines) = outside
            .iter()
            .find(|(kind, ..)| *kind == "out_of_bounds")
            .expect("an index out of bounds");
        // The third time that warp 0 stores.
        assert_eq!(lines, &[6]);
        assert_eq!(moments.steps.len(), 1);
        // Both blocks store the same words.
        let between = found("data[t] = g.x;");
        assert!(between.iter().any(|(_, moments, _)| moments.block == Some(1)));
    }
}
