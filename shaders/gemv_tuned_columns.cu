// y = A x, A column by column, as a library would: sixteen lanes take two lines of a column, the others of their block further columns.
// Launch: one block per 64 rows. a: n times four words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
static __device__ float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
static __device__ float4 operator*(float4 a, float b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }

template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_tuned_columns(const float4* __restrict__ a, const float* __restrict__ x, float4* y, unsigned n) {
  constexpr unsigned LANES = 16;
  __shared__ float4 partial[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned fours = n / WIDTH;
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * LANES + tid % LANES;
  unsigned step = BLOCK / LANES;
  unsigned hop = step * fours;
  unsigned k = tid / LANES;
  float4 sum = {0, 0, 0, 0};
  if (row < fours) {
    for (; k + 7 * step < WIDTH; k += 8 * step) {
      unsigned i = k * fours + row;
      sum = sum + (a[i] * x[k] + a[i + hop] * x[k + step]
        + a[i + 2 * hop] * x[k + 2 * step] + a[i + 3 * hop] * x[k + 3 * step]
        + a[i + 4 * hop] * x[k + 4 * step] + a[i + 5 * hop] * x[k + 5 * step]
        + a[i + 6 * hop] * x[k + 6 * step] + a[i + 7 * hop] * x[k + 7 * step]);
    }
    for (; k < WIDTH; k += step) {
      sum = sum + a[k * fours + row] * x[k];
    }
  }
  partial[tid] = sum;
  __syncthreads();
  if (tid < LANES && row < fours) {
    for (unsigned other = tid + LANES; other < BLOCK; other += LANES) {
      sum = sum + partial[other];
    }
    y[row] = sum;
  }
}
