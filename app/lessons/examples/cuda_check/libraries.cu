// CUDA's own functions beside the twins.
#include <cublas_v2.h>
#include <cub/device/device_reduce.cuh>

#include "bench.inc"

cublasHandle_t cublas;

void start_libraries() {
  cublasCreate(&cublas);
  cublasSetStream(cublas, stream);
  // What cuBLAS would allocate while launches are captured.
  void* workspace = nullptr;
  cudaMalloc(&workspace, 64 << 20);
  cublasSetWorkspace(cublas, workspace, 64 << 20);
}

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

// cuBLAS counts by columns, so rows side by side are its transposed case.
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
