//# case qualifier_after_the_type — void __global__ is a kernel too; y is 2 x
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 2 4 6 8
void __global__ late(const int *x, int *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}

//# case device_function_before_and_after — a device function is declared first and defined after the kernel; y is x cubed
//# launch grid 1 block 5
//# buffer x: int = -2 -1 0 2 3
//# buffer y: int = zeros 5
//# expect y: int = -8 -1 0 8 27
__device__ int cube(int v);

__global__ void cubes(const int *x, int *y)
{
    y[threadIdx.x] = cube(x[threadIdx.x]);
}

__device__ int cube(int v)
{
    return v * v * v;
}

//# case all_function_qualifiers — host device, static, inline, forceinline and noinline in several orders; y is the sum of their results
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 20 25 30 35
__host__ __device__ int one(int v) { return v + 1; }
static __device__ int two(int v) { return v + 2; }
__device__ __forceinline__ int three(int v) { return v + 3; }
__device__ __noinline__ int four(int v) { return v + 4; }
static inline __device__ __host__ int five(int v) { return v + 5; }

__global__ void sums(const int *x, int *y)
{
    int v = x[threadIdx.x];
    y[threadIdx.x] = one(v) + two(v) + three(v) + four(v) + five(v);
}

//# case launch_bounds — __launch_bounds__ with one and with two numbers stands before the name; y is x plus the block's index
//# launch grid 2 block 8
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//# buffer y: int = zeros 16
//# expect y: int = 0 1 2 3 4 5 6 7 9 10 11 12 13 14 15 16
#define THREADS 8
__global__ void __launch_bounds__(THREADS, 2) bounded(const int *x, int *y)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    y[i] = x[i] + blockIdx.x;
}

//# case one_kernel_among_several — the case names the kernel that runs; y is x minus 3
//# kernel subtract
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = -2 -1 0 1
__global__ void add(int *x, int *y) { y[threadIdx.x] = x[threadIdx.x] + 3; }
__global__ void subtract(int *x, int *y) { y[threadIdx.x] = x[threadIdx.x] - 3; }
__global__ void nothing() { }

//# case prototype_of_a_kernel — a kernel is declared with unnamed parameters and defined later; y is -x
//# launch grid 1 block 4
//# buffer x: int = 1 -2 3 -4
//# buffer y: int = zeros 4
//# expect y: int = -1 2 -3 4
__global__ void negate(const int *, int *);

__global__ void negate(const int *x, int *y)
{
    y[threadIdx.x] = -x[threadIdx.x];
}

//# case overloads_by_type — the type of the argument chooses among int, unsigned and float; y has 1, 2, 3 and 2
//# launch grid 1 block 1
//# buffer y: int = zeros 4
//# expect y: int = 1 2 3 2
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned int) { return 2; }
__device__ int kind(float) { return 3; }

__global__ void kinds(int *y)
{
    y[0] = kind(5);
    y[1] = kind(5u);
    y[2] = kind(5.0f);
    y[3] = kind(threadIdx.x);
}

//# case overloads_by_count — one name with two and with three parameters; y has the larger of two, then of three
//# launch grid 1 block 4
//# buffer x: int = 5 1 4 2 9 3 7 7 8 1 2 0
//# buffer y: int = zeros 8
//# expect y: int = 5 9 7 2 5 9 8 2
__device__ int largest(int a, int b) { return a > b ? a : b; }
__device__ int largest(int a, int b, int c) { return largest(largest(a, b), c); }

__global__ void pick(const int *x, int *y)
{
    const int *t = x + 3 * threadIdx.x;
    y[threadIdx.x] = largest(t[0], t[1]);
    y[threadIdx.x + 4] = largest(t[0], t[1], t[2]);
}

//# case default_arguments — a device function's missing arguments take their defaults; y has x + 2 * 10, x + 5 * 10, x + 5 * 3
//# launch grid 1 block 3
//# buffer x: int = 100 200 300
//# buffer y: int = zeros 9
//# expect y: int = 120 150 115 220 250 215 320 350 315
__device__ int scaled(int v, int a = 2, int b = 10) { return v + a * b; }

