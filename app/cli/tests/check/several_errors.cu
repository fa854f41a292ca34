// arguments: --grid 1 --block 32
// status: 2
__global__ void k(float *data, int count) {
  int i = blockIdx.x * blockDim.x + threadldx.x;
  if (i < cuont) data[i] = scale * dta[i];
  for (int j = 0; j < lenght; j++) data[i] += wieght(j) + scale;
  __syncthread();
  data[i] += scale;
}
