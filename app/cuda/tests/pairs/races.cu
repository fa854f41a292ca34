//# case reduction_without_barrier.wrong — the loop of a reduction has no barrier: a step reads sums that the one before may not have stored
//# launch grid 2 block 64
//# buffer x: int = index 128
//# buffer y: int = zeros 2
//# finds 8: data_race, part
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = 32; stride > 0; stride /= 2)
        if (t < stride) part[t] += part[t + stride];
    if (t == 0) y[blockIdx.x] = part[0];
}

//# case reduction_without_barrier.right — every step ends with a barrier that all threads reach
//# launch grid 2 block 64
//# buffer x: int = index 128
//# buffer y: int = zeros 2
//# expect y: int = 2016 6112
//# finds nothing
__global__ void reduce(const int *x, int *y)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = 32; stride > 0; stride /= 2) {
        if (t < stride) part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}

//# case load_without_barrier.wrong — a thread reads a neighbour's element of the tile, which may not be stored yet
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 5: data_race, tile
__global__ void reverse(const int *x, int *y)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = x[t];
    y[t] = tile[63 - t];
}

//# case load_without_barrier.right — the barrier stands between the store and the reads of others
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 63 62 61 60 59 58 57 56 55 54 53 52 51 50 49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//# finds nothing
__global__ void reverse(const int *x, int *y)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = x[t];
    __syncthreads();
    y[t] = tile[63 - t];
}

//# case tile_loop_second_barrier.wrong — a fast warp loads the next tile while a slow one still multiplies with this one
//# launch grid 1 block 8,8
//# buffer a: int = index 128
//# buffer b: int = ones 128
//# buffer c: int = zeros 64
//# finds 7: data_race, tile_a
#define TILE 8
__global__ void product(const int *a, const int *b, int *c)
{
    __shared__ int tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int start = 0; start < 2 * TILE; start += TILE) {
        tile_a[y][x] = a[y * 2 * TILE + start + x];
        tile_b[y][x] = b[(start + y) * TILE + x];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
    }
    c[y * TILE + x] = sum;
}

//# case tile_loop_second_barrier.right — the second barrier keeps the tile until every thread has used it
//# launch grid 1 block 8,8
//# buffer a: int = index 128
//# buffer b: int = ones 128
//# buffer c: int = zeros 64
//# expect c: int = 120 120 120 120 120 120 120 120 376 376 376 376 376 376 376 376 632 632 632 632 632 632 632 632 888 888 888 888 888 888 888 888 1144 1144 1144 1144 1144 1144 1144 1144 1400 1400 1400 1400 1400 1400 1400 1400 1656 1656 1656 1656 1656 1656 1656 1656 1912 1912 1912 1912 1912 1912 1912 1912
//# finds nothing
#define TILE 8
__global__ void product(const int *a, const int *b, int *c)
{
    __shared__ int tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int start = 0; start < 2 * TILE; start += TILE) {
        tile_a[y][x] = a[y * 2 * TILE + start + x];
        tile_b[y][x] = b[(start + y) * TILE + x];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    c[y * TILE + x] = sum;
}

//# case stencil_in_place.wrong — each thread overwrites an element that its neighbours still have to read
//# launch grid 1 block 64
//# buffer x: int = index 66
//# finds 4: data_race, x
__global__ void smooth(int *x)
{
    int i = threadIdx.x + 1;
    x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
}

//# case stencil_in_place.right — all reads come before the barrier, all writes after it
//# launch grid 1 block 64
//# buffer x: int = ones 66
//# expect x: int = ones 66
//# finds nothing
__global__ void smooth(int *x)
{
    int i = threadIdx.x + 1;
    int mean = (x[i - 1] + x[i] + x[i + 1]) / 3;
    __syncthreads();
    x[i] = mean;
}

//# case shift_between_blocks.wrong — a barrier orders the threads of one block: the last element comes from the next block
//# launch grid 2 block 32
//# buffer x: int = index 65
//# finds 4: data_race, x
__global__ void shift(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = x[i + 1];
    __syncthreads();
    x[i] = next;
}

//# case shift_between_blocks.right — the result goes to a buffer of its own
//# launch grid 2 block 32
//# buffer x: int = index 65
//# buffer y: int = zeros 64
//# expect y: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
//# finds nothing
__global__ void shift(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i + 1];
}

