//# case four_bytes_of_a_word.wrong — two threads write each byte, so that the result depends on their order
//# launch grid 1 block 32
//# buffer x: unsigned char = index 32
//# buffer y: unsigned char = zeros 16
//# finds 3: data_race, y
__global__ void every_second(const unsigned char *x, unsigned char *y)
{
    y[threadIdx.x / 2] = x[threadIdx.x];
}

//# case four_bytes_of_a_word.right — four threads write the four bytes of a word, each its own: no race
//# launch grid 1 block 32
//# buffer x: unsigned char = index 32
//# buffer y: unsigned char = zeros 32
//# expect y: unsigned char = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
//# finds nothing
__global__ void next(const unsigned char *x, unsigned char *y)
{
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

//# case blur_in_place.wrong — a thread overwrites a byte that its neighbour reads
//# launch grid 1 block 32
//# buffer x: unsigned char = index 34
//# finds 4: data_race, x
__global__ void blur(unsigned char *x)
{
    int i = threadIdx.x + 1;
    x[i] = (x[i - 1] + 2 * x[i] + x[i + 1]) / 4;
}

//# case blur_in_place.right — the blurred bytes go to a picture of their own
//# launch grid 1 block 32
//# buffer x: unsigned char = index 34
//# buffer y: unsigned char = zeros 34
//# expect y: unsigned char = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 0
//# finds nothing
__global__ void blur(const unsigned char *x, unsigned char *y)
{
    int i = threadIdx.x + 1;
    y[i] = (x[i - 1] + 2 * x[i] + x[i + 1]) / 4;
}

//# case flags_in_shared_memory.wrong — flags of a byte each are read by other threads before a barrier
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 5: data_race, odd
__global__ void follow(const int *x, int *y)
{
    __shared__ bool odd[64];
    int t = threadIdx.x;
    odd[t] = x[t] % 2;
    y[t] = odd[(t + 1) % 64];
}

//# case flags_in_shared_memory.right — each thread sets its own byte, and the barrier comes before the reads
//# launch grid 1 block 64
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 1 0 1 0 1 0 1 0
//# finds nothing
__global__ void follow(const int *x, int *y)
{
    __shared__ bool odd[64];
    int t = threadIdx.x;
    odd[t] = x[t] % 2;
    __syncthreads();
    y[t] = odd[(t + 1) % 64];
}
