// status: 2
#include <metal_stdlib>
using namespace metal;
kernel void add(device float *a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] += 1.0; }
