// All threads add to one float, and then each to a float of its own.
// Rule: an atomic is one request, whatever it takes to do it: 4 bytes per thread, of one sector; then of 4 sectors.
//# buffer x: 256 bytes
//# buffer sum: 4 bytes
//# buffer sums: 256 bytes
//# loads: 2 requests, 8 sectors, 2 lines, 256 bytes
//# atomics: 4 requests, 10 sectors, 4 lines, 512 bytes
//# findings: none
__global__ void add(const float *x, float *sum, float *sums)
{
    int i = threadIdx.x;
    float own = x[i];
    atomicAdd(sum, own);
    atomicAdd(&sums[i], own);
}

int main()
{
    float *x, *sum, *sums;
    cudaMalloc(&x, 256);
    cudaMalloc(&sum, 4);
    cudaMalloc(&sums, 256);
    cudaMemset(x, 0, 256);
    cudaMemset(sum, 0, 4);
    cudaMemset(sums, 0, 256);
    add<<<1, 64>>>(x, sum, sums);
    return cudaDeviceSynchronize();
}
