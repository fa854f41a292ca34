// Each thread copies a pixel of three bytes.
// Rule: a uchar3 is aligned to 1 byte, so it is three accesses of 1 byte. Each has a step of 3 bytes and lies in 94 bytes: 3
// sectors of one line.
//# buffer in: 96 bytes
//# buffer out: 96 bytes
//# loads: 3 requests, 9 sectors, 3 lines, 96 bytes
//# stores: 3 requests, 9 sectors, 3 lines, 96 bytes
//# findings: none
__global__ void copy(const uchar3 *in, uchar3 *out)
{
    int i = threadIdx.x;
    out[i] = in[i];
}

int main()
{
    uchar3 *in, *out;
    cudaMalloc(&in, 96);
    cudaMalloc(&out, 96);
    cudaMemset(in, 1, 96);
    copy<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
