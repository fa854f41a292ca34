//! Counters that a source's profiler reported for a kernel of the gallery, to compare with the counters of our model.

use crate::kernel::GalleryKernel;
use crate::published::{CounterTable, published};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A row of a published table: one kernel at one size on one device.
#[derive(Debug)]
pub struct Claim {
    pub kernel: &'static GalleryKernel,
    pub table: &'static CounterTable,
    /// The machine preset that has the device's rules, by its id.
    pub machine: &'static str,
    pub n: u32,
    /// Lanes of a block.
    pub block: u32,
    /// Printed values, by the profiler's name of the counter.
    pub figures: &'static BTreeMap<String, f64>,
}

/// The kind of comparison that a published figure allows with our counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparable {
    /// Traffic and masks. The kernel alone decides them, so every printed digit must agree.
    ToTheDigit,
    /// Instruction counts. The source counts those of a compiler, we count those of our own bytecode.
    OfInstructions,
    /// Instruction counts of a loop that runs another number of times in the source than in our kernel.
    OfIterations { theirs: u32, ours: u32 },
    /// Needs a clock, or warps of several resident blocks. Our machine only counts and has neither.
    OfTime,
    /// Describes the dispatch or the chip: not a counter.
    NoCounter,
}

impl Claim {
    /// Returns how the claim's figure with the profiler's name `name` can be compared.
    pub fn comparable(&self, name: &str) -> Comparable {
        let iterations = self.table.iterations.zip(self.kernel.task.iterations());
        match (comparable(name), iterations) {
            (Comparable::OfInstructions, Some((theirs, ours))) if theirs != ours => {
                Comparable::OfIterations { theirs, ours }
            }
            (comparable, _) => comparable,
        }
    }
}

/// Returns how a figure with the profiler's name `name` can be compared where kernel and source do the same work.
pub fn comparable(name: &str) -> Comparable {
    match name {
        "gld_transactions" | "gst_transactions" | "gld_efficiency" | "gst_efficiency" => Comparable::ToTheDigit,
        "inst_per_warp" | "warp_execution_efficiency" => Comparable::OfInstructions,
        "blocks" => Comparable::NoCounter,
        _ => Comparable::OfTime,
    }
}

/// All of them, in the order of the tables.
pub fn claims() -> &'static [Claim] {
    static CLAIMS: OnceLock<Vec<Claim>> = OnceLock::new();
    CLAIMS.get_or_init(all)
}

fn all() -> Vec<Claim> {
    let of_table = |table: &'static CounterTable| {
        let of_kernels = table.kernels.iter().filter_map(move |(name, figures)| {
            let kernel = published_as(table, name).next()?;
            claim(table, kernel, table.block, figures)
        });
        let of_blocks = table.blocks.iter().filter_map(move |(shape, block)| {
            let mut kernels = published_as(table, &table.kernel);
            let kernel = kernels.find(|kernel| kernel.kernel.name.ends_with(shape))?;
            let (x, y) = shape.split_once('x')?;
            let lanes = x.parse::<u32>().ok()? * y.parse::<u32>().ok()?;
            claim(table, kernel, lanes, &block.counters)
        });
        of_kernels.chain(of_blocks)
    };
    published().counters.iter().flat_map(of_table).collect()
}

/// Returns the claim about a kernel at one size on one machine.
pub fn claim_of(kernel: &GalleryKernel, machine: &str, n: u32, block: u32) -> Option<&'static Claim> {
    claims()
        .iter()
        .find(|claim| claim.kernel == kernel && (claim.machine, claim.n, claim.block) == (machine, n, block))
}

/// The average occupancy that a profiler printed for a kernel, with its claim.
pub fn achieved_occupancy(kernel: &GalleryKernel) -> Option<(&'static Claim, f64)> {
    let mut of_kernel = claims().iter().filter(|claim| claim.kernel == kernel);
    of_kernel.find_map(|claim| Some((claim, *claim.figures.get("achieved_occupancy")?)))
}

fn claim(
    table: &'static CounterTable,
    kernel: &'static GalleryKernel,
    block: u32,
    figures: &'static BTreeMap<String, f64>,
) -> Option<Claim> {
    // The source's profiler ran on a K80, with loads cached in L1 (it prints lines) or not.
    let machine = if table.loads.starts_with("lines") {
        "k80-l1"
    } else {
        "k80"
    };
    Some(Claim {
        kernel,
        table,
        machine,
        n: u32::try_from(table.n).ok()?,
        block,
        figures,
    })
}

/// Returns the gallery kernels that `table` lists under `name`.
fn published_as(table: &'static CounterTable, name: &'static str) -> impl Iterator<Item = &'static GalleryKernel> {
    let gallery = crate::GALLERY.iter().copied();
    gallery.filter(move |kernel| {
        let named = |&(source, kernel_name): &(&str, &str)| source == table.source && kernel_name == name;
        kernel.published.iter().any(named)
    })
}
