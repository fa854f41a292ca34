// y = A x, A row by row, as a library would: a block for each row, four words a load, and the warps' sums added up.
// Launch: one block per row. a: n times four words in WIDTH columns, a multiple of 4, row by row; x: WIDTH words; y: one word per row.
template <unsigned BLOCK, unsigned WIDTH>
__global__ void gemv_tuned(const float4* __restrict__ a, const float4* __restrict__ x, float* y, unsigned n) {
  __shared__ float partial[BLOCK / 32];  //@12
  unsigned tid = threadIdx.x;  //@16
  unsigned lane = tid % warpSize;  //@20
  unsigned fours = WIDTH / 4;  //@22
  unsigned width = warpSize;  //@23
  unsigned rows = n / fours;  //@24
  unsigned row = blockIdx.y * gridDim.x + blockIdx.x;  //@25
  float sum = 0.0f;  //@26
  if (row < rows) {  //@27
    for (unsigned k = tid; k < fours; k += BLOCK) {  //@28
      float4 p = a[row * fours + k];  //@29
      float4 q = x[k];  //@29
      sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;  //@29
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@32
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@32
  }
  if (lane == 0) {  //@33
    partial[tid / width] = sum;  //@34
  }
  __syncthreads();  //@36
  if (tid == 0 && row < rows) {  //@37
    float total = 0.0f;  //@38
    for (unsigned k = 0; k * width < BLOCK; k++) {  //@39
      total += partial[k];  //@40
    }
    y[row] = total;  //@42
  }
}