__global__ void defaults(const int *x, int *y)
{
    int i = threadIdx.x;
    y[3 * i] = scaled(x[i]);
    y[3 * i + 1] = scaled(x[i], 5);
    y[3 * i + 2] = scaled(x[i], 5, 3);
}

//# case reference_parameter — a device function swaps two local variables through references; y has each pair swapped
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 2 1 4 3 6 5 8 7
__device__ void swap(int &a, int &b)
{
    int keep = a;
    a = b;
    b = keep;
}

__global__ void pairs(const int *x, int *y)
{
    int i = threadIdx.x;
    int a = x[2 * i], b = x[2 * i + 1];
    swap(a, b);
    y[2 * i] = a;
    y[2 * i + 1] = b;
}

//# case reference_to_an_element — a reference parameter names an element of a buffer, and of shared memory; x is increased in place
//# launch grid 1 block 4
//# buffer x: int = 10 20 30 40
//# expect x: int = 13 24 35 46
__device__ void raise(int &value, const int &by) { value += by; }

__global__ void raiseAll(int *x)
{
    __shared__ int steps[4];
    int i = threadIdx.x;
    steps[i] = i;
    raise(steps[i], 3);
    raise(x[i], steps[i]);
}

//# case reference_variable — a local reference stands for an element that is read and written; x is 2 x + 1
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# expect x: int = 3 5 7 9
__global__ void inPlace(int *x)
{
    int &mine = x[threadIdx.x];
    mine *= 2;
    mine++;
}

//# case several_results_by_reference — quotient and remainder come back through references; y has both
//# launch grid 1 block 4
//# buffer x: int = 17 -17 9 100
//# buffer y: int = zeros 8
//# expect y: int = 3 2 -3 -2 1 4 20 0
__device__ void divide(int value, int by, int &quotient, int &remainder)
{
    quotient = value / by;
    remainder = value % by;
}

__global__ void divideAll(const int *x, int *y)
{
    int q, r;
    divide(x[threadIdx.x], 5, q, r);
    y[2 * threadIdx.x] = q;
    y[2 * threadIdx.x + 1] = r;
}

//# case early_return — a kernel and a device function return from inside loops and branches; y has the first index of a value, or -1
//# launch grid 1 block 8
//# arg n = 5
//# buffer x: int = 3 1 4 1 5
//# buffer y: int = 9 9 9 9 9 9 9 9
//# expect y: int = -1 1 -1 0 2 4 9 9
__device__ int find(const int *x, int n, int value)
{
    for (int i = 0; i < n; i++) {
        if (x[i] == value)
            return i;
    }
    return -1;
}

__global__ void findAll(const int *x, int *y, int n)
{
    if (threadIdx.x > 5)
        return;
    y[threadIdx.x] = find(x, n, threadIdx.x);
}

//# case template_over_an_integer — the block's size is a template argument of the launch; y has the sum of each block
//# launch grid 2 block 8 template 8
//# buffer x: int = 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0
//# buffer y: int = zeros 2
//# expect y: int = 13 17
template <unsigned int blockSize>
__global__ void blockSum(const int *x, int *y)
{
    __shared__ int part[blockSize];
    unsigned int t = threadIdx.x;
    part[t] = x[blockIdx.x * blockSize + t];
    __syncthreads();
    for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        y[blockIdx.x] = part[0];
}

//# case template_over_a_type — the element type is a template argument; y is x + x for floats
//# launch grid 1 block 4 template float
//# buffer x: float = 0.5 1.25 -2 8
//# buffer y: float = zeros 4
//# expect y: float = 1 2.5 -4 16
template <typename T>
__global__ void twice(const T *x, T *y)
{
    T v = x[threadIdx.x];
    y[threadIdx.x] = v + v;
}

//# case template_over_a_class — template <class T> with unsigned: the division is the unsigned one; y is x / 2
//# launch grid 1 block 4 template unsigned
//# buffer x: unsigned = 4294967295 10 2147483648 7
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 2147483647 5 1073741824 3
template <class T>
__global__ void half_of(T *x, T *y)
{
    y[threadIdx.x] = x[threadIdx.x] / T(2);
}

