//! The followed block's contributions to a counter, by iteration of its loop and by warp, from the trace.

use super::Making;
use crate::run::playback::Playback;
use simt::{Access, Event, LoadGranularity, Machine, Request, ScalarType, StatementMetrics};
use std::collections::{BTreeMap, BTreeSet};

/// The contribution of a part of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub of: Part,
    /// The factor or the divisor, and the part of the counter: see [`super::Row`].
    pub times: u64,
    pub gives: u64,
}

/// A part of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// An iteration of the loop, from 1, with the loop's variable and its value; 0 outside the loop.
    Iteration {
        number: u32,
        variable: Option<(String, String)>,
    },
    Warp(u32),
}

impl Part {
    const fn is_outside(&self) -> bool {
        matches!(self, Part::Iteration { number: 0, .. })
    }
}

/// Consecutive parts with the same contribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch<'a> {
    pub first: &'a Share,
    pub last: &'a Share,
    pub count: u64,
}

/// This many or more equal parts are shown in one line.
const MANY: usize = 8;

/// Groups the parts; long runs of equal ones are joined.
pub fn stretches(shares: &[Share]) -> Vec<Stretch<'_>> {
    let same = |a: &Share, b: &Share| !a.of.is_outside() && (a.times, a.gives) == (b.times, b.gives);
    shares
        .chunk_by(same)
        .flat_map(|alike| match alike.len() {
            MANY.. => vec![alike],
            _ => alike.chunks(1).collect(),
        })
        .filter_map(|alike| {
            Some(Stretch {
                first: alike.first()?,
                last: alike.last()?,
                count: alike.len() as u64,
            })
        })
        .collect()
}

/// A counter whose contributions are searched for.
#[derive(Clone, Copy)]
pub(super) struct Searched<'a> {
    pub making: Making,
    pub access: Access,
    pub machine: &'a Machine,
    /// The counts of each statement, over all blocks that ran.
    pub statements: &'a [StatementMetrics],
}

/// Returns the contributions of each iteration (none if the block has no loop) and of each warp (none if it has one), in
/// order.
pub(super) fn shares(playback: &Playback, searched: Searched<'_>) -> (Vec<Share>, Vec<Share>) {
    let trace = playback.trace();
    let stride_loop = playback.stride_loop.as_ref();
    let variable = stride_loop
        .and_then(|stride_loop| stride_loop.variable)
        .and_then(|index| Some((index, trace.variables.get(index)?)));
    let mut iterations: BTreeMap<u32, Share> = BTreeMap::new();
    let mut warps: BTreeMap<u32, Share> = BTreeMap::new();
    // The iteration of each warp, and the value of its loop variable.
    let mut current = vec![(0, None); trace.warps as usize];
    for (number, step) in trace.steps().enumerate() {
        let Some((iteration, value)) = current.get_mut(step.warp as usize) else {
            continue;
        };
        let inside = stride_loop.is_some_and(|stride_loop| {
            let statement = trace.statement(number);
            statement.is_some_and(|statement| stride_loop.lines.contains(&statement.line))
        });
        for event in trace.events(number) {
            match event {
                Event::Iterate {
                    number,
                    iteration: begun,
                } if stride_loop.is_some_and(|stride| stride.number == number as usize) => {
                    *iteration = begun;
                }
                Event::Assign(assignment) => {
                    if let Some((index, variable)) = variable
                        && assignment.variable as usize == index
                    {
                        let bits = assignment.new.of_rank(0);
                        let scalar = variable.scalar.unwrap_or(ScalarType::U32);
                        *value = Some((variable.name.clone(), scalar.show(bits)));
                    }
                }
                _ => {}
            }
        }
        let (times, gives) = contribution(playback, searched, number, step.statement);
        if times == 0 {
            continue;
        }
        let number = if inside { *iteration } else { 0 };
        let iteration = Part::Iteration {
            number,
            variable: value.clone().filter(|_| inside),
        };
        let add = |share: &mut Share| {
            share.times += times;
            share.gives += gives;
        };
        let none = |of| Share { of, times: 0, gives: 0 };
        add(iterations.entry(number).or_insert_with(|| none(iteration)));
        let warp = Part::Warp(step.warp);
        add(warps.entry(step.warp).or_insert_with(|| none(warp)));
    }
    let iterations = match stride_loop {
        Some(_) => iterations.into_values().collect(),
        None => Vec::new(),
    };
    let warps = match trace.warps {
        ..=1 => Vec::new(),
        _ => warps.into_values().collect(),
    };
    (iterations, warps)
}

