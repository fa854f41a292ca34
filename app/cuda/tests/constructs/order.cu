// What orders two threads of one block besides barriers: a fence before an atomic operation, as CUDA's guide orders blocks.

//# case lock_of_two_warps — one thread of each warp adds to a sum under a lock, with fences; y is 2
//# launch grid 1 block 64
//# buffer lock: int = 0
//# buffer y: int = 0
//# expect y: int = 2
//# finding none
__global__ void locked(int *lock, int *y)
{
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *y = *y + 1;
    __threadfence();
    atomicExch(lock, 0);
}

//# case lock_of_two_warps_for_the_block — the same with __threadfence_block, which suffices for one block
//# launch grid 1 block 64
//# buffer lock: int = 0
//# buffer y: int = 0
//# expect y: int = 2
//# finding none
__global__ void locked(int *lock, int *y)
{
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    *y = *y + 1;
    __threadfence_block();
    atomicExch(lock, 0);
}

//# case lock_of_two_warps_without_fences — nothing orders the sum before the lock is free; the lock itself is a race too
//# launch grid 1 block 64
//# buffer lock: int = 0
//# buffer y: int = 0
//# expect y: int = 2
//# finding 4: order_dependent_atomic
//# finding 5: data_race
__global__ void locked(int *lock, int *y)
{
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    *y = *y + 1;
    atomicExch(lock, 0);
}

//# case lock_of_two_blocks_with_a_fence_for_one — __threadfence_block does not order blocks
//# launch grid 2 block 32
//# buffer lock: int = 0
//# buffer y: int = 0
//# expect y: int = 2
//# finding 4: order_dependent_atomic
//# finding 5: data_race
__global__ void locked(int *lock, int *y)
{
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    *y = *y + 1;
    __threadfence_block();
    atomicExch(lock, 0);
}

//# case flag_between_warps — the first warp stores, and the second waits for its flag in shared memory; y is 7
//# launch grid 1 block 64
//# buffer y: int = 0
//# expect y: int = 7
//# finding none
__global__ void hand(int *y)
{
    __shared__ int value;
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 7;
        __threadfence_block();
        atomicExch(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {}
        *y = value;
    }
}

//# case flag_between_warps_without_a_fence — the flag may be seen before the value
//# launch grid 1 block 64
//# buffer y: int = 0
//# expect y: int = 7
//# finding 8: data_race
//# finding 9: order_dependent_atomic
__global__ void hand(int *y)
{
    __shared__ int value;
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 7;
        atomicExch(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {}
        *y = value;
    }
}

//# case flag_after_the_fence_alone — what is stored behind the fence is not published
//# launch grid 1 block 64
//# buffer x: int = 0
//# buffer flag: int = 0
//# buffer y: int = 0
//# expect y: int = 7
//# finding 5: data_race
__global__ void hand(int *x, int *flag, int *y)
{
    if (threadIdx.x == 0) {
        __threadfence();
        *x = 7;
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(flag, 0) == 0) {}
        *y = *x;
    }
}

//# case last_thread_sums — each thread stores and draws a ticket, and the last one adds what all have stored
//# launch grid 1 block 64
//# buffer x: int = zeros 64
//# buffer ticket: unsigned = 0
//# buffer y: int = 0
//# expect y: int = 2016
//# finding none
__global__ void total(int *x, unsigned *ticket, int *y)
{
    x[threadIdx.x] = threadIdx.x;
    __threadfence();
    if (atomicInc(ticket, blockDim.x - 1) == blockDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < blockDim.x; i++) sum += x[i];
        *y = sum;
    }
}

//# case last_thread_sums_without_a_fence — the last thread may not see what the others have stored
//# launch grid 1 block 64
//# buffer x: int = zeros 64
//# buffer ticket: unsigned = 0
//# buffer y: int = 0
//# expect y: int = 2016
//# finding 3: data_race
__global__ void total(int *x, unsigned *ticket, int *y)
{
    x[threadIdx.x] = threadIdx.x;
    if (atomicInc(ticket, blockDim.x - 1) == blockDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < blockDim.x; i++) sum += x[i];
        *y = sum;
    }
}

