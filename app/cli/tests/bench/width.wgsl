// Each lane writes the width of its warp, so the result depends on the device.
enable subgroups;

@group(0) @binding(0) var<storage, read_write> widths: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) width: u32) {
  widths[i] = width;
}
