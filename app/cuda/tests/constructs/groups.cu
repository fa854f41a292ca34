//# case block_object — this_thread_block gives rank, size and a barrier; y is x reversed within the block
//# launch grid 2 block 8
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//# buffer y: int = zeros 16
//# expect y: int = 7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(const int *x, int *y)
{
    __shared__ int tile[8];
    cg::thread_block block = cg::this_thread_block();
    unsigned t = block.thread_rank();
    unsigned start = block.group_index().x * block.size();
    tile[t] = x[start + t];
    block.sync();
    y[start + t] = tile[block.size() - 1 - t];
}

//# case sync_as_a_function — cg::sync(block) and cg::thread_rank as functions, with using namespace; y is the neighbour's value
//# launch grid 1 block 8
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 2 3 4 5 6 7 8 1
#include <cooperative_groups.h>
using namespace cooperative_groups;

__global__ void next(const int *x, int *y)
{
    __shared__ int tile[8];
    auto block = this_thread_block();
    int t = block.thread_rank();
    tile[t] = x[t];
    sync(block);
    y[t] = tile[(t + 1) % 8];
}

//# case rank_in_a_2d_block — thread_rank counts in x, then y; thread_index and group_index have three parts; y is the rank and its parts
//# launch grid 2 block 4,2
//# buffer y: int = zeros 16
//# expect y: int = 0 110 220 330 401 511 621 731 1000 1110 1220 1330 1401 1511 1621 1731
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void ranks(int *y)
{
    cg::thread_block block = cg::this_thread_block();
    dim3 t = block.thread_index();
    y[block.group_index().x * block.size() + block.thread_rank()] =
        1000 * block.group_index().x + 100 * block.thread_rank() + 10 * t.x + t.y;
}

//# case block_as_a_parameter — a device function takes the block by reference and adds up in shared memory; y is the sum
//# launch grid 1 block 8 shared 32
//# buffer x: int = 5 4 3 2 1 0 -1 9
//# buffer y: int = zeros 1
//# expect y: int = 23
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sumOf(const cg::thread_block &block, int *tile, int v)
{
    int t = block.thread_rank();
    for (int d = block.size() / 2; d > 0; d /= 2) {
        tile[t] = v;
        block.sync();
        if (t < d)
            v += tile[t + d];
        block.sync();
    }
    return v;
}

__global__ void total(const int *x, int *y)
{
    extern __shared__ int tile[];
    cg::thread_block block = cg::this_thread_block();
    int sum = sumOf(block, tile, x[block.thread_rank()]);
    if (block.thread_rank() == 0)
        y[0] = sum;
}

//# case tile_of_32_sum — a tile of 32 adds with shfl_down; y is the sum of each warp
//# launch grid 1 block 64
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 0 1 2 3 4 5 6 7 8 9 10 0 1 2 3 4 5 6 7 8 9 10 0 1 2 3 4 5 6 7 8 9 10 0 1 2 3 4 5 6 7 8 9 10 0 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 2
//# expect y: int = 155 156
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sums(const int *x, int *y)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int v = x[block.thread_rank()];
    for (int d = tile.size() / 2; d > 0; d /= 2)
        v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0)
        y[tile.meta_group_rank()] = v;
}

//# case small_tiles — tiles of 4 lanes: rank, broadcast and the number of tiles; y has the first value of each tile plus the rank
//# launch grid 1 block 32
//# buffer x: int = 0 10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180 190 200 210 220 230 240 250 260 270 280 290 300 310
//# buffer y: int = zeros 33
//# expect y: int = 0 1 2 3 40 41 42 43 80 81 82 83 120 121 122 123 160 161 162 163 200 201 202 203 240 241 242 243 280 281 282 283 8
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void fours(const int *x, int *y)
{
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int v = x[threadIdx.x];
    y[threadIdx.x] = tile.shfl(v, 0) + tile.thread_rank();
    if (threadIdx.x == 0)
        y[32] = tile.meta_group_size();
}

