//# case star_and_brackets — *(p + i) and p[i] are the same; y is x[i] + x[n - 1 - i]
//# launch grid 1 block 6
//# arg n = 6
//# buffer x: int = 1 2 4 8 16 32
//# buffer y: int = zeros 6
//# expect y: int = 33 18 12 12 18 33
__global__ void mirror(int *x, int *y, int n)
{
    int i = threadIdx.x;
    *(y + i) = *(x + i) + x[n - 1 - i];
}

//# case parameter_moved_in_place — pointers that are parameters move by the block's start; y is 2 x
//# launch grid 3 block 4
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11
//# buffer y: int = zeros 12
//# expect y: int = 0 2 4 6 8 10 12 14 16 18 20 22
__global__ void twice(const int *x, int *y)
{
    x += blockIdx.x * blockDim.x;
    y += blockIdx.x * blockDim.x;
    y[threadIdx.x] = 2 * x[threadIdx.x];
}

//# case walk_with_increment — *p++ walks over a row up to an end pointer; y is each row's sum
//# launch grid 1 block 3
//# arg n = 4
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12
//# buffer y: int = zeros 3
//# expect y: int = 10 26 42
__global__ void rows(const int *x, int *y, int n)
{
    const int *p = x + threadIdx.x * n;
    const int *end = p + n;
    int sum = 0;
    while (p != end)
        sum += *p++;
    y[threadIdx.x] = sum;
}

//# case pointer_steps_backwards — p--, --p and p -= 2 go back; y has three elements from the end
//# launch grid 1 block 1
//# buffer x: int = 10 20 30 40 50 60
//# buffer y: int = zeros 3
//# expect y: int = 60 50 30
__global__ void back(const int *x, int *y)
{
    const int *p = x + 5;
    y[0] = *p--;
    y[1] = *p;
    p -= 2;
    y[2] = *p;
}

//# case difference_and_comparison — q - p counts elements, < and == compare places; y is the place of the first value of at least 10
//# launch grid 1 block 3
//# arg n = 4
//# buffer x: int = 1 10 3 12 9 9 9 11 1 2 3 4
//# buffer y: int = zeros 3
//# expect y: int = 1 3 -1
__global__ void first(const int *x, int *y, int n)
{
    const int *row = &x[threadIdx.x * n];
    const int *p = row;
    while (p < row + n && *p < 10)
        ++p;
    y[threadIdx.x] = p == row + n ? -1 : (int)(p - row);
}

//# case address_of_an_element — &x[i] is passed to a device function that writes two places; x has pairs in order
//# launch grid 1 block 3
//# buffer x: int = 5 1 2 8 9 -9
//# expect x: int = 1 5 2 8 -9 9
__device__ void orderPair(int *pair)
{
    if (pair[0] > pair[1]) {
        int keep = pair[0];
        pair[0] = pair[1];
        pair[1] = keep;
    }
}

__global__ void order(int *x)
{
    orderPair(&x[2 * threadIdx.x]);
}

//# case address_of_a_local — &v of a local variable is passed to a device function; y is v after it
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 1 2 5 10
__device__ void squareInto(int v, int *result) { *result = v * v; }

__global__ void squares(int *y)
{
    int v;
    squareInto(threadIdx.x, &v);
    y[threadIdx.x] = v + 1;
}

//# case local_array_as_argument — a local array is passed as a pointer, and filled and read by functions; y is the sum of squares below i
//# launch grid 1 block 5
//# buffer y: int = zeros 5
//# expect y: int = 0 0 1 5 14
__device__ void fill(int *a, int n) { for (int k = 0; k < n; k++) a[k] = k * k; }
__device__ int sum(const int a[], int n)
{
    int s = 0;
    for (int k = 0; k < n; k++) s += a[k];
    return s;
}

__global__ void sums(int *y)
{
    int a[5];
    fill(a, 5);
    y[threadIdx.x] = sum(a, threadIdx.x);
}

