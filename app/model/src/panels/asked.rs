//! The memory requests of one press: each load, store and atomic instruction, split into the parts that the machine
//! serves together.

use simt::{Access, Cursor, Frame, Grain, Machine, RequestPart, Space, Trace};

/// One memory instruction of one warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub warp: u32,
    pub access: Access,
    pub space: Space,
    /// The variable's name.
    pub name: String,
    pub parts: Vec<RequestPart>,
}

impl Asked {
    /// Returns the number of lanes that access memory.
    pub fn lanes(&self) -> u32 {
        self.parts.iter().map(|part| part.asking.count()).sum()
    }
}

/// The cost of requests to one kind of memory.
pub trait RequestCost: Copy + Default {
    const SPACE: Space;

    fn of(asked: &Asked, machine: &Machine) -> Self;

    /// Returns the sum of both costs.
    fn and(self, other: &Self) -> Self;
}

/// The requests of one press to one kind of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requests<C> {
    pub asked: Vec<Asked>,
    /// The cost of each request, in the order of `asked`.
    pub costs: Vec<C>,
    pub machine: Machine,
}

impl<C: RequestCost> Requests<C> {
    pub fn new(trace: &Trace, frame: &Frame, machine: &Machine) -> Self {
        let asked = asked(trace, frame, machine, C::SPACE);
        Requests {
            costs: asked.iter().map(|asked| C::of(asked, machine)).collect(),
            asked,
            machine: machine.clone(),
        }
    }

    /// Returns the sum of all costs of this press.
    pub fn total(&self) -> C {
        self.costs.iter().fold(C::default(), C::and)
    }
}

/// Returns the requests of `frame` to memory in `space`, ordered by warp and then by time.
pub fn asked(trace: &Trace, frame: &Frame, machine: &Machine, space: Space) -> Vec<Asked> {
    let mut all = Vec::new();
    for position in frame.steps.clone() {
        let Some(step) = trace.step(position) else {
            continue;
        };
        for request in trace.requests(position) {
            let memory = trace.memories.get(request.memory as usize);
            let Some(memory) = memory.filter(|memory| memory.space == space) else {
                continue;
            };
            all.push(Asked {
                warp: step.warp,
                access: request.access,
                space,
                name: memory.name.clone(),
                parts: request.parts(machine),
            });
        }
    }
    // Warps of one round may run in any order, so sort them.
    all.sort_by_key(|asked| asked.warp);
    all
}

/// Returns the warps with requests, rising.
pub fn warps(asked: &[Asked]) -> Vec<u32> {
    let mut warps: Vec<u32> = asked.iter().map(|asked| asked.warp).collect();
    warps.dedup();
    warps
}

/// Returns the wanted warp if it has a request; else the warp with the most active lanes, the first one of a tie.
pub fn shown_warp(asked: &[Asked], wanted: Option<u32>) -> Option<u32> {
    let warps = warps(asked);
    if let Some(wanted) = wanted.filter(|wanted| warps.contains(wanted)) {
        return Some(wanted);
    }
    let lanes = |warp: u32| -> u32 {
        let of_warp = asked.iter().filter(|asked| asked.warp == warp);
        of_warp.map(Asked::lanes).sum()
    };
    warps.into_iter().rev().max_by_key(|&warp| lanes(warp))
}

/// A later position whose next statement accesses a kind of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The press number as the slider counts it; `None` if the selected step size does not stop there.
    pub press: Option<usize>,
    pub position: usize,
}

/// Finds the first stop after the cursor at which the next statement accesses `space`. If the step size stops at no
/// such statement, returns the first such statement.
pub fn ahead(cursor: &Cursor, grain: Grain, space: Space) -> Option<Ahead> {
    let trace = cursor.trace();
    if trace.memories.iter().all(|memory| memory.space != space) {
        return None;
    }
    let stop = first_asking(cursor, grain, space);
    let stop = stop.map(|(press, position)| Ahead {
        press: Some(press),
        position,
    });
    stop.or_else(|| {
        let (_, position) = first_asking(cursor, Grain::Statement, space)?;
        Some(Ahead { press: None, position })
    })
}

/// Returns number and position of the first stop after the cursor's at which a step of the frame accesses `space`.
fn first_asking(cursor: &Cursor, grain: Grain, space: Space) -> Option<(usize, usize)> {
    let (stops, rounds) = (cursor.stops(grain), cursor.trace().rounds());
    let mut press = stops.rank(cursor.position() + 1);
    loop {
        let position = stops.at(press)?;
        let asking = cursor.asking_from(space, position)?;
        let next_round = |step: usize| rounds.partition_point(|&first| first as usize <= step);
        let (end, first) = match grain {
            Grain::Warp => (position + 1, asking),
            Grain::Statement | Grain::Iteration | Grain::Barrier => {
                let end = rounds.get(next_round(position));
                let first = next_round(asking).checked_sub(1).and_then(|round| rounds.get(round));
                (
                    end.map_or(cursor.end(), |&end| end as usize),
                    first.map_or(asking, |&first| first as usize),
                )
            }
        };
        if asking < end {
            return Some((press, position));
        }
        // No request comes before that step, so the stop is in the step's own round or later.
        press = (press + 1).max(stops.rank(first));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;

    /// Finds the same stop by checking every step of every later stop.
    fn found_step_by_step(cursor: &Cursor, grain: Grain, space: Space) -> Option<(usize, usize)> {
        let trace = cursor.trace();
        let asks = |step: usize| {
            let mut requests = trace.requests(step);
            requests.any(|request| trace.memories[request.memory as usize].space == space)
        };
        let mut cursor = cursor.clone();
        let stops = cursor.clone();
        let stops = stops.stops(grain);
        (stops.rank(cursor.position() + 1)..stops.count()).find_map(|press| {
            let position = stops.at(press)?;
            cursor.seek(position);
            let mut steps = cursor.frame(grain).steps;
            steps.any(asks).then_some((press, position))
        })
    }

    #[test]
    fn the_next_stop_that_asks_is_found_without_looking_at_each() {
        for name in ["reduce_shared_sequential", "reduce_neighbored", "matmul_tile_rows"] {
            let kernel = lessons::GalleryKernel::by_name(name).expect("in the gallery");
            let size = kernel.task.nearest(lessons::Size::fixed(128, 128));
            let mut playback = samples::playback(name, size.n(), size.block());
            let end = playback.cursor.end();
            for position in (0..=end).step_by(end / 40 + 1).chain([end - 1, end]) {
                playback.cursor.seek(position);
                for grain in [Grain::Warp, Grain::Statement, Grain::Iteration, Grain::Barrier] {
                    for space in [Space::Storage, Space::Workgroup, Space::Uniform] {
                        assert_eq!(
                            first_asking(&playback.cursor, grain, space),
                            found_step_by_step(&playback.cursor, grain, space),
                            "{name} at {position}, {grain:?}, {space:?}"
                        );
                    }
                }
            }
        }
    }
}
