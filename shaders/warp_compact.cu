// Each block moves its elements below LIMIT to its front. A ballot tells each lane how many lanes before it keep theirs.
// Launch: one thread per element. data: n words; kept: n words, of each block those below LIMIT, then zeros.
template <unsigned BLOCK, int LIMIT>
__global__ void warp_compact(const int* __restrict__ data, int* kept, unsigned n) {
  __shared__ unsigned counts[BLOCK / 32];
  unsigned tid = threadIdx.x;
  unsigned lane = tid % warpSize;
  unsigned base = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK;
  unsigned width = warpSize;
  unsigned i = base + tid;
  int x = LIMIT;
  if (i < n) {
    x = data[i];
  }
  unsigned votes = __ballot_sync(0xffffffff, x < LIMIT);
  unsigned place = 0;
  unsigned count = 0;
  if (__any_sync(0xffffffff, x < LIMIT)) {
    unsigned below = (1u << lane) - 1;
    place += __popc(votes & below);
    count += __popc(votes);
  }
  if (lane == 0) {
    counts[tid / width] = count;
  }
  __syncthreads();
  unsigned total = 0;
  for (unsigned k = 0; k < BLOCK / width; k++) {
    if (k == tid / width) {
      place += total;
    }
    total += counts[k];
  }
  if (x < LIMIT) {
    kept[base + place] = x;
  }
  if (i < n && tid >= total) {
    kept[i] = 0;
  }
}
