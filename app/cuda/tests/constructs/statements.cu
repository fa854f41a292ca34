//# case grid_stride_loop — each thread takes elements a whole grid apart; y is 3 x for 20 elements and 8 threads
//# launch grid 2 block 4
//# arg n = 20
//# buffer x: int = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
//# buffer y: int = zeros 20
//# expect y: int = 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57
__global__ void triple(const int *x, int *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = 3 * x[i];
}

//# case while_and_do — a while loop that may not run and a do loop that runs once at least; y has both counts
//# launch grid 1 block 5
//# buffer y: int = zeros 10
//# expect y: int = 0 1 2 3 4 1 1 2 3 4
__global__ void loops(int *y)
{
    int i = threadIdx.x, a = 0, b = 0, k = i;
    while (k > 0) {
        k--;
        a++;
    }
    k = i;
    do {
        b++;
    } while (--k > 0);
    y[i] = a;
    y[5 + i] = b;
}

//# case for_without_parts — for (;;) with break, and a for with two variables and a comma; y has both
//# launch grid 1 block 4
//# buffer y: int = zeros 8
//# expect y: int = 0 4 5 6 0 0 0 2
__global__ void parts(int *y)
{
    int i = threadIdx.x, k = 0;
    for (;;) {
        if (k * k >= 10 * i)
            break;
        ++k;
    }
    y[i] = k;
    int sum = 0;
    for (int low = 0, high = i; low < high; low++, high--)
        sum += low * high;
    y[4 + i] = sum;
}

//# case continue_in_loops — continue goes to the step of a for, and to the condition of a while; y is the sum of numbers not divisible by 3
//# launch grid 1 block 8
//# buffer y: int = zeros 16
//# expect y: int = 0 1 3 3 7 12 12 19 0 1 3 3 7 12 12 19
__global__ void sums(int *y)
{
    int i = threadIdx.x, sum = 0;
    for (int k = 0; k <= i; k++) {
        if (k % 3 == 0)
            continue;
        sum += k;
    }
    y[i] = sum;
    sum = 0;
    int k = i + 1;
    while (k-- > 0) {
        if (!(k % 3))
            continue;
        sum += k;
    }
    y[8 + i] = sum;
}

//# case break_of_the_inner_loop — break leaves the inner loop alone; y counts pairs a < b with a product of at most i
//# launch grid 1 block 8
//# buffer y: int = zeros 8
//# expect y: int = 0 0 1 2 3 4 5 5
__global__ void pairs(int *y)
{
    int i = threadIdx.x, count = 0;
    for (int a = 1; a < 4; a++)
        for (int b = a + 1; b < 6; b++) {
            if (a * b > i)
                break;
            count++;
        }
    y[i] = count;
}

//# case switch_with_fall_through — cases fall through until a break; y is 111, 11, 1, 500, 500, 9
//# launch grid 1 block 6
//# buffer y: int = zeros 6
//# expect y: int = 111 11 1 500 500 9
__global__ void cases(int *y)
{
    int v = 0;
    switch (threadIdx.x) {
    case 0:
        v += 100;
    case 1:
        v += 10;
    case 2:
        v += 1;
        break;
    case 3:
    case 4: {
        int half = 250;
        v = 2 * half;
        break;
    }
    default:
        v = 9;
    }
    y[threadIdx.x] = v;
}

//# case switch_with_returns_in_a_loop — a switch inside a loop: break leaves the switch, continue the turn, return the function
//# launch grid 1 block 3
//# buffer x: int = 1 1 2 0 9 1 2 1 3 9 2 2 2 2 2
//# buffer y: int = zeros 3
//# expect y: int = 202 -613 0
__device__ int run(const int *program)
{
    int total = 0;
    for (int k = 0; k < 5; k++) {
        switch (program[k]) {
        case 0: return total;
        case 2: continue;
        case 3: total *= 2; break;
        default: total += program[k];
        }
        total += 100;
    }
    return -total;
}

