//! The empty dispatch: the shortest time that any dispatch takes on a device.

use crate::job::Job;
use simt::{Buffer, Contents, Dispatch, Kernel};
use std::collections::BTreeMap;

/// One lane stores one word, because a browser refuses a kernel without a binding that it uses.
const SOURCE: &str = "\
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  out[0] = 1u;
}
";

/// Returns a job with almost no work. A kernel that hardly takes longer is dominated by its launch.
pub fn empty_dispatch() -> Job<'static> {
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: BTreeMap::new(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents: Contents::Zeros { words: 1 },
        }],
    };
    let kernel = Kernel::gallery("empty_dispatch", SOURCE);
    Job::new(kernel, dispatch, 0, 4, |_, out| out.fill(1))
}
