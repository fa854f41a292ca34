// status: 1
// arguments: --grid 1 --block 64 --n 128
__global__ void twice(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    s[t] = in[64 * i + t];
    __syncthreads();
    out[64 * i + t] = s[63 - t];
  }
}
