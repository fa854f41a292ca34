//# case more_threads_than_elements.wrong — the grid is rounded up, and the last block reaches past the end
//# launch grid 4 block 32
//# buffer x: int = index 100
//# finds 4: out_of_bounds, x
__global__ void twice(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

//# case more_threads_than_elements.right — a guard keeps the threads past the end out
//# launch grid 4 block 32 n = 100
//# buffer x: int = ones 100
//# expect x: int = 2 2 2 2 2 2 2 2
//# finds nothing
__global__ void twice(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}

//# case one_too_many.wrong — the guard says `<=`, so that one thread writes one place too far
//# launch grid 4 block 32 n = 100
//# buffer x: int = ones 100
//# finds 4: out_of_bounds, x
__global__ void twice(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) x[i] *= 2;
}

//# case one_too_many.right — the last index is n - 1
//# launch grid 4 block 32 n = 100
//# buffer x: int = ones 100
//# expect x: int = 2 2 2 2 2 2 2 2
//# finds nothing
__global__ void twice(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}

//# case left_neighbour_of_the_first.wrong — thread 0 reads the element before the first one
//# launch grid 1 block 32
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# finds 4: out_of_bounds, x
__global__ void differences(const int *x, int *y)
{
    int i = threadIdx.x;
    y[i] = x[i] - x[i - 1];
}

//# case left_neighbour_of_the_first.right — the first element has no left neighbour
//# launch grid 1 block 32
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# expect y: int = 0 1 1 1 1 1 1 1
//# finds nothing
__global__ void differences(const int *x, int *y)
{
    int i = threadIdx.x;
    y[i] = i > 0 ? x[i] - x[i - 1] : x[i];
}

//# case tile_without_room_for_the_halo.wrong — the tile has a place for each thread, but none for the neighbours at its ends
//# launch grid 1 block 32
//# buffer x: int = index 34
//# buffer y: int = zeros 32
//# finds 7: out_of_bounds, tile
__global__ void stencil(const int *x, int *y)
{
    __shared__ int tile[32];
    int t = threadIdx.x + 1;
    tile[t - 1] = x[t - 1];
    if (threadIdx.x < 2)
        tile[t - 1 + 32] = x[t - 1 + 32];
    __syncthreads();
    y[t - 1] = tile[t - 1] + tile[t] + tile[t + 1];
}

//# case tile_without_room_for_the_halo.right — the tile has two places more
//# launch grid 1 block 32
//# buffer x: int = index 34
//# buffer y: int = zeros 32
//# expect y: int = 3 6 9 12 15 18 21 24
//# finds nothing
__global__ void stencil(const int *x, int *y)
{
    __shared__ int tile[32 + 2];
    int t = threadIdx.x + 1;
    tile[t - 1] = x[t - 1];
    if (threadIdx.x < 2)
        tile[t - 1 + 32] = x[t - 1 + 32];
    __syncthreads();
    y[t - 1] = tile[t - 1] + tile[t] + tile[t + 1];
}

//# case too_few_bytes_of_shared_memory.wrong — the launch gives bytes for half of the threads
//# launch grid 1 block 64 shared 128
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# finds 5: out_of_bounds, s
__global__ void reverse(const int *x, int *y)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    y[t] = s[blockDim.x - 1 - t];
}

//# case too_few_bytes_of_shared_memory.right — the third number of the launch is in bytes: 64 * sizeof(int)
//# launch grid 1 block 64 shared 256
//# buffer x: int = index 64
//# buffer y: int = zeros 64
//# expect y: int = 63 62 61 60 59 58 57 56
//# finds nothing
__global__ void reverse(const int *x, int *y)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    y[t] = s[blockDim.x - 1 - t];
}

//# case rows_and_columns.wrong — the row is multiplied by the height: right for square matrices alone
//# launch grid 1 block 8,4 width = 8 height = 4
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# finds 4: out_of_bounds, y
__global__ void transpose(const int *x, int *y, int width, int height)
{
    int column = threadIdx.x, row = threadIdx.y;
    y[column * width + row] = x[row * width + column];
}

//# case rows_and_columns.right — a row of the result is as long as the source is high
//# launch grid 1 block 8,4 width = 8 height = 4
//# buffer x: int = index 32
//# buffer y: int = zeros 32
//# expect y: int = 0 8 16 24 1 9 17 25 2 10 18 26 3 11 19 27 4 12 20 28 5 13 21 29 6 14 22 30 7 15 23 31
//# finds nothing
__global__ void transpose(const int *x, int *y, int width, int height)
{
    int column = threadIdx.x, row = threadIdx.y;
    y[column * height + row] = x[row * width + column];
}

//# case local_array_too_short.wrong — the loop fills five places of four
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# finds 5: out_of_bounds, best
__global__ void fill(int *y)
{
    int best[4];
    for (int k = 0; k <= 4; k++)
        best[k] = k * threadIdx.x;
    y[threadIdx.x] = best[3];
}

//# case local_array_too_short.right — the loop ends before the length
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 0 3 6 9 12 15 18 21
//# finds nothing
__global__ void fill(int *y)
{
    int best[4];
    for (int k = 0; k < 4; k++)
        best[k] = k * threadIdx.x;
    y[threadIdx.x] = best[3];
}

//# case bytes_past_the_end.wrong — the buffer has 6 bytes: the last two threads write past it, although the word is there
//# launch grid 1 block 8
//# buffer x: unsigned char = 1 2 3 4 5 6
//# finds 3: out_of_bounds, x
__global__ void invert(unsigned char *x)
{
    x[threadIdx.x] = 255 - x[threadIdx.x];
}

//# case bytes_past_the_end.right — the length is counted in bytes
//# launch grid 1 block 8 n = 6
//# buffer x: unsigned char = 1 2 3 4 5 6
//# expect x: unsigned char = 254 253 252 251 250 249
//# finds nothing
__global__ void invert(unsigned char *x, int n)
{
    if (threadIdx.x < n) x[threadIdx.x] = 255 - x[threadIdx.x];
}
