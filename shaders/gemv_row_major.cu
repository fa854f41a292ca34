// y = A x, one lane per row, A row by row: neighboring lanes read words that lie WIDTH apart.
// Launch: one thread per row. a: n words in WIDTH columns, row by row; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_row_major(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  unsigned tid = threadIdx.x;  //@12
  unsigned rows = n / WIDTH;  //@16
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@17
  if (row < rows) {  //@18
    float sum = 0.0f;  //@19
    for (unsigned k = 0; k < WIDTH; k++) {  //@20
      sum += a[row * WIDTH + k] * x[k];  //@21
    }
    y[row] = sum;  //@23
  }
}
