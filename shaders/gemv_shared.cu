// y = A x, A column by column: the block fetches BLOCK words of x at a time into shared memory, where all lanes read them.
// Launch: one thread per row. a: n words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_shared(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  __shared__ float x_tile[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned rows = n / WIDTH;
  unsigned own = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  unsigned row = min(own, rows - 1);
  float sum = 0.0f;
  for (unsigned tile = 0; tile < WIDTH / BLOCK; tile++) {
    unsigned first = tile * BLOCK;
    x_tile[tid] = x[first + tid];
    __syncthreads();
    for (unsigned k = 0; k < BLOCK; k++) {
      sum += a[(first + k) * rows + row] * x_tile[k];
    }
    __syncthreads();
  }
  for (unsigned k = WIDTH - WIDTH % BLOCK; k < WIDTH; k++) {
    sum += a[k * rows + row] * x[k];
  }
  if (own < rows) {
    y[own] = sum;
  }
}
