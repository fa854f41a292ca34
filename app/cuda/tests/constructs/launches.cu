//# case numbers_in_the_launch — grid and block are numbers; y is x + 1
//# folds grid 2 block 4 shared 0
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 2 3 4 5 6 7 8 9
__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] + 1;
}

int main()
{
    int *x, *y;
    cudaMalloc(&x, 8 * sizeof(int));
    cudaMalloc(&y, 8 * sizeof(int));
    add<<<2, 4>>>(x, y);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
    return 0;
}

//# case rounded_up_grid — the grid is (N + THREADS - 1) / THREADS of macros; y is a + b
//# folds grid 4 block 8 shared 0 n = 30
//# buffer a: float = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29
//# buffer b: float = 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54 56 58
//# buffer c: float = zeros 30
//# expect c: float = 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87
#include <stdio.h>
#define N 30
#define THREADS 8

__global__ void vectorAdd(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;
    size_t size = N * sizeof(float);
    cudaMalloc((void **)&d_a, size);
    cudaMalloc((void **)&d_b, size);
    cudaMalloc((void **)&d_c, size);
    vectorAdd<<<(N + THREADS - 1) / THREADS, THREADS>>>(d_a, d_b, d_c, N);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess)
        printf("%s\n", cudaGetErrorString(err));
    return 0;
}

//# case local_variables_of_the_host — sizes come from local ints that follow from one another; y is 3 x
//# folds grid 3 block 8 shared 0 n = 20
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
//# buffer y: int = zeros 20
//# expect y: int = 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57
__global__ void triple(int *x, int *y, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        y[i] = 3 * x[i];
}

int main()
{
    int n = 20;
    int threadsPerBlock = 8;
    int blocksPerGrid = (n + threadsPerBlock - 1) / threadsPerBlock;
    int *x, *y;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    triple<<<blocksPerGrid, threadsPerBlock>>>(x, y, n);
    return 0;
}

//# case dim3_of_two_dimensions — dim3 variables of two dimensions with a rounded-up grid; y is the element's place
//# folds grid 2,2 block 4,2 shared 0 width = 6 height = 3
//# buffer y: int = zeros 18
//# expect y: int = 0 1 2 3 4 5 10 11 12 13 14 15 20 21 22 23 24 25
__global__ void places(int *y, int width, int height)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < width && r < height)
        y[r * width + c] = 10 * r + c;
}

int main()
{
    const int width = 6, height = 3;
    int *y;
    cudaMalloc(&y, sizeof(int) * width * height);
    dim3 block(4, 2);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    places<<<grid, block>>>(y, width, height);
    cudaDeviceSynchronize();
}

//# case dim3_in_place — dim3 is written inside the launch, once with three numbers; y is the linear index
//# folds grid 2,1,2 block 2,2,1 shared 0
//# buffer y: int = zeros 16
//# expect y: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
__global__ void linear(int *y)
{
    int block = blockIdx.x + gridDim.x * blockIdx.z;
    int thread = threadIdx.x + blockDim.x * threadIdx.y;
    y[block * 4 + thread] = block * 4 + thread;
}

int main()
{
    int *y;
    cudaMalloc(&y, 64);
    linear<<<dim3(2, 1, 2), dim3(2, 2)>>>(y);
}

//# case members_of_dim3_assigned — dim3 variables get their numbers by member; y is 1 in each place
//# folds grid 2 block 4,2 shared 0
//# buffer y: int = zeros 16
//# expect y: int = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
__global__ void ones(int *y)
{
    y[blockIdx.x * 8 + threadIdx.y * blockDim.x + threadIdx.x] = 1;
}

int main()
{
    int *y;
    cudaMalloc(&y, 64);
    dim3 grid, block;
    block.x = 4;
    block.y = block.x / 2;
    grid.x = 16 / (block.x * block.y);
    ones<<<grid, block>>>(y);
}