//# case template_over_bool — a bool argument turns a guard on; y is x up to n, else as before
//# launch grid 1 block 8 template 8,true
//# arg n = 5
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = -1 -1 -1 -1 -1 -1 -1 -1
//# expect y: int = 1 2 3 4 5 -1 -1 -1
template <int WIDTH, bool CHECKED>
__global__ void copy(const int *x, int *y, int n)
{
    int i = blockIdx.x * WIDTH + threadIdx.x;
    if (!CHECKED || i < n)
        y[i] = x[i];
}

//# case template_with_default — the second template argument has a default; y is the sum of 4 steps of i
//# launch grid 1 block 4 template int
//# buffer y: int = zeros 4
//# expect y: int = 0 4 8 12
template <typename T, int STEPS = 4>
__global__ void steps(T *y)
{
    T sum = 0;
    for (int k = 0; k < STEPS; k++)
        sum += threadIdx.x;
    y[threadIdx.x] = sum;
}

//# case template_function_deduced — a device template's type follows from its arguments; y has maxima of ints, then of floats cut to ints
//# launch grid 1 block 4
//# buffer x: int = 5 -1 7 2
//# buffer f: float = 2.5 3.5 -1 9.75
//# buffer y: int = zeros 8
//# expect y: int = 5 3 7 3 3 3 3 9
template <typename T>
__device__ T larger(T a, T b)
{
    return a < b ? b : a;
}

__global__ void maxima(const int *x, const float *f, int *y)
{
    int i = threadIdx.x;
    y[i] = larger(x[i], 3);
    y[i + 4] = (int)larger(f[i], 3.0f);
}

//# case template_function_with_explicit_arguments — power<3>(v) and cast<int>(f) name their arguments; y has both
//# launch grid 1 block 4
//# buffer x: float = 1.5 2 -2.5 3
//# buffer y: float = zeros 4
//# buffer z: int = zeros 4
//# expect y: float = 3.375 8 -15.625 27
//# expect z: int = 1 2 -2 3
template <int N>
__device__ float power(float v)
{
    float p = 1;
#pragma unroll
    for (int k = 0; k < N; k++)
        p *= v;
    return p;
}

template <typename To, typename From>
__device__ To cast(From v) { return static_cast<To>(v); }

__global__ void powers(const float *x, float *y, int *z)
{
    int i = threadIdx.x;
    y[i] = power<3>(x[i]);
    z[i] = cast<int>(x[i]);
}

//# case template_specialisation — a full specialisation replaces the template for one type; y has 4 for float and 1 for int
//# launch grid 1 block 2
//# buffer y: int = zeros 4
//# expect y: int = 1 1 4 4
template <typename T> __device__ int weight(T) { return 1; }
template <> __device__ int weight<float>(float) { return 4; }

__global__ void weights(int *y)
{
    y[threadIdx.x] = weight(7);
    y[threadIdx.x + 2] = weight(7.0f);
}

//# case template_constant_conditions — branches on template arguments choose steps of a reduction; y has the sum of 8 numbers
//# launch grid 1 block 8 template 8
//# buffer x: int = 3 1 4 1 5 9 2 6
//# buffer y: int = zeros 1
//# expect y: int = 31
template <unsigned int size>
__global__ void reduce(const int *x, int *y)
{
    __shared__ int s[size];
    unsigned int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (size >= 16) { if (t < 8) s[t] += s[t + 8]; __syncthreads(); }
    if (size >= 8) { if (t < 4) s[t] += s[t + 4]; __syncthreads(); }
    if (size >= 4) { if (t < 2) s[t] += s[t + 2]; __syncthreads(); }
    if (t == 0)
        y[0] = s[0] + s[1];
}

//# case template_that_nobody_uses — a template that could not work for any launch refuses nothing; y is i
//# launch grid 1 block 4
//# kernel plain
//# buffer y: int = zeros 4
//# expect y: int = 0 1 2 3
template <typename T>
__global__ void unused(T *y)
{
    y[threadIdx.x] = T::missing(y) + y->none;
}

