//! Writes steps and their events into a trace, in the packed form.

use super::lane_span::LaneSpan;
use super::others::{ChangedWord, OthersChanges};
use super::packed::*;
use super::stored::Trace;
use super::words::Words;
use crate::lanes::{ActiveMask, LaneValues};
use crate::program::{Access, BarrierKind};
use std::collections::HashMap;

/// Writes steps and their events into a trace.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) trace: Trace,
    round: Option<u32>,
    /// The mask of the step, and the index of each mask in the table.
    whole: ActiveMask,
    numbers: HashMap<ActiveMask, u32>,
    /// The places of lists of addresses, and of gaps, by their hash; of those with equal hashes the last one.
    places: HashMap<u64, u32>,
    gap_places: HashMap<u64, u32>,
    /// Size of the words that other workgroups have changed.
    others_bytes: u64,
}

impl Writer {
    /// Creates a writer for a trace without steps.
    pub(crate) fn new(trace: Trace) -> Self {
        Writer {
            trace,
            round: None,
            whole: ActiveMask::NONE,
            numbers: HashMap::new(),
            places: HashMap::new(),
            gap_places: HashMap::new(),
            others_bytes: 0,
        }
    }

    /// Returns true if no more steps fit: the trace has reached its limit of steps or bytes, or the range of its
    /// numbers.
    pub(crate) fn is_full(&self, steps: usize, bytes: u64) -> bool {
        let trace = &self.trace;
        let words = (trace.lists.len() + trace.events.len()) as u64;
        let size = 4 * words + (size_of::<PackedStep>() * trace.steps.len()) as u64 + self.others_bytes;
        trace.steps.len() >= steps.min(u32::MAX as usize) || words > u64::from(u32::MAX) / 2 || size >= bytes
    }

    pub(crate) fn step(&mut self, warp: u32, statement: u32, mask: ActiveMask, round: u32) {
        if self.round != Some(round) {
            self.round = Some(round);
            self.trace.rounds.push(self.trace.steps.len() as u32);
        }
        self.whole = mask;
        let mask = self.number(mask);
        self.trace.events.make_room();
        self.trace.steps.push(PackedStep {
            first_event: self.trace.events.end(),
            mask,
            place: statement << WARP_BITS | warp,
        });
    }

    pub(crate) fn diverge(&mut self, first: ActiveMask, waiting: ActiveMask) {
        let fields = [(FIRST, self.number(first)), (WAITING, self.number(waiting))];
        self.head(DIVERGE, &fields);
    }

    pub(crate) fn reconverge(&mut self, mask: ActiveMask) {
        self.masked(RECONVERGE, mask, &[]);
    }

    pub(crate) fn finish_lanes(&mut self, mask: ActiveMask) {
        self.masked(RETURN, mask, &[]);
    }

    pub(crate) fn iterate(&mut self, number: u32, iteration: u32) {
        self.head(ITERATE, &[(LOOP, number), (ITERATION, iteration)]);
    }

    pub(crate) fn arrive(&mut self, kind: BarrierKind) {
        let kind = match kind {
            BarrierKind::Workgroup => 0,
            BarrierKind::Storage => 1,
            BarrierKind::Both => 2,
            BarrierKind::Texture => 3,
            BarrierKind::Grid => 4,
        };
        self.trace.events.push(ARRIVE | kind << KIND.at);
    }

    pub(crate) fn release(&mut self) {
        self.trace.events.push(RELEASE);
    }

    /// Records words of a memory that other workgroups have changed before the next step.
    pub(crate) fn changed_by_others(&mut self, memory: u32, words: Vec<ChangedWord>) {
        if self.trace.truncated || self.trace.is_empty() {
            return;
        }
        self.others_bytes += size_of_val(&words[..]) as u64;
        self.trace.others.push(OthersChanges {
            step: self.trace.steps.len() as u32 - 1,
            memory,
            words,
        });
    }

    /// Writes a request. `changes` has (old, new) of each lane for the first word, then for the second, and so on;
    /// empty for a load.
    pub(crate) fn request(
        &mut self,
        access: Access,
        memory: u32,
        span: LaneSpan,
        mask: ActiveMask,
        addresses: &[u32],
        changes: &[(u32, u32)],
    ) {
        let tag = match access {
            Access::Load => LOAD,
            Access::Store => STORE,
            Access::Atomic => ATOMIC,
        };
        let values = compact(addresses);
        let near = match values {
            LaneValues::Affine { step, .. } => near(step),
            _ => None,
        };
        let gaps = match values {
            LaneValues::List(list) => gaps(list),
            _ => None,
        };
        let gaps = gaps.map(|gaps| self.place_of_gaps(&gaps));
        let kind = near.map_or(kind(&values), |_| NEAR);
        let in_head = gaps.map_or(0, |place| (place + 1).min(STEP.beyond()));
        let step = near.unwrap_or(in_head);
        let small = kind << VALUES.at | step << STEP.at;
        self.masked(tag | small, mask, &[(MEMORY, memory), (WORDS, span.number())]);
        match values {
            LaneValues::Affine { base, .. } if near.is_some() => self.trace.events.push(base),
            LaneValues::List(list) => match gaps {
                Some(place) => {
                    self.trace.events.push(list[0]);
                    if in_head == STEP.beyond() {
                        self.trace.events.push(place);
                    }
                }
                None => {
                    let place = place_of(list, &mut self.trace.lists, &mut self.places);
                    self.trace.events.push(place);
                }
            },
            values => self.values(values),
        }
        self.trace
            .events
            .extend(changes.iter().flat_map(|&(old, new)| [old, new]));
    }