//# case tile_votes — any, all and ballot in tiles of 8 lanes; y has a word of 8 bits and both votes for each tile
//# launch grid 1 block 32
//# buffer x: int = 1 1 1 1 1 1 1 1 2 0 1 2 0 1 2 0 0 0 0 0 0 0 0 0 0 1 2 3 4 5 6 7
//# buffer y: int = zeros 12
//# expect y: int = 255 1 1 109 1 0 0 0 0 254 1 0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void votes(const int *x, int *y)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = x[threadIdx.x];
    unsigned word = tile.ballot(v);
    int any = tile.any(v), all = tile.all(v);
    if (tile.thread_rank() == 0) {
        int *r = y + 3 * tile.meta_group_rank();
        r[0] = word;
        r[1] = any != 0;
        r[2] = all != 0;
    }
}

//# case tile_shuffles_up_and_xor — shfl_up keeps the own value at the tile's edge, shfl_xor swaps pairs; y has both in tiles of 16
//# launch grid 1 block 32
//# buffer y: int = zeros 64
//# expect y: int = 0 1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 16 17 16 17 18 19 20 21 22 23 24 25 26 27 28 29 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 29 28 31 30
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void shuffles(int *y)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = threadIdx.x;
    y[i] = tile.shfl_up(i, 2);
    y[32 + i] = tile.shfl_xor(i, 1);
}

//# case tile_of_a_tile — a tile of 32 is divided into tiles of 8; y has the sum of each in its first lane
//# launch grid 1 block 32
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# buffer y: int = zeros 4
//# expect y: int = 28 92 156 220
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void inner(const int *x, int *y)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp);
    int v = x[block.thread_rank()];
    for (int d = 1; d < eight.size(); d *= 2)
        v += eight.shfl_xor(v, d);
    if (eight.thread_rank() == 0)
        y[warp.thread_rank() / 8] = v;
}

//# case template_over_a_group — one device template takes any group; y has the block's and the tile's sum
//# launch grid 1 block 32 shared 128
//# buffer x: int = 0 1 4 9 3 12 10 10 12 3 9 4 1 0 1 4 9 3 12 10 10 12 3 9 4 1 0 1 4 9 3 12
//# buffer y: int = zeros 5
//# expect y: int = 49 34 68 34 185
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename Group>
__device__ int groupSum(Group g, volatile int *s, int v)
{
    int lane = g.thread_rank();
    for (int d = g.size() / 2; d > 0; d /= 2) {
        s[lane] = v;
        g.sync();
        if (lane < d)
            v += s[lane + d];
        g.sync();
    }
    return v;
}

__global__ void sums(const int *x, int *y)
{
    extern __shared__ int s[];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int rank = block.thread_rank();
    int part = groupSum(tile, s + rank / 8 * 8, x[rank]);
    if (tile.thread_rank() == 0)
        y[rank / 8] = part;
    block.sync();
    int all = groupSum(block, s, x[rank]);
    if (rank == 0)
        y[4] = all;
}

//# case reduce_of_a_tile — cg::reduce with plus, less and greater; y has sum, least and most of each warp
//# launch grid 1 block 64
//# buffer x: int = -20 17 -10 27 0 37 10 -17 20 -7 30 3 40 13 -14 23 -4 33 6 43 16 -11 26 -1 36 9 -18 19 -8 29 2 39 12 -15 22 -5 32 5 42 15 -12 25 -2 35 8 -19 18 -9 28 1 38 11 -16 21 -6 31 4 41 14 -13 24 -3 34 7
//# buffer y: int = zeros 6
//# expect y: int = 368 -20 43 368 -19 42
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void reductions(const int *x, int *y)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int v = x[block.thread_rank()];
    int sum = cg::reduce(tile, v, cg::plus<int>());
    int least = cg::reduce(tile, v, cg::less<int>());
    int most = cg::reduce(tile, v, cg::greater<int>());
    if (tile.thread_rank() == 0) {
        y[3 * tile.meta_group_rank()] = sum;
        y[3 * tile.meta_group_rank() + 1] = least;
        y[3 * tile.meta_group_rank() + 2] = most;
    }
}

//# case reduce_of_floats_in_small_tiles — cg::reduce of floats over tiles of 4; every lane has the result
//# launch grid 1 block 16
//# buffer x: float = 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5
//# buffer y: float = zeros 16
//# expect y: float = 3 3 3 3 11 11 11 11 19 19 19 19 27 27 27 27
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void quarters(const float *x, float *y)
{
    cg::thread_block_tile<4> tile = cg::tiled_partition<4>(cg::this_thread_block());
    y[threadIdx.x] = cg::reduce(tile, x[threadIdx.x], cg::plus<float>());
}

