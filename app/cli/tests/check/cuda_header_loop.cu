// status: 1
// arguments: --include check/headers/reports.h --block 64 --grid 1 --n 64 --buffer flag=0
#include "reports.h"
__global__ void sum(int *a, int *flag) {
  wait_for(flag);
  a[threadIdx.x] = 1;
}
