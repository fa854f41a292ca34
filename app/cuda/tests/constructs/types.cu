//# case integer_wraparound — unsigned and hash arithmetic wraps around at 32 bits; y is the FNV hash of each number's bytes
//# launch grid 1 block 4
//# buffer x: unsigned = 0 1 4294967295 123456789
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 1268118805 4218009092 3809873841 1186151337
__global__ void hash(const unsigned int *x, unsigned int *y)
{
    unsigned int v = x[threadIdx.x], h = 2166136261u;
    for (int k = 0; k < 4; k++) {
        h ^= v >> (8 * k) & 0xff;
        h *= 16777619u;
    }
    y[threadIdx.x] = h;
}

//# case signed_division_and_remainder — / rounds towards zero and % has the sign of the left side; y has quotients, then remainders
//# launch grid 1 block 6
//# buffer x: int = 7 -7 7 -7 -1 2147483647
//# buffer d: int = 2 2 -2 -2 3 -10
//# buffer y: int = zeros 12
//# expect y: int = 3 -3 -3 3 0 -214748364 1 -1 1 -1 -1 7
__global__ void divide(const int *x, const int *d, int *y)
{
    int i = threadIdx.x;
    y[i] = x[i] / d[i];
    y[i + 6] = x[i] % d[i];
}

//# case int_meets_unsigned — an int beside an unsigned becomes unsigned: -1 < 1u is false; y has 0, 1, and 4294967295 / 2
//# launch grid 1 block 1
//# arg a = -1
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 0 1 2147483647 4294967294
__global__ void mixed(int a, unsigned *y)
{
    unsigned one = 1;
    y[0] = a < one;
    y[1] = a < (int)one;
    y[2] = a / 2u;
    y[3] = a - one;
}

//# case index_below_zero_is_large — threadIdx.x - 1 is unsigned, so that thread 0 takes the largest number; y is 1 where it is below 4
//# launch grid 1 block 8
//# buffer y: int = zeros 8
//# expect y: int = 0 1 1 1 1 0 0 0
__global__ void neighbours(int *y)
{
    y[threadIdx.x] = threadIdx.x - 1 < 4 ? 1 : 0;
}

//# case shifts_by_type — >> keeps the sign of an int and not of an unsigned; y has x >> 1 as int, as unsigned, and x << 3
//# launch grid 1 block 4
//# buffer x: int = -8 -1 7 1073741824
//# buffer y: int = zeros 12
//# expect y: int = -4 -1 3 536870912 2147483644 2147483647 3 536870912 -64 -8 56 0
__global__ void shifts(const int *x, int *y)
{
    int i = threadIdx.x;
    y[i] = x[i] >> 1;
    y[i + 4] = (unsigned)x[i] >> 1;
    y[i + 8] = (int)((unsigned)x[i] << 3);
}

//# case bool_values — bools come from comparisons and numbers, and count as 0 and 1 in sums; y has 0 to 3
//# launch grid 1 block 8
//# buffer y: int = zeros 8
//# expect y: int = 0 2 1 3 2 3 2 3
__global__ void counts(int *y)
{
    int i = threadIdx.x;
    bool large = i > 2;
    bool odd = i & 1;
    bool some = i;
    y[i] = large + odd + some;
}

//# case bool_logic — !, ==, != and &= between bools, with true and false; y is 1 where exactly one holds
//# launch grid 1 block 8
//# buffer y: int = zeros 8
//# expect y: int = 0 1 0 1 1 0 1 0
__global__ void exactlyOne(int *y)
{
    int i = threadIdx.x;
    bool first = i < 4, second = !(i % 2), result = false;
    if (first != second)
        result = true;
    result &= i != 7;
    y[i] = result == true ? 1 : 0;
}

