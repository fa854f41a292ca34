//# case atomic_add_of_ints — a histogram in global memory, with the address of an element; y counts the values
//# launch grid 2 block 8
//# buffer x: int = 0 1 1 2 2 2 3 3 3 3 0 0 0 1 1 3
//# buffer y: int = 100 0 0 0
//# expect y: int = 104 4 3 5
__global__ void histogram(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[x[i]], 1);
}

//# case atomic_add_of_floats — a float sum by atomicAdd, of numbers that add without rounding; y is the sum
//# launch grid 2 block 8
//# buffer x: float = 0 0.25 0.5 0.75 1 1.25 1.5 1.75 2 2.25 2.5 2.75 3 3.25 3.5 3.75
//# buffer y: float = 0.5
//# expect y: float = 30.5
__global__ void total(const float *x, float *y)
{
    atomicAdd(y, x[blockIdx.x * blockDim.x + threadIdx.x]);
}

//# case shared_histogram — a histogram in shared memory is cleared, counted and added to the global one; y has the counts of two blocks
//# launch grid 2 block 8
//# buffer x: int = 0 1 2 3 3 2 1 0 3 3 3 3 2 2 1 1
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 2 4 4 6
#define BINS 4
__global__ void histogram(const int *x, unsigned int *y)
{
    __shared__ unsigned int bins[BINS];
    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&(bins[x[blockIdx.x * blockDim.x + threadIdx.x]]), 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&(y[threadIdx.x]), bins[threadIdx.x]);
}

//# case atomic_sub_min_max — atomicSub, atomicMin and atomicMax of signed numbers; y has the three results
//# launch grid 1 block 8
//# buffer x: int = 5 -3 9 0 -7 2 8 1
//# buffer y: int = 100 2147483647 -2147483648
//# expect y: int = 85 -7 9
#include <limits.h>
__global__ void extremes(const int *x, int *y)
{
    int v = x[threadIdx.x];
    atomicSub(&y[0], v);
    atomicMin(&y[1], v);
    atomicMax(&y[2], v);
}

//# case atomic_min_max_unsigned — the unsigned order counts: 4294967293 is above 5; y has min and max
//# launch grid 1 block 4
//# buffer x: unsigned = 5 4294967293 7 6
//# buffer y: unsigned = 4294967295 0
//# expect y: unsigned = 5 4294967293
__global__ void extremes(const unsigned *x, unsigned *y)
{
    atomicMin(y, x[threadIdx.x]);
    atomicMax(y + 1, x[threadIdx.x]);
}

//# case atomic_bits — atomicAnd, atomicOr and atomicXor gather bits of all threads; y has the three words
//# launch grid 1 block 8
//# buffer x: unsigned = 1 3 5 9 17 33 65 129
//# buffer y: unsigned = 255 0 0
//# expect y: unsigned = 1 255 254
__global__ void bits(const unsigned *x, unsigned *y)
{
    atomicAnd(&y[0], x[threadIdx.x]);
    atomicOr(&y[1], x[threadIdx.x]);
    atomicXor(&y[2], x[threadIdx.x]);
}

//# case atomic_value_before — atomicAdd gives the value before it: each thread takes its own place; y is 1 in 8 places, and count is 8
//# launch grid 2 block 4
//# buffer count: int = 0
//# buffer y: int = zeros 10
//# expect count: int = 8
//# expect y: int = 1 1 1 1 1 1 1 1 0 0
__global__ void take(int *count, int *y)
{
    int place = atomicAdd(count, 1);
    y[place] = 1;
}

//# case stream_compaction_by_counter — positive numbers take places from a counter in any order; their sum and count are fixed
//# launch grid 1 block 8
//# buffer x: int = 4 -1 7 0 -2 9 3 -5
//# buffer kept: int = zeros 8
//# buffer y: int = zeros 2
//# buffer seen: int = zeros 1
//# expect y: int = 23 4
//# expect seen: int = 4
__global__ void compact(const int *x, int *kept, int *seen, int *y)
{
    int v = x[threadIdx.x];
    if (v > 0)
        kept[atomicAdd(seen, 1)] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < *seen; k++) {
            sum += kept[k];
            kept[k] = 0;
        }
        y[0] = sum;
        y[1] = *seen;
    }
}

