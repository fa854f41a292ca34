// Each lane asks for four vectors before it adds the first, so that many bytes are on their way at once.
// Launch: one thread per four vectors. data: n vectors of four words; total: one word that starts at zero.
__device__ int4 operator+(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_tile(const int4* __restrict__ data, int* total, unsigned n) {  //@20
  __shared__ int partial[BLOCK / 32];  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@16
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * 4 + tid;  //@21
  unsigned width = warpSize;  //@22
  int4 four = {0, 0, 0, 0};  //@23
  if (i + 3 * BLOCK < n) {  //@24
    four = data[i] + data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK];  //@25
  } else {
    for (unsigned k = i; k < n; k += BLOCK) {  //@27
      four = four + data[k];  //@28
    }
  }
  int sum = four.x + four.y + four.z + four.w;  //@31
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@31
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@31
  }
  if (lane == 0) {  //@32
    partial[tid / width] = sum;  //@33
  }
  __syncthreads();  //@35
  sum = 0;  //@36
  if (tid < width) {  //@37
    for (unsigned k = tid; k < BLOCK / width; k += width) {  //@38
      sum += partial[k];  //@39
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@42
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@42
  }
  if (tid == 0) {  //@43
    atomicAdd(total, sum);  //@44
  }
}
