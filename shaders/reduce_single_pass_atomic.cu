// Each block adds its sum to the total itself, so that no second pass is needed.
// Launch: any number of blocks. data: n vectors of four words; total: one word that starts at zero.
template <unsigned BLOCK>
__global__ void reduce_single_pass_atomic(const int4* __restrict__ data, int* total, unsigned n) {
  __shared__ int partial[BLOCK / 32];
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;
  unsigned width = warpSize;
  int sum = 0;
  for (unsigned i = block * BLOCK + tid; i < n; i += lanes) {
    int4 four = data[i];
    sum += four.x + four.y + four.z + four.w;
  }
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
