//# case goto_and_label — goto is refused by name
//# error 4: goto
__global__ void k(int *x)
{
    if (x[0] > 0)
        goto done;
    x[0] = 1;
done:
    x[1] = 2;
}

//# case try_and_catch — exceptions are refused on the device
//# error 3: try
__global__ void k(int *x)
{
    try {
        x[0] = 1;
    } catch (...) {
        x[0] = 2;
    }
}

//# case throw_on_the_device — throw is refused on the device
//# error 4: throw
__global__ void k(int *x)
{
    if (x[0] < 0)
        throw 1;
    x[0] = 1;
}

//# case recursion — a device function calls itself
//# error 3: recursion
__device__ int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

__global__ void k(int *x)
{
    x[threadIdx.x] = factorial(threadIdx.x);
}

//# case recursion_of_two — two device functions call each other
//# error 5: recursion
__device__ bool odd(int n);

__device__ bool even(int n)
{
    return n == 0 ? true : odd(n - 1);
}

__device__ bool odd(int n)
{
    return n == 0 ? false : even(n - 1);
}

__global__ void k(int *x)
{
    x[threadIdx.x] = even(threadIdx.x);
}

//# case virtual_function — a struct has a virtual method
//# error 2: virtual
struct Shape {
    __device__ virtual float area() const { return 0; }
};

__global__ void k(float *x)
{
    Shape s;
    x[0] = s.area();
}

//# case inheritance_with_override — a struct overrides a method of its base
//# error 2: virtual
struct Shape {
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __device__ Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};

__global__ void k(float *x)
{
    Square s(2);
    x[0] = s.area();
}

//# case lambda_as_an_argument — a lambda is called where it is declared; as an argument it is refused
//# error 7: lambda
template <typename F>
__device__ int apply(F f, int v) { return f(v); }

__global__ void k(int *x)
{
    auto twice = [](int v) { return 2 * v; };
    x[0] = apply(twice, x[1]);
}

//# case lambda_without_a_capture — a lambda names a variable that its brackets do not capture
//# error 4: capture
__global__ void k(int *x)
{
    int n = x[0];
    auto more = [](int v) { return n + v; };
    x[0] = more(x[1]);
}

//# case variadic_template — a template with any number of arguments is refused
//# error 1: variadic
template <typename... T>
__device__ int count(T... values) { return sizeof...(values); }

__global__ void k(int *x)
{
    x[0] = count(1, 2, 3);
}

//# case pointer_to_pointer — a kernel's parameter is a pointer to pointers
//# error 1: **
__global__ void k(float **rows, int n)
{
    rows[threadIdx.x][0] = n;
}

//# case array_of_pointers — a local array of pointers is refused
//# error 3: pointer
__global__ void k(int *x, int *y)
{
    int *both[2] = {x, y};
    both[threadIdx.x % 2][0] = 1;
}

//# case pointer_between_two_roots — a pointer may point into a buffer or into shared memory
//# error 4: x
__global__ void k(int *x, int n)
{
    __shared__ int y[64];
    int *p = n > 4 ? x : y;
    p[threadIdx.x] = 1;
}

//# case pointer_assigned_from_two_roots — a branch gives a pointer a buffer of another type of numbers
//# error 5: different arrays
__global__ void k(int *x, float *z, int n)
{
    int *p = x;
    if (n > 4)
        p = (int *)z;
    p[threadIdx.x] = 1;
}

//# case function_pointer — a pointer to a device function is refused
//# error 5: function
__device__ int twice(int v) { return 2 * v; }

__global__ void k(int *x)
{
    int (*f)(int) = twice;
    x[0] = f(x[1]);
}

//# case linked_list — a struct that points to its own kind is refused
//# error 3: Node
struct Node {
    int value;
    Node *next;
};

__global__ void k(Node *head, int *x)
{
    int sum = 0;
    for (Node *n = head; n; n = n->next)
        sum += n->value;
    x[0] = sum;
}

//# case launch_from_the_device — a kernel launches a kernel; that kernel alone is refused
//# error 6: launch
__global__ void child(int *x) { x[threadIdx.x]++; }

__global__ void parent(int *x)
{
    if (threadIdx.x == 0)
        child<<<1, 32>>>(x);
}

//# case new_on_the_device — new is refused on the device
//# error 3: new
__global__ void k(int *x)
{
    int *p = new int[4];
    p[0] = 1;
    x[0] = p[0];
    delete[] p;
}

