// status: 1
// arguments: --grid 4 --block 32 --n 128 --buffer bins=zeros:256 --arg n=128
// Random bytes come twice among 128, so a histogram without atomics races.
__global__ void histogram(const int *v, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[v[i]]++;
}