//# case shared_array_as_argument — one device function takes a buffer in one call and shared memory in another; y is the sum of both
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 33 55 77 55
__device__ int pairSum(const int *p, int i) { return p[i] + p[(i + 1) % 4]; }

__global__ void both(const int *x, int *y)
{
    __shared__ int tile[4];
    int i = threadIdx.x;
    tile[i] = 10 * x[i];
    __syncthreads();
    y[i] = pairSum(x, i) + pairSum(tile, i);
}

//# case pointers_into_shared_memory — two pointers into one shared array are swapped after each step; y is an inclusive sum
//# launch grid 1 block 8
//# buffer x: int = 3 1 7 0 4 1 6 3
//# buffer y: int = zeros 8
//# expect y: int = 3 4 11 11 15 16 22 25
__global__ void scan(const int *x, int *y)
{
    __shared__ int both[16];
    int *in = both, *out = both + 8;
    int t = threadIdx.x;
    out[t] = x[t];
    __syncthreads();
    for (int step = 1; step < 8; step *= 2) {
        int *keep = in;
        in = out;
        out = keep;
        out[t] = t >= step ? in[t] + in[t - step] : in[t];
        __syncthreads();
    }
    y[t] = out[t];
}

//# case qualifiers_of_pointers — const, volatile, __restrict__ and restrict-like orders; y is a x + y
//# launch grid 1 block 4
//# arg a = 3
//# buffer x: float = 1 2 3 4
//# buffer y: float = 10 20 30 40
//# expect y: float = 13 26 39 52
__global__ void saxpy(const float a, float const *__restrict__ const x, volatile float *__restrict__ y)
{
    const unsigned i = threadIdx.x;
    y[i] = a * x[i] + y[i];
}

//# case parameter_as_array — int x[] and int m[][3] are pointers to elements and to rows; y is the column of x's row
//# launch grid 1 block 4
//# buffer column: int = 2 0 1 2
//# buffer m: int = 1 2 3 4 5 6 7 8 9 10 11 12
//# buffer y: int = zeros 4
//# expect y: int = 3 4 8 12
__global__ void choose(const int column[], const int m[][3], int y[])
{
    int i = threadIdx.x;
    y[i] = m[i][column[i]];
}

//# case pointer_to_rows — int (*m)[4] points at rows of four; y is the transposed matrix
//# launch grid 1 block 4,2
//# buffer m: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 1 5 2 6 3 7 4 8
__global__ void transpose(const int (*m)[4], int (*y)[2])
{
    y[threadIdx.x][threadIdx.y] = m[threadIdx.y][threadIdx.x];
}

//# case float_buffer_as_float4 — reinterpret_cast to float4 loads four floats at once beside scalar access; y is x + 1, s the first of each four
//# launch grid 1 block 2
//# buffer x: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 8
//# buffer s: float = zeros 2
//# expect y: float = 2 3 4 5 6 7 8 9
//# expect s: float = 1 5
__global__ void add4(float *x, float *y, float *s)
{
    int i = threadIdx.x;
    float4 v = reinterpret_cast<float4 *>(x)[i];
    v.x += 1; v.y += 1; v.z += 1; v.w += 1;
    reinterpret_cast<float4 *>(y)[i] = v;
    s[i] = x[4 * i];
}

//# case address_cast_to_float4 — *(float4 *)&x[k] and a float2 pointer in C style; y is x in pairs swapped
//# launch grid 1 block 2
//# buffer x: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 8
//# expect y: float = 3 4 1 2 7 8 5 6
__global__ void swapPairs(const float *x, float *y)
{
    int k = 4 * threadIdx.x;
    float4 v = *(const float4 *)&x[k];
    float2 *pairs = (float2 *)(y + k);
    pairs[0] = make_float2(v.z, v.w);
    pairs[1] = make_float2(v.x, v.y);
}

//# case null_test — a pointer is tested against nullptr and as a condition; both pointers are given, so that y is x + bias
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer bias: int = 100 200 300 400
//# buffer y: int = zeros 4
//# expect y: int = 101 202 303 404
__global__ void maybe(const int *x, const int *bias, int *y)
{
    int v = x[threadIdx.x];
    if (bias != nullptr)
        v += bias[threadIdx.x];
    if (y)
        y[threadIdx.x] = v;
}

