// y = A x, A column by column, as a library would: sixteen lanes take two lines of a column, the others of their block further columns.
// Launch: one block per 64 rows. a: n times four words in WIDTH columns, column by column; x: WIDTH words; y: one word per row.
static __device__ float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
static __device__ float4 operator*(float4 a, float b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }

template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_tuned_columns(const float4* __restrict__ a, const float* __restrict__ x, float4* y, unsigned n) {
  constexpr unsigned LANES = 16;
  __shared__ float4 partial[BLOCK];  //@11
  unsigned tid = threadIdx.x;  //@15
  unsigned fours = n / WIDTH;  //@19
  unsigned row = (blockIdx.y * gridDim.x + blockIdx.x) * LANES + tid % LANES;  //@20
  unsigned step = BLOCK / LANES;  //@21
  unsigned hop = step * fours;  //@22
  unsigned k = tid / LANES;  //@23
  float4 sum = {0, 0, 0, 0};  //@24
  if (row < fours) {  //@25
    for (; k + 7 * step < WIDTH; k += 8 * step) {  //@26
      unsigned i = k * fours + row;  //@27
      sum = sum + (a[i] * x[k] + a[i + hop] * x[k + step]  //@28
        + a[i + 2 * hop] * x[k + 2 * step] + a[i + 3 * hop] * x[k + 3 * step]  //@29
        + a[i + 4 * hop] * x[k + 4 * step] + a[i + 5 * hop] * x[k + 5 * step]  //@30
        + a[i + 6 * hop] * x[k + 6 * step] + a[i + 7 * hop] * x[k + 7 * step]);  //@31
    }
    for (; k < WIDTH; k += step) {  //@33
      sum = sum + a[k * fours + row] * x[k];  //@34
    }
  }
  partial[tid] = sum;  //@37
  __syncthreads();  //@38
  if (tid < LANES && row < fours) {  //@39
    for (unsigned other = tid + LANES; other < BLOCK; other += LANES) {  //@40
      sum = sum + partial[other];  //@41
    }
    y[row] = sum;  //@43
  }
}
