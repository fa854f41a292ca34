// arguments: --seed 0
__global__ void scale(float *a, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= by;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int blocks = (n + 255) / 256;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  scale<<<blocks, 256>>>(a, n, 2.0f);
}
