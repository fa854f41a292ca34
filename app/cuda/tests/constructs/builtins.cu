//# case indices_of_a_2d_launch — threadIdx, blockIdx, blockDim and gridDim in two dimensions; y has the place and the sizes of each thread
//# launch grid 2,2 block 2,3
//# buffer y: int = zeros 24
//# expect y: int = 46 146 246 346 446 546 646 746 846 946 1046 1146 1246 1346 1446 1546 1646 1746 1846 1946 2046 2146 2246 2346
__global__ void places(int *y)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x;
    y[r * width + c] = 100 * (r * width + c) + 10 * (gridDim.x * gridDim.y) + blockDim.x * blockDim.y;
}

//# case indices_of_a_3d_launch — three dimensions of threads and of blocks; y is the linear index of each thread
//# launch grid 1,2,2 block 2,2,2
//# buffer y: int = zeros 32
//# expect y: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
__global__ void linear(int *y)
{
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int size = blockDim.x * blockDim.y * blockDim.z;
    y[block * size + thread] = block * size + thread;
}

//# case warp_size — warpSize gives lane and warp; y is 100 warp + lane
//# launch grid 1 block 64
//# buffer y: int = zeros 64
//# expect y: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131
__global__ void lanes(int *y)
{
    y[threadIdx.x] = 100 * (threadIdx.x / warpSize) + threadIdx.x % warpSize;
}

//# case syncthreads_count_and_or — the three barriers that vote; y has the count of odd numbers, all positive, any above 90
//# launch grid 2 block 8
//# buffer x: int = 1 2 3 4 5 6 7 8 -1 91 2 4 6 8 10 12
//# buffer y: int = zeros 6
//# expect y: int = 4 1 0 2 0 1
__global__ void votes(const int *x, int *y)
{
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    int count = __syncthreads_count(v & 1);
    int all = __syncthreads_and(v > 0);
    int any = __syncthreads_or(v > 90);
    if (threadIdx.x == 0) {
        y[3 * blockIdx.x] = count;
        y[3 * blockIdx.x + 1] = all != 0;
        y[3 * blockIdx.x + 2] = any != 0;
    }
}

//# case bit_counting — __popc, __ffs, __clz and __brev; y has the four for each number
//# launch grid 1 block 4
//# buffer x: unsigned = 0 1 2147483648 305419896
//# buffer y: unsigned = zeros 16
//# expect y: unsigned = 0 0 32 0 1 1 31 2147483648 1 32 0 1 13 4 3 510274632
__global__ void bitsOf(const unsigned *x, unsigned *y)
{
    unsigned v = x[threadIdx.x];
    unsigned *r = y + 4 * threadIdx.x;
    r[0] = __popc(v);
    r[1] = __ffs(v);
    r[2] = __clz(v);
    r[3] = __brev(v);
}

//# case min_max_of_types — min and max of ints, unsigned and floats, and of mixed ones; y and f have the results
//# launch grid 1 block 1
//# arg a = -5
//# arg u = 3
//# arg h = 0.5
//# buffer y: unsigned = zeros 5
//# buffer f: float = zeros 4
//# expect y: unsigned = 4294967291 2 3 7 3
//# expect f: float = 0.5 2 -5 0.5
__global__ void extremes(int a, unsigned u, float h, unsigned *y, float *f)
{
    y[0] = min(a, 2);
    y[1] = max(a, 2);
    y[2] = min(u, 7u);
    y[3] = max(u, 7u);
    y[4] = min(4, max(1, (int)u));
    f[0] = min(h, 2.0f);
    f[1] = max(h, 2.0f);
    f[2] = fminf(h, a);
    f[3] = fmaxf(h, (float)a);
}

//# case absolute_values — abs of ints and floats, fabsf and fabs; y has whole numbers, f the others
//# launch grid 1 block 3
//# buffer x: int = -7 0 7
//# buffer v: float = -1.5 0.25 -100
//# buffer y: int = zeros 3
//# buffer f: float = zeros 9
//# expect y: int = 7 0 7
//# expect f: float = 1.5 1.5 1.5 0.25 0.25 0.25 100 100 100
__global__ void absolute(const int *x, const float *v, int *y, float *f)
{
    int i = threadIdx.x;
    y[i] = abs(x[i]);
    f[3 * i] = fabsf(v[i]);
    f[3 * i + 1] = fabs(v[i]);
    f[3 * i + 2] = abs(v[i]);
}

