// The OpenCL twin of shaders/reduce_neighbored.wgsl, for the comparison with Oclgrind.
kernel void reduce_neighbored(global int *data, global int *sums, uint n) {
  const uint tid = get_local_id(0), block = get_group_id(0), size = get_local_size(0);
  const uint base = block * size, i = base + tid;
  for (uint stride = 1; stride < size; stride *= 2) {
    if (tid % (2 * stride) == 0 && i + stride < n) {
      data[i] += data[i + stride];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  if (tid == 0 && base < n) {
    sums[block] = data[base];
  }
}
