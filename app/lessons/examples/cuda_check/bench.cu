// Times the CUDA twins of kernels, and CUDA's libraries beside them, by the method of `gpu::measure`: passes of R and of 2R
// launches, their difference divided by R, in rounds A B … B A. A pass is a graph of launches between two events.
// Writes samples.txt (the device, then lines for each case) and outputs.bin (short outputs, one after the other); with
// `--rounds 0` every case is launched once, for a profiler.
#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "bench.inc"
#include "cases.inc"

constexpr size_t LONGEST_OUTPUT = 65536;
// As `gpu::Plan`; graphs of more launches take longer to build than to run.
constexpr int MOST_REPEATS = 2048;
constexpr int ATTEMPTS = 8;
constexpr double WARM_UP_MILLIS = 300;
double pass_millis;
int rounds = 30;

cudaStream_t stream;
cudaEvent_t begin_event, end_event;

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

std::vector<std::unique_ptr<Case>> cases;

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
  start_libraries();

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
  all_cases(measure);
  std::fclose(samples);
  std::fclose(outputs);
}
