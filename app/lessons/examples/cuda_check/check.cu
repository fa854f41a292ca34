// Runs the CUDA twins of the gallery's kernels: every line of cases.inc is one launch, or several with their median time.
// Writes results.txt (the device, then a line for each case) and outputs.bin (short outputs, one after the other).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>

#include "twins.inc"

using Words = std::vector<uint32_t>;

// What a binding holds before a launch; the symbol that it is copied to, where it is no parameter.
struct Buffer {
  Words words;
  const void* symbol = nullptr;
};

template <class Word>
Buffer words(uint64_t count, Word word) {
  Buffer buffer{Words(count)};
  for (uint64_t index = 0; index < count; index++) {
    buffer.words[index] = word(index);
  }
  return buffer;
}

// The patterns of `simt::Pattern`; fingerprints tell whether they came out the same.
uint32_t of_float(float x) { return std::bit_cast<uint32_t>(x); }
uint32_t byte(uint64_t index) { return uint32_t(index) * 2654435769u >> 24; }
Buffer zeros(uint64_t count) { return {Words(count)}; }
Buffer ones(uint64_t count) { return words(count, [](uint64_t) { return 1; }); }
Buffer index(uint64_t count) { return words(count, [](uint64_t index) { return index; }); }
Buffer bytes(uint64_t count) { return words(count, byte); }
Buffer bits(uint64_t count) { return words(count, [](uint64_t index) { return byte(index) & 1; }); }
Buffer signed_floats(uint64_t count) {
  return words(count, [](uint64_t index) { return of_float(byte(index) - 128.0f); });
}
Buffer runs(uint64_t count, uint64_t length, uint32_t first, uint32_t second) {
  return words(count, [=](uint64_t index) { return index / length % 2 == 0 ? first : second; });
}
Buffer plane(uint64_t count, uint64_t width, uint32_t row, uint32_t column) {
  return words(count, [=](uint64_t index) { return row * (index / width) + column * (index % width); });
}
Buffer slope(uint64_t count, uint64_t length, bool rows) {
  return words(count, [=](uint64_t index) {
    double line = index / length, place = index % length;
    return of_float(rows ? line - 0.1 * place + 1.0 : place - 0.1 * line + 1.0);
  });
}
Buffer log_roots(uint64_t count) {
  return words(count, [](double i) { return of_float(std::log(std::sqrt(i * i - i + 2.0))); });
}
Buffer file(uint64_t count, const char* path) {
  Buffer buffer = zeros(count);
  if (FILE* file = std::fopen(path, "rb")) {
    count = std::fread(buffer.words.data(), 4, count, file);
    std::fclose(file);
  }
  return buffer;
}
Buffer in(const void* symbol, Buffer buffer) {
  buffer.symbol = symbol;
  return buffer;
}

uint64_t fingerprint(uint64_t hash, const Words& words) {
  for (uint32_t word : words) {
    hash = (hash ^ word) * 0x100000001b3;
  }
  return hash;
}

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
    given = fingerprint(given, buffer.words);
    size_t size = buffer.words.size() * 4;
    void *source = nullptr, *place = nullptr;
    cudaMalloc(&source, size);
    cudaMemcpy(source, buffer.words.data(), size, cudaMemcpyHostToDevice);
    if (buffer.symbol) {
      cudaGetSymbolAddress(&place, buffer.symbol);
    } else {
      cudaMalloc(&place, size);
    }
    fresh.push_back(source);
    memory.push_back(place);
  }

  // Bindings in order, values before them, and last the elements of the first binding.
  constexpr bool is_pointer[] = {std::is_pointer_v<Parameter>...};
  constexpr size_t element[] = {sizeof(std::remove_pointer_t<Parameter>)...};
  constexpr size_t last = sizeof...(Parameter) - 1;
  void* arguments[last + 1];
  unsigned n = 0;
  for (size_t parameter = 0, buffer = 0, value = 0; parameter < last; parameter++) {
    if (!is_pointer[parameter]) {
      arguments[parameter] = &values[value++];
      continue;
    }
    while (buffers[buffer].symbol) {
      buffer++;
    }
    if (n == 0) {
      n = buffers[buffer].words.size() * 4 / element[parameter];
    }
    arguments[parameter] = &memory[buffer++];
  }
  arguments[last] = &n;

  std::vector<float> times;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int launch = 0; launch < launches; launch++) {
    for (size_t buffer = 0; buffer < buffers.size(); buffer++) {
      cudaMemcpy(memory[buffer], fresh[buffer], buffers[buffer].words.size() * 4, cudaMemcpyDeviceToDevice);
    }
    if (launches > 1) {
      cudaMemset(caches, launch, CACHES);
    }
    cudaEventRecord(begin);
    cudaLaunchKernel((const void*)kernel, grid, block, arguments, 0, nullptr);
    cudaEventRecord(end);
    cudaDeviceSynchronize();
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    times.push_back(milliseconds * 1000);
  }
  std::sort(times.begin(), times.end());

  Words& got = buffers[output].words;
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
