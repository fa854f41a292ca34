//# case shared_tile_of_two_dimensions — a matrix product with two shared tiles of 4 x 4; C is A times B
//# launch grid 2,2 block 4,4
//# arg width = 8
//# buffer A: float = -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3 0 3 -1 2 -2 1 -3
//# buffer B: float = -4 1 -3 2 -2 3 -1 4 0 -4 1 -3 2 -2 3 -1 4 0 -4 1 -3 2 -2 3 -1 4 0 -4 1 -3 2 -2 3 -1 4 0 -4 1 -3 2 -2 3 -1 4 0 -4 1 -3 2 -2 3 -1 4 0 -4 1 -3 2 -2 3 -1 4 0 -4
//# buffer C: float = zeros 64
//# expect C: float = 46 -23 16 -17 -5 -2 -17 22 -20 7 -11 -11 7 -20 34 -20 -2 -5 -17 16 -23 46 -20 22 -5 -10 12 -20 38 -21 10 -13 -15 13 -22 42 -20 17 -9 1 17 -20 42 -22 13 -15 -7 1 -21 38 -20 12 -10 -5 9 -13 46 -23 16 -17 -5 -2 -17 22
#define TILE_WIDTH 4
__global__ void matrixMul(const float *A, const float *B, float *C, int width)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float value = 0.0;
    for (int m = 0; m < width / TILE_WIDTH; ++m) {
        tileA[ty][tx] = A[row * width + m * TILE_WIDTH + tx];
        tileB[ty][tx] = B[(m * TILE_WIDTH + ty) * width + col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            value += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }
    C[row * width + col] = value;
}

