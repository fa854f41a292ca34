//! Records the trace while the machine runs, and keeps the earlier values of memory and variables.

use super::lane_span::LaneSpan;
use super::others::ChangedWord;
use super::stored::{Header, Trace, TraceMemory, TracePart};
use super::writer::Writer;
use crate::lanes::ActiveMask;
use crate::memory::{InitialValues, Memory};
use crate::program::{Access, Binding, Program};

#[derive(Debug)]
pub(crate) struct Recorder {
    writer: Writer,
    /// Limits of the trace, in steps and in bytes.
    budget: (usize, u64),
    /// The last value of every variable, in the order of the cursor: `[warp][word][lane]`.
    variables: Vec<u32>,
    first_word: Vec<u32>,
    words: u32,
    /// The values that stores have replaced, for each memory.
    initial_values: Vec<InitialValues>,
    /// The first and last word accessed in each memory.
    touched: Vec<Option<(u32, u32)>>,
    /// True for each memory that holds the kernel's arguments, whose loads are not recorded.
    holds_arguments: Vec<bool>,
    /// The buffers at the barrier of the grid at which the workgroup waits.
    at_barrier: Vec<Vec<u32>>,
    /// The word of workgroup memory that nobody has set, if the language leaves it undefined.
    unset: Option<u32>,
}

impl Recorder {
    pub(crate) fn new(program: &Program, header: Header, budget: (usize, u64), unset: Option<u32>) -> Self {
        let mut words = 0;
        let first_word = program
            .variables
            .iter()
            .map(|variable| {
                words += variable.words;
                words - variable.words
            })
            .collect();
        Recorder {
            variables: vec![0; (header.warps * words * header.warp_width) as usize],
            first_word,
            words,
            budget,
            initial_values: program.bindings.iter().map(|_| InitialValues::default()).collect(),
            touched: vec![None; program.bindings.len()],
            holds_arguments: program.bindings.iter().map(|binding| binding.holds_arguments).collect(),
            at_barrier: Vec::new(),
            unset,
            writer: Writer::new(Trace::of(program, header)),
        }
    }

    /// Keeps the buffers while the workgroup waits at a barrier of the grid.
    pub(crate) fn suspend(&mut self, program: &Program, memories: &[Memory]) {
        let contents = |(binding, memory): (&Binding, &Memory)| match binding.slot {
            Some(_) => memory.words.clone(),
            None => Vec::new(),
        };
        self.at_barrier = program.bindings.iter().zip(memories).map(contents).collect();
    }

    /// Records the words that other workgroups have changed since [`Recorder::suspend`].
    pub(crate) fn resume(&mut self, memories: &[Memory]) {
        let before = std::mem::take(&mut self.at_barrier);
        for (memory, (before, now)) in before.iter().zip(memories).enumerate() {
            let mut words = Vec::new();
            for (word, (&old, &new)) in (0..).zip(before.iter().zip(&now.words)) {
                if old != new {
                    self.initial_values[memory].keep(word, old);
                    words.push(ChangedWord { word, old, new });
                }
            }
            if !words.is_empty() {
                self.writer.changed_by_others(memory as u32, words);
            }
        }
    }

    #[inline(never)]
    pub(crate) fn begin_step(&mut self, warp: u32, statement: u32, mask: ActiveMask, round: u32) {
        let (steps, bytes) = self.budget;
        if self.writer.is_full(steps, bytes) {
            self.writer.trace.truncated = true;
        }
        if !self.writer.trace.truncated {
            self.writer.step(warp, statement, mask, round);
        }
    }

    /// Returns the writer of events; `None` before the first step and after the last that fits.
    pub(crate) fn open(&mut self) -> Option<&mut Writer> {
        let trace = &self.writer.trace;
        (!trace.truncated && !trace.is_empty()).then_some(&mut self.writer)
    }

    /// Returns the number of the step that is being recorded.
    pub(crate) fn step(&mut self) -> Option<u32> {
        let writer = self.open()?;
        u32::try_from(writer.trace.len() - 1).ok()
    }