//# case pointer_returned — a device function returns a pointer to a row; y is the row's sum
//# launch grid 1 block 2
//# buffer x: int = 1 2 3 4 5 6
//# buffer y: int = zeros 2
//# expect y: int = 6 15
__device__ const int *row(const int *x, int r) { return x + 3 * r; }

__global__ void rowSum(const int *x, int *y)
{
    const int *p = row(x, threadIdx.x);
    y[threadIdx.x] = p[0] + p[1] + p[2];
}

//# case registers_as_vectors — arrays of a thread are read and written as float4, a float4 as numbers, and a float as bits; y is 10 x, then the changed vector
//# launch grid 1 block 2
//# buffer x: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 10
//# buffer z: int = zeros 2
//# expect y: float = 10 20 30 40 50 60 70 80 307 802
//# expect z: int = 1065353216 1073741824
#define FLOAT4(v) (reinterpret_cast<float4 *>(&(v))[0])
__global__ void registers(float *x, float *y, int *z)
{
    float r[8];
    float acc[2][4] = {0.0f};
    int t = threadIdx.x;
    *(float4 *)&r[0] = FLOAT4(x[4 * t]);
    for (int i = 4; i < 8; i++)
        r[i] = 10 * r[i - 4];
    FLOAT4(acc[1][0]) = FLOAT4(r[4]);
    FLOAT4(y[4 * t]) = FLOAT4(acc[1][0]);
    float4 v = make_float4(1, 2, 3, 4);
    ((float *)&v)[t + 1] += 5;
    y[8 + t] = v.y + 100 * v.z;
    float f = t + 1;
    z[t] = *(int *)&f;
}

//# case braces_left_out — inner braces of lists are left out: y has the elements row by row, and zeros where the list ends
//# launch grid 1 block 1
//# buffer y: int = zeros 10
//# expect y: int = 1 2 3 4 5 6 0 0 7 8
struct Pair { int a, b; };
__global__ void lists(int *y)
{
    int m[2][4] = {1, 2, 3, 4, 5, 6};
    Pair p[2] = {7, 8};
    for (int i = 0; i < 8; i++)
        y[i] = m[i / 4][i % 4];
    y[8] = p[0].a;
    y[9] = p[0].b;
}

//# case two_pointers_into_one_array — a function exchanges two elements of a thread's array, and another takes a sized array; y is x in order, then the largest
//# launch grid 1 block 2
//# buffer x: int = 3 1 2 9 7 8
//# buffer y: int = zeros 8
//# expect y: int = 1 2 3 3 7 8 9 9
__device__ void exchange(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

__device__ int last(const int a[3])
{
    return a[2];
}

__global__ void sort(const int *x, int *y)
{
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = x[3 * threadIdx.x + i];
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--)
            exchange(&a[j - 1], a + j);
    for (int i = 0; i < 3; i++)
        y[4 * threadIdx.x + i] = a[i];
    y[4 * threadIdx.x + 3] = last(a);
}

//# case threes_over_pairs — a `float3 *` from a `float2 *`: 12 bytes are no multiple of 8, so that both are counted in floats
//# launch grid 1 block 1
//# arg n = 1
//# buffer p: float = 0 1 2 3 4 5 6 7 8 9 10 11
//# expect p: float = 0 4 2 3 4 50 6 7 60 61 62 11
__global__ void pairs(float2 *p, int n)
{
    float3 *q = (float3 *)(p + n);
    q[1].x = 50.f;
    q[2] = make_float3(60.f, 61.f, 62.f);
    p[0].y = q[0].z;
}

