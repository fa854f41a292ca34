//# case comments_of_both_kinds — line and block comments stand anywhere between tokens; y is x plus 1
//# launch grid 2 block 4
//# arg n = 8
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 2 3 4 5 6 7 8 9
// Adds one to each element.
__global__ void addOne(const int *x, int *y, int n /* elements */)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // the global index
    /* The last block may be
       only partly full: // this is no comment of its own */
    if (i < n)
        y[i] = x[i] /* the value */ + 1;
}

//# case line_continuation — a backslash at the end of a line joins it to the next, in code and in a macro; y is 3 x plus 2
//# launch grid 1 block 8
//# buffer x: int = 0 1 2 3 4 5 6 7
//# buffer y: int = zeros 8
//# expect y: int = 2 5 8 11 14 17 20 23
#define SCALE_AND_SHIFT(v) \
    ((v) * 3 \
     + 2)

__global__ void scale(const int *x, int *y)
{
    int i = thread\
Idx.x;
    y[i] = SCALE_AND_SHIFT(x[i]);
}

//# case includes_of_the_toolkit — headers of the toolkit and of C are ignored; y is x doubled
//# launch grid 1 block 4
//# buffer x: float = 1 2.5 -3 0.25
//# buffer y: float = zeros 4
//# expect y: float = 2 5 -6 0.5
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>
#include "device_launch_parameters.h"

__global__ void twice(const float *x, float *y)
{
    y[threadIdx.x] = 2.0f * x[threadIdx.x];
}

//# case include_of_a_file_beside — a header given beside the text holds a constant and a device function; y is x squared plus 10
//# file common.h
#ifndef COMMON_H
#define COMMON_H
#define OFFSET 10
__device__ inline int square(int v) { return v * v; }
#endif
//# end
//# launch grid 1 block 6
//# buffer x: int = -2 -1 0 1 2 3
//# buffer y: int = zeros 6
//# expect y: int = 14 11 10 11 14 19
#include "common.h"

__global__ void squares(const int *x, int *y)
{
    int i = threadIdx.x;
    y[i] = square(x[i]) + OFFSET;
}

//# case include_twice_with_pragma_once — a header with #pragma once that is included twice counts once; y is 5 i
//# file size.h
#pragma once
const int STEP = 5;
//# end
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 0 5 10 15
#include "size.h"
#include "size.h"

__global__ void steps(int *y)
{
    y[threadIdx.x] = STEP * threadIdx.x;
}

//# case define_of_constants — macros of constants in an array's size, in a loop and in an index; y is the sum of each row
//# launch grid 1 block 4
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11
//# buffer y: int = zeros 4
//# expect y: int = 3 12 21 30
#define ROWS 4
#define COLUMNS 3
#define CELLS (ROWS * COLUMNS)

__global__ void rowSums(const int *x, int *y)
{
    __shared__ int tile[CELLS];
    int row = threadIdx.x;
    for (int c = 0; c < COLUMNS; c++)
        tile[row * COLUMNS + c] = x[row * COLUMNS + c];
    int sum = 0;
    for (int c = 0; c < COLUMNS; c++)
        sum += tile[row * COLUMNS + c];
    if (row < ROWS)
        y[row] = sum;
}

//# case macro_of_an_index — a function-like macro computes a row-major index; y is x transposed
//# launch grid 1 block 4,3
//# arg rows = 3
//# arg columns = 4
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12
//# buffer y: int = zeros 12
//# expect y: int = 1 5 9 2 6 10 3 7 11 4 8 12
#define AT(row, column, width) ((row) * (width) + (column))

__global__ void transpose(const int *x, int *y, int rows, int columns)
{
    int c = threadIdx.x, r = threadIdx.y;
    if (r < rows && c < columns)
        y[AT(c, r, rows)] = x[AT(r, c, columns)];
}

//# case macro_argument_without_brackets — a macro is text: SQUARE(a + 1) becomes a + 1 * a + 1; y is 2 a + 1
//# launch grid 1 block 5
//# buffer y: int = zeros 5
//# expect y: int = 1 3 5 7 9
#define SQUARE(v) v * v

__global__ void wrongSquare(int *y)
{
    int a = threadIdx.x;
    y[a] = SQUARE(a + 1);
}

