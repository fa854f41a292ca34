// Load to shared memory, synchronize, work there, write back: here the work turns the block's words around.
// Launch: one thread per element. data: n words, each block's reversed in place.
template <unsigned BLOCK>
__global__ void shared_reverse(int* data, unsigned n) {  //@15
  __shared__ int tile[BLOCK];  //@7
  unsigned tid = threadIdx.x;  //@11
  unsigned base = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK;  //@16
  unsigned i = base + tid;  //@17
  if (i < n) {  //@18
    tile[tid] = data[i];  //@19
  }
  __syncthreads();  //@21
  unsigned other = min(base + BLOCK, n) - 1 - i;  //@22
  if (i < n && tid < other) {  //@23
    int kept = tile[tid];  //@24
    tile[tid] = tile[other];  //@25
    tile[other] = kept;  //@26
  }
  __syncthreads();  //@28
  if (i < n) {  //@29
    data[i] = tile[tid];  //@30
  }
}
