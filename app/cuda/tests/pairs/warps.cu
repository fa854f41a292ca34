//# case warp_tail.wrong — the last warp counts on lockstep: since Volta its threads may run apart, and `volatile` does not order them
//# launch grid 1 block 64
//# independent
//# buffer x: int = index 64
//# buffer y: int = zeros 1
//# finds 9: data_race, part
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        volatile int *v = part;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
    }
    if (t == 0) y[0] = part[0];
}

//# case warp_tail.right — `__syncwarp()` stands between all reads and all writes of a step
//# launch grid 1 block 64
//# independent
//# buffer x: int = index 64
//# buffer y: int = zeros 1
//# expect y: int = 2016
//# finds nothing
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        int sum = part[t] + part[t + 32];
        for (int offset = 16; offset > 0; offset /= 2) {
            part[t] = sum;
            __syncwarp();
            sum += part[t + offset];
            __syncwarp();
        }
        if (t == 0) y[0] = sum;
    }
}

//# case exchange_in_a_warp.wrong — two lanes exchange values through shared memory without a barrier of the warp
//# launch grid 1 block 32
//# independent
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# finds 5: data_race, s
__global__ void exchange(const int *x, int *y)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane];
    y[lane] = s[lane ^ 1];
}

//# case exchange_in_a_warp.right — `__syncwarp()` orders the lanes of the warp, and also their memory
//# launch grid 1 block 32
//# independent
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# expect y: int = 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 29 28 31 30
//# finds nothing
__global__ void exchange(const int *x, int *y)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane];
    __syncwarp();
    y[lane] = s[lane ^ 1];
}

//# case lockstep_tail.right — in lockstep, as before Volta, the tail with `volatile` is what courses taught: no finding
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 1
//# expect y: int = 2016
//# finds nothing
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        volatile int *v = part;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
        if (t == 0) y[0] = v[0];
    }
}

//# case lockstep_tail.wrong — without `volatile` the compiler may keep the partial sums in registers, in lockstep too
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 1
//# finds 9: data_race, part, v[t + 16]
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        int *v = part;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
        if (t == 0) y[0] = v[0];
    }
}

//# case volatile_across_warps.wrong — `volatile` orders the threads of one warp, and the partner is in another
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 5: data_race, seen
__global__ void turn(const int *x, int *y)
{
    volatile __shared__ int seen[64];
    int t = threadIdx.x;
    seen[t] = x[t];
    y[t] = seen[63 - t];
}

//# case volatile_across_warps.right — the partner is in the same warp, and all of them have stored
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 63 62 61 60 59 58 57 56 55 54 53 52 51 50 49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34 33 32
//# finds nothing
__global__ void turn(const int *x, int *y)
{
    volatile __shared__ int seen[64];
    int t = threadIdx.x;
    seen[t] = x[t];
    y[t] = seen[t / 32 * 32 + 31 - t % 32];
}

//# case shuffle_in_a_branch.wrong — the lanes that are read have not come to the shuffle, although the mask names them
//# launch grid 1 block 32
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# finds 5: inactive_lane_read
__global__ void halves(const int *x, int *y)
{
    int lane = threadIdx.x, value = x[lane];
    if (lane < 16)
        value += __shfl_down_sync(0xffffffff, value, 16);
    y[lane] = value;
}

//# case shuffle_in_a_branch.right — all lanes of the mask make the call, and the branch is around its use
//# launch grid 1 block 32
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# expect y: int = 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# finds nothing
__global__ void halves(const int *x, int *y)
{
    int lane = threadIdx.x, value = x[lane];
    int other = __shfl_down_sync(0xffffffff, value, 16);
    if (lane < 16)
        value += other;
    y[lane] = value;
}

//# case shuffle_after_a_return.wrong — lanes past the end have returned, and a shuffle reads from them
//# launch grid 1 block 32 n = 24
//# buffer x: int = index 24
//# buffer y: int = zeros 1
//# finds 7: inactive_lane_read
__global__ void total(const int *x, int *y, int n)
{
    int lane = threadIdx.x;
    if (lane >= n) return;
    int value = x[lane];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (lane == 0) y[0] = value;
}

//# case shuffle_after_a_return.right — lanes past the end stay, with 0 as their value
//# launch grid 1 block 32 n = 24
//# buffer x: int = index 24
//# buffer y: int = zeros 1
//# expect y: int = 276
//# finds nothing
__global__ void total(const int *x, int *y, int n)
{
    int lane = threadIdx.x;
    int value = lane < n ? x[lane] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (lane == 0) y[0] = value;
}
