//! Banks of workgroup memory: the word that each lane accesses in each bank, and the passes that this takes.

use crate::panels::asked::{Asked, RequestCost};
use simt::{Machine, RequestPart, SharedTraffic, Space};

/// The cost of one request or the sum of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BankCost {
    pub lanes: u32,
    /// Distinct words, each of the width of a bank.
    pub words: u32,
    /// Lanes that access the same word as another lane.
    pub sharing: u32,
    /// The most passes for lanes that are served together. It is 1 if their words would need all passes without
    /// conflicts too.
    pub degree: u64,
    pub traffic: SharedTraffic,
}

/// One word of a bank and the lanes that access it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankWord {
    /// Index in units of the bank width, from the beginning of the variable.
    pub word: u32,
    pub lanes: Vec<u32>,
}

impl RequestCost for BankCost {
    const SPACE: Space = Space::Workgroup;

    fn of(asked: &Asked, machine: &Machine) -> Self {
        let mut sum = BankCost::default();
        for part in &asked.parts {
            let traffic = part.shared_traffic(machine);
            let columns = columns(part, machine);
            let words = columns.iter().flatten();
            let shared = words.clone().filter(|word| word.lanes.len() > 1);
            sum = sum.and(&BankCost {
                lanes: part.asking.count(),
                words: words.count() as u32,
                sharing: shared.map(|word| word.lanes.len() as u32).sum(),
                degree: match traffic.bank_conflicts() {
                    0 => 1,
                    _ => traffic.wavefronts,
                },
                traffic,
            });
        }
        sum
    }

    fn and(mut self, other: &BankCost) -> Self {
        self.lanes += other.lanes;
        self.words += other.words;
        self.sharing += other.sharing;
        self.degree = self.degree.max(other.degree);
        self.traffic.add(&other.traffic);
        self
    }
}

