// status: 1
// arguments: --grid 1 --block 64 --n 64
__global__ void reverse(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[63 - t];
}