__global__ void plain(int *y)
{
    y[threadIdx.x] = threadIdx.x;
}

//# case constexpr_values_and_functions — constexpr names and a constexpr function give an array's size; y is 1 for each cell of 6
//# launch grid 1 block 6
//# buffer y: int = zeros 7
//# expect y: int = 1 1 1 1 1 1 6
constexpr int ROWS = 2, COLUMNS = 3;
constexpr int product(int a, int b) { return a * b; }
constexpr int CELLS = product(ROWS, COLUMNS);

__global__ void cells(int *y)
{
    __shared__ int ones[CELLS];
    ones[threadIdx.x] = 1;
    __syncthreads();
    y[threadIdx.x] = ones[CELLS - 1 - threadIdx.x];
    if (threadIdx.x == 0)
        y[6] = CELLS;
}

//# case functor_as_template_argument — a struct with operator() is a template argument; y is x combined with 10
//# launch grid 1 block 4 template Product
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 10 20 30 40
struct Sum { __device__ int operator()(int a, int b) const { return a + b; } };
struct Product { __device__ int operator()(int a, int b) const { return a * b; } };

template <typename Op>
__global__ void combine(const int *x, int *y)
{
    Op op;
    y[threadIdx.x] = op(x[threadIdx.x], 10);
}

//# case function_called_in_a_loop_condition — a call with an effect through a reference stands in a while condition; y counts halvings
//# launch grid 1 block 5
//# buffer x: int = 1 2 7 64 1000
//# buffer y: int = zeros 5
//# expect y: int = 0 1 2 6 9
__device__ bool halve(int &v)
{
    v /= 2;
    return v > 0;
}

__global__ void halvings(const int *x, int *y)
{
    int v = x[threadIdx.x], count = 0;
    while (halve(v))
        count++;
    y[threadIdx.x] = count;
}

//# case mutual_helpers_with_branches — device functions call one another to a depth of three; y is a clamped polynomial
//# launch grid 1 block 6
//# buffer x: float = -2 -1 0 1 2 3
//# buffer y: float = zeros 6
//# expect y: float = 3 2.5 1 0.75 1 2.5
__device__ float square(float v) { return v * v; }
__device__ float polynomial(float v) { return 0.5f * square(v) - v + 1.0f; }
__device__ float clamped(float v, float low, float high)
{
    float p = polynomial(v);
    if (p < low) return low;
    else if (p > high) return high;
    return p;
}

__global__ void curve(const float *x, float *y)
{
    y[threadIdx.x] = clamped(x[threadIdx.x], 0.75f, 3.0f);
}

//# case kernel_without_parameters — a kernel without parameters writes a device variable; total is 28
//# launch grid 1 block 8
//# buffer total: int = 0
//# expect total: int = 28
__device__ int total;

__global__ void everyone(void)
{
    atomicAdd(&total, threadIdx.x);
}

//# case template_by_reference_and_swap — a device template swaps any two values by reference; y has both parts swapped
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer f: float = 0.5 1.5 2.5 3.5
//# expect x: int = 2 1 4 3
//# expect f: float = 1.5 0.5 3.5 2.5
template <typename T>
__device__ void exchange(T &a, T &b)
{
    T keep = a;
    a = b;
    b = keep;
}

__global__ void swaps(int *x, float *f)
{
    int i = threadIdx.x;
    if (i < 2)
        exchange(x[2 * i], x[2 * i + 1]);
    else
        exchange(f[2 * (i - 2)], f[2 * (i - 2) + 1]);
}

//# case if_constexpr — if constexpr chooses a branch by a template argument; the other one need not fit; y is x doubled
//# launch grid 1 block 4 template true
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 2 4 6 8
template <bool TWICE>
__global__ void chosen(const int *x, int *y)
{
    if constexpr (TWICE)
        y[threadIdx.x] = 2 * x[threadIdx.x];
    else
        y[threadIdx.x] = x[threadIdx.x];
}