__global__ void machines(const int *x, int *y)
{
    y[threadIdx.x] = run(x + 5 * threadIdx.x);
}

//# case switch_over_characters_and_enums — case labels are characters and constants; y is the result of a calculator
//# launch grid 1 block 5
//# buffer op: char = 43 45 42 47 63
//# buffer y: int = zeros 5
//# expect y: int = 17 7 60 2 -1
__global__ void calculate(const char *op, int *y)
{
    const int a = 12, b = 5;
    int r;
    switch (op[threadIdx.x]) {
    case '+': r = a + b; break;
    case '-': r = a - b; break;
    case '*': r = a * b; break;
    case '/': r = a / b; break;
    default: r = -1; break;
    }
    y[threadIdx.x] = r;
}

//# case else_if_chain — a chain of else if, a dangling else belongs to the nearest if; y names the class
//# launch grid 1 block 8
//# buffer y: int = zeros 8
//# expect y: int = 0 1 1 2 3 2 9 9
__global__ void classes(int *y)
{
    int i = threadIdx.x;
    int c = 9;
    if (i == 0) c = 0;
    else if (i < 3) c = 1;
    else if (i < 6)
        if (i % 2) c = 2;
        else c = 3;
    y[i] = c;
}

//# case increments_in_expressions — i++ gives the old and ++i the new value; y has indices used and values
//# launch grid 1 block 1
//# buffer y: int = zeros 6
//# expect y: int = 5 7 7 5 0 4
__global__ void increments(int *y)
{
    int i = 5, k = 0;
    y[k++] = i++;
    y[k++] = ++i;
    y[k++] = i--;
    y[k] = --i;
    k += 2;
    i -= 1, y[k] = i;
}

//# case comma_operator — a comma evaluates both sides and gives the right one; y is 2 i + 1
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 1 3 5 7
__global__ void commas(int *y)
{
    int i = threadIdx.x, a, b;
    b = (a = 2 * i, a + 1);
    y[i] = b;
}

//# case chained_assignment — a = b = c assigns from the right, and += gives its value; y has 3 i, 3 i and 3 i + 1
//# launch grid 1 block 3
//# buffer y: int = zeros 9
//# expect y: int = 0 0 1 3 3 4 6 6 7
__global__ void chain(int *y)
{
    int i = threadIdx.x, a, b;
    a = b = 3 * i;
    y[3 * i] = a;
    y[3 * i + 1] = b;
    y[3 * i + 2] = (b += 1);
}

//# case assignment_in_a_condition — a value is assigned and compared in a while condition; y counts steps of the Collatz rule
//# launch grid 1 block 6
//# buffer x: int = 1 2 3 6 7 27
//# buffer y: int = zeros 6
//# expect y: int = 0 1 7 8 16 111
__global__ void collatz(const int *x, int *y)
{
    int v = x[threadIdx.x], odd, steps = 0;
    while (v != 1) {
        if ((odd = v & 1) != 0)
            v = 3 * v + odd;
        else
            v >>= 1;
        steps++;
    }
    y[threadIdx.x] = steps;
}

//# case and_or_stop_early — && and || skip the right side with its effects; y counts the calls that were made
//# launch grid 1 block 4
//# buffer y: int = zeros 12
//# expect y: int = 0 1 0 0 1 2 1 0 2 1 0 3
__device__ bool isOdd(int v, int *calls)
{
    *calls += 1;
    return v % 2 == 1;
}

__global__ void shortCircuit(int *y)
{
    int i = threadIdx.x, first = 0, second = 0, value = 0;
    if (i > 1 && isOdd(i, &first))
        value += 1;
    if (i > 1 || isOdd(i, &second))
        value += 2;
    y[3 * i] = first;
    y[3 * i + 1] = second;
    y[3 * i + 2] = value;
}