//# case macro_inside_macro — a macro's text names other macros, one of them defined later; y is i times 12 plus 7
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 7 19 31 43
#define AREA(i) ((i) * WIDTH * HEIGHT + BORDER)
#define WIDTH 4
#define HEIGHT 3
#define BORDER 7

__global__ void areas(int *y)
{
    y[threadIdx.x] = AREA(threadIdx.x);
}

//# case macro_with_statements — a macro of do { } while (0) swaps two local values; y has the larger of a pair first
//# launch grid 1 block 4
//# buffer x: int = 3 9 8 2 5 5 -1 4
//# buffer y: int = zeros 8
//# expect y: int = 9 3 8 2 5 5 4 -1
#define SWAP(a, b) do { int t_ = (a); (a) = (b); (b) = t_; } while (0)

__global__ void order(const int *x, int *y)
{
    int i = threadIdx.x;
    int first = x[2 * i], second = x[2 * i + 1];
    if (first < second)
        SWAP(first, second);
    y[2 * i] = first;
    y[2 * i + 1] = second;
}

//# case token_paste — ## joins two tokens to one name; y is 10 or 20 times i
//# launch grid 1 block 6
//# buffer y: int = zeros 6
//# expect y: int = 0 20 20 60 40 100
#define FACTOR(which) factor_##which

__device__ int factor_even(int v) { return 10 * v; }
__device__ int factor_odd(int v) { return 20 * v; }

__global__ void paste(int *y)
{
    int i = threadIdx.x;
    y[i] = i % 2 ? FACTOR(odd)(i) : FACTOR(even)(i);
}

//# case token_paste_makes_functions — a macro with ## defines one device function for each operator; y has sum and product
//# launch grid 1 block 4
//# buffer x: int = 2 3 4 5
//# buffer y: int = zeros 8
//# expect y: int = 9 10 11 12 14 21 28 35
#define DEFINE_OPERATION(name, op) \
    __device__ int apply_##name(int a, int b) { return a op b; }

DEFINE_OPERATION(add, +)
DEFINE_OPERATION(multiply, *)
#undef DEFINE_OPERATION

__global__ void operations(const int *x, int *y)
{
    int i = threadIdx.x;
    y[i] = apply_add(x[i], 7);
    y[i + blockDim.x] = apply_multiply(x[i], 7);
}

//# case stringize — # makes a text of a macro's argument; thread 2 prints the expression and its value
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# printed 0:2 i * i = 4
//# expect y: int = 0 1 4 9
#include <cstdio>
#define SHOW(e) printf("%s = %d\n", #e, e)

__global__ void show(int *y)
{
    int i = threadIdx.x;
    y[i] = i * i;
    if (i == 2)
        SHOW(i * i);
}

//# case undef_and_define_again — #undef ends a macro, a second #define gives it another value; y is i plus 100, then times 3
//# launch grid 1 block 4
//# buffer y: int = zeros 8
//# expect y: int = 100 101 102 103 0 3 6 9
#define K 100
__device__ int first(int i) { return i + K; }
#undef K
#define K 3
__device__ int second(int i) { return i * K; }

__global__ void both(int *y)
{
    int i = threadIdx.x;
    y[i] = first(i);
    y[4 + i] = second(i);
}

//# case if_else_of_the_preprocessor — #if, #elif and #else choose by constants; y is i plus 20
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 20 21 22 23
#define VERSION 2

__global__ void chosen(int *y)
{
    int i = threadIdx.x;
#if VERSION == 1
    y[i] = i + 10;
#elif VERSION == 2 && !defined(OLD)
    y[i] = i + 20;
#else
    y[i] = this is no C;
#endif
}

//# case ifdef_and_nested_conditions — #ifdef and #ifndef nest; the text of a branch not taken is not read; y is 7
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 7 7 7 7
#define USE_FAST
#ifdef USE_FAST
#  ifndef USE_SLOW
#    define RESULT 7
#  else
#    error both are set
#  endif
#else
#  include "does_not_exist.h"
#endif

__global__ void nested(int *y)
{
    y[threadIdx.x] = RESULT;
}

