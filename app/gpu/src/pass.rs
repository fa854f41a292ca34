//! One compute pass: a kernel dispatched several times, with timestamps at the start and the end.

use crate::clock::Pace;
use crate::pipeline::Prepared;

/// Dispatches encoded between two checks of the clock.
const BETWEEN_LOOKS: u32 = 256;

/// Encodes a pass of `repeats` dispatches. Encoding many of them takes long, so the page may run in between.
pub(crate) async fn encode(
    encoder: &mut wgpu::CommandEncoder,
    prepared: &Prepared,
    repeats: u32,
    stamps: Option<wgpu::ComputePassTimestampWrites<'_>>,
) {
    let mut pace = Pace::new();
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
        label: None,
        timestamp_writes: stamps,
    });
    pass.set_pipeline(&prepared.pipeline);
    for (group, bind_group) in &prepared.bind_groups {
        pass.set_bind_group(*group, bind_group, &[]);
    }
    let [x, y, z] = prepared.workgroups;
    for repeat in 0..repeats {
        pass.dispatch_workgroups(x, y, z);
        if repeat % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
            pace.breathe().await;
        }
    }
}
