//! Partial sums as a tree: which elements were added, derived from the loads and stores of each lane in one step.
//!
//! A *sum* is a store by a lane that, in the same step, loads at least two different words of the same variable. Its
//! level is one more than the highest level among its operands. A value that no sum produced is a leaf, of level 0.

use simt::{Access, ScalarType, Trace};
use std::collections::HashMap;
use std::ops::Range;

/// A word that a sum adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    pub word: u32,
    /// The sum that produced its value; `None` for a leaf.
    pub from: Option<usize>,
}

/// An addition: one lane adds some words and stores the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub step: usize,
    /// The lane's index in the workgroup.
    pub lane: u32,
    pub word: u32,
    pub level: u32,
    pub operands: Vec<Operand>,
    /// The bits that are stored.
    pub value: u32,
    /// False if the value does not contribute to the result.
    pub needed: bool,
}

/// All sums of a trace in one variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The variable's name, and the words of it that take part.
    pub name: String,
    pub scalar: Option<ScalarType>,
    pub words: Range<u32>,
    /// In the order of execution.
    pub sums: Vec<Sum>,
    /// One entry for each level, from level 1.
    pub levels: Vec<Level>,
}

/// The additions of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Lanes that add.
    pub lanes: u32,
    /// Additions of two values.
    pub additions: u32,
}

/// A loaded word of one lane in one step: (variable, word and the sum that produced it).
type Loaded = (u32, Operand);

/// Builds the tree of a trace; `None` if no sum uses another one.
pub fn tree(trace: &Trace) -> Option<Tree> {
    let mut by_memory: HashMap<u32, Vec<Sum>> = HashMap::new();
    // The sum that produced the current value of each (memory, word).
    let mut makers: HashMap<(u32, u32), usize> = HashMap::new();
    let mut loaded: Vec<Vec<Loaded>> = vec![Vec::new(); trace.warp_width as usize];
    for (position, step) in trace.steps().enumerate() {
        loaded.iter_mut().for_each(Vec::clear);
        for request in trace.requests(position) {
            let memory = request.memory;
            if request.access == Access::Load {
                for (lane, address) in request.addresses.lanes(request.mask) {
                    for word in address / 4..address / 4 + request.words {
                        let from = makers.get(&(memory, word)).copied();
                        let operands = &mut loaded[lane as usize];
                        let operand = Operand { word, from };
                        if !operands.contains(&(memory, operand)) {
                            operands.push((memory, operand));
                        }
                    }
                }
                continue;
            }
            let sums = by_memory.entry(memory).or_default();
            for (rank, (lane, address)) in (0..).zip(request.addresses.lanes(request.mask)) {
                for offset in 0..request.words {
                    let word = address / 4 + offset;
                    let operands: Vec<Operand> = loaded[lane as usize]
                        .iter()
                        .filter(|(each, _)| *each == memory)
                        .map(|(_, operand)| *operand)
                        .collect();
                    makers.remove(&(memory, word));
                    if operands.len() < 2 {
                        continue;
                    }
                    let level =
                        |operand: &Operand| operand.from.map_or(0, |sum| sums.get(sum).map_or(0, |sum| sum.level));
                    let level = 1 + operands.iter().map(level).max().unwrap_or(0);
                    makers.insert((memory, word), sums.len());
                    sums.push(Sum {
                        step: position,
                        lane: step.warp * trace.warp_width + lane,
                        word,
                        level,
                        operands,
                        value: request.change(rank, offset).map_or(0, |(_, new)| new),
                        needed: false,
                    });
                }
            }
        }
    }
    let (memory, sums) = by_memory
        .into_iter()
        .max_by_key(|(memory, sums)| (sums.len(), std::cmp::Reverse(*memory)))?;
    let variable = trace.memories.get(memory as usize)?;
    let mut tree = Tree {
        name: variable.name.clone(),
        scalar: variable.layout.scalar(),
        sums,
        ..Tree::default()
    };
    tree.find_needed();
    tree.count();
    (tree.levels.len() > 1).then_some(tree)
}

impl Tree {
    /// Marks the sums that the result needs. The result is the sum of the highest level, the first word of a tie.
    fn find_needed(&mut self) {
        let all = 0..self.sums.len();
        let result = all.max_by_key(|&index| {
            let sum = &self.sums[index];
            (sum.level, std::cmp::Reverse(sum.word))
        });
        let mut waiting: Vec<usize> = result.into_iter().collect();
        while let Some(index) = waiting.pop() {
            let sum = &mut self.sums[index];
            if !std::mem::replace(&mut sum.needed, true) {
                waiting.extend(sum.operands.iter().filter_map(|operand| operand.from));
            }
        }
    }

    fn count(&mut self) {
        let operands = self.sums.iter().flat_map(|sum| &sum.operands);
        let words = operands
            .map(|operand| operand.word)
            .chain(self.sums.iter().map(|sum| sum.word));
        let (first, last) = words.fold((u32::MAX, 0), |(first, last), word| (first.min(word), last.max(word)));
        self.words = first.min(last)..last + 1;
        for sum in &self.sums {
            let level = sum.level as usize;
            if self.levels.len() < level {
                self.levels.resize(level, Level::default());
            }
            self.levels[level - 1].lanes += 1;
            self.levels[level - 1].additions += sum.operands.len() as u32 - 1;
        }
    }

