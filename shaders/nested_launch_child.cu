// A later level of a tree of launches: each of its blocks launches GRID blocks of the next level.
// Launch: by one thread of each block of the level before. level: this grid's; first: its first block's number in the tree;
// log: n words, word 0 for the host, then one per block of the tree, each its level. Compile with -rdc=true.
template <unsigned BLOCK, unsigned GRID, unsigned DEPTH>
__global__ void nested_launch_child(unsigned level, unsigned first, unsigned* log, unsigned n) {  //@20,21
  unsigned tid = threadIdx.x;  //@16
  unsigned number = first + blockIdx.x;  //@22
  if (tid == 0 && number < n) {  //@23
    log[number] = level;  //@24
  }
  if (tid == 0 && level < DEPTH) {  //@26
    nested_launch_child<BLOCK, GRID, DEPTH><<<GRID, BLOCK>>>(level + 1, number * GRID + 1, log, n);  //@28,29,30,31,32
  }
}