/// Returns (factor, contribution) of one step.
fn contribution(playback: &Playback, searched: Searched<'_>, number: usize, statement: u32) -> (u64, u64) {
    let trace = playback.trace();
    let counted = searched.statements.get(statement as usize);
    // Each execution of a statement makes the same number of branches.
    let branches = counted.map_or(0, |counted| counted.branches / counted.executions.max(1));
    let events = |is_counted: fn(&Event<'_>) -> bool| trace.events(number).filter(is_counted).count() as u64;
    let once = |gives: u64| (u64::from(gives > 0), gives);
    match searched.making {
        Making::Branches => once(branches),
        Making::Divergent => {
            let divergent = events(|event| matches!(event, Event::Diverge { .. }));
            (branches, divergent.min(branches))
        }
        Making::Waits => once(events(|event| matches!(event, Event::Arrive { .. }))),
        Making::Requests | Making::Transactions | Making::Bytes => {
            let requests = trace.requests(number);
            let requests = requests.filter(|request| request.access == searched.access);
            let costs = requests.filter_map(|request| cost(playback, searched.machine, &request));
            let all = costs.fold(Cost::default(), Cost::add);
            match searched.making {
                Making::Requests => once(all.requests),
                Making::Transactions => (all.requests, all.lines),
                _ => (all.moved, all.asked),
            }
        }
        Making::Lanes | Making::Instructions => (0, 0),
    }
}

/// The cost of requests to storage memory; sizes in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    requests: u64,
    lines: u64,
    asked: u64,
    moved: u64,
}

impl Cost {
    fn add(self, other: Cost) -> Cost {
        Cost {
            requests: self.requests + other.requests,
            lines: self.lines + other.lines,
            asked: self.asked + other.asked,
            moved: self.moved + other.moved,
        }
    }
}

/// Returns the cost of a request; `None` if it is not to storage memory.
fn cost(playback: &Playback, machine: &Machine, request: &Request<'_>) -> Option<Cost> {
    let lines = pieces(playback, machine, request, machine.line_bytes);
    let sectors = pieces(playback, machine, request, machine.sector_bytes);
    let (count, touched) = (lines.len() as u64, lines.iter().sum());
    let moved = match (request.access, machine.loads) {
        (Access::Load, LoadGranularity::Lines) => touched * u64::from(machine.line_bytes),
        _ => sectors.iter().sum::<u64>() * u64::from(machine.sector_bytes),
    };
    (count > 0).then_some(Cost {
        requests: count,
        lines: touched,
        asked: u64::from(request.bytes) * u64::from(request.mask.count()),
        moved,
    })
}

/// Returns the fewest and the most lines that one request of a source line accesses.
pub(super) fn ranges(playback: &Playback, machine: &Machine, access: Access) -> BTreeMap<u32, (u64, u64)> {
    let mut ranges: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for number in 0..playback.trace().len() {
        let Some(statement) = playback.trace().statement(number) else {
            continue;
        };
        let requests = playback.trace().requests(number);
        for request in requests.filter(|request| request.access == access) {
            for lines in pieces(playback, machine, &request, machine.line_bytes) {
                let range = ranges.entry(statement.line).or_insert((lines, lines));
                *range = (range.0.min(lines), range.1.max(lines));
            }
        }
    }
    ranges
}

/// Returns the number of lines or sectors, of `bytes` each, that each group of lanes accesses which memory serves together.
/// Returns an empty list for a request that is not to storage memory.
fn pieces(playback: &Playback, machine: &Machine, request: &Request<'_>, bytes: u32) -> Vec<u64> {
    let storage = playback
        .trace()
        .memories
        .get(request.memory as usize)
        .is_some_and(|memory| memory.space == simt::Space::Storage);
    if !storage {
        return Vec::new();
    }
    let mut groups: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for (lane, address) in request.addresses.lanes(request.mask) {
        let touched = groups.entry(lane / machine.request_lanes.max(1)).or_default();
        let last = address + request.bytes.max(1) - 1;
        touched.extend(address / bytes..=last / bytes);
    }
    groups.values().map(|touched| touched.len() as u64).collect()
}