    /// Returns the number of sums made before step `position`.
    pub fn made(&self, position: usize) -> usize {
        self.sums.partition_point(|sum| sum.step < position)
    }

    /// Counts additions of two values in a range of sums, and those that the result needs.
    pub fn additions(&self, sums: Range<usize>) -> (u32, u32) {
        let sums = self.sums.get(sums).unwrap_or(&[]);
        sums.iter().fold((0, 0), |(all, needed), sum| {
            let more = sum.operands.len() as u32 - 1;
            (all + more, needed + if sum.needed { more } else { 0 })
        })
    }

    /// Returns the level of an operand's value.
    pub fn level_of(&self, operand: Operand) -> u32 {
        let from = operand.from.and_then(|sum| self.sums.get(sum));
        from.map_or(0, |sum| sum.level)
    }

    /// Formats a value.
    pub fn show(&self, bits: u32) -> String {
        self.scalar.unwrap_or(ScalarType::U32).show(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use simt::Machine;

    fn tree_of(name: &str, n: u32, block: u32) -> Tree {
        let (trace, _) = samples::one_block(name, n, block, &Machine::default());
        tree(&trace).unwrap_or_else(|| panic!("{name} adds up"))
    }

    #[test]
    fn every_reduction_is_a_tree_over_its_block() {
        // (kernel, n, block, words that are added, levels, additions that the result needs)
        let table = [
            ("reduce_neighbored", 64, 64, 64, 6, 63),
            ("reduce_neighbored_less", 64, 64, 64, 6, 63),
            ("reduce_interleaved", 128, 128, 128, 7, 127),
            ("reduce_unroll8", 1024, 128, 1024, 8, 1023),
            ("reduce_unroll_warps8", 1024, 128, 1024, 8, 1023),
            ("reduce_complete_unroll8", 1024, 128, 1024, 8, 1023),
            ("reduce_neighbored_unroll_warp", 128, 128, 128, 7, 127),
            ("reduce_shared_modulo", 128, 128, 128, 7, 127),
            ("reduce_shared_strided", 128, 128, 128, 7, 127),
            ("reduce_shared_sequential", 128, 128, 128, 7, 127),
            ("reduce_shared_max", 128, 128, 128, 7, 127),
            ("reduce_shared_first_add", 256, 128, 128, 7, 127),
            ("reduce_shared_last_warp", 128, 128, 128, 7, 127),
        ];
        for (name, n, block, words, levels, needed) in table {
            let tree = tree_of(name, n, block);
            assert_eq!(tree.words.len(), words, "{name}");
            assert_eq!(tree.levels.len(), levels, "{name}");
            let (all, of_result) = tree.additions(0..tree.sums.len());
            assert_eq!(of_result, needed, "{name}");
            assert!(all >= of_result, "{name}");
            let by_level: u32 = tree.levels.iter().map(|level| level.additions).sum();
            assert_eq!(by_level, all, "{name}");
        }
    }

    #[test]
    fn half_as_many_lanes_add_at_each_level() {
        for name in ["reduce_neighbored", "reduce_interleaved", "reduce_shared_modulo"] {
            let lanes: Vec<u32> = tree_of(name, 128, 128).levels.iter().map(|level| level.lanes).collect();
            assert_eq!(lanes, [64, 32, 16, 8, 4, 2, 1], "{name}");
        }
        // If the last warp does not check which lanes are needed, all 32 keep adding.
        let tree = tree_of("reduce_unroll_warps8", 1024, 128);
        let lanes: Vec<u32> = tree.levels.iter().map(|level| level.lanes).collect();
        assert_eq!(lanes[2..], [32; 6]);
        let (all, needed) = tree.additions(0..tree.sums.len());
        assert!(all > needed, "{all} {needed}");
    }

    #[test]
    fn a_sum_is_made_of_what_it_takes() {
        for name in ["reduce_neighbored", "reduce_interleaved"] {
            let (trace, _) = samples::one_block(name, 64, 64, &Machine::default());
            let tree = tree(&trace).expect("a tree");
            let data = trace.memories.iter().find(|memory| memory.name == tree.name);
            let data = data.expect("the variable of the tree");
            for sum in &tree.sums {
                let value = |operand: &Operand| match operand.from {
                    Some(sum) => tree.sums[sum].value,
                    None => data.initial[(operand.word - data.first_word) as usize],
                };
                let total = sum.operands.iter().map(value).fold(0_u32, u32::wrapping_add);
                assert_eq!(total, sum.value, "{name}: {sum:?}");
            }
        }
    }

    #[test]
    fn what_adds_nothing_up_is_no_tree() {
        for (name, n, block) in [
            ("matrix_add_16x16", 16_384, 256),
            ("divergence_parity", 64, 64),
            ("shared_reverse", 128, 128),
            ("copy_vec4", 1024, 64),
        ] {
            let (trace, _) = samples::one_block(name, n, block, &Machine::default());
            assert_eq!(tree(&trace), None, "{name}");
        }
    }
}