//# case if_zero_hides_text — #if 0 hides a kernel that would not compile; y is i
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 0 1 2 3
#if 0
__global__ void broken(int *y { this is no C at all
#endif
__global__ void whole(int *y)
{
    y[threadIdx.x] = threadIdx.x;
}

//# case architecture_is_900 — __CUDA_ARCH__ is 900 in device code; y is 900 in each element
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 900 900 900 900
__global__ void architecture(int *y)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
    y[threadIdx.x] = __CUDA_ARCH__;
#else
    y[threadIdx.x] = -1;
#endif
}

//# case if_with_arithmetic — a condition of #if has arithmetic, shifts and comparisons; an unknown name is 0; y is 3
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 3 3 3 3
#define BITS 5
#if (1 << BITS) == 32 && (BITS % 2 || UNKNOWN) && !(BITS * 3 > 16)
#define ANSWER 3
#else
#define ANSWER 4
#endif

__global__ void conditions(int *y)
{
    y[threadIdx.x] = ANSWER;
}

//# case pragma_unroll — #pragma unroll with and without a number is ignored; y is the sum of four neighbours
//# launch grid 1 block 4
//# buffer x: int = 0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225
//# buffer y: int = zeros 8
//# expect y: int = 14 126 366 734 4 52 164 340
__global__ void unrolled(const int *x, int *y)
{
    int i = threadIdx.x, sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        sum += x[4 * i + k];
    y[i] = sum;
    sum = 0;
    #pragma unroll 2
    for (int k = 0; k < 4; k += 2)
        sum += x[4 * i + k];
    y[4 + i] = sum;
}

//# case extern_c — a kernel in extern "C" keeps its name; y is x minus 1
//# launch grid 1 block 4
//# buffer x: int = 10 20 30 40
//# buffer y: int = zeros 4
//# expect y: int = 9 19 29 39
extern "C" __global__ void text_extern_c_minus_one(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x] - 1;
}

//# case extern_c_block — a block of extern "C" { } holds two functions, and one of them calls the other; y is x times 4
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 4 8 12 16
extern "C" {
__device__ int text_extern_c_block_twice(int v) { return v + v; }

__global__ void text_extern_c_block_four(const int *x, int *y)
{
    y[threadIdx.x] = text_extern_c_block_twice(text_extern_c_block_twice(x[threadIdx.x]));
}
}

//# case using_namespace — using namespace std and cooperative_groups are read and change nothing; y is 2 i + 1
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 1 3 5 7
#include <iostream>
#include <cooperative_groups.h>
using namespace std;
using namespace cooperative_groups;

__global__ void odd(int *y)
{
    int i = threadIdx.x;
    y[i] = 2 * i + 1;
}

//# case namespace_with_functions — a device function in a namespace is called with its whole name; y is x times 6
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 6 12 18 24
namespace helper {
namespace inner {
__device__ int three(int v) { return 3 * v; }
}
__device__ int six(int v) { return 2 * inner::three(v); }
}

__global__ void named(const int *x, int *y)
{
    y[threadIdx.x] = helper::six(x[threadIdx.x]);
}

//# case reserved_words_of_wgsl — names that WGSL reserves are ordinary names in CUDA; out is 2 in plus 5
//# launch grid 1 block 4
//# arg loop = 2
//# buffer in: int = 1 2 3 4
//# buffer ref: int = zeros 4
//# expect ref: int = 7 9 11 13
__global__ void fn(const int *in, int *ref, int loop)
{
    int let = threadIdx.x;
    int var = in[let] * loop;
    int override = 5, function = var, storage = 0, ptr = 1;
    for (int target = 0; target < ptr; target++)
        storage += function + override;
    ref[let] = storage;
}

//# case literals — decimal, hexadecimal, octal, binary, characters and suffixes; y has their values
//# launch grid 1 block 1
//# buffer y: unsigned = zeros 10
//# expect y: unsigned = 255 15 11 65 10 4294967295 1000000 92 7 0
__global__ void literals(unsigned *y)
{
    y[0] = 0xFF;
    y[1] = 017;
    y[2] = 0b1011;
    y[3] = 'A';
    y[4] = '\n';
    y[5] = 4294967295u;
    y[6] = 1'000'000;
    y[7] = '\\';
    y[8] = 7UL;
    y[9] = '\0';
}

