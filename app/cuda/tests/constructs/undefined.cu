//# case sum_too_large — the largest int and one more
//# launch grid 1 block 4 a = 2147483645
//# buffer y: int = zeros 4
//# undefined 4: `a + i` is 2147483645 + 3 in thread 3, which does not fit an `int`
__global__ void add(int *y, int a)
{
    int i = threadIdx.x;
    y[i] = a + i;
}

//# case difference_too_small
//# launch grid 1 block 2 a = -2147483648
//# buffer y: int = zeros 2
//# undefined 4: `a - i` is -2147483648 - 1 in thread 1
__global__ void subtract(int *y, int a)
{
    int i = threadIdx.x;
    y[i] = a - i;
}

//# case product_too_large — a position in an array of more than two thousand million elements
//# launch grid 1 block 2
//# buffer y: int = zeros 2
//# undefined 5: `row * width` is 70000 * 70000 in thread 0
__global__ void multiply(int *y)
{
    int width = 70000;
    int row = 70000 + threadIdx.x * 0;
    int index = row * width;
    y[threadIdx.x] = index;
}

//# case negative_of_the_least
//# launch grid 1 block 2
//# buffer x: int = -2147483648 7
//# buffer y: int = zeros 2
//# undefined 3: `-x[threadIdx.x]` is -(-2147483648) in thread 0
__global__ void negate(const int *x, int *y)
{
    y[threadIdx.x] = -x[threadIdx.x];
}

//# case quotient_of_the_least
//# launch grid 1 block 3
//# buffer x: int = -2147483648 -2147483648 8
//# buffer by: int = -1 1 -1
//# buffer y: int = zeros 6
//# undefined 4: `x[i] / by[i]` is -2147483648 / (-1) in thread 0
//# undefined 5: `x[i] % by[i]` is -2147483648 % (-1) in thread 0
__global__ void divide(const int *x, const int *by, int *y)
{
    int i = threadIdx.x;
    y[i] = x[i] / by[i];
    y[i + 3] = x[i] % by[i];
}

//# case division_by_zero
//# launch grid 1 block 3
//# buffer x: int = 4 5 6
//# buffer by: int = 2 0 0
//# buffer y: int = zeros 3
//# undefined 4: `x[i] / by[i]` divides by zero in thread 1; 2 times
__global__ void divide(const int *x, const int *by, int *y)
{
    int i = threadIdx.x;
    y[i] = x[i] / by[i];
}

//# case remainder_by_zero_of_unsigned
//# launch grid 1 block 2 n = 0
//# buffer y: unsigned = zeros 2
//# undefined 3: `threadIdx.x % n` divides by zero in thread 0; 2 times
__global__ void wrap(unsigned *y, unsigned n)
{
    y[threadIdx.x] = threadIdx.x % n;
}

//# case shift_by_40
//# launch grid 1 block 1 s = 40
//# buffer y: int = zeros 1
//# undefined 3: `1 << s` shifts by 40 in thread 0
__global__ void shift(int *y, int s)
{
    y[0] = 1 << s;
}

//# case shift_by_a_negative_number
//# launch grid 1 block 2
//# buffer y: unsigned = zeros 2
//# undefined 5: `bits >> by` shifts by -1 in thread 0
__global__ void shift(unsigned *y)
{
    unsigned bits = 0xff00u;
    int by = (int)threadIdx.x - 1;
    y[threadIdx.x] = bits >> by;
}

//# case changes_in_place — a counter, a sum, a product, and an index that steps too far
//# launch grid 1 block 1
//# buffer y: int = 2147483647 2147483600 65536 -2147483648
//# undefined 3: `y[0]++` is 2147483647 + 1
//# undefined 4: `y[1] += 100` is 2147483600 + 100
//# undefined 5: `y[2] *= y[2]` is 65536 * 65536
//# undefined 6: `--y[3]` is -2147483648 - 1
__global__ void change(int *y)
{
    y[0]++;
    y[1] += 100;
    y[2] *= y[2];
    --y[3];
}

//# case changes_by_shift_and_division
//# launch grid 1 block 1 s = 33 n = 0
//# buffer y: unsigned = 5 6 7
//# undefined 3: `y[0] <<= s` shifts by 33
//# undefined 4: `y[1] /= n` divides by zero
//# undefined 5: `y[2] %= n` divides by zero
__global__ void change(unsigned *y, int s, unsigned n)
{
    y[0] <<= s;
    y[1] /= n;
    y[2] %= n;
}