//# case rounding_functions — floorf, ceilf, truncf, rintf, roundf: rintf takes the even one of two, roundf the one away from zero; y has the five
//# launch grid 1 block 5
//# buffer x: float = 2.5 -2.5 3.5 -0.75 1.25
//# buffer y: float = zeros 25
//# expect y: float = 2 3 2 2 3 -3 -2 -2 -2 -3 3 4 3 4 4 -1 0 0 -1 -1 1 2 1 1 1
__global__ void rounding(const float *x, float *y)
{
    float v = x[threadIdx.x];
    float *r = y + 5 * threadIdx.x;
    r[0] = floorf(v);
    r[1] = ceilf(v) + 0.0f;
    r[2] = truncf(v) + 0.0f;
    r[3] = rintf(v);
    r[4] = roundf(v);
}

//# case square_roots — sqrtf and sqrt of squares, and rsqrtf times 4 rounded; y has the roots
//# launch grid 1 block 4
//# buffer x: float = 1 4 16 0.25
//# buffer y: float = zeros 12
//# expect y: float = 1 1 4 2 2 2 4 4 1 0.5 0.5 8
__global__ void roots(const float *x, float *y)
{
    float v = x[threadIdx.x];
    y[3 * threadIdx.x] = sqrtf(v);
    y[3 * threadIdx.x + 1] = sqrt(v);
    y[3 * threadIdx.x + 2] = rintf(4.0f * rsqrtf(v));
}

//# case exponentials_and_logarithms — expf, __expf, exp2f, logf, log2f, log10f and exp without f, each times 100 and rounded
//# launch grid 1 block 4
//# buffer x: float = 0.5 1 2 3
//# buffer y: int = zeros 28
//# expect y: int = 165 165 141 -69 -100 -30 61 272 272 200 0 0 0 37 739 739 400 69 100 30 14 2009 2009 800 110 158 48 5
__global__ void exponentials(const float *x, int *y)
{
    float v = x[threadIdx.x];
    int *r = y + 7 * threadIdx.x;
    r[0] = (int)rintf(100 * expf(v));
    r[1] = (int)rintf(100 * __expf(v));
    r[2] = (int)rintf(100 * exp2f(v));
    r[3] = (int)rintf(100 * logf(v));
    r[4] = (int)rintf(100 * log2f(v));
    r[5] = (int)rintf(100 * log10f(v));
    r[6] = (int)rintf(100 * exp(-v));
}

//# case powers — powf with whole and broken exponents, pow of floats, and a negative base with a whole exponent; each times 100 and rounded
//# launch grid 1 block 1
//# buffer y: int = zeros 5
//# expect y: int = 141 800 33 -2700 506
__global__ void powers(int *y)
{
    float two = 2.0f + threadIdx.x, three = 3.0f + threadIdx.x;
    y[0] = (int)rintf(100 * powf(two, 0.5f));
    y[1] = (int)rintf(100 * pow(two, three));
    y[2] = (int)rintf(100 * powf(three, -1));
    y[3] = (int)rintf(100 * powf(-three, three));
    y[4] = (int)rintf(100 * __powf(1.5f, 2 * two));
}

//# case trigonometry — sinf, cosf, tanf, atan2f, sin, __cosf and tanhf, each times 1000 and rounded
//# launch grid 1 block 4
//# buffer x: float = 0 0.5 1 -2
//# buffer y: int = zeros 28
//# expect y: int = 0 1000 0 0 0 1000 0 479 878 546 245 479 878 462 841 540 1557 464 841 540 762 -909 -416 2185 -785 -909 -416 -964
__global__ void angles(const float *x, int *y)
{
    float v = x[threadIdx.x];
    int *r = y + 7 * threadIdx.x;
    r[0] = (int)rintf(1000 * sinf(v));
    r[1] = (int)rintf(1000 * cosf(v));
    r[2] = (int)rintf(1000 * tanf(v));
    r[3] = (int)rintf(1000 * atan2f(v, 2.0f));
    r[4] = (int)rintf(1000 * sin(v));
    r[5] = (int)rintf(1000 * __cosf(v));
    r[6] = (int)rintf(1000 * tanhf(v));
}