//# case literals_of_floats — forms of float literals, with and without f; y has their values
//# launch grid 1 block 1
//# buffer y: float = zeros 7
//# expect y: float = 1.5 0.5 2 1000 0.0625 3 0.25
__global__ void floats(float *y)
{
    y[0] = 1.5f;
    y[1] = .5;
    y[2] = 2.f;
    y[3] = 1e3f;
    y[4] = 6.25E-2;
    y[5] = 3.;
    y[6] = 0x1p-2f;
}

//# case include_of_a_macro — the name of an included file is a macro, known or not; a comment goes on behind a backslash; y is x plus 5
//# launch grid 1 block 3
//# buffer y: int = 1 2 3
//# expect y: int = 6 7 8
//# file own.h
__device__ int more(int v) { return v + FIVE; }
//# end
#define FIVE 5
#define OWN "own.h"
#include OWN
#include GIVEN_BY_THE_COMPILER
/* a */ // this comment goes on \
   and on { \  
   to here
__global__ void adds(int *y)
{
    y[threadIdx.x] = more(y[threadIdx.x]);
}

//# case names_of_address_spaces — storage, uniform, workgroup and read_write are names like others in CUDA; y has the sums
//# launch grid 1 block 2
//# arg read = 3
//# buffer storage: int = 10 20
//# expect storage: int = 17 29
const int read_write = 1;
__device__ int uniform(int function) { return function + read_write; }
__global__ void write(int *storage, int read)
{
    __shared__ int workgroup[2];
    int i = threadIdx.x;
    workgroup[i] = uniform(read) + 2 * i;
    __syncthreads();
    storage[i] += workgroup[i] + read;
}

//# case names_of_namespaces — constants and a function are named with their namespaces; y is x + 3 + 1
//# launch grid 1 block 2
//# buffer x: int = 1 2
//# buffer y: int = zeros 2
//# expect y: int = 5 6
namespace config {
constexpr int WIDTH = 3;
namespace inner {
const int STEP{1};
__device__ int step(int v) { return v + STEP; }
}
}

__global__ void add(const int *x, int *y)
{
    y[threadIdx.x] = config::inner::step(x[threadIdx.x]) + config::WIDTH;
}

//# case name_of_a_type_for_a_variable — a parameter and a local have the name of a structure, which they hide; y is 2 x + 2
//# launch grid 1 block 2
//# arg pixel = 1
//# buffer x: int = 3 4
//# buffer y: int = zeros 2
//# expect y: int = 8 10
struct node { int v; };
typedef struct pixel { int r; } colour;

__device__ int twice(node *node) { node->v *= 2; return node[0].v; }

__global__ void sum(const int *x, int *y, int pixel)
{
    node first = {x[threadIdx.x]};
    int result = twice(&first);
    colour c = {0};
    {
        int node = pixel;
        node += 2;
        node--;
        c.r = (node) - pixel;
    }
    node last = {result + pixel + c.r};
    y[threadIdx.x] = last.v;
}

//# case escape_sequences — letters by their numbers in base 8 and 16, in texts and alone; the values are those of g++
//# launch grid 1 block 1
//# buffer y: int = zeros 10
//# printed 0:0 ABC A2 |
//# expect y: int = 65 0 10 -1 -1 7 8 12 11 48
#include <cstdio>
__global__ void letters(int *y)
{
    printf("\101\x42\103 \1012 \174\n");
    const char all[] = {'\101', '\0', '\12', '\377', '\xff', '\a', '\b', '\f', '\v', '\060'};
    for (int i = 0; i < 10; i++) y[i] = all[i];
}

//# case letters_beyond_ascii — bytes of UTF-8 and numbers of letters become letters; a text ends at its first zero byte
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# printed 0:0 café |é|ω|ok
//# expect y: int = -87 -61 -87
#include <cstdio>
__global__ void letters(int *y)
{
    printf("caf\xc3\xa9 |\303" "\251|\u03c9|%s\n\0 never %d", "ok\0never", 1);
    y[0] = '\xa9';
    y[1] = '\303';
    y[2] = '\u00e9';
}

//# case condition_in_a_call — the arguments of a macro span the lines of a condition; y is 14
//# launch grid 1 block 1
//# buffer y: int = zeros 1
//# expect y: int = 14
#define TWICE(...) __VA_ARGS__; __VA_ARGS__
__global__ void twice(int *y)
{
    TWICE(
#if 0
        y[0] += 5
#else
        y[0] += 7
#endif
    );
}
