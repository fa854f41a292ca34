// Each thread copies 8 halves at once, as kernels with half precision do; a half is read alone.
// Rule: an access of 16 bytes is one request of 512 bytes; the single half is one of 2 bytes.
//# buffer in: 512 bytes
//# buffer out: 512 bytes
//# buffer first: 4 bytes
//# loads: 2 requests, 17 sectors, 5 lines, 514 bytes
//# stores: 2 requests, 17 sectors, 5 lines, 516 bytes
//# findings: none
#include <cuda_fp16.h>

__global__ void copy(const half *in, half *out, float *first)
{
    int i = threadIdx.x;
    reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    if (i == 0)
        first[0] = __half2float(in[1]);
}

int main()
{
    half *in, *out;
    float *first;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 512);
    cudaMalloc(&first, 4);
    cudaMemset(in, 0, 512);
    copy<<<1, 32>>>(in, out, first);
    return cudaDeviceSynchronize();
}
