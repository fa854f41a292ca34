// A condition without else: lanes that do not meet it wait, and there is no second path.
// Launch: one thread per element. data: n words, each becomes the sum of its steps that are 10.
template <unsigned BLOCK, int ITERATIONS>
__global__ void divergence_if(int* data, unsigned n) {
  unsigned tid = threadIdx.x;  //@10
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + tid;  //@14
  if (i >= n) {  //@15
    return;  //@16
  }
  int x = data[i];  //@18
  int count = 0;  //@19
  for (int k = 0; k < ITERATIONS; k++) {  //@20
    x = (x * 5 + 1) & 15;  //@21
    if (x == 10) {  //@22
      count += x;  //@23
    }
  }
  data[i] = count;  //@26
}