//# case atomic_exchange — atomicExch gives the value before: one thread alone gets the token; y has the sum of all values got
//# launch grid 1 block 8
//# buffer token: int = 77
//# buffer y: int = zeros 1
//# expect token: int = 0
//# expect y: int = 77
__global__ void token(int *token, int *y)
{
    int got = atomicExch(token, 0);
    if (got != 0)
        atomicAdd(y, got);
}

//# case atomic_compare_and_swap — the first thread that finds 0 wins; winners are counted; y is 1, the lock is 1
//# launch grid 2 block 4
//# buffer lock: int = 0
//# buffer y: int = zeros 1
//# expect lock: int = 1
//# expect y: int = 1
__global__ void win(int *lock, int *y)
{
    if (atomicCAS(lock, 0, 1) == 0)
        atomicAdd(y, 1);
}

//# case loop_of_compare_and_swap — a product by a loop of atomicCAS with its usual do while; y is the product
//# launch grid 1 block 8
//# buffer x: int = 1 2 3 1 2 5 1 7
//# buffer y: int = 1
//# expect y: int = 420
__device__ int atomicMul(int *address, int by)
{
    int old = *address, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed * by);
    } while (assumed != old);
    return old;
}

__global__ void product(const int *x, int *y)
{
    atomicMul(y, x[threadIdx.x]);
}