//# case kernel_specialisation — a full specialisation of a kernel replaces the template's body; y is 2 for each thread
//# launch grid 1 block 3 template float
//# buffer y: float = zeros 3
//# expect y: float = 2 2 2
template <typename T>
__global__ void fill(T *y)
{
    y[threadIdx.x] = 1;
}
template <>
__global__ void fill<float>(float *y)
{
    y[threadIdx.x] = 2;
}

//# case constexpr_recursion — a constexpr function calls itself until its argument is small; the array has 24 elements, and y is its last index
//# launch grid 1 block 1
//# buffer y: int = 0
//# expect y: int = 23
constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

__global__ void last(int *y)
{
    __shared__ int a[factorial(4)];
    int size = sizeof(a) / sizeof(a[0]);
    a[size - 1] = size - 1;
    y[0] = a[factorial(4) - 1];
}

//# case vector_functions — dot, cross, length, normalize, lerp and clamp as helper_math.h has them, and vectors made of vectors; r has the results
//# launch grid 1 block 1
//# buffer r: float = zeros 14
//# expect r: float = 32 -3 6 -3 5 0.6 0.8 2.5 3.5 4.5 1 2 2 9
__global__ void vectors(float *r)
{
    float3 a = make_float3(1, 2, 3), b = make_float3(4, 5, 6);
    float2 c = make_float2(3, 4);
    r[0] = dot(a, b);
    float3 n = cross(a, b);
    r[1] = n.x; r[2] = n.y; r[3] = n.z;
    r[4] = length(c);
    float2 u = normalize(c);
    r[5] = u.x; r[6] = u.y;
    float3 m = lerp(a, b, 0.5f);
    r[7] = m.x; r[8] = m.y; r[9] = m.z;
    float3 k = clamp(a, 0.0f, 2.0f);
    r[10] = k.x; r[11] = k.y; r[12] = k.z;
    float4 w = make_float4(a, 9.0f);
    r[13] = w.w;
}

//# case reference_and_its_index — a function changes an element by reference, and the variable that was its index; y has the element and the index
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# expect y: int = 7 0 3
__device__ void f(int &v, int &i)
{
    v = 7;
    i = i + 1;
}

__global__ void k(int *y)
{
    int a[4] = {0, 0, 0, 0};
    int i = 2;
    f(a[i], i);
    y[0] = a[2];
    y[1] = a[3];
    y[2] = i;
}

//# case template_recursion_and_powers — template recursion with an end, std::is_same_v and powers of numbers below zero; y has the results
//# launch grid 1 block 1
//# arg x = -2
//# buffer y: float = zeros 8
//# expect y: float = 6 1 0 4 -8 1 16 0.25
template <int N> __device__ float steps() { return N + steps<N - 1>(); }
template <> __device__ float steps<0>() { return 0; }
template <typename T> __device__ float kind()
{
    if constexpr (std::is_same_v<T, float>) return 1;
    else return 0;
}

__global__ void k(float x, float *y)
{
    y[0] = steps<3>();
    y[1] = kind<float>();
    y[2] = kind<int>();
    y[3] = pow(x, 2);
    y[4] = powf(x, 3.0f);
    y[5] = powf(x, x + 2);
    y[6] = powf(x, 2 - x);
    y[7] = powf(x, x);
}

//# case numbers_that_are_not_finite — infinity and no number by their bits, by division and by functions; y is 1 for each that is what C says
//# launch grid 1 block 1
//# buffer y: int = zeros 7
//# expect y: int = 1 1 1 1 1 1 1
__global__ void k(int *y)
{
    float low = -__int_as_float(0x7f800000);
    const float high = 1.0f / 0.0f;
    y[0] = low < -3.0e38f;
    y[1] = high > 3.0e38f;
    y[2] = isnan(sqrtf(-1.0f));
    y[3] = isinf(expf(1000.0f));
    y[4] = isinf(1e38f * 10.0f);
    y[5] = logf(0.0f) == low;
    y[6] = isinf(-FLT_MAX * 2);
}

