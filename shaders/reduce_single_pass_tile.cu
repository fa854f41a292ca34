// Each lane asks for four vectors before it adds the first, so that many bytes are on their way at once.
// Launch: any number of blocks. data: n vectors of four words; total: one word that starts at zero.
static __device__ int4 operator+(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_tile(const int4* __restrict__ data, int* total, unsigned n) {
  __shared__ int partial[BLOCK / 32];
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned tile = BLOCK * 4;
  unsigned step = gridDim.x * gridDim.y * tile;
  unsigned width = warpSize;
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * tile + tid;
  int4 four = {0, 0, 0, 0};
  for (; i + 3 * BLOCK < n; i += step) {
    four = four + (data[i] + data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK]);
  }
  for (; i < n; i += BLOCK) {
    four = four + data[i];
  }
  int sum = four.x + four.y + four.z + four.w;
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (lane == 0) {
    partial[tid / width] = sum;
  }
  __syncthreads();
  sum = 0;
  if (tid < width) {
    for (unsigned k = tid; k < BLOCK / width; k += width) {
      sum += partial[k];
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (tid == 0) {
    atomicAdd(total, sum);
  }
}
