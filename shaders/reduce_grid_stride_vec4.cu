// A fixed number of blocks strides over all the data, four elements to a load.
// Launch: any number of blocks. data: n vectors of four words; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_grid_stride_vec4(const int4* __restrict__ data, int* sums, unsigned n) {  //@20
  __shared__ int partial[BLOCK / 32];  //@10
  unsigned tid = threadIdx.x;  //@14
  unsigned lane = tid % warpSize;  //@16
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@21
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;  //@22
  unsigned width = warpSize;  //@23
  int sum = 0;  //@24
  for (unsigned i = block * BLOCK + tid; i < n; i += lanes) {  //@25
    int4 four = data[i];  //@26
    sum += four.x + four.y + four.z + four.w;  //@27
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@29
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@29
  }
  if (lane == 0) {  //@30
    partial[tid / width] = sum;  //@31
  }
  __syncthreads();  //@33
  sum = 0;  //@34
  if (tid < width) {  //@35
    for (unsigned k = tid; k < BLOCK / width; k += width) {  //@36
      sum += partial[k];  //@37
    }
  }
  for (unsigned offset = width / 2; offset > 0; offset /= 2) {  //@40
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  //@40
  }
  if (tid == 0) {  //@41
    sums[block] = sum;  //@42
  }
}
