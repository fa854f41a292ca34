// Load to shared memory, synchronize, work there, write back: here the work turns the block's words around.
// Launch: one thread per element. data: n words, each block's reversed in place.
template <unsigned BLOCK>
__global__ void shared_reverse(int* data, unsigned n) {
  __shared__ int tile[BLOCK];
  unsigned tid = threadIdx.x;
  unsigned base = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK;
  unsigned i = base + tid;
  if (i < n) {
    tile[tid] = data[i];
  }
  __syncthreads();
  unsigned other = min(base + BLOCK, n) - 1 - i;
  if (i < n && tid < other) {
    int kept = tile[tid];
    tile[tid] = tile[other];
    tile[other] = kept;
  }
  __syncthreads();
  if (i < n) {
    data[i] = tile[tid];
  }
}