//# case float_to_int_and_back — conversions cut towards zero, and an int becomes a float before it meets one; y and z have both
//# launch grid 1 block 6
//# buffer x: float = 2.75 -2.75 0.5 -0.5 100 7.875
//# buffer y: int = zeros 6
//# buffer z: float = zeros 6
//# expect y: int = 2 -2 0 0 100 7
//# expect z: float = 2 -1.5 1 1.5 102 9.5
__global__ void convert(const float *x, int *y, float *z)
{
    int i = threadIdx.x;
    y[i] = x[i];
    z[i] = i / 2.0f + (int)x[i];
}

//# case integer_division_before_float — i / 2 between ints is cut before it becomes a float; y is the floor of i / 2 plus 0.25
//# launch grid 1 block 6
//# buffer y: float = zeros 6
//# expect y: float = 0.25 0.25 1.25 1.25 2.25 2.25
__global__ void floors(float *y)
{
    int i = threadIdx.x;
    y[i] = i / 2 + 0.25f;
}

//# case literal_without_f — literals without f meet floats; y is 0.5 x + 1.25
//# launch grid 1 block 4
//# buffer x: float = 1 2 3 -4
//# buffer y: float = zeros 4
//# expect y: float = 1.75 2.25 2.75 -0.75
__global__ void line(const float *x, float *y)
{
    y[threadIdx.x] = 0.5 * x[threadIdx.x] + 1.25;
}

//# case size_t_indices — size_t, long and unsigned long hold indices; y is x reversed
//# launch grid 2 block 4
//# arg n = 8
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 8 7 6 5 4 3 2 1
__global__ void reverse(const int *x, int *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long last = n - 1;
    long from = (long)(last - i);
    if (i < n)
        y[i] = x[from];
}

//# case fixed_width_names — int32_t, uint32_t and uint8_t are the types of their widths; y is the low byte, y2 the rest
//# launch grid 1 block 4
//# buffer x: unsigned = 258 255 65536 4294967295
//# buffer y: int = zeros 4
//# buffer y2: unsigned = zeros 4
//# expect y: int = 2 255 0 255
//# expect y2: unsigned = 1 0 256 16777215
#include <cstdint>
#include <stdint.h>
__global__ void parts(const uint32_t *x, int32_t *y, uint32_t *y2)
{
    uint8_t low = x[threadIdx.x];
    y[threadIdx.x] = low;
    y2[threadIdx.x] = x[threadIdx.x] >> 8;
}

//# case half_arithmetic — halves are added and multiplied by their functions; y is x * x + 1, z the same as floats
//# launch grid 1 block 4
//# buffer x: half = 0.5 1.5 -2 3
//# buffer y: half = zeros 4
//# buffer z: float = zeros 4
//# expect y: half = 1.25 3.25 5 10
//# expect z: float = 1.25 3.25 5 10
#include <cuda_fp16.h>
__global__ void halves(const __half *x, __half *y, float *z)
{
    int i = threadIdx.x;
    __half one = __float2half(1.0f);
    y[i] = __hadd(__hmul(x[i], x[i]), one);
    z[i] = __half2float(y[i]);
}

//# case half_operators — halves have operators, and conversions to and from float; y is (x - 0.25) * 4
//# launch grid 1 block 4
//# buffer x: half = 0.5 1.5 -2 3
//# buffer y: half = zeros 4
//# expect y: half = 1 5 -9 11
#include <cuda_fp16.h>
__global__ void operators(const half *x, half *y)
{
    half v = x[threadIdx.x];
    half quarter = __float2half(0.25f);
    v = v - quarter;
    y[threadIdx.x] = __float2half(4.0f * __half2float(v));
}

//# case int2_and_float2 — two components with make_*; y has the differences, f their halves
//# launch grid 1 block 3
//# buffer x: int2 = 1 5 10 4 -3 -3
//# buffer y: int = zeros 3
//# buffer f: float2 = zeros 6
//# expect y: int = 4 -6 0
//# expect f: float2 = 0.5 2.5 5 2 -1.5 -1.5
__global__ void pairs(const int2 *x, int *y, float2 *f)
{
    int i = threadIdx.x;
    int2 p = x[i];
    y[i] = p.y - p.x;
    f[i] = make_float2(p.x * 0.5f, p.y * 0.5f);
}