    /// Writes new values of a variable's word in the lanes of `mask`.
    pub(crate) fn assign(&mut self, variable: u32, word: u32, mask: ActiveMask, old: &[u32], new: &[u32]) {
        let (old, new) = (compact(old), compact(new));
        let small = kind(&old) << OLD_VALUES.at | kind(&new) << VALUES.at;
        self.masked(ASSIGN | small, mask, &[(VARIABLE, variable), (WORD, word)]);
        self.values(old);
        self.values(new);
    }

    /// Writes an event of some lanes. Most are of the lanes that the step began with, and need no mask.
    #[inline(never)]
    fn masked(&mut self, head: u32, mask: ActiveMask, fields: &[(Field, u32)]) {
        if mask == self.whole {
            self.head(head | 1 << WHOLE.at, fields);
        } else {
            self.head(head, fields);
            let number = self.number(mask);
            self.trace.events.push(number);
        }
    }

    #[inline(never)]
    fn head(&mut self, mut head: u32, fields: &[(Field, u32)]) {
        for &(field, number) in fields {
            head |= number.min(field.beyond()) << field.at;
        }
        let beyond = fields.iter().filter(|(field, number)| *number >= field.beyond());
        self.trace.events.push(head);
        self.trace.events.extend(beyond.map(|&(_, number)| number));
    }

    fn number(&mut self, mask: ActiveMask) -> u32 {
        let masks = &mut self.trace.masks;
        *self.numbers.entry(mask).or_insert_with(|| {
            masks.push(mask);
            masks.len() as u32 - 1
        })
    }

    fn place_of_gaps(&mut self, gaps: &[u8]) -> u32 {
        let (table, hash) = (&mut self.trace.gaps, hash(gaps));
        if let Some(&place) = self.gap_places.get(&hash)
            && table.get(place as usize..place as usize + gaps.len()) == Some(gaps)
        {
            return place;
        }
        let place = table.len() as u32;
        table.extend_from_slice(gaps);
        self.gap_places.insert(hash, place);
        place
    }

    fn values(&mut self, values: LaneValues<'_>) {
        let events = &mut self.trace.events;
        match values {
            LaneValues::Uniform(value) => events.push(value),
            LaneValues::Affine { base, step } => events.extend([base, step]),
            LaneValues::Gaps { base, .. } => events.push(base),
            LaneValues::List(values) => events.extend(values.iter().copied()),
        }
    }
}

/// Returns the place of a list of addresses, which is reused: loops repeat the same lists. Only the last block is
/// searched.
fn place_of(list: &[u32], lists: &mut Words, places: &mut HashMap<u64, u32>) -> u32 {
    if lists.make_room() {
        places.clear();
    }
    let hash = hash(list);
    if let Some(&place) = places.get(&hash)
        && lists.get(place, list.len()) == Some(list)
    {
        return place;
    }
    let place = lists.end();
    lists.extend(list.iter().copied());
    places.insert(hash, place);
    place
}

fn hash<T: Copy + Into<u64>>(list: &[T]) -> u64 {
    list.iter().fold(list.len() as u64, |hash, &word| {
        (hash.rotate_left(5) ^ word.into()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Returns the distances in words of addresses that rise slowly; `None` for others.
fn gaps(addresses: &[u32]) -> Option<Vec<u8>> {
    let gap = |pair: &[u32]| {
        let bytes = pair[1].checked_sub(pair[0])?;
        let word = bytes.is_multiple_of(4).then_some(bytes / 4)?;
        u8::try_from(word).ok()
    };
    addresses.windows(2).map(gap).collect()
}

const fn kind(values: &LaneValues<'_>) -> u32 {
    match values {
        LaneValues::Uniform(_) => UNIFORM,
        LaneValues::Affine { .. } => AFFINE,
        LaneValues::Gaps { .. } | LaneValues::List(_) => LIST,
    }
}

fn compact(values: &[u32]) -> LaneValues<'_> {
    match *values {
        [] => LaneValues::List(values),
        [first] => LaneValues::Uniform(first),
        [first, second, ..] => {
            let step = second.wrapping_sub(first);
            let affine = values.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step);
            match (affine, step) {
                (true, 0) => LaneValues::Uniform(first),
                (true, _) => LaneValues::Affine { base: first, step },
                (false, _) => LaneValues::List(values),
            }
        }
    }
}
