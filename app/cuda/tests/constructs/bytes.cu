//# case image_inverted — an unsigned char image is inverted pixel by pixel; four lanes write one word without a race
//# launch grid 2 block 8
//# arg n = 13
//# buffer in: unsigned char = 0 1 2 127 128 200 254 255 10 20 30 40 50
//# buffer out: unsigned char = zeros 13
//# expect out: unsigned char = 255 254 253 128 127 55 1 0 245 235 225 215 205
__global__ void invert(const unsigned char *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 255 - in[i];
}

//# case colour_to_grey — three interleaved bytes become one by integer weights; grey is (30 r + 59 g + 11 b) / 100
//# launch grid 1 block 4,2
//# arg width = 3
//# arg height = 2
//# buffer rgb: unsigned char = 255 0 0 0 255 0 0 0 255 10 20 30 255 255 255 1 2 3
//# buffer grey: unsigned char = zeros 6
//# expect grey: unsigned char = 76 150 28 18 255 1
#define CHANNELS 3

__global__ void toGrey(unsigned char *rgb, unsigned char *grey, int width, int height)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col < width && row < height) {
        int offset = row * width + col;
        unsigned char r = rgb[offset * CHANNELS];
        unsigned char g = rgb[offset * CHANNELS + 1];
        unsigned char b = rgb[offset * CHANNELS + 2];
        grey[offset] = (30 * r + 59 * g + 11 * b) / 100;
    }
}

//# case colour_to_grey_with_floats — float weights without f, and the sum cut to a byte; grey has the values of multiples of 4
//# launch grid 1 block 4
//# buffer rgb: unsigned char = 4 8 12 0 0 0 252 252 252 100 40 20
//# buffer grey: unsigned char = zeros 4
//# expect grey: unsigned char = 8 0 252 50
__global__ void toGrey(unsigned char *rgb, unsigned char *grey)
{
    int i = threadIdx.x;
    grey[i] = (unsigned char)(0.25 * rgb[3 * i] + 0.5 * rgb[3 * i + 1] + 0.25f * rgb[3 * i + 2]);
}

//# case byte_wraparound — arithmetic is done in int and cut when it is stored; y is (x + 100) & 255
//# launch grid 1 block 6
//# buffer x: unsigned char = 0 100 155 156 200 255
//# buffer y: unsigned char = zeros 6
//# buffer wide: int = zeros 6
//# expect y: unsigned char = 100 200 255 0 44 99
//# expect wide: int = 100 200 255 256 300 355
__global__ void add100(const unsigned char *x, unsigned char *y, int *wide)
{
    int i = threadIdx.x;
    y[i] = x[i] + 100;
    wide[i] = x[i] + 100;
}

//# case signed_chars — a char keeps its sign when it becomes an int; y is x times -3 as an int, z as a char
//# launch grid 1 block 5
//# buffer x: char = -128 -1 0 42 127
//# buffer y: int = zeros 5
//# buffer z: char = zeros 5
//# expect y: int = 384 3 0 -126 -381
//# expect z: char = -128 3 0 -126 -125
__global__ void signs(const char *x, int *y, char *z)
{
    int i = threadIdx.x;
    y[i] = -3 * x[i];
    z[i] = -3 * x[i];
}

//# case text_in_capitals — letters of a text are compared and changed in place; small letters become capitals
//# launch grid 1 block 16
//# arg n = 11
//# buffer s: char = 72 101 108 108 111 32 99 117 100 97 33
//# expect s: char = 72 69 76 76 79 32 67 85 68 65 33
__global__ void capitals(char *s, int n)
{
    int i = threadIdx.x;
    if (i < n && s[i] >= 'a' && s[i] <= 'z')
        s[i] = s[i] - 'a' + 'A';
}