//# case float4_elements — a float4 is loaded, scaled by component and stored; y is x times 1, 2, 3, 4
//# launch grid 1 block 2
//# buffer x: float4 = 1 1 1 1 2 0.5 0.25 -1
//# buffer y: float4 = zeros 8
//# expect y: float4 = 1 2 3 4 2 1 0.75 -4
__global__ void scale4(const float4 *x, float4 *y)
{
    float4 v = x[threadIdx.x];
    v.y *= 2;
    v.z *= 3;
    v.w *= 4;
    y[threadIdx.x] = v;
}

//# case float3_elements — a float3 has 12 bytes in a buffer; y is the cross product of neighbours
//# launch grid 1 block 2
//# buffer x: float3 = 1 0 0 0 1 0 1 2 3
//# buffer y: float3 = zeros 6
//# expect y: float3 = 0 0 1 3 0 -1
__device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__global__ void crosses(const float3 *x, float3 *y)
{
    int i = threadIdx.x;
    y[i] = cross(x[i], x[i + 1]);
}

//# case uint3_and_dim3 — indices are kept in uint3 and sizes in dim3; y is the linear index from both
//# launch grid 2,1 block 2,2
//# buffer y: int = zeros 8
//# expect y: int = 0 1 2 3 100 101 102 103
__global__ void linear(int *y)
{
    uint3 t = threadIdx;
    dim3 size = blockDim;
    int in_block = t.y * size.x + t.x;
    y[blockIdx.x * size.x * size.y + in_block] = 100 * blockIdx.x + in_block;
}

//# case vector_components_in_expressions — components are assigned, increased and passed by reference; y has (i + 1, 2 i, 7)
//# launch grid 1 block 4
//# buffer y: int4 = zeros 16
//# expect y: int4 = 1 0 7 8 2 2 7 11 3 4 7 14 4 6 7 17
__device__ void bump(int &v) { v++; }

__global__ void components(int4 *y)
{
    int i = threadIdx.x;
    int4 v = make_int4(i, i, 0, 0);
    bump(v.x);
    v.y += i;
    v.z = 7;
    v.w = v.x + v.y + v.z;
    y[i] = v;
}

//# case component_of_a_buffer_element — one component of a buffer's element is written, the others stay; x has 9 as its second component
//# launch grid 1 block 3
//# buffer x: float2 = 1 2 3 4 5 6
//# expect x: float2 = 1 9 3 9 5 9
__global__ void second(float2 *x)
{
    x[threadIdx.x].y = 9.0f;
}

//# case enumeration — an enum's names have the values of C, with gaps; y is the direction's step
//# launch grid 1 block 4
//# buffer x: int = 0 1 10 11
//# buffer y: int = zeros 4
//# expect y: int = -1 1 -100 100
enum Direction { LEFT, RIGHT, UP = 10, DOWN };

__device__ int step(Direction d)
{
    if (d == LEFT) return -1;
    if (d == RIGHT) return 1;
    return d == UP ? -100 : 100;
}

__global__ void walk(const int *x, int *y)
{
    y[threadIdx.x] = step((Direction)x[threadIdx.x]);
}

//# case enum_class — an enum class is named with its scope and converted by static_cast; y is 5 for even and 6 for odd
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 5 6 5 6
enum class Parity : int { Even = 5, Odd };

__global__ void parity(int *y)
{
    Parity p = threadIdx.x % 2 == 0 ? Parity::Even : Parity::Odd;
    y[threadIdx.x] = static_cast<int>(p);
}

//# case anonymous_enum_of_sizes — an enum without a name gives an array's size; y is i reversed in the tile
//# launch grid 1 block 8
//# buffer y: int = zeros 8
//# expect y: int = 7 6 5 4 3 2 1 0
enum { TILE = 8 };

__global__ void reversed(int *y)
{
    __shared__ int tile[TILE];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}