//# case lanes_that_meet_behind_fences — each thread publishes its own, the warp meets, and one thread sets the flag
//# launch grid 1 block 64
//# buffer x: int = zeros 32
//# buffer flag: int = 0
//# buffer y: int = 0
//# expect y: int = 496
//# finding none
__global__ void hand(int *x, int *flag, int *y)
{
    int t = threadIdx.x;
    if (t < 32) {
        x[t] = t;
        __threadfence();
        __syncwarp();
        if (t == 0) atomicExch(flag, 1);
    } else {
        if (t == 32)
            while (atomicAdd(flag, 0) == 0) {}
        __syncwarp();
        int v = x[t - 32];
        atomicAdd(y, v);
    }
}

//# case lanes_that_do_not_meet — the same without the first __syncwarp: the other threads have not fenced before the flag is set
//# launch grid 1 block 64
//# buffer x: int = zeros 32
//# buffer flag: int = 0
//# buffer y: int = 0
//# finding 5: data_race
__global__ void hand(int *x, int *flag, int *y)
{
    int t = threadIdx.x;
    if (t < 32) {
        x[t] = t;
        __threadfence();
        if (t == 0) atomicExch(flag, 1);
    } else {
        if (t == 32)
            while (atomicAdd(flag, 0) == 0) {}
        __syncwarp();
        int v = x[t - 32];
        atomicAdd(y, v);
    }
}

//# case volatile_flag_between_blocks — a volatile flag is a relaxed access: fences order what it signals
//# launch grid 2 block 1
//# buffer flag: int = zeros 1
//# buffer data: int = zeros 1
//# buffer y: int = zeros 1
//# expect y: int = 5
//# finding none
__global__ void signal(volatile int *flag, int *data, int *y)
{
    if (blockIdx.x == 0) {
        *data = 5;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {}
        __threadfence();
        *y = *data;
    }
}

//# case volatile_flag_without_a_fence — the same without the first fence: the data may come after the flag
//# launch grid 2 block 1
//# buffer flag: int = zeros 1
//# buffer data: int = zeros 1
//# buffer y: int = zeros 1
//# finding 4: data_race
__global__ void signal_early(volatile int *flag, int *data, int *y)
{
    if (blockIdx.x == 0) {
        *data = 5;
        *flag = 1;
    } else {
        while (*flag == 0) {}
        __threadfence();
        *y = *data;
    }
}

//# case volatile_sum_with_fences — fences do not make a sum of volatile words whole
//# launch grid 2 block 1
//# buffer sum: int = zeros 1
//# finding 3: data_race
__global__ void lost_update(volatile int *sum)
{
    *sum = *sum + 1;
    __threadfence();
}

//# case components_of_a_vector — x and y are words of their own, whoever stores them
//# launch grid 1 block 4
//# buffer a: float = zeros 4
//# expect a: float = 0 1 2 3
//# finding none
__global__ void components(float2 *a)
{
    int t = threadIdx.x;
    if (t % 2 == 0)
        a[t / 2].x = t;
    else
        a[t / 2].y = t;
}

//# case volatile_flag_before_its_store — the text has the loop before the store, and both are in one line; the other warp sets the flag
//# launch grid 1 block 64
//# buffer flag: int = zeros 1
//# buffer y: int = zeros 2
//# expect y: int = 5 5
//# finding none
__global__ void late(volatile int *flag, int *y)
{
    int t = threadIdx.x;
    if (t == 0) { while (flag[0] == 0) {} __threadfence_block(); y[1] = y[0]; } else if (t == 32) { y[0] = 5; __threadfence_block(); flag[0] = 1; }
}
