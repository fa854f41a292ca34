//! Six guidelines for the size of a grid, judged for one launch. Source: “CUDA execution model” (chapter 4), on
//! thread-level parallelism.

use super::Grid;

/// A grid of this many blocks also fills GPUs that have more multiprocessors.
const THOUSANDS: u32 = 1000;

/// A guideline, in the order of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guideline {
    /// More blocks than multiprocessors.
    MoreBlocks,
    /// Several resident blocks on each multiprocessor.
    SeveralEach,
    /// A multiple of the multiprocessors.
    Multiple,
    /// Thousands of blocks, for GPUs to come.
    Thousands,
    /// A small grid on purpose leaves multiprocessors to other kernels.
    SmallOnPurpose,
    /// No multiprocessor on which all warps wait at a barrier.
    NoWaiting,
}

impl Guideline {
    pub const ALL: [Guideline; 6] = [
        Guideline::MoreBlocks,
        Guideline::SeveralEach,
        Guideline::Multiple,
        Guideline::Thousands,
        Guideline::SmallOnPurpose,
        Guideline::NoWaiting,
    ];

    /// Returns the name for tests and styles.
    pub const fn id(self) -> &'static str {
        match self {
            Guideline::MoreBlocks => "more-blocks",
            Guideline::SeveralEach => "several-each",
            Guideline::Multiple => "multiple",
            Guideline::Thousands => "thousands",
            Guideline::SmallOnPurpose => "small-on-purpose",
            Guideline::NoWaiting => "no-waiting",
        }
    }
}

/// The verdict of a guideline on a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Met,
    NotMet,
    /// It depends on what else the GPU has to do.
    Depends,
}

/// The launch that is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    pub grid: Grid,
    /// Times that a warp waits at a barrier, over the whole kernel, rounded up.
    pub waits_per_warp: u32,
}

/// The judgement of one guideline, with the numbers that it follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub guideline: Guideline,
    pub verdict: Verdict,
    /// The number that is compared: blocks, blocks on the fullest multiprocessor, blocks beyond a multiple, blocks, free
    /// multiprocessors, waits of a warp.
    pub number: u32,
    /// The number that it is compared with: multiprocessors, or the blocks that are resident together.
    pub with: u32,
}

/// Judges a launch by all guidelines.
pub fn guidelines(launch: Launch) -> [Found; 6] {
    let grid = launch.grid;
    let (blocks, multiprocessors) = (grid.blocks, grid.multiprocessors.max(1));
    // Blocks that every multiprocessor has at first, and that the fullest has.
    let least = (blocks / multiprocessors).min(grid.resident);
    let most = blocks.div_ceil(multiprocessors).min(grid.resident);
    let met = |is_met: bool| {
        if is_met { Verdict::Met } else { Verdict::NotMet }
    };
    Guideline::ALL.map(|guideline| {
        let (verdict, number, with) = match guideline {
            Guideline::MoreBlocks => (met(blocks > multiprocessors), blocks, multiprocessors),
            Guideline::SeveralEach => (met(least >= 2), least, grid.resident),
            Guideline::Multiple => {
                let over = blocks % multiprocessors;
                (met(over == 0 && blocks > 0), over, multiprocessors)
            }
            Guideline::Thousands => (met(blocks >= THOUSANDS), blocks, THOUSANDS),
            Guideline::SmallOnPurpose => {
                let free = multiprocessors.saturating_sub(blocks);
                let verdict = match free {
                    0 => Verdict::Met,
                    _ => Verdict::Depends,
                };
                (verdict, free, multiprocessors)
            }
            Guideline::NoWaiting => {
                let waits = launch.waits_per_warp;
                // Warps of another block go on while those of one block wait.
                (met(waits == 0 || least >= 2), waits, most)
            }
        };
        Found {
            guideline,
            verdict,
            number,
            with,
        }
    })
}
