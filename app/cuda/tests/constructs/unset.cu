//# case shared_word_that_nobody_wrote — a sum over shared memory of which the last word is not written is an error
//# launch grid 1 block 32
//# buffer out: int = zeros 1
//# finding 7: unwritten_read
__global__ void k(int *out)
{
    __shared__ int s[33];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t == 0) for (int i = 0; i < 33; i++) out[0] += s[i];
}

//# case maximum_of_words_that_nobody_wrote — neither a maximum nor a minimum hides the value of a word that is not written
//# launch grid 1 block 32
//# buffer out: float = zeros 2
//# finding 8: unwritten_read
//# finding 9: unwritten_read
__global__ void k(float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t + 1;
    __syncthreads();
    if (t < 2) {
        float most = fmaxf(s[t], s[t + 40]);
        float least = fminf(s[t + 1], s[t + 50]);
        out[t] = t == 0 ? most : least;
    }
}

//# case unwritten_word_without_effect — a halo cell that is read and not used is no error
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# expect out: int = 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
//# finding
__global__ void k(int *out)
{
    __shared__ int s[33];
    int t = threadIdx.x;
    s[t + 1] = t;
    __syncthreads();
    int left = s[t];
    out[t] = t > 0 ? left : 0;
}

//# case shuffle_in_a_partial_warp — a reduction by shuffles reads lanes that a block of 20 threads does not have
//# launch grid 1 block 20
//# buffer v: float = -20 -19 -18 -17 -16 -15 -14 -13 -12 -11 -10 -9 -8 -7 -6 -5 -4 -3 -2 -1
//# buffer out: float = zeros 1
//# finding 4: inactive_lane_read
__global__ void largest(const float *v, float *out)
{
    float m = v[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_down_sync(0xfffffu, m, d));
    if (threadIdx.x == 0) out[0] = m;
}

//# case shuffle_up_in_a_partial_warp — a scan by shuffles reads lanes below, which are there
//# launch grid 1 block 20
//# buffer out: int = zeros 20
//# expect out: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
//# finding
__global__ void scan(int *out)
{
    int t = threadIdx.x;
    int x = 1;
    for (int d = 1; d < 32; d <<= 1) {
        int y = __shfl_up_sync(0xfffffu, x, d);
        if (t >= d) x += y;
    }
    out[t] = x;
}

//# case shuffles_inside_their_width — the lanes of half a warp take values from each other alone
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# expect out: int = 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# finding
__global__ void half(int *out)
{
    int t = threadIdx.x;
    int x = t;
    if (t < 16) {
        for (int d = 1; d <= 8; d <<= 1) x += __shfl_down_sync(0x0000ffffu, x, d, 16);
        x = __shfl_sync(0x0000ffffu, x, 0, 16);
        x = max(x, __shfl_xor_sync(0x0000ffffu, x, 8, 16));
    }
    out[t] = x;
}

//# case lane_of_another_branch — a value from a lane that is in another branch is an error where it is stored
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# finding 4: inactive_lane_read
__global__ void k(int *out)
{
    int t = threadIdx.x;
    if (t < 16) out[t] = __shfl_sync(0x0000ffffu, t, t + 16);
}

//# case masks_that_fit — the mask names the lanes that call: all of a warp, half of it, and one that is computed
//# launch grid 1 block 64
//# buffer out: int = zeros 3
//# expect out: int = 32 16 1
//# finding
__global__ void k(int *out)
{
    int t = threadIdx.x;
    int all = __popc(__ballot_sync(0xffffffffu, 1));
    if (t % 32 < 16) {
        int half = __popc(__ballot_sync(0xffffu, 1));
        if (t == 0) out[1] = half;
    }
    const unsigned own = 0xffffffffu << 0;
    int any = __any_sync(own, t == 3 || t == 40);
    if (t == 0) { out[0] = all; out[2] = any; }
}

//# case mask_without_its_caller — a lane that is not in the mask of its call
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# finding 3: wrong_mask
__global__ void k(int *out)
{   int t = threadIdx.x;
    out[t] = __shfl_down_sync(0x0000ffffu, t, 1, 16);
}

//# case mask_of_lanes_elsewhere — the mask names the lanes of the other branch
//# launch grid 1 block 32
//# buffer out: int = zeros 32
//# finding 4: wrong_mask
//# finding 5: wrong_mask
__global__ void vote(int *out)
{   int t = threadIdx.x;
    int r;
    if (t < 16) r = __all_sync(0xffffffffu, t < 20);
    else r = __all_sync(0xffffffffu, t < 20);
    out[t] = r;
}

//# case mask_of_lanes_that_returned — lanes that have returned are not waited for
//# launch grid 1 block 32
//# buffer out: int = zeros 1
//# expect out: int = 20
//# finding
__global__ void k(int *out)
{
    int t = threadIdx.x;
    if (t >= 20) return;
    int n = __popc(__ballot_sync(0xffffffffu, 1));
    if (t == 0) out[0] = n;
}