//# case remainders_and_fused — fmodf has the sign of the left side, fmaf and fma add a product; y has the results
//# launch grid 1 block 4
//# buffer x: float = 5.5 -5.5 7 0.75
//# buffer y: float = zeros 12
//# expect y: float = 1.5 12 24.75 -1.5 -10 35.75 1 15 42 0.75 2.5 -0.1875
__global__ void fused(const float *x, float *y)
{
    float v = x[threadIdx.x];
    y[3 * threadIdx.x] = fmodf(v, 2.0f);
    y[3 * threadIdx.x + 1] = fmaf(2.0f, v, 1.0f);
    y[3 * threadIdx.x + 2] = fma(v, v, -v);
}

//# case bits_of_floats — __float_as_int, __int_as_float and the unsigned ones; y has the bits, f the number with its sign turned
//# launch grid 1 block 4
//# buffer x: float = 1 -2.5 0.1875 1024
//# buffer y: unsigned = zeros 8
//# buffer f: float = zeros 8
//# expect y: unsigned = 1065353216 3223322624 1044381696 1149239296 127 128 124 137
//# expect f: float = -1 2.5 -0.1875 -1024 2 -5 0.375 2048
__global__ void bitsOf(const float *x, unsigned *y, float *f)
{
    int i = threadIdx.x;
    y[i] = __float_as_int(x[i]);
    y[4 + i] = __float_as_uint(x[i]) >> 23 & 0xff;
    f[i] = __int_as_float(__float_as_int(x[i]) ^ 0x80000000);
    f[4 + i] = __uint_as_float(__float_as_uint(x[i]) + 0x00800000u);
}

//# case conversions_by_name — __float2int_rn, _rz, _rd, _ru and __int2float_rn; y has the four roundings
//# launch grid 1 block 4
//# buffer x: float = 2.5 -2.5 1.75 -0.25
//# buffer y: int = zeros 20
//# expect y: int = 2 2 2 3 4 -2 -2 -3 -2 -6 2 1 1 2 2 0 0 -1 0 -2
__global__ void conversions(const float *x, int *y)
{
    float v = x[threadIdx.x];
    int *r = y + 5 * threadIdx.x;
    r[0] = __float2int_rn(v);
    r[1] = __float2int_rz(v);
    r[2] = __float2int_rd(v);
    r[3] = __float2int_ru(v);
    r[4] = (int)(2.0f * __int2float_rn(r[2]));
}

//# case wide_products — __umul24, __mul24, __mulhi and __umulhi; y has the four words
//# launch grid 1 block 3
//# buffer x: unsigned = 3 16777217 4294967295
//# buffer y: unsigned = zeros 12
//# expect y: unsigned = 3000 4294967281 0 2 1000 4294967291 482253 15625000 3892313112 5 4294967295 3999999999
__global__ void products(const unsigned *x, unsigned *y)
{
    unsigned v = x[threadIdx.x];
    unsigned *r = y + 4 * threadIdx.x;
    r[0] = __umul24(v, 1000);
    r[1] = __mul24(v, -5);
    r[2] = __mulhi((int)v, 123456789);
    r[3] = __umulhi(v, 4000000000u);
}

//# case funnel_shifts — __funnelshift_l and _r shift two words, __byte_perm picks bytes; y has rotations and a turned word
//# launch grid 1 block 4
//# buffer x: unsigned = 1 2147483648 305419896 4294967295
//# buffer y: unsigned = zeros 16
//# expect y: unsigned = 16 16777216 268435456 16777216 8 8388608 0 128 591751041 2014458966 2147483648 2018915346 4294967295 4294967295 4026531840 4294967295
__global__ void funnels(const unsigned *x, unsigned *y)
{
    unsigned v = x[threadIdx.x];
    unsigned *r = y + 4 * threadIdx.x;
    r[0] = __funnelshift_l(v, v, 4);
    r[1] = __funnelshift_r(v, v, 8);
    r[2] = __funnelshift_r(7, v, 4);
    r[3] = __byte_perm(v, 0, 0x0123);
}

