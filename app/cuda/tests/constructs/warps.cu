//# case shuffle_down_sum — a warp's sum by __shfl_down_sync; y has the sum of each of two warps
//# launch grid 1 block 64
//# buffer x: int = 0 1 4 9 16 8 2 15 13 13 15 2 8 16 9 4 1 0 1 4 9 16 8 2 15 13 13 15 2 8 16 9 4 1 0 1 4 9 16 8 2 15 13 13 15 2 8 16 9 4 1 0 1 4 9 16 8 2 15 13 13 15 2 8
//# buffer y: int = zeros 2
//# expect y: int = 267 247
__global__ void warpSum(const int *x, int *y)
{
    int v = x[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    if (threadIdx.x % 32 == 0)
        y[threadIdx.x / 32] = v;
}

//# case shuffle_xor_maximum — every lane of a warp gets the maximum by __shfl_xor_sync; y is the maximum everywhere
//# launch grid 1 block 32
//# buffer x: float = 0 3.25 6.5 1.75 5 0.25 3.5 6.75 2 5.25 0.5 3.75 7 2.25 5.5 0.75 4 7.25 2.5 5.75 1 4.25 7.5 2.75 6 1.25 4.5 7.75 3 6.25 1.5 4.75
//# buffer y: float = zeros 32
//# expect y: float = 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75 7.75
#define FULL_MASK 0xffffffff
__global__ void everyMaximum(const float *x, float *y)
{
    float v = x[threadIdx.x];
#pragma unroll
    for (int mask = warpSize / 2; mask > 0; mask >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL_MASK, v, mask));
    y[threadIdx.x] = v;
}

//# case shuffle_up_scan — an inclusive sum in a warp by __shfl_up_sync; lanes below the step keep their own; y has the sums
//# launch grid 1 block 32
//# buffer x: int = 0 7 4 1 8 5 2 9 6 3 0 7 4 1 8 5 2 9 6 3 0 7 4 1 8 5 2 9 6 3 0 7
//# buffer y: int = zeros 32
//# expect y: int = 0 7 11 12 20 25 27 36 42 45 45 52 56 57 65 70 72 81 87 90 90 97 101 102 110 115 117 126 132 135 135 142
__global__ void scan(const int *x, int *y)
{
    int lane = threadIdx.x & 31;
    int v = x[threadIdx.x];
    for (int step = 1; step < 32; step <<= 1) {
        int below = __shfl_up_sync(0xffffffffu, v, step);
        if (lane >= step)
            v += below;
    }
    y[threadIdx.x] = v;
}

//# case shuffle_broadcast_and_rotate — __shfl_sync from one lane, and from a lane that each lane computes; y has both
//# launch grid 1 block 32
//# buffer x: int = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
//# buffer y: int = zeros 64
//# expect y: int = 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 105 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 100 101 102
__global__ void exchange(const int *x, int *y)
{
    int i = threadIdx.x, v = x[i];
    y[i] = __shfl_sync(0xffffffff, v, 5);
    y[32 + i] = __shfl_sync(0xffffffff, v, (i + 3) % 32);
}

//# case shuffle_with_a_width — a width of 8 makes four segments of a warp; y has sums in the first lane of each, and a broadcast
//# launch grid 1 block 32
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# buffer y: int = zeros 36
//# expect y: int = 2 2 2 2 2 2 2 2 10 10 10 10 10 10 10 10 18 18 18 18 18 18 18 18 26 26 26 26 26 26 26 26 28 92 156 220
__global__ void segments(const int *x, int *y)
{
    int i = threadIdx.x, v = x[i];
    y[i] = __shfl_sync(0xffffffff, v, 2, 8);
    for (int d = 4; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d, 8);
    if (i % 8 == 0)
        y[32 + i / 8] = v;
}

//# case shuffle_past_the_end — a shuffle beyond the warp or the segment gives the lane's own value; y has own values at the edges
//# launch grid 1 block 32
//# buffer y: int = zeros 64
//# expect y: int = 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 28 29 30 31 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
__global__ void edges(int *y)
{
    int i = threadIdx.x;
    y[i] = __shfl_down_sync(0xffffffff, i, 4);
    y[32 + i] = __shfl_up_sync(0xffffffff, i, 1, 16);
}

