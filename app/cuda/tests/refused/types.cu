//# case too_few_arguments — a device function with two parameters gets one argument
//# error 5: add
__device__ int add(int a, int b) { return a + b; }

__global__ void k(int *x)
{
    x[0] = add(1);
}

//# case too_many_arguments — a device function with one parameter gets two arguments
//# error 5: twice
__device__ int twice(int a) { return 2 * a; }

__global__ void k(int *x)
{
    x[0] = twice(1, 2);
}

//# case too_few_arguments_of_a_builtin — atomicAdd gets an address alone
//# error 3: atomicAdd
__global__ void k(int *x)
{
    atomicAdd(&x[0]);
}

//# case value_instead_of_an_address — atomicAdd gets the element instead of its address
//# error 3: atomicAdd
__global__ void k(int *x)
{
    atomicAdd(x[0], 1);
}

//# case no_overload_fits — no overload takes a struct
//# error 8: kind
struct P { int a; };
__device__ int kind(int) { return 1; }
__device__ int kind(float) { return 2; }

__global__ void k(int *x)
{
    P p = {1};
    x[0] = kind(p);
}

//# case ambiguous_overload — two overloads fit an unsigned equally well
//# error 6: kind
__device__ int kind(int) { return 1; }
__device__ int kind(float) { return 2; }

__global__ void k(int *x, unsigned u)
{
    x[0] = kind(u);
}

//# case pointer_to_int — a pointer is assigned to an int
//# error 3: int
__global__ void k(int *x)
{
    int a = x;
    x[0] = a;
}

//# case float_to_pointer — a float is given where a pointer is expected
//# error 5: first
__device__ int first(const int *p) { return p[0]; }

__global__ void k(int *x)
{
    x[0] = first(1.5f);
}

//# case pointer_of_another_type — a float pointer is given where an int pointer is expected
//# error 5: first
__device__ int first(const int *p) { return p[0]; }

__global__ void k(float *f, int *x)
{
    x[0] = first(f);
}

//# case struct_to_int — a struct is assigned to an int
//# error 6: P
struct P { int a; };

__global__ void k(int *x)
{
    P p = {1};
    x[0] = p;
}

//# case sum_of_structs — a struct has no operator +
//# error 6: +
struct P { int a; };

__global__ void k(int *x)
{
    P p = {1}, q = {2};
    P r = p + q;
    x[0] = r.a;
}

//# case sum_of_pointers — two pointers are added
//# error 3: +
__global__ void k(int *x, int *y)
{
    int *z = x + y;
    z[0] = 1;
}

//# case modulo_of_floats — % has no form for floats
//# error 3: %
__global__ void k(float *x)
{
    x[0] = x[1] % 2.0f;
}

//# case shift_of_a_float — << has no form for floats
//# error 3: <<
__global__ void k(float *x)
{
    x[0] = x[1] << 2;
}

//# case index_is_a_float — an index is a float
//# error 3: index
__global__ void k(int *x, float f)
{
    x[f] = 1;
}

//# case index_of_an_int — an int is indexed
//# error 3: n
__global__ void k(int *x, int n)
{
    x[0] = n[2];
}

//# case star_before_an_int — an int is dereferenced
//# error 3: *
__global__ void k(int *x, int n)
{
    x[0] = *n;
}

//# case member_of_an_int — an int has no members
//# error 3: n
__global__ void k(int *x, int n)
{
    x[0] = n.x;
}

//# case dot_instead_of_arrow — a member of a pointer is named with a dot
//# error 5: ->
struct P { int a; };

__global__ void k(P *p, int *x)
{
    x[0] = p.a;
}

//# case assignment_to_const — a const variable is assigned
//# error 4: const
__global__ void k(int *x)
{
    const int limit = 4;
    limit = 5;
    x[0] = limit;
}

//# case store_through_a_const_pointer — an element behind a pointer to const is written
//# error 3: const
__global__ void k(const int *x)
{
    x[threadIdx.x] = 1;
}

//# case assignment_to_a_builtin — threadIdx.x is assigned
//# error 3: threadIdx
__global__ void k(int *x)
{
    threadIdx.x = 0;
    x[0] = 1;
}