//# case random_numbers_of_int — a generator that counts on wrapping is found once, not in each of its steps
//# launch grid 2 block 32
//# buffer y: int = zeros 64
//# undefined 5: `seed * 1103515245` is 2 * 1103515245 in thread 1; 6399 times
__global__ void random(int *y)
{
    int seed = blockIdx.x * blockDim.x + threadIdx.x + 1;
    for (int i = 0; i < 100; i++)
        seed = seed * 1103515245 + 12345;
    y[blockIdx.x * blockDim.x + threadIdx.x] = seed;
}

//# case in_a_device_function — the line is that of the function, whoever calls it
//# launch grid 1 block 2 a = 2147483647
//# buffer y: int = zeros 2
//# undefined 3: `a + b` is 2147483647 + 1 in thread 1; 2 times
__device__ int sum(int a, int b)
{
    return a + b;
}
__global__ void twice(int *y, int a)
{
    y[threadIdx.x] = sum(a, threadIdx.x) + sum(0, threadIdx.x);
    y[threadIdx.x] = sum(a, threadIdx.x);
}

//# case in_a_macro — the place is that of the use, and the text that of the translation
//# launch grid 1 block 1 a = 50000
//# buffer y: int = zeros 1
//# undefined 4: `a * a` is 50000 * 50000
#define SQUARE(x) ((x) * (x))
__global__ void square(int *y, int a)
{
    y[0] = SQUARE(a);
}

//# case in_an_included_file — the place is that of the include, and the text that of the translation
//# file sum.h
__device__ int sum(int a, int b) { return a + b; }
//# end
//# launch grid 1 block 1 a = 2147483647
//# buffer y: int = zeros 1
//# undefined 1: `a + b` is 2147483647 + 2147483647
#include "sum.h"
__global__ void twice(int *y, int a)
{
    y[0] = sum(a, a);
}

//# case only_where_it_is_computed — one side of `?:`, the right side of `&&`, and a branch that some threads take
//# launch grid 1 block 40
//# buffer y: int = zeros 40
//# undefined 4: `1 << i` shifts by 32 in thread 32; 8 times
//# undefined 5: `i + 2147483615` is 34 + 2147483615 in thread 34; 3 times
//# undefined 6: `100 / (i - 8)` divides by zero in thread 8; 1 times
__global__ void sides(int *y)
{
    int i = threadIdx.x - (threadIdx.x > 39);
    int bits = i > 3 ? 1 << i : 0;
    bool large = i % 2 == 0 && (i > 30) && i + 2147483615 > i - 48;
    if (i % 4 == 0) y[i] = 100 / (i - 8);
    y[i] += bits + large;
}

//# case of_vectors
//# launch grid 1 block 1 a = 2147483647
//# buffer y: int4 = zeros 4
//# undefined 4: `x + by` is 2147483647 + 1
__global__ void add(int4 *y, int a)
{
    int4 x = make_int4(1, a, 2, 3), by = make_int4(1, 1, 1, 1);
    y[0] = x + by;
}

//# case of_bytes — the sum of bytes is an int, and its product with a large number may not fit
//# launch grid 1 block 2
//# buffer x: unsigned char = 255 1 0 0
//# buffer y: int = zeros 2
//# undefined 3: `(x[threadIdx.x] + 1) * 10000000` is 256 * 10000000 in thread 0
__global__ void scale(const unsigned char *x, int *y)
{
    y[threadIdx.x] = (x[threadIdx.x] + 1) * 10000000;
}

//# case of_long — `long` has 64 bits in CUDA and 32 here: the result is another one, and the sentence says so
//# launch grid 1 block 1 a = 70000
//# buffer y: int = zeros 1
//# undefined 4: which does not fit 32 bits: CUDA leaves the result of an `int` undefined, and a longer type has 32 bits here
__global__ void square(int *y, int a)
{
    long b = a;
    y[0] = b * b > 0;
}

//# case of_plain_reads_of_an_atomic
//# launch grid 1 block 1
//# buffer y: int = 2147483647 0
//# undefined 4: `y[0] += 1` is 2147483647 + 1
__global__ void count(int *y)
{
    atomicAdd(&y[1], 1);
    y[0] += 1;
}

//# case two_in_one_line — one finding for each operation
//# launch grid 1 block 1 a = 2147483647 s = 32
//# buffer y: int = zeros 1
//# undefined 3: `a + 1` is 2147483647 + 1
//# undefined 3: `a << s` shifts by 32
__global__ void both(int *y, int a, int s)
{
    y[0] = (a + 1) ^ (a << s);
}

