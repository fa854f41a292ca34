// Times the CUDA twins of kernels, and CUDA's libraries beside them, by the method of `gpu::measure`: passes of R and of 2R
// launches, their difference divided by R, in rounds A B … B A. A pass is a graph of launches between two events.
// Writes samples.txt (the device, then lines for each case) and outputs.bin (short outputs, one after the other); with
// `--rounds 0` every case is launched once, for a profiler.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <type_traits>

#include <cublas_v2.h>
#include <cub/device/device_reduce.cuh>

#include "inputs.inc"
#include "twins.inc"

constexpr size_t LONGEST_OUTPUT = 65536;
// As `gpu::Plan`; graphs of more launches take longer to build than to run.
constexpr int MOST_REPEATS = 2048;
constexpr int ATTEMPTS = 8;
constexpr double WARM_UP_MILLIS = 300;
double pass_millis;
int rounds = 30;

cudaStream_t stream;
cudaEvent_t begin_event, end_event;
cublasHandle_t cublas;

// Memory by place and length, and first contents by their text: cases run one at a time and share it.
std::map<std::pair<size_t, size_t>, void*> working;
std::map<std::string, void*> kept;

void* place_of(size_t place, size_t bytes) {
  void*& memory = working[{place, bytes}];
  if (!memory) {
    cudaMalloc(&memory, bytes);
  }
  return memory;
}

void* contents_of(const Buffer& buffer) {
  void*& memory = kept[buffer.text];
  if (!memory) {
    Words words = buffer.words();
    cudaMalloc(&memory, words.size() * 4);
    cudaMemcpy(memory, words.data(), words.size() * 4, cudaMemcpyHostToDevice);
  }
  return memory;
}

// One thing to be timed.
struct Case {
  std::function<void()> refill, launch;
  // Where the result is and how many words.
  void* output;
  size_t words;
  bool is_library = false;
  int repeats = 1;
  cudaGraphExec_t passes[2] = {};
  double first_nanos = 0;
  // Nanoseconds of one launch: by slope of graphs, by slope of launches from the host, and between two events alone.
  std::vector<double> slopes, streams, singles;
  cudaError_t error = cudaSuccess;
};
std::vector<std::unique_ptr<Case>> cases;

template <class... Parameter>
void run(void (*kernel)(Parameter...), dim3 grid, dim3 block, int output, int, std::vector<Buffer> buffers,
         std::vector<unsigned> values = {}) {
  std::vector<void*> fresh, memory;
  std::vector<size_t> bytes;
  for (size_t place = 0; place < buffers.size(); place++) {
    Buffer& buffer = buffers[place];
    void* symbol = nullptr;
    if (buffer.symbol) {
      cudaGetSymbolAddress(&symbol, buffer.symbol);
    }
    fresh.push_back(contents_of(buffer));
    bytes.push_back(buffer.count * 4);
    memory.push_back(symbol ? symbol : place_of(place, buffer.count * 4));
  }
  auto arguments = std::make_shared<Arguments<Parameter...>>(buffers, memory, values);
  auto made = std::make_unique<Case>();
  made->refill = [=] {
    for (size_t buffer = 0; buffer < memory.size(); buffer++) {
      cudaMemcpyAsync(memory[buffer], fresh[buffer], bytes[buffer], cudaMemcpyDeviceToDevice, stream);
    }
  };
  made->launch = [=] { cudaLaunchKernel((const void*)kernel, grid, block, arguments->pointers, 0, stream); };
  made->output = memory[output];
  made->words = buffers[output].count;
  cases.push_back(std::move(made));
}

// CUB's sum of int32.
void cub_sum(uint64_t n) {
  auto made = std::make_unique<Case>();
  void *fresh = contents_of(bytes(n)), *data = place_of(0, n * 4), *sum = place_of(1, 4);
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, (int*)data, (int*)sum, n, stream);
  void* scratch = place_of(2, bytes);
  made->refill = [=] { cudaMemcpyAsync(data, fresh, n * 4, cudaMemcpyDeviceToDevice, stream); };
  made->launch = [=] {
    size_t of = bytes;
    cub::DeviceReduce::Sum(scratch, of, (int*)data, (int*)sum, n, stream);
  };
  made->output = sum;
  made->words = 1;
  made->is_library = true;
  cases.push_back(std::move(made));
}

// cublasSgemv over a square matrix; cuBLAS counts by columns, so rows side by side are its transposed case.
void sgemv(uint64_t width, bool rows) {
  auto made = std::make_unique<Case>();
  void *a = contents_of(slope(width * width, width, rows)), *x = contents_of(log_roots(width)), *y = place_of(2, width * 4);
  made->refill = [=] { cudaMemsetAsync(y, 0, width * 4, stream); };
  made->launch = [=] {
    const float one = 1, zero = 0;
    cublasSgemv(cublas, rows ? CUBLAS_OP_T : CUBLAS_OP_N, width, width, &one, (float*)a, width, (float*)x, 1, &zero,
                (float*)y, 1);
  };
  made->output = y;
  made->words = width;
  made->is_library = true;
  cases.push_back(std::move(made));
}

