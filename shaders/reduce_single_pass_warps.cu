// Each warp adds its sum to the total itself, without a barrier: for sums so small that few meet at the one word.
// Launch: one thread per sixteen elements. data: n vectors of four words; total: one word that starts at zero.
static __device__ int4 sum_of(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_warps(const int4* __restrict__ data, int* total, unsigned n) {  //@17
  unsigned tid = threadIdx.x;  //@12
  unsigned lane = tid % warpSize;  //@13
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * 4 + tid;  //@18
  int4 four = {0, 0, 0, 0};  //@19
  if (i < n) {  //@20
    four = sum_of(four, data[i]);  //@21
  }
  if (i + BLOCK < n) {  //@23
    four = sum_of(four, data[i + BLOCK]);  //@24
  }
  if (i + 2 * BLOCK < n) {  //@26
    four = sum_of(four, data[i + 2 * BLOCK]);  //@27
  }
  if (i + 3 * BLOCK < n) {  //@29
    four = sum_of(four, data[i + 3 * BLOCK]);  //@30
  }
  int sum = four.x + four.y + four.z + four.w;  //@32
  for (unsigned offset = warpSize / 2; offset > 0; offset /= 2) {  //@32
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@32
  }
  if (lane == 0) {  //@33
    atomicAdd(total, sum);  //@34
  }
}