//# case guarded_load — the right side of && reads memory that may not be there; y sums both neighbours where they exist
//# launch grid 1 block 8
//# arg n = 5
//# buffer x: int = 1 2 3 4 5
//# buffer y: int = zeros 8
//# expect y: int = 2 4 6 8 4 5 0 0
__global__ void neighbours(const int *x, int *y, int n)
{
    int i = threadIdx.x, sum = 0;
    if (i > 0 && i <= n && x[i - 1] != 0)
        sum += x[i - 1];
    sum += i + 1 < n ? x[i + 1] : 0;
    y[i] = sum;
}

//# case conditional_chain_with_effects — ?: evaluates only the side it chooses, and nests to the right; y counts and values
//# launch grid 1 block 4
//# buffer y: int = zeros 8
//# expect y: int = 10 20 30 30 1 11 1 11
__global__ void choose(int *y)
{
    int i = threadIdx.x;
    y[i] = i == 0 ? 10 : i == 1 ? 20 : 30;
    int a = 0, b = 0;
    i % 2 ? b += 10 : a++;
    y[4 + i] = i % 2 ? a + b + 1 : a + b;
}

//# case scopes_that_hide_names — an inner block's name hides the outer one; y is 10 outer + inner
//# launch grid 1 block 3
//# buffer y: int = zeros 3
//# expect y: int = 13 25 37
__global__ void hidden(int *y)
{
    int v = threadIdx.x + 1;
    int result = 10 * v;
    {
        int v = threadIdx.x * 2;
        result += v;
        for (int v = 0; v < 3; v++)
            result++;
    }
    y[threadIdx.x] = result;
}

//# case compound_assignments — all ten compound assignments in a row; y is their result
//# launch grid 1 block 4
//# buffer x: int = 1 25 100 12345
//# buffer y: int = zeros 4
//# expect y: int = 124 236 556 2156
__global__ void compound(const int *x, int *y)
{
    int v = x[threadIdx.x];
    v += 7;
    v *= 3;
    v -= 4;
    v /= 2;
    v %= 1000;
    v <<= 3;
    v >>= 1;
    v |= 1;
    v &= 0xfff;
    v ^= 0x55;
    y[threadIdx.x] = v;
}

//# case precedence — operators bind as in C: & below ==, shifts below +, unary minus above %; y has four results
//# launch grid 1 block 4
//# buffer y: int = zeros 16
//# expect y: int = 0 2 0 6 1 4 -1 7 0 8 -2 6 1 16 0 5
__global__ void precedence(int *y)
{
    int i = threadIdx.x;
    y[4 * i] = i & 3 == 3;
    y[4 * i + 1] = 1 << i + 1;
    y[4 * i + 2] = -i % 3;
    y[4 * i + 3] = ~i & 6 | i ^ 2 * i;
}

//# case empty_statements — empty statements, an empty loop body and empty blocks are statements; y is the length of the run of ones
//# launch grid 1 block 3
//# buffer x: int = 1 1 1 0 1 0 1 1 0 1 1 1
//# buffer y: int = zeros 3
//# expect y: int = 3 1 0
__global__ void lengths(const int *x, int *y)
{
    int k = -1;;
    while (x[4 * threadIdx.x + ++k] == 1)
        ;
    if (k < 0) {}
    else ;
    y[threadIdx.x] = k;
}

//# case declaration_in_an_if — if (int v = ...) declares a name for both branches; y is v or -1
//# launch grid 1 block 4
//# buffer x: int = 0 5 -2 0
//# buffer y: int = zeros 4
//# expect y: int = -1 50 -20 -1
__global__ void declare(const int *x, int *y)
{
    if (int v = x[threadIdx.x])
        y[threadIdx.x] = 10 * v;
    else
        y[threadIdx.x] = v - 1;
}

//# case range_for_over_an_array — for (int v : a) walks over a local array; y is its sum plus i
//# launch grid 1 block 4
//# buffer y: int = zeros 4
//# expect y: int = 20 24 28 32
__global__ void ranges(int *y)
{
    int a[4] = {2, 4, 6, 8}, sum = 0;
    for (int v : a)
        sum += v + threadIdx.x;
    y[threadIdx.x] = sum;
}