//# case rare_arithmetic — __saturatef, __fdividef, __sad and __usad; y has the first two times 4, z the others
//# launch grid 1 block 4
//# buffer x: float = -1 0.25 0.5 3
//# buffer y: float = zeros 8
//# buffer z: unsigned = zeros 8
//# expect y: float = 0 1 2 4 -2 0 1 6
//# expect z: unsigned = 12 11 10 11 5 5 5 5
__global__ void rare(const float *x, float *y, unsigned *z)
{
    int i = threadIdx.x;
    y[i] = 4 * __saturatef(x[i]);
    y[4 + i] = rintf(4 * __fdividef(x[i], 2.0f)) + 0.0f;
    z[i] = __sad(i, 2, 10);
    z[4 + i] = __usad(5, i, i);
}

//# case load_through_ldg — __ldg reads a buffer of ints and of floats through a pointer; y is their sum
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer f: float = 0.5 0.25 1.5 2
//# buffer y: float = zeros 4
//# expect y: float = 1.5 2.25 4.5 6
__global__ void loads(const int *__restrict__ x, const float *__restrict__ f, float *y)
{
    y[threadIdx.x] = __ldg(&x[threadIdx.x]) + __ldg(f + threadIdx.x);
}

//# case tests_of_floats — isnan, isinf and signs of results without a number; y is a word of the tests
//# launch grid 1 block 4
//# arg zero = 0
//# buffer x: float = 1 -1 0 4
//# buffer y: int = zeros 4
//# expect y: int = 2 2 1 2
__global__ void tests(float zero, const float *x, int *y)
{
    float v = x[threadIdx.x] / zero;
    y[threadIdx.x] = isnan(v) ? 1 : isinf(v) ? 2 : 0;
}

//# case printf_by_one_thread — one thread of each block prints numbers of three kinds; y is the block's index
//# launch grid 2 block 4
//# buffer y: int = zeros 2
//# printed 0:1 block 0: -5 3000000000 0.000 1f
//# printed 1:1 block 1: 5 3000000000 0.500 1f
//# expect y: int = 0 1
#include <stdio.h>
__global__ void report(int *y)
{
    int b = blockIdx.x;
    if (threadIdx.x == 1)
        printf("block %d: %d %u %.3f %x\n", b, b * 10 - 5, 3000000000u, 0.5f * b, 31);
    y[b] = b;
}

//# case printf_by_all_threads — every thread prints its place, with %c, %s and %%; nothing else is written
//# launch grid 1 block 3
//# printed 0:0 thread 0: a 100% ok,   0|0  |
//# printed 0:1 thread 1: b 100% ok,   1|1  |
//# printed 0:2 thread 2: c 100% ok,   2|2  |
#include <cstdio>
__global__ void hello()
{
    printf("thread %d: %c 100%% %s, %3d|%-3d|\n", threadIdx.x, 'a' + threadIdx.x, "ok", threadIdx.x, threadIdx.x);
}

//# case assert_that_holds — an assert that holds changes nothing; y is x - 1
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 0 1 2 3
#include <assert.h>
__global__ void checked(const int *x, int *y)
{
    int v = x[threadIdx.x];
    assert(v > 0);
    y[threadIdx.x] = v - 1;
}

//# case static_assertion — static_assert over a template argument holds; y is i * SIZE
//# launch grid 1 block 4 template 16
//# buffer y: int = zeros 4
//# expect y: int = 0 16 32 48
template <int SIZE>
__global__ void sized(int *y)
{
    static_assert(SIZE % 4 == 0, "SIZE must be a multiple of 4");
    y[threadIdx.x] = SIZE * threadIdx.x;
}

//# case rarer_mathematics — hypotf, cbrtf, copysignf, fdimf, log1pf, exp10f, erff and norm3df, each times 100 and rounded
//# launch grid 1 block 3
//# buffer x: float = 0.5 1 3
//# buffer y: int = zeros 24
//# expect y: int = 403 196 -200 0 41 178 14 229 412 200 -200 0 69 316 28 245 500 215 -200 200 139 3162 71 374
__global__ void rarer(const float *x, int *y)
{
    float v = x[threadIdx.x];
    int *r = y + 8 * threadIdx.x;
    r[0] = (int)rintf(100 * hypotf(v, 4.0f));
    r[1] = (int)rintf(100 * cbrtf(v + 7.0f));
    r[2] = (int)rintf(100 * copysignf(2.0f, -v));
    r[3] = (int)rintf(100 * fdimf(v, 1.0f));
    r[4] = (int)rintf(100 * log1pf(v));
    r[5] = (int)rintf(100 * exp10f(v / 2));
    r[6] = (int)rintf(100 * erff(v / 4));
    r[7] = (int)rintf(100 * norm3df(v, 1.0f, 2.0f));
}

