// The last thread stores one byte past the end of a buffer of 31 bytes: inside of its last word, but not of the buffer.
// Rule: a buffer ends with its last byte.
//# buffer out: 31 bytes
//# stores: 1 request, 1 sector, 1 line, 31 bytes
//# findings: out_of_bounds
__global__ void mark(unsigned char *out)
{
    out[threadIdx.x] = 1;
}

int main()
{
    unsigned char *out;
    cudaMalloc(&out, 31);
    mark<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