//# case barrier_in_a_loop — a loop with two barriers moves values around a ring; y is x moved by three places
//# launch grid 1 block 8
//# buffer x: int = 0 1 2 3 4 5 6 7
//# buffer y: int = zeros 8
//# expect y: int = 3 4 5 6 7 0 1 2
__global__ void ring(const int *x, int *y)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        int next = s[(t + 1) % 8];
        __syncthreads();
        s[t] = next;
        __syncthreads();
    }
    y[t] = s[t];
}

//# case sparse_rows — each thread multiplies one row of a sparse matrix in CSR form; y is the product with x
//# launch grid 1 block 8
//# arg rows = 5
//# buffer row_ptr: int = 0 2 2 5 6 8
//# buffer col: int = 0 3 1 2 3 0 1 3
//# buffer value: float = 1 2 0.5 4 -1 8 3 0.25
//# buffer x: float = 1 2 3 4
//# buffer y: float = zeros 5
//# expect y: float = 9 0 9 8 7
__global__ void spmv(int rows, const int *row_ptr, const int *col, const float *value, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float dot = 0;
        int row_start = row_ptr[row];
        int row_end = row_ptr[row + 1];
        for (int elem = row_start; elem < row_end; elem++)
            dot += value[elem] * x[col[elem]];
        y[row] += dot;
    }
}

//# case escape_time — the steps of z = z * z + c until |z| is above 2, with a while over two conditions; y is the count, at most 16
//# launch grid 1,1 block 8,4
//# buffer y: int = zeros 32
//# expect y: int = 1 2 3 3 4 13 4 2 1 3 4 5 16 16 16 3 16 16 16 16 16 16 16 4 1 3 4 5 16 16 16 3
__global__ void mandelbrot(int *y)
{
    float cx = threadIdx.x * 0.375f - 2.0f, cy = threadIdx.y * 0.5f - 1.0f;
    float zx = 0, zy = 0;
    int k = 0;
    while (zx * zx + zy * zy <= 4.0f && k < 16) {
        float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = next;
        ++k;
    }
    y[threadIdx.y * blockDim.x + threadIdx.x] = k;
}

//# case frontier_of_a_graph — one level of a breadth-first search over neighbour lists; found vertices get the next level, and done turns to 0
//# launch grid 1 block 8
//# arg level = 1
//# buffer first: int = 0 2 4 6 7 8 8
//# buffer edges: int = 1 2 3 0 3 4 5 5
//# buffer distance: int = 0 1 1 -1 -1 -1
//# buffer next: int = 0 1 1 -1 -1 -1
//# buffer done: int = 1
//# expect next: int = 0 1 1 2 2 -1
//# expect done: int = 0
__global__ void bfs(const int *first, const int *edges, const int *distance, int *next, int level, int *done)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < 6 && distance[v] == level) {
        for (int k = first[v]; k < first[v + 1]; k++) {
            int w = edges[k];
            if (atomicCAS(&next[w], -1, level + 1) == -1)
                atomicExch(done, 0);
        }
    }
}

//# case range_for_with_a_reference — for (auto &v : a) changes a shared array and a local one; y is the sum of both
//# launch grid 1 block 2
//# buffer y: int = zeros 2
//# expect y: int = 26 32
__global__ void references(int *y)
{
    int a[3] = {1, 2, 3};
    for (auto &v : a)
        v *= 2 + threadIdx.x;
    int sum = 0;
    for (const int &v : a)
        sum += v;
    for (int v : {4, 10})
        sum += v;
    y[threadIdx.x] = sum;
}

//# case choice_known_before_the_run — `?:` with a known condition has the common type of both sides, also if the other is an element or a member; s is -4, and (7u ? s : blockIdx.x) >> 1 shifts zeros in
//# launch grid 1 block 1
//# arg s = -4
//# buffer in: unsigned int = 7 9
//# buffer out: int = zeros 4
//# expect out: int = 0 2147483646 0 -2
__global__ void chosen(const unsigned int *in, int *out, int s)
{
    out[0] = (3 ? 1 : in[1]) - 2 < 5;
    out[1] = (7u ? s : blockIdx.x) >> 1;
    out[2] = (0 ? *in : 1) - 2 < 5;
    out[3] = (1 ? s : threadIdx.x == 0) >> 1;
}

