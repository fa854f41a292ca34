// status: 0
// arguments: --grid 1 --block 8,4 --n 32
// Only expected values find that rows and columns change places.
__global__ void copy(const int *in, int *out) {
  out[threadIdx.x * blockDim.y + threadIdx.y] = in[threadIdx.y * blockDim.x + threadIdx.x];
}
