// c = a b by tiles: 16 lanes compute a row of a tile, from the same word of a and neighboring banks of b.
// Launch: blocks of TILE x TILE threads over columns and rows. a, b, c: WIDTH x WIDTH = n words, row by row (WIDTH % TILE = 0).
template <unsigned WIDTH>
__global__ void matmul_tile_rows(const int* __restrict__ a, const int* __restrict__ b, int* c, unsigned n) {
  constexpr unsigned TILE = 16;
  __shared__ int a_tile[TILE][TILE];
  __shared__ int b_tile[TILE][TILE];
  unsigned top = blockIdx.y * TILE;
  unsigned left = blockIdx.x * TILE;
  unsigned row = threadIdx.y;
  unsigned column = threadIdx.x;
  int sum = 0;
  for (unsigned first = 0; first < WIDTH; first += TILE) {
    a_tile[threadIdx.y][threadIdx.x] = a[(top + threadIdx.y) * WIDTH + first + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * WIDTH + left + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < TILE; k++) {
      sum += a_tile[row][k] * b_tile[k][column];
    }
    __syncthreads();
  }
  c[(top + row) * WIDTH + left + column] = sum;
}