//# case block_reduction_in_two_steps — sums of warps go through shared memory, and the first warp adds them; y is the block's sum
//# launch grid 2 block 64
//# buffer x: int = -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3 -2 -1 0 1 2 3 4 -4 -3
//# buffer y: int = zeros 2
//# expect y: int = -4 -3
__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__global__ void blockReduce(const int *x, int *y)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    int val = warpReduceSum(x[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0)
        shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0)
        val = warpReduceSum(val);
    if (threadIdx.x == 0)
        y[blockIdx.x] = val;
}

//# case ballot_and_popc — __ballot_sync of even values; y has the word in each lane and the count of lanes below
//# launch grid 1 block 32
//# buffer x: int = 0 1 4 3 3 5 3 2 3 0 5 5 1 5 4 6 2 0 1 3 0 0 1 4 3 3 5 3 2 3 0 5
//# buffer y: unsigned = zeros 64
//# expect y: unsigned = 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 1353958021 0 1 1 2 2 2 2 2 3 3 4 4 4 4 4 5 6 7 8 8 8 9 10 10 11 11 11 11 11 12 12 13
__global__ void ballots(const int *x, unsigned *y)
{
    int lane = threadIdx.x % 32;
    unsigned word = __ballot_sync(0xffffffff, x[lane] % 2 == 0);
    y[lane] = word;
    y[32 + lane] = __popc(word & ((1u << lane) - 1));
}

//# case any_and_all — __any_sync and __all_sync in two warps of different values; y has both votes of both warps
//# launch grid 1 block 64
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 0 0 0 0 0 0 0 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//# buffer y: int = zeros 4
//# expect y: int = 1 1 1 0
__global__ void votes(const int *x, int *y)
{
    int v = x[threadIdx.x];
    int any = __any_sync(0xffffffff, v > 0);
    int all = __all_sync(0xffffffff, v > 0);
    if (threadIdx.x % 32 == 7) {
        y[threadIdx.x / 32 * 2] = any != 0;
        y[threadIdx.x / 32 * 2 + 1] = all != 0;
    }
}

//# case active_mask_of_a_full_warp — __activemask of a warp whose lanes all run is a word of ones; y has the count of lanes
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32
__global__ void active(int *y)
{
    y[threadIdx.x] = __popc(__activemask());
}

//# case active_mask_in_a_branch — __activemask inside a branch has the lanes of the branch; y is their count, 11
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 11 0 0 11 0 0 11 0 0 11 0 0 11 0 0 11 0 0 11 0 0 11 0 0 11 0 0 11 0 0 11 0
__global__ void branch(int *y)
{
    if (threadIdx.x % 3 == 0)
        y[threadIdx.x] = __popc(__activemask());
}

//# case votes_with_a_part_mask — lanes of a branch vote with the mask that a ballot has given them; y is the word among them
//# launch grid 1 block 32
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# buffer y: unsigned = zeros 32
//# expect y: unsigned = 682 682 682 682 682 682 682 682 682 682 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
__global__ void part(const int *x, unsigned *y)
{
    unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < 10);
    if (threadIdx.x < 10)
        y[threadIdx.x] = __ballot_sync(mask, x[threadIdx.x] & 1);
}

//# case half_warp_masks — two halves of a warp shuffle with masks of their own; y is the sum of each half
//# launch grid 1 block 32
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# buffer y: int = zeros 2
//# expect y: int = 120 752
__global__ void halves(const int *x, int *y)
{
    int lane = threadIdx.x, v = x[lane];
    if (lane < 16) {
        for (int d = 8; d; d >>= 1)
            v += __shfl_xor_sync(0x0000ffff, v, d);
        if (lane == 0) y[0] = v;
    } else {
        v *= 2;
        for (int d = 8; d; d >>= 1)
            v += __shfl_xor_sync(0xffff0000, v, d);
        if (lane == 16) y[1] = v;
    }
}

//# case match_any — __match_any_sync finds the lanes with the same value; y has the mask's word
//# launch grid 1 block 32
//# buffer x: int = 0 1 4 4 1 0 1 4 4 1 0 1 4 4 1 0 1 4 4 1 0 1 4 4 1 0 1 4 4 1 0 1
//# buffer y: unsigned = zeros 32
//# expect y: unsigned = 1108378657 2770946642 415641996 415641996 2770946642 1108378657 2770946642 415641996 415641996 2770946642 1108378657 2770946642 415641996 415641996 2770946642 1108378657 2770946642 415641996 415641996 2770946642 1108378657 2770946642 415641996 415641996 2770946642 1108378657 2770946642 415641996 415641996 2770946642 1108378657 2770946642
__global__ void match(const int *x, unsigned *y)
{
    y[threadIdx.x] = __match_any_sync(0xffffffff, x[threadIdx.x]);
}

