// The first level of a tree of launches: each of its blocks launches GRID blocks of the next level.
// Launch: GRID blocks of BLOCK threads, in one file with nested_launch_child; the host waits once for the whole tree.
// log: n words, one per block of the tree, after word 0 for the host, each its level. Compile with -rdc=true.
template <unsigned BLOCK, unsigned GRID, unsigned DEPTH>
__global__ void nested_launch_child(unsigned level, unsigned first, unsigned* log, unsigned n);

template <unsigned BLOCK, unsigned GRID, unsigned DEPTH>
__global__ void nested_launch_parent(unsigned* log, unsigned n) {
  unsigned tid = threadIdx.x;  //@13
  unsigned level = 1;  //@17
  unsigned first = 1;  //@18
  unsigned number = first + blockIdx.x;  //@19
  if (tid == 0 && number < n) {  //@20
    log[number] = level;  //@21
  }
  if (tid == 0 && level < DEPTH) {  //@23
    nested_launch_child<BLOCK, GRID, DEPTH><<<GRID, BLOCK>>>(level + 1, number * GRID + 1, log, n);  //@25,26,27,28,29
  }
}
