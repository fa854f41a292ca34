// 70,001 blocks in x are more than WebGPU dispatches in one row. The second launch reads what the first has written.
__global__ void count(unsigned *blocks) {
    blocks[blockIdx.x] = blockIdx.x + blockIdx.y;
}
__global__ void last(const unsigned *blocks, unsigned *found) {
    if (blockIdx.x == gridDim.x - 1) found[threadIdx.x] = blocks[blockIdx.x] + gridDim.x;
}
int main() {
    unsigned *blocks, *found;
    cudaMalloc(&blocks, 70001 * sizeof(unsigned));
    cudaMalloc(&found, 2 * sizeof(unsigned));
    count<<<70001, 1>>>(blocks);
    last<<<70001, 2>>>(blocks, found);
}
