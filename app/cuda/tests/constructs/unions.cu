// Unions: members of different types share their bytes.

//# case word_and_bytes — the bytes of a number, the lowest first, and one that is changed; y is 1 2 3 4 and 0x04ff0201
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 5
//# expect y: unsigned = 1 2 3 4 83821057
union Word { unsigned whole; unsigned char bytes[4]; };
__global__ void k(unsigned *y)
{
    Word w;
    w.whole = 0x04030201;
    for (int i = 0; i < 4; i++) y[i] = w.bytes[i];
    w.bytes[2] = 0xff;
    y[4] = w.whole;
}

//# case vector_and_numbers — a vector is stored, and its numbers are read by an index
//# launch grid 1 block 4
//# buffer x: float = 1 2 3 4
//# buffer y: float = zeros 4
//# expect y: float = 4 3 2 1
__global__ void k(const float4 *x, float *y)
{
    union { float4 v; float a[4]; } u;
    u.v = *x;
    y[threadIdx.x] = u.a[3 - threadIdx.x];
}

//# case without_a_name_in_a_structure — its members are those of the structure around it, and so are those of a structure in it
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 7 131073 1 2
struct T { int id; union { unsigned data; struct { unsigned short x, y; }; }; };
__global__ void k(unsigned *y)
{
    T t;
    t.id = 7;
    t.x = 1;
    t.y = 2;
    y[0] = t.id;
    y[1] = t.data;
    t.data = 0x20001;
    y[2] = t.x;
    y[3] = t.y;
}

//# case in_memory — a buffer of structures with a union; each thread changes a byte of one and reads the word of another
//# launch grid 1 block 2
//# buffer t: unsigned = 10 0 11 0
//# buffer y: unsigned = zeros 2
//# expect t: unsigned = 10 256 11 256
//# expect y: unsigned = 256 256
struct T { int id; union { unsigned data; unsigned char b[4]; }; };
__global__ void k(T *t, unsigned *y)
{
    int i = threadIdx.x;
    t[i].b[1] = 1;
    __syncthreads();
    y[i] = t[1 - i].data;
}

//# case first_value — braces give the first member its value; the union is returned by a function and copied
//# launch grid 1 block 1
//# buffer y: int = zeros 2
//# expect y: int = 1065353216 1073741824
union Bits { float f; int i; };
__device__ Bits two() { Bits b; b.f = 2.0f; return b; }
__global__ void k(int *y)
{
    Bits b = {1.0f};
    Bits c = b;
    y[0] = c.i;
    y[1] = two().i;
}

//# case halves_and_words — two halves are packed in a word
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 1
//# expect y: unsigned = 1073757184
#include <cuda_fp16.h>
__global__ void k(unsigned *y)
{
    union { half h[2]; unsigned u; } w;
    w.h[0] = __float2half(1.0f);
    w.h[1] = __float2half(2.0f);
    *y = w.u;
}

//# case numbers_of_64_bits_by_halves — the words of a pair
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 2
//# expect y: unsigned = 5 6
__global__ void k(unsigned *y)
{
    union { uint2 pair; unsigned word[2]; } w;
    w.pair = make_uint2(5, 6);
    y[0] = w.word[0];
    y[1] = w.word[1];
}

//# case array_of_larger_parts — the words of a union whose smallest member is a byte, by a known and by an unknown index
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 4
//# arg one = 1
//# expect y: unsigned = 287454020 1432778632 1432778632 102
union W { unsigned w[2]; unsigned char b[8]; };
__global__ void k(unsigned *y, int one)
{
    W u;
    u.w[0] = 0x11223344;
    u.w[one] = 0x55667788;
    y[0] = u.w[0];
    y[1] = u.w[1];
    y[2] = u.w[one];
    y[3] = u.b[6];
}

//# case copies_of_the_whole — between memory and variables of a thread, and between two places in memory
//# launch grid 1 block 1
//# buffer t: unsigned = 1 287454020 2 0 3 0
//# buffer y: unsigned = zeros 3
//# arg one = 1
//# expect t: unsigned = 1 287454020 1 287454020 1 287454020
//# expect y: unsigned = 287454020 287454020 68
struct T { int id; union { unsigned w; unsigned char b[4]; }; };
__global__ void k(T *t, unsigned *y, int one)
{
    __shared__ T s[2];
    T own = t[0];
    t[one] = own;
    t[2] = t[one];
    s[one] = t[0];
    s[0] = s[one];
    y[0] = own.w;
    y[1] = s[0].w;
    y[2] = s[0].b[0];
}

//# case components_of_a_vector — a vector over single floats, and one of shorts over bytes
//# launch grid 1 block 1
//# buffer y: float = zeros 3
//# expect y: float = 3 7 2
union F { float4 v; float a[4]; unsigned char b[16]; };
union H { short2 v; short s[2]; };
__global__ void k(float *y)
{
    F f;
    f.v = make_float4(1, 2, 3, 4);
    y[0] = f.v.z;
    f.v.w = 7;
    y[1] = f.a[3];
    H h;
    h.s[1] = 2;
    y[2] = h.v.y;
}

//# case in_templates — an unnamed union with a structure in a template of a structure, and one in a template of a function
//# launch grid 1 block 1
//# buffer y: float = zeros 2
//# expect y: float = 3 1
template <class T> struct V { union { T x[3]; struct { T a, b, c; }; }; };
template <class To, class From> __device__ To bits(From f) { union { From a; To b; } u; u.a = f; return u.b; }
__global__ void k(float *y)
{
    V<float> v;
    v.x[2] = 3;
    y[0] = v.c;
    y[1] = bits<float>(0x3f800000);
}

//# case methods_change_unions — methods store members of a union and of a part without a name, in memory; g is 7 9, y is 7
//# launch grid 1 block 1
//# buffer g: int = zeros 2
//# buffer y: int = zeros 1
//# expect g: int = 7 9
//# expect y: int = 7
union Word { int number; unsigned bits; __device__ void set(int value) { number = value; } };
struct Pair { union { int first; unsigned raw; }; int second; __device__ void put() { raw = 7; second = 9; } };
__global__ void methods(Pair *g, int *y)
{
    g->put();
    Word w;
    w.set(7);
    y[0] = w.bits;
}
