//# case shared_counters_not_cleared.wrong — shared memory has no value at the start of a block, also not 0
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 4
//# finds 4: unwritten_read, bins
__global__ void count(const int *x, int *y)
{
    __shared__ int bins[4];
    atomicAdd(&bins[x[threadIdx.x] % 4], 1);
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&y[threadIdx.x], bins[threadIdx.x]);
}

//# case shared_counters_not_cleared.right — the first threads clear, and a barrier comes before the first count
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 4
//# expect y: int = 16 16 16 16
//# finds nothing
__global__ void count(const int *x, int *y)
{
    __shared__ int bins[4];
    if (threadIdx.x < 4) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[x[threadIdx.x] % 4], 1);
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&y[threadIdx.x], bins[threadIdx.x]);
}

//# case half_loaded_tile.wrong — in the last block only some threads load, but the sum takes the whole tile
//# launch grid 2 block 32 n = 50
//# buffer x: int = ones 50
//# buffer y: int = zeros 2
//# finds 9: unwritten_read, tile
__global__ void sums(const int *x, int *y, int n)
{
    __shared__ int tile[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    if (i < n) tile[t] = x[i];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < 32; k++) sum += tile[k];
        y[blockIdx.x] = sum;
    }
}

//# case half_loaded_tile.right — threads past the end store 0
//# launch grid 2 block 32 n = 50
//# buffer x: int = ones 50
//# buffer y: int = zeros 2
//# expect y: int = 32 18
//# finds nothing
__global__ void sums(const int *x, int *y, int n)
{
    __shared__ int tile[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < 32; k++) sum += tile[k];
        y[blockIdx.x] = sum;
    }
}

//# case sum_without_start.wrong — a local variable has no value before its first store
//# launch grid 1 block 32
//# buffer x: int = index 128
//# buffer y: int = zeros 32
//# finds 5: unwritten_read, sum
__global__ void rows(const int *x, int *y)
{
    int sum;
    for (int k = 0; k < 4; k++)
        sum += x[4 * threadIdx.x + k];
    y[threadIdx.x] = sum;
}

//# case sum_without_start.right — the sum starts at 0
//# launch grid 1 block 32
//# buffer x: int = ones 128
//# buffer y: int = zeros 32
//# expect y: int = 4 4 4 4 4 4 4 4
//# finds nothing
__global__ void rows(const int *x, int *y)
{
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += x[4 * threadIdx.x + k];
    y[threadIdx.x] = sum;
}

//# case local_array_filled_in_part.wrong — a local array is filled up to the thread's own count, but read as a whole
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# finds 8: unwritten_read, digits
__global__ void digits(int *y)
{
    int digits[2];
    int value = threadIdx.x, count = 0;
    do {
        digits[count++] = value % 10;
    } while (value /= 10);
    y[threadIdx.x] = digits[0] + digits[1];
}

//# case local_array_filled_in_part.right — an initialiser sets all places: those without a value are 0
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 0 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 10 2 3 4 5 6 7 8 9 10 11 3 4
//# finds nothing
__global__ void digits(int *y)
{
    int digits[2] = {0};
    int value = threadIdx.x, count = 0;
    do {
        digits[count++] = value % 10;
    } while (value /= 10);
    y[threadIdx.x] = digits[0] + digits[1];
}
