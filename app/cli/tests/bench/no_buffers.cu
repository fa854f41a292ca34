__global__ void fill() {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
}

int main() { fill<<<4, 64>>>(); }
