// Each thread copies a short; its neighbour's lies in the same word.
// Rule: a request asks for 2 bytes per thread: 64 bytes, 2 sectors of one line.
//# buffer in: 64 bytes
//# buffer out: 64 bytes
//# loads: 1 request, 2 sectors, 1 line, 64 bytes
//# stores: 1 request, 2 sectors, 1 line, 64 bytes
//# findings: none
__global__ void twice(const short *in, short *out)
{
    int i = threadIdx.x;
    out[i] = 2 * in[i];
}

int main()
{
    short *in, *out;
    cudaMalloc(&in, 64);
    cudaMalloc(&out, 64);
    cudaMemset(in, 1, 64);
    twice<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
