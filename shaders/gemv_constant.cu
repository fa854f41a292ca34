// y = A x, A column by column, x in constant memory: all lanes read the same word of x, which is handed to all at once.
// Launch: one thread per row, once per piece of 16384 columns, the first of them FIRST.
// a: n words in WIDTH columns, column by column; x: the piece's words, copied to this symbol; y: one word per row, zero before the first piece.
__constant__ float x[16384];  //@10

template <unsigned BLOCK, unsigned WIDTH, unsigned FIRST>
__global__ void gemv_constant(const float* __restrict__ a, float* y, unsigned n) {
  constexpr unsigned PIECE = 16384;  //@7
  unsigned tid = threadIdx.x;  //@15
  unsigned rows = n / WIDTH;  //@19
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@20
  unsigned columns = min(PIECE, WIDTH - FIRST);  //@21
  if (row < rows) {  //@22
    float sum = y[row];  //@23
    for (unsigned k = 0; k < columns; k++) {  //@24
      sum += a[(FIRST + k) * rows + row] * x[k];  //@25
    }
    y[row] = sum;  //@27
  }
}
