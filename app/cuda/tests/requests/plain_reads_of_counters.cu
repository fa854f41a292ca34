// A block counts in shared memory with atomics, and reads the counters after a barrier with plain loads.
// Rule: a plain load of an array that is atomic elsewhere is a load, also where the translation writes `atomicLoad`: 32
// words in 32 banks, one wavefront. Setting them to zero is a store.
//# buffer out: 128 bytes
//# stores: 1 request, 4 sectors, 1 line, 128 bytes
//# shared stores: 1 request, 1 wavefront, 0 conflicts, 128 bytes
//# shared loads: 1 request, 1 wavefront, 0 conflicts, 128 bytes
//# shared atomics: 1 request, 1 wavefront, 0 conflicts, 128 bytes
//# findings: none
__global__ void count(int *out)
{
    __shared__ int counters[32];
    int i = threadIdx.x;
    counters[i] = 0;
    __syncthreads();
    atomicMax(&counters[31 - i], i);
    __syncthreads();
    out[i] = counters[i];
}

int main()
{
    int *out;
    cudaMalloc(&out, 128);
    count<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
