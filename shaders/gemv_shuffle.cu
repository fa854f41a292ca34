// y = A x, A column by column: each lane of a warp holds one word of x, and the warp hands them round from register to register.
// Launch: one thread per row. a: n words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_shuffle(const float* __restrict__ a, const float* __restrict__ x, float* y, unsigned n) {
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@18
  unsigned rows = n / WIDTH;  //@20
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@21
  unsigned width = warpSize;  //@22
  float sum = 0.0f;  //@23
  for (unsigned first = 0; first < WIDTH; first += width) {  //@24
    float mine = 0.0f;  //@25
    if (first + lane < WIDTH) {  //@26
      mine = x[first + lane];  //@27
    }
    unsigned columns = min(width, WIDTH - first);  //@29
    for (unsigned k = 0; k < columns; k++) {  //@30
      float value = __shfl_sync(0xffffffff, mine, k);  //@31
      if (row < rows) {  //@32
        sum += a[(first + k) * rows + row] * value;  //@33
      }
    }
  }
  if (row < rows) {  //@37
    y[row] = sum;  //@38
  }
}
