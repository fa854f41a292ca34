// c = a b by tiles: 16 lanes compute a row of a tile, from the same word of a and neighboring banks of b.
// Launch: blocks of TILE x TILE threads over columns and rows. a, b, c: WIDTH x WIDTH = n words, row by row (WIDTH % TILE = 0).
template <unsigned WIDTH>
__global__ void matmul_tile_rows(const int* __restrict__ a, const int* __restrict__ b, int* c, unsigned n) {
  constexpr unsigned TILE = 16;  //@3
  __shared__ int a_tile[TILE][TILE];  //@10
  __shared__ int b_tile[TILE][TILE];  //@11
  unsigned top = blockIdx.y * TILE;  //@18
  unsigned left = blockIdx.x * TILE;  //@19
  unsigned row = threadIdx.y;  //@20
  unsigned column = threadIdx.x;  //@21
  int sum = 0;  //@22
  for (unsigned first = 0; first < WIDTH; first += TILE) {  //@23
    a_tile[threadIdx.y][threadIdx.x] = a[(top + threadIdx.y) * WIDTH + first + threadIdx.x];  //@24
    b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * WIDTH + left + threadIdx.x];  //@25
    __syncthreads();  //@26
    for (unsigned k = 0; k < TILE; k++) {  //@27
      sum += a_tile[row][k] * b_tile[k][column];  //@28
    }
    __syncthreads();  //@30
  }
  c[(top + row) * WIDTH + left + column] = sum;  //@32
}
