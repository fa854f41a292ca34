// Each thread takes a ticket from a counter that goes round after 10, and another one with a compare and swap.
// Rule: both are one atomic request of a warp on one address, of one sector; the results depend on the order of the threads.
//# buffer counter: 4 bytes
//# buffer taken: 4 bytes
//# buffer out: 128 bytes
//# atomics: 2 requests, 2 sectors, 2 lines, 256 bytes
//# stores: 1 request, 4 sectors, 1 line, 128 bytes
//# findings: order_dependent_atomic order_dependent_atomic
__global__ void tickets(unsigned int *counter, int *taken, int *out)
{
    int i = threadIdx.x;
    unsigned int ticket = atomicInc(counter, 9);
    int before = atomicCAS(taken, 0, i + 1);
    out[i] = ticket + before;
}

int main()
{
    unsigned int *counter;
    int *taken, *out;
    cudaMalloc(&counter, 4);
    cudaMalloc(&taken, 4);
    cudaMalloc(&out, 128);
    cudaMemset(counter, 0, 4);
    cudaMemset(taken, 0, 4);
    tickets<<<1, 32>>>(counter, taken, out);
    return cudaDeviceSynchronize();
}
