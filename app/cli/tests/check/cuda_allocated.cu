// arguments:
// status: 1
// The program says how long its arrays are: the last four threads read past the end.
__global__ void twice(const float *in, float *out, int n) {
  int i = threadIdx.x;
  out[i] = 2.0f * in[i];
}

int main() {
  const int n = 60;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  twice<<<1, 64>>>(in, out, n);
}
