//# case hashes_of_unsigned_numbers — unsigned numbers wrap around, as CUDA says
//# launch grid 1 block 4
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 2166136261 3490449840 1760793874 2087975839
__global__ void hash(unsigned *y)
{
    unsigned h = 2166136261u;
    for (unsigned i = 0; i < threadIdx.x; i++)
        h = (h ^ (i + 0x55u)) * 16777619u;
    y[threadIdx.x] = h;
}

//# case random_numbers_of_unsigned
//# launch grid 1 block 1
//# buffer y: unsigned = 1
__global__ void random(unsigned *y)
{
    unsigned state = y[0];
    for (int i = 0; i < 100; i++) {
        state ^= state << 13; state ^= state >> 17; state ^= state << 5;
        state = state * 1664525u + 1013904223u;
    }
    y[0] = -state;
}

//# case one_into_the_sign — a bit that is moved into the sign is one, by every compiler
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# expect y: int = -2147483648 -2147483648 -16
__global__ void sign(int *y)
{
    int s = blockDim.x + 30;
    y[0] = 1 << 31;
    y[1] = 1 << s;
    y[2] = -1 << 4;
}

//# case indices_of_a_matrix
//# launch grid 1 block 16
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//# buffer y: int = zeros 16
//# expect y: int = 0 4 8 12 1 5 9 13 2 6 10 14 3 7 11 15
__global__ void transpose(const int *x, int *y)
{
    int n = 4;
    int i = threadIdx.x / n, j = threadIdx.x % n;
    y[i * n + j] = x[j * n + i];
}

//# case remainders_below_zero
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = -2 -1 0 -2
__global__ void remainders(int *y)
{
    int i = threadIdx.x;
    y[i] = (i - 5) % 3;
}

//# case shifts_by_31
//# launch grid 1 block 32
//# buffer y: unsigned = zeros 32
__global__ void shifts(unsigned *y)
{
    int lane = threadIdx.x;
    y[lane] = (1u << lane) | (0x80000000u >> (31 - lane)) | (unsigned)(-5 >> 31);
}

//# case divisions_by_a_number_that_is_not_zero
//# launch grid 1 block 4 n = 3
//# buffer y: int = zeros 4
__global__ void divide(int *y, int n)
{
    int i = threadIdx.x;
    y[i] = i / n + i % n + (i - 7) / 2;
}

//# case a_division_where_the_thread_is_masked
//# launch grid 1 block 4
//# buffer by: int = 0 1 2 0
//# buffer y: int = zeros 4
//# expect y: int = 0 12 6 0
__global__ void divide(const int *by, int *y)
{
    int i = threadIdx.x;
    if (by[i] == 0) return;
    y[i] = 12 / by[i];
}

//# case guards_in_the_expression — `?:`, `&&` and `||` compute a side only where it is needed
//# launch grid 1 block 64 n = 0
//# buffer y: int = zeros 64
__global__ void guarded(int *y, int n)
{
    int i = threadIdx.x;
    int s = i < 32 ? 1 << i : 0;
    int t = i >= 32 ? 0 : i > 4 ? 1 << i : i < 0 ? 1 >> (i + 50) : 3;
    bool a = n != 0 && i / n > 2;
    bool b = n == 0 || i % n == 0;
    bool c = i < 32 && (1 << i) > 4 && i > 2;
    bool d = i < 8 ? (i > 0 && i < 4 && (i << (i - 1)) > 2) : false;
    int most = i > 0 ? 2147483647 - i : i + 2147483647;
    int nested = 1 + (i > 2 ? (i < 32 ? 1u << i : 7u) : 5u);
    while (n > 0 && i / n > 0) n--;
    y[i] = s ^ (t + a + b + c + d) ^ most ^ nested;
}

//# case nested_guards — an inner condition stands in the right side of an outer one
//# launch grid 1 block 64
//# buffer y: int = zeros 64
__global__ void guarded(int *y)
{
    int i = threadIdx.x;
    int big = 2147483600;
    int a = i < 60 ? (i < 40 && big + i < 0 ? 1 : 0) : 2;
    bool b = i < 50 && (i < 45 ? big + i : 0) > 4;
    bool c = i > 60 || (i < 47 && (i < 10 || big + i > 5));
    y[i] = a + b + c;
}

//# case grey_in_bytes
//# launch grid 1 block 4
//# buffer rgb: unsigned char = 255 255 255 0 0 0 10 20 30 200 100 50
//# buffer grey: unsigned char = zeros 4
//# expect grey: unsigned char = 255 0 18 124
__global__ void picture(const unsigned char *rgb, unsigned char *grey)
{
    int i = threadIdx.x;
    int sum = 299 * rgb[3 * i] + 587 * rgb[3 * i + 1] + 114 * rgb[3 * i + 2];
    grey[i] = sum / 1000;
}

//# case narrow_results — an int that fits becomes a short that does not: the conversion has a result
//# launch grid 1 block 2
//# buffer y: short = zeros 2
//# buffer z: char = zeros 4
__global__ void narrow(short *y, char *z)
{
    short x = 1000 + threadIdx.x;
    short v = x * -4096;
    y[threadIdx.x] = v;
    y[threadIdx.x] += 32767;
    z[threadIdx.x] = 127;
    z[threadIdx.x]++;
    z[threadIdx.x] *= 100;
}

