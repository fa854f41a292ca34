#include <cassert>

__device__ void wait_in_half(int t) {
  if (t < 32)
    __syncthreads();
}

__device__ void below(int v, int most) {
  assert(v < most);
}

__device__ void say(int v) {
  if (v == 3)
    printf("v is %d\n", v);
}

__device__ void wait_for(volatile int *flag) {
  int looks = 0;
  while (*flag == 0)
    looks++;
}