//# case two_results_of_sincosf — sincosf writes both results through pointers; y has them times 1000, rounded
//# launch grid 1 block 4
//# buffer x: float = 0 0.5 -1 2
//# buffer y: int = zeros 8
//# expect y: int = 0 1000 479 878 -841 540 909 -416
__global__ void both(const float *x, int *y)
{
    float s, c;
    sincosf(x[threadIdx.x], &s, &c);
    y[2 * threadIdx.x] = (int)rintf(1000 * s);
    y[2 * threadIdx.x + 1] = (int)rintf(1000 * c);
}

//# case functions_of_known_numbers — results that are known before the run wrap as C's do; y has the words
//# launch grid 1 block 1
//# arg x = 5
//# arg u = 7
//# buffer y: unsigned int = zeros 9
//# expect y: unsigned int = 1610612736 3758096384 4294967295 6 3221225472 4294967248 2147483648 0 3
#define LIMIT 6
__global__ void known(unsigned *y, int x, unsigned u)
{
    y[0] = __brev(0xc75f78e7u) << 29;
    y[1] = max(__brev(4080857567u), (unsigned)LIMIT) << 29;
    y[2] = 16u | -abs(1);
    y[3] = (abs(LIMIT) - LIMIT * LIMIT) % 97 + 36u + x - 5;
    y[4] = min(3, 4) << 30;
    y[5] = (unsigned)(-abs(LIMIT) * 8);
    y[6] = __popc(1u) << 31;
    y[7] = __clz(1 << 31) + (__ffs(8) << 30) + (u == max(-1, 1));
    y[8] = (__ffs(0) + 3u) % u;
}

//# case shift_that_is_too_far — a shift by the width or more leaves no bit, or the sign, as on the chips (C++ has no result); y has the words
//# launch grid 1 block 1
//# arg x = -3
//# buffer y: int = zeros 8
//# expect y: int = 0 0 0 -1 0 -1 0 -1
__global__ void shifts(int *y, int x)
{
    y[0] = 1 << 100;
    y[1] = 1u << 32;
    y[2] = 5 >> 40;
    y[3] = -5 >> 40;
    y[4] = x << 33;
    y[5] = x >> 32;
    y[6] = 9;
    y[6] <<= 40;
    y[7] = x;
    y[7] >>= 35;
}

//# case comparisons_as_arguments — a < b before c > d in a list of arguments are two comparisons; y has the sums
//# launch grid 1 block 4
//# arg n = 2
//# buffer y: int = zeros 4
//# expect y: int = 22 22 21 12
__device__ int both(bool a, bool b) { return 10 * a + b; }
__device__ int three(bool a, int b, bool c) { return 10 * a + b + c; }
__global__ void compares(int *y, int n)
{
    int i = threadIdx.x, k = 3 - i;
    y[i] = both(i < n, k > (i)) + three(k < n || i < k, k >> 1, i >= (n)) + (i == 2 ? 10 : 0) + (i == 3);
}

//# case rarest_mathematics — rcbrtf, rhypotf and remainderf, each times 100 and rounded; y has the three numbers
//# launch grid 1 block 3
//# buffer x: float = 8 27 0.125
//# buffer y: int = zeros 9
//# expect y: int = 50 12 -200 33 4 -50 200 33 13
__global__ void rarest(const float *x, int *y)
{
    int i = threadIdx.x;
    y[3 * i] = (int)roundf(100 * rcbrtf(x[i]));
    y[3 * i + 1] = (int)roundf(100 * rhypotf(x[i], 3.0f));
    y[3 * i + 2] = (int)floorf(100 * remainderf(x[i], i == 1 ? 2.5f : 10.0f) + 0.5f);
}

//# case clock_of_the_device — WGSL has no clock: a call gives the number of calls so far, so that a wait ends
//# launch grid 1 block 2
//# buffer y: int = zeros 2
//# expect y: int = 1 1
__device__ int since(clock_t start) { return clock() - start; }
__global__ void k(int *y)
{
    clock_t start = clock();
    while (clock() - start < 10) {}
    y[threadIdx.x] = since(start) > 10;
}