//# case padded_tile — a shared tile with one more column; y is x transposed
//# launch grid 2,1 block 4,4
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# buffer y: int = zeros 32
//# expect y: int = 0 8 16 24 1 9 17 25 2 10 18 26 3 11 19 27 4 12 20 28 5 13 21 29 6 14 22 30 7 15 23 31
#define DIM 4
__global__ void transpose(const int *x, int *y)
{
    __shared__ int tile[DIM][DIM + 1];
    int c = blockIdx.x * DIM + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = x[threadIdx.y * 8 + c];
    __syncthreads();
    int r = blockIdx.x * DIM + threadIdx.y;
    y[r * DIM + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

//# case extern_shared — a shared array without a size takes it from the launch; y is x reversed in each block
//# launch grid 2 block 8 shared 32
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//# buffer y: int = zeros 16
//# expect y: int = 7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8
__global__ void reverse(const int *x, int *y)
{
    extern __shared__ int s[];
    int t = threadIdx.x, start = blockIdx.x * blockDim.x;
    s[t] = x[start + t];
    __syncthreads();
    y[start + t] = s[blockDim.x - t - 1];
}

//# case extern_shared_of_one_type_cut — one shared array is cut into two by a pointer; y is the sum of both parts, mirrored
//# launch grid 1 block 8 shared 64
//# buffer a: float = 1 2 3 4 5 6 7 8
//# buffer b: float = 0.5 0.5 0.5 0.5 1 1 1 1
//# buffer y: float = zeros 8
//# expect y: float = 8.5 7.5 6.5 5.5 5 4 3 2
__global__ void parts(const float *a, const float *b, float *y)
{
    extern __shared__ float all[];
    float *first = all;
    float *second = &all[blockDim.x];
    int t = threadIdx.x;
    first[t] = a[t];
    second[t] = b[t];
    __syncthreads();
    y[t] = first[blockDim.x - 1 - t] + second[t];
}

//# case extern_shared_of_two_types_cut — floats and ints share one dynamic array, the second by a cast; y is the value of the marked place
//# launch grid 1 block 4 shared 32
//# buffer x: float = 0.5 1.5 2.5 3.5
//# buffer y: float = zeros 4
//# expect y: float = 1.5 0.5 3.5 2.5
__global__ void mixed(const float *x, float *y)
{
    extern __shared__ float values[];
    int *places = (int *)&values[blockDim.x];
    int t = threadIdx.x;
    values[t] = x[t];
    places[t] = (t * 3 + 1) % 4;
    __syncthreads();
    y[t] = values[places[t]];
}

//# case extern_shared_of_bytes — extern __shared__ unsigned char is cut into floats and bytes; y has the float where the byte is set, else -1
//# launch grid 1 block 4 shared 20
//# buffer x: float = 4 3 2 1
//# buffer y: float = zeros 4
//# expect y: float = 4 -1 2 -1
__global__ void cut(const float *x, float *y)
{
    extern __shared__ __align__(16) unsigned char raw[];
    float *values = reinterpret_cast<float *>(raw);
    unsigned char *flags = raw + blockDim.x * sizeof(float);
    int t = threadIdx.x;
    values[t] = x[t];
    flags[(t + 3) % 4] = t % 2;
    __syncthreads();
    y[t] = flags[t] ? values[t] : -1.0f;
}

//# case shared_scalars — a shared variable is set by one thread and read by all; y is x minus the block's first value
//# launch grid 2 block 4
//# buffer x: int = 5 6 8 9 1 0 3 2
//# buffer y: int = zeros 8
//# expect y: int = 0 1 3 4 0 -1 2 1
__global__ void relative(const int *x, int *y)
{
    __shared__ int first;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        first = x[i];
    __syncthreads();
    y[i] = x[i] - first;
}

//# case several_shared_in_one_line — two shared arrays and a scalar in one declaration; y is a sum of the three
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 113 122 131 100
__global__ void several(int *y)
{
    __shared__ int a[4], b[4], c;
    int t = threadIdx.x;
    a[t] = t;
    b[t] = 10 * t;
    if (t == 0) c = 100;
    __syncthreads();
    y[t] = a[3 - t] + b[(t + 1) % 4] + c;
}

//# case shared_in_a_device_function — a device function has a shared array of its own; y is the block's maximum
//# launch grid 2 block 8
//# buffer x: int = 4 1 9 3 0 2 8 7 -1 -5 -3 -2 -9 -4 -8 -6
//# buffer y: int = zeros 2
//# expect y: int = 9 -1
__device__ int blockMax(int v)
{
    __shared__ int m[8];
    m[threadIdx.x] = v;
    __syncthreads();
    for (int s = 4; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            m[threadIdx.x] = max(m[threadIdx.x], m[threadIdx.x + s]);
        __syncthreads();
    }
    return m[0];
}

__global__ void maxima(const int *x, int *y)
{
    int m = blockMax(x[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0)
        y[blockIdx.x] = m;
}

//# case constant_array — weights of a stencil in __constant__ memory, given as a buffer by name; y is the weighted sum
//# launch grid 1 block 8
//# buffer weights: float = 0.25 0.5 0.25
//# buffer x: float = 0 4 8 12 16 12 8 4
//# buffer y: float = zeros 8
//# expect y: float = 1 4 8 12 14 12 8 4
#define RADIUS 1
__constant__ float weights[2 * RADIUS + 1];

__global__ void stencil(const float *x, float *y)
{
    int i = threadIdx.x;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < blockDim.x)
            sum += weights[k + RADIUS] * x[i + k];
    y[i] = sum;
}

//# case constant_scalar_and_matrix — a __constant__ scalar, and a __constant__ array of two dimensions; y is a row's product plus the shift
//# launch grid 1 block 2
//# buffer shift: int = 100
//# buffer m: int = 1 2 3 4 5 6
//# buffer x: int = 1 10 100
//# buffer y: int = zeros 2
//# expect y: int = 421 754
__constant__ int shift;
__constant__ int m[2][3];

__global__ void product(const int *x, int *y)
{
    int sum = shift;
    for (int c = 0; c < 3; c++)
        sum += m[threadIdx.x][c] * x[c];
    y[threadIdx.x] = sum;
}

//# case constant_struct — a struct in __constant__ memory has sizes of a problem; y is the index in the padded array
//# launch grid 1 block 6
//# buffer problem: {int, int, float} = 3 5 0.5
//# buffer y: float = zeros 6
//# expect y: float = 0 0.5 1 2.5 3 3.5
struct Problem { int width, pitch; float step; };
__constant__ Problem problem;

__global__ void places(float *y)
{
    int i = threadIdx.x;
    y[i] = (i / problem.width * problem.pitch + i % problem.width) * problem.step;
}

//# case constant_array_of_structs — spheres in __constant__ memory, as in a ray tracer; y is the nearest sphere that is hit, or -1
//# launch grid 1 block 6
//# buffer s: {float, float, float} = 0 5 1.5 4 3 1 4.5 1 0.25
//# buffer y: int = zeros 6
//# expect y: int = 0 0 -1 -1 1 -1
struct Sphere {
    float x, z, radius;
    __device__ bool hit(float ox, float *depth) const
    {
        float d = ox - x;
        *depth = z;
        return d * d < radius * radius;
    }
};
#define SPHERES 3
__constant__ Sphere s[SPHERES];

__global__ void trace(int *y)
{
    float nearest = 1000, depth;
    int best = -1;
    for (int k = 0; k < SPHERES; k++) {
        if (s[k].hit(threadIdx.x, &depth) && depth < nearest) {
            nearest = depth;
            best = k;
        }
    }
    y[threadIdx.x] = best;
}

//# case device_array — a __device__ array with an initialiser is read and written like a buffer; y is table[i] before it grows
//# launch grid 1 block 4
//# buffer table: int = 3 1 4 1
//# buffer y: int = zeros 4
//# expect table: int = 103 101 104 101
//# expect y: int = 3 1 4 1
__device__ int table[4] = {3, 1, 4, 1};

__global__ void grow(int *y)
{
    y[threadIdx.x] = table[threadIdx.x];
    table[threadIdx.x] += 100;
}

//# case device_pointerless_scalars — a __device__ float scalar is scaled by one thread, and an unsigned one is counted by all
//# launch grid 2 block 4
//# buffer scale: float = 2.5
//# buffer calls: unsigned = 7
//# expect scale: float = 5
//# expect calls: unsigned = 15
__device__ float scale;
__device__ unsigned int calls = 7;

__global__ void touch()
{
    if (blockIdx.x == 1 && threadIdx.x == 3)
        scale *= 2;
    atomicAdd(&calls, 1u);
}

//# case volatile_shared — a volatile shared array is written and read between barriers; y is the pair's sum
//# launch grid 1 block 8
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 3 3 7 7 11 11 15 15
__global__ void pairs(const int *x, int *y)
{
    volatile __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    y[t] = s[t] + s[t ^ 1];
}

//# case one_buffer_in_place — two parameters are one buffer: alias out = in; in is 2 in + 1
//# launch grid 1 block 4
//# alias out = in
//# buffer in: int = 1 2 3 4
//# expect in: int = 3 5 7 9
__global__ void same(const int *in, int *out)
{
    int i = threadIdx.x;
    out[i] = 2 * in[i] + 1;
}

//# case constant_struct_with_a_pointer — a struct in __constant__ memory has a pointer, which is a buffer; y is the row's sum
//# launch grid 1 block 3
//# arg table.columns = 4
//# buffer table.cells: int = 0 1 2 3 4 5 6 7 8 9 10 11
//# buffer y: int = zeros 3
//# expect y: int = 6 22 38
struct Table {
    int columns;
    const int *cells;
};
__constant__ Table table;

__global__ void sums(int *y)
{
    int sum = 0;
    for (int c = 0; c < table.columns; c++)
        sum += table.cells[threadIdx.x * table.columns + c];
    y[threadIdx.x] = sum;
}

//# case constant_table_with_values — a __constant__ array of floats has its values in the text; y is x times the weight of its class
//# launch grid 1 block 6
//# buffer x: float = 1 2 3 4 5 6
//# buffer y: float = zeros 6
//# expect y: float = 0.5 3 -6 2 7.5 -12
__constant__ float weights[3] = {0.5f, 1.5f, -2.0f};

__global__ void weigh(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x] * weights[threadIdx.x % 3];
}

//# case shared_doubles_as_floats — with the option, a shared array of double has 8 bytes for each element in the launch; y is x reversed
//# double-as-float
//# launch grid 1 block 4 shared 32
//# buffer x: double = 1 2.5 -3 0.25
//# buffer y: double = zeros 4
//# buffer bytes: int = zeros 1
//# expect y: double = 0.25 -3 2.5 1
//# expect bytes: int = 32
__global__ void reverse(const double *x, double *y, int *bytes)
{
    extern __shared__ double s[];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    y[t] = s[blockDim.x - 1 - t];
    if (t == 0)
        bytes[0] = blockDim.x * sizeof(double);
}

//# case aligned_struct — a struct with __align__(16) has 16 bytes for each element; y is the sum of its members
//# launch grid 1 block 3
//# buffer p: {float, float, float, float} = 1 2 3 0 4 5 6 0 7 8 9 0
//# buffer y: float = zeros 3
//# expect y: float = 22 31 40
struct __align__(16) Point {
    float x, y, z, unused;
};

__global__ void sums(const Point *p, float *y)
{
    Point q = p[threadIdx.x];
    y[threadIdx.x] = q.x + q.y + q.z + sizeof(Point);
}

//# case fence_between_two_writes — __threadfence and __threadfence_block between a value and its flag, read by the same thread; y is the value
//# launch grid 2 block 4
//# buffer value: int = zeros 8
//# buffer flag: int = zeros 8
//# buffer y: int = zeros 8
//# expect value: int = 0 5 10 15 20 25 30 35
//# expect flag: int = 1 1 1 1 1 1 1 1
//# expect y: int = 0 5 10 15 20 25 30 35
__global__ void publish(volatile int *value, volatile int *flag, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    value[i] = 5 * i;
    __threadfence();
    flag[i] = 1;
    __threadfence_block();
    y[i] = flag[i] ? value[i] : -1;
}

//# case stencil_with_halo — a tile with a halo of 2 on both sides, loaded by the first threads of each block; y is the sum of 5 neighbours
//# launch grid 2 block 8
//# arg n = 16
//# buffer x: int = 0 1 4 9 6 5 6 9 4 1 0 1 4 9 6 5
//# buffer y: int = zeros 16
//# expect y: int = 5 14 20 25 30 35 30 25 20 15 10 15 20 25 24 20
#define RADIUS 2
#define BLOCK_SIZE 8

__global__ void stencil_1d(const int *x, int *y, int n)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = x[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = gindex - RADIUS >= 0 ? x[gindex - RADIUS] : 0;
        temp[lindex + BLOCK_SIZE] = gindex + BLOCK_SIZE < n ? x[gindex + BLOCK_SIZE] : 0;
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    y[gindex] = result;
}

//# case bitonic_sort — a block sorts 16 numbers in shared memory with exchanges at a distance; y is x in order
//# launch grid 1 block 16
//# buffer x: int = 15 0 33 18 3 36 21 6 39 24 9 42 27 12 45 30
//# buffer y: int = zeros 16
//# expect y: int = 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45
__global__ void bitonicSort(const int *x, int *y)
{
    __shared__ int s[16];
    unsigned int tid = threadIdx.x;
    s[tid] = x[tid];
    __syncthreads();
    for (unsigned int k = 2; k <= 16; k <<= 1) {
        for (unsigned int j = k >> 1; j > 0; j >>= 1) {
            unsigned int ixj = tid ^ j;
            if (ixj > tid) {
                if ((tid & k) == 0 ? s[tid] > s[ixj] : s[tid] < s[ixj]) {
                    int temp = s[tid];
                    s[tid] = s[ixj];
                    s[ixj] = temp;
                }
            }
            __syncthreads();
        }
    }
    y[tid] = s[tid];
}

//# case scan_up_and_down — an exclusive sum by a tree that goes up and down again, two elements for each thread; y is the sum before each
//# launch grid 1 block 8 shared 64
//# arg n = 16
//# buffer x: float = 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0
//# buffer y: float = zeros 16
//# expect y: float = 0 0 1 3 6 10 10 11 13 16 20 20 21 23 26 30
__global__ void prescan(float *y, const float *x, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;
    temp[2 * thid] = x[2 * thid];
    temp[2 * thid + 1] = x[2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) { temp[n - 1] = 0; }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    y[2 * thid] = temp[2 * thid];
    y[2 * thid + 1] = temp[2 * thid + 1];
}

//# case convolution_with_a_constant_mask — a 2D convolution with a 3 x 3 mask in constant memory and zeros outside; y is the weighted sum
//# launch grid 2,1 block 4,4
//# arg width = 6
//# arg height = 4
//# buffer mask: float = 0 1 0 1 -4 1 0 1 0
//# buffer x: float = 0 1 4 2 2 4 1 0 1 4 2 2 4 1 0 1 4 2 2 4 1 0 1 4
//# buffer y: float = zeros 24
//# expect y: float = 2 0 -12 2 0 -12 0 4 4 -10 4 0 -12 4 4 4 -10 2 0 -12 0 3 4 -13
#define MASK_WIDTH 3
__constant__ float mask[MASK_WIDTH][MASK_WIDTH];

__global__ void convolution(const float *x, float *y, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height)
        return;
    float sum = 0.0f;
    for (int i = 0; i < MASK_WIDTH; i++) {
        for (int j = 0; j < MASK_WIDTH; j++) {
            int r = row - MASK_WIDTH / 2 + i;
            int c = col - MASK_WIDTH / 2 + j;
            if (r >= 0 && r < height && c >= 0 && c < width)
                sum += mask[i][j] * x[r * width + c];
        }
    }
    y[row * width + col] = sum;
}