//# case typedef_and_using — typedef and using name types, one by the other; y is x * 0.5 as a real
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: float = zeros 4
//# expect y: float = 0.5 1 1.5 2
typedef float real;
typedef unsigned int uint_t;
using Value = real;

__global__ void scale(const int *x, Value *y)
{
    uint_t i = threadIdx.x;
    real v = x[i];
    y[i] = v * (Value)0.5;
}

//# case auto_variables — auto takes the type of its initialiser: int, unsigned, float; y has (i - 1) / 2 in the three types
//# launch grid 1 block 2
//# buffer y: float = zeros 6
//# expect y: float = 0 2147483648 -0.5 0 0 0
__global__ void types(float *y)
{
    auto i = threadIdx.x;
    auto a = (int)i - 1;
    const auto b = i - 1;
    auto c = a * 1.0f;
    y[3 * i] = a / 2;
    y[3 * i + 1] = b / 2;
    y[3 * i + 2] = c / 2;
}

//# case local_arrays — arrays of one and two dimensions with initialisers, the rest zero; y has dot products
//# launch grid 1 block 3
//# buffer y: int = zeros 3
//# expect y: int = 5 32 0
__global__ void dot(int *y)
{
    int weights[] = {1, 2, 3};
    int rows[3][3] = {{1, 2}, {4, 5, 6}};
    int sum = 0;
    for (int k = 0; k < 3; k++)
        sum += weights[k] * rows[threadIdx.x][k];
    y[threadIdx.x] = sum;
}

//# case local_array_as_registers — a thread keeps 4 values in an array and sorts them; y has each group in order
//# launch grid 1 block 2
//# buffer x: int = 4 1 3 2 9 -1 9 0
//# buffer y: int = zeros 8
//# expect y: int = 1 2 3 4 -1 0 9 9
__global__ void sortFours(const int *x, int *y)
{
    int v[4];
    for (int k = 0; k < 4; k++)
        v[k] = x[threadIdx.x * 4 + k];
    for (int a = 0; a < 4; a++)
        for (int b = 0; b + 1 < 4 - a; b++)
            if (v[b] > v[b + 1]) {
                int keep = v[b];
                v[b] = v[b + 1];
                v[b + 1] = keep;
            }
    for (int k = 0; k < 4; k++)
        y[threadIdx.x * 4 + k] = v[k];
}

//# case array_of_three_dimensions — int a[2][3][4] in local memory; y is 100 plane + 10 row + column, summed over columns
//# launch grid 1 block 6
//# buffer y: int = zeros 6
//# expect y: int = 6 46 86 406 446 486
__global__ void cube(int *y)
{
    int a[2][3][4];
    for (int p = 0; p < 2; p++)
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++)
                a[p][r][c] = 100 * p + 10 * r + c;
    int sum = 0;
    for (int c = 0; c < 4; c++)
        sum += a[threadIdx.x / 3][threadIdx.x % 3][c];
    y[threadIdx.x] = sum;
}

//# case const_table_at_file_scope — a constant array outside of the kernel is a lookup table; y is days before the month
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 0 31 59 90
__constant__ const int DAYS[4] = {31, 28, 31, 30};

__global__ void before(int *y)
{
    int days = 0;
    for (int m = 0; m < threadIdx.x; m++)
        days += DAYS[m];
    y[threadIdx.x] = days;
}

//# case limits_of_types — INT_MAX, INT_MIN, UINT_MAX, FLT_MAX and INFINITY; y has comparisons with them
//# launch grid 1 block 1
//# buffer y: int = zeros 7
//# expect y: int = 2147483647 -2147483648 -1 1 1 1 127
#include <climits>
#include <cfloat>
#include <math.h>
__global__ void limits(int *y)
{
    float big = FLT_MAX;
    y[0] = INT_MAX;
    y[1] = INT_MIN;
    y[2] = (int)UINT_MAX;
    y[3] = big < INFINITY;
    y[4] = -INFINITY < -FLT_MAX;
    y[5] = FLT_MIN > 0;
    y[6] = CHAR_MAX;
}

