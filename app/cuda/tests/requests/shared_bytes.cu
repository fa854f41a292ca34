// A warp brings 512 bytes to shared memory, a byte per thread, and reads some of them with two steps.
// Rule: a bank has 4 bytes, so 32 bytes in a row lie in 8 banks and are one wavefront; with a step of 4 they lie in 32
// banks and are one wavefront, too. With a step of 128 bytes all 4 words are in one bank: 4 wavefronts, 3 more than the
// words would need in separate banks.
//# buffer in: 512 bytes
//# buffer out: 32 bytes
//# loads: 16 requests, 16 sectors, 16 lines, 512 bytes
//# stores: 1 request, 1 sector, 1 line, 32 bytes
//# shared stores: 16 requests, 16 wavefronts, 0 conflicts, 512 bytes
//# shared loads: 2 requests, 5 wavefronts, 3 conflicts, 36 bytes
//# findings: none
__global__ void turn(const unsigned char *in, unsigned char *out)
{
    __shared__ unsigned char tile[512];
    int i = threadIdx.x;
    for (int k = 0; k < 16; k++)
        tile[32 * k + i] = in[32 * k + i];
    __syncthreads();
    int sum = tile[4 * i];
    if (i < 4)
        sum += tile[128 * i];
    out[i] = sum;
}

int main()
{
    unsigned char *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 32);
    cudaMemset(in, 1, 512);
    turn<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
