// Each block first folds two blocks of data into one, then reduces it interleaved.
// Launch: one thread per two elements. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_unroll2(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK * 2;  //@16
  unsigned i = base + tid;  //@17
  if (i + BLOCK < n) {  //@18
    data[i] += data[i + BLOCK];  //@19
  } else {
    for (unsigned k = i + BLOCK; k < n; k += BLOCK) {  //@21
      data[i] += data[k];  //@22
    }
  }
  __syncthreads();  //@25
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {  //@26
    if (tid < stride && i + stride < n) {  //@27
      data[i] += data[i + stride];  //@28
    }
    __syncthreads();  //@30
  }
  if (tid == 0 && base < n) {  //@32
    sums[block] = data[base];  //@33
  }
}
