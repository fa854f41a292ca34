// Each warp adds its lanes by shuffles; the first warp then adds one sum per warp.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_subgroup_shuffle(const int* __restrict__ data, int* sums, unsigned n) {  //@20
  __shared__ int partial[BLOCK / 32];  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@16
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@21
  unsigned base = block * BLOCK;  //@22
  unsigned width = warpSize;  //@23
  unsigned i = base + tid;  //@24
  int sum = 0;  //@25
  if (i < n) {  //@26
    sum = data[i];  //@27
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@29
    sum += __shfl_down_sync(0xffffffff, sum, offset);  //@30
  }
  if (lane == 0) {  //@32
    partial[tid / width] = sum;  //@33
  }
  __syncthreads();  //@35
  sum = 0;  //@36
  if (tid < width) {  //@37
    for (unsigned k = tid; k < BLOCK / width; k += width) {  //@38
      sum += partial[k];  //@39
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@42
    sum += __shfl_down_sync(0xffffffff, sum, offset);  //@43
  }
  if (tid == 0 && base < n) {  //@45
    sums[block] = sum;  //@46
  }
}
