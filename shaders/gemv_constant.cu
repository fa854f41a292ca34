// y = A x, A column by column, x in constant memory: all lanes read the same word of x, which is handed to all at once.
// Launch: one thread per row, once per piece of 16384 columns, the first of them FIRST.
// a: n words in WIDTH columns, a multiple of 4, column by column; x: the piece's words, copied to this symbol; y: one word per row, zero before the first piece.
__constant__ float x[16384];

template <unsigned BLOCK, unsigned WIDTH, unsigned FIRST>
__global__ void gemv_constant(const float* __restrict__ a, float* y, unsigned n) {
  constexpr unsigned PIECE = 16384;
  constexpr unsigned COLUMNS = WIDTH - FIRST < PIECE ? WIDTH - FIRST : PIECE;
  unsigned tid = threadIdx.x;
  unsigned rows = n / WIDTH;
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  if (row < rows) {
    float sum = y[row];
    for (unsigned k = 0; k < COLUMNS; k += 4) {
      float4 four = make_float4(x[k], x[k + 1], x[k + 2], x[k + 3]);
      unsigned first = (FIRST + k) * rows + row;
      sum += a[first] * four.x;
      sum += a[first + rows] * four.y;
      sum += a[first + 2 * rows] * four.z;
      sum += a[first + 3 * rows] * four.w;
    }
    y[row] = sum;
  }
}
