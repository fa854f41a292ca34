// The float4 of each thread begins 16 bytes further on, so that a warp's 512 bytes begin inside a sector.
// Rule: every sector that the bytes touch counts: 15 whole ones and 2 halves, in 5 lines.
//# buffer in: 528 bytes
//# buffer out: 512 bytes
//# loads: 1 request, 17 sectors, 5 lines, 512 bytes
//# stores: 1 request, 16 sectors, 4 lines, 512 bytes
//# findings: none
__global__ void copy(const float *in, float *out)
{
    int i = threadIdx.x;
    reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in + 4)[i];
    if (i < 0)
        out[i] = in[i];
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 528);
    cudaMalloc(&out, 512);
    cudaMemset(in, 0, 528);
    copy<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
