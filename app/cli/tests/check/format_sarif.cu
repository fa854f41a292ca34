// arguments: --format sarif
// status: 1
__global__ void add(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0) sum[0] += x[i];
}
int main()
{
    float *s, *x;
    cudaMalloc(&s, sizeof(float));
    cudaMalloc(&x, 256 * sizeof(float));
    add<<<4, 64>>>(s, x, 256);
    add<<<2, 64>>>(s, x, 128);
}
