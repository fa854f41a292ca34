//! The printed `sm_efficiency` of kernels next to the model's.

use super::{Gpu, Grid, spread};
use crate::claim::Claim;
use crate::occupancy::{Demand, WARP, occupancy};

/// Time of a launch in which no multiprocessor has a warp, in microseconds. The source prints for two blocks on 13
/// multiprocessors 12.76 % of 39.135 µs: both were active for 32.46 µs, so that 6.68 µs are left. The other rows follow
/// with the same time, which nobody has measured on its own.
pub const LAUNCH_MICROS: f64 = 6.68;

/// One kernel's share of time in which a multiprocessor has a warp, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Activity {
    pub printed: f64,
    /// The model's, as if the kernel's blocks filled all of its time.
    pub blocks_only: f64,
    /// The model's, if [`LAUNCH_MICROS`] of the printed time pass without a warp. `None` without a printed time.
    pub with_launch: Option<f64>,
}

/// Compares the figures of a claim with the model; `None` if its source prints no `sm_efficiency`. All blocks take the
/// same time, whether they share a multiprocessor or not.
pub fn activity(claim: &Claim, blocks: u32, gpu: &Gpu) -> Option<Activity> {
    let printed = claim.figures.get("sm_efficiency")? / 100.0;
    let chip = gpu.limits()?;
    let demand = Demand {
        threads_per_block: claim.block,
        registers_per_thread: 0,
        shared_per_block: 0,
    };
    let grid = Grid {
        blocks,
        warps_per_block: claim.block.div_ceil(WARP),
        multiprocessors: gpu.multiprocessors,
        resident: occupancy(chip, demand).ok()?.blocks,
        most_warps: chip.warps,
    };
    let alike = spread(grid, |_| 1.0);
    let of_time = |micros: f64| {
        let kernel = micros - LAUNCH_MICROS;
        alike.sm_efficiency(LAUNCH_MICROS / kernel * alike.elapsed())
    };
    Some(Activity {
        printed,
        blocks_only: alike.sm_efficiency(0.0)?,
        with_launch: claim.figures.get("time_us").copied().and_then(of_time),
    })
}
