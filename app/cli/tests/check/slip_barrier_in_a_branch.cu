// status: 1
// arguments: --grid 1 --block 64 --n 64
__global__ void half(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t];
  if (t < 32) {
    __syncthreads();
    v[t] = s[63 - t];
  }
}
