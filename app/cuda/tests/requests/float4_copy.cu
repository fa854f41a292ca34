// Each thread copies a float4 that lies in an array of floats.
// Rule: an aligned access of 16 bytes is one instruction, so a warp makes one request of 32 * 16 = 512 bytes, 16 sectors of
// 32 bytes in 4 lines of 128 bytes (CUDA C++ Programming Guide, "Device Memory Accesses"). There are two warps.
//# buffer in: 1024 bytes
//# buffer out: 1024 bytes
//# loads: 2 requests, 32 sectors, 8 lines, 1024 bytes
//# stores: 2 requests, 32 sectors, 8 lines, 1024 bytes
//# findings: none
__global__ void copy(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    cudaMemset(in, 0, 1024);
    copy<<<1, 64>>>(in, out);
    return cudaDeviceSynchronize();
}
