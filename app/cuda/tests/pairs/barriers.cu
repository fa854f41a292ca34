//# case barrier_in_a_branch.wrong — half of the block waits at a barrier, and the other half at another one
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 9: divergent_barrier
__global__ void fold(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        __syncthreads();
    }
    __syncthreads();
    y[t] = s[t % 32];
}

//# case barrier_in_a_branch.right — the branch is around the work, the barrier comes after it
//# launch grid 1 block 64
//# buffer x: int = ones 64
//# buffer y: int = zeros 64
//# expect y: int = 2 2 2 2 2 2 2 2
//# finds nothing
__global__ void fold(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32)
        s[t] += s[t + 32];
    __syncthreads();
    y[t] = s[t % 32];
}

//# case barrier_passed_by.wrong — threads go past a barrier to the end of the kernel: they have not left before it
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 8: divergent_barrier
__global__ void lower_half(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    if (t < 32) {
        y[t] = x[t + 32];
        __syncthreads();
        y[t] += s[31 - t];
    }
    y[t] += 1;
}

//# case barrier_passed_by.right — the barrier stands before the branch
//# launch grid 1 block 64
//# buffer x: int = ones 64
//# buffer y: int = zeros 64
//# expect y: int = 3 3 3 3 3 3 3 3
//# finds nothing
__global__ void lower_half(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32) {
        y[t] = x[t + 32];
        y[t] += s[31 - t];
    }
    y[t] += 1;
}

//# case barrier_in_both_branches.wrong — two barriers are not one, although each thread reaches one of them
//# launch grid 1 block 64
//# buffer y: int = zeros 64
//# finds 7: divergent_barrier
__global__ void roles(int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = t;
        __syncthreads();
    } else {
        s[t] = -t;
        __syncthreads();
    }
    y[t] = s[63 - t];
}

//# case barrier_in_both_branches.right — one barrier after the branch joins both roles
//# launch grid 1 block 64
//# buffer y: int = zeros 64
//# expect y: int = -63 -62 -61 -60 -59 -58 -57 -56
//# finds nothing
__global__ void roles(int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 32)
        s[t] = t;
    else
        s[t] = -t;
    __syncthreads();
    y[t] = s[63 - t];
}

//# case barrier_in_uneven_loop.wrong — threads go through the loop a different number of times, and so meet its barrier
//# launch grid 1 block 64
//# buffer y: int = zeros 64
//# finds 8: divergent_barrier
__global__ void rounds(int *y)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int k = 0; k < threadIdx.x / 32 + 1; k++) {
        if (threadIdx.x == 0) count++;
        __syncthreads();
    }
    __syncthreads();
    y[threadIdx.x] = count;
}

//# case barrier_in_uneven_loop.right — every thread makes the longest number of rounds, and works in its own ones
//# launch grid 1 block 64
//# buffer y: int = zeros 64
//# expect y: int = 1 1 1 1 1 1 1 1
//# finds nothing
__global__ void rounds(int *y)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        if (k < threadIdx.x / 32 + 1 && threadIdx.x == 0) count++;
        __syncthreads();
    }
    y[threadIdx.x] = count;
}

//# case barrier_and_break.wrong — a thread that is done leaves the loop, and the others wait for it
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 7: divergent_barrier
__global__ void halve(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    while (s[t] > 0) {
        __syncthreads();
        s[t] /= 2;
    }
    __syncthreads();
    y[t] = s[63 - t];
}

//# case barrier_and_break.right — the block leaves the loop together, by the vote of all threads
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = ones 64
//# expect y: int = zeros 64
//# finds nothing
__global__ void halve(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    while (__syncthreads_or(s[t] > 0)) {
        s[t] /= 2;
    }
    __syncthreads();
    y[t] = s[63 - t];
}

//# case return_before_the_tile.wrong — a thread whose column is outside returns, and its part of the tile is never loaded
//# launch grid 1 block 32 n = 32 columns = 20
//# buffer x: int = index 32
//# buffer y: int = zeros 20
//# finds 8: unwritten_read, tile
__global__ void reach(const int *x, int *y, int n, int columns)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    if (t >= columns) return;
    tile[t] = x[t];
    __syncthreads();
    y[t] = tile[(t + 12) % n];
}

//# case return_before_the_tile.right — all threads load, and only the work after the barrier has a condition
//# launch grid 1 block 32 n = 32 columns = 20
//# buffer x: int = index 32
//# buffer y: int = zeros 20
//# expect y: int = 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# finds nothing
__global__ void reach(const int *x, int *y, int n, int columns)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = x[t];
    __syncthreads();
    if (t >= columns) return;
    y[t] = tile[(t + 12) % n];
}

//# case return_before_a_barrier.right — since Volta a barrier waits for the threads that have not returned: no finding
//# launch grid 1 block 64 n = 40
//# buffer x: int = index 40
//# buffer y: int = zeros 40
//# expect y: int = 39 38 37 36 35 34 33 32
//# finds nothing
__global__ void reverse(const int *x, int *y, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = x[t];
    __syncthreads();
    y[t] = s[n - 1 - t];
}

//# case return_before_a_grid_barrier.wrong — a block returns, and the barrier of the grid waits for it for ever: CUDA forbids it
//# launch grid 3 block 32 cooperative n = 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 9: divergent_barrier
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void turn(int *x, int *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] += 1;
    grid.sync();
    y[i] = x[n - 1 - i];
}

//# case return_before_a_grid_barrier.right — every thread of the grid comes to the barrier, and the work has conditions
//# launch grid 3 block 32 cooperative n = 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 64 63 62 61 60 59 58 57
//# finds nothing
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void turn(int *x, int *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
    grid.sync();
    if (i < n) y[i] = x[n - 1 - i];
}

//# case stores_in_turn.wrong — two threads store one word, and nothing orders them
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# finds 3: data_race, y
__global__ void turn(int *y)
{
    y[threadIdx.x] = 1;
    y[31 - threadIdx.x] = 2;
}

//# case stores_in_turn.right — the barrier orders stores to global memory, also where the kernel never loads it
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
//# finds nothing
__global__ void turn(int *y)
{
    y[threadIdx.x] = 1;
    __syncthreads();
    y[31 - threadIdx.x] = 2;
}
