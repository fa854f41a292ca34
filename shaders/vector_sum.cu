// Each thread adds one element of two arrays.
// Launch: blocks of BLOCK threads in a row, one thread for each element. a, b, c: n words.
template <unsigned BLOCK>
__global__ void vector_sum(const int* __restrict__ a, const int* __restrict__ b, int* c, unsigned n) {
  unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}
