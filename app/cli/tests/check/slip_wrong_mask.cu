// status: 1
// arguments: --grid 1 --block 32 --n 32
__global__ void sum(int *v) {
  int x = v[threadIdx.x];
  if (threadIdx.x < 16)
    for (int d = 8; d > 0; d /= 2) x += __shfl_down_sync(0xffffffff, x, d);
  v[threadIdx.x] = x;
}
