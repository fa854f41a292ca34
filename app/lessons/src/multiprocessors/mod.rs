//! A model of the block scheduler: it hands the blocks of a grid to multiprocessors with room, as others end.
//!
//! Every block does the same work. A waiting block goes to the multiprocessor with the fewest resident blocks, of equals
//! to the one with the lowest number, and stays there to its end. Blocks that share a multiprocessor share its issue
//! slots: a block's time depends on how many there are, and follows when one of them ends. The caller says how long a
//! block takes next to how many, for example in cycles of the [scheduler's model](crate::scheduler). Multiprocessors do
//! not wait for each other: memory serves all of them as fast as one.

mod activity;
mod gpus;
mod guidelines;
mod placement;

pub use activity::{Activity, LAUNCH_MICROS, activity};
pub use gpus::{GPUS, Gpu};
pub use guidelines::{Found, Guideline, Launch, Verdict, guidelines};
pub use placement::{MOST_BLOCKS, Placement};

/// Full waves that are placed one by one. The waves between are alike, so that only their time counts.
const PLACED_WAVES: u32 = 3;

/// The blocks of one kernel, and the room for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub blocks: u32,
    pub warps_per_block: u32,
    pub multiprocessors: u32,
    /// Most blocks that are resident on a multiprocessor at once, from the occupancy calculator.
    pub resident: u32,
    /// Most warps that are resident on a multiprocessor at once.
    pub most_warps: u32,
}

/// The multiprocessor of a block, and its time there, in the unit of the durations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub multiprocessor: u32,
    /// The place on the multiprocessor, from 0 to below `resident`: no two blocks have the same at one time.
    pub place: u32,
    pub start: f64,
    pub end: f64,
}

/// All blocks of a grid in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    pub grid: Grid,
    /// The blocks in the order in which they are handed out; those of skipped waves are left out.
    pub placed: Vec<Placed>,
    /// Full waves at the beginning that are left out of `placed`. Times in `placed` begin after them.
    pub skipped_waves: u32,
    /// The time of one full wave.
    wave_time: f64,
}

impl Grid {
    /// Returns the number of blocks that all multiprocessors hold at once.
    pub fn wave(self) -> u32 {
        self.multiprocessors.saturating_mul(self.resident)
    }

    /// Returns the number of waves: times that the GPU is filled, the last one perhaps in part.
    pub fn waves(self) -> u32 {
        self.blocks
            .checked_div(self.wave())
            .map_or(0, |full| full + u32::from(!self.blocks.is_multiple_of(self.wave())))
    }

    /// Returns the number of blocks in the last wave; 0 if there are no blocks.
    pub fn last_wave(self) -> u32 {
        match self.waves() {
            0 => 0,
            waves => self.blocks - (waves - 1) * self.wave(),
        }
    }
}

/// A block on a multiprocessor that has not ended: its index in `placed`, and the share of its work that is left.
struct Running {
    block: usize,
    left: f64,
}