//# case copies_on_the_device — memcpy of a part of a buffer, of a local array and of one structure; memset with 0 and with 255
//# launch grid 1 block 1
//# arg n = 3
//# buffer a: int = 1 2 3 4 5 6 7 8
//# buffer b: int = zeros 8
//# buffer r: float = 1 2 3 4
//# expect a: int = 0 0 3 4 5 6 7 -1
//# expect b: int = 0 3 4 5 8 7 0 0
//# expect r: float = 1 2 1 2
struct Pair { float x, y; };

__global__ void copies(int *a, int *b, Pair *r, int n)
{
    memcpy(b + 1, a + 2, n * sizeof(int));
    int local[2];
    memcpy(local, a + 6, sizeof(local));
    b[4] = local[1];
    b[5] = local[0];
    Pair p;
    memcpy(&p, r, sizeof(Pair));
    memcpy(&r[1], &p, sizeof(p));
    memset(a, 0, 2 * sizeof(int));
    memset(a + 7, 255, sizeof(int));
}

//# case two_shared_arrays_that_swap — two pointers change places between two shared arrays in every step of a scan; y has the running sums
//# launch grid 1 block 8
//# buffer x: int = 3 1 7 0 4 1 6 3
//# buffer y: int = zeros 8
//# expect y: int = 3 4 11 11 15 16 22 25
__global__ void scans(const int *x, int *y)
{
    __shared__ int first[8], second[8];
    int *in = first, *out = second;
    int i = threadIdx.x;
    in[i] = x[i];
    for (int d = 1; d < 8; d *= 2) {
        __syncthreads();
        out[i] = i >= d ? in[i] + in[i - d] : in[i];
        int *kept = in;
        in = out;
        out = kept;
    }
    __syncthreads();
    y[i] = in[i];
}

