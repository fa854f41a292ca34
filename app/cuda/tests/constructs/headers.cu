//# case own_overloads_of_built_in_names — an overload of a function that CUDA has; each call takes the one that needs no conversion
//# launch grid 1 block 1
//# buffer out: float = zeros 7
//# expect out: float = 0.5 0.5 2 7 3 9 1
__device__ float rsqrtf(int a) { return rsqrtf((float)a); }
inline __host__ __device__ float4 make_float4(float s) { return make_float4(s, s, s, s); }
struct P { float x; };
__device__ int min(P a, int b) { return 7; }
__device__ P max(P a, P b) { P p = {9.0f}; return p; }
__device__ float fabsf(float x, int n) { return fabsf(x) + n; }
__global__ void k(float *out)
{
    P p = {1.0f};
    out[0] = rsqrtf(4);
    out[1] = rsqrtf(4.0f);
    out[2] = make_float4(2.0f).w;
    out[3] = min(p, 2);
    out[4] = min(3, 4);
    out[5] = max(p, p).x;
    out[6] = fabsf(-0.5f, 0) + 0.5f;
}

//# case own_function_beside_headers — a function of the text with the name and the types of one that stands for CUDA's headers here
//# launch grid 1 block 1
//# buffer out: float = zeros 3
//# expect out: float = 5 2 1
__device__ float powi(float x, int n) { return x + 3.0f; }
__global__ void k(float *out)
{
    int e;
    out[0] = powi(2.0f, 1);
    out[1] = frexpf(2.0f, &e) + 1.5f;
    out[2] = lgammaf(1.0f) == 0.0f || fabsf(lgammaf(1.0f)) < 1e-5f;
}

//# case parts_of_floats — frexp, ilogb, logb, nextafter, remquo: also of zero, of numbers below the normal ones, and of infinity
//# launch grid 1 block 5
//# buffer x: float = 8 -0.75 0 1e-40 inf
//# buffer m: float = zeros 5
//# buffer e: int = zeros 10
//# buffer l: float = zeros 5
//# expect m: float = 0.5 -0.75 0 0.5444488525390625 inf
//# expect e: int = 4 0 0 -132 0 3 -1 -2147483648 -133 2147483647
//# expect l: float = 3 -1 -inf -133 inf
__global__ void k(const float *x, float *m, int *e, float *l)
{
    int t = threadIdx.x;
    m[t] = frexpf(x[t], &e[t]);
    e[5 + t] = ilogbf(x[t]);
    l[t] = logbf(x[t]);
}

//# case means_of_integers — averages rounded down and up, signed and unsigned, without a carry
//# launch grid 1 block 4
//# buffer a: int = -7 7 2147483647 -2147483648
//# buffer b: int = -4 4 2147483645 -2147483647
//# buffer out: int = zeros 16
//# expect out: int = -6 5 2147483646 -2147483648 -5 6 2147483646 -2147483647 -6 5 2147483646 -2147483648 -5 6 2147483646 -2147483647
__global__ void k(const int *a, const int *b, int *out)
{
    int t = threadIdx.x;
    out[t] = __hadd(a[t], b[t]);
    out[4 + t] = __rhadd(a[t], b[t]);
    out[8 + t] = __uhadd(a[t], b[t]);
    out[12 + t] = __urhadd(a[t], b[t]);
}

//# case bits_of_halves — a half and its 16 bits, both ways; conversions that round towards zero, down and up
//# launch grid 1 block 4
//# buffer f: float = 1 -2.5 1.0002 -1.0002
//# buffer h: half = zeros 16
//# buffer b: ushort = zeros 4
//# expect b: ushort = 15360 49408 15360 48128
//# expect h: half = 1 -2.5 1 -1 1 -2.5 1 -1 1 -2.5 1 -1.0009765625 1 -2.5 1.0009765625 -1
#include <cuda_fp16.h>
__global__ void k(const float *f, half *h, unsigned short *b)
{
    int t = threadIdx.x;
    b[t] = __half_as_ushort(__float2half_rn(f[t]));
    h[t] = __ushort_as_half(b[t]);
    h[4 + t] = __float2half_rz(f[t]);
    h[8 + t] = __float2half_rd(f[t]);
    h[12 + t] = __float2half_ru(f[t]);
}

