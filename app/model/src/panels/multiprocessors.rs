//! The multiprocessors panel: the blocks of the shown kernel on a GPU's multiprocessors, and what follows from that.

use crate::address::RunSpec;
use crate::panels::scheduler::Phases;
use lessons::claim::claims;
use lessons::multiprocessors::{Activity, Found, Gpu, Grid, Launch, Spread, activity, guidelines, spread};
use lessons::occupancy::{Cannot, Demand, Occupancy, WARP, occupancy};
use lessons::scheduler::{Setting, schedule};
use simt::Metrics;

/// The content of the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Multiprocessors {
    pub gpu: &'static Gpu,
    /// Blocks of the run's grid; the panel may show another number.
    pub blocks_of_run: u32,
    /// The blocks in time, in cycles of the scheduler's model.
    pub spread: Spread,
    /// The calculator's result for the kernel.
    pub occupancy: Occupancy,
    pub guidelines: [Found; 6],
    /// Instructions that one warp issues in the model.
    pub instructions: usize,
    /// True if only the beginning of a block is modelled.
    pub cut: bool,
    /// A printed `sm_efficiency` of this kernel and grid on this GPU, with its source's key.
    pub printed: Option<(Activity, &'static str)>,
    /// A printed achieved occupancy of this kernel, from 0 to 1, with its source's key.
    pub achieved: Option<(f64, &'static str)>,
}

/// Modelled cycles of a whole kernel, for a profiler's formulas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycles {
    /// Instructions that all warps issue.
    pub issued: u64,
    /// Cycles with a resident warp, over all multiprocessors.
    pub active: u64,
    /// Cycles from the first start to the last end, times multiprocessors.
    pub elapsed: u64,
}

/// Computes the panel's content for a run and the duration of its blocks.
///
/// # Errors
/// [`Cannot`]: the GPU cannot start such a block.
pub fn multiprocessors(view: &RunSpec, metrics: &Metrics, phases: &Phases) -> Result<Multiprocessors, Cannot> {
    let gpu = view.placement.gpu(&view.machine);
    let chip = gpu.limits().ok_or(Cannot::NoThreads)?;
    let warps = metrics.warps.checked_div(metrics.workgroups).unwrap_or(0);
    let threads = u32::try_from(warps * u64::from(metrics.warp_width)).unwrap_or(u32::MAX);
    let demand = Demand {
        threads_per_block: threads,
        ..view.calculator.demand(threads)
    };
    let occupancy = occupancy(chip, demand)?;
    let blocks_of_run = u32::try_from(metrics.workgroups).unwrap_or(u32::MAX);
    let grid = Grid {
        blocks: view.placement.blocks.unwrap_or(blocks_of_run),
        warps_per_block: threads.div_ceil(WARP),
        multiprocessors: gpu.multiprocessors,
        resident: occupancy.blocks,
        most_warps: chip.warps,
    };
    let setting = view.dials.setting(metrics.warp_width);
    let spread = spread(grid, |blocks| {
        f64::from(cycles(phases, setting, blocks * grid.warps_per_block))
    });
    let waits = metrics.barrier_waits.div_ceil(metrics.warps.max(1));
    Ok(Multiprocessors {
        gpu,
        blocks_of_run,
        spread,
        occupancy,
        guidelines: guidelines(Launch {
            grid,
            waits_per_warp: u32::try_from(waits).unwrap_or(u32::MAX),
        }),
        instructions: phases.instructions(),
        cut: phases.cut,
        printed: printed(view, gpu, grid.blocks, blocks_of_run),
        achieved: achieved(view),
    })
}

/// Returns the cycles in which `warps` warps issue all their instructions, phase after phase.
fn cycles(phases: &Phases, setting: Setting, warps: u32) -> u32 {
    let of_phase = |phase: &Vec<_>| schedule(phase, Setting { warps, ..setting }).cycles;
    phases.phases.iter().map(of_phase).sum()
}

/// Returns the printed share of active time, if what is shown is what was printed.
fn printed(view: &RunSpec, gpu: &Gpu, blocks: u32, blocks_of_run: u32) -> Option<(Activity, &'static str)> {
    let is_shown = gpu.id == "k80" && blocks == blocks_of_run;
    let mut of_run = claims().iter().filter(|claim| {
        let size = (claim.n, claim.block) == (view.size.n(), view.size.block());
        is_shown && claim.kernel == view.kernel && size
    });
    of_run.find_map(|claim| {
        let activity = activity(claim, blocks, gpu)?;
        Some((activity, claim.table.source.as_str()))
    })
}

fn achieved(view: &RunSpec) -> Option<(f64, &'static str)> {
    let (claim, share) = lessons::claim::achieved_occupancy(view.kernel)?;
    Some((share, claim.table.source.as_str()))
}

