// arguments: --grid 1 --block 8 --arg n=8 --buffer a=index:9 --buffer out=zeros:8
// status: 1
// The access that leaves the array stands in the second line of its statement, and a product of 64 bits has 32.
__global__ void add(const int *a, int *out, int n) {
  int right = threadIdx.x + 1, left = threadIdx.x - 1;
  out[threadIdx.x] = a[right]
                   + a[left] * int(1LL * n / n);
}
