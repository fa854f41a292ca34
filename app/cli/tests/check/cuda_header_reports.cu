// status: 1
// arguments: --include check/headers/reports.h --block 64 --grid 1 --n 64
#include "reports.h"
__global__ void sum(int *a) {
  below(threadIdx.x, 60);
  say(threadIdx.x);
  a[threadIdx.x] = 1;
}
