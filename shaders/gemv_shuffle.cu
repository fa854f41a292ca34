// y = A x, A column by column: each lane of a warp holds one word of x, and the warp hands them round from register to register.
// Launch: one thread per row. a: n words in WIDTH columns, column by column; x: WIDTH words, a multiple of 4; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_shuffle(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@18
  unsigned rows = n / WIDTH;  //@20
  unsigned own = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@21
  unsigned row = min(own, rows - 1);  //@23
  unsigned width = min(min(unsigned(warpSize), BLOCK), WIDTH);  //@24
  unsigned unrolled = width - width % 32;  //@26
  float sum = 0.0f;  //@27
  for (unsigned first = 0; first < WIDTH; first += width) {  //@28
    float mine = x[min(first + lane, WIDTH - 1)];  //@29
    for (unsigned start = 0; start < unrolled; start += 32) {  //@30
      for (unsigned k = 0; k < 32; k++) {  //@31
        sum += a[(first + start + k) * rows + row] * __shfl_sync(0xffffffff, mine, start + k);  //@32
      }
    }
    for (unsigned start = unrolled; start < width; start += 4) {  //@35
      for (unsigned k = 0; k < 4; k++) {  //@36
        sum += a[(first + start + k) * rows + row] * __shfl_sync(0xffffffff, mine, start + k);  //@37
      }
    }
  }
  if (own < rows) {  //@41
    y[own] = sum;  //@42
  }
}
