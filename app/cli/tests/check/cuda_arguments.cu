// arguments: --grid 4 --block 128 --n 512 --arg scale=1.5
// A half, and as many elements of three components as --n says.
#include <cuda_fp16.h>
__global__ void turn(const float3 *in, float3 *out, half scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(__half2float(scale) == 1.5f);
  if (i < n) out[i] = make_float3(in[i].z, in[i].y, in[i].x);
}
