//# case histogram_without_atomics.wrong — two threads read the same count, and one of the additions is lost
//# launch grid 2 block 32
//# buffer x: int = index 64
//# buffer y: int = zeros 4
//# finds 4: data_race, y
__global__ void histogram(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[x[i] % 4]++;
}

//# case histogram_without_atomics.right — an atomic addition reads, adds and stores as one
//# launch grid 2 block 32
//# buffer x: int = index 64
//# buffer y: int = zeros 4
//# expect y: int = 16 16 16 16
//# finds nothing
__global__ void histogram(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[x[i] % 4], 1);
}

//# case sum_in_one_place.wrong — all threads of all blocks add to one place
//# launch grid 2 block 32
//# buffer x: float = ones 64
//# buffer y: float = zeros 1
//# finds 3: data_race, y
__global__ void total(const float *x, float *y)
{
    *y += x[blockIdx.x * blockDim.x + threadIdx.x];
}

//# case sum_in_one_place.right — `atomicAdd` has a form for floats
//# launch grid 2 block 32
//# buffer x: float = ones 64
//# buffer y: float = zeros 1
//# expect y: float = 64
//# finds nothing
__global__ void total(const float *x, float *y)
{
    atomicAdd(y, x[blockIdx.x * blockDim.x + threadIdx.x]);
}

//# case reset_beside_additions.wrong — thread 0 sets the counter to 0 while others may have counted
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = 7
//# finds 4: y
__global__ void count(const int *x, int *y)
{
    int t = threadIdx.x;
    if (t == 0) *y = 0;
    if (x[t] % 2 == 1) atomicAdd(y, 1);
}

//# case reset_beside_additions.right — a barrier orders the plain store before the atomics of the block
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = 7
//# expect y: int = 32
//# finds nothing
__global__ void count(const int *x, int *y)
{
    int t = threadIdx.x;
    if (t == 0) *y = 0;
    __syncthreads();
    if (x[t] % 2 == 1) atomicAdd(y, 1);
}

//# case read_while_others_add.wrong — the count is read although not every thread has counted
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer count: int = 0
//# buffer y: int = zeros 64
//# finds 4: count
__global__ void share(const int *x, int *count, int *y)
{
    int t = threadIdx.x;
    if (x[t] % 2 == 1) atomicAdd(count, 1);
    y[t] = 100 * x[t] / *count;
}

//# case read_while_others_add.right — a barrier lies between the last addition and the first read
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer count: int = 0
//# buffer y: int = zeros 64
//# expect y: int = 0 3 6 9 12 15 18 21
//# finds nothing
__global__ void share(const int *x, int *count, int *y)
{
    int t = threadIdx.x;
    if (x[t] % 2 == 1) atomicAdd(count, 1);
    __syncthreads();
    y[t] = 100 * x[t] / *count;
}

//# case test_then_set.wrong — two threads see the free lock before one of them closes it
//# launch grid 2 block 32
//# buffer lock: int = 0
//# buffer y: int = zeros 1
//# finds 3: data_race, lock
__global__ void win(int *lock, int *y)
{
    if (*lock == 0) {
        *lock = 1;
        atomicAdd(y, 1);
    }
}

//# case test_then_set.right — `atomicCAS` tests and sets as one: a single thread wins
//# launch grid 2 block 32
//# buffer lock: int = 0
//# buffer y: int = zeros 1
//# expect lock: int = 1
//# expect y: int = 1
//# finds nothing
//# hint 3: order_dependent_atomic, lock
__global__ void win(int *lock, int *y)
{
    if (atomicCAS(lock, 0, 1) == 0)
        atomicAdd(y, 1);
}

//# case last_block_without_fence.wrong — the counter may be seen before the block's sum is: nothing orders the two
//# launch grid 4 block 32
//# buffer x: int = index 128
//# buffer part: int = zeros 4
//# buffer count: unsigned = 0
//# buffer y: int = zeros 1
//# finds 8: data_race, part
__global__ void total(const int *x, volatile int *part, unsigned *count, int *y)
{
    __shared__ bool last;
    int value = x[blockIdx.x * 32 + threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = value;
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *y = sum;
    }
}

//# case last_block_without_fence.right — `__threadfence()` makes the sum visible before the counter
//# launch grid 4 block 32
//# buffer x: int = index 128
//# buffer part: int = zeros 4
//# buffer count: unsigned = 0
//# buffer y: int = zeros 1
//# expect y: int = 8128
//# finds nothing
//# hint 10: order_dependent_atomic, count
__global__ void total(const int *x, volatile int *part, unsigned *count, int *y)
{
    __shared__ bool last;
    int value = x[blockIdx.x * 32 + threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = value;
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *y = sum;
    }
}

//# case least_by_exchange.wrong — the value is compared once and stored without the exchange, so that a smaller one may be lost
//# launch grid 2 block 32
//# buffer x: int = index 64
//# buffer y: int = 1000
//# finds 5: data_race, y
__global__ void least(const int *x, int *y)
{
    int value = x[63 - (blockIdx.x * 32 + threadIdx.x)];
    if (value < *y)
        *y = value;
}

//# case least_by_exchange.right — the guide's form: an old value that is loaded first makes the exchange fail
//# launch grid 2 block 32
//# buffer x: int = index 64
//# buffer y: int = 1000
//# expect y: int = 0
//# finds nothing
//# hint 4: order_dependent_atomic, y
//# hint 7: order_dependent_atomic, y
__global__ void least(const int *x, int *y)
{
    int value = x[63 - (blockIdx.x * 32 + threadIdx.x)];
    int old = *y, seen;
    do {
        seen = old;
        old = atomicCAS(y, seen, value < seen ? value : seen);
    } while (seen != old);
}
