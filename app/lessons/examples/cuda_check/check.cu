// Runs the CUDA twins of the gallery's kernels: every line of cases.inc is one launch, or several with their median time.
// Writes results.txt (the device, then a line for each case) and outputs.bin (short outputs, one after the other).
#include <algorithm>
#include <type_traits>

#include "inputs.inc"
#include "twins.inc"

FILE *results, *outputs;
constexpr size_t LONGEST_OUTPUT = 65536;
// More than any cache holds: filling it between refill and launch leaves nothing of the data in there.
constexpr size_t CACHES = 256 << 20;
void* caches;

template <class... Parameter>
void run(void (*kernel)(Parameter...), dim3 grid, dim3 block, int output, int launches, std::vector<Buffer> buffers,
         std::vector<unsigned> values = {}) {
  uint64_t given = 0;
  std::vector<void*> fresh, memory;
  for (Buffer& buffer : buffers) {
    Words words = buffer.words();
    given = fingerprint(given, words);
    size_t size = words.size() * 4;
    void *source = nullptr, *place = nullptr;
    cudaMalloc(&source, size);
    cudaMemcpy(source, words.data(), size, cudaMemcpyHostToDevice);
    if (buffer.symbol) {
      cudaGetSymbolAddress(&place, buffer.symbol);
    } else {
      cudaMalloc(&place, size);
    }
    fresh.push_back(source);
    memory.push_back(place);
  }

  Arguments<Parameter...> arguments(buffers, memory, values);
  std::vector<float> times;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int launch = 0; launch < launches; launch++) {
    for (size_t buffer = 0; buffer < buffers.size(); buffer++) {
      cudaMemcpy(memory[buffer], fresh[buffer], buffers[buffer].count * 4, cudaMemcpyDeviceToDevice);
    }
    if (launches > 1) {
      cudaMemset(caches, launch, CACHES);
    }
    cudaEventRecord(begin);
    cudaLaunchKernel((const void*)kernel, grid, block, arguments.pointers, 0, nullptr);
    cudaEventRecord(end);
    cudaDeviceSynchronize();
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    times.push_back(milliseconds * 1000);
  }
  std::sort(times.begin(), times.end());

  Words got(buffers[output].count);
  cudaMemcpy(got.data(), memory[output], got.size() * 4, cudaMemcpyDeviceToHost);
  size_t written = got.size() > LONGEST_OUTPUT ? 0 : std::fwrite(got.data(), 4, got.size(), outputs);
  std::fprintf(results, "%016lx %016lx %zu %.1f %s\n", given, fingerprint(0, got), written, times[times.size() / 2],
               cudaGetErrorName(cudaGetLastError()));
  for (size_t buffer = 0; buffer < buffers.size(); buffer++) {
    cudaFree(fresh[buffer]);
    if (!buffers[buffer].symbol) {
      cudaFree(memory[buffer]);
    }
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

int main() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess || cudaMalloc(&caches, CACHES) != cudaSuccess) {
    std::fputs("no NVIDIA GPU can be used\n", stderr);
    return 2;
  }
  results = std::fopen("results.txt", "w");
  outputs = std::fopen("outputs.bin", "wb");
  std::fprintf(results, "%s\n", device.name);
#include "cases.inc"
  std::fclose(results);
  std::fclose(outputs);
}
