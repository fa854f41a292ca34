// A header beside the file is read without being named. It includes another one, which the last directive names, too.
// arguments: --grid 1 --block 64 --n 64
// status: 1
#include "headers/outer.h"
#include "headers/sums.h"

__global__ void k(int *a) {
  a[threadIdx.x + STEP] = inner(threadIdx.x);
}
