// status: 1
// arguments: --seed 0
#define N 256
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
__global__ void total(const int *a, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) *sum += a[i];
}
__global__ void halve(int *a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] += a[threadIdx.x + n];
}
__global__ void spare(int *a) { a[threadIdx.x] = 0; }
int main() {
  int *a, *sum;
  cudaMalloc(&a, N * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  fill<<<N / 64, 64>>>(a, N);
  for (int i = 0; i < 2; i++) total<<<N / 64, 64>>>(a, sum, N);
  for (int n = 2; n > 0; n /= 2) halve<<<1, n>>>(a, n);
}
