// status: 1
// arguments: --grid 1 --block 64 --n 64
__global__ void scan(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    if (t >= d) s[t] += s[t - d];
    __syncthreads();
  }
  v[t] = s[t];
}
