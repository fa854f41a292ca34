//# case if_without_endif — #if is not closed; the error names the line of #if
//# error 1: #endif
#if 1
__global__ void k(int *x)
{
    x[0] = 1;
}

//# case endif_without_if — #endif closes nothing
//# error 5: #endif
__global__ void k(int *x)
{
    x[0] = 1;
}
#endif

//# case else_without_if — #else stands in no #if
//# error 1: #else
#else
__global__ void k(int *x) { x[0] = 1; }

//# case two_elses — an #if has two #else
//# error 4: #else
#if 0
#else
#define A 1
#else
#define A 2
#endif
__global__ void k(int *x) { x[0] = A; }

//# case elif_after_else — #elif follows #else
//# error 3: #elif
#if 0
#else
#elif 1
#endif
__global__ void k(int *x) { x[0] = 1; }

//# case macro_without_end — a macro's arguments are not closed before the text ends
//# error 4: ADD
#define ADD(a, b) ((a) + (b))
__global__ void k(int *x)
{
    x[0] = ADD(1, 2;
}

//# case too_few_arguments_of_a_macro — a macro with two parameters gets one argument
//# error 4: ADD
#define ADD(a, b) ((a) + (b))
__global__ void k(int *x)
{
    x[0] = ADD(1);
}

//# case too_many_arguments_of_a_macro — a macro with one parameter gets two arguments
//# error 4: TWICE
#define TWICE(a) (2 * (a))
__global__ void k(int *x)
{
    x[0] = TWICE(1, 2);
}

//# case recursive_macro — a macro that names itself is not replaced again, so that the name stays unknown
//# error 4: COUNT
#define COUNT COUNT + 1
__global__ void k(int *x)
{
    x[0] = COUNT;
}

//# case macros_that_name_each_other — two macros name each other: neither ends in a value
//# error 5: A
#define A B
#define B A
__global__ void k(int *x)
{
    x[0] = A;
}

//# case define_without_name — #define has no name
//# error 1: #define
#define
__global__ void k(int *x) { x[0] = 1; }

//# case define_of_a_number — #define begins with a digit
//# error 1: #define
#define 2X 4
__global__ void k(int *x) { x[0] = 1; }

//# case macro_parameters_not_closed — a macro's list of parameters is not closed
//# error 1: ADD
#define ADD(a, b ((a) + (b))
__global__ void k(int *x) { x[0] = 1; }

//# case error_directive — #error that is reached is an error with its text
//# error 2: SIZE must be given
#ifndef SIZE
#error SIZE must be given
#endif
__global__ void k(int *x) { x[0] = 1; }

//# case unknown_directive — a directive that does not exist
//# error 1: defin
#defin N 4
__global__ void k(int *x) { x[0] = 1; }

//# case if_without_condition — #if has no condition
//# error 1: #if
#if
#endif
__global__ void k(int *x) { x[0] = 1; }

//# case if_with_a_text — the condition of #if is no number
//# error 1: #if
#if "text"
#endif
__global__ void k(int *x) { x[0] = 1; }

//# case division_by_zero_in_if — the condition of #if divides by zero
//# error 2: zero
#define N 0
#if 4 / N
#endif
__global__ void k(int *x) { x[0] = 1; }

//# case paste_makes_no_token — ## joins two tokens to something that is no token
//# error 4: ##
#define JOIN(a, b) a##b
__global__ void k(int *x)
{
    x[0] = JOIN(+, 3x);
}

//# case include_without_name — #include has no name
//# error 1: #include
#include
__global__ void k(int *x) { x[0] = 1; }

//# case include_of_itself — a file beside the text includes itself without end
//# file loop.h
#include "loop.h"
//# end
//# error 1: loop.h
#include "loop.h"
__global__ void k(int *x) { x[0] = 1; }

//# case fault_inside_a_macro — the error stands where the macro is used
//# error 5: missing
#define STORE(p, v) p[0] = v + missing
__global__ void k(int *x)
{
    int a = 1;
    STORE(x, a);
}

//# case fault_in_a_file_beside — an unknown name in a header is reported with the header's name, on the line of the #include
//# file helper.h
__device__ int helper(int v)
{
    return v + nowhere;
}
//# end
//# error 2: helper.h
__global__ void before(int *x) { x[0] = 1; }
#include "helper.h"
__global__ void k(int *x) { x[0] = helper(1); }

//# case growth_without_limit — macros that double twenty-five times are too long
//# error 16: A12
#define A0 1 + 1
#define A1 A0 + A0 + A0 + A0
#define A2 A1 + A1 + A1 + A1
#define A3 A2 + A2 + A2 + A2
#define A4 A3 + A3 + A3 + A3
#define A5 A4 + A4 + A4 + A4
#define A6 A5 + A5 + A5 + A5
#define A7 A6 + A6 + A6 + A6
#define A8 A7 + A7 + A7 + A7
#define A9 A8 + A8 + A8 + A8
#define A10 A9 + A9 + A9 + A9
#define A11 A10 + A10 + A10 + A10
#define A12 A11 + A11 + A11 + A11
__global__ void k(int *x)
{
    x[0] = A12;
}
