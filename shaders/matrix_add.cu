// Each thread adds one element of two matrices.
// Launch: blocks of BLOCK_X x BLOCK_Y threads over columns and rows. a, b, c: n words in WIDTH columns, row by row.
template <unsigned BLOCK_X, unsigned BLOCK_Y, unsigned WIDTH>
__global__ void matrix_add(const int* __restrict__ a, const int* __restrict__ b, int* c, unsigned n) {
  unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  unsigned i = y * WIDTH + x;
  if (x < WIDTH && i < n) {
    c[i] = a[i] + b[i];
  }
}