//# case pointer_over_all_rows — &a[0][0] of a thread's array walks over all rows, also in a function; y has the elements
//# launch grid 1 block 2
//# buffer y: int = zeros 8
//# expect y: int = 0 1 10 11 1 2 11 12
__device__ void put(int *from, int *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
__global__ void rows(int *y)
{
    int a[2][2];
    int i = threadIdx.x;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 2; c++)
            a[r][c] = 10 * r + c;
    int *p = &a[0][0];
    for (int k = 0; k < 4; k++)
        p[k] += i;
    put(&a[0][0], y + 4 * i, 3);
    y[4 * i + 3] = p[3];
}

//# case address_as_a_number — a pointer's alignment chooses between wide and single loads; y is the sum of four
//# launch grid 1 block 2
//# buffer x: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 2
//# expect y: float = 10 14
__device__ float four(const float *p)
{
    if (reinterpret_cast<size_t>(p) % sizeof(float4) == 0) {
        float4 v = *reinterpret_cast<const float4 *>(p);
        return v.x + v.y + v.z + v.w;
    }
    return p[0] + p[1] + p[2] + p[3];
}

__global__ void sum(const float *x, float *y)
{
    y[threadIdx.x] = four(x + threadIdx.x);
}

//# case null_as_an_argument — the number 0 is a null pointer where a function takes one; y is 5, 6, 105
//# launch grid 1 block 1
//# buffer y: int = zeros 3
//# expect y: int = 5 6 105
struct Limb { int n[2]; };
__device__ void put(Limb *r, int v, Limb *carry)
{
    r->n[0] = v;
    if (carry)
        carry->n[0] = v + 100;
}
__global__ void limbs(int *y)
{
    Limb a, b;
    b.n[0] = 0;
    put(&a, 5, 0);
    y[0] = a.n[0] + b.n[0];
    put(&a, 6, NULL);
    y[1] = a.n[0] + b.n[0];
    put(&a, 5, &b);
    y[2] = b.n[0];
}

//# case computed_address — an address that is computed as a number becomes a pointer again; y is record i's second float
//# launch grid 1 block 3
//# arg step = 12
//# buffer points: float = 1 2 3 4 5 6 7 8 9
//# buffer y: float = zeros 3
//# expect y: float = 2 5 8
__global__ void second(const float *points, float *y, int step)
{
    const char *bytes = (const char *)points;
    const float *point = (const float *)((size_t)bytes + threadIdx.x * step);
    y[threadIdx.x] = *(const float *)((size_t)point + 8 - 4);
}

//# case buffers_that_change_places — two pointers to buffers change places after each step; three steps of y[i] = x[i] + x[i - 1]
//# launch grid 1 block 4
//# arg steps = 3
//# buffer a: int = 1 0 0 0
//# buffer b: int = zeros 4
//# expect a: int = 1 2 1 0
//# expect b: int = 1 3 3 1
//# finding none
__device__ int left(const int *from, int i) { return i > 0 ? from[i - 1] : 0; }
__global__ void steps(int *a, int *b, int steps)
{
    int i = threadIdx.x;
    int *in = a, *out = b;
    for (int s = 0; s < steps; s++) {
        out[i] = in[i];
        out[i] += left(in, i);
        __syncthreads();
        int *t = in;
        in = out;
        out = t;
    }
}

//# case parameters_that_change_places — the parameters themselves change places, under atomics; a is 0 1 1 0, b is 10 2 0 0
//# launch grid 1 block 1
//# arg steps = 4
//# buffer a: int = 0 0 0 0
//# buffer b: int = 10 0 0 0
//# expect a: int = 0 1 1 0
//# expect b: int = 10 2 0 0
__global__ void turns(int *a, int *b, int steps)
{
    for (int s = 0; s < steps; s++) {
        atomicAdd(a + 1, 1);
        int *t = a;
        a = b;
        b = t;
        if (s == 1)
            a++;
        if (s == 2)
            b--;
    }
}

