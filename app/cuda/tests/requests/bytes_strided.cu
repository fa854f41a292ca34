// Each thread copies the byte at four times its index.
// Rule: 32 bytes with a step of 4 lie in 125 bytes: 4 sectors of one line. With a step of 64, each has a sector of its own,
// two in a line.
//# buffer near: 128 bytes
//# buffer far: 2048 bytes
//# loads: 1 request, 4 sectors, 1 line, 32 bytes
//# stores: 1 request, 32 sectors, 16 lines, 32 bytes
//# findings: none
__global__ void spread(const unsigned char *near, unsigned char *far)
{
    int i = threadIdx.x;
    far[64 * i] = near[4 * i];
}

int main()
{
    unsigned char *near, *far;
    cudaMalloc(&near, 128);
    cudaMalloc(&far, 2048);
    cudaMemset(near, 1, 128);
    spread<<<1, 32>>>(near, far);
    return cudaDeviceSynchronize();
}