//# case narrow_arrays_as_words — a local array of halves, bytes or shorts is filled and read by wider words
//# launch grid 1 block 1
//# buffer x: half = 1 2 3 4 5 6 7 8
//# buffer y: half = zeros 8
//# buffer c: char = 1 -2 3 -4 5 6 7 -128
//# buffer out: int = zeros 12
//# expect y: half = 2 4 6 8 10 12 14 16
//# expect out: int = 1 -2 3 -4 5 6 7 -128 50463233 258 -1 3
#include <cuda_fp16.h>
__global__ void k(const half *x, half *y, const char *c, int *out)
{
    half pack[8];
    *reinterpret_cast<float4 *>(&pack[0]) = *reinterpret_cast<const float4 *>(&x[0]);
    for (int j = 0; j < 8; j++) pack[j] = __hadd(pack[j], pack[j]);
    *reinterpret_cast<float4 *>(y) = *reinterpret_cast<float4 *>(pack);
    char bytes[8];
    *(int2 *)bytes = *(const int2 *)c;
    for (int j = 0; j < 8; j++) out[j] = bytes[j];
    unsigned char four[4] = {1, 5, 2, 3};
    four[1] = 3 - four[2] + 1;
    *(short *)&four[0] = 0x0201;
    out[8] = *(int *)four;
    short two[2];
    *(unsigned *)two = 0xffff0102u;
    out[9] = two[0];
    out[10] = two[1];
    out[11] = *(unsigned char *)&four[3];
}

//# case pointers_from_objects — an object that converts to a pointer is indexed, dereferenced, added to and passed
//# launch grid 1 block 4 shared 16
//# buffer a: int = 1 2 3 4
//# expect a: int = 4 3 2 5
template <class T> struct SharedMemory {
    __device__ operator T *() { extern __shared__ int raw[]; return (T *)raw; }
};
__device__ int first(int *p) { return p[0]; }
__global__ void k(int *a)
{
    SharedMemory<int> s;
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    a[t] = s[3 - t];
    __syncthreads();
    if (t == 3) a[t] = first(s) + *(s + 3);
}

//# case spellings_of_constants — constexpr with parentheses, braces and auto, and const behind the type
//# launch grid 1 block 1
//# buffer out: int = zeros 8
//# expect out: int = 4 64 5 6 8 9 32 2
constexpr unsigned int N(4);
constexpr auto SIZE = 64u;
auto constexpr FIVE{5};
int const SIX = 6;
static constexpr int EIGHT = 2 * N;
const auto NINE = 9;
__device__ constexpr int WARP = 32;
struct Sum { template <class T> static __device__ T both(T x, T y) { return x + y; } static constexpr int n = 2; };
__constant__ float w[SIZE];
__global__ void k(int *out)
{
    out[0] = N;
    out[1] = SIZE;
    out[2] = FIVE;
    out[3] = SIX;
    out[4] = Sum::both<int>(EIGHT, 0);
    out[5] = NINE;
    out[6] = WARP;
    out[7] = Sum::n < 3 ? Sum::n : 0;
}

//# case names_of_hip — HIP's runtime names, its macros and its way to launch
//# folds grid 2 block 4 shared 0
//# arg n = 8
//# buffer x: int = zeros 8
//# expect x: int = 0 1 2 3 4 5 6 7
#include <hip/hip_runtime.h>
__global__ void k(int *x, int n)
{
    HIP_DYNAMIC_SHARED(int, s)
    int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
    if (i < n) x[i] = i;
}
int main()
{
    int *x;
    hipMalloc(&x, 8 * sizeof(int));
    hipLaunchKernelGGL(k, dim3(2), dim3(4), 0, 0, x, 8);
    hipDeviceSynchronize();
}

