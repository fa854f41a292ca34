// Thread 0 reads a counter that others still change: no barrier lies between the atomic and the plain load.
// Rule: a plain load beside an atomic store is a race (CUDA C++ Programming Guide, "Memory Fence Functions"), although the
// translation reads with `atomicLoad`. The atomics of a warp on one address are one request of one sector; so is the load.
//# buffer counter: 4 bytes
//# buffer out: 4 bytes
//# loads: 1 request, 1 sector, 1 line, 4 bytes
//# stores: 1 request, 1 sector, 1 line, 4 bytes
//# atomics: 2 requests, 2 sectors, 2 lines, 256 bytes
//# findings: data_race
__global__ void count(int *counter, int *out)
{
    atomicAdd(counter, 1);
    if (threadIdx.x == 0)
        out[0] = counter[0];
}

int main()
{
    int *counter, *out;
    cudaMalloc(&counter, 4);
    cudaMalloc(&out, 4);
    cudaMemset(counter, 0, 4);
    count<<<1, 64>>>(counter, out);
    return cudaDeviceSynchronize();
}
