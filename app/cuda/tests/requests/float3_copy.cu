// Each thread copies a float3: 12 bytes, which are aligned to 4 only.
// Rule: an access wider than its alignment is several instructions, here three of 4 bytes. Each has a step of 12 bytes and
// touches all 12 sectors and 3 lines of the 384 bytes.
//# buffer in: 384 bytes
//# buffer out: 384 bytes
//# loads: 3 requests, 36 sectors, 9 lines, 384 bytes
//# stores: 3 requests, 36 sectors, 9 lines, 384 bytes
//# findings: none
__global__ void copy(const float3 *in, float3 *out)
{
    int i = threadIdx.x;
    out[i] = in[i];
}

int main()
{
    float3 *in, *out;
    cudaMalloc(&in, 384);
    cudaMalloc(&out, 384);
    cudaMemset(in, 0, 384);
    copy<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