//# case constants_below_zero_as_unsigned — constants that wrap: masks of ~ and -, and a shift of -1; y has the results
//# launch grid 1 block 1
//# arg u = 77
//# buffer y: unsigned = zeros 5
//# expect y: unsigned = 64 76 4294967295 4294967293 4294967293
__global__ void k(unsigned u, unsigned *y)
{
    y[0] = u & ~(32 - 1);
    y[1] = u + (0 + -1);
    unsigned m = (1 - 2);
    y[2] = m;
    y[3] = u | (-1 << 4) | 1;
    y[4] = (unsigned)(-3 ^ 0);
}

//# case overload_beside_a_built_in — a function of the text has the name of a built-in one, and calls that; types are declared in the kernel; x is 8 and 4
//# launch grid 1 block 2
//# buffer x: float2 = 0 0
//# expect x: float2 = 8 4
__device__ float2 atomicAdd(float2 *p, float2 v)
{
    float2 r;
    r.x = atomicAdd((float *)p, v.x);
    r.y = atomicAdd((float *)p + 1, v.y);
    return r;
}

__global__ void k(float2 *x)
{
    enum { A = 3, B };
    struct P { int u; float v; };
    P p = {B, 2.0f};
    atomicAdd(x, make_float2(p.u, p.v));
}

//# case overloads_on_an_enumeration — an enumeration is no `int` for overloads: variables, values, calls, casts and parameters; another enumeration is promoted
//# launch grid 1 block 1
//# arg given = 1
//# buffer out: int = zeros 11
//# expect out: int = 1 2 2 2 2 2 3 1 1 2 2
enum Side { LEFT, RIGHT };
enum class Axis { X, Y };
enum Colour { RED };

__device__ int kind(int value) { return 1; }
__device__ int kind(Side side) { return 2; }
__device__ int kind(Axis axis) { return 3; }
__device__ Side other(Side side) { return side == LEFT ? RIGHT : LEFT; }
__device__ int through(Side side) { return kind(side); }
template <Side SIDE> __device__ int fixed_by_template() { return kind(SIDE); }
template <Side SIDE> __device__ int twice(int v)
{
    int first = kind(SIDE);
    return v + first;
}

__global__ void kinds(int *out, Side given)
{
    Side side = given;
    const Side fixed = LEFT;
    out[0] = kind(7);
    out[1] = kind(side);
    out[2] = kind(fixed);
    out[3] = kind(other(side));
    out[4] = kind((Side)0);
    out[5] = through(RIGHT);
    out[6] = kind(Axis::Y);
    out[7] = kind(RED);
    out[8] = kind(side + 1);
    out[9] = fixed_by_template<LEFT>();
    out[10] = twice<RIGHT>(out[11 - 11]) - 1;
}

//# case lambdas_that_capture — a lambda reads copies and references of the variables around it, and changes references; y has the results
//# launch grid 1 block 4
//# arg n = 3
//# buffer x: int = 4 5 6 7
//# buffer y: int = zeros 20
//# expect y: int = 8 12 107 4 30 10 15 108 5 31 12 18 109 6 32 14 21 110 7 33
template <int SIZE, typename T>
__device__ T sums(const T *x, T first)
{
    const int wide = 2;
    T total = first;
    auto add = [&](T value) { total += value * wide; };
    for (int i = 0; i < SIZE; i++)
        add(x[i]);
    auto twice = [](auto value) { return value + value; };
    return twice(total) - total;
}
__global__ void captures(const int *x, int *y, int n)
{
    __shared__ int kept[4];
    int i = threadIdx.x;
    int *row = y + 5 * i;
    kept[i] = x[i];
    auto doubled = [=](int v) { return v * 2; };
    row[0] = doubled(x[i]);
    int scale = n;
    auto scaled = [scale, &n](int v) -> int {
        if (v < 0)
            return 0;
        return v * scale + n - n;
    };
    scale = 100;
    row[1] = scaled(x[i] - 0);
    auto later = [&] { return scale + x[i] + n; };
    row[2] = later();
    __syncthreads();
    int numbers[2] = {1, 2};
    auto set = [&](int at, int v) {
        numbers[at] = v;
        kept[i] += at - 1;
    };
    set(1, x[i]);
    row[3] = numbers[1] + kept[i] - x[i];
    row[4] = [&](int more) { return sums<2>(x, 2 * i) - i + more; }(12);
}

