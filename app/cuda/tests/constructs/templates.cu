//# case specialisation_by_deduced_arguments — `template <> f(float)` is taken for `f<float>` too
//# launch grid 1 block 1
//# buffer out: int = zeros 5
//# expect out: int = 2 2 1 3 3
template <class T> __device__ int f(T) { return 1; }
template <> __device__ int f(float) { return 2; }
template <> __device__ int f<unsigned>(unsigned) { return 3; }
__global__ void k(int *out)
{
    out[0] = f<float>(1.0f);
    out[1] = f(1.0f);
    out[2] = f<int>(1);
    out[3] = f(1u);
    out[4] = f<unsigned>(1);
}

//# case specialisation_with_pointers — arguments of a specialisation are deduced through pointers, and beside numbers
//# launch grid 1 block 1
//# buffer out: int = zeros 4
//# expect out: int = 2 1 5 4
template <class T> __device__ int f(const T *, int) { return 1; }
template <> __device__ int f(const float *, int) { return 2; }
template <int N, class T> __device__ int g(T) { return 4; }
template <> __device__ int g<2>(float) { return 5; }
__global__ void k(int *out)
{
    float x = 1;
    out[0] = f(&x, 1);
    out[1] = f<int>(out, 1);
    out[2] = g<2>(1.0f);
    out[3] = g<3>(1.0f);
}

//# case more_specialised_template — of two templates, the one for pointers, for the same types, or for a structure is taken
//# launch grid 1 block 1
//# buffer out: int = zeros 8
//# expect out: int = 2 1 3 4 6 5 8 7
template <class T> __device__ int f(T) { return 1; }
template <class T> __device__ int f(T *) { return 2; }
template <class T, class U> __device__ int same(T, U) { return 4; }
template <class T> __device__ int same(T, T) { return 3; }
template <class T> struct Box { T value; };
template <class T> __device__ int g(T) { return 5; }
template <class T> __device__ int g(Box<T>) { return 6; }
template <class T> __device__ int h(T, int) { return 7; }
template <class T> __device__ int h(T *, int) { return 8; }
__global__ void k(int *out)
{
    int x = 0;
    Box<float> box = {1.0f};
    out[0] = f(&x);
    out[1] = f(x);
    out[2] = same(1, 2);
    out[3] = same(1, 2.0f);
    out[4] = g(box);
    out[5] = g(1);
    out[6] = h(&x, 1);
    out[7] = h(x, 1);
}

//# case plain_function_beside_a_template — a plain function is preferred; empty brackets ask for the template
//# launch grid 1 block 1
//# buffer out: int = zeros 4
//# expect out: int = 1 2 2 2
__device__ int h(int) { return 1; }
template <class T> __device__ int h(T) { return 2; }
__global__ void k(int *out)
{
    out[0] = h(1);
    out[1] = h<>(1);
    out[2] = h<int>(1);
    out[3] = h(1.0f);
}

//# case kernel_specialisation — the specialised kernel runs where its template argument is launched
//# folds grid 1 block 4 shared 0 template int
//# buffer x: int = zeros 4
//# expect x: int = 2 2 2 2
template <typename T> __global__ void put(T *x) { x[threadIdx.x] = 1; }
template <> __global__ void put(int *x) { x[threadIdx.x] = 2; }
int main()
{
    int *x;
    cudaMalloc(&x, 16);
    put<int><<<1, 4>>>(x);
    return 0;
}

//# case kernel_without_specialisation — another template argument runs the first one
//# folds grid 1 block 4 shared 0 template float
//# buffer x: float = zeros 4
//# expect x: float = 1 1 1 1
template <typename T> __global__ void put(T *x) { x[threadIdx.x] = 1; }
template <> __global__ void put(int *x) { x[threadIdx.x] = 2; }
int main()
{
    float *x;
    cudaMalloc(&x, 16);
    put<float><<<1, 4>>>(x);
    return 0;
}