//# case scans_of_a_tile — cg::inclusive_scan and cg::exclusive_scan over a tile of 16; y has both
//# launch grid 1 block 32
//# buffer x: int = 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4
//# buffer y: int = zeros 64
//# expect y: int = 1 3 6 10 11 13 16 20 21 23 26 30 31 33 36 40 1 3 6 10 11 13 16 20 21 23 26 30 31 33 36 40 0 1 3 6 10 11 13 16 20 21 23 26 30 31 33 36 0 1 3 6 10 11 13 16 20 21 23 26 30 31 33 36
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void scans(const int *x, int *y)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = threadIdx.x;
    y[i] = cg::inclusive_scan(tile, x[i], cg::plus<int>());
    y[32 + i] = cg::exclusive_scan(tile, x[i]);
}

//# case coalesced_threads_aggregate — the threads of a branch add as one group: its leader adds its size; y counts the positive values
//# launch grid 1 block 32
//# buffer x: int = -3 -2 -1 0 1 2 3 -3 -2 -1 0 1 2 3 -3 -2 -1 0 1 2 3 -3 -2 -1 0 1 2 3 -3 -2 -1 0
//# buffer y: int = zeros 1
//# expect y: int = 12
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int add(int *counter)
{
    cg::coalesced_group g = cg::coalesced_threads();
    int before = 0;
    if (g.thread_rank() == 0)
        before = atomicAdd(counter, g.size());
    return g.shfl(before, 0) + g.thread_rank();
}

__global__ void positives(const int *x, int *y)
{
    if (x[threadIdx.x] > 0)
        add(y);
}

//# case coalesced_threads_in_a_branch — the group of a branch has the lanes that are in it, with ranks in their order; y has rank and size
//# launch grid 1 block 32
//# buffer y: int = zeros 32
//# expect y: int = 0 800 0 0 0 801 0 0 0 802 0 0 0 803 0 0 0 804 0 0 0 805 0 0 0 806 0 0 0 807 0 0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void branch(int *y)
{
    if (threadIdx.x % 4 == 1) {
        auto g = cg::coalesced_threads();
        y[threadIdx.x] = 100 * g.size() + g.thread_rank();
    }
}

//# case grid_sync — this_grid().sync() separates two phases of all blocks; y is the element of the mirrored block
//# launch grid 4 block 8 cooperative
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# buffer middle: int = zeros 32
//# buffer y: int = zeros 32
//# expect middle: int = 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54 56 58 60 62
//# expect y: int = 62 60 58 56 54 52 50 48 46 44 42 40 38 36 34 32 30 28 26 24 22 20 18 16 14 12 10 8 6 4 2 0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mirror(const int *x, int *middle, int *y)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    middle[i] = 2 * x[i];
    grid.sync();
    y[i] = middle[grid.size() - 1 - i];
}

//# case thread_group_parameter — a device function takes any group as a thread_group; y is the sum of each tile of 4, from tiled_partition(block, 4)
//# launch grid 1 block 16 shared 64
//# buffer x: int = 0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225
//# buffer y: int = zeros 4
//# expect y: int = 14 126 366 734
#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int reduce_sum(thread_group g, int *temp, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i)
            val += temp[lane + i];
        g.sync();
    }
    return val;
}

__global__ void sums(const int *x, int *y)
{
    extern __shared__ int temp[];
    thread_block block = this_thread_block();
    thread_group tile = tiled_partition(block, 4);
    int t = block.thread_rank();
    int sum = reduce_sum(tile, temp + t / 4 * 4, x[t]);
    if (tile.thread_rank() == 0)
        y[t / 4] = sum;
}

//# case match_in_a_tile — match_any in tiles of 16 lanes gives a word of the tile's ranks; y has the words
//# launch grid 1 block 32
//# buffer x: int = 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1
//# buffer y: unsigned = zeros 32
//# expect y: unsigned = 37449 28086 28086 37449 28086 28086 37449 28086 28086 37449 28086 28086 37449 28086 28086 37449 46811 46811 18724 46811 46811 18724 46811 46811 18724 46811 46811 18724 46811 46811 18724 46811
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void same(const int *x, unsigned *y)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    y[threadIdx.x] = tile.match_any(x[threadIdx.x]);
}