//# case three_shared_arrays_that_rotate — pointers that get their arrays later rotate over three of them; y has a sum of the last two steps
//# launch grid 1 block 4
//# arg n = 5
//# buffer y: int = zeros 12
//# expect y: int = 47 42 37 32 3 11 19 27 17 12 7 2
__global__ void rotates(int *y, int n)
{
    __shared__ int a[4], b[4], c[4];
    int *p, *q, *r, *kept;
    int i = threadIdx.x;
    a[i] = 4 - i;
    b[i] = i;
    p = a;
    q = b;
    r = c;
    for (int step = 0; step < n; step++) {
        __syncthreads();
        r[i] = p[i] + q[3 - i];
        __syncthreads();
        kept = p;
        p = q;
        q = r;
        r = kept;
    }
    __syncthreads();
    y[i] = q[i] + p[i];
    y[4 + i] = *(p + i) + 0 * r[i];
    y[8 + i] = r[i];
}

//# case choice_of_two_shared_arrays — a pointer chosen by ?: reaches one of two tables with rows, and swap changes two pointers; y has the elements
//# launch grid 1 block 6
//# buffer y: int = zeros 12
//# expect y: int = 0 101 2 103 4 105 100 1 102 3 104 5
__device__ void put(int *y, int at, const int *from) { y[at] = from[at % 6]; }
__global__ void chooses(int *y)
{
    __shared__ int low[2][3];
    __shared__ int high[2][3];
    int i = threadIdx.x;
    low[i / 3][i % 3] = i;
    high[i / 3][i % 3] = 100 + i;
    __syncthreads();
    const int *p = i % 2 ? &high[0][0] : &low[0][0];
    const int *q = i % 2 ? low[0] : high[0];
    put(y, i, p);
    std::swap(p, q);
    put(y, 6 + i, p);
}

