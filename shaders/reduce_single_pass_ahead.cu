// Each lane asks for its next two vectors before it adds the two that it has, so that some are always on their way.
// Launch: no more blocks than tiles of 8 * BLOCK words. data: n vectors of four words, which fill their tiles; total: one word
// that starts at zero.
static __device__ int4 sum_of(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_ahead(const int4* __restrict__ data, int* total, unsigned n) {
  __shared__ int of_block;
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  if (tid == 0) {
    of_block = 0;
  }
  __syncthreads();
  unsigned tile = BLOCK * 2;
  unsigned step = gridDim.x * gridDim.y * tile;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * tile + tid;
  int4 four = {0, 0, 0, 0};
  int4 one = data[i];
  int4 other = data[i + BLOCK];
  for (i += step; i < n; i += step) {
    int4 next_one = data[i];
    int4 next_other = data[i + BLOCK];
    four = sum_of(four, sum_of(one, other));
    one = next_one;
    other = next_other;
  }
  four = sum_of(four, sum_of(one, other));
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