//# case const_without_value — a const variable has no value
//# error 3: const
__global__ void k(int *x)
{
    const int limit;
    x[0] = limit;
}

//# case const_method_that_writes — a const method assigns to a member
//# error 3: const
struct Counter {
    int n;
    __device__ void add() const { n += 1; }
};

__global__ void k(int *x)
{
    Counter c = {0};
    c.add();
    x[0] = c.n;
}

//# case const_pointer_lost — a pointer to const is passed where a pointer to changeable elements is expected
//# error 5: const
__device__ void clear(int *p) { p[0] = 0; }

__global__ void k(const int *x)
{
    clear(x);
}

//# case reference_to_a_number — a number is passed for a reference that may be written
//# error 5: raise
__device__ void raise(int &v) { v++; }

__global__ void k(int *x)
{
    raise(3);
    x[0] = 1;
}

//# case kernel_returns_a_value — a __global__ function has the type int
//# error 1: void
__global__ int k(int *x)
{
    x[0] = 1;
    return 1;
}

//# case return_of_a_value_in_a_kernel — a kernel returns a number
//# error 4: return
__global__ void k(int *x)
{
    x[0] = 1;
    return 1;
}

//# case return_without_a_value — a function with a result returns nothing
//# error 5: return
__device__ int f(int v)
{
    if (v > 0)
        return v;
    return;
}

__global__ void k(int *x) { x[0] = f(x[1]); }

//# case void_as_a_value — the result of a void function is assigned
//# error 5: void
__device__ void f(int *p) { p[0] = 1; }

__global__ void k(int *x)
{
    x[1] = f(x);
}

//# case void_variable — a variable has the type void
//# error 3: void
__global__ void k(int *x)
{
    void v;
    x[0] = 1;
}

//# case size_of_an_array_not_constant — a local array's size is a parameter
//# error 3: n
__global__ void k(int *x, int n)
{
    int a[n];
    a[0] = 1;
    x[0] = a[0];
}

//# case size_of_shared_not_constant — a shared array's size is a parameter
//# error 3: n
__global__ void k(int *x, int n)
{
    __shared__ int tile[n];
    tile[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = tile[0];
}

//# case too_many_initialisers — an array of two gets three values
//# error 3: 2
__global__ void k(int *x)
{
    int a[2] = {1, 2, 3};
    x[0] = a[0];
}

//# case shared_with_initialiser — a shared variable has an initialiser
//# error 3: __shared__
__global__ void k(int *x)
{
    __shared__ int sum = 0;
    atomicAdd(&sum, x[threadIdx.x]);
    x[0] = sum;
}

//# case kernel_called_like_a_function — a kernel is called without a launch
//# error 5: add
__global__ void add(int *x) { x[0]++; }

__global__ void k(int *x)
{
    add(x);
}

//# case switch_over_a_float — a switch stands over a float
//# error 3: switch
__global__ void k(float *x)
{
    switch (x[0]) {
    case 1: x[1] = 1; break;
    }
}

//# case case_not_constant — a case label is a parameter
//# error 4: case
__global__ void k(int *x, int n)
{
    switch (x[0]) {
    case n: x[1] = 1; break;
    }
}

//# case auto_without_value — auto has no initialiser
//# error 3: auto
__global__ void k(int *x)
{
    auto v;
    x[0] = 1;
}

//# case condition_is_a_struct — a struct stands as a condition
//# error 6: P
struct P { int a; };

__global__ void k(int *x)
{
    P p = {1};
    if (p)
        x[0] = 1;
}

//# case atomic_of_a_byte — atomicAdd has no form for bytes
//# error 3: atomicAdd
__global__ void k(unsigned char *x)
{
    atomicAdd(&x[0], 1);
}

//# case bitwise_of_floats — & has no form for floats
//# error 3: &
__global__ void k(float *x)
{
    x[0] = x[1] & x[2];
}

//# case empty_mask — a shuffle whose mask holds no thread
//# error 3: mask
__global__ void k(int *x)
{
    x[threadIdx.x] = __shfl_down_sync(0, x[threadIdx.x], 1);
}
