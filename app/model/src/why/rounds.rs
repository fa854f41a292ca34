//! The followed block's requests, iteration by iteration of its loop, from the trace.

use crate::playback::Playback;
use simt::{Access, Event, Machine, Request, ScalarType};
use std::collections::{BTreeMap, BTreeSet};

/// All requests of one iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The iteration, from 1; 0 for requests outside the loop.
    pub iteration: u32,
    /// The loop's variable and its value.
    pub variable: Option<(String, String)>,
    pub requests: u64,
    pub transactions: u64,
}

/// Consecutive iterations with the same requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch<'a> {
    pub first: &'a Round,
    pub last: &'a Round,
    pub count: u64,
}

/// This many or more equal iterations are shown in one line.
const MANY: usize = 8;

/// Groups the iterations; long runs of equal ones are joined.
pub fn stretches(rounds: &[Round]) -> Vec<Stretch<'_>> {
    let same = |a: &Round, b: &Round| {
        a.iteration > 0 && (a.requests, a.transactions) == (b.requests, b.transactions)
    };
    rounds
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

/// Returns the requests of each iteration in order; empty if the block has no loop.
pub fn rounds(playback: &Playback, machine: &Machine, access: Access) -> Vec<Round> {
    let Some(stride_loop) = &playback.stride_loop else {
        return Vec::new();
    };
    let trace = playback.trace();
    let variable = stride_loop
        .variable
        .and_then(|index| Some((index, trace.variables.get(index)?)));
    let mut rounds: BTreeMap<u32, Round> = BTreeMap::new();
    // The iteration of each warp, and the value of its loop variable.
    let mut at = vec![(0, None); trace.warps as usize];
    for (number, step) in trace.steps().enumerate() {
        let Some((iteration, value)) = at.get_mut(step.warp as usize) else {
            continue;
        };
        let line = trace
            .statement(number)
            .map_or(0, |statement| statement.line);
        for event in trace.events(number) {
            match event {
                Event::Iterate {
                    number,
                    iteration: begun,
                } if number as usize == stride_loop.number => *iteration = begun,
                Event::Assign(assignment) => {
                    if let Some((index, variable)) = variable
                        && assignment.variable as usize == index
                    {
                        let bits = assignment.new.of_rank(0);
                        let scalar = variable.scalar.unwrap_or(ScalarType::U32);
                        *value = Some((variable.name.clone(), scalar.show(bits)));
                    }
                }
                Event::Request(request) if request.access == access => {
                    let inside = stride_loop.lines.contains(&line);
                    let key = if inside { *iteration } else { 0 };
                    let Some((requests, transactions)) = cost(playback, machine, &request) else {
                        continue;
                    };
                    let round = rounds.entry(key).or_insert_with(|| Round {
                        iteration: key,
                        variable: value.clone().filter(|_| inside),
                        requests: 0,
                        transactions: 0,
                    });
                    round.requests += requests;
                    round.transactions += transactions;
                }
                _ => {}
            }
        }
    }
    rounds.into_values().collect()
}

/// Returns the fewest and the most lines that one request of a source line accesses.
pub(super) fn ranges(
    playback: &Playback,
    machine: &Machine,
    access: Access,
) -> BTreeMap<u32, (u64, u64)> {
    let mut ranges: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for number in 0..playback.trace().len() {
        let Some(statement) = playback.trace().statement(number) else {
            continue;
        };
        let requests = playback.trace().requests(number);
        for request in requests.filter(|request| request.access == access) {
            for lines in lines(playback, machine, &request) {
                let range = ranges.entry(statement.line).or_insert((lines, lines));
                *range = (range.0.min(lines), range.1.max(lines));
            }
        }
    }
    ranges
}

/// Returns the number of groups of lanes that memory serves separately, and the sum of the lines that each group
/// accesses. Returns `None` for a request that is not to storage memory.
fn cost(playback: &Playback, machine: &Machine, request: &Request<'_>) -> Option<(u64, u64)> {
    let lines = lines(playback, machine, request);
    (!lines.is_empty()).then(|| (lines.len() as u64, lines.iter().sum()))
}

/// Returns the lines accessed by each group of lanes that memory serves together.
fn lines(playback: &Playback, machine: &Machine, request: &Request<'_>) -> Vec<u64> {
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
        let touched = groups
            .entry(lane / machine.request_lanes.max(1))
            .or_default();
        let last = address + 4 * request.words.max(1) - 1;
        touched.extend(address / machine.line_bytes..=last / machine.line_bytes);
    }
    groups
        .values()
        .map(|touched| touched.len() as u64)
        .collect()
}
