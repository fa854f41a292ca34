// Each block first folds eight blocks of data into one, then reduces it interleaved.
// Launch: one thread per eight elements. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_unroll8(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK * 8;  //@16
  unsigned i = base + tid;  //@17
  if (i + 7 * BLOCK < n) {  //@18
    data[i] += data[i + BLOCK] + data[i + 2 * BLOCK] + data[i + 3 * BLOCK]  //@19
      + data[i + 4 * BLOCK] + data[i + 5 * BLOCK] + data[i + 6 * BLOCK] + data[i + 7 * BLOCK];  //@20
  } else {
    for (unsigned k = i + BLOCK; k < n; k += BLOCK) {  //@22
      data[i] += data[k];  //@23
    }
  }
  __syncthreads();  //@26
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {  //@27
    if (tid < stride && i + stride < n) {  //@28
      data[i] += data[i + stride];  //@29
    }
    __syncthreads();  //@31
  }
  if (tid == 0 && base < n) {  //@33
    sums[block] = data[base];  //@34
  }
}