//# case ceil_of_a_division — the grid is ceil of a division of floats; y is i * i
//# folds grid 3 block 4 shared 0 n = 10
//# buffer y: int = zeros 10
//# expect y: int = 0 1 4 9 16 25 36 49 64 81
#include <cmath>
__global__ void squares(int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = i * i;
}

int main()
{
    int n = 10, *y;
    cudaMalloc(&y, n * sizeof(int));
    squares<<<(int)ceil(n / 4.0), 4>>>(y, n);
}

//# case bytes_of_shared_memory — the third number is the block's size times sizeof; y is x reversed
//# folds grid 1 block 8 shared 32
//# buffer x: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 8
//# expect y: float = 8 7 6 5 4 3 2 1
__global__ void reverse(const float *x, float *y)
{
    extern __shared__ float s[];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    const int size = 8;
    float *x, *y;
    cudaMalloc(&x, size * sizeof(float));
    cudaMalloc(&y, size * sizeof(float));
    reverse<<<1, size, size * sizeof(float)>>>(x, y);
}

//# case stream_is_dropped — the fourth part is a stream, which is dropped; y is x - 1
//# folds grid 1 block 4 shared 0
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 0 1 2 3
__global__ void less(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x] - 1;
}

int main()
{
    int *x, *y;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, 16);
    cudaMalloc(&y, 16);
    less<<<1, 4, 0, stream>>>(x, y);
}

//# case template_arguments_of_the_launch — the launch names a number and a type; y is the sum of each block
//# folds grid 2 block 8 shared 0 template 8,int
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//# buffer y: int = zeros 2
//# expect y: int = 28 92
template <int SIZE, typename T>
__global__ void sums(const T *x, T *y)
{
    __shared__ T s[SIZE];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * SIZE + t];
    __syncthreads();
    for (int d = SIZE / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        y[blockIdx.x] = s[0];
}

int main()
{
    const int block = 8;
    int *x, *y;
    cudaMalloc(&x, 64);
    cudaMalloc(&y, 8);
    sums<block, int><<<2, block>>>(x, y);
}

//# case template_argument_deduced — the launch names no type: it follows from the pointer's type; y is x + x
//# folds grid 1 block 4 shared 0 template float
//# buffer x: float = 0.5 1 2 4
//# expect x: float = 1 2 4 8
template <typename T>
__global__ void twice(T *x)
{
    x[threadIdx.x] += x[threadIdx.x];
}

int main()
{
    float *d_x;
    cudaMalloc(&d_x, 4 * sizeof(float));
    twice<<<1, 4>>>(d_x);
}

//# case switch_of_instances — a switch over the block's size launches instances of one template; the one that is reached is 8
//# folds grid 1 block 8 shared 0 template 8
//# buffer y: int = zeros 8
//# expect y: int = 8 8 8 8 8 8 8 8
template <unsigned int blockSize>
__global__ void fill(int *y)
{
    if (threadIdx.x < blockSize)
        y[threadIdx.x] = blockSize;
}

int main()
{
    int *y;
    int threads = 8;
    cudaMalloc(&y, 64);
    switch (threads) {
    case 16: fill<16><<<1, threads>>>(y); break;
    case 8: fill<8><<<1, threads>>>(y); break;
    case 4: fill<4><<<1, threads>>>(y); break;
    }
}

//# case one_buffer_for_two_parameters — in and out are the same pointer, which is one binding; in is in + 10
//# folds grid 1 block 4 shared 0 n = 4
//# alias out = in
//# buffer in: int = 1 2 3 4
//# expect in: int = 11 12 13 14
__global__ void add10(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = in[i] + 10;
}

int main()
{
    int *data;
    cudaMalloc(&data, 4 * sizeof(int));
    add10<<<1, 4>>>(data, data, 4);
}

//# case pointer_plus_offset — the launch passes d_x + 4: the parameter begins at the fifth element of the buffer; x is negative from there on
//# folds grid 1 block 4 shared 0 x = +4
//# buffer x: int = 1 2 3 4 5 6 7 8
//# expect x: int = 1 2 3 4 -5 -6 -7 -8
__global__ void negate(int *x)
{
    x[threadIdx.x] = -x[threadIdx.x];
}

