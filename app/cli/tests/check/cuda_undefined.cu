// arguments: --buffer x=index:64 --buffer y=zeros:64
// status: 1
// Means of groups of values, whose sums may leave an int, and whose groups may be empty.
__device__ int hash(int key) { return key * 40503 << (key & 31); }

__global__ void means(const int *x, int *y, int n, int shift) {
  int i = threadIdx.x;
  int count = i % 4;
  int mean = count ? x[i] / count : 0;
  for (int k = 0; k < n; k++) mean += hash(x[i] + (k << 20));
  if (n == 0) mean <<= 32;
  y[i] = (mean << shift) +
         x[i] / count;
}

int main() {
  int *x, *y;
  means<<<1, 64>>>(x, y, 3, 40);
}
