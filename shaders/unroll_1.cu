// a = b + c in a loop, one element a pass.
// Launch: one thread per PER_LANE elements, which lie as far apart as there are threads. a, b, c: n words.
template <unsigned BLOCK, unsigned PER_LANE>
__global__ void unroll_1(int* a, const int* __restrict__ b, const int* __restrict__ c, unsigned n) {
  unsigned tid = threadIdx.x;  //@12
  unsigned lanes = gridDim.x * gridDim.y * BLOCK;  //@16
  unsigned end = min(lanes * PER_LANE, n);  //@17
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@18
  for (; i < end; i += lanes) {  //@19
    a[i] = b[i] + c[i];  //@20
  }
}
