// Each thread copies one byte: four threads share a word, and nothing races.
// Rule: a warp's 32 bytes are one sector, and a request asks for 1 byte per thread. The last warp has 13 threads, and the
// buffers end with the last byte.
//# buffer in: 45 bytes
//# buffer out: 45 bytes
//# loads: 2 requests, 2 sectors, 2 lines, 45 bytes
//# stores: 2 requests, 2 sectors, 2 lines, 45 bytes
//# findings: none
__global__ void copy(const unsigned char *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

int main()
{
    unsigned char *in, *out;
    cudaMalloc(&in, 45);
    cudaMalloc(&out, 45);
    cudaMemset(in, 1, 45);
    copy<<<2, 32>>>(in, out, 45);
    return cudaDeviceSynchronize();
}
