// Each lane asks for its next two vectors before it adds the two that it has, so that some are always on their way.
// Launch: no more blocks than tiles of 8 * BLOCK words. data: n vectors of four words, which fill their tiles; total: one word
// that starts at zero.
static __device__ int4 sum_of(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_ahead(const int4* __restrict__ data, int* total, unsigned n) {  //@20
  __shared__ int of_block;  //@11
  unsigned tid = threadIdx.x;  //@15
  unsigned lane = tid % warpSize;  //@16
  if (tid == 0) {
    of_block = 0;  //@11
  }
  __syncthreads();
  unsigned tile = BLOCK * 2;  //@21
  unsigned step = gridDim.x * gridDim.y * tile;  //@22
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * tile + tid;  //@23
  int4 four = {0, 0, 0, 0};  //@24
  int4 one = data[i];  //@25
  int4 other = data[i + BLOCK];  //@26
  for (i += step; i < n; i += step) {  //@27
    int4 next_one = data[i];  //@28
    int4 next_other = data[i + BLOCK];  //@29
    four = sum_of(four, sum_of(one, other));  //@30
    one = next_one;  //@31
    other = next_other;  //@32
  }
  four = sum_of(four, sum_of(one, other));  //@34
  int sum = four.x + four.y + four.z + four.w;  //@35
  for (unsigned offset = warpSize / 2; offset > 0; offset /= 2) {  //@35
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@35
  }
  if (lane == 0) {  //@36
    atomicAdd(&of_block, sum);  //@37
  }
  __syncthreads();  //@39
  if (tid == 0) {  //@40
    atomicAdd(total, of_block);  //@41
  }
}
