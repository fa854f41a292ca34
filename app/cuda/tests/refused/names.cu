//# case unknown_name — a name that is nowhere declared
//# error 3: total
__global__ void k(int *x)
{
    x[0] = total;
}

//# case misspelt_name — a name with one wrong letter; the message names the one that may be meant
//# error 3: values
__global__ void k(int *values)
{
    valeus[0] = 1;
}

//# case misspelt_builtin — threadIdx is written with a small i
//# error 3: threadIdx
__global__ void k(int *x)
{
    x[threadidx.x] = 1;
}

//# case name_of_a_missing_header — a macro that may stand in the header that is not given
//# error 5: constants.h
#include "constants.h"

__global__ void k(int *x)
{
    x[threadIdx.x] = BLOCK_SIZE;
}

//# case function_of_a_missing_header — a device function that may stand in a header that is not given
//# error 5: vector_helpers.cuh
#include "vector_helpers.cuh"

__global__ void k(float *x)
{
    x[0] = dotProduct(x, x + 3);
}

//# case type_of_a_missing_header — a type that may stand in a header that is not given
//# error 3: image.h
#include "image.h"

__global__ void k(Image picture, int *x)
{
    x[0] = picture.width;
}

//# case unknown_function — a function that is nowhere declared
//# error 3: cube
__global__ void k(int *x)
{
    x[0] = cube(x[1]);
}

//# case unknown_type — a type that is nowhere declared
//# error 3: Vector
__global__ void k(int *x)
{
    Vector v;
    x[0] = 1;
}

//# case unknown_member — a struct has no member of this name
//# error 6: z
struct Point { int x, y; };

__global__ void k(int *x)
{
    Point p = {1, 2};
    x[0] = p.z;
}

//# case unknown_component — int2 has no component z
//# error 3: z
__global__ void k(int2 *p, int *x)
{
    x[0] = p[0].z;
}

//# case component_of_an_index — threadIdx has x, y and z alone
//# error 3: w
__global__ void k(int *x)
{
    x[threadIdx.w] = 1;
}

//# case unknown_method — a struct has no method of this name
//# error 9: subtract
struct Counter {
    int n;
    __device__ void add() { n++; }
};

__global__ void k(int *x)
{
    Counter c = {0};
    c.subtract();
    x[0] = c.n;
}

//# case unknown_namespace — a namespace that nobody has declared
//# error 3: math
__global__ void k(int *x)
{
    x[0] = math::twice(3);
}

//# case name_declared_twice — a variable is declared twice in one block
//# error 4: i
__global__ void k(int *x)
{
    int i = 1;
    float i = 2;
    x[0] = i;
}

//# case parameter_declared_twice — two parameters have the same name
//# error 1: n
__global__ void k(int *x, int n, int n)
{
    x[0] = n;
}

//# case variable_hides_its_parameter — the outermost block declares the name of a parameter
//# error 3: n
__global__ void k(int *x, int n)
{
    int n = 3;
    x[0] = n;
}

//# case function_defined_twice — two functions have the same name and the same parameters
//# error 2: f
__device__ int f(int v) { return v; }
__device__ int f(int v) { return v + 1; }

__global__ void k(int *x) { x[0] = f(1); }

//# case struct_defined_twice — two structs have the same name
//# error 2: P
struct P { int a; };
struct P { int b; };

__global__ void k(int *x) { x[0] = 1; }

//# case name_out_of_its_scope — a variable of an inner block is used behind it
//# error 5: i
__global__ void k(int *x)
{
    for (int i = 0; i < 4; i++)
        x[i] = i;
    x[4] = i;
}

//# case used_before_its_declaration — a variable is used on the line before its declaration
//# error 3: sum
__global__ void k(int *x)
{
    x[0] = sum;
    int sum = 0;
    x[1] = sum;
}

//# case host_function_in_a_kernel — a kernel calls a function of the host
//# error 5: __device__
int limit(int v) { return v > 9 ? 9 : v; }

__global__ void k(int *x)
{
    x[0] = limit(x[1]);
}

//# case host_variable_in_a_kernel — a kernel reads a variable of the host that is not constant
//# error 5: __device__
int size = 32;

__global__ void k(int *x)
{
    x[0] = size;
}

//# case unknown_kernel_in_a_launch — the host launches a kernel that is not there
//# error 6: addd
__global__ void add(int *x) { x[0] = 1; }

int main()
{
    int *d;
    addd<<<1, 1>>>(d);
}

//# case faults_of_names_in_two_functions — every function is checked, and each unknown name is reported once
//# error 1: first
//# error 6: second
__device__ int f(int v) { return v + first; }

__global__ void k(int *x)
{
    x[0] = f(1);
    x[1] = second;
    x[2] = second;
}

//# case own_header_before_those_of_the_system — the program's own header is more likely to declare a name than one of the system
//# error 4: it may stand in `sizes.h`
#include <curand.h>
#include "sizes.h"
__global__ void k(int *x)
{   x[0] = WIDTH;
}

//# case unknown_template — a template that is declared nowhere
//# error 3: Box
__global__ void k(float *x)
{
    Box<float> box;
    x[0] = 1.0f;
}

//# case built_in_beside_a_header — a function of CUDA that is not taken stands in no header of the text
//# error 5: not taken here
#include "getopt.h"

__global__ void k(int *x)
{
    x[0] = __vsads2(x[0]);
}

//# case several_names — every unknown name of a statement is reported
//# error 3: cuont
//# error 3: scale
//# error 4: lenght
//# error 4: wieght
__global__ void k(float *data, int count)
{
    if (threadIdx.x < cuont) data[0] = scale * data[1];
    for (int i = 0; i < lenght; i++) data[i] += wieght(i) + scale;
}

//# case template_of_a_missing_header — a template that nothing declares is told once, with the header in which it may stand
//# error 3: the template `Box` is undeclared
#include "lost.h"
__global__ void k(float *a)
{   Box<float> b;
    a[threadIdx.x] = 1.0f;
}

//# case atomic_reference — a class of CUDA's library is refused by its name
//# error 3: `cuda::atomic_ref` is not taken
__global__ void count(int *v)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> a(*v);
    a.fetch_add(1);
}

//# case too_much_shared_memory — two arrays that have more than 48 KiB together; the larger one is named
//# error 2: `big` declares 65552 bytes of shared memory, and CUDA takes 49152
__global__ void big(float *v)
{   __shared__ float s[128 * 128];
    __shared__ float t[4];
    s[threadIdx.x] = v[threadIdx.x];
    t[0] = 1;
    __syncthreads();
    v[threadIdx.x] = s[31 - threadIdx.x] + t[0];
}