    pub(crate) fn load(&mut self, memory: u32, span: LaneSpan, mask: ActiveMask, addresses: &[u32]) {
        if self.holds_arguments[memory as usize] {
            return;
        }
        self.touch(memory, span.words(), addresses);
        if let Some(writer) = self.open() {
            writer.request(Access::Load, memory, span, mask, addresses, &[]);
        }
    }

    /// Records a store or an atomic operation. `changes` has (old, new) of each lane for the first word, then for the
    /// second, and so on.
    pub(crate) fn store(
        &mut self,
        access: Access,
        memory: u32,
        span: LaneSpan,
        mask: ActiveMask,
        addresses: &[u32],
        changes: &[(u32, u32)],
    ) {
        let words = span.words();
        self.touch(memory, words, addresses);
        let initial_values = &mut self.initial_values[memory as usize];
        for (rank, address) in addresses.iter().enumerate() {
            for word in 0..words {
                let (old, _) = changes[word as usize * addresses.len() + rank];
                initial_values.keep(address / 4 + word, old);
            }
        }
        if let Some(writer) = self.open() {
            writer.request(access, memory, span, mask, addresses, changes);
        }
    }

    /// Records new values of a variable's word in the lanes of `mask`.
    pub(crate) fn assign(&mut self, warp: u32, variable: u32, word: u32, mask: ActiveMask, values: &[u32]) {
        let Some(&first) = self.first_word.get(variable as usize) else {
            return;
        };
        let slot = ((warp * self.words + first + word) * self.writer.trace.warp_width) as usize;
        let mut old = [0; 64];
        for ((lane, value), old) in mask.lanes().zip(values).zip(&mut old) {
            *old = std::mem::replace(&mut self.variables[slot + lane as usize], *value);
        }
        if let Some(writer) = self.open() {
            writer.assign(variable, word, mask, &old[..values.len()], values);
        }
    }

    /// Removes a complete part of the trace, as [`Trace::take_part`].
    pub(crate) fn take_part(&mut self) -> Option<TracePart> {
        self.writer.trace.take_part()
    }

    /// Returns the trace, with its initial memory: the current memory with every store undone.
    pub(crate) fn finish(self, program: &Program, memories: &[Memory]) -> Trace {
        let mut trace = self.writer.trace;
        let line_words = trace.line_bytes / 4;
        for (index, (binding, memory)) in program.bindings.iter().zip(memories).enumerate() {
            let total = memory.words.len() as u32;
            let (first, end) = match (binding.slot, self.touched[index]) {
                // Workgroup memory is included completely.
                (None, _) => (0, total),
                (Some(_), Some((first, last))) => (
                    first / line_words * line_words,
                    ((last / line_words + 1) * line_words).min(total),
                ),
                (Some(_), None) => (0, 0),
            };
            let mut initial = memory.words.get(first as usize..end as usize).unwrap_or(&[]).to_vec();
            for (word, old) in self.initial_values[index].words() {
                if let Some(cell) = initial.get_mut(word.wrapping_sub(first) as usize) {
                    *cell = old;
                }
            }
            trace.memories.push(TraceMemory {
                name: binding.name.clone(),
                space: binding.counted_as,
                slot: binding.slot,
                layout: binding.layout.clone(),
                total_words: u64::from(total),
                first_word: first,
                initial,
                unset: self.unset.filter(|_| binding.slot.is_none()),
            });
        }
        trace.keep_changes_in_range();
        trace
    }

    fn touch(&mut self, memory: u32, words: u32, addresses: &[u32]) {
        let (Some(low), Some(high)) = (addresses.iter().min(), addresses.iter().max()) else {
            return;
        };
        let range = &mut self.touched[memory as usize];
        let (first, last) = range.unwrap_or((low / 4, high / 4));
        *range = Some((first.min(low / 4), last.max(high / 4 + words - 1)));
    }
}
