// Each thread reads a half2 of an array of halves, and writes its two parts one by one.
// Rule: the half2 is one request of 4 bytes per thread, 128 bytes in 4 sectors. Each of the two stores asks for 2 bytes per
// thread, with a step of 4: they touch the same 4 sectors.
//# buffer in: 128 bytes
//# buffer out: 128 bytes
//# loads: 1 request, 4 sectors, 1 line, 128 bytes
//# stores: 2 requests, 8 sectors, 2 lines, 128 bytes
//# findings: none
#include <cuda_fp16.h>

__global__ void swap(const half *in, half *out)
{
    int i = threadIdx.x;
    half2 both = reinterpret_cast<const half2 *>(in)[i];
    out[2 * i] = both.y;
    out[2 * i + 1] = both.x;
}

int main()
{
    half *in, *out;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 128);
    swap<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