//# case structures_read_as_numbers — a pointer to structures is cast to one of numbers, while members are stored by name; y is 5, 7
//# launch grid 1 block 1
//# buffer g: int = 1 2 3 4
//# buffer y: int = zeros 2
//# expect g: int = 1 5 3 7
//# expect y: int = 5 7
struct Pair { unsigned a, b; };
__global__ void pairs(Pair *g, int *y)
{
    g[0].b = 5;
    g[1].b = 7;
    int *p = (int *)&g[0];
    y[0] = p[1];
    y[1] = p[3];
}

//# case one_of_two_buffers — a condition chooses a buffer, by ?: and by a function; y is 1, 20, 3, 40 and then 4 times 1
//# launch grid 1 block 4
//# arg which = 1
//# buffer a: int = 1 2 3 4
//# buffer b: int = 10 20 30 40
//# buffer y: int = zeros 8
//# expect y: int = 1 20 3 40 1 1 1 1
__device__ const int *chosen(const int *a, const int *b, int which)
{
    if (which)
        return a;
    return b + 1;
}
__global__ void choose(const int *a, const int *b, int *y, int which)
{
    int i = threadIdx.x;
    const int *p = i % 2 ? b : a;
    y[i] = p[i];
    y[4 + i] = *chosen(a, b, which);
}

//# case chosen_pointers_compared — a pointer that was chosen is compared with the buffers; y is 8 7 8 7, and then 3 rounds
//# launch grid 1 block 4
//# buffer a: int = zeros 4
//# buffer b: int = zeros 4
//# buffer y: int = zeros 8
//# expect y: int = 8 7 8 7 2 2 2 2
__global__ void compared(int *a, int *b, int *y)
{
    int i = threadIdx.x;
    int *p = i & 1 ? a : b;
    y[i] = p == a ? 7 : 8;
    int *in = a, *out = b;
    int rounds = 0;
    do {
        int *t = in;
        in = out;
        out = t;
        rounds++;
    } while (in != a);
    y[4 + i] = rounds;
}

//# case null_at_first — a pointer is nullptr at first, and points to one array in some threads; y is x or -1
//# launch grid 1 block 6
//# buffer x: float = 1 2 3 4 5 6
//# buffer y: float = zeros 6
//# expect y: float = 1 -1 3 -1 5 -1
__global__ void evens(const float *x, float *y)
{
    int i = threadIdx.x;
    const float *p = nullptr;
    if (i % 2 == 0) p = x;
    if (p != nullptr) y[i] = p[i]; else y[i] = -1.0f;
}

//# case null_or_one_of_two — a pointer is NULL at first, and points to one of two arrays in some threads
//# launch grid 1 block 6
//# buffer a: float = 1 2 3 4 5 6
//# buffer b: float = 10 20 30 40 50 60
//# buffer y: float = zeros 6
//# expect y: float = 1 20.5 -1 4 50.5 -1
__global__ void thirds(const float *a, const float *b, float *y)
{
    int i = threadIdx.x;
    const float *p = NULL;
    if (i % 3 == 0) p = a; else if (i % 3 == 1) p = b;
    if (p) y[i] = p[i]; else y[i] = -1.0f;
    if (p == b) y[i] += 0.5f;
}

//# case null_until_found — a pointer is 0 until a loop finds its place, and moves on from there
//# launch grid 1 block 6
//# buffer x: float = 1 2 3 4 5 6
//# buffer y: float = zeros 6
//# expect y: float = 4 4 4 4 -2 -2
__global__ void found(const float *x, float *y)
{
    int i = threadIdx.x;
    const float *p = 0;
    for (int j = 0; j < 4; j++) {
        if (!p) { if (j == i) p = x + j; }
        else p++;
    }
    y[i] = p ? *p : -2.0f;
}

//# case null_as_a_result — a function returns nullptr or a pointer; the caller tests it
//# launch grid 1 block 6
//# buffer x: float = 1 2 3 4 5 6
//# buffer y: float = zeros 6
//# expect y: float = 1 -3 3 -3 5 -3
__device__ const float *even(const float *x, int i) { if (i & 1) return nullptr; return x + i; }
__global__ void call(const float *x, float *y)
{
    int i = threadIdx.x;
    const float *p = even(x, i);
    y[i] = p == nullptr ? -3.0f : *p;
}