//# case double_buffer_swap.wrong — a scan swaps its two buffers, but no barrier lies between a step and the next
//# launch grid 1 block 64
//# buffer x: int = ones 64
//# buffer y: int = zeros 64
//# finds 9: data_race, sums
__global__ void scan(const int *x, int *y)
{
    __shared__ int sums[2][64];
    int t = threadIdx.x, from = 0, to = 1;
    sums[from][t] = x[t];
    __syncthreads();
    for (int offset = 1; offset < 64; offset *= 2) {
        int value = sums[from][t];
        if (t >= offset) value += sums[from][t - offset];
        sums[to][t] = value;
        from = 1 - from;
        to = 1 - to;
    }
    y[t] = sums[from][t];
}

//# case double_buffer_swap.right — one barrier for each swap is enough with two buffers
//# launch grid 1 block 64
//# buffer x: int = ones 64
//# buffer y: int = zeros 64
//# expect y: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
//# finds nothing
__global__ void scan(const int *x, int *y)
{
    __shared__ int sums[2][64];
    int t = threadIdx.x, from = 0, to = 1;
    sums[from][t] = x[t];
    __syncthreads();
    for (int offset = 1; offset < 64; offset *= 2) {
        int value = sums[from][t];
        if (t >= offset) value += sums[from][t - offset];
        sums[to][t] = value;
        __syncthreads();
        from = 1 - from;
        to = 1 - to;
    }
    y[t] = sums[from][t];
}

//# case value_of_the_first_thread.wrong — thread 0 finds the limit for all, but the others do not wait for it
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 5: data_race, limit
__global__ void clip(const int *x, int *y)
{
    __shared__ int limit;
    int t = threadIdx.x;
    if (t == 0) limit = x[2];
    y[t] = x[t] < limit ? x[t] : limit;
}

//# case value_of_the_first_thread.right — the barrier stands between the store of one and the reads of all
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 0 1 2 2 2 2 2 2
//# finds nothing
__global__ void clip(const int *x, int *y)
{
    __shared__ int limit;
    int t = threadIdx.x;
    if (t == 0) limit = x[2];
    __syncthreads();
    y[t] = x[t] < limit ? x[t] : limit;
}

//# case same_value_by_many.wrong — several threads store the same value to one place: right on every GPU so far, but a race by the letter
//# launch grid 1 block 64
//# buffer x: int = ones 64
//# buffer found: int = 0
//# finds 3: equal_value_race, found
__global__ void search(const int *x, int *found)
{
    if (x[threadIdx.x] == 1) found[0] = 1;
}

//# case same_value_by_many.right — the votes of the block are gathered by a barrier, and one thread stores
//# launch grid 1 block 64
//# buffer x: int = ones 64
//# buffer found: int = 0
//# expect found: int = 1
//# finds nothing
__global__ void search(const int *x, int *found)
{
    int any = __syncthreads_or(x[threadIdx.x] == 1);
    if (threadIdx.x == 0 && any) found[0] = 1;
}

//# case warp_barrier_for_another_warp.wrong — warp 1 meets more often than warp 0, which reads what it has stored
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 7: data_race, s
__global__ void k(const int *x, int *y)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t >= 32) {
        for (int i = 0; i < 3; i++) __syncwarp();
        s[t - 32] = x[t];
        s[t - 32] += 1;
        __syncwarp();
    }
    if (t < 32) y[t] = s[t];
}

//# case warp_barrier_for_another_warp.right
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 33 34 35 36 37 38 39 40
//# finds nothing
__global__ void k(const int *x, int *y)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t >= 32) {
        for (int i = 0; i < 3; i++) __syncwarp();
        s[t - 32] = x[t];
        s[t - 32] += 1;
        __syncwarp();
    }
    __syncthreads();
    if (t < 32) y[t] = s[t];
}

//# case half_a_warp_meets.wrong — the lower half reads what the upper half stores, and has met only itself
//# launch grid 1 block 32
//# buffer v: int = index 32
//# finds 5: data_race, s
__global__ void k(int *v)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = v[t];
    if (t < 16) __syncwarp(0x0000ffffu);
    if (t < 16) v[t] = s[31 - t];
}

//# case half_a_warp_meets.right — the lower half reads what it has stored itself
//# launch grid 1 block 32
//# buffer v: int = index 32
//# expect v: int = 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# finds nothing
__global__ void k(int *v)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = v[t];
    if (t < 16) __syncwarp(0x0000ffffu);
    if (t < 16) v[t] = s[15 - t];
}

//# case pairs_of_lanes_meet.right — lane 0 meets lane 1, which then meets lane 2: both are ordered
//# launch grid 1 block 32
//# buffer y: int = zeros 1
//# expect y: int = 7
//# finds nothing
__global__ void k(int *y)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (t == 0) s = 7;
    if (t < 2) __syncwarp(0x3u);
    if (t == 1 || t == 2) __syncwarp(0x6u);
    if (t == 2) y[0] = s;
}
