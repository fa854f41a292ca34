// status: 0
// arguments: --grid 3 --block 32 --n 100 --arg n=100
// Only expected values find that the last four elements are not computed.
__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