// The driver's copy from memory to memory of the device.
void device_copy(uint64_t n) {
  auto made = std::make_unique<Case>();
  void *from = contents_of(bytes(n)), *to = place_of(1, n * 4);
  made->refill = [=] { cudaMemsetAsync(to, 0, n * 4, stream); };
  made->launch = [=] { cudaMemcpyAsync(to, from, n * 4, cudaMemcpyDeviceToDevice, stream); };
  made->output = to;
  made->words = n;
  made->is_library = true;
  cases.push_back(std::move(made));
}

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// Nanoseconds between the events around what is put into the stream, after a refill outside of them.
double timed(Case& of, const std::function<void()>& work) {
  of.refill();
  cudaEventRecord(begin_event, stream);
  work();
  cudaEventRecord(end_event, stream);
  cudaStreamSynchronize(stream);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin_event, end_event);
  cudaError_t error = cudaGetLastError();
  of.error = of.error == cudaSuccess ? error : of.error;
  return milliseconds * 1e6;
}

double pass(Case& of, int which) {
  return timed(of, [&] { cudaGraphLaunch(of.passes[which], stream); });
}

void build(Case& of, int repeats) {
  of.repeats = repeats;
  for (int which = 0; which < 2; which++) {
    if (of.passes[which]) {
      cudaGraphExecDestroy(of.passes[which]);
    }
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int launch = 0; launch < repeats << which; launch++) {
      of.launch();
    }
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&of.passes[which], graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphUpload(of.passes[which], stream);
  }
}

int fitting(double nanos) { return std::clamp<double>(pass_millis * 1e6 / std::max(nanos, 1.0), 1, MOST_REPEATS); }

void calibrate(Case& of) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    double nanos = pass(of, 0);
    int next = fitting(nanos / of.repeats);
    bool enough = nanos >= 0.7 * pass_millis * 1e6 || next <= of.repeats;
    if (next != of.repeats) {
      build(of, next);
    }
    if (enough) {
      break;
    }
  }
}

void sample(Case& of, int round) {
  double nanos[2];
  for (int turn = 0; turn < 2; turn++) {
    int which = round % 2 == 0 ? turn : 1 - turn;
    nanos[which] = pass(of, which);
  }
  of.slopes.push_back((nanos[1] - nanos[0]) / of.repeats);
  // Libraries' functions also as a program without graphs calls them.
  if (of.is_library) {
    for (int turn = 0; turn < 2; turn++) {
      int which = round % 2 == 0 ? turn : 1 - turn;
      nanos[which] = timed(of, [&] {
        for (int launch = 0; launch < of.repeats << which; launch++) {
          of.launch();
        }
      });
    }
    of.streams.push_back((nanos[1] - nanos[0]) / of.repeats);
  }
  of.singles.push_back(timed(of, of.launch));
}

int main(int, char** arguments) {
  const char* samples_path = "samples.txt";
  for (char** option = arguments + 1; *option && option[1]; option += 2) {
    std::string name = *option;
    if (name == "--rounds") {
      rounds = std::atoi(option[1]);
    } else if (name == "--samples") {
      samples_path = option[1];
    }
  }
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) {
    std::fputs("no NVIDIA GPU can be used\n", stderr);
    return 2;
  }
  cudaStreamCreate(&stream);
  cudaEventCreate(&begin_event);
  cudaEventCreate(&end_event);
  cublasCreate(&cublas);
  cublasSetStream(cublas, stream);
  // What cuBLAS would allocate while launches are captured.
  void* workspace = nullptr;
  cudaMalloc(&workspace, 64 << 20);
  cublasSetWorkspace(cublas, workspace, 64 << 20);

  FILE *samples = std::fopen(samples_path, "w"), *outputs = std::fopen("outputs.bin", "wb");
  std::fprintf(samples, "%s\n", device.name);
  // A set of cases is timed side by side.
  auto measure = [&](double millis) {
    pass_millis = millis;
    std::vector<std::pair<uint64_t, size_t>> results;
    for (auto& of : cases) {
      of->first_nanos = timed(*of, of->launch);
      Words got(of->words);
      cudaMemcpy(got.data(), of->output, got.size() * 4, cudaMemcpyDeviceToHost);
      size_t written = got.size() > LONGEST_OUTPUT ? 0 : std::fwrite(got.data(), 4, got.size(), outputs);
      results.push_back({fingerprint(0, got), written});
      if (rounds > 0) {
        build(*of, fitting(of->first_nanos));
      }
    }
    if (rounds == 0) {
      cases.clear();
      return;
    }
    auto start = std::chrono::steady_clock::now();
    for (int turn = 0; turn < 2 || since(start) < WARM_UP_MILLIS; turn++) {
      for (auto& of : cases) {
        calibrate(*of);
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (size_t place = 0; place < cases.size(); place++) {
        sample(*cases[round % 2 == 0 ? place : cases.size() - 1 - place], round);
      }
    }
    for (size_t place = 0; place < cases.size(); place++) {
      Case& of = *cases[place];
      std::fprintf(samples, "%016lx %zu %d %.1f %s\n", results[place].first, results[place].second, of.repeats,
                   of.first_nanos, cudaGetErrorName(of.error));
      for (const auto* list : {&of.slopes, &of.streams, &of.singles}) {
        for (double nanos : *list) {
          std::fprintf(samples, "%.2f ", nanos);
        }
        std::fputs("\n", samples);
      }
      cudaGraphExecDestroy(of.passes[0]);
      cudaGraphExecDestroy(of.passes[1]);
    }
    cases.clear();
  };
#include "cases.inc"
  std::fclose(samples);
  std::fclose(outputs);
}
