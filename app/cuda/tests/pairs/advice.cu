//# case scan_in_place.wrong — a step of a scan in place reads what the same step stores
//# launch grid 1 block 64
//# buffer v: int = ones 64
//# finds 8: data_race, s[t
__global__ void scan(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        if (t >= d) s[t] = s[t] + s[t - d];
        __syncthreads();
    }
    v[t] = s[t];
}

//# case scan_in_place.right — each thread reads, then all pass a barrier, then it stores
//# launch grid 1 block 64
//# buffer v: int = ones 64
//# expect v: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
//# finds nothing
__global__ void scan(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        int sum = s[t];
        if (t >= d) sum += s[t - d];
        __syncthreads();
        s[t] = sum;
        __syncthreads();
    }
    v[t] = s[t];
}

//# case scan_with_change.wrong — the same with `+=` and without braces around the step
//# launch grid 1 block 32
//# buffer v: float = ones 32
//# finds 9: data_race, s[threadIdx.x
__global__ void scan(float *v)
{
    __shared__ float s[32];
    s[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    for (int d = 1; d < 32; d *= 2)
    {
        if (threadIdx.x >= d)
            s[threadIdx.x] += s[threadIdx.x - d];
        __syncthreads();
    }
    v[threadIdx.x] = s[threadIdx.x];
}

//# case scan_with_change.right — the old value is read before the barrier
//# launch grid 1 block 32
//# buffer v: float = ones 32
//# expect v: float = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
//# finds nothing
__global__ void scan(float *v)
{
    __shared__ float s[32];
    s[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    for (int d = 1; d < 32; d *= 2)
    {
        float sum = s[threadIdx.x];
        if (threadIdx.x >= d)
            sum += s[threadIdx.x - d];
        __syncthreads();
        s[threadIdx.x] = sum;
        __syncthreads();
    }
    v[threadIdx.x] = s[threadIdx.x];
}

//# case tree_without_braces.wrong — neither the loop nor the branch has braces, and the barrier is missing
//# launch grid 1 block 64
//# buffer v: int = index 64
//# finds 8: data_race, s[t
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1)
        if (t < d) s[t] += s[t + d];
    if (t == 0) v[0] = s[0];
}

//# case tree_without_braces.right — the barrier is the last statement of the loop
//# launch grid 1 block 64
//# buffer v: int = index 64
//# expect v: int = 2016
//# finds nothing
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) v[0] = s[0];
}

//# case tree_in_one_line.wrong — loop, branch and step stand in one line
//# launch grid 1 block 64
//# buffer v: int = index 64
//# finds 7: data_race, s[t
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) if (t < d) s[t] += s[t + d];
    if (t == 0) v[0] = s[0];
}

//# case tree_in_one_line.right — the barrier is in the loop
//# launch grid 1 block 64
//# buffer v: int = index 64
//# expect v: int = 2016
//# finds nothing
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
    if (t == 0) v[0] = s[0];
}

//# case tree_in_a_branch_with_braces.wrong — the step is in a branch with braces
//# launch grid 1 block 64
//# buffer v: int = index 64
//# finds 9: data_race, s[t
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) {
            s[t] += s[t + d];
        }
    }
    if (t == 0) v[0] = s[0];
}

//# case tree_in_a_branch_with_braces.right — the barrier stands behind the branch
//# launch grid 1 block 64
//# buffer v: int = index 64
//# expect v: int = 2016
//# finds nothing
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) {
            s[t] += s[t + d];
        }
        __syncthreads();
    }
    if (t == 0) v[0] = s[0];
}

//# case tree_with_while.wrong — a loop with `while` has no barrier
//# launch grid 1 block 64
//# buffer v: int = index 64
//# finds 10: data_race, s[t
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    int d = 32;
    while (d > 0)
    {
        if (t < d) s[t] += s[t + d];
        d /= 2;
    }
    if (t == 0) v[0] = s[0];
}

//# case tree_with_while.right — the barrier is in the loop
//# launch grid 1 block 64
//# buffer v: int = index 64
//# expect v: int = 2016
//# finds nothing
__global__ void sum(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    int d = 32;
    while (d > 0)
    {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
        d /= 2;
    }
    if (t == 0) v[0] = s[0];
}

