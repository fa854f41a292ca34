// Every stride is a constant, and whole blocks are asked about their end once: whole warps work or rest.
// Launch: one thread per element, blocks of 32 or more. data: n words, reduced in place; sums: one word per block.
template <unsigned BLOCK>
__global__ void reduce_neighbored_less_unrolled(int* data, int* sums, unsigned n) {  //@14
  unsigned tid = threadIdx.x;  //@10
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;  //@15
  unsigned base = block * BLOCK;  //@16
  if (base + BLOCK <= n) {  //@17
    if (tid < BLOCK / 2) {  //@18
      unsigned i = base + 2 * tid;  //@19
      data[i] += data[i + 1];  //@20
    }
    __syncthreads();  //@22
    if (tid < BLOCK / 4) {  //@23
      unsigned i = base + 4 * tid;  //@24
      data[i] += data[i + 2];  //@25
    }
    __syncthreads();  //@27
    if (tid < BLOCK / 8) {  //@28
      unsigned i = base + 8 * tid;  //@29
      data[i] += data[i + 4];  //@30
    }
    __syncthreads();  //@32
    if (tid < BLOCK / 16) {  //@33
      unsigned i = base + 16 * tid;  //@34
      data[i] += data[i + 8];  //@35
    }
    __syncthreads();  //@37
    if (tid < BLOCK / 32) {  //@38
      unsigned i = base + 32 * tid;  //@39
      data[i] += data[i + 16];  //@40
    }
    if (BLOCK >= 64) {  //@42
      __syncthreads();  //@43
      if (tid < BLOCK / 64) {  //@44
        unsigned i = base + 64 * tid;  //@45
        data[i] += data[i + 32];  //@46
      }
    }
    if (BLOCK >= 128) {  //@49
      __syncthreads();  //@50
      if (tid < BLOCK / 128) {  //@51
        unsigned i = base + 128 * tid;  //@52
        data[i] += data[i + 64];  //@53
      }
    }
    if (BLOCK >= 256) {  //@56
      __syncthreads();  //@57
      if (tid < BLOCK / 256) {  //@58
        unsigned i = base + 256 * tid;  //@59
        data[i] += data[i + 128];  //@60
      }
    }
    if (BLOCK >= 512) {  //@63
      __syncthreads();  //@64
      if (tid < BLOCK / 512) {  //@65
        unsigned i = base + 512 * tid;  //@66
        data[i] += data[i + 256];  //@67
      }
    }
    if (BLOCK >= 1024) {  //@70
      __syncthreads();  //@71
      if (tid < BLOCK / 1024) {  //@72
        unsigned i = base + 1024 * tid;  //@73
        data[i] += data[i + 512];  //@74
      }
    }
    if (tid == 0) {  //@77
      sums[block] = data[base];  //@78
    }
    return;  //@80
  }
  for (unsigned stride = 1; stride < BLOCK; stride *= 2) {  //@82
    unsigned i = base + 2 * stride * tid;  //@83
    if (i < base + BLOCK && i + stride < n) {  //@84
      data[i] += data[i + stride];  //@85
    }
    __syncthreads();  //@87
  }
  if (tid == 0 && base < n) {  //@89
    sums[block] = data[base];  //@90
  }
}
