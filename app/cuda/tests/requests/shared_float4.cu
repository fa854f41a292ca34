// Each thread stores four floats to shared memory one by one, and reads a float4 of another thread back.
// Rule: 16 bytes per thread need 4 wavefronts for a warp, one for each quarter, and no more where the 8 float4 of each quarter
// lie in separate banks. The four stores put 32 words in a row into 32 banks: one wavefront each.
//# buffer out: 512 bytes
//# stores: 1 request, 16 sectors, 4 lines, 512 bytes
//# shared stores: 4 requests, 4 wavefronts, 0 conflicts, 512 bytes
//# shared loads: 1 request, 4 wavefronts, 0 conflicts, 512 bytes
//# findings: none
__global__ void turn(float *out)
{
    __shared__ float4 aligned[32];
    float *tile = reinterpret_cast<float *>(aligned);
    int i = threadIdx.x;
    for (int k = 0; k < 4; k++)
        tile[32 * k + i] = k;
    __syncthreads();
    reinterpret_cast<float4 *>(out)[i] = aligned[31 - i];
}

int main()
{
    float *out;
    cudaMalloc(&out, 512);
    turn<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
