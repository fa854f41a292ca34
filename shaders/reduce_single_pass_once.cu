// One tile a block, and an atomic for each warp in place of the second sum: for data that the cache holds.
// Launch: one thread per sixteen elements. data: n vectors of four words; total: one word that starts at zero.
static __device__ int4 plus(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_once(const int4* __restrict__ data, int* total, unsigned n) {
  __shared__ int of_block;
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  if (tid == 0) {
    of_block = 0;
  }
  __syncthreads();
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * 4 + tid;
  int4 four = {0, 0, 0, 0};
  if (i < n) {
    four = plus(four, data[i]);
  }
  if (i + BLOCK < n) {
    four = plus(four, data[i + BLOCK]);
  }
  if (i + 2 * BLOCK < n) {
    four = plus(four, data[i + 2 * BLOCK]);
  }
  if (i + 3 * BLOCK < n) {
    four = plus(four, data[i + 3 * BLOCK]);
  }
  int sum = four.x + four.y + four.z + four.w;
  for (unsigned offset = warpSize / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (lane == 0) {
    atomicAdd(&of_block, sum);
  }
  __syncthreads();
  if (tid == 0) {
    atomicAdd(total, of_block);
  }
}