//# case lambda_in_a_method — a lambda in a method reads and changes the members of its object; y has the results
//# launch grid 1 block 2
//# buffer y: int = zeros 4
//# expect y: int = 16 8 19 8
struct Sum {
    int total;
    int step;
    __device__ int run(int n)
    {
        auto more = [&](int v) { total += v * step; };
        for (int i = 0; i < n; i++)
            more(i);
        return total;
    }
};
__global__ void methods(int *y)
{
    int i = threadIdx.x;
    Sum sum = {i + 4, 2 + (i & 0)};
    y[2 * i] = sum.run(4);
    y[2 * i] += 0 * sum.total;
    y[2 * i + 1] = sum.total / 2 + (i ? 0 : 0) + i * 0;
    y[2 * i] += i * 2;
}

//# case functions_without_a_value_at_their_end — C++ lets a function end without return, if no one reaches it or reads the value; y has the values of those that return
//# launch grid 1 block 4
//# buffer y: int = 5 -3 2 0
//# expect y: int = 1152 2052 1032 2130
__device__ int sign(int v)
{
    if (v > 0)
        return 1;
    else if (v <= 0)
        return 2;
}
__device__ int first(int v)
{
    for (int i = 0; i < 10; i++)
        if (i * i >= v)
            return i;
}
__device__ int name(int v)
{
    switch (v) {
    case 0: return 30;
    case 2: return 32;
    default: {
        if (v)
            break;
        return 7;
    }
    }
    while (true) {
        if (v < 100)
            return 50 + v - v + 2 * (v < 0 || v > 4);
        v++;
    }
}
__device__ int nothing(int *p) { p[0] += 0; }
__global__ void ends(int *y)
{
    int i = threadIdx.x;
    int v = y[i];
    nothing(&y[i]);
    y[i] = 1000 * sign(v) + 100 * (v == 5 || !v) + name(v) + 0 * first(v) /* a /* mark */;
    /* another //* mark in a comment */
}

//# case functions_that_return_references — a call of a function that returns a reference is a place: it is read, assigned and changed; y has the elements
//# launch grid 1 block 2
//# buffer y: int = 1 2 3 4 5 6 7 8
//# expect y: int = 12 2 40 5 26 6 80 9
struct Row {
    int values[4];
};
__device__ int &at(int *p, int row, int column) { return p[4 * row + column]; }
__device__ const int &smaller(const int &a, const int &b) { return a < b ? a : b; }
__device__ int &second(Row &row) { return row.values[1]; }
__global__ void references(int *y)
{
    int i = threadIdx.x;
    at(y, i, 2) = 10 * at(y, i, 3);
    at(y, i, 0) += 10 + i;
    at(y, i, 3)++;
    Row row = {{1, 2, 3, 4}};
    second(row) *= 5;
    second(row) -= smaller(9, row.values[2] + 20);
    int none = 0;
    (i < 5 ? none : row.values[1]) = 100;
    y[4 * i] += row.values[1] + i * 9;
}

//# case numbers_of_a_vector_by_a_pointer — (&v.x)[i] and a pointer to a component walk over the numbers of a vector; y has them
//# launch grid 1 block 4
//# buffer y: float = zeros 8
//# expect y: float = 1 2 7 4 2 3 4 9
__global__ void walks(float *y)
{
    int i = threadIdx.x;
    float4 v = make_float4(1, 2, 3, 4);
    float *second = &v.y;
    second[1] = 7;
    y[i] = (&v.x)[i];
    v.z = 3;
    y[4 + i] = i < 3 ? *(second + i) : 9.0f;
}

//# case own_function_beside_a_built_in — `sqrt` of the text takes vectors, and the built-in one numbers; y is |x| + 1
//# launch grid 1 block 2
//# buffer x: float = -1 2 -3 4
//# buffer y: float = zeros 4
//# expect y: float = 2 3 4 5
__device__ float2 sqrt(float2 v) { return make_float2(sqrt(v.x * v.x) + 1, sqrt(v.y * v.y) + 1); }

