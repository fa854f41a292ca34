//# case struct_in_a_buffer — elements of two floats and an int are read and written by member; x moves by v, and hits counts
//# launch grid 1 block 3
//# buffer p: {float, float, int} = 1 0.5 0 2 -1 5 0 0.25 9
//# expect p: {float, float, int} = 1.5 0.5 1 1 -1 6 0.25 0.25 10
struct Particle {
    float x;
    float v;
    int hits;
};

__global__ void move(Particle *p)
{
    int i = threadIdx.x;
    p[i].x += p[i].v;
    p[i].hits++;
}

//# case struct_copied_whole — an element is copied to a local, changed and stored whole; b is a with both members increased
//# launch grid 1 block 3
//# buffer a: {int, int} = 1 2 3 4 5 6
//# buffer b: {int, int} = zeros 6
//# expect b: {int, int} = 11 4 13 8 15 12
typedef struct {
    int key;
    int value;
} Pair;

__global__ void change(const Pair *a, Pair *b)
{
    Pair p = a[threadIdx.x];
    p.key += 10;
    p.value *= 2;
    b[threadIdx.x] = p;
}

//# case struct_tag_with_typedef — typedef struct Name { } Name and struct Name in a parameter; y is the distance on a grid
//# launch grid 1 block 2
//# buffer p: {int, int} = 0 0 3 4 -1 2 5 -2
//# buffer y: int = zeros 2
//# expect y: int = 7 10
typedef struct Point {
    int x, y;
} Point;

__device__ int distance(struct Point a, struct Point b)
{
    return abs(a.x - b.x) + abs(a.y - b.y);
}

__global__ void distances(const Point *p, int *y)
{
    int i = threadIdx.x;
    y[i] = distance(p[2 * i], p[2 * i + 1]);
}

//# case struct_returned — a device function returns a struct; min and max of four numbers come back together
//# launch grid 1 block 2
//# buffer x: int = 4 -1 7 2 0 0 5 9
//# buffer y: int = zeros 4
//# expect y: int = -1 7 0 9
struct Range { int low, high; };

__device__ Range rangeOf(const int *x, int n)
{
    Range r;
    r.low = r.high = x[0];
    for (int k = 1; k < n; k++) {
        r.low = min(r.low, x[k]);
        r.high = max(r.high, x[k]);
    }
    return r;
}

__global__ void ranges(const int *x, int *y)
{
    Range r = rangeOf(x + 4 * threadIdx.x, 4);
    y[2 * threadIdx.x] = r.low;
    y[2 * threadIdx.x + 1] = r.high;
}

//# case methods — const and other methods work on the object's members; y is the sum after three additions
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 24 33 42 51
struct Counter {
    int sum;
    int times;
    __device__ void add(int v) { sum += v; times++; }
    __device__ int total() const { return sum * this->times; }
};

__global__ void count(const int *x, int *y)
{
    Counter c = {0, 0};
    c.add(x[threadIdx.x]);
    c.add(2 * x[threadIdx.x]);
    c.add(5);
    y[threadIdx.x] = c.total();
}

//# case constructors — a constructor with an initialiser list, and one without parameters; y is re * re + im * im
//# launch grid 1 block 3
//# buffer x: float = 3 4 1 2 0 0.5
//# buffer y: float = zeros 3
//# expect y: float = 26 6 1.25
struct Complex {
    float re, im;
    __device__ Complex() : re(1), im(0) {}
    __device__ Complex(float a, float b) : re(a), im(b) {}
    __device__ float square() const { return re * re + im * im; }
};

__global__ void squares(const float *x, float *y)
{
    int i = threadIdx.x;
    Complex one;
    Complex z(x[2 * i], x[2 * i + 1]);
    y[i] = z.square() + one.square();
}

//# case operators_of_a_struct — * and + as methods of a complex number; y is 1 for points whose orbit stays within 2 for 4 steps
//# launch grid 1 block 6
//# buffer x: float = 0 0 -1 0 1 0 0.25 0 2 2 -2 0
//# buffer y: int = zeros 6
//# expect y: int = -1 -1 2 -1 0 -1
struct cuComplex {
    float r, i;
    __device__ cuComplex(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2() { return r * r + i * i; }
    __device__ cuComplex operator*(const cuComplex &a) { return cuComplex(r * a.r - i * a.i, i * a.r + r * a.i); }
    __device__ cuComplex operator+(const cuComplex &a) { return cuComplex(r + a.r, i + a.i); }
};

__global__ void orbit(const float *x, int *y)
{
    cuComplex c(x[2 * threadIdx.x], x[2 * threadIdx.x + 1]);
    cuComplex z(0, 0);
    int left = -1;
    for (int k = 0; k < 4; k++) {
        z = z * z + c;
        if (z.magnitude2() > 4) {
            left = k;
            break;
        }
    }
    y[threadIdx.x] = left;
}

//# case free_operators — operators outside of the struct, with +=, ==, and a unary minus; y has members and comparisons
//# launch grid 1 block 2
//# buffer x: {int, int} = 1 2 -5 5
//# buffer y: int = zeros 6
//# expect y: int = -11 -22 1 -5 -25 0
struct V { int a, b; };
__device__ V operator+(V l, V r) { V s; s.a = l.a + r.a; s.b = l.b + r.b; return s; }
__device__ V &operator+=(V &l, const V &r) { l.a += r.a; l.b += r.b; return l; }
__device__ V operator-(V v) { V n = {-v.a, -v.b}; return n; }
__device__ bool operator==(const V &l, const V &r) { return l.a == r.a && l.b == r.b; }

__global__ void operate(const V *x, int *y)
{
    int i = threadIdx.x;
    V ten = {10, 0}, twenty = {0, 20}, one = {1, 2};
    V s = x[i] + ten;
    s += twenty;
    s = -s;
    y[3 * i] = s.a;
    y[3 * i + 1] = s.b;
    y[3 * i + 2] = x[i] == one;
}

//# case float3_operators — the usual operators of float3 are written beside the kernel; a is position + velocity * 0.5
//# launch grid 1 block 2
//# buffer p: float3 = 1 2 3 4 5 6
//# buffer v: float3 = 2 4 -2 0 1 0.5
//# expect p: float3 = 2 4 2 4 5.5 6.25
__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }

