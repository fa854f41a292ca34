// arguments: 
// The host sets the first half of an array, and the kernel reads all of it.
__global__ void increase(const int *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] + 1;
}

int main()
{
    const int n = 256;
    int h[n], *a, *b;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMemcpy(a, h, n / 2 * sizeof(int), cudaMemcpyHostToDevice);
    increase<<<2, 128>>>(a, b, n);
    cudaMemcpy(h, b, n * sizeof(int), cudaMemcpyDeviceToHost);
}
