//! Prints a CUDA C++ program that runs the host program of the lesson *The host's part* as it is shown, and times its
//! phases: `cargo run -p lessons --example host_program > host.cu && nvcc -O3 -o host host.cu && ./host`.
//!
//! The program prints medians in the form of `assets/measured-host.json`.

use lessons::host::Phase;

/// Elements, threads of a block, and trips whose median is printed. The first trip starts the driver and does not count.
const N: u32 = 1 << 24;
const BLOCK: u32 = 256;
const TRIPS: u32 = 31;

fn main() {
    let kernel = lessons::GalleryKernel::by_name("vector_sum").expect("a kernel of the gallery");
    println!(
        "#include <algorithm>\n#include <chrono>\n#include <cstdio>\n#include <cstring>\n#include <vector>\n"
    );
    println!("{}", kernel.twin);
    println!(
        "constexpr unsigned BLOCK = {BLOCK};\nconstexpr unsigned n = {N};\nconstexpr size_t bytes = n * sizeof(int);"
    );
    println!(
        "const char* names[] = {{{}}};",
        Phase::ALL
            .map(|phase| format!("\"{}\"", phase.id()))
            .join(", ")
    );
    println!("using Clock = std::chrono::steady_clock;\n");
    println!(
        "void trip(const int* hostA, const int* hostB, int* hostC, std::vector<double>* laps) {{"
    );
    println!("  auto since = Clock::now();\n  int phase = 0;");
    println!(
        "  auto lap = [&] {{\n    cudaDeviceSynchronize();\n    auto now = Clock::now();\n    if (laps) laps[phase].push_back(std::chrono::duration<double, std::milli>(now - since).count());\n    phase++;\n    since = Clock::now();\n  }};"
    );
    for phase in Phase::ALL {
        println!("{}\n  lap();", phase.cuda());
    }
    println!("}}\n");
    println!("int main() {{");
    println!("  std::vector<int> hostA(n), hostB(n), hostC(n);");
    println!("  for (unsigned i = 0; i < n; i++) {{ hostA[i] = i % 256; hostB[i] = i; }}");
    println!("  std::vector<double> laps[{}];", Phase::ALL.len());
    println!("  trip(hostA.data(), hostB.data(), hostC.data(), nullptr);");
    println!(
        "  for (int trips = 0; trips < {TRIPS}; trips++) {{\n    std::memset(hostC.data(), 0, bytes);\n    trip(hostA.data(), hostB.data(), hostC.data(), laps);"
    );
    println!(
        "    for (unsigned i = 0; i < n; i++) if (hostC[i] != hostA[i] + hostB[i]) {{ std::fprintf(stderr, \"wrong at %u\\n\", i); return 1; }}\n  }}"
    );
    println!(
        "  cudaDeviceProp device;\n  cudaGetDeviceProperties(&device, 0);\n  std::printf(\"{{\\\"device\\\": \\\"%s\\\", \\\"n\\\": %u, \\\"block\\\": %u, \\\"cuda\\\": {{\", device.name, n, BLOCK);"
    );
    println!(
        "  for (int phase = 0; phase < {}; phase++) {{\n    std::sort(laps[phase].begin(), laps[phase].end());\n    std::printf(\"%s\\\"%s\\\": %.4f\", phase ? \", \" : \"\", names[phase], laps[phase][laps[phase].size() / 2]);\n  }}",
        Phase::ALL.len()
    );
    println!("  std::printf(\"}}}}\\n\");\n  return cudaGetLastError() != cudaSuccess;\n}}");
}
