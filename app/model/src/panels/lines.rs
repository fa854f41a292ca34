//! The lines and sectors of a request, and their cost by the machine's own rule.

use crate::panels::asked::{Asked, RequestCost};
use simt::{Access, LoadGranularity, Machine, RequestPart, Space, Traffic};

/// The cost of one request, or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCost {
    pub lanes: u32,
    /// Distinct words that are accessed.
    pub words: u32,
    pub traffic: Traffic,
    /// Bytes of all accessed sectors, and of all accessed lines.
    pub sector_bytes: u64,
    pub line_bytes: u64,
}

/// One aligned line that some lanes access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedLine {
    /// The line's index from the beginning of the variable.
    pub number: u32,
    /// The state of each sector.
    pub sectors: Vec<Sector>,
    /// For each word: the number of lanes that access it.
    pub words: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sector {
    /// A lane accesses a word of the sector.
    Asked,
    /// The sector is transferred because its line is.
    Along,
    Still,
}

/// The lines of one part of a request, which the machine serves together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    pub lines: Vec<ReachedLine>,
    /// Links from a lane to a word of a line: (lane, index into `lines`, word of the line).
    pub links: Vec<(u32, usize, u32)>,
}

impl RequestCost for LineCost {
    const SPACE: Space = Space::Storage;

    fn of(asked: &Asked, machine: &Machine) -> Self {
        let mut sum = LineCost::default();
        for part in &asked.parts {
            let traffic = part.traffic(machine);
            let mut words: Vec<u32> = words(part).map(|(_, word)| word).collect();
            words.sort_unstable();
            words.dedup();
            sum = sum.and(&LineCost {
                lanes: part.asking.count(),
                words: words.len() as u32,
                sector_bytes: traffic.sectors * u64::from(machine.sector_bytes),
                line_bytes: traffic.transactions * u64::from(machine.line_bytes),
                traffic,
            });
        }
        sum
    }

    fn and(mut self, other: &LineCost) -> Self {
        self.lanes += other.lanes;
        self.words += other.words;
        self.traffic.add(&other.traffic);
        self.sector_bytes += other.sector_bytes;
        self.line_bytes += other.line_bytes;
        self
    }
}

impl LineCost {
    /// Returns requested / moved bytes in percent; `None` if `moved` is 0.
    pub fn share(&self, moved: u64) -> Option<f64> {
        (moved > 0).then(|| 100.0 * self.traffic.bytes_asked as f64 / moved as f64)
    }
}

/// True if this machine transfers whole lines for this access.
pub fn moves_lines(access: Access, machine: &Machine) -> bool {
    access == Access::Load && machine.loads == LoadGranularity::Lines
}

/// Iterates over (lane, word) of every access.
fn words(part: &RequestPart) -> impl Iterator<Item = (u32, u32)> + '_ {
    part.addresses_by_lane().flat_map(|(lane, address)| {
        let (first, last) = (address / 4, (address + part.bytes.max(1) - 1) / 4);
        (first..=last).map(move |word| (lane, word))
    })
}

