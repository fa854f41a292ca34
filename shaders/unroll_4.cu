// a = b + c in a loop, four elements a pass: a quarter of the loop's own work, four times the independent loads.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_4(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;  //@12
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;  //@16
  unsigned step = 4 * lanes;  //@17
  unsigned end = min(lanes * PER_LANE, n);  //@18
  unsigned full = end - min(end, 3 * lanes);  //@20
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@21
  for (; i < full; i += step) {  //@22
    unsigned j = i + lanes;  //@23
    unsigned k = j + lanes;  //@24
    unsigned l = k + lanes;  //@25
    a[i] = b[i] + c[i];  //@26
    a[j] = b[j] + c[j];  //@27
    a[k] = b[k] + c[k];  //@28
    a[l] = b[l] + c[l];  //@29
  }
  for (; i < end; i += lanes) {  //@31
    a[i] = b[i] + c[i];  //@32
  }
}