//# case partial_specialisation — of the specialisations of a structure, the one that fits best is taken
//# launch grid 1 block 1
//# buffer out: int = zeros 6
//# expect out: int = 1 2 3 4 5 2
template <class T, int N = 1> struct Kind { static constexpr int value = 1; };
template <class T, int N> struct Kind<T *, N> { static constexpr int value = 2; };
template <int N> struct Kind<float, N> { static constexpr int value = 3; };
template <> struct Kind<float, 2> { static constexpr int value = 4; };
template <class T> struct Kind<T *, 3> { static constexpr int value = 5; };
__global__ void k(int *out)
{
    out[0] = Kind<int>::value;
    out[1] = Kind<int *>::value;
    out[2] = Kind<float>::value;
    out[3] = Kind<float, 2>::value;
    out[4] = Kind<int *, 3>::value;
    out[5] = Kind<float *>::value;
}

//# case specialisations_of_a_declaration — the first template is only declared
//# launch grid 1 block 1
//# buffer out: int = zeros 3
//# expect out: int = 8 9 6
template <class T> struct Name;
template <> struct Name<int> { __device__ int get() { return 8; } };
template <> struct Name<float> { __device__ int get() { return 9; } };
template <class T> __device__ int id(T);
template <> __device__ int id(int x) { return x + 1; }
__global__ void k(int *out)
{
    Name<int> one;
    Name<float> two;
    out[0] = one.get();
    out[1] = two.get();
    out[2] = id(5);
}

//# case methods_defined_outside — overloads that are defined behind the structure, in another order
//# launch grid 1 block 1
//# buffer out: int = zeros 2
//# expect out: int = 1 2
struct S {
    __device__ int f(int);
    __device__ int f(float);
};
__device__ int S::f(float) { return 2; }
__device__ int S::f(int) { return 1; }
__global__ void k(int *out)
{
    S s;
    out[0] = s.f(1);
    out[1] = s.f(1.0f);
}

//# case overloads_by_const — pointers and references to what may change, and to const
//# launch grid 1 block 1
//# buffer c: int = 3
//# buffer out: int = zeros 10
//# expect out: int = 1 2 1 2 2 1 2 2 1 2
template <class T> __device__ int f(T *) { return 1; }
template <class T> __device__ int f(const T *) { return 2; }
__device__ int g(float *) { return 1; }
__device__ int g(const float *) { return 2; }
__device__ int h(int &) { return 1; }
__device__ int h(const int &) { return 2; }
__device__ int of(const float *p) { return g(p); }
__global__ void k(const int *c, int *out)
{
    float x = 0;
    int i = 0;
    out[0] = f(&i);
    out[1] = f(c);
    out[2] = g(&x);
    out[3] = of(&x);
    const float *p = &x;
    out[4] = g(p);
    out[5] = h(i);
    out[6] = h(4);
    out[7] = h(i + 1);
    out[8] = h(out[0]);
    out[9] = f(c + 0);
}

//# case methods_of_templates_outside — methods and a constructor of a class template are defined behind it
//# launch grid 1 block 1
//# buffer out: int = zeros 4
//# expect out: int = 5 8 3 2
template <class T, int N> struct Box {
    T v;
    __device__ Box(T x);
    __device__ T get() const;
    __device__ T plus(T more);
    __device__ T operator[](int i);
};
template <class T, int N> __device__ Box<T, N>::Box(T x) : v(x) {}
template <class T, int N> __device__ T Box<T, N>::get() const { return v; }
template <class T, int N> __device__ T Box<T, N>::plus(T more) { return v + more; }
template <class T, int N> __device__ T Box<T, N>::operator[](int i) { return N + i; }
__global__ void k(int *out)
{
    Box<int, 2> box(5);
    Box<float, 3> other(1.5f);
    out[0] = box.get();
    out[1] = box.plus(3);
    out[2] = (int)(2 * other.get());
    out[3] = box[0];
}

//# case arguments_that_nothing_says — no launch says them: a type is float, a number is 64 and a truth value is true; y has the three
//# launch grid 1 block 1
//# buffer y: float = zeros 3
//# expect y: float = 0.5 64 1
template <typename T, int N, bool B>
__global__ void k(float *y)
{
    y[0] = T(1) / 2;
    y[1] = N;
    y[2] = B;
}

//# case arguments_that_depend_on_the_host — the launch stands in a template of the host that nothing calls
//# launch grid 1 block 1
//# buffer y: float = zeros 1
//# expect y: float = 0.5
template <typename T>
__global__ void k(T *y) { y[0] = T(1) / 2; }
template <typename R>
void run(R *y) { k<R><<<1, 1>>>(y); }