//# case products_of_24_bits
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 4
__global__ void multiply(unsigned *y)
{
    unsigned a = 0xffffffu + blockIdx.x;
    y[0] = __umul24(a, a);
    y[1] = __mul24((int)a, (int)a);
    y[2] = __umulhi(a, a);
    y[3] = __mul24(-5, 7) + __clz(a) + __popc(a) + __ffs(a) + __brev(a);
}

//# case tiles_and_shuffles
//# launch grid 1 block 64
//# buffer y: int = zeros 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shuffles(int *y)
{
    int value = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    for (int i = tile.size() / 2; i > 0; i >>= 1)
        value += tile.shfl_xor(value, i);
    unsigned votes = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);
    int rank = __popc(votes & ((1u << (threadIdx.x % 32)) - 1));
    y[threadIdx.x] = value + rank + tile.thread_rank() + tile.meta_group_rank() + __funnelshift_l(1, 2, 40);
}

//# case sums_of_atomics — an atomic sum wraps around
//# launch grid 1 block 4
//# buffer y: int = 2147483647 -2147483648
//# expect y: int = -2147483645 2147483644
__global__ void count(int *y)
{
    atomicAdd(&y[0], 1);
    atomicSub(&y[1], 1);
}

//# case pointers_that_walk — the offsets of the translation are no operations of the text
//# launch grid 1 block 4 n = 4
//# buffer x: float = 1 2 3 4
//# buffer y: float = zeros 4
//# expect y: float = 4 3 2 1
__global__ void reverse(const float *x, float *y, int n)
{
    const float *end = x + n;
    float *to = y;
    for (int i = 0; i < (int)threadIdx.x; i++) { end--; to++; }
    *to = *(end - 1);
}

//# case sizes_by_size_t — a sum of sizes below 2^32
//# launch grid 1 block 2
//# buffer y: unsigned = zeros 2
__global__ void sizes(unsigned *y)
{
    size_t bytes = 1500000000u;
    size_t twice = bytes * 2 + threadIdx.x;
    y[threadIdx.x] = twice;
}

//# case constants_of_the_compiler
//# launch grid 1 block 2
//# buffer y: int = zeros 2
#define TILE 16
template <int N> __global__ void known(int *y)
{
    const int half = N / 2;
    y[threadIdx.x] = (1 << half) + TILE * half - N % 3;
}
template __global__ void known<8>(int *);

//# case a_loop_to_the_last_number
//# launch grid 1 block 1 n = 2147483647
//# buffer y: int = zeros 1
__global__ void last(int *y, int n)
{
    int i = n - 3;
    while (i < n) i++;
    y[0] = i - n;
}

//# case names_of_a_method_outside — a method that is defined outside has other names for the template's parameters
//# launch grid 1 block 1
//# buffer y: float = 0
//# expect y: float = 6
template <int N, typename T> struct V { T d[N]; __device__ T sum() const; };
template <int M, typename S> __device__ S V<M, S>::sum() const
{
    S s = 0;
    for (int i = 0; i < M; ++i) s += d[i];
    return s;
}
__global__ void k(float *y)
{
    V<3, float> v;
    for (int i = 0; i < 3; i++) v.d[i] = i + 1;
    y[0] = v.sum();
}

//# case structure_in_a_template_of_a_function — it knows the function's template arguments, also in its alignment
//# launch grid 1 block 1 template float,3
//# buffer y: float = zeros 2
//# expect y: float = 6 16
template <typename T, int N>
__global__ void k(T *y)
{
    struct alignas(sizeof(T) * 4) Group {
        T a[N];
        __device__ T sum() const { T s = 0; for (int i = 0; i < N; i++) s += a[i]; return s; }
        __device__ Group twice() const { Group g; for (int i = 0; i < N; i++) g.a[i] = 2 * a[i]; return g; }
    };
    Group g;
    for (int i = 0; i < N; i++) g.a[i] = i;
    y[0] = g.twice().sum();
    y[1] = sizeof(Group);
}

//# case enumerations_in_a_structure — scoped ones, ones with a type of their own, and names of a typedef
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# expect y: int = 1 2 1
struct C { enum class Kind : unsigned char { A = 1, B }; typedef enum { X, Y } E; Kind k; };
__global__ void k(int *y)
{
    C c;
    c.k = C::Kind::B;
    C::E e = C::Y;
    y[0] = (int)C::Kind::A;
    y[1] = (int)c.k;
    y[2] = e;
}

//# case products_of_bytes_in_vectors — __dp4a and __dp2a of char4, uchar4 and short2
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# expect y: int = 38 522 12
__global__ void k(int *y)
{
    y[0] = __dp4a(make_char4(1, -2, 3, 4), make_char4(5, 6, -7, 15), 6);
    y[1] = __dp4a(make_uchar4(255, 1, 0, 0), make_uchar4(2, 3, 0, 0), 9u);
    y[2] = __dp2a_lo(make_short2(2, 3), make_char4(1, 3, 9, 9), 1);
}
