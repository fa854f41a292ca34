// status: 1
// arguments: --grid 2 --block 32 --n 64 --buffer total=zeros:1
__global__ void sum(const int *v, int *total) {
  *total += v[blockIdx.x * blockDim.x + threadIdx.x];
}
