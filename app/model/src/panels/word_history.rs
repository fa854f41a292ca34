//! The history of one word of memory: every store of the followed block, and its loads on request, with lane, line and
//! value.

use crate::panels::array::{asked_words, word_bytes};
use simt::{Event, ScalarType, Trace};

/// The most accesses that are listed.
pub const MOST_ACCESSES: usize = 1_000;

/// The accesses that a history lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    Stores,
    LoadsAndStores,
}

/// One access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordAccess {
    /// The step of the access, as a position in the trace: the moment before it.
    pub step: usize,
    pub warp: u32,
    /// The lane in the warp, and the thread in the block.
    pub lane: u32,
    pub thread: u32,
    /// The line of the statement, from 1.
    pub line: u32,
    pub kind: AccessKind,
    /// The barriers that the warp has passed before.
    pub barriers: u32,
}

/// What an access does, with the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessKind {
    Loads { value: String },
    Stores { before: String, after: String },
}

/// The accesses to one word, in the order of their steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordHistory {
    pub name: String,
    pub word: u32,
    pub accesses: Vec<WordAccess>,
    /// All stores and all loads, listed or not.
    pub stores: usize,
    pub loads: usize,
}

/// Returns the history of a word of the picture, by the index of its memory and its index in the variable; `None` if there is
/// no such memory.
pub fn word_history(trace: &Trace, memory: usize, word: u32, listed: Listed) -> Option<WordHistory> {
    let variable = trace.memories.get(memory)?;
    let word_bytes = word_bytes(&variable.layout);
    let byte = u64::from(word) * u64::from(word_bytes);
    let scalar = variable.layout.scalar_at(byte);
    let scalar = scalar.unwrap_or(ScalarType::U32);
    // The word of 4 bytes that holds it, and its first bit there.
    let (whole, first_bit) = ((byte / 4) as u32, 8 * (byte % 4));
    let show = |bits: u32| match word_bytes {
        4 => scalar.show(bits),
        _ => scalar.show_one(bits >> first_bit),
    };
    let mut history = WordHistory {
        name: variable.name.clone(),
        word,
        accesses: Vec::new(),
        stores: 0,
        loads: 0,
    };
    let first = whole.checked_sub(variable.first_word);
    let first = first.and_then(|index| variable.initial.get(index as usize));
    let mut now = first.copied().unwrap_or(0);
    let mut barriers = vec![0; trace.warps as usize];
    for (position, step) in trace.steps().enumerate() {
        for request in trace.requests(position) {
            if request.memory as usize != memory {
                continue;
            }
            for (rank, (lane, address)) in (0..).zip(request.addresses.lanes(request.mask)) {
                if !asked_words(&request, address, word_bytes).contains(&word) {
                    continue;
                }
                let kind = if request.access.writes() {
                    history.stores += 1;
                    let Some((old, new)) = request.change(rank, whole - address / 4) else {
                        continue;
                    };
                    now = new;
                    AccessKind::Stores {
                        before: show(old),
                        after: show(new),
                    }
                } else {
                    history.loads += 1;
                    if listed == Listed::Stores {
                        continue;
                    }
                    AccessKind::Loads { value: show(now) }
                };
                if history.accesses.len() == MOST_ACCESSES {
                    continue;
                }
                history.accesses.push(WordAccess {
                    step: position,
                    warp: step.warp,
                    lane,
                    thread: step.warp * trace.warp_width + lane,
                    line: trace.statement(position).map_or(0, |statement| statement.line),
                    kind,
                    barriers: barriers[step.warp as usize],
                });
            }
        }
        let arrives = |event: &Event<'_>| matches!(event, Event::Arrive { .. });
        barriers[step.warp as usize] += trace.events(position).filter(arrives).count() as u32;
    }
    Some(history)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use simt::Grain;

    #[test]
    fn a_word_s_history_leads_from_its_first_to_its_last_value() {
        let mut playback = samples::playback("reduce_neighbored", 128, 64);
        let history_of = |playback: &crate::run::playback::Playback, word, listed| {
            word_history(playback.trace(), 0, word, listed).expect("data")
        };
        let history = history_of(&playback, 0, Listed::Stores);
        // Lane 0 adds at each of the six strides of a block of 64, and loads the word for each of them and for the result.
        assert_eq!((history.name.as_str(), history.stores), ("data", 6));
        assert_eq!((history.accesses.len(), history.loads), (6, 7));
        let is_lane_0 = |access: &WordAccess| (access.warp, access.lane) == (0, 0);
        assert!(history.accesses.iter().all(is_lane_0));
        assert!(history.accesses.is_sorted_by_key(|access| access.step));
        let barriers: Vec<u32> = history.accesses.iter().map(|access| access.barriers).collect();
        assert_eq!(barriers, [0, 1, 2, 3, 4, 5]);
        let all = history_of(&playback, 0, Listed::LoadsAndStores);
        assert_eq!(all.accesses.len(), 13);
        let mut last = None;
        for access in &all.accesses {
            let moments = match &access.kind {
                AccessKind::Loads { value } => vec![(access.step, value)],
                AccessKind::Stores { before, after } => {
                    vec![(access.step, before), (access.step + 1, after)]
                }
            };
            for (position, value) in moments {
                let view = playback.step_view(position, Grain::Warp);
                assert_eq!(view.array.show(0, 0).as_ref(), Some(value));
            }
            if let AccessKind::Stores { before, after } = &access.kind {
                assert!(last.is_none_or(|last: String| last == *before));
                last = Some(after.clone());
            }
        }
        // Lane 32 belongs to the second warp, and word 1 is never stored.
        let other = history_of(&playback, 32, Listed::Stores);
        let place = |access: &WordAccess| (access.warp, access.lane, access.thread);
        assert!(other.accesses.iter().all(|access| place(access) == (1, 0, 32)));
        let never = history_of(&playback, 1, Listed::Stores);
        assert_eq!((never.stores, never.accesses.len(), never.loads), (0, 0, 1));
        assert_eq!(word_history(playback.trace(), 9, 0, Listed::Stores), None);
    }
}
