// status: 1
// arguments: --grid 4 --block 32 --n 100 --arg n=100
__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = 2 * in[i];
}
