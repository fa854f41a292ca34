//# case fields_of_a_word — four fields of one word, with and without a sign, in memory and in a variable
//# launch grid 1 block 4
//# buffer f: uint = zeros 4
//# buffer y: int = zeros 8
//# expect f: uint = 34304 34601 34898 35195
//# expect y: int = 7 28 -8 -7 0 29 1 13
struct Flags { unsigned a : 3, b : 5; int c : 4; unsigned rest : 20; };
__global__ void pack(Flags *f, int *y)
{
    int i = threadIdx.x;
    Flags k = {};
    k.a = i;
    k.b = i * 4;
    k.c = i + 6;
    k.rest = 7;
    f[i] = k;
    f[i].b += i;
    f[i].rest++;
    if (i > 1) {
        f[i].a |= 8 + i;
        y[i] = f[i].c;
    }
    if (i == 0) {
        Flags set = {15, 28, -9, 12};
        y[0] = set.a;
        y[1] = set.b;
        Flags named = {.b = 61, .rest = 13};
        y[4] = named.a;
        y[5] = named.b;
        y[6] = sizeof(Flags) / 4;
        y[7] = named.rest;
    }
}

//# case fields_of_two_units — fields of shorts that do not fit begin a new one; a width of 0 ends one; a field without a name takes room
//# launch grid 1 block 1
//# buffer p: uint = zeros 3
//# buffer y: int = zeros 4
//# expect p: uint = 87487 65535 2147483657
//# expect y: int = 12 31 -1 77
struct Parts {
    unsigned short x : 5, y : 6, z : 5, w : 1;
    unsigned short : 0;
    unsigned short last : 16;
    unsigned : 0;
    unsigned first : 4;
    unsigned : 27;
    unsigned sign : 1;
    __device__ Parts() : x(31), y(45) { set(); }
    __device__ void set() { z = 10; w = 1; last = 65535; first = 9; sign = 1; }
    __device__ int sum() const { return x + y + sign; }
};
__global__ void parts(Parts *p, int *y)
{
    p->x = 31;
    p->y = 45;
    p->set();
    y[0] = sizeof(Parts);
    y[1] = p->x;
    short narrow = p->last;
    y[2] = narrow;
    y[3] = Parts().sum();
}

//# case fields_of_truth_values — bool fields of a byte each hold 0 or 1
//# launch grid 1 block 2
//# buffer y: int = zeros 2
//# expect y: int = 5 4
struct Options { bool fast : 1; bool : 1; bool exact : 1; unsigned char level : 4; };
__global__ void options(int *y)
{
    Options o = {};
    o.fast = threadIdx.x == 0 ? 7 : 0;
    o.exact = true;
    o.level = 19;
    y[threadIdx.x] = o.fast + 4 * o.exact + (o.level - 3);
}

//# case narrow_fields_are_int — a field of fewer than 32 bits is an int in an expression; y is 1 -1 -3 -1
//# launch grid 1 block 1
//# buffer y: int = zeros 4
//# expect y: int = 1 -1 -3 -1
struct Narrow { unsigned a : 3; };
__global__ void promoted(int *y)
{
    Narrow f;
    f.a = 2;
    y[0] = f.a - 5 < 0;
    y[1] = (f.a - 5) / 2;
    float x = f.a - 5;
    y[2] = (int)x;
    y[3] = -f.a >> 1;
}
