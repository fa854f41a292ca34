// Every lane of a warp takes a path of its own: the warp walks them one after the other.
// Launch: one thread per element. data: n words, changed in place.
template <unsigned BLOCK, int ITERATIONS, unsigned WARP_WIDTH>
__global__ void divergence_each_lane(int* data, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned i = block * BLOCK + tid;
  if (i >= n) {
    return;
  }
  unsigned value = data[i];
  unsigned path = tid % WARP_WIDTH;
  for (unsigned p = 0; p < WARP_WIDTH; p++) {
    if (path == p) {
      for (int k = 0; k < ITERATIONS; k++) {
        value = (value * 5 + int(p)) ^ k;
      }
    }
  }
  data[i] = value;
}
