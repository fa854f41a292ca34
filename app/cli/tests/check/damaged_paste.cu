// arguments: --grid 1 --block 32
// status: 2
Here’s the kernel:

```cuda
1	__global__ void k(float *a, int n) {
2	  int i = threadIdx.x – 1;
3	  if (i < n && i >= 0) a[i] = ‘x’;
4	  printf(“%d\n”,​ i);
5	}
```
