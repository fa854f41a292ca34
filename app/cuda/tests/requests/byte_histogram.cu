// Each thread counts a byte in shared memory with an atomic; then 16 threads add the counters to those of the device.
// Rule: the bytes are one request of 32 bytes. The atomics of the device are one request of 16 words, 2 sectors. Setting
// the counters to zero and reading them back are plain accesses, of 16 words in 16 banks. The bytes are 0 to 31, so that two
// threads of the warp ask for each of 16 counters.
//# buffer data: 32 bytes counting
//# buffer bins: 64 bytes
//# loads: 1 request, 1 sector, 1 line, 32 bytes
//# atomics: 1 request, 2 sectors, 1 line, 64 bytes
//# shared stores: 1 request, 1 wavefront, 0 conflicts, 64 bytes
//# shared loads: 1 request, 1 wavefront, 0 conflicts, 64 bytes
//# shared atomics: 1 request, 1 wavefront, 0 conflicts, 128 bytes
//# findings: none
__global__ void histogram(const unsigned char *data, unsigned int *bins)
{
    __shared__ unsigned int own[16];
    int i = threadIdx.x;
    if (i < 16)
        own[i] = 0;
    __syncthreads();
    atomicAdd(&own[data[i] & 15], 1);
    __syncthreads();
    if (i < 16)
        atomicAdd(&bins[i], own[i]);
}

int main()
{
    unsigned char bytes[32], *data;
    unsigned int *bins;
    for (int i = 0; i < 32; i++)
        bytes[i] = i;
    cudaMalloc(&data, 32);
    cudaMalloc(&bins, 64);
    cudaMemcpy(data, bytes, 32, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 64);
    histogram<<<1, 32>>>(data, bins);
    return cudaDeviceSynchronize();
}