//# case null_again — a pointer is set back to nullptr, so that the next test does not hold
//# launch grid 1 block 4
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 1 2 1 2
__global__ void once(const int *x, int *y)
{
    int i = threadIdx.x, n = 0;
    const int *p = x + i;
    for (int j = 0; j < 3; j++)
        if (p) { n++; if (n == 1 + i % 2) p = nullptr; }
    y[i] = n;
}

//# case null_by_a_condition — a conditional expression gives a pointer or nullptr, and a function that takes it tests it
//# launch grid 1 block 6
//# buffer x: float = 1 2 3 4 5 6
//# buffer y: float = zeros 6
//# expect y: float = -1 2 -1 4 -1 6
__device__ float get(const float *p, int i) { return p ? p[i] : -1.0f; }
__global__ void chosen(const float *x, float *y)
{
    int i = threadIdx.x;
    y[i] = get(i % 2 ? x : nullptr, i);
}

//# case null_in_a_member — a member that is a pointer is nullptr in some threads
//# launch grid 1 block 6
//# buffer x: float = 1 2 3 4 5 6
//# buffer y: float = zeros 6
//# expect y: float = 1 2 3 -1 -1 -1
struct View { const float *data; int n; };
__global__ void member(const float *x, float *y)
{
    int i = threadIdx.x;
    View v;
    v.data = x;
    v.n = 3;
    if (i >= v.n) v.data = nullptr;
    y[i] = v.data != nullptr ? v.data[i] : -1.0f;
}

//# case null_of_a_byte_pointer — a pointer to floats is null, and one to bytes gets its value
//# launch grid 1 block 4
//# buffer x: float = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 0 1 0 1
__global__ void bytes(const float *x, int *y)
{
    int i = threadIdx.x;
    const float *p = x + i;
    if (i & 1) p = NULL;
    const char *q = (const char *)p;
    y[i] = q == 0;
}

//# case null_at_first_and_swapped — two pointers change places in a loop, and one of them is null at first
//# launch grid 1 block 2
//# buffer a: int = 1 2
//# buffer out: int = zeros 2
//# expect out: int = 2 4
__global__ void swaps(const int *a, int *out)
{
    int i = threadIdx.x;
    const int *cur = a, *next = nullptr;
    for (int s = 0; s < 3; s++) {
        const int *t = cur; cur = next; next = t;
        if (cur) out[i] += cur[i] * (s + 1);
    }
}

//# case null_until_the_best — the largest element of each thread's stride, by a pointer that is null at first
//# launch grid 1 block 2
//# buffer a: int = 3 9 8 1 5 4
//# buffer out: int = zeros 2
//# expect out: int = 8 9
__global__ void largest(const int *a, int *out)
{
    int i = threadIdx.x;
    const int *best = nullptr;
    for (int j = i; j < 6; j += 2)
        if (best == nullptr || a[j] > *best) best = a + j;
    out[i] = best ? *best : -1;
}

//# case null_before_the_one_behind — a pointer to the element before, which is null for the first
//# launch grid 1 block 1
//# buffer a: int = 3 9 8 1
//# buffer out: int = zeros 1
//# expect out: int = 14
__global__ void differences(const int *a, int *out)
{
    const int *before = nullptr;
    for (const int *p = a; p != a + 4; p++) {
        if (before) out[0] += *p > *before ? *p - *before : *before - *p;
        before = p;
    }
}

//# case call_of_a_function_that_returns_a_pointer — its result is not used, and its stores are
//# launch grid 1 block 2
//# buffer a: float = zeros 4
//# expect a: float = 3 4 3 4
__device__ float *fill(float *p, int n, float v) { for (int i = 0; i < n; i++) p[i] = v; return p; }
__global__ void fills(float *a)
{
    fill(a + threadIdx.x * 2, 1, 3.0f);
    (void)fill(fill(a + threadIdx.x * 2 + 1, 1, 9.0f), 1, 4.0f);
}
