// y = A x, A column by column: each lane of a warp holds one word of x, and the warp hands them round from register to register.
// Launch: one thread per row. a: n words in WIDTH columns, column by column; x: WIDTH words, a multiple of 4; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_shuffle(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned rows = n / WIDTH;
  unsigned own = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  unsigned row = min(own, rows - 1);
  unsigned width = min(min(unsigned(warpSize), BLOCK), WIDTH);
  unsigned unrolled = width - width % 32;
  float sum = 0.0f;
  for (unsigned first = 0; first < WIDTH; first += width) {
    float mine = x[min(first + lane, WIDTH - 1)];
    for (unsigned start = 0; start < unrolled; start += 32) {
      for (unsigned k = 0; k < 32; k++) {
        sum += a[(first + start + k) * rows + row] * __shfl_sync(0xffffffff, mine, start + k);
      }
    }
    for (unsigned start = unrolled; start < width; start += 4) {
      for (unsigned k = 0; k < 4; k++) {
        sum += a[(first + start + k) * rows + row] * __shfl_sync(0xffffffff, mine, start + k);
      }
    }
  }
  if (own < rows) {
    y[own] = sum;
  }
}
