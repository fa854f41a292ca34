// Each thread copies a float2 that lies in an array of floats; one float is read alone.
// Rule: an aligned access of 8 bytes is one request of 32 * 8 = 256 bytes, 8 sectors in 2 lines. Thread 0 reads one float
// and writes it: one sector each.
//# buffer in: 256 bytes
//# buffer out: 256 bytes
//# buffer first: 4 bytes
//# loads: 2 requests, 9 sectors, 3 lines, 260 bytes
//# stores: 2 requests, 9 sectors, 3 lines, 260 bytes
//# findings: none
__global__ void copy(const float *in, float *out, float *first)
{
    int i = threadIdx.x;
    reinterpret_cast<float2 *>(out)[i] = reinterpret_cast<const float2 *>(in)[i];
    if (i == 0)
        first[0] = in[0] + 1.0f;
}

int main()
{
    float *in, *out, *first;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    cudaMalloc(&first, 4);
    cudaMemset(in, 0, 256);
    copy<<<1, 32>>>(in, out, first);
    return cudaDeviceSynchronize();
}
