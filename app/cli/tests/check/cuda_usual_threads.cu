// Nothing says the block: with 256 threads each element of the shared array is written before it is read.
// arguments: --seed 0
// status: 0
const int THREADS = 256;
__global__ void turn(const float *in, float *out) {
  __shared__ float s[THREADS];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
}