__global__ void advance(float3 *p, const float3 *v)
{
    int i = threadIdx.x;
    p[i] = p[i] + v[i] * 0.5f;
}

//# case operator_of_brackets — operator[] and operator() with an index; y is the matrix times (1, 2)
//# launch grid 1 block 2
//# buffer y: int = zeros 2
//# expect y: int = 5 11
struct Matrix {
    int cells[4];
    __device__ int operator()(int r, int c) const { return cells[2 * r + c]; }
    __device__ int &operator[](int k) { return cells[k]; }
};

__global__ void multiply(int *y)
{
    Matrix m;
    for (int k = 0; k < 4; k++)
        m[k] = k + 1;
    int r = threadIdx.x;
    y[r] = m(r, 0) * 1 + m(r, 1) * 2;
}

//# case struct_parameter_by_value — a kernel takes a struct by value; y is scale * x + shift, cut at limit
//# launch grid 1 block 4
//# arg s.scale = 2.5
//# arg s.shift = -1
//# arg s.limit = 8
//# buffer x: float = 0 1 2 4
//# buffer y: float = zeros 4
//# expect y: float = -1 1.5 4 8
struct Settings {
    float scale;
    float shift;
    int limit;
};

__global__ void apply(const Settings s, const float *x, float *y)
{
    float v = s.scale * x[threadIdx.x] + s.shift;
    y[threadIdx.x] = v < s.limit ? v : s.limit;
}

//# case nested_structs — a struct has a struct and an array as members; y is the area of each box
//# launch grid 1 block 2
//# buffer b: {int, int, int, int} = 0 0 3 4 -1 -1 1 9
//# buffer y: int = zeros 2
//# expect y: int = 12 20
struct Corner { int at[2]; };
struct Box { Corner low, high; };

__global__ void areas(const Box *b, int *y)
{
    Box box = b[threadIdx.x];
    int size[2];
    for (int d = 0; d < 2; d++)
        size[d] = box.high.at[d] - box.low.at[d];
    y[threadIdx.x] = size[0] * size[1];
}

//# case struct_in_shared_memory — a shared array of structs finds the largest value with its index; y has both
//# launch grid 1 block 8
//# buffer x: int = 3 9 -2 9 4 0 8 1
//# buffer y: int = zeros 2
//# expect y: int = 9 1
struct Best { int value; int index; };

__global__ void argmax(const int *x, int *y)
{
    __shared__ Best best[8];
    int t = threadIdx.x;
    best[t].value = x[t];
    best[t].index = t;
    __syncthreads();
    for (int s = 4; s > 0; s /= 2) {
        if (t < s && best[t + s].value > best[t].value)
            best[t] = best[t + s];
        __syncthreads();
    }
    if (t == 0) {
        y[0] = best[0].value;
        y[1] = best[0].index;
    }
}

//# case struct_by_pointer_and_reference — a device function takes a struct by reference, another by pointer with ->; p is moved and reset
//# launch grid 1 block 4
//# buffer p: {float, float} = 1 1 2 -2 3 0.5 4 0
//# expect p: {float, float} = 2 1 0 0 3.5 0.5 4 0
struct Body { float x, v; };

__device__ void move(Body &b) { b.x += b.v; }
__device__ void stop(Body *b) { b->v = 0; }

__global__ void step(Body *p)
{
    int i = threadIdx.x;
    move(p[i]);
    if (i % 2)
        stop(&p[i]);
}

//# case template_struct — a struct template over type and size; y is the sum of its cells
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12
//# buffer y: int = zeros 4
//# expect y: int = 6 15 24 33
template <typename T, int N>
struct Vector {
    T v[N];
    __device__ T sum() const
    {
        T s = 0;
        for (int k = 0; k < N; k++)
            s += v[k];
        return s;
    }
};

__global__ void sums(const int *x, int *y)
{
    Vector<int, 3> t;
    for (int k = 0; k < 3; k++)
        t.v[k] = x[3 * threadIdx.x + k];
    y[threadIdx.x] = t.sum();
}

//# case conversion_operator_for_shared_memory — a struct template whose conversion gives the shared array as a pointer; y is x reversed
//# launch grid 1 block 8 shared 32 template int
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 8 7 6 5 4 3 2 1
template <class T>
struct Dynamic {
    __device__ inline operator T *()
    {
        extern __shared__ int words[];
        return (T *)words;
    }
    __device__ inline operator const T *() const
    {
        extern __shared__ int words[];
        return (T *)words;
    }
};

template <class T>
__global__ void reverse(const T *x, T *y)
{
    T *tile = Dynamic<T>();
    unsigned t = threadIdx.x;
    tile[t] = x[t];
    __syncthreads();
    y[t] = tile[blockDim.x - 1 - t];
}

//# case struct_of_pointers — a struct parameter by value has pointers as members, each a buffer; c is a + b
//# launch grid 1 block 4
//# arg n = 3
//# buffer m.a: int = 1 2 3 4
//# buffer m.b: int = 10 20 30 40
//# buffer m.c: int = zeros 4
//# expect m.c: int = 11 22 33 0
struct Three {
    const int *a;
    const int *b;
    int *c;
};

__global__ void add(Three m, int n)
{
    int i = threadIdx.x;
    if (i < n)
        m.c[i] = m.a[i] + m.b[i];
}

