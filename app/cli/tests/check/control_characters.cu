// arguments: --buffer x=zeros:4
// status: 1
// A terminal would obey these characters: they are shown.
#include <cstdio>
__global__ void loud(int *x) {
  x[9] = 1; /* [2J]52;c;cHduZWQ= */
  /* ‮ */ x[7] = 2;
  printf("[2J\033[31m\x1b]0;title\007‮\n");
}

int main() {
  int *x;
  loud<<<1, 1>>>(x);
}