impl Multiprocessors {
    /// Returns the modelled cycles of the whole kernel; `None` if a block is modelled in part or does nothing.
    pub fn cycles(&self) -> Option<Cycles> {
        let grid = self.spread.grid;
        let warps = u64::from(grid.blocks) * u64::from(grid.warps_per_block);
        let (active, elapsed) = (self.spread.active_time(), self.spread.elapsed());
        let cycles = Cycles {
            issued: warps * self.instructions as u64,
            active: active.round() as u64,
            elapsed: (elapsed * f64::from(grid.multiprocessors)).round() as u64,
        };
        (!self.cut && cycles.active > 0 && cycles.issued > 0).then_some(cycles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::scheduler::phases;
    use lessons::multiprocessors::{LAUNCH_MICROS, Verdict};
    use lessons::{GALLERY, GalleryKernel, Lesson, Size};
    use simt::RunOptions;

    fn shown(name: &str, size: Size, change: impl FnOnce(&mut RunSpec)) -> Multiprocessors {
        let kernel = GalleryKernel::by_name(name).expect("in the gallery");
        let mut view = RunSpec::of_lesson(Lesson::by_id("unroll").expect("a lesson")).expect("kernels");
        view.kernel = kernel;
        view.size = size;
        change(&mut view);
        let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
        let dispatch = kernel.dispatch(size, &view.machine);
        let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("runs");
        let phases = phases(&kernel.kernel.source, run.trace.as_ref().expect("a trace"));
        multiprocessors(&view, &run.metrics, &phases).expect("a block starts")
    }

    /// The kernels of the printed table, n = 2^14 in blocks of 1024 on 13 multiprocessors.
    #[test]
    fn unrolled_grids_leave_multiprocessors_idle() {
        let size = Size::fixed(1 << 14, 1024);
        for (name, blocks, used, efficiency, printed) in [
            ("reduce_interleaved", 16, 13, None, 75.65),
            ("reduce_unroll2", 8, 8, Some(61.5), 49.11),
            ("reduce_unroll4", 4, 4, Some(30.8), 24.74),
            ("reduce_unroll8", 2, 2, Some(15.4), 12.76),
        ] {
            let model = shown(name, size, |_| {});
            assert_eq!(model.gpu.multiprocessors, 13);
            assert_eq!((model.blocks_of_run, model.spread.used()), (blocks, used), "{name}");
            let (activity, _) = model.printed.expect("printed");
            assert!((100.0 * activity.printed - printed).abs() < 1e-9, "{name}");
            let share = 100.0 * model.spread.sm_efficiency(0.0).expect("blocks");
            match efficiency {
                Some(efficiency) => assert!((share - efficiency).abs() < 0.05, "{name}: {share}"),
                // Three multiprocessors run two blocks, which take longer than one.
                None => assert!((50.0..100.0).contains(&share), "{name}: {share}"),
            }
        }
    }

    /// The slide on the tail says that one block more adds much more time than work, and the one on achieved occupancy
    /// that eight blocks reach half of what the calculator allows.
    #[test]
    fn the_slides_words_about_tail_and_occupancy_are_the_model_s() {
        let size = Size::fixed(1 << 14, 1024);
        let with = |blocks: u32| {
            shown("reduce_interleaved", size, |view| {
                view.placement = view.placement.of(blocks);
            })
        };
        let (full, more) = (with(26), with(27));
        assert_eq!(full.spread.tail(), 0.0);
        assert_eq!(full.spread.sm_efficiency(0.0), Some(1.0));
        assert!(more.spread.elapsed() > 1.5 * full.spread.elapsed());
        assert!(more.spread.sm_efficiency(0.0).expect("blocks") < 0.7);
        let eight = shown("reduce_unroll2", size, |_| {});
        assert_eq!(eight.spread.achieved_occupancy(), Some(0.5));
        assert_eq!(eight.occupancy.fraction(), 1.0);
    }

    /// With the durations of the panel and the launch's time, 16 blocks are active for less than printed; with durations
    /// that sharing does not change, for more. The notes of the slide give both.
    #[test]
    fn the_printed_share_of_16_blocks_lies_between_two_models() {
        let model = shown("reduce_interleaved", Size::fixed(1 << 14, 1024), |_| {});
        let (activity, _) = model.printed.expect("printed");
        let micros = 31.936;
        let launch = LAUNCH_MICROS / (micros - LAUNCH_MICROS) * model.spread.elapsed();
        let least = model.spread.sm_efficiency(launch).expect("blocks");
        assert!((100.0 * least - 70.39).abs() < 0.005, "{least}");
        let most = activity.with_launch.expect("a time is printed");
        assert!(least < activity.printed && activity.printed < most);
    }

    #[test]
    fn another_gpu_and_another_grid_are_shown() {
        let size = Size::fixed(1 << 14, 1024);
        let model = shown("reduce_unroll8", size, |view| {
            view.placement = view.placement.on("v100").of(161);
        });
        let grid = model.spread.grid;
        assert_eq!((grid.multiprocessors, grid.blocks, model.blocks_of_run), (80, 161, 2));
        assert_eq!((grid.waves(), grid.last_wave()), (2, 1));
        assert_eq!(model.printed, None);
        let verdict = model.guidelines.map(|guideline| guideline.verdict);
        assert_eq!(verdict[2], Verdict::NotMet, "161 is no multiple of 80");
    }

    #[test]
    fn every_kernel_has_blocks_in_time() {
        for kernel in GALLERY.iter() {
            let size = kernel.task.nearest(Size::fixed(1024, 64));
            let model = shown(&kernel.kernel.name, size, |_| {});
            let name = &kernel.kernel.name;
            assert!(model.spread.elapsed() > 0.0, "{name}");
            let share = model.spread.achieved_occupancy().expect("blocks");
            assert!(share <= model.occupancy.fraction() + 1e-9, "{name}: {share}");
            if let Some(cycles) = model.cycles() {
                assert!(cycles.active <= cycles.elapsed, "{name}: {cycles:?}");
                // The model's chip issues at most one instruction a cycle.
                assert!(cycles.issued <= cycles.active, "{name}: {cycles:?}");
            }
        }
    }
}