//# case matrix_with_its_elements — struct Matrix { width, height, elements } by value, as in many courses; C is A times B
//# launch grid 1 block 2,2
//# arg A.width = 3
//# arg A.height = 2
//# buffer A.elements: float = 1 2 3 4 5 6
//# arg B.width = 2
//# arg B.height = 3
//# buffer B.elements: float = 1 0 0 1 2 2
//# arg C.width = 2
//# arg C.height = 2
//# buffer C.elements: float = zeros 4
//# expect C.elements: float = 7 8 16 17
typedef struct {
    int width;
    int height;
    float *elements;
} Matrix;

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    float Cvalue = 0;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = 0; e < A.width; ++e)
        Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
    C.elements[row * C.width + col] = Cvalue;
}

//# case static_constant_and_method — a static constexpr member and a static method are named with the struct; y is i modulo 4 plus 4
//# launch grid 1 block 6
//# buffer y: int = zeros 6
//# expect y: int = 4 5 6 7 4 5
struct Tile {
    static constexpr int SIZE = 4;
    __device__ static int within(int i) { return i % SIZE; }
};

__global__ void within(int *y)
{
    y[threadIdx.x] = Tile::within(threadIdx.x) + Tile::SIZE;
}

//# case class_with_access — class, public and private are read; y is the balance after two payments
//# launch grid 1 block 3
//# buffer y: int = zeros 3
//# expect y: int = 100 89 78
class Account {
    int balance;

public:
    __device__ Account(int start) { balance = start; }
    __device__ void pay(int amount) { balance -= amount; }
    __device__ int get() const { return balance; }
};

__global__ void payments(int *y)
{
    int i = threadIdx.x;
    Account a(100);
    a.pay(10 * i);
    a.pay(i);
    y[i] = a.get();
}

//# case member_initialisers — members have default values and braces give some of them; y has 7, 2, 1 and 2
//# launch grid 1 block 1
//# buffer y: int = zeros 4
//# expect y: int = 7 2 1 2
struct Options {
    int first = 1;
    int second = 2;
};

__global__ void options(int *y)
{
    Options a{7}, b;
    y[0] = a.first;
    y[1] = a.second;
    y[2] = b.first;
    y[3] = b.second;
}

//# case operators_from_a_header_beside — float4 operators stand in a header beside the text, as in the samples' helper_math.h; y is 2 a + b
//# file helper_math.h
#ifndef HELPER_MATH_H
#define HELPER_MATH_H
inline __host__ __device__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
inline __host__ __device__ float4 operator*(float s, float4 a)
{
    return make_float4(s * a.x, s * a.y, s * a.z, s * a.w);
}
inline __host__ __device__ void operator+=(float4 &a, float4 b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}
inline __host__ __device__ float dot(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
#endif
//# end
//# launch grid 1 block 2
//# buffer a: float4 = 1 2 3 4 -1 0 0.5 2
//# buffer b: float4 = 10 20 30 40 1 1 1 1
//# buffer y: float4 = zeros 8
//# buffer d: float = zeros 2
//# expect y: float4 = 13 26 39 52 -2 1 2.5 7
//# expect d: float = 300 1.5
#include "helper_math.h"

__global__ void combine(const float4 *a, const float4 *b, float4 *y, float *d)
{
    int i = threadIdx.x;
    float4 v = 2.0f * a[i] + b[i];
    v += a[i];
    y[i] = v;
    d[i] = dot(a[i], b[i]);
}

//# case lock_of_a_struct — a struct with a pointer to a mutex locks a critical section, taken by one thread of each block; total is the sum
//# launch grid 4 block 4
//# buffer lock.mutex: int = 0
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//# buffer total: int = 0
//# expect total: int = 120
//# finding none
struct Lock {
    int *mutex;
    __device__ void lock() { while (atomicCAS(mutex, 0, 1) != 0); __threadfence(); }
    __device__ void unlock() { __threadfence(); atomicExch(mutex, 0); }
};

__global__ void add(Lock lock, const int *x, volatile int *total)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        lock.lock();
        *total += sum;
        lock.unlock();
    }
}

//# case inheritance_without_virtual — a struct has a base without virtual functions, and uses its members; y is area plus height
//# launch grid 1 block 3
//# buffer y: int = zeros 3
//# expect y: int = 7 9 11
struct Flat {
    int w, h;
    __device__ int area() const { return w * h; }
};
struct Solid : Flat {
    int height;
};

__global__ void solids(int *y)
{
    Solid s;
    s.w = threadIdx.x + 1;
    s.h = 2;
    s.height = 5;
    y[threadIdx.x] = s.area() + s.height;
}

//# case bodies_in_shared_tiles — forces among bodies that are float4 with a mass in w, over shared tiles, by 1 / sqrtf of whole squares; a is the sum
//# launch grid 2 block 4
//# arg n = 8
//# buffer p: float4 = 0 0 0 1 3 0 0 2 0 4 0 3 3 4 0 4 0 0 0 5 3 0 0 6 0 4 0 7 3 4 0 8
//# buffer a: float = zeros 8
//# expect a: float = 454 420 426 392 454 420 426 392
#define TILE 4

__device__ float pull(float4 a, float4 b)
{
    float2 d = {b.x - a.x, b.y - a.y};
    float square = d.x * d.x + d.y * d.y;
    return square > 0 ? rintf(b.w * 60.0f / sqrtf(square)) : 0.0f;
}

__global__ void forces(const float4 *p, float *a, int n)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = p[i];
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        tile[threadIdx.x] = p[start + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += pull(mine, tile[k]);
        __syncthreads();
    }
    a[i] = sum;
}

