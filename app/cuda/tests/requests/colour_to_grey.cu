// Each thread reads the three bytes of a pixel and writes one byte of grey.
// Rule: each byte is a request. Its 32 addresses have a step of 3 and lie in 94 bytes: 3 sectors of one line, three times.
//# buffer rgb: 96 bytes
//# buffer grey: 32 bytes
//# loads: 3 requests, 9 sectors, 3 lines, 96 bytes
//# stores: 1 request, 1 sector, 1 line, 32 bytes
//# findings: none
__global__ void toGrey(const unsigned char *rgb, unsigned char *grey)
{
    int i = threadIdx.x;
    unsigned char r = rgb[3 * i];
    unsigned char g = rgb[3 * i + 1];
    unsigned char b = rgb[3 * i + 2];
    grey[i] = (30 * r + 59 * g + 11 * b) / 100;
}

int main()
{
    unsigned char *rgb, *grey;
    cudaMalloc(&rgb, 96);
    cudaMalloc(&grey, 32);
    cudaMemset(rgb, 1, 96);
    toGrey<<<1, 32>>>(rgb, grey);
    return cudaDeviceSynchronize();
}
