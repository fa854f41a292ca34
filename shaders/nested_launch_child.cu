// A later level of a tree of launches: each of its blocks launches GRID blocks of the next level.
// Launch: by one thread of each block of the level before. level: this grid's; first: its first block's number in the tree;
// log: n words, word 0 for the host, then one per block of the tree, each its level. Compile with -rdc=true.
template <unsigned BLOCK, unsigned GRID, unsigned DEPTH>
__global__ void nested_launch_child(unsigned level, unsigned first, unsigned* log, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned number = first + blockIdx.x;
  if (tid == 0 && number < n) {
    log[number] = level;
  }
  if (tid == 0 && level < DEPTH) {
    nested_launch_child<BLOCK, GRID, DEPTH><<<GRID, BLOCK>>>(level + 1, number * GRID + 1, log, n);
  }
}
