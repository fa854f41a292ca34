// One tile a block, and an atomic for each warp in place of the second sum: for data that the cache holds.
// Launch: one thread per sixteen elements. data: n vectors of four words; total: one word that starts at zero.
__device__ int4 plus(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_once(const int4* __restrict__ data, int* total, unsigned n) {  //@19
  __shared__ int of_block;  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@15
  if (tid == 0) {
    of_block = 0;  //@10
  }
  __syncthreads();
  unsigned base = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * 4;  //@20
  unsigned i = base + tid;  //@21
  int4 four = {0, 0, 0, 0};  //@22
  if (base + 4 * BLOCK <= n) {  //@23
    four = plus(plus(plus(data[i], data[i + BLOCK]), data[i + 2 * BLOCK]), data[i + 3 * BLOCK]);  //@24
  } else {
    for (unsigned k = i; k < n; k += BLOCK) {  //@26
      four = plus(four, data[k]);  //@27
    }
  }
  int sum = four.x + four.y + four.z + four.w;  //@30
  for (unsigned offset = warpSize / 2; offset > 0; offset /= 2) {  //@30
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@30
  }
  if (lane == 0) {  //@31
    atomicAdd(&of_block, sum);  //@32
  }
  __syncthreads();  //@34
  if (tid == 0) {  //@35
    atomicAdd(total, of_block);  //@36
  }
}