//# case sub_matrices — the maker's guide: a function returns a structure whose pointer is inside of a matrix; C is A times B, by tiles of 2
//# launch grid 1 block 2,2
//# arg A.width = 4
//# arg A.height = 2
//# arg A.stride = 4
//# buffer A.elements: float = 1 2 3 4 5 6 7 8
//# arg B.width = 2
//# arg B.height = 4
//# arg B.stride = 2
//# buffer B.elements: float = 1 0 0 1 2 1 1 2
//# arg C.width = 2
//# arg C.height = 2
//# arg C.stride = 2
//# buffer C.elements: float = zeros 4
//# expect C.elements: float = 11 13 27 29
#define SIDE 2
typedef struct {
    int width;
    int height;
    int stride;
    float *elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col];
}

__device__ void SetElement(Matrix A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value;
}

__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width = SIDE;
    Asub.height = SIDE;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * SIDE * row + SIDE * col];
    return Asub;
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / SIDE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[SIDE][SIDE];
        __shared__ float Bs[SIDE][SIDE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < SIDE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

//# case view_of_an_array — a structure made of a pointer has methods that return an element, as a value and as a place; the second row is 10 times the first plus the column
//# launch grid 1 block 3
//# buffer x: float = 1 2 3 4 5 6
//# expect x: float = 1 2 3 10 21 32
struct View {
    float *data;
    int columns;
    __device__ View(float *d, int c) : data(d), columns(c) {}
    __device__ float &at(int r, int c) { return data[r * columns + c]; }
    __device__ float operator()(int r, int c) const { return data[r * columns + c]; }
};

__global__ void rows(float *x)
{
    View v(x, 3);
    int t = threadIdx.x;
    v.at(1, t) = 10 * v(0, t) + t;
}

//# case walking_pointer_in_a_structure — a method moves the pointer of its structure; y is the first of each two elements plus 10 times the second
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 4
//# expect y: int = 21 43 65 87
struct Cursor {
    const int *at;
    int left;
    __device__ int next()
    {
        left--;
        return *at++;
    }
};

__global__ void pairs(const int *x, int *y)
{
    Cursor c = {x + threadIdx.x * 2, 2};
    int sum = c.next();
    sum += 10 * c.next();
    if (c.left == 0)
        y[threadIdx.x] = sum;
}

//# case constructor_of_a_base — a structure calls its base's constructor, and a method of the base; y is (i + 1) times 10 plus 3
//# launch grid 1 block 3
//# buffer y: int = zeros 3
//# expect y: int = 13 23 33
struct Base {
    int a;
    __device__ Base(int v) : a(v) {}
    __device__ int tens() const { return 10 * a; }
};
struct More : public Base {
    int b;
    __device__ More(int v, int w) : Base(v), b(w) {}
    __device__ int sum() const { return tens() + b; }
};

__global__ void sums(int *y)
{
    More m(threadIdx.x + 1, 3);
    y[threadIdx.x] = m.sum();
}

//# case three_numbers_in_a_structure — float3 members lie without gaps, as in C; the velocity is the position, whose x has moved
//# launch grid 1 block 2
//# buffer p: {float3, float3, float} = 1 2 3 4 5 6 2 10 20 30 40 50 60 0.5
//# expect p: {float3, float3, float} = 11 2 3 11 2 3 2 35 20 30 35 20 30 0.5
struct Particle {
    float3 pos;
    float3 vel;
    float mass;
};

__global__ void move(Particle *p)
{
    int i = threadIdx.x;
    p[i].pos.x += p[i].vel.y * p[i].mass;
    float3 q = p[i].pos;
    p[i].vel = q;
}

//# case bytes_in_a_structure — members of one and two bytes lie as in C; u is t in reverse with one more in c, and o says what t has
//# launch grid 1 block 2
//# buffer t: {bool, unsigned char, short, int2} = 1 200 -5 7 8 0 3 300 9 10
//# buffer u: {bool, unsigned char, short, int2} = zeros 10
//# buffer o: int = zeros 2
//# expect u: {bool, unsigned char, short, int2} = 0 4 300 9 10 1 201 -5 7 8
//# expect o: int = 195 10
struct Mixed {
    bool on;
    unsigned char c;
    short s;
    int n[2];
};

__global__ void copies(const Mixed *t, Mixed *u, int *o)
{
    int i = threadIdx.x;
    Mixed w = t[1 - i];
    u[i] = w;
    u[i].c = w.c + 1;
    o[i] = t[i].on ? t[i].c + t[i].s : t[i].n[1];
}

//# case structure_argument_with_three_numbers — a structure by value has a float3 and an array; y is the sum of the point and the weights times scale
//# launch grid 1 block 2
//# arg cam.eye = 1 2 3
//# arg cam.scale = 10
//# arg cam.w = 4 5
//# buffer y: float = zeros 2
//# expect y: float = 46 56
struct Camera {
    float3 eye;
    float scale;
    float w[2];
};

__device__ float sum(Camera c) { return c.eye.x + c.eye.y + c.eye.z; }

__global__ void see(Camera cam, float *y)
{
    int i = threadIdx.x;
    y[i] = sum(cam) + cam.scale * cam.w[i];
}

//# case structure_template_that_counts_down — a template uses itself with a smaller number, down to a specialisation; y is 4 + 3 + 2 + 1
//# launch grid 1 block 1
//# buffer y: int = 0
//# expect y: int = 10
template <int N> struct Sum {
    static constexpr int value = N + Sum<N - 1>::value;
};
template <> struct Sum<0> {
    static constexpr int value = 0;
};

__global__ void k(int *y)
{
    y[0] = Sum<4>::value;
}

//# case element_operator_twice — operator[] is there as a value of a const object and as a place; y has the changed elements
//# launch grid 1 block 1
//# buffer y: float = zeros 3
//# expect y: float = 4 2 6
struct Vec3 {
    float e[3];
    __device__ Vec3(float a, float b, float c) { e[0] = a; e[1] = b; e[2] = c; }
    __device__ float operator[](int i) const { return e[i]; }
    __device__ float &operator[](int i) { return e[i]; }
};

__global__ void k(float *y)
{
    Vec3 v(1, 2, 3);
    v[0] = 4;
    v[2] += v[2];
    for (int i = 0; i < 3; i++)
        y[i] = v[i];
}

//# case friends_and_namespaces — an operator is a friend in its structure, which is in a namespace; y is the sum of both parts
//# launch grid 1 block 2
//# buffer y: int = zeros 2
//# expect y: int = 33 35
namespace geometry {
struct P {
    int a, b;
    friend __device__ P operator+(const P &p, const P &q) { return {p.a + q.a, p.b + q.b}; }
};
}

__device__ int all(geometry::P p) { return p.a + p.b; }

__global__ void k(int *y)
{
    int i = threadIdx.x;
    geometry::P p = {1 + i, 2 + i}, q = {10, 20};
    y[i] = all(p + q);
}

//# case records_over_floats — a structure over a buffer of floats, at a float that need not be its first: members, whole values and `+=`
//# launch grid 1 block 1
//# arg n = 1
//# buffer p: float = 0 1 2 3 4 5 6 7 8 9 10 11 12 13
//# expect p: float = 16 1 2 3 4 100 6 7 8 13 7 8 9 13
struct Record { float a, b, c; };

__global__ void records(float *p, int n)
{
    Record *q = (Record *)(p + n * 4);
    q[0].b = 100.f;
    Record s = q[1];
    p[0] = s.a + s.c;
    q[2] = s;
    q[1].c += q[0].a;
}

//# case structured_bindings — auto [a, b] names the parts of a copy, auto &[a, b] those of the thing itself; y has the numbers
//# launch grid 1 block 2
//# buffer y: int = zeros 12
//# expect y: int = 7 3 13 40 31 5 8 4 14 46 32 6
struct Pair {
    int low;
    int high;
};
__device__ Pair split(int v) { return {v % 10, v / 10}; }
__global__ void names(int *y)
{
    __shared__ Pair kept[2];
    int i = threadIdx.x;
    int *row = y + 6 * i;
    const auto [a, b] = split(37 + 11 * i);
    row[0] = a;
    row[1] = b;
    auto [low, high] = split(40 + i);
    low += 6 + a - 1 - b + b;
    row[2] = low + (i ? 0 : 1) - i + b / 4;
    row[3] = high * 10 + 6 * i;
    kept[i] = split(51 + i);
    auto &[one, ten] = kept[i];
    ten -= 2;
    row[4] = kept[i].high * 10 + one;
    int numbers[2] = {4, 5};
    auto &[first, second] = numbers;
    second = first + 1 + i;
    row[5] = numbers[1];
}

//# case values_with_the_names_of_members — {.x = 1, .y = 2} gives members by name; those without a value have their own, or 0; y has them
//# launch grid 1 block 1
//# buffer y: int = zeros 8
//# expect y: int = 1 2 0 7 0 5 9 3
struct Point {
    int x, y, z;
};
struct Settings {
    int steps = 7;
    Point centre;
    int width = 3;
};
__device__ int sum(Point p) { return p.x + 10 * p.y + 100 * p.z; }
__global__ void makes(int *y)
{
    const Point p = {.x = 1, .y = 2};
    y[0] = p.x;
    y[1] = p.y;
    y[2] = p.z;
    Settings s{.centre = {.y = 5, .z{9}}};
    y[3] = s.steps;
    y[4] = s.centre.x;
    y[5] = s.centre.y;
    y[6] = s.centre.z;
    y[7] = s.width + 0 * sum({.z = 1});
}

//# case functor_with_a_pointer — a parameter with operator() and a pointer inside counts into a buffer; h has the counts
//# launch grid 1 block 6
//# buffer x: int = 1 2 1 3 1 2
//# buffer f.counts: int = zeros 4
//# arg f.step = 2
//# expect f.counts: int = 0 6 4 2
struct Counter {
    int *counts;
    int step;
    __device__ void operator()(const int &v) { atomicAdd(&counts[v], step); }
};
template <class F>
__global__ void counts(const int *x, F f)
{
    f(x[threadIdx.x]);
}
void start(int *x, int *h)
{
    Counter c{h, 2};
    counts<Counter><<<1, 6>>>(x, c);
}

//# case parameter_with_a_pointer_that_changes_itself — a method moves on through the parameter's buffer, and remembers its place; y has what it took
//# launch grid 1 block 2
//# buffer s.values: int = 5 6 7 8 9 10
//# arg s.next = 1
//# buffer y: int = zeros 6
//# expect y: int = 6 7 8 6 7 8
struct Stream {
    const int *values;
    int next;
    __device__ int take() { return values[next++]; }
    __device__ int place() const { return next; }
};
__global__ void takes(Stream s, int *y)
{
    int *row = y + 3 * threadIdx.x;
    row[0] = s.take();
    row[1] = s.take();
    row[2] = s.take() + 0 * s.place();
}

//# case pointers_into_arrays_of_structures — rows of an array in a structure are passed as float (*x)[4], in a buffer, in shared memory and in a thread; y and the buffer have the sums
//# launch grid 1 block 2
//# buffer a: float = 1 2 3 4 5 6 7 8 100 11 12 13 14 15 16 17 18 200
//# buffer y: float = zeros 8
//# expect y: float = 102 208 26 66 7 47 67 149
//# expect a: float = 1 2 3 4 5 6 7 8 102 11 12 13 14 15 16 17 18 208
struct Box {
    float rows[2][4];
    float sum;
};
__device__ float cell(float (*x)[4], int k, int j) { return x[k][j]; }
__device__ float line(const float *x) { return x[0] + x[1] + x[2] + x[3]; }
__device__ void scale(float *x, int n, float by)
{
    for (int i = 0; i < n; i++)
        x[i] *= by;
}
__global__ void rows(float *a, float *y)
{
    Box *boxes = (Box *)a;
    __shared__ Box kept[2];
    int i = threadIdx.x;
    boxes[i].sum += cell(boxes[i].rows, 0, 1) + i * 0 - (i ? 4 : 0);
    y[i] = boxes[i].sum;
    y[2 + i] = line(boxes[i].rows[1]);
    kept[i] = boxes[i];
    scale(kept[i].rows[0] + 2, 2, 2);
    __syncthreads();
    y[4 + i] = kept[i].rows[0][2] + (i ? kept[i].rows[0][3] - 7 : 1);
    Box own = kept[i];
    scale(own.rows[i], 3, 3);
    scale(&own.rows[1][3], 1, 4);
    y[6 + i] = line(own.rows[0]) + cell(own.rows, 1, 3);
}

//# case pointer_into_a_parameter_of_structures — the same of a buffer that is declared with the structure; f has two cells of each box
//# launch grid 1 block 2
//# arg n = 2
//# buffer boxes: float = 1 2 3 4 5 6 7 8 100 11 12 13 14 15 16 17 18 200
//# buffer f: float = zeros 4
//# expect f: float = 3 8 100 218
struct Box {
    float rows[2][4];
    float sum;
};
__device__ float cell(float (*x)[4], int k, int j) { return x[k][j]; }
__global__ void cells(struct Box boxes[2], float f[4], int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    f[i] = cell(boxes[i / 2].rows, i, 2 + i);
    const Box &b = boxes[i];
    f[2 + i] = b.sum + (i ? b.rows[1][3] : 0);
}

//# case steps_of_an_object — ++v and v++ call the methods of their names; y has the object's number and the values
//# launch grid 1 block 2
//# buffer y: int = zeros 8
//# expect y: int = 14 11 13 1 15 12 14 2
struct Count {
    int n;
    __device__ Count &operator++()
    {
        n++;
        return *this;
    }
    __device__ Count operator++(int)
    {
        Count before = *this;
        n += 2;
        return before;
    }
    __device__ void operator--() { n = n - 1; }
};
__global__ void steps(int *y)
{
    int i = threadIdx.x;
    Count c = {10 + i};
    ++c;
    Count old = c++;
    c++;
    --c;
    y[4 * i] = c.n;
    y[4 * i + 1] = old.n;
    Count kept = c;
    --kept;
    y[4 * i + 2] = kept.n;
    y[4 * i + 3] = c.n - kept.n + i;
}

//# case methods_that_change_nothing — a method without const that writes through a pointer parameter leaves its object alone: in constant memory, and in a buffer that all threads read
//# launch grid 1 block 4
//# buffer fixed: float = 5 0 7 9
//# buffer spheres: float = 1 10 2 20
//# buffer y: float = zeros 8
//# expect y: float = 500 500 709 909 101 202 420 520
//# expect spheres: float = 1 10 2 20
struct Sphere {
    float radius;
    float z;
    __device__ float hit(float x, float *n)
    {
        float dx = x - z;
        float own = radius;
        if (dx < 0)
            own += x;
        *n = own;
        return radius > 1 ? z : own;
    }
};
__constant__ Sphere fixed[2];
__global__ void hits(Sphere *spheres, float *y)
{
    int i = threadIdx.x;
    float n;
    y[i] = fixed[i / 2].hit(i % 2 * 2, &n);
    y[i] += 100 * n;
    y[4 + i] = spheres[i / 2].hit(i, &n);
    y[4 + i] += 100 * n;
}

//# case member_that_an_index_moves_on — a method changes its object in the index of the element whose method it calls; y has the diameters in their order
//# launch grid 1 block 2
//# buffer spheres: float = 1 10 2 20 3 30
//# buffer y: float = zeros 4
//# expect y: float = 2 4 2 4
struct Sphere {
    float radius;
    float z;
    __device__ float diameter() const { return 2 * radius; }
};
struct Walker {
    int next;
    __device__ float take(const Sphere *spheres) { return spheres[next++].diameter(); }
};
__global__ void walks(const Sphere *spheres, float *y)
{
    Walker walker = {0};
    y[2 * threadIdx.x] = walker.take(spheres);
    y[2 * threadIdx.x + 1] = walker.take(spheres);
}

//# case structures_in_structures — a structure without a name in a structure is a member's type, or lends its members; y has the numbers
//# launch grid 1 block 2
//# buffer y: int = zeros 8
//# expect y: int = 1 2 30 4 2 2 31 5
struct Cell {
    int id;
    struct {
        int row, column;
    } place;
    struct {
        int low;
        int high;
    };
    struct Inner {
        int v;
    };
    Inner inner;
};
__global__ void cells(int *y)
{
    int i = threadIdx.x;
    Cell cell = {1 + i, {2, 3}, 30, 4, {5}};
    cell.low += i;
    cell.high += i;
    y[4 * i] = cell.id;
    y[4 * i + 1] = cell.place.row;
    y[4 * i + 2] = cell.low;
    y[4 * i + 3] = cell.high;
}

//# case union_of_numbers — the members of a union are the same bits as other types; y has the words
//# launch grid 1 block 2
//# buffer f: float = 1.5 -2
//# buffer y: int = zeros 8
//# expect y: int = 127 -1077936128 1073741824 4 128 1073741824 -1073741824 4
union Bits {
    float number;
    unsigned int word;
    int whole;
};
__device__ Bits negated(Bits bits)
{
    bits.word ^= 0x80000000u;
    return bits;
}
__device__ void twice(Bits &bits) { bits.number *= 2; }
__global__ void bits(const float *f, int *y)
{
    int i = threadIdx.x;
    Bits own;
    own.number = f[i];
    y[4 * i] = own.word >> 23 & 255;
    y[4 * i + 1] = negated(own).whole;
    Bits other = {i ? -1.0f : 1.0f};
    twice(other);
    y[4 * i + 2] = other.whole;
    y[4 * i + 3] = sizeof(Bits);
}

//# case member_between_comparisons — `p.b < 4 > (…)` compares twice, because `b` is no template: the first result is 0 or 1
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 0 0 0 1
struct Pair { int a; unsigned b; };

__global__ void compare(int *y)
{
    Pair p = {1, threadIdx.x * 2};
    y[threadIdx.x] = !(p.b < 6u > (p.a & 2));
}

//# case enumeration_in_a_structure — its names are used with and without the structure's; y is x + 5 + 3 + 0
//# launch grid 1 block 3
//# buffer x: int = 1 2 3
//# buffer y: int = zeros 3
//# expect y: int = 9 10 11
struct Shape {
    enum { SIZE = 3 };
    enum Kind { FLAT, SOLID = 5 };
    int v[SIZE];
    __device__ int with(int i) const { return v[i] + SOLID; }
};

__global__ void kinds(const int *x, int *y)
{
    Shape s;
    s.v[threadIdx.x] = x[threadIdx.x];
    y[threadIdx.x] = s.with(threadIdx.x) + Shape::SIZE + Shape::FLAT;
}

//# case elements_of_a_view — operator[] and a method that return references to what a parameter's pointer points to
//# launch grid 1 block 4
//# buffer d: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect d: int = 10 20 30 47
//# expect y: int = 1 2 3 4
struct View {
    int *data;
    int n;
    __device__ int &operator[](int i) { return data[i]; }
    __device__ int &last() { return data[n - 1]; }
};

__global__ void scale(int *d, int *y)
{
    View v = {d, 4};
    int i = threadIdx.x;
    y[i] = v[i];
    v[i] = 10 * v[i];
    __syncthreads();
    if (i == 0)
        v.last() += 7;
}

//# case methods_defined_outside — a method and a constructor have their bodies behind the structure; y is 2 t + 5
//# launch grid 1 block 3
//# buffer y: int = zeros 3
//# expect y: int = 5 7 9
struct Counter {
    int n;
    __device__ Counter(int start);
    __device__ int add(int by = 3);
};

__device__ Counter::Counter(int start) { n = 2 * start + 2; }

__device__ int Counter::add(int by)
{
    n += by;
    return n;
}

__global__ void count(int *y)
{
    Counter c(threadIdx.x);
    y[threadIdx.x] = c.add();
}

//# case members_of_the_host — operator new and delete are the host's, and the other methods are used; y is x + 1
//# launch grid 1 block 3
//# buffer x: int = 4 5 6
//# buffer y: int = zeros 3
//# expect y: int = 5 6 7
struct Managed {
    int v;
    void *operator new(size_t bytes)
    {
        void *p;
        cudaMallocManaged(&p, bytes);
        return p;
    }
    void operator delete(void *p) { cudaFree(p); }
    __device__ int next() const { return v + 1; }
};

__global__ void next(const int *x, int *y)
{
    Managed m;
    m.v = x[threadIdx.x];
    y[threadIdx.x] = m.next();
}

//# case constant_of_a_base — a static constant of a template's base is named in the base's method; y is x + 2
//# launch grid 1 block 2
//# buffer x: float = 1 2.5
//# buffer y: float = zeros 2
//# expect y: float = 3 4.5
template <typename T> struct Base {
    static const int STEP = 2;
    __device__ T up(T v) { return v + STEP; }
};
template <typename T> struct Derived : Base<T> {
    __device__ T go(T v) { return this->up(v); }
};

__global__ void raise(const float *x, float *y)
{
    Derived<float> d;
    y[threadIdx.x] = d.go(x[threadIdx.x]);
}

//# case objects_without_values — arrays, members and bases of structures with default values or constructors have them
//# launch grid 1 block 1
//# buffer out: float = zeros 14
//# expect out: float = 3 1.5 3 1.5 7 7 3 9 7 5 8 1 0 4
struct P { int a = 3; float b = 1.5f; };
struct C { int a; __device__ C() : a(7) {} };
struct Outer { P p; C c; int n; };
struct Base { int x = 5; int y; __device__ Base() : y(8) {} };
struct Heir : Base { int z = 1; };
struct Own { C c; int w; __device__ Own() : w(9) {} };
__device__ P file[2];
__global__ void k(float *out)
{
    P q[2];
    P t[2] = {};
    C g[3];
    Outer o;
    Own own;
    Heir heir;
    P half = {4};
    out[0] = q[1].a;
    out[1] = q[1].b;
    out[2] = t[1].a;
    out[3] = file[1].b;
    out[4] = g[2].a;
    out[5] = o.c.a;
    out[6] = o.p.a;
    out[7] = own.w;
    out[8] = own.c.a;
    out[9] = heir.x;
    out[10] = heir.y;
    out[11] = heir.z;
    out[12] = half.b - 1.5f;
    out[13] = half.a;
}

//# case braces_that_are_left_out — values of a structure whose parts have no braces of their own, and texts in arrays of letters
//# launch grid 1 block 1
//# buffer out: int = zeros 9
//# expect out: int = 1 4 5 3 104 0 99 120 4
struct M { float m[2][2]; };
struct A { int a[2]; int b; int c; };
__constant__ M file = {1, 2, 3, 4};
__global__ void k(int *out)
{
    M m = {1, 2, 3, 4};
    A a = {1, 3, 5, 7};
    char t[] = "hey";
    char two[2][4] = {"abc", "x"};
    out[0] = (int)m.m[0][0];
    out[1] = (int)file.m[1][1];
    out[2] = a.b;
    out[3] = a.a[1];
    out[4] = t[0];
    out[5] = t[3];
    out[6] = two[0][2];
    out[7] = two[1][0];
    out[8] = sizeof(t);
}

//# case constants_of_structures — constants and enumerators that use earlier ones or the template's arguments
//# launch grid 1 block 1
//# buffer out: int = zeros 9
//# expect out: int = 8 16 32 1 0 6 7 2 12
struct Sizes { static constexpr int N = 8; static constexpr int M = N * 2; enum { A = M - 10, B }; static const int C = B + 5; int data[N]; };
template <int N> struct Power { enum { value = 2 * Power<N - 1>::value }; };
template <> struct Power<0> { enum { value = 1 }; };
template <class T> struct Is { enum { value = 0 }; };
template <class T> struct Is<T *> { enum { value = 1 }; };
template <int W> struct Tile { static constexpr int half = W / 2; __device__ int get() { return half; } };
__global__ void k(int *out)
{
    out[0] = Sizes::N;
    out[1] = Sizes::M;
    out[2] = Power<16>::value / 2048;
    out[3] = Is<int *>::value;
    out[4] = Is<int>::value;
    out[5] = Sizes::A;
    out[6] = Sizes::B;
    Tile<4> tile;
    out[7] = tile.get();
    out[8] = Sizes::C;
}

//# case methods_change_their_members_alone — two threads call methods that change two members of one object
//# launch grid 1 block 4
//# buffer out: int = zeros 4
//# expect out: int = 7 5 3 0
//# finding
struct Cell { int a, b, c; __device__ void setA(int v) { a = v; } __device__ void addB(int v) { b += v; } __device__ int getC() const { return c; } };
__global__ void k(int *out)
{
    __shared__ Cell cell;
    int i = threadIdx.x;
    if (i == 0) { cell.a = 0; cell.b = 1; cell.c = 3; }
    __syncthreads();
    if (i == 0) cell.setA(7);
    if (i == 1) cell.addB(4);
    if (i == 2) out[2] = cell.getC();
    __syncthreads();
    if (i == 0) { out[0] = cell.a; out[1] = cell.b; }
}

//# case methods_of_elements — methods of elements in global memory, through a pointer, and one that calls another
//# launch grid 1 block 3
//# buffer p: float = 1 2 3 4 5 6 7 8 9
//# buffer out: float = zeros 3
//# expect p: float = 2 2 3 5 5 6 8 8 9
//# expect out: float = 7 16 25
struct Point { float x, y, z; __device__ float sum() const { return x + y + z; } __device__ void step() { x += 1; } __device__ float next() { step(); return sum(); } };
__global__ void k(Point *p, float *out)
{
    int i = threadIdx.x;
    Point *q = p + i;
    out[i] = q->next();
}

//# case method_after_its_index_changes — the object of a call stays the same while its method changes the index
//# launch grid 1 block 1
//# buffer p: int = 1 2 3 4
//# buffer out: int = zeros 2
//# expect p: int = 1 12 3 4
//# expect out: int = 2 12
struct Slot { int v; __device__ int add(int &i) { i = 2; v += 10; return v; } };
__global__ void k(Slot *p, int *out)
{
    int i = 1;
    out[1] = p[i].add(i);
    out[0] = i;
}

//# case methods_that_return_their_object — calls in a chain change one object, of a thread, in shared and in global memory
//# launch grid 1 block 2
//# buffer g: int = 1 2 3 4
//# buffer out: int = zeros 4
//# expect g: int = 607 2 607 4
//# expect out: int = 111 1111 111 1111
//# finding
struct V {
    int x, y;
    __device__ V &operator+=(int d) { x += d; return *this; }
    __device__ V &set(int d) { x = d; return *this; }
    __device__ V &add(int d) { x += d; return *this; }
    __device__ V &inc() { ++x; return *this; }
    __device__ V &twice() { return inc().inc(); }
    __device__ V &thrice() { this->twice(); return this->inc(); }
    __device__ int sum() const { return x; }
};
__device__ V &bump(V &v, int d) { v.x += d; return v; }
__global__ void k(V *g, int *out)
{
    __shared__ V s[2];
    int i = threadIdx.x;
    V v; v.x = 0;
    out[2 * i] = v.add(1).add(10).add(100).sum();
    s[i].set(1).add(10);
    V &r = s[i].add(100);
    r.add(1000);
    out[2 * i + 1] = s[i].x;
    g[i].set(5).twice();
    V l; l.set(1).thrice().twice();
    bump(bump(g[i], 100 * l.x), 0);
}

//# case operators_that_return_their_object — `<<` in a chain writes one list
//# launch grid 1 block 1
//# buffer out: int = zeros 4
//# expect out: int = 3 4 5 3
struct List { int v[4]; int n; __device__ List &operator<<(int x) { v[n++] = x; return *this; } };
__global__ void k(int *out)
{
    List l; l.n = 0;
    l << 3 << 4 << 5;
    for (int i = 0; i < 3; i++) out[i] = l.v[i];
    out[3] = l.n;
}

//# case methods_that_change_a_pointer — a method moves a member that is a pointer, or sets it to null
//# launch grid 1 block 2
//# buffer a: int = 41 19 7 5
//# buffer out: int = zeros 4
//# expect out: int = 60 2 12 2
struct Walk {
    const int *p; int n;
    __device__ int next() { int v = *p; p++; n++; return v; }
    __device__ void stop() { p = nullptr; }
    __device__ bool done() const { return p == nullptr; }
};
__global__ void k(const int *a, int *out)
{
    Walk w = {a + 2 * threadIdx.x, 0};
    int sum = 0;
    while (!w.done()) { sum += w.next(); if (w.n == 2) w.stop(); }
    out[2 * threadIdx.x] = sum;
    out[2 * threadIdx.x + 1] = w.n;
}