//# case byte_updated_in_place — += and ++ on a buffer's bytes; x is 2 x + 1 modulo 256
//# launch grid 1 block 6
//# buffer x: unsigned char = 0 1 127 128 200 255
//# expect x: unsigned char = 1 3 255 1 145 255
__global__ void doubled(unsigned char *x)
{
    int i = threadIdx.x;
    x[i] += x[i];
    ++x[i];
}

//# case shorts — short and unsigned short in buffers: 16 bits with and without a sign; y and z have x times 1000
//# launch grid 1 block 5
//# buffer x: short = -32768 -33 0 33 1000
//# buffer y: short = zeros 5
//# buffer z: unsigned short = zeros 5
//# expect y: short = 0 32536 0 -32536 16960
//# expect z: unsigned short = 0 32536 0 33000 16960
__global__ void thousands(const short *x, short *y, unsigned short *z)
{
    int i = threadIdx.x;
    y[i] = x[i] * 1000;
    z[i] = x[i] * 1000;
}

//# case bool_buffer — a buffer of bools is written and read; y counts the marked ones up to each index
//# launch grid 1 block 7
//# buffer x: int = 5 -1 0 7 -3 2 9
//# buffer positive: bool = zeros 7
//# buffer y: int = zeros 7
//# expect positive: bool = 1 0 0 1 0 1 1
//# expect y: int = 1 1 1 2 2 3 4
__global__ void mark(const int *x, bool *positive, int *y)
{
    int i = threadIdx.x;
    positive[i] = x[i] > 0;
    __syncthreads();
    int count = 0;
    for (int k = 0; k <= i; k++)
        if (positive[k])
            count++;
    y[i] = count;
}

//# case shared_bytes — a shared array of bytes: each lane writes its own, then reads its neighbour's; y is x shifted by one
//# launch grid 1 block 10
//# buffer x: unsigned char = 9 8 7 6 5 4 3 2 1 0
//# buffer y: unsigned char = zeros 10
//# expect y: unsigned char = 8 7 6 5 4 3 2 1 0 9
__global__ void rotate(const unsigned char *x, unsigned char *y)
{
    __shared__ unsigned char tile[10];
    int i = threadIdx.x;
    tile[i] = x[i];
    __syncthreads();
    y[i] = tile[(i + 1) % blockDim.x];
}

//# case shared_bools — a shared array of bools is a sieve; y is 1 for primes below 16
//# launch grid 1 block 16
//# buffer y: int = zeros 16
//# expect y: int = 0 0 1 1 0 1 0 1 0 0 0 1 0 1 0 0
__global__ void sieve(int *y)
{
    __shared__ bool prime[16];
    int i = threadIdx.x;
    prime[i] = i > 1;
    __syncthreads();
    for (int p = 2; p < 4; p++) {
        if (i > p && i % p == 0)
            prime[i] = false;
        __syncthreads();
    }
    y[i] = prime[i];
}

//# case histogram_of_bytes — bytes are indices of an atomic histogram; y counts each value modulo 4
//# launch grid 2 block 8
//# buffer x: unsigned char = 0 1 2 3 4 5 6 7 200 201 255 255 0 0 16 17
//# buffer y: unsigned = zeros 4
//# expect y: unsigned = 6 4 2 4
__global__ void histogram(const unsigned char *x, unsigned int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[x[i] % 4], 1);
}

//# case uchar4_pixels — a uchar4 is one word: components are read, swapped and stored; red and blue change places
//# launch grid 1 block 3
//# buffer in: uchar4 = 1 2 3 255 10 20 30 128 200 100 50 0
//# buffer out: uchar4 = zeros 12
//# expect out: uchar4 = 3 2 1 255 30 20 10 128 50 100 200 0
__global__ void swapRedBlue(const uchar4 *in, uchar4 *out)
{
    int i = threadIdx.x;
    uchar4 p = in[i];
    out[i] = make_uchar4(p.z, p.y, p.x, p.w);
}

