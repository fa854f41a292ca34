// status: 1
// arguments: --grid 1 --block 64 --n 60 --arg n=60
__global__ void sum(const float *v, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = v[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
