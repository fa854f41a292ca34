// arguments:
// status: 0
// The host's loops say what the arrays hold: the kernel prints the values of one thread.
#include <cstdio>
#include <cstdlib>
__global__ void add(const float *a, const int *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
  if (i == 5) printf("%f %d\n", a[i], b[i]);
}
int main() {
  int n = 1e2;
  float *a = new float[n];
  int *b = (int *)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) {
    a[i] = 1.0f / (i - 1);
    b[i] = 2 * i;
  }
  float *d_a, *d_c;
  int *d_b;
  cudaMalloc(&d_a, n * sizeof(float));
  cudaMalloc(&d_b, n * sizeof(int));
  cudaMalloc(&d_c, n * sizeof(float));
  cudaMemcpy(d_a, a, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, n * sizeof(int), cudaMemcpyHostToDevice);
  add<<<(n + 31) / 32, 32>>>(d_a, d_b, d_c, n);
}
