// Each thread inverts the four bytes of a pixel.
// Rule: a uchar4 is aligned to 4 bytes and is one access: a request of 128 bytes, 4 sectors of one line.
//# buffer in: 128 bytes
//# buffer out: 128 bytes
//# loads: 1 request, 4 sectors, 1 line, 128 bytes
//# stores: 1 request, 4 sectors, 1 line, 128 bytes
//# findings: none
__global__ void invert(const uchar4 *in, uchar4 *out)
{
    int i = threadIdx.x;
    uchar4 pixel = in[i];
    out[i] = make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
}

int main()
{
    uchar4 *in, *out;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    cudaMemset(in, 1, 128);
    invert<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
