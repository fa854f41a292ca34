//# device
cudaSetDevice(0);
//# allocate
int *a, *b, *c;
cudaMalloc(&a, bytes);
cudaMalloc(&b, bytes);
cudaMalloc(&c, bytes);
//# copy-in
cudaMemcpy(a, hostA, bytes, cudaMemcpyHostToDevice);
cudaMemcpy(b, hostB, bytes, cudaMemcpyHostToDevice);
//# compile
// nvcc has compiled the kernel already.
//# launch
unsigned blocks = (n + BLOCK - 1) / BLOCK;
vector_sum<BLOCK><<<blocks, BLOCK>>>(a, b, c, n);
//# copy-out
// Waits until the kernel has finished.
cudaMemcpy(hostC, c, bytes, cudaMemcpyDeviceToHost);
//# free
cudaFree(a);
cudaFree(b);
cudaFree(c);
