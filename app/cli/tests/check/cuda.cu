// arguments: --block 256 --grid 1 --arg n=4
// status: 2
__global__ void add(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) a[i] += 1.0f;
}