//# case float_maximum_by_cas — a maximum of floats by atomicCAS on the bits, through a cast of the pointer; y is the maximum
//# launch grid 2 block 4
//# buffer x: float = 1.5 -2 7.25 3 0 7 -9 6.5
//# buffer y: float = -1000
//# expect y: float = 7.25
__device__ float atomicMaxFloat(float *address, float value)
{
    int *bits = (int *)address;
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void maximum(const float *x, float *y)
{
    atomicMaxFloat(y, x[blockIdx.x * blockDim.x + threadIdx.x]);
}

//# case atomic_inc_and_dec — atomicInc goes around to 0 at its limit, atomicDec goes around to the limit; y has the last values
//# launch grid 1 block 8
//# buffer y: unsigned = 0 2
//# expect y: unsigned = 3 2
__global__ void around(unsigned *y)
{
    atomicInc(&y[0], 4);
    atomicDec(&y[1], 3);
}

//# case last_block_sums — each block adds its sum, and the last one that arrives writes the total, by __threadfence and atomicInc
//# launch grid 4 block 4
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
//# buffer part: int = zeros 4
//# buffer count: unsigned = 0
//# buffer y: int = zeros 1
//# expect part: int = 10 26 42 58
//# expect y: int = 136
//# finding none
__global__ void total(const int *x, volatile int *part, unsigned *count, int *y)
{
    __shared__ int s[4];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t == 0) {
        part[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
        __threadfence();
        unsigned ticket = atomicInc(count, gridDim.x - 1);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        y[0] = sum;
    }
}

//# case last_block_sums_without_a_fence — the same without __threadfence: nothing orders the blocks' sums before the ticket, so that the last block races with them
//# launch grid 4 block 4
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
//# buffer part: int = zeros 4
//# buffer count: unsigned = 0
//# buffer y: int = zeros 1
//# expect part: int = 10 26 42 58
//# expect y: int = 136
//# finding 9: data_race
__global__ void total(const int *x, volatile int *part, unsigned *count, int *y)
{
    __shared__ int s[4];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t == 0) {
        part[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
        unsigned ticket = atomicInc(count, gridDim.x - 1);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        y[0] = sum;
    }
}

//# case device_counter_with_places — a __device__ counter deals out rows; each block handles the row that it got; y is the row's sum
//# launch grid 3 block 4
//# buffer next: unsigned = 0
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11
//# buffer y: int = zeros 3
//# expect next: unsigned = 3
//# expect y: int = 6 22 38
__device__ unsigned int next;

__global__ void rows(const int *x, int *y)
{
    __shared__ unsigned int row;
    if (threadIdx.x == 0)
        row = atomicAdd(&next, 1u);
    __syncthreads();
    atomicAdd(y + row, x[4 * row + threadIdx.x]);
}

//# case shared_float_atomics — atomicAdd of floats on a shared variable; y is the sum of each block
//# launch grid 2 block 8
//# buffer x: float = -2 -1.5 -1 -0.5 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5
//# buffer y: float = zeros 2
//# expect y: float = -2 30
__global__ void sums(const float *x, float *y)
{
    __shared__ float sum;
    if (!threadIdx.x)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}

//# case words_of_one_buffer_by_both_signs — atomics on int words, and on unsigned ones after a cast; results are dropped
//# launch grid 1 block 8
//# buffer y: int = 5 0 -1
//# expect y: int = 13 8 7
__global__ void both(int *y)
{
    int t = threadIdx.x;
    if (t >= 0 and not (t >= 8)) {
        atomicAdd(&y[0], 1);
        atomicInc((unsigned int *)&y[1], 100u);
        atomicMax(&y[2], t);
    }
}

//# case atomics_on_members — atomic functions on members of structures, in a buffer and in shared memory, beside plain members; y and the buffer have the sums
//# launch grid 1 block 8
//# buffer bins: int = 0 0 1 0 0 2
//# buffer y: float = zeros 4
//# expect bins: int = 4 12 1 4 16 2
//# expect y: float = 28 8 3 7
struct Bin {
    int count;
    unsigned int sum;
    int weight;
};
struct Total {
    float sum;
    float4 parts;
    int count;
    int most;
};
__global__ void counts(Bin *bins, float *y)
{
    __shared__ Total total;
    int i = threadIdx.x;
    if (i == 0) {
        total.sum = 0;
        total.count = total.most = 0;
        total.parts = make_float4(1, 2, 3, 4);
    }
    __syncthreads();
    Bin *own = &bins[i & 1];
    atomicAdd(&own->count, 1);
    atomicAdd(&bins[i % 2].sum, i * own->weight / (1 + (i & 1)));
    atomicAdd(&total.sum, (float)i);
    atomicAdd(&total.count, 1);
    atomicMax(&total.most, i);
    __syncthreads();
    if (i == 0) {
        y[0] = total.sum;
        y[1] = total.count;
        y[2] = total.parts.z;
        y[3] = total.most;
    }
}

//# case sums_of_halves — three sums of halves in neighbouring halves of two words; each is exact
//# launch grid 2 block 32
//# buffer o: half = 0 100 0 7
//# expect o: half = 64 164 64 7
//# finding
__global__ void sums(__half *o)
{
    for (int i = 0; i < 3; i++) atomicAdd(&o[i], __float2half(1.0f));
}

//# case old_values_of_halves — each thread gets the sum before its own
//# launch grid 1 block 4
//# buffer o: half = 0 0
//# buffer y: float = zeros 4
//# expect o: half = 0 8
//# expect y: float = 0 2 4 6
__global__ void old(__half *o, float *y)
{
    y[threadIdx.x] = __half2float(atomicAdd(o + 1, __float2half(2.0f)));
}

//# case sums_of_pairs_of_halves — half2 in global and in shared memory, beside a plain store to the next element
//# launch grid 1 block 8
//# buffer o: half = 1 2 3 4 5 6
//# expect o: half = 9 18 9 4 8 16
//# finding
__global__ void pairs(__half2 *o)
{
    __shared__ __half2 s[2];
    if (threadIdx.x < 2) s[threadIdx.x] = __floats2half2_rn(0.0f, 0.0f);
    __syncthreads();
    atomicAdd(&o[0], __floats2half2_rn(1.0f, 2.0f));
    atomicAdd(&s[1], __floats2half2_rn(1.0f, 2.0f));
    __half *h = (__half *)o;
    if (threadIdx.x == 0) h[2] = __float2half(9.0f);
    __syncthreads();
    if (threadIdx.x == 0) o[2] = s[1];
}
