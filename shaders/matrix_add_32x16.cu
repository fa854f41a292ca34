// Each thread adds one element of two matrices.
// Launch: blocks of BLOCK_X x BLOCK_Y threads over columns and rows. a, b, c: n words in WIDTH columns, row by row.
template <unsigned WIDTH>
__global__ void matrix_add_32x16(const int* __restrict__ a, const int* __restrict__ b, int* c, unsigned n) {
  constexpr unsigned BLOCK_X = 32;
  constexpr unsigned BLOCK_Y = 16;
  unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  unsigned i = y * WIDTH + x;
  if (x < WIDTH && i < n) {
    c[i] = a[i] + b[i];
  }
}