int main()
{
    int *d_x;
    cudaMalloc(&d_x, 8 * sizeof(int));
    negate<<<1, 4>>>(d_x + 4);
}

//# case null_argument — the launch passes NULL for the bias, so that its test is false; y is x
//# folds grid 1 block 4 shared 0 bias = NULL
//# buffer x: int = 1 2 3 4
//# buffer y: int = zeros 4
//# expect y: int = 1 2 3 4
__global__ void copy(const int *x, const int *bias, int *y)
{
    int i = threadIdx.x;
    int v = x[i];
    if (bias != NULL)
        v += bias[i];
    y[i] = v;
}

int main()
{
    int *x, *y;
    cudaMalloc(&x, 16);
    cudaMalloc(&y, 16);
    copy<<<1, 4>>>(x, NULL, y);
}

//# case scalars_of_several_types — a float, an unsigned, a bool and an enum are folded; y is their combination
//# folds grid 1 block 4 shared 0 a = 1.5 u = 7 add = 1 mode = 1
//# buffer y: float = zeros 4
//# expect y: float = 107 108.5 110 111.5
enum Mode { PLAIN, SHIFTED };

__global__ void combine(float *y, float a, unsigned int u, bool add, int mode)
{
    float v = a * threadIdx.x;
    if (add)
        v += u;
    if (mode == SHIFTED)
        v += 100;
    y[threadIdx.x] = v;
}

int main()
{
    float *y;
    const float a = 3.0f / 2;
    cudaMalloc(&y, 16);
    combine<<<1, 4>>>(y, a, 1 << 3 ^ 15, true, SHIFTED);
}

//# case arguments_of_the_program — without arguments (argc is 1) the default size counts; y is i
//# folds grid 2 block 4 shared 0 n = 7
//# buffer y: int = zeros 7
//# expect y: int = 0 1 2 3 4 5 6
#include <stdlib.h>
__global__ void numbers(int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = i;
}

int main(int argc, char **argv)
{
    int n = 7;
    if (argc > 1)
        n = atoi(argv[1]);
    int *y;
    cudaMalloc(&y, n * sizeof(int));
    int block = 4;
    int grid = n / block + (n % block == 0 ? 0 : 1);
    numbers<<<grid, block>>>(y, n);
    return 0;
}

//# case second_of_two_kernels — two kernels are launched one after the other, and the case runs the second one with its own sizes
//# kernel double_all
//# folds grid 2 block 4 shared 0 n = 6
//# buffer x: int = 1 2 3 4 5 6
//# expect x: int = 2 4 6 8 10 12
__global__ void clear(int *x)
{
    x[threadIdx.x] = 0;
}