//# case malloc_on_the_device — malloc is refused on the device
//# error 3: malloc
__global__ void k(int *x)
{
    int *p = (int *)malloc(16);
    p[0] = 1;
    x[0] = p[0];
    free(p);
}

//# case inline_ptx — asm is refused by name
//# error 4: asm
__global__ void k(unsigned *x)
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    x[threadIdx.x] = lane;
}

//# case double_without_the_option — double is refused, and the message names the option
//# error 1: double
__global__ void k(double *x)
{
    x[threadIdx.x] *= 2;
}

//# case double_local_without_the_option — a local double is refused
//# error 3: double
__global__ void k(float *x)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += x[i];
    x[0] = sum;
}

//# case double2_without_the_option — vectors of double are refused
//# error 1: double2
__global__ void k(double2 *x)
{
    x[threadIdx.x].x = 1;
}

//# case long_long — integers of 64 bits are refused
//# error 3: long long
__global__ void k(int *x)
{
    long long sum = x[0];
    sum += x[1];
    x[2] = (int)sum;
}

//# case unsigned_long_long_counter — atomicAdd on a 64-bit counter is refused
//# error 1: long long
__global__ void k(unsigned long long *count)
{
    atomicAdd(count, 1ull);
}

//# case int64_t_parameter — int64_t is long long
//# error 2: int64_t
#include <cstdint>
__global__ void k(int64_t *x)
{
    x[0] = 1;
}

//# case vector_of_the_standard_library — std::vector is refused on the device
//# error 4: std::vector
#include <vector>
__global__ void k(int *x)
{
    std::vector<int> v(4);
    v[0] = 1;
    x[0] = v[0];
}

//# case string_of_the_standard_library — std::string is refused on the device
//# error 4: std::string
#include <string>
__global__ void k(int *x)
{
    std::string s = "text";
    x[0] = s.size();
}

//# case cout_on_the_device — std::cout is refused on the device
//# error 4: std::cout
#include <iostream>
__global__ void k(int *x)
{
    std::cout << x[0] << std::endl;
}

//# case cub_block_reduce — cub is refused by name
//# error 4: cub
#include <cub/cub.cuh>
__global__ void k(const int *x, int *y)
{
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(x[threadIdx.x]);
    if (threadIdx.x == 0)
        y[0] = sum;
}

//# case thrust_on_the_device — thrust is refused in a kernel
//# error 5: thrust
#include <thrust/sort.h>
#include <thrust/execution_policy.h>
__global__ void k(int *x)
{
    thrust::sort(thrust::device, x, x + 8);
}

//# case curand_in_a_kernel — other functions of curand are refused by name
//# error 4: of the library curand
#include <curand_kernel.h>
__global__ void k(curandState *states, float *x)
{
    x[threadIdx.x] = curand_poisson(&states[threadIdx.x], 2.0);
}

//# case tensor_cores — nvcuda::wmma is refused by name
//# error 5: wmma
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half *a, float *c)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

//# case asynchronous_copy — cg::memcpy_async is refused by name
//# error 8: memcpy_async
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *x, int *y)
{
    __shared__ int tile[32];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, x, sizeof(int) * 32);
    cg::wait(block);
    y[threadIdx.x] = tile[threadIdx.x];
}

//# case fault_in_one_kernel_alone — the first kernel is refused, and the second one is not: one error in all
//# error 3: asm
__global__ void first(int *x)
{
    asm("exit;");
}

__global__ void second(int *x)
{
    x[threadIdx.x] = threadIdx.x;
}

//# case several_refusals_at_once — each refused construct is reported on its line
//# error 3: new
//# error 4: malloc
//# error 5: asm
__global__ void k(int *x)
{
    int *p = new int;
    x[0] = *(int *)malloc(4);
    asm("membar.cta;");
}

//# case store_to_constant_memory — a kernel writes __constant__ memory, which nvcc takes and CUDA leaves undefined
//# error 5: __constant__
__constant__ int table[4];

__global__ void k(int *x)
{
    table[0] = x[0];
}

//# case reference_parameter_of_a_kernel — a kernel's parameter is a reference, which nvcc takes although no launch can give one that the device may read
//# error 1: reference
__global__ void k(int &x)
{
    x = 1;
}
//# case pointer_to_a_function_as_a_parameter — the kernel is listed with its refusal, and another one of the text is taken
//# error 1: pointer to a function
__global__ void reduce(float *a, float (*op)(float, float)) { a[0] = op(a[0], a[1]); }
__global__ void plain(float *a) { a[0] = 1; }