//# case constant_struct_with_unused_pointers — a kernel asks for the buffers that it uses of a struct in __constant__ memory; pixels are cleared
//# launch grid 1 block 4
//# arg scene.count = 3
//# buffer scene.pixels: float = 1 2 3 4
//# expect scene.pixels: float = 0 0 0 4
struct Scene {
    int count;
    float *positions;
    float *pixels;
    int *order;
};
__constant__ Scene scene;
__global__ void clear()
{
    if (threadIdx.x < scene.count)
        scene.pixels[threadIdx.x] = 0;
}

//# case memcpy_between_types — words of an array become a structure's members, and the bits of a number those of another type; y has the words
//# launch grid 1 block 2
//# buffer x: float = 1.5 -2
//# buffer y: int = zeros 12
//# expect y: int = 0 10 22 35 1069547520 4 1 11 23 36 -1073741824 7
struct Quad {
    uint2 low;
    int rest[2];
};
struct Mixed {
    float f;
    int i;
};
__global__ void copies(const float *x, int *y)
{
    int i = threadIdx.x;
    int *row = y + 6 * i;
    unsigned int words[4];
    for (int k = 0; k < 4; k++)
        words[k] = 11 * k + i;
    Quad quad;
    memcpy(&quad, words, sizeof(quad));
    row[0] = quad.low.x;
    row[1] = quad.low.y - 1;
    row[2] = quad.rest[0];
    row[3] = quad.rest[1] + 2;
    int bits;
    memcpy(&bits, &x[i], sizeof(bits));
    row[4] = bits;
    Mixed mixed = {x[i], 4 + 3 * i};
    int parts[2];
    memcpy(parts, &mixed, 8);
    row[5] = parts[1] + (parts[0] - bits);
}

//# case dynamic_memory_at_file_scope — extern shared bytes outside of the kernel are cut into floats and ints; f has the sums
//# launch grid 1 block 2 shared 16
//# arg n = 2
//# buffer f: float = 1.5 2.5
//# expect f: float = 12.5 21.5
extern __shared__ char raw[];
__global__ void cuts(float *f, int n)
{
    int i = threadIdx.x;
    float *a = reinterpret_cast<float *>(raw);
    int *b = reinterpret_cast<int *>(raw + n * sizeof(float));
    a[i] = f[i];
    b[i] = 10 * (i + 1);
    __syncthreads();
    f[i] = a[1 - i] + b[i];
}