__global__ void length(const float2 *x, float2 *y)
{
    y[threadIdx.x] = sqrt(x[threadIdx.x]);
}

//# case functions_of_the_standard_library — std::fmax, std::fmin and the limits of types; y is clamped to 0 … 2, and 1 of numbers that are limits
//# launch grid 1 block 4
//# buffer x: float = -1 0.5 3 2
//# buffer y: float = zeros 4
//# buffer z: int = zeros 4
//# expect y: float = 0 0.5 2 2
//# expect z: int = 1 1 1 1
#include <cmath>
#include <limits>

__global__ void clamp(const float *x, float *y, int *z)
{
    int i = threadIdx.x;
    y[i] = std::fmin(std::fmax(x[i], 0.0f), 2.0f);
    z[i] = std::numeric_limits<int>::max() == 2147483647 && std::numeric_limits<float>::lowest() < x[i]
        && std::numeric_limits<unsigned>::max() == 4294967295u && x[i] < std::numeric_limits<float>::infinity();
}

//# case own_form_of_make_float4 — an overload of the text stands beside the built-in function; y is 2, 2, 2, 2 and 1, 2, 3, 4
//# launch grid 1 block 1
//# buffer y: float = zeros 8
//# expect y: float = 2 2 2 2 1 2 3 4
__device__ float4 make_float4(float s) { return make_float4(s, s, s, s); }

__global__ void both(float4 *y)
{
    y[0] = make_float4(2.0f);
    y[1] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
}

//# case constant_reference_of_a_changed_variable — `const int &` sees what the function stores through another reference
//# launch grid 1 block 1
//# buffer out: int = zeros 6
//# expect out: int = 12 12 7 3 9 10
struct P { int a, b; };
__device__ void twice(int &x, const int &y) { x = x + y; x = x + y; }
__device__ void other(const int &y, int &x) { x = x + y; x = x + y; }
__device__ void both(int &x, int &y) { x = x + 1; y = y * 2; }
__device__ int read(const int &y, int *p) { p[0] = p[0] + 4; return y; }
__global__ void k(int *out)
{
    int a = 3;
    twice(a, a);
    out[0] = a;
    int b = 3;
    other(b, b);
    out[1] = b;
    P p = {3, 4};
    twice(p.a, p.b);
    out[2] = p.a - p.b;
    out[3] = p.b - 1;
    out[4] = 5;
    out[4] = read(out[4], &out[4]);
    int c = 4;
    both(c, c);
    out[5] = c;
}

//# case constant_reference_into_shared_memory — an element that another thread stores is read behind the barrier
//# launch grid 1 block 2
//# buffer out: int = zeros 2
//# expect out: int = 8 7
__device__ int late(const int &element, int *s, int t)
{
    s[t] = 7 + t;
    __syncthreads();
    return element;
}
__global__ void k(int *out)
{
    __shared__ int s[2];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    out[t] = late(s[1 - t], s, t);
}

//# case references_to_other_types — a reference to const of another type is one to the converted value
//# launch grid 1 block 1
//# buffer out: float = zeros 4
//# expect out: float = 1.5 2 3 4
__device__ float half(const float &x) { return x / 2; }
__device__ int change(const short &x, int &y) { y = 99; return x; }
__global__ void k(float *out)
{
    int a = 3;
    const float &f = a;
    out[0] = f / 2;
    const int &u = 2.7f;
    out[1] = u;
    const unsigned &v = a;
    a = -1;
    out[2] = v;
    int b = 4;
    out[3] = change(b, b);
}

//# case decltype_and_qualified_lambdas — a function returns decltype(…), and a lambda has __device__ before its parameters; y is 3, 12
//# launch grid 1 block 1
//# buffer y: int = zeros 2
//# expect y: int = 3 12
template <class T, class U>
__device__ auto add(T a, U b) -> decltype(a + b) { return a + b; }
__global__ void sums(int *y)
{
    auto times = [=] __device__ (int a, int b) -> decltype(a * b) { return a * b; };
    y[0] = add(1, 2);
    y[1] = times(3, 4);
}
