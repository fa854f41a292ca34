// y = A x, A row by row, as a library would: a block for each row, four words a load, and the warps' sums added up.
// Launch: one block per row. a: n times four words in WIDTH columns, a multiple of 4, row by row; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_tuned(const float4* __restrict__ a, const float4* __restrict__ x, float* y, unsigned n) {
  __shared__ float partial[BLOCK / 32];
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned fours = WIDTH / 4;
  unsigned width = warpSize;
  unsigned rows = n / fours;
  unsigned row = blockIdx.y * gridDim.x + blockIdx.x;
  float sum = 0.0f;
  if (row < rows) {
    for (unsigned k = tid; k < fours; k += BLOCK) {
      float4 p = a[row * fours + k];
      float4 q = x[k];
      sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (lane == 0) {
    partial[tid / width] = sum;
  }
  __syncthreads();
  if (tid == 0 && row < rows) {
    float total = 0.0f;
    for (unsigned k = 0; k * width < BLOCK; k++) {
      total += partial[k];
    }
    y[row] = total;
  }
}