__global__ void double_all(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main()
{
    const int n = 6;
    int *x;
    cudaMalloc(&x, n * sizeof(int));
    clear<<<1, n>>>(x);
    double_all<<<(n + 3) / 4, 4>>>(x, n);
}

//# case launch_in_a_function_with_checks — the launch stands in a host function with a macro that checks calls, and host text is skipped; y is x * 2.5
//# folds grid 2 block 4 shared 0 n = 8 factor = 2.5
//# buffer x: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 8
//# expect y: float = 2.5 5 7.5 10 12.5 15 17.5 20
#include <iostream>
#include <vector>
#define CHECK(call)                                             \
    do {                                                        \
        cudaError_t status = (call);                            \
        if (status != cudaSuccess) {                            \
            std::cerr << cudaGetErrorString(status) << "\n";    \
            exit(EXIT_FAILURE);                                 \
        }                                                       \
    } while (0)

constexpr int COUNT = 8;
constexpr float FACTOR = 2.5f;

__global__ void scale(const float *x, float *y, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = factor * x[i];
}

static void scaleOnDevice(const std::vector<float> &in, std::vector<float> &out)
{
    float *x, *y;
    CHECK(cudaMalloc(&x, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&y, COUNT * sizeof(float)));
    CHECK(cudaMemcpy(x, in.data(), COUNT * sizeof(float), cudaMemcpyHostToDevice));
    scale<<<COUNT / 4, 4>>>(x, y, COUNT, FACTOR);
    CHECK(cudaMemcpy(out.data(), y, COUNT * sizeof(float), cudaMemcpyDeviceToHost));
    auto check = [&](float a, float b) { return a == b; };
    for (auto v : out)
        if (!check(v, v)) throw 1;
}

//# case extents_in_braces — grid and block are lists in braces; x has n, which is 8, in each cell of a block
//# folds grid 2,3,1 block 4,2 shared 0 n = 8
//# buffer x: int = zeros 8
//# expect x: int = 8 8 8 8 8 8 8 8
__global__ void k(int *x, int n)
{
    x[threadIdx.y * blockDim.x + threadIdx.x] = n;
}

int main()
{
    int *x;
    dim3 b{4, 2};
    dim3 g = {2, 3, 1};
    k<<<g, b>>>(x, 8);
}

//# case condition_that_holds — argc is 1, so that the block has 64 threads; x has the size of its block
//# folds grid 1 block 64 shared 0
//# buffer x: int = zeros 2
//# expect x: int = 64 0
__global__ void k(int *x)
{
    x[0] = blockDim.x;
}

int main(int argc, char **argv)
{
    int *x;
    int n = 10, b = 512;
    if (argc == 1 && n < 512) b = 64;
    k<<<1, b>>>(x);
}

//# case argument_of_the_program — the block's size is an argument that is not given; x has 512 less the members of a dim3
//# folds grid 1 block 512 shared 0 n = 502
//# buffer x: int = 0
//# expect x: int = 502
__global__ void k(int *x, int n)
{
    x[0] = n;
}

int main(int argc, char *argv[])
{
    int *x;
    int blocksize;
    if (argc > 1) {
        blocksize = atoi(argv[1]);
    } else
        blocksize = 512;
    dim3 block(blocksize);
    if (argc < 1)
        block.x = 7;
    { int blocksize = 32; }
    k<<<1, block>>>(x, blocksize - 10);
}

//# case functions_of_the_host — a helper of one return, pow and a loop give the launch; x has the grid's size
//# folds grid 8 block 128 shared 512 n = 1000
//# buffer x: int = 0
//# expect x: int = 8
int divup(int a, int b) { return (a + b - 1) / b; }

__global__ void k(int *x, int n)
{
    extern __shared__ int part[];
    part[threadIdx.x] = n;
    x[0] = gridDim.x;
}

int main()
{
    int *x;
    int n = pow(10, 3);
    int b = 1;
    while (b < 100) b *= 2;
    k<<<divup(n, b), b, b * sizeof(*x)>>>(x, n);
}

//# case launch_in_a_host_function — main calls a function that launches; y is 3 times x, from the second element on
//# folds grid 1 block 4 shared 0 template int x = +1 factor = 3
//# buffer x: int = 1 2 3 4 5
//# buffer y: int = zeros 4
//# expect y: int = 6 9 12 15
template <typename T>
__global__ void scale(const T *x, T *y, T factor)
{
    y[threadIdx.x] = factor * x[threadIdx.x];
}

template <typename T>
void run(T *in, T *out, int threads)
{
    if (threads > 1024) {
        printf("too many threads\n");
        return;
    }
    scale<T><<<1, threads>>>(in + 1, out, 3);
}

int main()
{
    int *in, *out;
    cudaMalloc((void **)&in, 20);
    cudaMalloc((void **)&out, 16);
    run(in, out, 4);
}

//# case launch_by_a_call — cudaLaunchKernel has the kernel's name and a list of its arguments; x is 5
//# folds grid 2 block 8 shared 0 n = 5
//# buffer x: int = zeros 16
//# expect x: int = 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
__global__ void k(int *x, int n)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

int main()
{
    int *x;
    int n = 5;
    cudaMalloc(&x, 64);
    void *args[] = {&x, &n};
    cudaLaunchKernel((void *)k, dim3(2), dim3(8), args, 0, 0);
}

//# case one_buffer_by_the_launch — both pointers are one array, also where the text says it in two steps; data is 2 x + 1
//# folds grid 1 block 4 shared 0
//# buffer in: int = 1 2 3 4
//# expect in: int = 3 5 7 9
__global__ void both(const int *in, int *out)
{
    int v = in[threadIdx.x];
    out[threadIdx.x] = 2 * v + 1;
}

int main()
{
    int *data;
    cudaMalloc(&data, 16);
    int *same = data;
    both<<<1, 4>>>(data, same);
}

//# case instance_by_a_host_template — a host template launches instances; the first that it is called with is taken; x is 2
//# folds grid 1 block 4 shared 0 template 2
//# buffer x: int = zeros 4
//# expect x: int = 2 2 2 2
template <int W> __global__ void k(int *x) { x[threadIdx.x] = W; }

template <int W> void launch(int *x) { k<W><<<1, 4>>>(x); }

void go(int w, int *x)
{
    switch (w) {
    case 2: launch<2>(x); break;
    case 4: launch<4>(x); break;
    }
}

//# case explicit_instance — the text asks for an instance of a host template, which says the kernel's type; x is doubled
//# folds grid 1 block 4 shared 0 template float
//# buffer x: float = 1 2 3 4
//# expect x: float = 2 4 6 8
template <typename T> __global__ void twice(T *x) { x[threadIdx.x] *= 2; }

template <typename T> void run(T *x)
{
    twice<T><<<1, 4>>>(x);
}
template void run<float>(float *);

//# case functor_argument — a functor's type is the template argument, as in the maker's guide; c is a + b
//# folds grid 1 block 4 shared 0 template Add
//# buffer a: float = 1 2 3 4
//# buffer b: float = 10 20 30 40
//# buffer c: float = zeros 4
//# expect c: float = 11 22 33 44
class Add {
public:
    __device__ float operator()(float a, float b) const { return a + b; }
};

template <class O>
__global__ void combine(const float *a, const float *b, float *c, O op)
{
    namespace cg = cooperative_groups;
    c[threadIdx.x] = op(a[threadIdx.x], b[threadIdx.x]);
}

int main()
{
    float *a, *b, *c;
    combine<<<1, 4>>>(a, b, c, Add());
}

//# case null_behind_and — a test of a null pointer beside other tests guards too; the first launch passes no sums
//# launch grid 2 block 4
//# arg n = 128
//# buffer a: int = 1 2 3 4 5 6 7 8
//# expect a: int = 129 2 3 4 133 6 7 0
__global__ void guarded(int *a, int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0 && sums)
        sums[blockIdx.x] = n;
    if (a[i] % 4 == 1 && !sums)
        a[i] += n;
    if (i == 7)
        a[i] = sums != nullptr && sums[0] > 3;
}

