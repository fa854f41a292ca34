// Each block moves its elements below LIMIT to its front. A ballot tells each lane how many lanes before it keep theirs.
// Launch: one thread per element. data: n words; kept: n words, of each block those below LIMIT, then zeros.
template <unsigned BLOCK, int LIMIT>
__global__ void warp_compact(const int* __restrict__ data, int* kept, unsigned n) {  //@21
  __shared__ unsigned counts[BLOCK / 32];  //@11
  unsigned tid = threadIdx.x;  //@15
  unsigned lane = tid % warpSize;  //@17
  unsigned base = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK;  //@22
  unsigned width = warpSize;  //@23
  unsigned i = base + tid;  //@24
  int x = LIMIT;  //@26
  if (i < n) {  //@27
    x = data[i];  //@28
  }
  unsigned votes = __ballot_sync(0xffffffff, x < LIMIT);  //@30
  unsigned place = 0;  //@31
  unsigned count = 0;  //@32
  if (__any_sync(0xffffffff, x < LIMIT)) {  //@33,35
    unsigned below = (1u << lane) - 1;  //@36
    place += __popc(votes & below);  //@37
    count += __popc(votes);  //@38
  }
  if (lane == 0) {  //@41
    counts[tid / width] = count;  //@42
  }
  __syncthreads();  //@44
  unsigned total = 0;  //@45
  for (unsigned k = 0; k < BLOCK / width; k++) {  //@46
    if (k == tid / width) {  //@47
      place += total;  //@48
    }
    total += counts[k];  //@50
  }
  if (x < LIMIT) {  //@52
    kept[base + place] = x;  //@53
  }
  if (i < n && tid >= total) {  //@56
    kept[i] = 0;  //@57
  }
}
