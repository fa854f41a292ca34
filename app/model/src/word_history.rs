//! The history of one word of memory: every store of the followed block, with its lane, its line and both values.

use simt::{Event, ScalarType, Trace};

/// The most stores that are listed.
pub const MOST_WRITES: usize = 1_000;

/// One store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The step that stores, as a position in the trace: the moment before it.
    pub step: usize,
    pub warp: u32,
    /// The lane in the warp, and the thread in the block.
    pub lane: u32,
    pub thread: u32,
    /// The line of the statement, from 1.
    pub line: u32,
    pub before: String,
    pub after: String,
    /// The barriers that the warp has passed before.
    pub barriers: u32,
}

/// The stores to one word, in the order of their steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordHistory {
    pub name: String,
    pub word: u32,
    pub writes: Vec<Written>,
    /// All stores, listed or not.
    pub all: usize,
}

/// Returns the history of a word, by the index of its memory and its index in the variable; `None` if there is no such
/// memory.
pub fn word_history(trace: &Trace, memory: usize, word: u32) -> Option<WordHistory> {
    let variable = trace.memories.get(memory)?;
    let scalar = variable
        .layout
        .scalar_at(u64::from(word) * 4)
        .unwrap_or(ScalarType::U32);
    let mut history = WordHistory {
        name: variable.name.clone(),
        word,
        writes: Vec::new(),
        all: 0,
    };
    let mut barriers = vec![0; trace.warps as usize];
    for (position, step) in trace.steps().enumerate() {
        for request in trace.requests(position) {
            if !request.access.writes() || request.memory as usize != memory {
                continue;
            }
            for (rank, (lane, address)) in (0..).zip(request.addresses.lanes(request.mask)) {
                let first = address / 4;
                if !(first..first + request.words).contains(&word) {
                    continue;
                }
                history.all += 1;
                let change = request.change(rank, word - first);
                let Some((old, new)) = change.filter(|_| history.writes.len() < MOST_WRITES) else {
                    continue;
                };
                history.writes.push(Written {
                    step: position,
                    warp: step.warp,
                    lane,
                    thread: step.warp * trace.warp_width + lane,
                    line: trace
                        .statement(position)
                        .map_or(0, |statement| statement.line),
                    before: scalar.show(old),
                    after: scalar.show(new),
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
    use crate::samples;
    use simt::Grain;

    #[test]
    fn a_word_s_history_leads_from_its_first_to_its_last_value() {
        let mut playback = samples::playback("reduce_neighbored", 128, 64);
        let history = word_history(playback.trace(), 0, 0).expect("data");
        // Lane 0 adds at each of the six strides of a block of 64.
        assert_eq!((history.name.as_str(), history.all), ("data", 6));
        assert!(
            history
                .writes
                .iter()
                .all(|write| (write.warp, write.lane) == (0, 0))
        );
        assert!(history.writes.is_sorted_by_key(|write| write.step));
        let barriers: Vec<u32> = history.writes.iter().map(|write| write.barriers).collect();
        assert_eq!(barriers, [0, 1, 2, 3, 4, 5]);
        for write in &history.writes {
            for (position, value) in [(write.step, &write.before), (write.step + 1, &write.after)] {
                let view = playback.step_view(position, Grain::Warp);
                assert_eq!(view.array.show(0, 0).as_ref(), Some(value));
            }
        }
        for pair in history.writes.windows(2) {
            assert_eq!(pair[0].after, pair[1].before);
        }
        // Lane 32 belongs to the second warp, and word 1 is never stored.
        let other = word_history(playback.trace(), 0, 32).expect("data");
        assert!(
            other
                .writes
                .iter()
                .all(|write| (write.warp, write.lane, write.thread) == (1, 0, 32))
        );
        assert_eq!(word_history(playback.trace(), 0, 1).expect("data").all, 0);
        assert_eq!(word_history(playback.trace(), 9, 0), None);
    }
}