//# case reversed_tile.wrong — a thread reads the word of another one without a barrier
//# launch grid 1 block 32
//# buffer v: int = index 32
//# finds 5: data_race, filter[31 - t]
__global__ void reverse(int *v)
{
    __shared__ int filter[32];
    int t = threadIdx.x;
    filter[t] = v[t];
    v[t] = filter[31 - t];
}

//# case reversed_tile.right — a barrier is between the store and the read
//# launch grid 1 block 32
//# buffer v: int = index 32
//# expect v: int = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//# finds nothing
__global__ void reverse(int *v)
{
    __shared__ int filter[32];
    int t = threadIdx.x;
    filter[t] = v[t];
    __syncthreads();
    v[t] = filter[31 - t];
}

//# case tile_loop_without_second_barrier.wrong — the next iteration stores while others still read
//# launch grid 1 block 32
//# buffer x: float = index 128
//# buffer y: float = zeros 32
//# finds 7: data_race, tile
__global__ void fold(const float *x, float *y)
{
    __shared__ float tile[32];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        tile[t] = x[k * 32 + t];
        __syncthreads();
        sum += tile[31 - t];
    }
    y[t] = sum;
}

//# case tile_loop_without_second_barrier.right — a second barrier ends the iteration
//# launch grid 1 block 32
//# buffer x: float = index 128
//# buffer y: float = zeros 32
//# expect y: float = 316 312 308 304 300 296 292 288 284 280 276 272 268 264 260 256 252 248 244 240 236 232 228 224 220 216 212 208 204 200 196 192
//# finds nothing
__global__ void fold(const float *x, float *y)
{
    __shared__ float tile[32];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        tile[t] = x[k * 32 + t];
        __syncthreads();
        sum += tile[31 - t];
        __syncthreads();
    }
    y[t] = sum;
}

//# case function_called_twice.wrong — the second call stores partial sums while others still read those of the first
//# launch grid 1 block 128
//# buffer x: float = ones 128
//# buffer y: float = zeros 128
//# finds 5: data_race, part[w]
__device__ float block_sum(float v, float *part)
{
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (lane == 0) part[w] = v;
    __syncthreads();
    v = 0.0f;
    for (int k = 0; k < 4; ++k) v += part[k];
    return v;
}
__global__ void norm(const float *x, float *y)
{
    __shared__ float part[4];
    int t = threadIdx.x;
    float mean = block_sum(x[t], part) / 128.0f;
    y[t] = block_sum(mean, part);
}

//# case function_called_twice.right — a barrier comes before the partial sums are stored
//# launch grid 1 block 128
//# buffer x: float = ones 128
//# buffer y: float = zeros 128
//# expect y: float = 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128 128
//# finds nothing
__device__ float block_sum(float v, float *part)
{
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    __syncthreads();
    if (lane == 0) part[w] = v;
    __syncthreads();
    v = 0.0f;
    for (int k = 0; k < 4; ++k) v += part[k];
    return v;
}
__global__ void norm(const float *x, float *y)
{
    __shared__ float part[4];
    int t = threadIdx.x;
    float mean = block_sum(x[t], part) / 128.0f;
    y[t] = block_sum(mean, part);
}

//# case sum_of_columns.wrong — blocks add floats to one word
//# launch grid 4 block 8
//# buffer x: float = ones 32
//# buffer y: float = zeros 8
//# finds 4: data_race, y
__global__ void add(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[threadIdx.x] += x[i];
}

//# case sum_of_columns.right — `atomicAdd` takes floats
//# launch grid 4 block 8
//# buffer x: float = ones 32
//# buffer y: float = zeros 8
//# expect y: float = 4 4 4 4 4 4 4 4
//# finds nothing
__global__ void add(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[threadIdx.x], x[i]);
}

//# case difference_of_columns.wrong — blocks subtract floats from one word
//# launch grid 4 block 8
//# buffer x: float = ones 32
//# buffer y: float = zeros 8
//# finds 4: data_race, y
__global__ void add(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[threadIdx.x] -= x[i];
}

