// status: 2
// arguments: --seed 0
__constant__ int divisor;
template <int SIZE>
__global__ void fill(int *a) {
  __shared__ int s[SIZE];
  s[threadIdx.x] = 100 / divisor;
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x];
}
__global__ void listed(int *a) {
  std::vector<int> list;
  a[0] = list.size();
}
int main() {
  int *a, four = 4, threads = 128;
  cudaMalloc(&a, 128 * sizeof(int));
  cudaMemcpyToSymbol(divisor, &four, sizeof(four));
  switch (threads) {
    case 64: fill<64><<<1, threads>>>(a); break;
    case 128: fill<128><<<1, threads>>>(a); break;
  }
  listed<<<1, 1>>>(a);
}