//# case scan_of_maxima — cg::inclusive_scan with greater over a warp; y is the largest value up to each lane
//# launch grid 1 block 32
//# buffer x: int = 0 11 22 1 12 23 2 13 24 3 14 25 4 15 26 5 16 27 6 17 28 7 18 29 8 19 30 9 20 31 10 21
//# buffer y: int = zeros 32
//# expect y: int = 0 11 22 22 22 23 23 23 24 24 24 25 25 25 26 26 26 27 27 27 28 28 28 29 29 29 30 30 30 31 31 31
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void records(const int *x, int *y)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    y[threadIdx.x] = cg::inclusive_scan(warp, x[threadIdx.x], cg::greater<int>());
}

//# case tile_of_one — a tile of one lane: its sum is the lane's own value; y is x
//# launch grid 1 block 8
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 10 20 30 40 50 60 70 80
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void own(const int *x, int *y)
{
    auto one = cg::tiled_partition<1>(cg::this_thread_block());
    int sum = cg::reduce(one, x[threadIdx.x], cg::plus<int>());
    y[threadIdx.x] = sum * (10 * one.size() + one.thread_rank());
}

//# case shuffles_of_vectors — a tile shuffles a uint4 and a float2 as a whole; y and f have the words
//# launch grid 1 block 8
//# buffer y: unsigned int = zeros 8
//# buffer f: float = zeros 8
//# expect y: unsigned int = 1230 1230 1230 1230 5674 5674 5674 5674
//# expect f: float = 0 0 1 2 4 4 5 6
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void vectors(unsigned int *y, float *f)
{
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    unsigned int i = threadIdx.x;
    uint4 v = make_uint4(1000 * (i + 1), 100 * (i + 2), 10 * (i + 3), i);
    uint4 first = tile.shfl(v, 0);
    y[i] = first.x + first.y + first.z + first.w;
    float2 pair = make_float2(i, 10.0f * i);
    float2 before = tile.shfl_up(pair, 1);
    f[i] = before.x + (before.y - 10.0f * before.x);
}

//# case grid_ranks — the grid's sizes and ranks in three axes; y[thread of the grid] is block * 1000 + blocks * 100 + threads of the grid
//# launch grid 2,1,2 block 2,2 cooperative
//# buffer y: int = zeros 16
//# expect y: int = 416 416 416 416 1416 1416 1416 1416 2416 2416 2416 2416 3416 3416 3416 3416
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void ranks(int *y)
{
    auto grid = cg::this_grid();
    dim3 blocks = grid.dim_blocks();
    y[grid.thread_rank()] = grid.block_rank() * 1000 + grid.num_blocks() * 100 + grid.size()
        + (blocks.x - 2) + (blocks.y - 1) + (blocks.z - 2) + (grid.block_index().y != 0);
}

//# case grid_sync_in_a_loop — a sum of all threads by halves over the whole grid, in a device function that takes the grid; y holds 0 + 1 + … + 31
//# launch grid 4 block 8 cooperative
//# arg n = 32
//# buffer y: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//# expect y: int = 496
//# finding none
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void add_half(cg::grid_group grid, int *y, int half)
{
    int i = grid.thread_rank();
    if (i < half) y[i] += y[i + half];
    cg::sync(grid);
}

__global__ void sum(int *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    for (int half = n / 2; half > 0; half /= 2)
        add_half(grid, y, half);
}

//# case grid_sync_keeps_shared_memory — shared memory lives through a barrier of the grid; y is the sum of all blocks' sums, in every block
//# launch grid 3 block 4 cooperative
//# buffer x: int = 1 2 3 4 5 6 7 8 9 10 11 12
//# buffer sums: int = zeros 3
//# buffer y: int = zeros 12
//# expect y: int = 79 80 81 82 83 84 85 86 87 88 89 90
//# finding none
#include <cooperative_groups.h>
using namespace cooperative_groups;

__global__ void add_all(const int *x, int *sums, int *y)
{
    __shared__ int tile[4];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = x[i];
    __syncthreads();
    if (t == 0) sums[blockIdx.x] = tile[0] + tile[1] + tile[2] + tile[3];
    this_grid().sync();
    int all = 0;
    for (int block = 0; block < gridDim.x; block++) all += sums[block];
    y[i] = all + tile[t];
}