/// Returns, for each bank, the distinct words that a part of a request accesses, in address order.
pub fn columns(part: &RequestPart, machine: &Machine) -> Vec<Vec<BankWord>> {
    let mut columns: Vec<Vec<BankWord>> = vec![Vec::new(); machine.bank_count as usize];
    for (lane, address) in part.addresses_by_lane() {
        let last = (address + part.bytes.max(1) - 1) / machine.bank_bytes;
        for word in address / machine.bank_bytes..=last {
            let column = &mut columns[(word % machine.bank_count) as usize];
            match column.binary_search_by_key(&word, |each| each.word) {
                Ok(place) => column[place].lanes.push(lane),
                Err(place) => column.insert(
                    place,
                    BankWord {
                        word,
                        lanes: vec![lane],
                    },
                ),
            }
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::asked::{Requests, ahead};
    use crate::run::samples;
    use simt::{Access, Frame, Grain};

    const KERNELS: &[(&str, u32, u32)] = &[
        ("reduce_shared_modulo", 128, 128),
        ("reduce_shared_strided", 128, 128),
        ("reduce_shared_sequential", 128, 128),
        ("shared_reverse", 128, 128),
        ("matmul_tile_rows", 1024, 256),
        ("matmul_tile_columns", 1024, 256),
        ("gemv_shared", 4096, 64),
    ];

    #[test]
    fn presses_add_up_to_what_the_machine_counts() {
        for (name, n, block) in KERNELS {
            for id in ["k80", "g80", "rdna3-64", "xe-16"] {
                let machine = Machine::by_id(id).expect("a preset");
                let (trace, metrics) = samples::one_block(name, *n, *block, &machine);
                let (mut loads, mut stores) = (SharedTraffic::default(), SharedTraffic::default());
                for step in 0..trace.len() {
                    let frame = Frame { steps: step..step + 1 };
                    let model = Requests::<BankCost>::new(&trace, &frame, &machine);
                    for (asked, cost) in model.asked.iter().zip(&model.costs) {
                        match asked.access {
                            Access::Load => loads.add(&cost.traffic),
                            _ => stores.add(&cost.traffic),
                        }
                        // The drawn stacks must be as high as the counted passes.
                        let height = |part| columns(part, &machine).iter().map(Vec::len).max();
                        let drawn: usize = asked.parts.iter().filter_map(height).sum();
                        assert_eq!(drawn as u64, cost.traffic.wavefronts, "{name} on {id}");
                    }
                }
                assert_eq!(loads, metrics.shared_loads, "{name} on {id}");
                assert_eq!(stores, metrics.shared_stores, "{name} on {id}");
                assert!(loads.requests > 0, "{name} on {id}");
            }
        }
    }

    /// Returns the cost of the first press by statement that loads workgroup memory with more passes than requests, if
    /// any.
    fn worst(name: &str, machine: &Machine) -> BankCost {
        let (trace, _) = samples::one_block(name, 1024, 256, machine);
        let costs = (0..trace.len()).flat_map(|step| {
            let frame = Frame { steps: step..step + 1 };
            Requests::<BankCost>::new(&trace, &frame, machine).costs
        });
        costs.max_by_key(|cost| cost.degree).unwrap_or_default()
    }

    #[test]
    fn vectors_side_by_side_take_several_passes_without_a_conflict() {
        let (trace, _) = samples::one_block("gemv_tuned_columns", 4096, 64, &Machine::default());
        let costs = (0..trace.len()).flat_map(|step| {
            let frame = Frame { steps: step..step + 1 };
            Requests::<BankCost>::new(&trace, &frame, &Machine::default()).costs
        });
        let whole: Vec<BankCost> = costs.filter(|cost| cost.lanes == 32).collect();
        assert!(!whole.is_empty());
        for cost in whole {
            assert_eq!((cost.words, cost.traffic.wavefronts, cost.degree), (128, 4, 1));
        }
    }

    #[test]
    fn a_half_warp_by_column_wants_one_bank() {
        let g80 = Machine::by_id("g80").expect("a preset");
        let rows = worst("matmul_tile_rows", &g80);
        assert_eq!(rows.degree, 1);
        let columns = worst("matmul_tile_columns", &g80);
        assert_eq!(columns.degree, 16);
    }

    #[test]
    fn lanes_that_want_one_word_share_it() {
        let machine = Machine::default();
        let (trace, _) = samples::one_block("matmul_tile_rows", 1024, 256, &machine);
        let shares = (0..trace.len()).any(|step| {
            let frame = Frame { steps: step..step + 1 };
            let model = Requests::<BankCost>::new(&trace, &frame, &machine);
            // Both rows of a warp access one word of `a_tile` each.
            model
                .costs
                .iter()
                .any(|cost| (cost.lanes, cost.words, cost.sharing, cost.degree) == (32, 2, 32, 1))
        });
        assert!(shares);
    }

    #[test]
    fn the_next_press_with_banks_is_found() {
        let machine = Machine::default();
        for grain in [Grain::Warp, Grain::Statement, Grain::Iteration] {
            let playback = samples::playback("reduce_shared_sequential", 128, 128);
            let stop = ahead(&playback.cursor, grain, Space::Workgroup);
            let first = stop.and_then(|stop| stop.press).expect("a stop");
            let mut cursor = playback.cursor.clone();
            for press in 1..=first {
                let position = playback.cursor.stops(grain).at(press).expect("a stop");
                cursor.seek(position);
                let model = Requests::<BankCost>::new(playback.trace(), &cursor.frame(grain), &machine);
                assert_eq!(!model.asked.is_empty(), press == first, "{grain:?}");
            }
        }
        // The statement after a barrier is a condition, so no stop at a barrier is followed by a request.
        let mut playback = samples::playback("reduce_shared_sequential", 128, 128);
        let cursor = &mut playback.cursor;
        let stop = ahead(cursor, Grain::Barrier, Space::Workgroup).expect("a statement");
        assert_eq!(stop.press, None);
        cursor.seek(stop.position);
        let model = Requests::<BankCost>::new(cursor.trace(), &cursor.frame(Grain::Barrier), &machine);
        assert!(!model.asked.is_empty());
        cursor.seek(cursor.end());
        assert_eq!(ahead(cursor, Grain::Warp, Space::Workgroup), None);
        let playback = samples::playback("reduce_neighbored", 64, 64);
        let none = ahead(&playback.cursor, Grain::Statement, Space::Workgroup);
        assert_eq!(none, None);
    }
}
