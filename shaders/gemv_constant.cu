// y = A x, A column by column, x in constant memory: all lanes read the same word of x, which is handed to all at once.
// Launch: one thread per row, once per piece of 16384 columns, the first of them FIRST.
// a: n words in WIDTH columns, a multiple of 4, column by column; x: the piece's words, copied to this symbol; y: one word per row, zero before the first piece.
__constant__ float x[16384];  //@11

template <unsigned BLOCK, unsigned WIDTH, unsigned FIRST>
__global__ void gemv_constant(const float* __restrict__ a, float* y, unsigned n) {
  constexpr unsigned PIECE = 16384;  //@7
  constexpr unsigned COLUMNS = WIDTH - FIRST < PIECE ? WIDTH - FIRST : PIECE;  //@8
  unsigned tid = threadIdx.x;  //@16
  unsigned rows = n / WIDTH;  //@20
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@21
  if (row < rows) {  //@22
    float sum = y[row];  //@23
    for (unsigned k = 0; k < COLUMNS; k += 4) {  //@24
      float4 four = make_float4(x[k], x[k + 1], x[k + 2], x[k + 3]);  //@25
      unsigned first = (FIRST + k) * rows + row;  //@26
      sum += a[first] * four.x;  //@27
      sum += a[first + rows] * four.y;  //@28
      sum += a[first + 2 * rows] * four.z;  //@29
      sum += a[first + 3 * rows] * four.w;  //@30
    }
    y[row] = sum;  //@32
  }
}
