// Each thread stores its byte and the next one, so that two threads store each byte without order.
// Rule: bytes race only with themselves. A warp's second store touches 33 bytes from the first on: 32 of them, in two
// sectors.
//# buffer out: 33 bytes
//# stores: 2 requests, 3 sectors, 2 lines, 64 bytes
//# findings: data_race
__global__ void both(unsigned char *out)
{
    int i = threadIdx.x;
    out[i] = i;
    out[i + 1] = 2 * i;
}

int main()
{
    unsigned char *out;
    cudaMalloc(&out, 33);
    both<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
