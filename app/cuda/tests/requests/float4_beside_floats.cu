// A tail of single floats follows the float4 copy, as in every ladder of copies; the arrays have both accesses.
// Rule: an access of 16 bytes is one request; the 2 threads of the tail make a second one, of 8 bytes in one sector.
//# buffer in: 520 bytes
//# buffer out: 520 bytes
//# loads: 2 requests, 17 sectors, 5 lines, 520 bytes
//# stores: 2 requests, 17 sectors, 5 lines, 520 bytes
//# findings: none
__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    int rest = n / 4 * 4 + i;
    if (rest < n)
        out[rest] = in[rest];
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 520);
    cudaMalloc(&out, 520);
    cudaMemset(in, 0, 520);
    copy<<<1, 32>>>(in, out, 130);
    return cudaDeviceSynchronize();
}
