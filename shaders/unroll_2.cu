// a = b + c in a loop, two elements a pass: half the loop's own work, twice the independent loads.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_2(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;  //@12
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;  //@16
  unsigned step = 2 * lanes;  //@17
  unsigned end = min(lanes * PER_LANE, n);  //@18
  unsigned full = end - min(end, lanes);  //@20
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@21
  for (; i < full; i += step) {  //@22
    unsigned j = i + lanes;  //@23
    a[i] = b[i] + c[i];  //@24
    a[j] = b[j] + c[j];  //@25
  }
  for (; i < end; i += lanes) {  //@27
    a[i] = b[i] + c[i];  //@28
  }
}
