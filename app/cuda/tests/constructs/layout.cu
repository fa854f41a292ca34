//# case alignment_of_a_structure — `__align__`, `alignas` and the attribute: sizes, and distances in memory
//# launch grid 1 block 2
//# buffer v: {float, float, float, float} = 1 2 3 0 4 5 6 0
//# buffer out: int = zeros 10
//# expect out: int = 16 16 16 32 16 8 2 5 12 16
//# expect v: {float, float, float, float} = 11 2 3 0 14 5 6 0
struct __align__(16) V { float x, y, z; };
struct alignas(16) W { float x, y, z; };
struct A { float x; } __attribute__((aligned(32)));
typedef struct __builtin_align__(8) { float x, y, z; } T;
struct alignas(float2) S { int i; };
struct Plain { float x, y, z; };
struct Outer { char c; V v; };
__global__ void k(int *out, V *v)
{
    int t = threadIdx.x;
    if (t == 0) {
        out[0] = sizeof(V);
        out[1] = (int)((char *)&v[1] - (char *)&v[0]);
        out[2] = sizeof(W);
        out[3] = sizeof(A);
        out[4] = sizeof(T);
        out[5] = sizeof(S);
        out[6] = (int)v[0].y;
        out[8] = sizeof(Plain);
        out[9] = sizeof(Outer) - sizeof(V);
    }
    if (t == 1) out[7] = (int)v[1].y;
    v[t].x += 10.0f;
}

//# case alignment_of_members — a member that is aligned moves the ones behind it, in buffers, in constants and in arguments
//# folds grid 1 block 1 shared 0
//# arg own.a = 5
//# arg own.b = 6
//# buffer p: int = 1 0 0 0 2 0 0 0 3 0 0 0 4 0 0 0
//# buffer out: int = zeros 7
//# expect out: int = 32 2 4 7 9 5 6
struct P { int a; alignas(16) int b; };
struct Q { char c; __align__(8) short s; };
__constant__ Q q = {7, 9};
__global__ void k(int *out, P *p, P own)
{
    out[0] = sizeof(P);
    out[1] = p[0].b;
    out[2] = p[1].b;
    out[3] = q.c;
    out[4] = q.s;
    out[5] = own.a;
    out[6] = own.b;
}
int main()
{
    int *out;
    P *p;
    cudaMalloc(&out, 7 * sizeof(int));
    cudaMalloc(&p, 2 * sizeof(P));
    P own = {5, 6};
    k<<<1, 1>>>(out, p, own);
    return 0;
}

//# case sizes_on_the_host — nested structures, members of two dimensions, alignment, unions, static members, bases and texts
//# folds grid 12,28 block 16,8 shared 29
//# buffer a: int = zeros 1
//# expect a: int = 12
struct Inner { int a, b; };
struct Outer { int x; Inner y; };
struct Grid { float m[2][3]; int n; };
struct alignas(16) Wide { char c; };
union Either { double d; char bytes[3]; };
struct Own { static const int N = 3; short s; };
struct Heir : Inner { char c; double d; };
__global__ void k(int *a) { *a = gridDim.x; }
int main()
{
    int *a;
    float list[5];
    cudaMalloc(&a, 64);
    k<<<dim3(sizeof(Outer), sizeof(Grid)), dim3(sizeof(Wide), sizeof(Either)), sizeof(Own) + sizeof(Heir) + sizeof("ab")>>>(a);
    return 0;
}

//# case sizes_of_vectors_on_the_host — vector types of CUDA, arrays of them, and pointers
//# folds grid 6 block 8,4,16 shared 79
//# buffer a: int = zeros 1
//# expect a: int = 6
struct Mixed { char c; uchar3 three; short2 two; double4 four; };
__global__ void k(int *a) { *a = gridDim.x; }
int main()
{
    int *a;
    short3 list[5];
    cudaMalloc(&a, 64);
    k<<<sizeof(short3), dim3(sizeof(a), sizeof(char4), sizeof(longlong2)), sizeof(Mixed) + sizeof list + sizeof(ushort) - sizeof(uchar1)>>>(a);
    return 0;
}

//# case scalars_behind_structures — structures of 8, 12, 2 and 32 bytes between scalars; y has all scalars in order
//# launch grid 1 block 1
//# buffer y: float = zeros 12
//# arg a.n = 1
//# arg a.m = 2
//# arg p = 3
//# arg b.x = 4
//# arg b.y = 5
//# arg b.z = 6
//# arg q = 7.5
//# arg c.s = 8
//# arg c.c = 9
//# arg r = 10
//# arg d.i = 11
//# arg s = 12
//# expect y: float = 1 2 3 4 5 6 7.5 8 9 10 11 12
struct A { int n, m; };
struct B { float x, y, z; };
struct C { short s; char c; };
struct alignas(32) D { int i; };
__global__ void k(float *y, A a, int p, B b, float q, C c, int r, D d, int s)
{
    float all[] = {(float)a.n, (float)a.m, (float)p, b.x, b.y, b.z, q, (float)c.s, (float)c.c, (float)r, (float)d.i, (float)s};
    for (int i = 0; i < 12; i++) y[i] = all[i];
}