int main()
{
    int *a, *s;
    guarded<<<2, 4>>>(a, nullptr, 128);
    guarded<<<2, 4>>>(a, s, 128);
}

//# case null_in_the_first_launch — the kernel asks for the buffer without a test, and the second launch passes it; sums has 3 n
//# launch grid 2 block 1
//# arg n = 7
//# expect sums: int = 21 21
__global__ void unguarded(int *sums, int n)
{
    if (n > 0)
        sums[blockIdx.x] = 3 * n;
}

int main()
{
    int *s;
    unguarded<<<2, 1>>>(nullptr, -1);
    unguarded<<<2, 1>>>(s, 7);
}

//# case launch_as_an_editor_formats_it — `<<<` and `>>>` are taken apart by blanks; y is x + 1
//# folds grid 2 block 2 shared 0
//# buffer x: int = 1 2 3 4
//# expect x: int = 2 3 4 5
__global__ void next(int *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x]++;
}

void go(int *d)
{
    dim3 grid(2), block(2);
    next << <grid, block >> > (d);
}

//# case launch_in_a_method — a class launches in a method that it defines itself; x is 2 x
//# folds grid 2 block 3 shared 0
//# buffer x: int = 1 2 3 4 5 6
//# expect x: int = 2 4 6 8 10 12
__global__ void twice(int *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

class Job {
    int *data;
public:
    Job(int *d) : data(d) {}
    void run()
    {
        int threads = 3;
        twice<<<2, threads>>>(data);
    }
};

//# case constant_beside_a_call — a function for host and device is called in the launch, and the template argument is a constant of the host function
//# folds grid 4 block 8 shared 0 template 8 n = 30
//# buffer x: int = zeros 30
//# expect x: int = 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8
__host__ __device__ int rounded(int a, int b) { return (a + b - 1) / b; }

template <int SIZE> __global__ void sizes(int *x, int n)
{
    int i = blockIdx.x * SIZE + threadIdx.x;
    if (i < n)
        x[i] = SIZE;
}

void go(int *x, int n)
{
    const int B = 8;
    int unknown = rounded(n, B);
    sizes<B><<<rounded(30, B), B>>>(x, 30);
}

//# case functor_of_two_template_arguments — the comma in the functor's type cuts no argument; x is x / 4
//# launch grid 1 block 3
//# buffer x: float = 4 8 12
//# expect x: float = 1 2 3
template <class T, int N> struct Part {
    __device__ T operator()(T v) const { return v / N; }
};

template <class T, class F> __global__ void apply(T *x, F f)
{
    x[threadIdx.x] = f(x[threadIdx.x]);
}

int main()
{
    float *d;
    cudaMalloc(&d, 12);
    apply<<<1, 3>>>(d, Part<float, 4>());
}

//# case no_buffer_by_default — a pointer that the launch does not give is NULL, and its test fails
//# folds grid 1 block 2 shared 0
//# buffer x: int = 5 6
//# expect x: int = 6 7
__global__ void next(int *x, int *sums = NULL)
{
    x[threadIdx.x]++;
    if (sums != NULL && threadIdx.x == 0)
        sums[blockIdx.x] = x[0];
}

int main()
{
    int *d;
    cudaMalloc(&d, 8);
    next<<<1, 2>>>(d);
}

//# case sizes_of_nested_structures — the host's sizeof is that of the device: 12 and 28 bytes
//# folds grid 3 block 7 shared 0 n = 12 m = 28
//# buffer y: int = zeros 21
//# expect y: int = 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40
struct Inner { int a, b; };
struct Outer { int x; Inner y; };
struct Grid { float m[2][3]; int n; };

__global__ void sum(int *y, int n, int m)
{
    y[blockIdx.x * blockDim.x + threadIdx.x] = n + m;
}

int main()
{
    int *y;
    cudaMalloc(&y, 21 * sizeof(int));
    sum<<<sizeof(Outer) / 4, sizeof(Grid) / 4>>>(y, sizeof(Outer), sizeof(Grid));
}

//# case kernels_of_one_name — the number and the types of a launch's arguments choose among kernels of one name; x is 5
//# folds grid 1 block 4 shared 0 n = 5
//# buffer x: float = zeros 4
//# expect x: float = 5 5 5 5
__global__ void put(float *x) { x[threadIdx.x] = 1; }
__global__ void put(int *x, int n) { x[threadIdx.x] = 2 * n; }
__global__ void put(float *x, int n);
__global__ void put(float *x, int n) { x[threadIdx.x] = n; }

int main()
{
    float *x;
    cudaMalloc(&x, 4 * sizeof(float));
    put<<<1, 4>>>(x, 5);
}

//# case behind_loops_of_the_host — nested loops of the host's own computation stand before the launch
//# folds grid 16 block 256 shared 0 n = 4096
//# buffer a: int = zeros 1
//# expect a: int = 4096
__global__ void k(int *a, int n) { if (blockIdx.x == 0 && threadIdx.x == 0) a[0] = n; }
int main()
{
    int n = 4096;
    float *h = new float[n], *g = new float[n];
    int *a;
    cudaMalloc(&a, 4);
    for (int j = 0; j < 64; j++)
        for (int i = 0; i < 64; i++) g[i * 64 + j] = h[j * 64 + i];
    for (int j = 0; j < 100; j++)
        for (int i = 0; i < 100; i++)
            for (int l = 0; l < 100; l++) g[0] += h[i] * h[j] * h[l];
    k<<<n / 256, 256>>>(a, n);
    return 0;
}

//# case type_of_a_call_in_a_loop — a loop calls the function that launches, whose type follows from its argument
//# folds grid 3 block 1 shared 0 template int
//# buffer a: int = zeros 1
//# expect a: int = 3
template <typename T> __global__ void k(T *a) { *a = gridDim.x; }
template <typename T> void run(T *a, int n) { k<T><<<n, 1>>>(a); }
int main()
{
    int *a;
    cudaMalloc(&a, 4);
    for (int r = 0; r < 2; ++r) { run(a, 3); }
    return 0;
}

//# case type_of_a_call_under_a_condition — the condition does not hold
//# folds grid 3 block 1 shared 0 template int
//# buffer a: int = zeros 1
//# expect a: int = 3
template <typename T> __global__ void k(T *a) { *a = gridDim.x; }
template <typename T> void run(T *a, int n) { k<T><<<n, 1>>>(a); }
int main(int argc, char **argv)
{
    int *a;
    cudaMalloc(&a, 4);
    if (argc > 1) run(a, 3);
    return 0;
}

//# case structures_of_the_host — members are set one by one, by a list, by a copy and through a function; y has what the launch passes
//# folds grid 3 block 4 shared 0 a.width = 6 a.height = 2 b.width = 6 b.height = 2
//# buffer a.elements: int = zeros 12
//# buffer y: int = zeros 4
//# expect y: int = 6 2 6 2
struct Matrix { int width; int height; int *elements; };
struct Size { int width, height; };
__global__ void k(Matrix a, Size b, int *y)
{
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    y[0] = a.width;
    y[1] = a.height;
    y[2] = b.width;
    y[3] = b.height;
    a.elements[0] = 1;
}
void run(const Matrix a, int *y)
{
    Matrix d = a;
    size_t size = a.width * a.height * sizeof(int);
    cudaMalloc(&d.elements, size);
    Size s = {d.width, a.height};
    Size t = s;
    k<<<a.width / t.height, 4>>>(d, t, y);
}
int main()
{
    int *y;
    cudaMalloc(&y, 16);
    Matrix a;
    a.width = 6;
    a.height = a.width / 3;
    run(a, y);
    return 0;
}

//# case texture_of_the_host — an array with a shape, filled, described and bound to an object
//# folds grid 1 block 4 shared 0 t.width = 4 t.height = 2 t.layers = 1 t.mode = 7
//# buffer t.texels: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 4
//# expect y: float = 1 2 3 4
__global__ void k(cudaTextureObject_t t, float *y)
{
    y[threadIdx.x] = tex2D<float>(t, (threadIdx.x + 0.5f) / 4, 0.25f);
}
int main()
{
    float h[8], *y;
    cudaMalloc(&y, 16);
    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &channel, 4, 2);
    cudaMemcpy2DToArray(array, 0, 0, h, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texture = {};
    texture.addressMode[0] = cudaAddressModeWrap;
    texture.filterMode = cudaFilterModeLinear;
    texture.normalizedCoords = 1;
    cudaTextureObject_t object;
    cudaCreateTextureObject(&object, &resource, &texture, 0);
    k<<<1, 4>>>(object, y);
    return 0;
}

//# case launch_after_a_second_allocation — a name that is freed and allocated again is another array
//# launch grid 1 block 32
//# buffer a: int = zeros 32
//# finding
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main()
{
    int *a;
    for (int i = 0; i < 3; i++) { cudaMalloc(&a, 128); k<<<1, 32>>>(a); cudaFree(a); }
    cudaMalloc(&a, 128);
    k<<<1, 32>>>(a);
}
