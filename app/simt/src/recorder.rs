//! Writes the trace while the machine runs: packs events, and remembers what memory held before.

use crate::lanes::ActiveMask;
use crate::memory::Memory;
use crate::program::{BarrierKind, Program};
use crate::trace::{self, Access, Step, Trace, TraceMemory};

#[derive(Debug)]
pub(crate) struct Recorder {
    trace: Trace,
    budget: usize,
    /// The last value of every variable, as the cursor will hold it: `[warp][word][lane]`.
    variables: Vec<u32>,
    first_word: Vec<u32>,
    words: u32,
    /// What stores replaced, in order: (memory, word, old).
    undo: Vec<(u32, u32, u32)>,
    /// The range of words touched in each memory.
    touched: Vec<Option<(u32, u32)>>,
}

/// What a trace says about its workgroup.
pub(crate) struct Header {
    pub(crate) warp_width: u32,
    pub(crate) warps: u32,
    pub(crate) invocations: u32,
    pub(crate) workgroup_size: [u32; 3],
    pub(crate) workgroup_id: [u32; 3],
    pub(crate) line_bytes: u32,
    pub(crate) sector_bytes: u32,
}

impl Recorder {
    pub(crate) fn new(program: &Program, header: Header, budget: usize) -> Self {
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
            undo: Vec::new(),
            touched: vec![None; program.bindings.len()],
            trace: Trace {
                warp_width: header.warp_width,
                warps: header.warps,
                invocations: header.invocations,
                workgroup_size: header.workgroup_size,
                workgroup_id: header.workgroup_id,
                line_bytes: header.line_bytes,
                sector_bytes: header.sector_bytes,
                statements: program.statements.clone(),
                variables: program.variables.clone(),
                loops: program.loops.clone(),
                memories: Vec::new(),
                steps: Vec::new(),
                truncated: false,
                events: Vec::new(),
            },
        }
    }

    pub(crate) fn begin_step(&mut self, warp: u32, statement: u32, mask: ActiveMask, round: u32) {
        if self.trace.steps.len() >= self.budget || self.trace.events.len() > u32::MAX as usize / 2
        {
            self.trace.truncated = true;
        }
        if !self.trace.truncated {
            let first_event = self.trace.events.len() as u32;
            self.trace.steps.push(Step {
                mask,
                first_event,
                round,
                statement,
                warp,
            });
        }
    }

    pub(crate) fn diverge(&mut self, first: ActiveMask, waiting: ActiveMask) {
        if self.event(trace::DIVERGE) {
            self.mask(first);
            self.mask(waiting);
        }
    }

    pub(crate) fn reconverge(&mut self, mask: ActiveMask) {
        self.masked_event(trace::RECONVERGE, mask);
    }

    pub(crate) fn iterate(&mut self, number: u32, iteration: u32) {
        if self.event(trace::ITERATE | number << 8) {
            self.trace.events.push(iteration);
        }
    }

    pub(crate) fn load(&mut self, memory: u32, words: u32, mask: ActiveMask, addresses: &[u32]) {
        self.touch(memory, words, addresses);
        if self.masked_event(trace::LOAD | memory << 8 | words << 24, mask) {
            self.values(addresses);
        }
    }

    /// A store or an atomic operation. `changes` holds (old, new), word after word, lane after lane in each.
    pub(crate) fn store(
        &mut self,
        access: Access,
        memory: u32,
        words: u32,
        mask: ActiveMask,
        addresses: &[u32],
        changes: &[(u32, u32)],
    ) {
        self.touch(memory, words, addresses);
        for (rank, address) in addresses.iter().enumerate() {
            for word in 0..words {
                let (old, _) = changes[word as usize * addresses.len() + rank];
                self.undo.push((memory, address / 4 + word, old));
            }
        }
        let tag = if access == Access::Atomic {
            trace::ATOMIC
        } else {
            trace::STORE
        };
        if self.masked_event(tag | memory << 8 | words << 24, mask) {
            self.values(addresses);
            self.trace
                .events
                .extend(changes.iter().flat_map(|&(old, new)| [old, new]));
        }
    }

    /// A variable's word gets these values in the lanes of `mask`.
    pub(crate) fn assign(
        &mut self,
        warp: u32,
        variable: u32,
        word: u32,
        mask: ActiveMask,
        values: &[u32],
    ) {
        let Some(&first) = self.first_word.get(variable as usize) else {
            return;
        };
        let slot = ((warp * self.words + first + word) * self.trace.warp_width) as usize;
        let mut old = [0; 64];
        for ((lane, value), old) in mask.lanes().zip(values).zip(&mut old) {
            *old = std::mem::replace(&mut self.variables[slot + lane as usize], *value);
        }
        if self.masked_event(trace::ASSIGN | variable << 8, mask) {
            self.trace.events.push(word);
            self.values(&old[..values.len()]);
            self.values(values);
        }
    }

    pub(crate) fn arrive(&mut self, kind: BarrierKind) {
        let kind = match kind {
            BarrierKind::Workgroup => 0,
            BarrierKind::Storage => 1,
            BarrierKind::Both => 2,
        };
        self.event(trace::ARRIVE | kind << 8);
    }

    pub(crate) fn release(&mut self) {
        self.event(trace::RELEASE);
    }

    pub(crate) fn finish_lanes(&mut self, mask: ActiveMask) {
        self.masked_event(trace::RETURN, mask);
    }

    /// The trace, with the memory it began with: what memory holds now, with every store undone.
    pub(crate) fn finish(mut self, program: &Program, memories: &[Memory]) -> Trace {
        let line_words = self.trace.line_bytes / 4;
        for (index, (binding, memory)) in program.bindings.iter().zip(memories).enumerate() {
            let total = memory.words.len() as u32;
            let (first, end) = match (binding.slot, self.touched[index]) {
                // Workgroup memory is shown whole.
                (None, _) => (0, total),
                (Some(_), Some((first, last))) => (
                    first / line_words * line_words,
                    ((last / line_words + 1) * line_words).min(total),
                ),
                (Some(_), None) => (0, 0),
            };
            let mut initial = memory
                .words
                .get(first as usize..end as usize)
                .unwrap_or(&[])
                .to_vec();
            for &(_, word, old) in self
                .undo
                .iter()
                .rev()
                .filter(|(of, ..)| *of == index as u32)
            {
                if let Some(cell) = initial.get_mut(word.wrapping_sub(first) as usize) {
                    *cell = old;
                }
            }
            self.trace.memories.push(TraceMemory {
                name: binding.name.clone(),
                space: binding.space,
                slot: binding.slot,
                scalar: binding.scalar,
                total_words: u64::from(total),
                first_word: first,
                initial,
            });
        }
        self.trace
    }

    fn event(&mut self, head: u32) -> bool {
        let open = !self.trace.truncated && !self.trace.steps.is_empty();
        if open {
            self.trace.events.push(head);
        }
        open
    }

    /// An event of some lanes: most are of the lanes that the step began with, and need not say so.
    fn masked_event(&mut self, head: u32, mask: ActiveMask) -> bool {
        let whole = self
            .trace
            .steps
            .last()
            .is_some_and(|step| step.mask == mask);
        let open = self.event(if whole { head | trace::WHOLE } else { head });
        if open && !whole {
            self.mask(mask);
        }
        open
    }

    fn mask(&mut self, mask: ActiveMask) {
        self.trace
            .events
            .extend([mask.0 as u32, (mask.0 >> 32) as u32]);
    }

    fn values(&mut self, values: &[u32]) {
        let events = &mut self.trace.events;
        match *values {
            [] => events.push(trace::LIST),
            [first] => events.extend([trace::UNIFORM, first]),
            [first, second, ..] => {
                let step = second.wrapping_sub(first);
                let affine = values
                    .windows(2)
                    .all(|pair| pair[1].wrapping_sub(pair[0]) == step);
                match (affine, step) {
                    (true, 0) => events.extend([trace::UNIFORM, first]),
                    (true, _) => events.extend([trace::AFFINE, first, step]),
                    (false, _) => {
                        events.push(trace::LIST);
                        events.extend_from_slice(values);
                    }
                }
            }
        }
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