//# case difference_of_columns.right — CUDA has no `atomicSub` for floats, and adds the negative
//# launch grid 4 block 8
//# buffer x: float = ones 32
//# buffer y: float = zeros 8
//# expect y: float = -4 -4 -4 -4 -4 -4 -4 -4
//# finds nothing
__global__ void add(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[threadIdx.x], -x[i]);
}

//# case sum_behind_a_pointer.wrong — all threads add to the word behind a pointer
//# launch grid 4 block 8
//# buffer x: int = ones 32
//# buffer y: int = zeros 1
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *y += x[i];
}

//# case sum_behind_a_pointer.right — the pointer itself is the argument of `atomicAdd`
//# launch grid 4 block 8
//# buffer x: int = ones 32
//# buffer y: int = zeros 1
//# expect y: int = 32
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(y, x[i]);
}

//# case count_of_threads.wrong — all threads count in one word
//# launch grid 4 block 8
//# buffer x: int = ones 32
//# buffer y: int = zeros 1
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[0]++;
}

//# case count_of_threads.right — `atomicAdd` adds one
//# launch grid 4 block 8
//# buffer x: int = ones 32
//# buffer y: int = zeros 1
//# expect y: int = 32
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[0], 1);
}

//# case count_down.wrong — all threads count down in one word
//# launch grid 4 block 8
//# buffer x: int = ones 32
//# buffer y: int = 100
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    --y[0];
}

//# case count_down.right — `atomicSub` takes one away
//# launch grid 4 block 8
//# buffer x: int = ones 32
//# buffer y: int = 100
//# expect y: int = 68
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicSub(&y[0], 1);
}

//# case largest_of_all.wrong — all threads raise one word
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 1
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[0] = max(y[0], x[i]);
}

//# case largest_of_all.right — `atomicMax` raises it
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 1
//# expect y: int = 31
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&y[0], x[i]);
}

//# case smallest_of_all.wrong — all threads lower one word
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = 100
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[0] = min(x[i], y[0]);
}

//# case smallest_of_all.right — `atomicMin` lowers it
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = 100
//# expect y: int = 0
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMin(&y[0], x[i]);
}

//# case bits_of_all.wrong — all threads set bits of one word
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 1
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[0] = y[0] | x[i];
}

//# case bits_of_all.right — `atomicOr` sets them
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 1
//# expect y: int = 31
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicOr(&y[0], x[i]);
}

//# case parity_of_all.wrong — all threads turn bits of one word
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 1
//# finds 4: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[0] ^= x[i];
}

//# case parity_of_all.right — `atomicXor` turns them
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 1
//# expect y: int = 0
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicXor(&y[0], x[i]);
}

//# case histogram.wrong — values that are alike count in one word
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 4
//# finds 5: data_race, y
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 32)
        y[x[i] % 4]++;
}

//# case histogram.right — each is counted by an atomic operation
//# launch grid 4 block 8
//# buffer x: int = index 32
//# buffer y: int = zeros 4
//# expect y: int = 8 8 8 8
//# finds nothing
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 32)
        atomicAdd(&y[x[i] % 4], 1);
}

//# case guard_of_a_pair.wrong — an index with an operator of bits is too large
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 20
//# finds 4: out_of_bounds, w
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    w[t ^ 1] = v[t];
}

//# case guard_of_a_pair.right — the guard has brackets around it
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 20
//# expect w: int = 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18
//# finds nothing
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    if ((t ^ 1) < 20) w[t ^ 1] = v[t];
}

//# case guard_of_a_shift.wrong — the last thread stores behind the end
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# finds 4: out_of_bounds, w
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    w[t + 1] = v[t];
}

//# case guard_of_a_shift.right — the guard leaves it out
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# expect w: int = 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
//# finds nothing
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    if (t + 1 < 32) w[t + 1] = v[t];
}

//# case guard_below_zero.wrong — the first thread stores before the begin
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# finds 4: out_of_bounds, w
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    w[t - 1] = v[t];
}

//# case guard_below_zero.right — the guard leaves it out
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# expect w: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0
//# finds nothing
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    if (0 <= t - 1) w[t - 1] = v[t];
}

//# case guard_of_a_change.wrong — half of the threads are behind the end
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# finds 4: out_of_bounds, w
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    w[2 * t] += v[t];
}

