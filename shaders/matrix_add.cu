// Each thread adds one element of two matrices.
// Launch: blocks of BLOCK_X x BLOCK_Y threads over columns and rows. a, b, c: n words in WIDTH columns, row by row.
template <unsigned BLOCK_X, unsigned BLOCK_Y, unsigned WIDTH>
__global__ void matrix_add(const int* __restrict__ a, const int* __restrict__ b, int* c, unsigned n) {
  unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;  //@12
  unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;  //@12
  unsigned i = y * WIDTH + x;  //@13
  if (x < WIDTH && i < n) {  //@14
    c[i] = a[i] + b[i];  //@15
  }
}
