// Half words and whole words in one struct: each lane accesses a separate member, except for one of each size.
// buffer 0: ramp 64
enable f16;
struct Mixed { low: f16, high: f16, whole: f32, count: atomic<u32>, last: f16 }
@group(0) @binding(0) var<storage, read_write> all: array<Mixed>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) tid: u32) {
  let i = tid / 4u;
  switch (tid % 4u) {
    case 0u {
      all[i].low = 1.0h;
      all[i].last = all[i].low;
    }
    case 1u {
      all[i].high = 2.0h;
    }
    case 2u {
      all[i].whole = 3.0;
    }
    default {
      atomicAdd(&all[i].count, 1u);
    }
  }
}
