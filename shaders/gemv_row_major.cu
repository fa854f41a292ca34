// y = A x, one lane per row, A row by row: neighboring lanes read words that lie WIDTH apart.
// Launch: one thread per row. a: n words in WIDTH columns, row by row; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_row_major(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned rows = n / WIDTH;
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (row < rows) {
    float sum = 0.0f;
    for (unsigned k = 0; k < WIDTH; k++) {
      sum += a[row * WIDTH + k] * x[k];
    }
    y[row] = sum;
  }
}