//# case guard_of_a_change.right — the guard leaves them out
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# expect w: int = 0 0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8 0 9 0 10 0 11 0 12 0 13 0 14 0 15 0
//# finds nothing
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    if (2 * t < 32) w[2 * t] += v[t];
}

//# case guard_of_a_value.wrong — the value of a variable is read behind the end
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# finds 4: out_of_bounds, v[t + 1]
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    int next = v[t + 1];
    w[t] = next;
}

//# case guard_of_a_value.right — the guard gives it another value
//# launch grid 1 block 32
//# buffer v: int = index 32
//# buffer w: int = zeros 32
//# expect w: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0
//# finds nothing
__global__ void move(const int *v, int *w)
{
    int t = threadIdx.x;
    int next = 0;
    if (t + 1 < 32) next = v[t + 1];
    w[t] = next;
}

//# case one_thread_of_a_square.wrong — all threads of a square store other values in one word
//# launch grid 1 block 8,8
//# buffer o: int = ones 1
//# finds 3: data_race, *o
__global__ void last_row(int *o)
{
    *o = threadIdx.y;
}

//# case one_thread_of_a_square.right — one thread of the square stores
//# launch grid 1 block 8,8
//# buffer o: int = ones 1
//# expect o: int = 0
//# finds nothing
__global__ void last_row(int *o)
{
    if (threadIdx.x == 0 && threadIdx.y == 0) *o = threadIdx.y;
}

//# case one_thread_of_a_row.wrong — all threads of a block store other values in one word
//# launch grid 2 block 32
//# buffer o: int = ones 2
//# finds 3: data_race, o[blockIdx.x]
__global__ void first(int *o)
{
    o[blockIdx.x] = threadIdx.x;
}

//# case one_thread_of_a_row.right — one thread stores
//# launch grid 2 block 32
//# buffer o: int = ones 2
//# expect o: int = 0 0
//# finds nothing
__global__ void first(int *o)
{
    if (threadIdx.x == 0) o[blockIdx.x] = threadIdx.x;
}

//# case barrier_in_a_branch.wrong — some threads of a block come to no barrier
//# launch grid 1 block 64
//# buffer v: int = index 64
//# finds 8: divergent_barrier, missing
__global__ void turn(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int own = v[t];
    if (t < 32) {
        s[t] = own;
        __syncthreads();
    }
    if (t >= 32) s[t] = own;
    __syncthreads();
    v[t] = s[(t + 1) % 64];
}

//# case barrier_in_a_branch.right — the barrier stands behind the branch
//# launch grid 1 block 64
//# buffer v: int = index 64
//# expect v: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 0
//# finds nothing
__global__ void turn(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int own = v[t];
    if (t < 32) {
        s[t] = own;
    }
    __syncthreads();
    if (t >= 32) s[t] = own;
    __syncthreads();
    v[t] = s[(t + 1) % 64];
}

//# case barrier_alone_in_a_branch.wrong — a barrier is all that a branch has
//# launch grid 1 block 64
//# buffer v: int = index 64
//# finds 6: divergent_barrier, missing
__global__ void turn(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    if (t < 32) __syncthreads();
    __syncthreads();
    v[t] = s[(t + 1) % 64];
}

//# case barrier_alone_in_a_branch.right — all threads come to the barrier
//# launch grid 1 block 64
//# buffer v: int = index 64
//# expect v: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 0
//# finds nothing
__global__ void turn(int *v)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    v[t] = s[(t + 1) % 64];
}

//# case sum_in_shared_memory.wrong — all threads add to one shared word
//# launch grid 1 block 32
//# buffer v: int = ones 32
//# finds 6: data_race, total
__global__ void sum(int *v)
{
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    total += v[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) v[0] = total;
}

//# case sum_in_shared_memory.right — `atomicAdd` adds in shared memory too
//# launch grid 1 block 32
//# buffer v: int = ones 32
//# expect v: int = 32
//# finds nothing
__global__ void sum(int *v)
{
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, v[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) v[0] = total;
}