/// Places the blocks of a grid. `duration` returns the time of a block while this many blocks, itself included, share
/// its multiprocessor.
pub fn spread(grid: Grid, mut duration: impl FnMut(u32) -> f64) -> Spread {
    let wave = grid.wave();
    if wave == 0 || grid.blocks == 0 {
        return Spread {
            grid,
            placed: Vec::new(),
            skipped_waves: 0,
            wave_time: 0.0,
        };
    }
    let mut times = vec![None; grid.resident as usize + 1];
    let mut time_beside =
        |blocks: usize| -> f64 { *times[blocks].get_or_insert_with(|| duration(blocks as u32).max(f64::MIN_POSITIVE)) };
    let skipped_waves = (grid.blocks / wave).saturating_sub(PLACED_WAVES);
    let wave_time = match skipped_waves {
        0 => 0.0,
        _ => time_beside(grid.resident as usize),
    };
    let mut waiting = grid.blocks - skipped_waves * wave;
    let mut placed: Vec<Placed> = Vec::with_capacity(waiting as usize);
    let mut running: Vec<Vec<Running>> = Vec::new();
    running.resize_with(grid.multiprocessors as usize, Vec::new);
    let mut now = 0.0;
    loop {
        while waiting > 0 {
            let room = running.iter_mut().enumerate();
            let Some((number, running_here)) = room.min_by_key(|(number, running_here)| (running_here.len(), *number))
            else {
                break;
            };
            if running_here.len() == grid.resident as usize {
                break;
            }
            let taken = |place: &u32| running_here.iter().all(|each| placed[each.block].place != *place);
            let place = (0..grid.resident).find(taken).unwrap_or(0);
            running_here.push(Running {
                block: placed.len(),
                left: 1.0,
            });
            placed.push(Placed {
                multiprocessor: number as u32,
                place,
                start: now,
                end: now,
            });
            waiting -= 1;
        }
        // The next event is the first end of a block on any multiprocessor.
        let mut step = f64::INFINITY;
        for blocks in running.iter().filter(|blocks| !blocks.is_empty()) {
            let time = time_beside(blocks.len());
            let least = blocks.iter().map(|each| each.left).fold(1.0, f64::min);
            step = step.min(least * time);
        }
        if step.is_infinite() {
            break;
        }
        now += step;
        for blocks in running.iter_mut().filter(|blocks| !blocks.is_empty()) {
            let done = step / time_beside(blocks.len());
            blocks.retain_mut(|each| {
                each.left -= done;
                // Rounding must not leave a block that has no work.
                let ends = each.left < 1e-9;
                if ends {
                    placed[each.block].end = now;
                }
                !ends
            });
        }
    }
    Spread {
        grid,
        placed,
        skipped_waves,
        wave_time,
    }
}

impl Spread {
    /// Returns the time before the first placed block.
    pub fn skipped_time(&self) -> f64 {
        f64::from(self.skipped_waves) * self.wave_time
    }

    /// Returns the time in which blocks run: from the first start to the last end.
    pub fn elapsed(&self) -> f64 {
        self.skipped_time() + self.placed_time()
    }

    /// Returns the time of the placed blocks, from their first start to their last end.
    pub fn placed_time(&self) -> f64 {
        self.placed.iter().map(|each| each.end).fold(0.0, f64::max)
    }

    /// Returns the time of each multiprocessor with at least one resident block, among the placed ones. A
    /// multiprocessor has no gap: a block that waits goes to it as soon as there is room.
    fn active(&self) -> Vec<f64> {
        let mut active = vec![0.0_f64; self.grid.multiprocessors as usize];
        for each in &self.placed {
            let end = &mut active[each.multiprocessor as usize];
            *end = end.max(each.end);
        }
        active
    }

    /// Returns the number of multiprocessors that run at least one block.
    pub fn used(&self) -> u32 {
        self.active().iter().filter(|time| **time > 0.0).count() as u32
    }

    /// Returns the time from the first moment in which a multiprocessor has no block left until the end.
    pub fn tail(&self) -> f64 {
        let first = self.active().into_iter().fold(f64::INFINITY, f64::min);
        if first.is_finite() {
            self.placed_time() - first
        } else {
            0.0
        }
    }

    /// Returns `sm_efficiency`, from 0 to 1: the share of the elapsed time in which a multiprocessor has a resident
    /// warp, on average over all of them. `idle` is time before and after, such as that of the launch, in which none
    /// has one. `None` without blocks.
    pub fn sm_efficiency(&self, idle: f64) -> Option<f64> {
        let elapsed = self.elapsed() + idle;
        (self.elapsed() > 0.0).then(|| self.active_time() / (elapsed * f64::from(self.grid.multiprocessors)))
    }

    /// Returns the active time of all multiprocessors together.
    pub fn active_time(&self) -> f64 {
        let skipped = self.skipped_time() * f64::from(self.grid.multiprocessors);
        skipped + self.active().iter().sum::<f64>()
    }

    /// Returns the achieved occupancy, from 0 to 1: resident warps on average over the active time, divided by the
    /// most. `None` without blocks.
    pub fn achieved_occupancy(&self) -> Option<f64> {
        let (active, most) = (self.active_time(), f64::from(self.grid.most_warps));
        let skipped = self.skipped_time() * f64::from(self.grid.wave());
        let of_blocks = |each: &Placed| each.end - each.start;
        let resident = skipped + self.placed.iter().map(of_blocks).sum::<f64>();
        let warps = resident * f64::from(self.grid.warps_per_block);
        (active > 0.0 && most > 0.0).then(|| warps / (active * most))
    }
}

#[cfg(test)]
mod tests;
