//# case missing_semicolon — a statement ends without a semicolon; the error stands at that statement
//# error 3: semicolon
__global__ void k(int *x)
{
    int a = 1
    x[0] = a;
}

//# case missing_semicolon_after_a_call — a barrier without a semicolon
//# error 4: semicolon
__global__ void k(int *x)
{
    x[threadIdx.x] = 1;
    __syncthreads()
    x[threadIdx.x + 1] = 2;
}

//# case missing_semicolon_after_a_struct — a struct's definition ends without a semicolon
//# error 3: semicolon
struct Point {
    int x, y;
}

__global__ void k(int *x)
{
    x[0] = 1;
}

//# case missing_closing_brace — a block is not closed before the text ends; the error names the brace that opens
//# error 2: }
__global__ void k(int *x)
{
    if (x[0] > 0) {
        x[0] = 1;

    x[1] = 2;
}

//# case closing_brace_too_many — a brace closes nothing
//# error 5: }
__global__ void k(int *x)
{
    x[0] = 1;
}
}

//# case missing_closing_bracket — a round bracket is not closed
//# error 3: )
__global__ void k(int *x, int n)
{
    if (threadIdx.x < n
        x[threadIdx.x] = 1;
}

//# case missing_square_bracket — an index is not closed
//# error 3: ]
__global__ void k(int *x)
{
    x[threadIdx.x = 1;
}

//# case missing_operand — an operator has no right side
//# error 3: expression
__global__ void k(int *x)
{
    x[0] = 2 + ;
}

//# case missing_operator — two operands stand side by side
//# error 3: b
__global__ void k(int *x, int a, int b)
{
    x[0] = a b;
}

//# case missing_condition — an if has no brackets around its condition
//# error 3: (
__global__ void k(int *x)
{
    if x[0] > 1
        x[0] = 1;
}

//# case else_without_if — an else follows no if
//# error 4: else
__global__ void k(int *x)
{
    x[0] = 1;
    else
        x[0] = 2;
}

//# case case_outside_of_a_switch — a case label stands in no switch
//# error 3: case
__global__ void k(int *x)
{
    case 1:
        x[0] = 1;
}

//# case break_outside_of_a_loop — a break stands in no loop and no switch
//# error 4: break
__global__ void k(int *x)
{
    if (x[0])
        break;
}

//# case continue_outside_of_a_loop — a continue stands in a switch without a loop
//# error 5: continue
__global__ void k(int *x)
{
    switch (x[0]) {
    case 0:
        continue;
    }
}

//# case two_same_cases — a switch has the same case twice
//# error 6: 1
__global__ void k(int *x)
{
    switch (x[0]) {
    case 1: x[1] = 1; break;
    case 2: x[1] = 2; break;
    case 1: x[1] = 3; break;
    }
}

//# case two_defaults — a switch has two default labels
//# error 5: default
__global__ void k(int *x)
{
    switch (x[0]) {
    default: x[1] = 1; break;
    default: x[1] = 2; break;
    }
}

//# case while_after_do_missing — a do block has no while after it
//# error 6: while
__global__ void k(int *x)
{
    do {
        x[0]++;
    }
    x[1] = 2;
}

//# case comment_without_end — a block comment is not closed; the error names its begin
//# error 3: comment
__global__ void k(int *x)
{
    x[0] = 1; /* the first element
    x[1] = 2;
}

//# case text_without_end — a text in quotes is not closed on its line
//# error 3: quote
__global__ void k(int *x)
{
    printf("value %d, x[0]);
}

//# case number_with_letters — a number ends in letters that are no suffix
//# error 3: 12abc
__global__ void k(int *x)
{
    x[0] = 12abc;
}

//# case wrong_octal — an octal number has the digit 8
//# error 3: 018
__global__ void k(int *x)
{
    x[0] = 018;
}

//# case stray_character — a character that is not part of C++
//# error 3: @
__global__ void k(int *x)
{
    x[0] = 1 @ 2;
}

//# case for_with_commas — the parts of a for are separated by commas
//# error 3: <
__global__ void k(int *x, int n)
{
    for (int i = 0, i < n, i++)
        x[i] = 1;
}

//# case launch_with_two_signs — a launch in host code closes with two signs instead of three
//# error 6: >>>
__global__ void k(int *x) { x[0] = 1; }

int main()
{
    int *d;
    k<<<1, 32>>(d);
}

//# case two_faults_in_one_kernel — the parser goes on at the next semicolon, and both faults are reported
//# error 3: expression
//# error 5: expression
__global__ void k(int *x)
{
    x[0] = * ;
    x[1] = 2;
    x[2] = ( ;
}

//# case faults_in_two_kernels — each kernel is read on its own, and both faults are reported
//# error 3: expression
//# error 13: ]
__global__ void first(int *x)
{
    x[0] = 1 +;
}

__global__ void second(int *x)
{
    x[0] = 1;
}

__global__ void third(int *x)
{
    x[0] = ];
}

//# case assignment_to_a_number — a number stands on the left of an assignment
//# error 3: assign
__global__ void k(int *x)
{
    1 = x[0];
}

//# case assignment_to_a_sum — a sum stands on the left of an assignment
//# error 3: assign
__global__ void k(int *x, int a)
{
    a + 1 = x[0];
}

//# case quotes_without_a_letter — two quotes hold no letter, inside of a statement that is right otherwise
//# error 3: letter
__global__ void k(int *x)
{
    x[0] = '';
}

//# case bit_field — a member that lies in the last bytes of a bit field's word
//# error 3: shares bytes with the bit field
struct Flags {
    unsigned low : 3;
    unsigned char high;
};

__global__ void k(int *x)
{
    Flags flags;
    x[0] = flags.low;
}