//# case neighbours_in_shared_memory.wrong — a stencil reads neighbours before they are stored
//# launch grid 1 block 32
//# buffer x: float = index 32
//# buffer y: float = zeros 32
//# finds 5: data_race, s[left]
__global__ void blur(const float *x, float *y)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    int left = max(t - 1, 0);
    int right = min(t + 1, 31);
    y[t] = s[left] + s[right];
}

//# case neighbours_in_shared_memory.right — a barrier is between
//# launch grid 1 block 32
//# buffer x: float = index 32
//# buffer y: float = zeros 32
//# expect y: float = 1 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54 56 58 60 61
//# finds nothing
__global__ void blur(const float *x, float *y)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    int left = max(t - 1, 0);
    int right = min(t + 1, 31);
    __syncthreads();
    y[t] = s[left] + s[right];
}

//# case tail_of_a_tree.wrong — the last steps of a tree in one warp, without a barrier of any kind
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 1
//# finds 8: data_race, part, lines 8 to 13
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        part[t] += part[t + 32];
        part[t] += part[t + 16];
        part[t] += part[t + 8];
        part[t] += part[t + 4];
        part[t] += part[t + 2];
        part[t] += part[t + 1];
    }
    if (t == 0) y[0] = part[0];
}

//# case tail_of_a_tree.right — each step reads, the warp waits, it stores, and the warp waits again
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
        int sum = part[t] + part[t + 32];
        part[t] = sum;
        __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            sum += part[t + d];
            __syncwarp();
            part[t] = sum;
            __syncwarp();
        }
    }
    if (t == 0) y[0] = part[0];
}

//# case exchange_in_a_branch.wrong — the threads of one warp exchange values inside of a branch
//# launch grid 1 block 64
//# buffer y: int = zeros 32
//# finds 6: data_race, s
__global__ void exchange(int *y)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = t;
        y[t] = s[31 - t];
    }
}

//# case exchange_in_a_branch.right — a barrier of the warp is enough there
//# launch grid 1 block 64
//# buffer y: int = zeros 32
//# expect y: int = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//# finds nothing
__global__ void exchange(int *y)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = t;
        __syncwarp();
        y[t] = s[31 - t];
    }
}

//# case views_that_overlap.wrong — two arrays share bytes of one pool, since the offset counts elements and not bytes
//# launch grid 1 block 32
//# buffer y: float = zeros 32
//# finds 7: data_race, `a` and `b` are views of `pool` that overlap there
__global__ void views(float *y)
{
    __shared__ char pool[256];
    float *a = (float *)pool;
    int *b = (int *)(pool + 32);
    int t = threadIdx.x;
    a[t] = 0.5f;
    b[t] = t;
    __syncthreads();
    y[t] = a[t] + b[t];
}

//# case views_that_overlap.right — the second array begins behind the first
//# launch grid 1 block 32
//# buffer y: float = zeros 32
//# expect y: float = 0.5 1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5 9.5 10.5 11.5 12.5 13.5 14.5 15.5 16.5 17.5 18.5 19.5 20.5 21.5 22.5 23.5 24.5 25.5 26.5 27.5 28.5 29.5 30.5 31.5
//# finds nothing
__global__ void views(float *y)
{
    __shared__ char pool[256];
    float *a = (float *)pool;
    int *b = (int *)(pool + 32 * sizeof(float));
    int t = threadIdx.x;
    a[t] = 0.5f;
    b[t] = t;
    __syncthreads();
    y[t] = a[t] + b[t];
}

//# case returned_element.wrong — a function returns an element past the end of the array
//# launch grid 1 block 32
//# buffer x: int = index 24
//# buffer y: int = zeros 32
//# finds 3: out_of_bounds, x[i]
__device__ int load(const int *x, int i)
{
    return x[i];
}
__global__ void copy(const int *x, int *y)
{
    const int value = load(x, threadIdx.x);
    y[threadIdx.x] = value;
}

//# case returned_element.right — it returns 0 there
//# launch grid 1 block 32
//# buffer x: int = index 24
//# buffer y: int = zeros 32
//# expect y: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 0 0 0 0 0 0 0
//# finds nothing
__device__ int load(const int *x, int i)
{
    return i < 24 ? x[i] : 0;
}
__global__ void copy(const int *x, int *y)
{
    const int value = load(x, threadIdx.x);
    y[threadIdx.x] = value;
}
