// arguments: --grid 1 --block 64 --arg n=3 --n 64
// status: 1
// Waits in a branch for threads that do not come. The carets stand below the call, in whose line

// the translation has a statement of its own.
__global__ void wait(int *x, int n) {
        int i = threadIdx.x;
        if (i < n) {
                x[i] = 1;
                __syncthreads();
        }
}
