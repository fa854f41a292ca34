// arguments: --workgroups 4
// status: 1
// The second half of the blocks leaves before the barrier of the grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int *x, int *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    x[i] = 2 * i;
    if (i >= n) return;
    grid.sync();
    y[i] = x[n - 1 - i];
}

int main()
{
    int n = 64, *x, *y;
    cudaMalloc(&x, 128 * sizeof(int));
    cudaMalloc(&y, 128 * sizeof(int));
    void *arguments[] = {&x, &y, &n};
    cudaLaunchCooperativeKernel((void *)reverse, 4, 32, arguments, 0, 0);
}