//# case union_of_pointers — a union with a pointer is refused by name
//# error 1: union
union Packed { int word; short *halves; };

__global__ void k(int *x)
{
    Packed p;
    p.word = x[0];
    x[1] = p.halves[1];
}

//# case structure_of_itself — a structure contains an array of itself, through another structure
//# error 8: a structure cannot contain itself
struct Part;

struct Whole {
    Part *parts;
};

struct Part {
    Part inner[2];
    float weight;
};

__global__ void k(float *x)
{
    Part *parts = (Part *)x;
    x[0] = parts[0].weight;
}

//# case text_longer_than_its_array — a text does not fit its array
//# error 1: a text of 3 letters does not fit `char [2]`
__constant__ char word[2] = "abc";

__global__ void k(int *a)
{
    a[threadIdx.x] = word[0];
}

//# case choice_of_structures_with_pointers — the pointers would lead into different arrays
//# error 5: choice between two
struct S { float *p; int n; };
__global__ void k(float *x, float *y, int s)
{
    S a = {x, 1}, b = {y, 2};
    S c = s ? a : b;
    c.p[0] = c.n;
}

//# case launch_without_an_argument — the launch passes fewer arguments than the kernel takes
//# error 6: `k` takes 2 arguments, and this launch passes 1
__global__ void k(int *a, int n) { a[0] = n; }
int main()
{
    int *a;
    cudaMalloc(&a, 4);
    k<<<1, 1>>>(a);
}

//# case launch_with_too_many_arguments — the launch passes an argument that the kernel does not take
//# error 6: `k` takes 1 argument, and this launch passes 2
template <class T> __global__ void k(T *a) { a[0] = 1; }
int main()
{
    int *a;
    cudaMalloc(&a, 4);
    k<int><<<1, 1>>>(a, 5);
}

//# case much_dynamic_shared_memory — more than 48 KiB without an attribute
//# error 10: 49152 unless it is told
__global__ void k(int *o)
{
    extern __shared__ int s[];
    o[threadIdx.x] = s[threadIdx.x];
}
int main()
{
    int *o;
    cudaMalloc(&o, 128);
    k<<<1, 32, 100000>>>(o);
}

//# case lambda_to_a_kernel — the argument of a launch is a lambda
//# error 6: a lambda as an argument of a kernel
template <class F>
__global__ void apply(F f, int n) { if (threadIdx.x < n) f(threadIdx.x); }
int main()
{
    int *x; cudaMalloc(&x, 256);
    apply<<<1, 64>>>([=] __device__ (int i) { x[i] = 2 * i; }, 64);
}

//# case type_of_a_library — the text of cub is not here, and its alias is no second error
//# error 3: `cub::BlockReduce` is not taken
__global__ void k(int *x)
{
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage t;
    x[0] = Reduce(t).Sum(x[threadIdx.x]);
}

//# case pointer_changed_by_reference — a function changes a pointer of its caller
//# error 1: `x` is a reference to a pointer
__device__ void exchange(int *&x, int *&y) { int *t = x; x = y; y = t; }
__global__ void k(int *a, int *b) { exchange(a, b); a[0] = 1; }

//# case reference_to_one_of_two — a reference to a choice would be a copy
//# error 4: one of two variables
__global__ void k(int *y)
{
    int a = 1, b = 2;
    int &r = y[0] ? a : b;
    r = 9;
    y[0] = a + b;
}

//# case launch_after_free — the host frees an array that a later launch uses; an error path that frees it too is no launch's
//# error 11: `a` is used here, and `cudaFree` has freed it in line 10
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main(int argc, char **argv)
{
    int *a, *b;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    if (cudaGetLastError() != cudaSuccess) { cudaFree(b); return 1; }
    k<<<1, 32>>>(b);
    k<<<1, 32>>>(a);
    cudaFree(a);
    k<<<1, 32>>>(a);
}

//# case reference_that_a_function_computes — the result would be a copy, and the change of it would be lost
//# error 5: the reference that this function returns is not taken here
struct T { int v[4]; __device__ int &at(int i) { if (i < 0) i = 0; return v[i]; } };
__global__ void k(int *a)
{
    T t;
    int &r = t.at(2);
    r = 5;
    a[0] = t.v[2];
}