//# case uchar4_component_stored — one component of a uchar4 in a buffer is written; the alpha is 255, the rest stays
//# launch grid 1 block 3
//# buffer p: uchar4 = 1 2 3 4 5 6 7 8 9 10 11 12
//# expect p: uchar4 = 1 2 3 255 5 6 7 255 9 10 11 255
__global__ void opaque(uchar4 *p)
{
    p[threadIdx.x].w = 255;
}

//# case blur_with_edges — a mean over a 3 x 3 neighbourhood of bytes with a count at the edges; out is the integer mean
//# launch grid 1,1 block 4,4
//# arg w = 4
//# arg h = 3
//# buffer in: unsigned char = 10 20 30 40 50 60 70 80 90 100 110 120
//# buffer out: unsigned char = zeros 12
//# expect out: unsigned char = 35 40 50 55 55 60 70 75 75 80 90 95
#define BLUR_SIZE 1
__global__ void blur(unsigned char *in, unsigned char *out, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < w && row < h) {
        int pixVal = 0;
        int pixels = 0;
        for (int dr = -BLUR_SIZE; dr < BLUR_SIZE + 1; ++dr) {
            for (int dc = -BLUR_SIZE; dc < BLUR_SIZE + 1; ++dc) {
                int r = row + dr;
                int c = col + dc;
                if (r > -1 && r < h && c > -1 && c < w) {
                    pixVal += in[r * w + c];
                    pixels++;
                }
            }
        }
        out[row * w + col] = (unsigned char)(pixVal / pixels);
    }
}

//# case bytes_behind_a_pointer — a pointer to bytes moves by bytes; y is the sum of three bytes from an odd place
//# launch grid 1 block 4
//# buffer x: unsigned char = 1 2 3 4 5 6 7 8 9 10 11 12 13
//# buffer y: int = zeros 4
//# expect y: int = 9 18 27 36
__global__ void triples(const unsigned char *x, int *y)
{
    const unsigned char *p = x + 1 + 3 * threadIdx.x;
    int sum = *p++;
    sum += *p++;
    sum += *p;
    y[threadIdx.x] = sum;
}

//# case byte_argument — an unsigned char and a bool as scalar parameters; y is 1 where x is above the threshold, or the reverse
//# launch grid 1 block 4
//# arg threshold = 100
//# arg reversed = 1
//# buffer x: unsigned char = 50 100 101 255
//# buffer y: unsigned char = zeros 4
//# expect y: unsigned char = 1 1 0 0
__global__ void above(const unsigned char *x, unsigned char *y, unsigned char threshold, bool reversed)
{
    int i = threadIdx.x;
    bool is = x[i] > threshold;
    y[i] = reversed ? !is : is;
}

//# case half2_pairs — a half2 is one word with two halves; y is x + x by pairs
//# launch grid 1 block 2
//# buffer x: half2 = 0.5 1 -2 4
//# buffer y: half2 = zeros 4
//# expect y: half2 = 1 2 -4 8
#include <cuda_fp16.h>
__global__ void pairs(const half2 *x, half2 *y)
{
    y[threadIdx.x] = __hadd2(x[threadIdx.x], x[threadIdx.x]);
}

//# case game_of_life — one step on a torus of bytes with nested sums and a switch; next has the living cells
//# launch grid 1 block 6,5
//# buffer cells: unsigned char = 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 0 0 1 1 1 0 0 0 0 0 0 0 1
//# buffer next: unsigned char = zeros 30
//# expect next: unsigned char = 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 1 0 0 0 0 1 1 1 0 0 0 1 0 0 0
__global__ void life(const unsigned char *cells, unsigned char *next)
{
    int w = blockDim.x, h = blockDim.y, c = threadIdx.x, r = threadIdx.y;
    int n = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc)
                n += cells[(r + dr + h) % h * w + (c + dc + w) % w];
    unsigned char state = cells[r * w + c];
    switch (n) {
    case 3: state = 1; break;
    case 2: break;
    default: state = 0;
    }
    next[r * w + c] = state;
}

