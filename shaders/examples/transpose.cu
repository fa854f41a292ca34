// Transposes a matrix through a tile in shared memory, so that reads and writes go along rows.
#include <cstdio>

#define TILE 32
#define ROWS 8  // rows of threads in a block: each thread handles TILE / ROWS elements

__global__ void transpose(const float* in, float* out, int width, int height) {
  // A column of 32 x 32 floats lies in one bank. One column more spreads it over all banks.
  __shared__ float tile[TILE][TILE + 1];

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int row = 0; row < TILE; row += ROWS) {
    if (x < width && y + row < height) {
      tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
    }
  }

  // Every thread comes here, also one whose element lies outside: the barrier is not in the `if`.
  __syncthreads();

  // In the result x and y change places, but neighbouring threads still have neighbouring x.
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int row = 0; row < TILE; row += ROWS) {
    if (x < height && y + row < width) {
      out[(y + row) * height + x] = tile[threadIdx.x][threadIdx.y + row];
    }
  }
}

int main() {
  const int width = 64, height = 48;
  const int count = width * height;
  const size_t bytes = count * sizeof(float);

  float matrix[count], result[count];
  for (int i = 0; i < count; i++) {
    matrix[i] = i;
  }
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, matrix, bytes, cudaMemcpyHostToDevice);

  dim3 block(TILE, ROWS);
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  transpose<<<grid, block>>>(in, out, width, height);
  cudaMemcpy(result, out, bytes, cudaMemcpyDeviceToHost);

  int wrong = 0;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      wrong += result[x * height + y] != matrix[y * width + x];
    }
  }
  printf("%d of %d elements are wrong\n", wrong, count);
  cudaFree(in);
  cudaFree(out);
  return wrong == 0 ? 0 : 1;
}