//# case constants_of_mathematics — M_PI and M_E are numbers of math.h; y has them times 1000, rounded
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# expect y: int = 3142 2718 1414
#include <cmath>
__global__ void constants(int *y)
{
    y[0] = (int)rintf((float)M_PI * 1000.0f);
    y[1] = (int)rintf((float)M_E * 1000.0f);
    y[2] = (int)rintf((float)M_SQRT2 * 1000.0f);
}

//# case sizeof_of_types_and_arrays — sizeof gives bytes of types and of arrays; y has 4, 16, 12, 1, 20 and 5
//# launch grid 1 block 1
//# buffer y: int = zeros 6
//# expect y: int = 4 16 12 1 20 5
__global__ void sizes(int *y)
{
    int a[5];
    a[0] = sizeof(a) / sizeof(a[0]);
    y[0] = sizeof(float);
    y[1] = sizeof(float4);
    y[2] = sizeof(float3);
    y[3] = sizeof(unsigned char);
    y[4] = sizeof a;
    y[5] = a[0];
}

//# case double_as_float — with the option, double is read as float; y is 0.5 x + 0.25
//# double-as-float
//# launch grid 1 block 4
//# arg a = 0.5
//# buffer x: double = 1 2 -3 0.125
//# buffer y: double = zeros 4
//# expect y: double = 0.75 1.25 -1.25 0.3125
__global__ void axpb(const double *x, double *y, double a)
{
    double shift = 0.25;
    y[threadIdx.x] = a * x[threadIdx.x] + shift;
}

//# case double_literal_keeps_floats — a float times a literal without f compared with one; y is 1 where x * 2.0 > 3.0
//# launch grid 1 block 4
//# buffer x: float = 1 1.5 1.75 2
//# buffer y: int = zeros 4
//# expect y: int = 0 0 1 1
__global__ void above(const float *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x] * 2.0 > 3.0;
}

//# case casts_of_every_form — C casts, function casts, static_cast and braces; y has 3, 3, 3 and 3
//# launch grid 1 block 1
//# arg f = 3.75
//# buffer y: int = zeros 4
//# expect y: int = 3 3 3 3
__global__ void casts(float f, int *y)
{
    y[0] = (int)f;
    y[1] = int(f);
    y[2] = static_cast<int>(f);
    y[3] = (unsigned int)(f + 0.0f);
}

//# case const_variables — const locals and a constant at file scope; y is i * 3 + 4
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 4 7 10 13
const int SHIFT = 4;
static const int FACTOR = 3;

__global__ void affine(int *y)
{
    const int i = threadIdx.x;
    int const scaled = i * FACTOR;
    y[i] = scaled + SHIFT;
}

//# case long_long_as_int — on request long long has 32 bits; y is i squared and the sum of both
//# long-long-as-int
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 0 2 6 12
__global__ void k(long long *y, const uint64_t unused)
{
    int64_t i = threadIdx.x;
    unsigned long long square = i * i;
    y[i] = square + i;
}
//# arg unused = 0

//# case const_behind_the_type — `int const` is `const int`: the device knows the constant; y is 64 + i
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 64 65 66 67
int const SIZE = 64;
unsigned const int STEP = 1;

__global__ void count(int *y)
{
    y[threadIdx.x] = SIZE + threadIdx.x * STEP;
}

//# case signed_long_beside_unsigned — the common type is the signed one of 64 bits: negative numbers stay negative
//# long-long-as-int
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 1110 1111 1111 1111
__global__ void mixed(int *y)
{
    unsigned t = threadIdx.x;
    long long a = -10, d = (long long)threadIdx.x - 2;
    y[t] = (a < t) + 10 * (d < blockDim.x) + 100 * (a / (t + 1) < 0) + 1000 * (-1LL * t <= 0);
    d += t;
    if (t == 0) y[t] -= d < 0;
}
