// a = b + c in a loop, four elements a pass: a quarter of the loop's own work, four times the independent loads.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_4(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;
  unsigned step = 4 * lanes;
  unsigned end = min(lanes * PER_LANE, n);
  unsigned full = end - min(end, 3 * lanes);
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;
  for (; i < full; i += step) {
    unsigned j = i + lanes;
    unsigned k = j + lanes;
    unsigned l = k + lanes;
    a[i] = b[i] + c[i];
    a[j] = b[j] + c[j];
    a[k] = b[k] + c[k];
    a[l] = b[l] + c[l];
  }
  for (; i < end; i += lanes) {
    a[i] = b[i] + c[i];
  }
}
