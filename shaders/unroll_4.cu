// a = b + c in a loop, four elements a pass: a quarter of the loop's own work, four times the independent loads.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_4(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;  //@12
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;  //@16
  unsigned end = min(lanes * PER_LANE, n);  //@17
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@18
  for (; i + 3 * lanes < end; i += 4 * lanes) {  //@19
    a[i] = b[i] + c[i];  //@20
    a[i + lanes] = b[i + lanes] + c[i + lanes];  //@21
    a[i + 2 * lanes] = b[i + 2 * lanes] + c[i + 2 * lanes];  //@22
    a[i + 3 * lanes] = b[i + 3 * lanes] + c[i + 3 * lanes];  //@23
  }
  for (; i < end; i += lanes) {  //@25
    a[i] = b[i] + c[i];  //@26
  }
}
