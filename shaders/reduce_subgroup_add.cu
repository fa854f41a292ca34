// Each warp adds its lanes in one operation; the first warp then adds one sum per warp.
// Launch: one thread per element. data: n words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_subgroup_add(const int* __restrict__ data, int* sums, unsigned n) {  //@20
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
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@29
  }
  if (lane == 0) {  //@30
    partial[tid / width] = sum;  //@31
  }
  __syncthreads();  //@33
  sum = 0;  //@34
  if (tid < width) {  //@35
    for (unsigned k = tid; k < BLOCK / width; k += width) {  //@36
      sum += partial[k];  //@37
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@40
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@40
  }
  if (tid == 0 && base < n) {  //@41
    sums[block] = sum;  //@42
  }
}
