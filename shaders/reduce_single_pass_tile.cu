// Each lane asks for four vectors before it adds the first, so that many bytes are on their way at once.
// Launch: any number of blocks. data: n vectors of four words; total: one word that starts at zero.
static __device__ int4 operator+(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

template <unsigned BLOCK>
__global__ void reduce_single_pass_tile(const int4* __restrict__ data, int* total, unsigned n) {  //@20
  __shared__ int partial[BLOCK / 32];  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@16
  unsigned tile = BLOCK * 4;  //@21
  unsigned step = gridDim.x * gridDim.y * tile;  //@22
  unsigned width = warpSize;  //@23
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * tile + tid;  //@24
  int4 four = {0, 0, 0, 0};  //@25
  for (; i + 3 * BLOCK < n; i += step) {  //@26
    four = four + (data[i] + data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK]);  //@27
  }
  for (; i < n; i += BLOCK) {  //@29
    four = four + data[i];  //@30
  }
  int sum = four.x + four.y + four.z + four.w;  //@32
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@32
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@32
  }
  if (lane == 0) {  //@33
    partial[tid / width] = sum;  //@34
  }
  __syncthreads();  //@36
  sum = 0;  //@37
  if (tid < width) {  //@38
    for (unsigned k = tid; k < BLOCK / width; k += width) {  //@39
      sum += partial[k];  //@40
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@43
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@43
  }
  if (tid == 0) {  //@44
    atomicAdd(total, sum);  //@45
  }
}
