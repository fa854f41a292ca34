// Accesses that lie outside of an array, or that do not begin at a multiple of their size: CUDA checks the first at no place,
// and stops with a "misaligned address" at the second.

//# case constant_array_one_too_far — a mask of five numbers is read with one index more
//# launch grid 1 block 1
//# buffer m: float = 1 2 3 4 5
//# buffer y: float = 0
//# expect y: float = 15
//# finding 6: out_of_bounds
__constant__ float m[5];
__global__ void sum(float *y)
{
    float s = 0;
    for (int j = 0; j <= 5; j++)
        s += m[j];
    y[0] = s;
}

//# case constant_matrix_of_integers — the last element of a matrix is inside, and the one behind it is not
//# launch grid 1 block 1
//# buffer m: int = 1 2 3 4 5 6
//# buffer y: int = 0
//# arg last = 2
//# expect y: int = 6
//# finding 5: out_of_bounds
__constant__ int m[2][3];
__global__ void pick(int *y, int last)
{
    y[0] = m[1][last];
    y[0] += m[1][last + 1];
}

//# case vector_of_four_between_two — a float4 begins at the second float
//# launch grid 1 block 2
//# buffer a: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 2
//# undefined 3: begins at element 1 in thread 1, which is no multiple of 4; 1 times
//# finding 3: misaligned_access
__global__ void load(const float *a, float *y)
{
    float4 v = *(const float4 *)(a + threadIdx.x);
    y[threadIdx.x] = v.x;
}

//# case vector_beside_numbers — the same array is also read number by number; float3 may begin at any number
//# launch grid 1 block 1
//# buffer a: float = 1 2 3 4 5 6 7 8
//# buffer y: float = zeros 3
//# arg at = 1
//# expect y: float = 1 6 0
//# undefined 6: begins at element 1 in thread 0, which is no multiple of 2; 1 times
//# finding 6: misaligned_access
__global__ void load(const float *a, float *y, int at)
{
    y[0] = a[0];
    float3 three = *(const float3 *)(a + at);
    float4 four = *(const float4 *)(a + 4 * at);
    float2 two = *(const float2 *)(a + at);
    y[1] = three.x + four.w - two.x * 0 - 4;
}

//# case word_among_bytes — an int is read at each byte
//# launch grid 1 block 4
//# buffer c: unsigned char = 1 0 0 0 2 0 0 0
//# buffer y: int = zeros 4
//# undefined 3: begins at element 1 in thread 1, which is no multiple of 4; 3 times
//# finding 3: misaligned_access
__global__ void load(const unsigned char *c, int *y)
{
    y[threadIdx.x] = *(const int *)(c + threadIdx.x);
}

//# case words_at_multiples_among_bytes — an int is read at each fourth byte; y has the words
//# launch grid 1 block 2
//# buffer c: unsigned char = 1 0 0 0 2 0 0 0
//# buffer y: int = zeros 2
//# expect y: int = 1 2
//# finding none
__global__ void load(const unsigned char *c, int *y)
{
    y[threadIdx.x] = *(const int *)(c + 4 * threadIdx.x);
}

//# case vector_at_a_known_place — a float4 at the second float, also under a condition
//# launch grid 1 block 1
//# buffer a: float = 1 2 3 4 5 6 7 8
//# arg n = 0
//# undefined 4: begins at element 1 in thread 0, which is no multiple of 4; 1 times
//# finding 4: misaligned_access
__global__ void store(float *a, int n)
{
    *(float4 *)(a + 4) = make_float4(0, 0, 0, 0);
    if (n == 0) *(float4 *)(a + 1) = make_float4(0, 0, 0, 0);
}
