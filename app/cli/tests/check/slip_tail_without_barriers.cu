// status: 1
// arguments:
// A tail of a warp without barriers, as GPUs before Volta ran it.
__global__ void sum(const int *v, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t] + v[t + 64];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) *out = s[0];
}
int main() {
  int *v, *out;
  cudaMalloc(&v, 128 * sizeof(int));
  cudaMemset(v, 0, 128 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 64>>>(v, out);
}
