// Every stride is a constant, from half a block down, and whole blocks are asked about their end once.
// Launch: one thread per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_interleaved_unrolled(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK;  //@16
  unsigned i = base + tid;  //@17
  if (base + BLOCK <= n) {  //@18
    if (BLOCK >= 1024) {  //@19
      if (tid < 512) {  //@20
        data[i] += data[i + 512];  //@21
      }
      __syncthreads();  //@23
    }
    if (BLOCK >= 512) {  //@25
      if (tid < 256) {  //@26
        data[i] += data[i + 256];  //@27
      }
      __syncthreads();  //@29
    }
    if (BLOCK >= 256) {  //@31
      if (tid < 128) {  //@32
        data[i] += data[i + 128];  //@33
      }
      __syncthreads();  //@35
    }
    if (BLOCK >= 128) {  //@37
      if (tid < 64) {  //@38
        data[i] += data[i + 64];  //@39
      }
      __syncthreads();  //@41
    }
    if (BLOCK >= 64) {  //@43
      if (tid < 32) {  //@44
        data[i] += data[i + 32];  //@45
      }
      __syncthreads();  //@47
    }
    if (tid < 16) {  //@49
      data[i] += data[i + 16];  //@50
    }
    __syncthreads();  //@52
    if (tid < 8) {  //@53
      data[i] += data[i + 8];  //@54
    }
    __syncthreads();  //@56
    if (tid < 4) {  //@57
      data[i] += data[i + 4];  //@58
    }
    __syncthreads();  //@60
    if (tid < 2) {  //@61
      data[i] += data[i + 2];  //@62
    }
    __syncthreads();  //@64
    if (tid < 1) {  //@65
      data[i] += data[i + 1];  //@66
    }
    if (tid == 0) {  //@68
      sums[block] = data[base];  //@69
    }
    return;  //@71
  }
  for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {  //@73
    if (tid < stride && i + stride < n) {  //@74
      data[i] += data[i + stride];  //@75
    }
    __syncthreads();  //@77
  }
  if (tid == 0 && base < n) {  //@79
    sums[block] = data[base];  //@80
  }
}
