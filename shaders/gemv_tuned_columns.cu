// y = A x, A column by column, as a library would: eight lanes take a line of a column, the others of their block further columns.
// Launch: one block per 32 rows. a: n times four words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
__device__ float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__device__ float4 operator*(float4 a, float b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }

template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_tuned_columns(const float4* __restrict__ a, const float* __restrict__ x, float4* y, unsigned n) {
  constexpr unsigned LANES = 8;
  __shared__ float4 partial[BLOCK];  //@11
  unsigned tid = threadIdx.x;  //@15
  unsigned fours = n / WIDTH;  //@19
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * LANES + tid % LANES;  //@20
  unsigned step = BLOCK / LANES;  //@21
  unsigned k = tid / LANES;  //@22
  float4 sum = {0, 0, 0, 0};  //@23
  if (row < fours) {  //@24
    for (; k + 3 * step < WIDTH; k += 4 * step) {  //@25
      sum = sum + a[k * fours + row] * x[k] + a[(k + step) * fours + row] * x[k + step]  //@26
        + a[(k + 2 * step) * fours + row] * x[k + 2 * step] + a[(k + 3 * step) * fours + row] * x[k + 3 * step];  //@27
    }
    for (; k < WIDTH; k += step) {  //@29
      sum = sum + a[k * fours + row] * x[k];  //@30
    }
  }
  partial[tid] = sum;  //@33
  __syncthreads();  //@34
  if (tid < LANES && row < fours) {  //@35
    for (unsigned other = tid + LANES; other < BLOCK; other += LANES) {  //@36
      sum = sum + partial[other];  //@37
    }
    y[row] = sum;  //@39
  }
}