//# case warp_reductions — __reduce_add, min, max, and, or, xor _sync; y has the six results
//# launch grid 1 block 32
//# buffer x: unsigned = 4096 6627 5062 7594 6029 4465 6996 5432 7963 6399 4834 7366 5801 4237 6768 5204 7735 6170 4606 7137 5573 8104 6540 4975 7507 5942 4378 6909 5345 7876 6312 4747
//# buffer y: unsigned = zeros 6
//# expect y: unsigned = 194729 4096 8104 4096 8191 999
__global__ void reductions(const unsigned *x, unsigned *y)
{
    unsigned v = x[threadIdx.x], all = 0xffffffff;
    unsigned sum = __reduce_add_sync(all, v), least = __reduce_min_sync(all, v), most = __reduce_max_sync(all, v);
    unsigned a = __reduce_and_sync(all, v), o = __reduce_or_sync(all, v), e = __reduce_xor_sync(all, v);
    if (threadIdx.x == 0) {
        y[0] = sum;
        y[1] = least;
        y[2] = most;
        y[3] = a;
        y[4] = o;
        y[5] = e;
    }
}

//# case warp_reductions_of_signed — __reduce_min_sync and __reduce_max_sync of signed numbers; y has least, most and sum
//# launch grid 1 block 32
//# buffer x: int = -16 -11 -6 -1 4 9 14 -13 -8 -3 2 7 12 -15 -10 -5 0 5 10 15 -12 -7 -2 3 8 13 -14 -9 -4 1 6 11
//# buffer y: int = zeros 3
//# expect y: int = -16 15 -16
__global__ void reductions(const int *x, int *y)
{
    int v = x[threadIdx.x];
    int least = __reduce_min_sync(~0u, v), most = __reduce_max_sync(~0u, v), sum = __reduce_add_sync(~0u, v);
    if (threadIdx.x == 31) {
        y[0] = least;
        y[1] = most;
        y[2] = sum;
    }
}

//# case syncwarp_between_steps — a warp adds in shared memory with __syncwarp between reading and writing; y is the sum
//# launch grid 1 block 32
//# buffer x: int = 1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58 61 64 67 70 73 76 79 82 85 88 91 94
//# buffer y: int = zeros 1
//# expect y: int = 1520
__global__ void warpTree(const int *x, int *y)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        int v = t < d ? s[t + d] : 0;
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    if (t == 0)
        y[0] = s[0];
}

//# case leader_by_ffs — the first lane of a ballot adds for all of them; y is the number of positive values, added once for each warp
//# launch grid 1 block 64
//# buffer x: int = -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1 2 -2 -1 0 1
//# buffer y: int = zeros 2
//# expect y: int = 25 2
__global__ void aggregate(const int *x, int *y)
{
    bool positive = x[threadIdx.x] > 0;
    unsigned word = __ballot_sync(0xffffffff, positive);
    int leader = __ffs(word) - 1;
    if ((int)(threadIdx.x % 32) == leader) {
        atomicAdd(&y[0], __popc(word));
        atomicAdd(&y[1], 1);
    }
}

//# case shuffle_of_unsigned_and_float4_parts — shuffles of unsigned, and of a vector's components one by one; y is the pair of the lane next to it
//# launch grid 1 block 32
//# buffer x: float2 = 0 0.5 2 1.5 4 2.5 6 3.5 8 4.5 10 5.5 12 6.5 14 7.5 16 8.5 18 9.5 20 10.5 22 11.5 24 12.5 26 13.5 28 14.5 30 15.5 32 16.5 34 17.5 36 18.5 38 19.5 40 20.5 42 21.5 44 22.5 46 23.5 48 24.5 50 25.5 52 26.5 54 27.5 56 28.5 58 29.5 60 30.5 62 31.5
//# buffer y: float2 = zeros 64
//# expect y: float2 = 2 1.5 0 0.5 6 3.5 4 2.5 10 5.5 8 4.5 14 7.5 12 6.5 18 9.5 16 8.5 22 11.5 20 10.5 26 13.5 24 12.5 30 15.5 28 14.5 34 17.5 32 16.5 38 19.5 36 18.5 42 21.5 40 20.5 46 23.5 44 22.5 50 25.5 48 24.5 54 27.5 52 26.5 58 29.5 56 28.5 62 31.5 60 30.5
__global__ void neighbours(const float2 *x, float2 *y)
{
    float2 v = x[threadIdx.x];
    v.x = __shfl_xor_sync(0xffffffff, v.x, 1);
    v.y = __shfl_xor_sync(0xffffffff, v.y, 1);
    y[threadIdx.x] = v;
}

