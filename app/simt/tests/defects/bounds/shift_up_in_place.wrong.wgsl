// Expect: out_of_bounds line 12; data_race lines 12 12
// workgroups: 1
// buffer 0: ramp 64

@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn shift(@builtin(local_invocation_index) t: u32) {
    tile[t] = data[t];
    workgroupBarrier();
    tile[t + 1u] = tile[t];
    workgroupBarrier();
    data[t] = tile[t];
}
