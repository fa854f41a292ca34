// a = b + c in a loop, two elements a pass: half the loop's own work, twice the independent loads.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_2(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;
  unsigned step = 2 * lanes;
  unsigned end = min(lanes * PER_LANE, n);
  unsigned full = end - min(end, lanes);
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  for (; i < full; i += step) {
    unsigned j = i + lanes;
    a[i] = b[i] + c[i];
    a[j] = b[j] + c[j];
  }
  for (; i < end; i += lanes) {
    a[i] = b[i] + c[i];
  }
}
