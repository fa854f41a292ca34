// A header beside the file that cannot be read does not refuse a kernel that does without it.
// arguments: --grid 1 --block 64 --n 64
// status: 0
#include "headers/broken.h"

__global__ void k(int *a) { a[threadIdx.x] = 1; }
