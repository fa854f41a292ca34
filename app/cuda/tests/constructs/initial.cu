//# case structures_vectors_and_arrays_of_them — initial values of structures and vectors at file scope, in constant and in global memory
//# launch grid 1 block 1
//# buffer out: int = zeros 8
//# expect out: int = 7 8 2 10 3 1 5 6
struct Pair { int a, b; };
__constant__ Pair one = {7, 8};
__constant__ float3 step = {1.0f, 2.0f, 3.0f};
__device__ Pair two[2] = {{9, 1}, {9, 10}};
__device__ int4 four = {5, 4, 3, 1};
__constant__ Pair flat[2] = {3, 4, 5, 6};
__global__ void k(int *out)
{
    out[0] = one.a;
    out[1] = one.b;
    out[2] = (int)step.y;
    out[3] = two[1].b;
    out[4] = four.z;
    out[5] = four.w;
    out[6] = flat[1].a;
    out[7] = flat[1].b;
}

//# case bytes_shorts_and_halves — small numbers at file scope lie side by side
//# launch grid 1 block 1
//# buffer out: int = zeros 12
//# expect out: int = 5 1 2 200 -3 65535 1 0 -7 98 3 0
#include <cuda_fp16.h>
__constant__ unsigned char level[4] = {5, 1, 2, 200};
__device__ short shift[3] = {1, 2, -3};
__device__ unsigned short mark[2] = {1, 65535};
__constant__ bool on[3] = {true, false, true};
__constant__ signed char sign = -7;
__constant__ char text[] = "abc";
__global__ void k(int *out)
{
    for (int i = 0; i < 4; i++) out[i] = level[i];
    out[4] = shift[2];
    out[5] = mark[1];
    out[6] = on[2];
    out[7] = on[1];
    out[8] = sign;
    out[9] = text[1];
    out[10] = sizeof(text) - 1;
    out[11] = text[3];
}

//# case lengths_of_values — an array has the length of its values, in functions too
//# launch grid 1 block 1
//# buffer out: int = zeros 8
//# expect out: int = 12 3 2 16 2 4 0 6
struct Pair { int a, b; };
__constant__ float weights[] = {0.5f, 1.0f, 0.5f};
__device__ int rows[][2] = {{1, 2}, {3, 4}};
__global__ void k(int *out)
{
    Pair pairs[] = {1, 2, 3, 4};
    int2 more[] = {{1, 2}, {3}};
    out[0] = sizeof(weights);
    out[1] = rows[1][0];
    out[2] = sizeof(pairs) / sizeof(pairs[0]);
    out[3] = sizeof(more);
    out[4] = (int)(weights[0] + weights[1] + weights[2]);
    out[5] = pairs[1].b;
    out[6] = more[1].y;
    out[7] = pairs[0].b + rows[1][1];
}

//# case nested_values — structures in structures, arrays in them, names, members without a value, and a structure with default values
//# launch grid 1 block 1
//# buffer out: int = zeros 12
//# expect out: int = 1 2 3 0 5 6 7 8 0 4 2 9
struct In { short a; char b; };
struct Out { In in; int list[3]; float2 at; };
struct Usual { int x = 4; int y = 2; };
__constant__ Out all = {{1, 2}, {3}, {5.0f, 6.0f}};
__device__ Out some[2] = {{}, {{7, 8}, {}, {}}};
__device__ Usual usual;
struct Named { int a, b, c; };
__constant__ Named named = {.a = 0, .b = 9};
__global__ void k(int *out)
{
    out[0] = all.in.a;
    out[1] = all.in.b;
    out[2] = all.list[0];
    out[3] = all.list[1];
    out[4] = (int)all.at.x;
    out[5] = (int)all.at.y;
    out[6] = some[1].in.a;
    out[7] = some[1].in.b;
    out[8] = some[0].in.a + some[1].list[2];
    out[9] = usual.x;
    out[10] = usual.y;
    out[11] = named.b + named.c;
}

//# case computed_values — values that are computed from constants, enumerators and sizes; conversions to the type of the element
//# launch grid 1 block 1
//# buffer out: int = zeros 7
//# expect out: int = 64 3 12 -1 255 1 17
enum Kind { FIRST = 3, SECOND };
constexpr int N = 8;
__constant__ int square = N * N;
__device__ Kind kind = FIRST;
__device__ unsigned bytes = sizeof(int) * 3;
__constant__ int whole[3] = {int(-1.9f), 'a' > 'b' ? 0 : 255, N == 8};
__constant__ const int braces{17};
__global__ void k(int *out)
{
    out[0] = square;
    out[1] = kind;
    out[2] = bytes;
    for (int i = 0; i < 3; i++) out[3 + i] = whole[i];
    out[6] = braces;
}
