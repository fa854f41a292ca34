//# case missing_template_argument — a launch gives no argument for a template that cannot be deduced
//# error 7: SIZE
template <int SIZE>
__global__ void k(int *x) { x[threadIdx.x] = SIZE; }

int main()
{
    int *d;
    k<<<1, 4>>>(d);
}

//# case missing_argument_of_a_function — a device template's number cannot be deduced
//# error 6: N
template <int N>
__device__ int times(int v) { return N * v; }

__global__ void k(int *x)
{
    x[0] = times(3);
}

//# case too_many_template_arguments — a template with one parameter gets two arguments
//# error 6: times
template <int N>
__device__ int times(int v) { return N * v; }

__global__ void k(int *x)
{
    x[0] = times<2, 3>(3);
}

//# case type_for_a_number — a type is given where a number is expected
//# error 6: times
template <int N>
__device__ int times(int v) { return N * v; }

__global__ void k(int *x)
{
    x[0] = times<float>(3);
}

//# case number_for_a_type — a number is given where a type is expected
//# error 6: twice
template <typename T>
__device__ T twice(T v) { return v + v; }

__global__ void k(int *x)
{
    x[0] = twice<4>(3);
}

//# case argument_not_constant — a template argument is a parameter of the kernel
//# error 6: n
template <int N>
__device__ int times(int v) { return N * v; }

__global__ void k(int *x, int n)
{
    x[0] = times<n>(3);
}

//# case deduced_twice_differently — one type parameter is deduced as int and as float
//# error 6: larger
template <typename T>
__device__ T larger(T a, T b) { return a < b ? b : a; }

__global__ void k(float *x, int n)
{
    x[0] = larger(n, 1.5f);
}

//# case fault_in_an_instance — an instance that is launched uses a member that the type has not; the line in the template counts
//# error 4: y
template <typename T>
__global__ void k(T *x)
{
    x[0].y = 1;
}

int main()
{
    int *d;
    k<int><<<1, 1>>>(d);
}

//# case fault_in_one_instance_of_two — the template fits float2 and not float: the fault names the instance
//# error 4: float
template <typename T>
__device__ float first(T v)
{
    return v.x;
}

__global__ void k(float2 *p, float *x)
{
    x[0] = first(p[0]);
    x[1] = first(x[0]);
}

//# case static_assertion_fails — a static_assert is false for the instance that is launched
//# error 4: SIZE must be a multiple of 4
template <int SIZE>
__global__ void k(int *x)
{
    static_assert(SIZE % 4 == 0, "SIZE must be a multiple of 4");
    x[threadIdx.x] = SIZE;
}

int main()
{
    int *d;
    k<6><<<1, 6>>>(d);
}

//# case endless_instances — a template instantiates itself with a larger number without end
//# error 2: next
template <int N>
__device__ int next(int v) { return v + next<N + 1>(v); }

__global__ void k(int *x)
{
    x[0] = next<0>(1);
}

//# case list_not_closed — a list of template arguments is not closed
//# error 6: >
template <int N>
__device__ int times(int v) { return N * v; }

__global__ void k(int *x)
{
    x[0] = times<3(x[1]);
}

//# case struct_template_without_arguments — a struct template is used without arguments
//# error 6: Pair
template <typename T>
struct Pair { T a, b; };

__global__ void k(int *x)
{
    Pair *p = 0;
    x[0] = 1;
}

//# case wrong_functor — the type given for an operation has no operator()
//# error 7: Plain
struct Plain { int a; };

template <typename Op>
__global__ void k(int *x)
{
    Op op;
    x[0] = op(x[1], x[2]);
}

int main()
{
    int *d;
    k<Plain><<<1, 1>>>(d);
}
