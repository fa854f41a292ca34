__device__ int inner(int x) { return 2 * x; }
