// Every stride is a constant: no loop, no division, and whole blocks are asked about their end once.
// Launch: one thread per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_unrolled(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK;  //@16
  unsigned i = base + tid;  //@17
  if (base + BLOCK <= n) {  //@18
    if (tid % 2 == 0) {  //@19
      data[i] += data[i + 1];  //@20
    }
    __syncthreads();  //@22
    if (tid % 4 == 0) {  //@23
      data[i] += data[i + 2];  //@24
    }
    __syncthreads();  //@26
    if (tid % 8 == 0) {  //@27
      data[i] += data[i + 4];  //@28
    }
    __syncthreads();  //@30
    if (tid % 16 == 0) {  //@31
      data[i] += data[i + 8];  //@32
    }
    __syncthreads();  //@34
    if (tid % 32 == 0) {  //@35
      data[i] += data[i + 16];  //@36
    }
    if (BLOCK >= 64) {  //@38
      __syncthreads();  //@39
      if (tid % 64 == 0) {  //@40
        data[i] += data[i + 32];  //@41
      }
    }
    if (BLOCK >= 128) {  //@44
      __syncthreads();  //@45
      if (tid % 128 == 0) {  //@46
        data[i] += data[i + 64];  //@47
      }
    }
    if (BLOCK >= 256) {  //@50
      __syncthreads();  //@51
      if (tid % 256 == 0) {  //@52
        data[i] += data[i + 128];  //@53
      }
    }
    if (BLOCK >= 512) {  //@56
      __syncthreads();  //@57
      if (tid % 512 == 0) {  //@58
        data[i] += data[i + 256];  //@59
      }
    }
    if (BLOCK >= 1024) {  //@62
      __syncthreads();  //@63
      if (tid % 1024 == 0) {  //@64
        data[i] += data[i + 512];  //@65
      }
    }
    if (tid == 0) {  //@68
      sums[block] = data[base];  //@69
    }
    return;  //@71
  }
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {  //@73
    if (tid % (2 * stride) == 0 && i + stride < n) {  //@74
      data[i] += data[i + stride];  //@75
    }
    __syncthreads();  //@77
  }
  if (tid == 0 && base < n) {  //@79
    sums[block] = data[base];  //@80
  }
}
