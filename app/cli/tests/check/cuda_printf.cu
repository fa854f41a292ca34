// arguments: --buffer x=index:8
// status: 1
// Prints from some threads, and asserts what does not hold for one.
#include <assert.h>
__global__ void show(const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 0) printf("x[%d] = %d, half of it %.2f\n", i, x[i], 0.5f * x[i]);
  assert(x[i] < n - 1);
}

int main() {
  int *x;
  show<<<2, 4>>>(x, 8);
}
