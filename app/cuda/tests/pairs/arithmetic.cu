//# case index_overflow.wrong — row * width leaves 32 bits and becomes negative, so that the guard lets it through
//# launch grid 1 block 32 width = 2000000000 n = 64
//# buffer y: int = zeros 64
//# finds 4: overflow
__global__ void mark(int *y, int width, int n)
{
    int row = threadIdx.x;
    int index = row * width;
    if (index < n) y[index] = 1;
}

//# case index_overflow.right — row and width are tested before they are multiplied
//# launch grid 1 block 32 width = 2000000000 n = 64
//# buffer y: int = zeros 64
//# expect y: int = 1 0 0 0 0 0 0 0
//# finds nothing
__global__ void mark(int *y, int width, int n)
{
    int row = threadIdx.x;
    if (row <= (n - 1) / width) {
        int index = row * width;
        y[index] = 1;
    }
}

//# case shift_by_the_width.wrong — a shift by 32 or more has no value in CUDA: the mask of 32 lanes is not all ones
//# launch grid 1 block 33
//# buffer y: unsigned = zeros 33
//# finds 4: shift
__global__ void masks(unsigned *y)
{
    unsigned lanes = threadIdx.x;
    y[lanes] = (1u << lanes) - 1;
}

//# case shift_by_the_width.right — all 32 lanes are a case of their own
//# launch grid 1 block 33
//# buffer y: unsigned = zeros 33
//# expect y: unsigned = 0 1 3 7 15 31 63 127 255 511 1023 2047 4095 8191 16383 32767 65535 131071 262143 524287 1048575 2097151 4194303 8388607 16777215 33554431 67108863 134217727 268435455 536870911 1073741823 2147483647 4294967295
//# finds nothing
__global__ void masks(unsigned *y)
{
    unsigned lanes = threadIdx.x;
    y[lanes] = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
}

//# case division_by_zero.wrong — an empty bin has no mean: the division by its count has no value
//# launch grid 1 block 8
//# buffer sum: int = 10 20 30 40 0 60 70 80
//# buffer count: int = 1 2 3 4 0 6 7 8
//# finds 4: zero
__global__ void means(int *sum, const int *count)
{
    int bin = threadIdx.x;
    sum[bin] = sum[bin] / count[bin];
}

//# case division_by_zero.right — an empty bin keeps 0
//# launch grid 1 block 8
//# buffer sum: int = 10 20 30 40 0 60 70 80
//# buffer count: int = 1 2 3 4 0 6 7 8
//# expect sum: int = 10 10 10 10 0 10 10 10
//# finds nothing
__global__ void means(int *sum, const int *count)
{
    int bin = threadIdx.x;
    if (count[bin] > 0) sum[bin] = sum[bin] / count[bin];
}

//# case remainder_by_zero.wrong — the number of groups is rounded down to 0 for a small block, and a remainder by 0 has no value
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# finds 4: zero
__global__ void deal(int *y)
{
    int groups = blockDim.x / 64;
    y[threadIdx.x] = threadIdx.x % groups;
}

//# case remainder_by_zero.right — the number of groups is rounded up
//# launch grid 1 block 32
//# buffer y: int = ones 32
//# expect y: int = zeros 32
//# finds nothing
__global__ void deal(int *y)
{
    int groups = (blockDim.x + 63) / 64;
    y[threadIdx.x] = threadIdx.x % groups;
}