//# case more_half_functions — __hsub, __hfma, __hgt, __hmul2 with __halves2half2, and __half2int_rn; y, z and f have the results
//# launch grid 1 block 4
//# buffer x: half = 0.5 1.5 -2 3
//# buffer y: half = zeros 8
//# buffer z: int = zeros 8
//# buffer f: float = zeros 4
//# expect y: half = -0.5 0.5 -3 2 0.75 3.75 2 12
//# expect z: int = 0 1 0 1 0 2 -2 3
//# expect f: float = 3 9 -12 18
#include <cuda_fp16.h>
__global__ void functions(const half *x, half *y, int *z, float *f)
{
    int i = threadIdx.x;
    half v = x[i], one = __float2half(1.0f);
    y[i] = __hsub(v, one);
    y[4 + i] = __hfma(v, v, v);
    z[i] = __hgt(v, one) ? 1 : 0;
    z[4 + i] = __half2int_rn(v);
    half2 pair = __hmul2(__halves2half2(v, v), __floats2half2_rn(2.0f, 4.0f));
    f[i] = __low2float(pair) + __high2float(pair);
}

//# case one_byte_by_all_threads — all threads store their number to one byte: one of them stays, and not a mixture; the last of the warp here
//# launch grid 1 block 8
//# buffer x: unsigned char = 0 9 9 9
//# buffer y: int = 0
//# expect y: int = 1
__global__ void winner(unsigned char *x, int *y)
{
    x[0] = 1 << threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        y[0] = __popc(x[0]);
}

//# case whole_pairs_of_shorts — a short2 is stored as a whole, and a ushort4; a has one more in x, and b is doubled
//# launch grid 1 block 2
//# buffer a: short2 = 1 -2 3 4
//# buffer b: ushort4 = 1 2 3 4 5 6 7 8
//# expect a: short2 = 2 -2 4 4
//# expect b: ushort4 = 2 4 6 8 10 12 14 16
__global__ void k(short2 *a, ushort4 *b)
{
    short2 v = a[threadIdx.x];
    v.x += 1;
    a[threadIdx.x] = v;
    ushort4 w = b[threadIdx.x];
    b[threadIdx.x] = make_ushort4(2 * w.x, 2 * w.y, 2 * w.z, 2 * w.w);
}

//# case three_bytes_at_any_byte — a `uchar3 *` begins at any byte, walks and is assigned; with n = 1 q[1] is the bytes 4 to 6, r[0] begins at byte 7 and later at byte 10
//# launch grid 1 block 1
//# arg n = 1
//# buffer p: unsigned char = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
//# expect p: unsigned char = 0 1 2 3 200 201 202 99 8 9 10 11 12 13 14 1 16 17 18 11
__global__ void pixels(unsigned char *p, int n)
{
    uchar3 *q = (uchar3 *)(p + n);
    q[1] = make_uchar3(200, 201, 202);
    unsigned char *row = p + 7;
    uchar3 *r = (uchar3 *)row;
    r[0].x = 99;
    r = (uchar3 *)(p + n + 9);
    p[19] = r[0].y;
    r++;
    r->z = q[0].x;
}

//# case shared_pixels_of_three_bytes — a shared tile of uchar3 is transposed, and the bytes of each pixel change places
//# launch grid 1 block 4,4
//# buffer in: unsigned char = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
//# buffer out: unsigned char = zeros 48
//# expect out: unsigned char = 2 0 1 14 12 13 26 24 25 38 36 37 5 3 4 17 15 16 29 27 28 41 39 40 8 6 7 20 18 19 32 30 31 44 42 43 11 9 10 23 21 22 35 33 34 47 45 46
__global__ void transpose(const uchar3 *in, uchar3 *out)
{
    __shared__ uchar3 tile[4][4];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 4 + x];
    __syncthreads();
    uchar3 v = tile[x][y];
    out[y * 4 + x] = make_uchar3(v.z, v.x, v.y);
}
