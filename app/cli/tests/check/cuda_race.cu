// arguments: --buffer x=index:64 --buffer y=zeros:64
// status: 1
// Sums the values of a block, but a barrier is missing.
__global__ void sum(const int *x, int *y, int n) {
  __shared__ int part[64];
  int i = threadIdx.x;
  part[i] = i < n ? x[i] : 0;
  // The barrier belongs here.
  y[i] = part[63 - i];
}

int main() {
  int *x, *y;
  const int n = 50;
  sum<<<1, 64>>>(x, y, n);
}
