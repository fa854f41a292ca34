// One tile a block, and an atomic for each warp in place of the second sum: for data that the cache holds.
// Launch: one thread per sixteen elements. data: n vectors of four words; total: one word that starts at zero.
static __device__ int4 plus(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_once(const int4* __restrict__ data, int* total, unsigned n) {  //@19
  __shared__ int of_block;  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@15
  if (tid == 0) {
    of_block = 0;  //@10
  }
  __syncthreads();
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * 4 + tid;  //@20
  int4 four = {0, 0, 0, 0};  //@21
  if (i < n) {  //@22
    four = plus(four, data[i]);  //@23
  }
  if (i + BLOCK < n) {  //@25
    four = plus(four, data[i + BLOCK]);  //@26
  }
  if (i + 2 * BLOCK < n) {  //@28
    four = plus(four, data[i + 2 * BLOCK]);  //@29
  }
  if (i + 3 * BLOCK < n) {  //@31
    four = plus(four, data[i + 3 * BLOCK]);  //@32
  }
  int sum = four.x + four.y + four.z + four.w;  //@34
  for (unsigned offset = warpSize / 2; offset > 0; offset /= 2) {  //@34
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@34
  }
  if (lane == 0) {  //@35
    atomicAdd(&of_block, sum);  //@36
  }
  __syncthreads();  //@38
  if (tid == 0) {  //@39
    atomicAdd(total, of_block);  //@40
  }
}
