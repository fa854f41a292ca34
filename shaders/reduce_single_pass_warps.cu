// Each warp adds its sum to the total itself, without a barrier: for sums so small that few meet at the one word.
// Launch: one thread per sixteen elements. data: n vectors of four words; total: one word that starts at zero.
static __device__ int4 sum_of(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_warps(const int4* __restrict__ data, int* total, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * 4 + tid;
  int4 four = {0, 0, 0, 0};
  if (i < n) {
    four = sum_of(four, data[i]);
  }
  if (i + BLOCK < n) {
    four = sum_of(four, data[i + BLOCK]);
  }
  if (i + 2 * BLOCK < n) {
    four = sum_of(four, data[i + 2 * BLOCK]);
  }
  if (i + 3 * BLOCK < n) {
    four = sum_of(four, data[i + 3 * BLOCK]);
  }
  int sum = four.x + four.y + four.z + four.w;
  for (unsigned offset = warpSize / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (lane == 0) {
    atomicAdd(total, sum);
  }
}
