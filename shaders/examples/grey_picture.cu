// Turns a colour picture into a grey one. A pixel is three bytes: red, green and blue.
#include <cstdio>

__global__ void grey(const unsigned char* colour, unsigned char* result,
                     int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  // Blocks at the right and at the lower edge reach past the picture.
  if (x >= width || y >= height) {
    return;
  }
  int pixel = y * width + x;
  int red = colour[3 * pixel];
  int green = colour[3 * pixel + 1];
  int blue = colour[3 * pixel + 2];
  // The eye sees green best and blue least. The weights add up to 256, so that white stays 255.
  result[pixel] = (77 * red + 150 * green + 29 * blue) / 256;
}

int main() {
  const int width = 60, height = 40;
  const int pixels = width * height;

  unsigned char picture[3 * pixels], result[pixels];
  for (int i = 0; i < 3 * pixels; i++) {
    picture[i] = i * 7 % 256;
  }
  unsigned char *device_picture, *device_result;
  cudaMalloc(&device_picture, sizeof(picture));
  cudaMalloc(&device_result, sizeof(result));
  cudaMemcpy(device_picture, picture, sizeof(picture), cudaMemcpyHostToDevice);

  // A block has two dimensions, as the picture has: 16 x 16 threads.
  dim3 block(16, 16);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  grey<<<grid, block>>>(device_picture, device_result, width, height);
  cudaMemcpy(result, device_result, sizeof(result), cudaMemcpyDeviceToHost);

  int wrong = 0;
  for (int i = 0; i < pixels; i++) {
    int sum = 77 * picture[3 * i] + 150 * picture[3 * i + 1] + 29 * picture[3 * i + 2];
    wrong += result[i] != sum / 256;
  }
  printf("%d of %d pixels are wrong\n", wrong, pixels);
  cudaFree(device_picture);
  cudaFree(device_result);
  return wrong == 0 ? 0 : 1;
}
