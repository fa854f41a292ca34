// y = A x, A column by column: the block fetches BLOCK words of x at a time into shared memory, where all lanes read them.
// Launch: one thread per row. a: n words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_shared(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  __shared__ float x_tile[BLOCK];  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned rows = n / WIDTH;  //@18
  unsigned own = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@19
  unsigned row = min(own, rows - 1);  //@21
  float sum = 0.0f;  //@22
  for (unsigned tile = 0; tile < WIDTH / BLOCK; tile++) {  //@23
    unsigned first = tile * BLOCK;  //@24
    x_tile[tid] = x[first + tid];  //@25
    __syncthreads();  //@26
    for (unsigned k = 0; k < BLOCK; k++) {  //@27
      sum += a[(first + k) * rows + row] * x_tile[k];  //@28
    }
    __syncthreads();  //@30
  }
  for (unsigned k = WIDTH - WIDTH % BLOCK; k < WIDTH; k++) {  //@33
    sum += a[k * rows + row] * x[k];  //@34
  }
  if (own < rows) {  //@36
    y[own] = sum;  //@37
  }
}
