// arguments: --grid 1 --block 4 --buffer o=zeros:4 --step-budget 10000
// status: 1
__global__ void count(int *o) {
    int n = 1;
    while (n != 0) {
        n += 2;
    }
    o[0] = n;
}
