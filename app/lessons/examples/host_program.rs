//! Prints a CUDA C++ program that runs the host program of the lesson *The host's part* as it is shown, and times its
//! phases: `cargo run -p lessons --example host_program > host.cu && nvcc -O3 -o host host.cu && ./host`.
//!
//! The program prints medians in the form of `assets/measured-host.json`.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use lessons::GalleryKernel;
use lessons::host::Phase;

/// The first trip starts the driver and does not count.
const PROGRAM: &str = r#"#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

KERNEL
constexpr unsigned BLOCK = 256;
constexpr unsigned n = 1 << 24;
constexpr int TRIPS = 31;
constexpr size_t bytes = n * sizeof(int);
const char* names[] = {NAMES};
constexpr int PHASES = sizeof(names) / sizeof(names[0]);
using Clock = std::chrono::steady_clock;

void trip(const int* hostA, const int* hostB, int* hostC, std::vector<double>* laps) {
  auto since = Clock::now();
  int phase = 0;
  auto lap = [&] {
    cudaDeviceSynchronize();
    auto now = Clock::now();
    if (laps) laps[phase].push_back(std::chrono::duration<double, std::milli>(now - since).count());
    phase++;
    since = Clock::now();
  };
LISTING
}

int main() {
  std::vector<int> hostA(n), hostB(n), hostC(n);
  for (unsigned i = 0; i < n; i++) {
    hostA[i] = i % 256;
    hostB[i] = i;
  }
  std::vector<double> laps[PHASES];
  trip(hostA.data(), hostB.data(), hostC.data(), nullptr);
  for (int trips = 0; trips < TRIPS; trips++) {
    std::memset(hostC.data(), 0, bytes);
    trip(hostA.data(), hostB.data(), hostC.data(), laps);
    for (unsigned i = 0; i < n; i++) {
      if (hostC[i] != hostA[i] + hostB[i]) {
        std::fprintf(stderr, "wrong at %u\n", i);
        return 1;
      }
    }
  }
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::printf("{\"device\": \"%s\", \"n\": %u, \"block\": %u, \"cuda\": {", device.name, n, BLOCK);
  for (int phase = 0; phase < PHASES; phase++) {
    std::sort(laps[phase].begin(), laps[phase].end());
    std::printf("%s\"%s\": %.4f", phase ? ", " : "", names[phase], laps[phase][laps[phase].size() / 2]);
  }
  std::printf("}}\n");
  return cudaGetLastError() != cudaSuccess;
}"#;

fn main() {
    let twin = GalleryKernel::by_name("vector_sum").map_or("", |kernel| kernel.twin);
    let names = Phase::ALL.map(|phase| format!("\"{}\"", phase.id()));
    let listing = Phase::ALL.map(|phase| format!("{}\n  lap();", phase.cuda()));
    let program = PROGRAM.replace("KERNEL", twin);
    let program = program.replace("NAMES", &names.join(", "));
    println!("{}", program.replace("LISTING", &listing.join("\n")));
}