//# case instances_of_a_template — two instances, one place
//# launch grid 1 block 1 s = 50
//# buffer y: int = zeros 1
//# undefined 3: `x << s` shifts by 50 in thread 0
template <typename T> __device__ T moved(T x, int s)
{
    return x << s;
}
__global__ void both(int *y, int s)
{
    y[0] = moved<int>(1, s) + (int)moved<unsigned>(1u, s);
}

//# case named_values_in_conditions — a value with a name is computed before its condition
//# launch grid 1 block 40 a = 2147483647
//# buffer y: int = zeros 40
//# undefined 4: `a + i` is 2147483647 + 1 in thread 1; 39 times
__global__ void named(int *y, int a)
{
    const int i = threadIdx.x;
    const int sum = a + i;
    y[i] = i < 1 ? sum : i > 3 ? i : i - 1;
}

//# case sum_of_unsigned_long_too_large — 64 bits hold the sum of two large unsigned numbers, and 32 do not
//# long-long-as-int
//# launch grid 1 block 2
//# buffer a: unsigned = 0 1
//# buffer y: unsigned = zeros 2
//# undefined 4: `0xffffffffull + a[i]` is 4294967295 + 1 in thread 1: the type has 64 bits in CUDA and 32 here
__global__ void carry(const unsigned *a, unsigned *y)
{
    int i = threadIdx.x;
    unsigned long long x = 0xffffffffull + a[i];
    y[i] = x >> 32;
}

//# case generator_of_64_bits — a linear congruential generator needs all 64 bits of its product
//# long-long-as-int
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 1
//# undefined 4: `seed * 6364136223846793005ULL` is 1234567 * 1284865837 in thread 0
__global__ void next(unsigned *y)
{
    unsigned long long seed = 1234567;
    seed = seed * 6364136223846793005ULL + 1;
    y[0] = seed;
}

//# case product_of_sizes_too_large — size_t has 64 bits in CUDA, also behind an alias and in a compound assignment
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 1
//# undefined 5: `n *= 70000` is 70000 * 70000 in thread 0
using Count = size_t;
__global__ void area(unsigned *y)
{
    Count n = 70000;
    n *= 70000;
    y[0] = n;
}

//# case shift_of_unsigned_long — bits that leave the lower half of 64 are lost here
//# long-long-as-int
//# launch grid 1 block 2
//# buffer y: unsigned = zeros 2
//# undefined 4: `one << (16 * i + 16)` is 1 shifted by 32 in thread 1
__global__ void far(unsigned *y)
{
    int i = threadIdx.x; unsigned long long one = 1;
    y[i] = one << (16 * i + 16);
}

//# case atomic_sum_of_unsigned_long — an atomic sum of 64 bits that passes 32 is told
//# long-long-as-int
//# launch grid 1 block 2
//# buffer y: unsigned = zeros 2
//# undefined 4: `atomicAdd(sum, 3000000000ULL)` is 3000000000 + 3000000000 in thread 1
__global__ void far_sum(unsigned long long *y)
{
    unsigned long long *sum = y + 1; if (threadIdx.x == 0) atomicAdd(y, 7ULL);
    atomicAdd(sum, 3000000000ULL);
}

//# case wrap_of_unsigned_int — 32 bits wrap in CUDA, too, and a difference of sizes is compared on purpose
//# launch grid 1 block 2
//# buffer y: unsigned = zeros 2
//# expect y: unsigned = 4294967295 0
__global__ void wraps(unsigned *y)
{
    unsigned i = threadIdx.x, big = 4294967295u;
    size_t n = i;
    y[i] = n - 1 < 5 ? big + i : big * 1;
}

//# case unsigned_into_signed_long — 64 bits hold a large unsigned number with a sign, and 32 do not
//# long-long-as-int
//# launch grid 1 block 2
//# buffer a: unsigned = 7 3000000000
//# buffer y: int = zeros 2
//# undefined 4: `a[i]` is 3000000000 in thread 1: the type has 64 bits in CUDA and 32 here
__global__ void signs(const unsigned *a, int *y)
{
    int i = threadIdx.x;
    long long x = a[i];
    y[i] = x > 0;
}

//# case float_into_long — a float that 64 bits hold is converted, cast and assigned
//# long-long-as-int
//# launch grid 1 block 2
//# buffer f: float = 7 3e9
//# buffer y: int = zeros 2
//# undefined 4: `(long long)f[i]` is 3e9 in thread 1
//# undefined 5: `f[i] * 2` is 6e9 in thread 1
//# undefined 6: `f[i] - 1` is 3e9 in thread 1
__global__ void floats(const float *f, int *y)
{
    int i = threadIdx.x;
    long long x = (long long)f[i];
    unsigned long long u = f[i] * 2;
    x = f[i] - 1;
    y[i] = x > 5 && u > 5;
}