/// Returns the lines, sectors and words that a part of a request accesses.
pub fn reach(part: &RequestPart, access: Access, machine: &Machine) -> Reach {
    let line_words = (machine.line_bytes / 4).max(1);
    let sector_words = (machine.sector_bytes / 4).clamp(1, line_words);
    let mut numbers: Vec<u32> = words(part).map(|(_, word)| word / line_words).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let rest = if moves_lines(access, machine) {
        Sector::Along
    } else {
        Sector::Still
    };
    let sectors = line_words.div_ceil(sector_words) as usize;
    let line = |&number: &u32| ReachedLine {
        number,
        sectors: vec![rest; sectors],
        words: vec![0; line_words as usize],
    };
    let mut reach = Reach {
        lines: numbers.iter().map(line).collect(),
        links: Vec::new(),
    };
    for (lane, word) in words(part) {
        let Ok(place) = numbers.binary_search(&(word / line_words)) else {
            continue;
        };
        let inside = word % line_words;
        let line = &mut reach.lines[place];
        line.words[inside as usize] += 1;
        line.sectors[(inside / sector_words) as usize] = Sector::Asked;
        reach.links.push((lane, place, inside));
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::asked::{self, Requests};
    use crate::run::samples;
    use simt::{Frame, Grain};

    /// Single blocks of kernels with different access patterns: sequential, strided, scattered, vectors, atomics.
    const KERNELS: &[(&str, u32, u32)] = &[
        ("reduce_neighbored", 64, 64),
        ("reduce_interleaved", 128, 128),
        ("reduce_unroll8", 1024, 128),
        ("reduce_neighbored_less", 100, 128),
        ("gemv_row_major", 4096, 64),
        ("gemv_constant", 4096, 64),
        ("matrix_add_16x16", 16_384, 256),
        ("copy_vec4", 1024, 64),
        ("divergence_unsorted", 64, 64),
        ("reduce_single_pass_atomic", 128, 128),
        ("matmul_tile_rows", 1024, 256),
    ];

    #[test]
    fn presses_add_up_to_what_the_machine_counts() {
        for (name, n, block) in KERNELS {
            for id in ["k80", "k80-l1", "g80", "rdna3-64", "xe-8", "xe-32"] {
                let machine = Machine::by_id(id).expect("a preset");
                let (trace, metrics) = samples::one_block(name, *n, *block, &machine);
                let (mut loads, mut stores, mut atomics) = Default::default();
                for step in 0..trace.len() {
                    let frame = Frame { steps: step..step + 1 };
                    let model = Requests::<LineCost>::new(&trace, &frame, &machine);
                    for (asked, cost) in model.asked.iter().zip(&model.costs) {
                        let sum: &mut Traffic = match asked.access {
                            Access::Load => &mut loads,
                            Access::Store => &mut stores,
                            Access::Atomic => &mut atomics,
                        };
                        sum.add(&cost.traffic);
                    }
                }
                let what = format!("{name} on {id}");
                assert_eq!(loads, metrics.global_loads, "{what}");
                assert_eq!(stores, metrics.global_stores, "{what}");
                assert_eq!(atomics, metrics.global_atomics, "{what}");
                assert!(loads.requests > 0, "{what}");
            }
        }
    }

    #[test]
    fn what_is_drawn_is_what_is_counted() {
        for id in ["k80", "k80-l1", "g80"] {
            let machine = Machine::by_id(id).expect("a preset");
            let (trace, _) = samples::one_block("reduce_neighbored", 64, 64, &machine);
            for step in 0..trace.len() {
                let frame = Frame { steps: step..step + 1 };
                let model = Requests::<LineCost>::new(&trace, &frame, &machine);
                for (asked, cost) in model.asked.iter().zip(&model.costs) {
                    let (mut lines, mut sectors, mut moved, mut words) = (0, 0, 0, 0);
                    for part in &asked.parts {
                        let reach = reach(part, asked.access, &machine);
                        lines += reach.lines.len() as u64;
                        for line in &reach.lines {
                            let count = |kind| line.sectors.iter().filter(|s| **s == kind).count();
                            sectors += count(Sector::Asked) as u64;
                            moved += (count(Sector::Asked) + count(Sector::Along)) as u64;
                            words += line.words.iter().filter(|lanes| **lanes > 0).count() as u32;
                        }
                    }
                    let traffic = &cost.traffic;
                    assert_eq!((lines, sectors), (traffic.transactions, traffic.sectors));
                    assert_eq!(moved * u64::from(machine.sector_bytes), traffic.bytes_moved);
                    assert_eq!(words, cost.words);
                }
            }
        }
    }

    #[test]
    fn neighbored_at_stride_2_uses_a_quarter_of_its_sectors() {
        let mut playback = samples::playback("reduce_neighbored", 64, 64);
        let position = playback.cursor.stops(Grain::Iteration).at(2).expect("a stop");
        playback.cursor.seek(position);
        let frame = playback.cursor.frame(Grain::Iteration);
        let machine = Machine::default();
        let model = Requests::<LineCost>::new(playback.trace(), &frame, &machine);
        // Two warps, each with two loads and a store: 8 lanes, one line, all its four sectors.
        let accesses: Vec<(u32, Access)> = model.asked.iter().map(|asked| (asked.warp, asked.access)).collect();
        use Access::{Load, Store};
        let of_warp = |warp| [(warp, Load), (warp, Load), (warp, Store)];
        assert_eq!(accesses, [of_warp(0), of_warp(1)].concat());
        for cost in &model.costs {
            assert_eq!((cost.lanes, cost.words), (8, 8));
            assert_eq!((cost.traffic.transactions, cost.traffic.sectors), (1, 4));
            assert_eq!(cost.share(cost.sector_bytes), Some(25.0));
        }
        assert_eq!(asked::warps(&model.asked), [0, 1]);
        assert_eq!(asked::shown_warp(&model.asked, None), Some(0));
        assert_eq!(asked::shown_warp(&model.asked, Some(1)), Some(1));
        assert_eq!(asked::shown_warp(&model.asked, Some(7)), Some(0));
    }
}
