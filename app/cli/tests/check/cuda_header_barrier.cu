// status: 1
// arguments: --include check/headers/reports.h --block 64 --grid 1 --n 64
#include "reports.h"
__global__ void sum(int *a) {
  wait_in_half(threadIdx.x);
  a[threadIdx.x] = 1;
}
