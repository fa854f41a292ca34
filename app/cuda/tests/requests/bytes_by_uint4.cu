// Each thread copies 16 bytes of an array of bytes at once; 8 single bytes follow.
// Rule: an access of 16 bytes is one request of 512 bytes, and the single bytes are one of 8 bytes in one sector.
//# buffer in: 520 bytes
//# buffer out: 520 bytes
//# loads: 2 requests, 17 sectors, 5 lines, 520 bytes
//# stores: 2 requests, 17 sectors, 5 lines, 520 bytes
//# findings: none
__global__ void copy(const unsigned char *in, unsigned char *out)
{
    int i = threadIdx.x;
    reinterpret_cast<uint4 *>(out)[i] = reinterpret_cast<const uint4 *>(in)[i];
    if (i < 8)
        out[512 + i] = in[512 + i];
}

int main()
{
    unsigned char *in, *out;
    cudaMalloc(&in, 520);
    cudaMalloc(&out, 520);
    cudaMemset(in, 1, 520);
    copy<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