//# case warp_scan_of_blocks — sums of warps are scanned in shared memory and added to each lane's sum; y is the block's inclusive sum
//# launch grid 1 block 64
//# buffer x: int = 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4
//# buffer y: int = zeros 64
//# expect y: int = 1 3 6 10 15 21 22 24 27 31 36 42 43 45 48 52 57 63 64 66 69 73 78 84 85 87 90 94 99 105 106 108 111 115 120 126 127 129 132 136 141 147 148 150 153 157 162 168 169 171 174 178 183 189 190 192 195 199 204 210 211 213 216 220
__device__ int warpScan(int v)
{
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        v += (threadIdx.x & 31) >= d ? u : 0;
    }
    return v;
}

__global__ void blockScan(const int *x, int *y)
{
    __shared__ int sums[32];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int v = warpScan(x[threadIdx.x]);
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int s = lane < 2 ? sums[lane] : 0;
        sums[lane] = warpScan(s);
    }
    __syncthreads();
    if (warp > 0)
        v += sums[warp - 1];
    y[threadIdx.x] = v;
}

//# case unroll_of_the_last_warp — the samples' reduction whose last steps are in one warp, with __syncwarp between them; y is the sum of 128
//# launch grid 1 block 64
//# buffer x: int = 0 7 14 21 5 12 19 3 10 17 1 8 15 22 6 13 20 4 11 18 2 9 16 0 7 14 21 5 12 19 3 10 17 1 8 15 22 6 13 20 4 11 18 2 9 16 0 7 14 21 5 12 19 3 10 17 1 8 15 22 6 13 20 4 11 18 2 9 16 0 7 14 21 5 12 19 3 10 17 1 8 15 22 6 13 20 4 11 18 2 9 16 0 7 14 21 5 12 19 3 10 17 1 8 15 22 6 13 20 4 11 18 2 9 16 0 7 14 21 5 12 19 3 10 17 1 8 15
//# buffer y: int = zeros 1
//# expect y: int = 1397
__device__ void warpReduce(volatile int *s, int t)
{
    int v = s[t];
    v += s[t + 32]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 16]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 8]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 4]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 2]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 1]; __syncwarp(); s[t] = v;
}

__global__ void reduce(const int *x, int *y)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t] + x[t + 64];
    __syncthreads();
    if (t < 32)
        warpReduce(s, t);
    if (t == 0)
        y[0] = s[0];
}

//# case shuffle_xor_in_parts — __shfl_xor_sync with a width: a lane whose source is in a later part keeps its own value; y is the lane that it read
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 16 17 18 19 20 21 22 23
__global__ void k(int *y)
{
    int lane = threadIdx.x;
    y[lane] = __shfl_xor_sync(0xffffffff, lane, 8, 8);
}

//# case type_of_a_known_choice — the type of ?: is that of both sides, also if the condition is known; y is 0, as the difference is unsigned
//# launch grid 1 block 1
//# arg u = 5
//# buffer y: int = 7
//# expect y: int = 0
__global__ void k(unsigned u, int *y)
{
    y[0] = (3 ? 1 : u) - 2 < 5;
}

//# case shuffle_by_a_mask_of_more_bits — the instruction reads five bits of the mask: -8 is 24, and the first part of 16 lanes stays alone
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
__global__ void exchange(int *y)
{
    y[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, -8, 16);
}

//# case volatile_after_a_branch — one thread stores in a branch that ends before its warp loads: in lockstep that is an order; y is the stored value
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
//# finding none
__global__ void k(int *y)
{
    volatile __shared__ int s[1];
    int t = threadIdx.x;
    if (t == 0)
        s[0] = 5;
    y[t] = s[0];
}

