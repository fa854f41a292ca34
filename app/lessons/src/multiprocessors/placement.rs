//! The settings of the multiprocessors panel.

use super::{GPUS, Gpu};
use simt::Machine;

/// Most blocks that the panel's slider sets. A kernel's own grid may have more.
pub const MOST_BLOCKS: u32 = 512;

/// The GPU next to a machine that has none.
const USUAL_GPU: &str = "k80";

/// The settings of the multiprocessors panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The id of a GPU; `None`: the machine's.
    pub gpu: Option<&'static str>,
    /// `None`: the grid of the run.
    pub blocks: Option<u32>,
}

impl Placement {
    pub const USUAL: Placement = Placement {
        gpu: None,
        blocks: None,
    };

    /// Returns the GPU, next to a machine.
    pub fn gpu(&self, machine: &Machine) -> &'static Gpu {
        let chosen = self.gpu.and_then(Gpu::by_id);
        chosen
            .or_else(|| Gpu::of_machine(&machine.id))
            .or_else(|| Gpu::by_id(USUAL_GPU))
            .unwrap_or(&GPUS[0])
    }

    /// Sets the number of blocks, to the nearest value of the slider.
    pub fn set_blocks(&mut self, blocks: u32) {
        self.blocks = Some(blocks.clamp(1, MOST_BLOCKS));
    }

    /// Returns the settings for another GPU.
    pub const fn on(mut self, gpu: &'static str) -> Self {
        self.gpu = Some(gpu);
        self
    }

    /// Returns the settings for another number of blocks.
    pub const fn of(mut self, blocks: u32) -> Self {
        self.blocks = Some(blocks);
        self
    }
}
