// y = A x, A column by column: the block fetches BLOCK words of x at a time into shared memory, where all lanes read them.
// Launch: one thread per row. a: n words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_shared(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  __shared__ float x_tile[BLOCK];  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned rows = n / WIDTH;  //@18
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@19
  float sum = 0.0f;  //@20
  for (unsigned first = 0; first < WIDTH; first += BLOCK) {  //@21
    if (first + tid < WIDTH) {  //@22
      x_tile[tid] = x[first + tid];  //@23
    }
    __syncthreads();  //@25
    unsigned columns = min(BLOCK, WIDTH - first);  //@26
    if (row < rows) {  //@27
      for (unsigned k = 0; k < columns; k++) {  //@28
        sum += a[(first + k) * rows + row] * x_tile[k];  //@29
      }
    }
    __syncthreads();  //@32
  }
  if (row < rows) {  //@34
    y[row] = sum;  //@35
  }
}