//# case volatile_in_both_branches — one thread stores and the others load in the other branch, which may come first; y is not looked at
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# finding 6: data_race
__global__ void k(int *y)
{
    volatile __shared__ int s[1];
    int t = threadIdx.x;
    if (t == 0)
        s[0] = 5;
    else
        y[t] = s[0];
}

//# case warp_that_waits_for_another — one warp waits in its branch for what a thread of the other warp stores in the other branch; y is 1 for the waiting warp
//# launch grid 1 block 64
//# buffer f: int = zeros 1
//# buffer y: int = zeros 64
//# expect y: int = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
__global__ void k(int *f, int *y)
{
    int t = threadIdx.x;
    if (t < 32) {
        while (atomicAdd(f, 0) == 0) { }
        y[t] = 1;
    } else if (t == 40) {
        atomicExch(f, 1);
    }
}

//# case masks_that_differ — votes and reductions over the lanes of a mask that each lane has computed
//# launch grid 1 block 32
//# buffer out: uint = zeros 7
//# expect out: uint = 11 10 43690 2863267840 1 0 28
__global__ void k(unsigned *out)
{
    int i = threadIdx.x;
    unsigned same = __match_any_sync(0xffffffffu, i % 3);
    int count = __reduce_add_sync(same, 1);
    unsigned half = i < 16 ? 0xffffu : 0xffff0000u;
    unsigned odd = __ballot_sync(half, i % 2);
    int any = __any_sync(half, i == 20);
    int all = __all_sync(half, i < 16);
    int most = __reduce_max_sync(same, i - 1);
    if (i == 0) { out[0] = count; out[2] = odd; out[4] = all; out[5] = any; }
    if (i == 2) out[1] = count;
    if (i == 16) out[3] = odd;
    if (i == 29) out[6] = most;
}

//# case match_in_a_small_block — a match in a block of 8 threads reads no lane that is not there
//# launch grid 1 block 8
//# buffer out: uint = zeros 8
//# expect out: uint = 85 170 85 170 85 170 85 170
//# finding
__global__ void k(unsigned *out)
{
    out[threadIdx.x] = __match_any_sync(0xffu, threadIdx.x % 2);
}

//# case syncwarp_with_a_computed_mask — a ballot names the lanes that meet in a branch
//# launch grid 1 block 32
//# buffer out: int = zeros 16
//# expect out: int = 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//# finding
__global__ void k(int *out)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, lane < 16);
    if (lane < 16) {
        s[lane] = lane;
        __syncwarp(mask);
        out[lane] = s[15 - lane];
    }
}

//# case syncwarp_with_a_wrong_mask — lanes from 8 on are not in the mask that they compute, so that nothing orders them
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# finding 6: data_race
//# finding 7: wrong_mask
__global__ void k(int *out)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    unsigned mask = lane < 16 ? 0xffu : 0xffff0000u;
    s[lane] = lane;
    __syncwarp(mask);
    out[lane] = s[(lane & 16) + 15 - (lane & 15)];
}

//# case syncwarp_of_single_lanes — each lane names itself alone, which orders no two of them
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# finding 5: data_race
__global__ void k(int *out)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = lane;
    __syncwarp(1u << lane);
    out[lane] = s[31 - lane];
}

//# case shuffle_with_a_computed_mask — lanes of a branch name themselves; a mask that names others too is an error
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# finding 7: wrong_mask
__global__ void k(int *out)
{
    int lane = threadIdx.x, v = lane;
    unsigned odd = __ballot_sync(0xffffffffu, lane & 1), more = odd | 1u;
    if (lane & 1) {
        v = __shfl_sync(odd, v, 1) + __shfl_sync(__activemask(), v, 3);
        v += __shfl_sync(more, v, 5);
    }
    out[lane] = v;
}

//# case mask_with_an_effect — the mask of a vote is computed once
//# launch grid 1 block 4
//# buffer out: int = zeros 8
//# expect out: int = 1 1 1 1 15 15 15 15
__global__ void k(int *out)
{
    unsigned mask = 14;
    int all = __all_sync(++mask, 1);
    out[threadIdx.x] = all;
    out[threadIdx.x + 4] = mask;
}
