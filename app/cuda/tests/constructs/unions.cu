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