//# case pointers_to_void — a parameter of the type void * is bytes, and each cast says what lies there
//# launch grid 1 block 4
//# arg n = 4
//# buffer p: float = zeros 4
//# buffer q: int = 1 2 3 4
//# expect p: float = 2 4 6 8
__global__ void k(void *p, const void *q, int n)
{
    float *f = (float *)p;
    const int *i = static_cast<const int *>(q);
    int t = threadIdx.x;
    if (t < n) f[t] = 2.0f * i[t];
}

//# case types_in_structures — types that a structure declares, and calls through a template's name
//# launch grid 1 block 1
//# buffer x: float = zeros 1
//# expect x: float = 14
struct S { typedef float value_type; struct Inner { int a; }; using I = Inner; enum { N = 4 }; };
template <class T> struct V { typedef T type; static __device__ T zero() { return T(0); } };
template <class P> __device__ typename P::value_type get(P) { return typename P::value_type(2); }
__global__ void k(float *x)
{
    typename S::value_type a = 1;
    S::Inner in;
    in.a = 3;
    S::I j = {4};
    V<float>::type b = V<float>::zero();
    S s;
    x[0] = a + in.a + j.a + b + S::N + get(s);
}

//# case random_numbers — curand's XORWOW generator: first numbers of sequences with offsets, as nvcc's library gives them on an H200
//# launch grid 1 block 5
//# buffer sequences: uint = 0 1 2 4096 123456789
//# buffer offsets: uint = 0 0 3 70000 99
//# buffer out: uint = zeros 10
//# buffer u: float = zeros 3
//# expect out: uint = 624778773 3522650202 3189179224 0 0 1867875844 3978931785 2325095830 0 0
#include <curand_kernel.h>
__global__ void k(const unsigned *sequences, const unsigned *offsets, unsigned *out, float *u)
{
    int t = threadIdx.x;
    curandState state;
    curand_init(1234, sequences[t], offsets[t], &state);
    unsigned first = curand(&state);
    unsigned second = curand(&state);
    if (t < 3) {
        out[t] = first;
        out[5 + t] = second;
    }
    float x = curand_uniform(&state);
    if (t < 3) u[t] = x + 0.0f * curand_normal(&state);
}

//# case sizes_of_random_states — the state has the library's size, on the host too
//# folds grid 48 block 1 shared 0
//# buffer s: uint = zeros 12
//# buffer out: int = zeros 1
//# expect out: int = 48
#include <curand_kernel.h>
__global__ void k(curandState *s, int *out)
{
    s[0].d = 1;
    out[0] = sizeof(curandStateXORWOW_t);
}
int main()
{
    curandState_t *s;
    int *out;
    cudaMalloc(&s, sizeof(curandState_t));
    cudaMalloc(&out, 4);
    k<<<sizeof(curandState), 1>>>(s, out);
}

//# case bessel_functions — values of the C library, to six digits; a text's own function of such a name is its own
//# launch grid 1 block 1
//# buffer out: int = zeros 12
//# expect out: int = 1 1 1 1 1 1 1 1 1 1 1 7
__device__ float y1(float a, float b) { return a + b; }
__global__ void k(int *out)
{
    float found[11] = {j0f(2.0f), j1f(5.0f), jnf(3, 2.5f), y0f(2.0f), y1f(5.0f), ynf(3, 2.5f), cyl_bessel_i0f(2.0f), cyl_bessel_i1f(5.0f), jnf(5, -9.0f), j1f(-2.0f), cyl_bessel_i1f(-1.0f)};
    float right[11] = {0.223890779f, -0.327579138f, 0.216600391f, 0.510375673f, 0.147863143f, -0.756055497f, 2.2795853f, 24.3356421f, 0.0550388557f, -0.576724808f, -0.565159104f};
    for (int i = 0; i < 11; i++) out[i] = fabsf(found[i] - right[i]) < 1e-6f * fmaxf(1.0f, fabsf(right[i]));
    out[11] = (int)y1(3.0f, 4.0f);
}
