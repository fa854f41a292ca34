// The lower half of each warp stores, and the upper half reads after a barrier: right however its threads are scheduled.
// Launch: one thread per element. data: n words, each becomes what the thread of the lower half has computed.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void exchange_barrier(int* data, unsigned n) {
  __shared__ int tile[BLOCK];
  unsigned tid = threadIdx.x;  //@13
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@17
  unsigned half = WARP_WIDTH / 2;  //@18
  unsigned place = tid % WARP_WIDTH;  //@19
  if (place < half) {  //@20
    int value = 0;  //@21
    if (i < n) {  //@22
      value = data[i];  //@23
    }
    for (int k = 0; k < ITERATIONS; k++) {  //@25
      value = (value * 5 + 1) ^ k;  //@26
    }
    tile[tid] = value;  //@28
  }
  __syncthreads();  //@30
  int found = tile[tid - place + place % half];  //@31
  if (i < n) {  //@32
    data[i] = found;  //@33
  }
}
