//# case array_beside_its_element — an array is passed with a reference to one of its elements, which a copy would lose
//# error 5: beside a reference
__device__ void g(int *p, int &r, int k) { p[k] += r; r = k; }

__global__ void k(int *o, int n)
{
    int a[8]; g(a, a[5], n);
    o[0] = a[5];
}

//# case static_variable_of_a_function — a static variable in a kernel is one for all threads
//# error 3: static
__global__ void k(int *x)
{
    static int count = 0;
    x[0] = count++;
}

//# case function_as_a_value — a function is passed to another one
//# error 5: a function as a value is not taken
template <class F> __device__ float apply(F f, float v) { return f(v); }
__device__ float twice(float v) { return 2 * v; }

__global__ void k(float *x)
{   x[0] = apply(twice, x[0]);
}

//# case alias_of_a_function_pointer — an alias of a pointer to a function is the type of a parameter
//# error 4: a pointer to a function (`Op`) is not taken
typedef float (*Op)(float, float);
using Other = float (*)(float);

__global__ void k(float *x, Op op, Other other)
{
    x[0] = op(x[0], 1);
}

//# case another_rounding — a sum that rounds towards zero
//# error 2: does not round to nearest is not taken
__global__ void k(float *x)
{   x[0] = __fadd_rz(x[0], 1.0f);
}