//# case shift_beside_a_comparison — a shift binds stronger than a comparison at its left
//# launch grid 1 block 1
//# arg n = 3
//# buffer out: int = zeros 4
//# expect out: int = 1 0 1 1
__global__ void shifts(int *out, int n)
{
    unsigned wide = 64u;
    out[0] = n < wide >> 2;
    out[1] = n > wide >> 2;
    out[2] = n <= wide >> 2 << 1;
    out[3] = (n >= wide >> 5) + 0;
}

//# case value_read_before_a_call_that_no_thread_makes — the left operand keeps its value where the right side of `||` is skipped
//# launch grid 1 block 4
//# buffer out: unsigned int = zeros 4
//# expect out: unsigned int = 8 9 10 11
__device__ bool even(int i) { return (i & 1) == 0; }
__global__ void keeps(unsigned *out)
{
    int i = threadIdx.x;
    unsigned v = 7u;
    v += i;
    out[i] = v + (unsigned)(i < 9 || even(i));
}

//# case known_choice_beside_a_call — the type of `?:` is that of both sides, also where one side calls a function
//# launch grid 1 block 1
//# arg x = -5
//# buffer out: unsigned int = zeros 1
//# expect out: unsigned int = 954409
__global__ void chooses(unsigned *out, int x)
{
    out[0] = (false ? __brev(3u) / 84 : min(x, 3)) % 1000003;
}

//# case known_side_beside_an_unknown_one — a side that is known decides, though the other one is known at the run alone; y has the four
//# launch grid 1 block 2
//# arg n = 2
//# buffer y: int = zeros 8
//# expect y: int = 1 0 1 0 1 0 1 0
#define ROUNDS 6
__global__ void decides(int *y, int n)
{
    const bool a = min(ROUNDS, -0x100) % 29 || (int)(blockDim.x * n) > 7;
    const bool b = abs(ROUNDS) < 3 && (int)threadIdx.x < n;
    const bool c = (int)threadIdx.x > n || max(ROUNDS, 2) == 6;
    const bool d = y[0] > 70 && __popc(ROUNDS) == 3;
    int *row = y + 4 * threadIdx.x;
    row[0] = a;
    row[1] = b;
    row[2] = c;
    row[3] = d;
}

//# case value_behind_a_pointer_as_another_type — int(*p) is a conversion and no declaration, also at the start of a condition; y counts
//# launch grid 1 block 3
//# buffer x: float = 1.5 -2.5 130
//# buffer y: int = zeros 3
//# expect y: int = 1 -2 -116
__global__ void converts(const float *x, int *y)
{
    int i = threadIdx.x;
    if (int(*(x + i)) > 100)
        y[i] = (signed char)(int(*(x + i)) + 10);
    else if (int(*x) == 1)
        y[i] = int(*(x + i));
    int(*(x + i));
    int (*row) = y + i;
    if (short(*(row)) == -116)
        atomicAdd(row, 0);
}

//# case braces_around_one_value — pointers, `auto` and numbers get their values in braces; y is the running sum of x
//# launch grid 1 block 8
//# buffer x: int = 1 2 3 4 5 6 7 8
//# buffer y: int = zeros 8
//# expect y: int = 1 3 6 10 15 21 28 36
__global__ void scan(const int *x, int *y)
{
    __shared__ int a[8], b[8];
    int *from{a};
    int *to{b};
    const int *own{x + threadIdx.x};
    auto i{threadIdx.x};
    from[i] = *own;
    for (auto stride{1u}; stride < 8; stride *= 2) {
        __syncthreads();
        to[i] = i >= stride ? from[i] + from[i - stride] : from[i];
        int *swapped{from};
        from = to;
        to = swapped;
    }
    y[i] = from[i];
}
