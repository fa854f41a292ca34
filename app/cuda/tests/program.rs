//! The launches that a program makes one after another, as the host's code tells them.

use cuda::{HostWrite, LeftOut, Program, Source, Target, Text, Written};
use std::collections::BTreeMap;

const KERNELS: &str = "__global__ void scale(float *x, float by, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= by; }
__global__ void copy(const float *in, float *out, int n) { extern __shared__ float s[]; int i = threadIdx.x; if (i < n) out[i] = in[i] + 0 * s[i]; }
__global__ void halve(float *x, int s) { if (threadIdx.x < s) x[threadIdx.x] += x[threadIdx.x + s]; }
";

fn program(host: &str) -> Program {
    let text = format!("{KERNELS}{host}");
    let read = Text::read(&text, &BTreeMap::new());
    read.unwrap_or_else(|errors| panic!("{}", errors[0])).program()
}

/// Returns each launch as its kernel, grid, block and arguments: names of arrays, and numbers.
fn told(program: &Program) -> Vec<String> {
    let steps = program.steps.iter().map(|step| {
        let launch = &step.launch;
        let arguments = launch
            .arguments
            .iter()
            .map(|argument| match (&argument.target, argument.number) {
                (Some(Target::Array(name)), None) => name.clone(),
                (Some(Target::Array(name)), Some(offset)) => format!("{name}+{offset}"),
                (Some(Target::Null), _) => "null".to_owned(),
                (None, Some(number)) => number.to_string(),
                (None, None) => "?".to_owned(),
            });
        let x = |sizes: Option<[u32; 3]>| sizes.map_or("?".to_owned(), |[x, ..]| x.to_string());
        format!(
            "{} {} {} ({})",
            launch.kernel,
            x(launch.grid),
            x(launch.block),
            arguments.collect::<Vec<String>>().join(" ")
        )
    });
    steps.collect()
}

fn left(program: &Program) -> Option<LeftOut> {
    program.left.as_ref().map(|left| left.why.clone())
}

#[test]
fn launches_come_in_order_with_the_arrays_that_the_host_passes() {
    let read = program(
        "#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { exit(1); } } while (0)
int main() {
  const int n = 8; float h[n];
  for (int i = 0; i < n; i++) h[i] = i + 1;
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, h, sizeof(h), cudaMemcpyHostToDevice));
  scale<<<2, 4>>>(d_x, 2.0f, n);
  copy<<<1, n, n * sizeof(float)>>>(d_x, d_y, n);
  scale<<<2, 4>>>(d_y, 5.0f, n);
  CHECK(cudaMemcpy(h, d_y, sizeof(h), cudaMemcpyDeviceToHost));
}",
    );
    assert_eq!(
        told(&read),
        ["scale 2 4 (d_x 2 8)", "copy 1 8 (d_x d_y 8)", "scale 2 4 (d_y 5 8)"]
    );
    assert_eq!(left(&read), None);
    assert_eq!(read.steps[1].launch.shared_bytes, Some(32));
    let argument_of = |step: usize, argument: usize| &read.steps[step].launch.arguments[argument];
    let Some(Written::Bytes(bytes)) = &argument_of(0, 0).contents else {
        panic!("{:?}", argument_of(0, 0));
    };
    assert_eq!(bytes[..8], [0, 0, 128, 63, 0, 0, 0, 64]);
    assert_eq!(
        (argument_of(1, 0).contents.clone(), argument_of(1, 1).bytes),
        (None, Some(32))
    );
    assert!(read.steps.iter().all(|step| step.writes.is_empty()));
}

#[test]
fn loops_of_launches_are_unrolled_and_pointers_change_places() {
    let read = program(
        "void pass(float *x, int s) { halve<<<1, 8>>>(x, s); }
int main() {
  float *a, *b; cudaMalloc(&a, 64); cudaMalloc(&b, 64);
  for (int s = 8 / 2; s > 0; s >>= 1) pass(a, s);
  int t = 0;
  while (t < 3) { copy<<<1, 8>>>(a, b, 8); float *keep = a; a = b; b = keep; t++; }
  do { scale<<<1, 8>>>(b, 3, 8); t--; } while (t > 2);
}",
    );
    assert_eq!(
        told(&read),
        [
            "halve 1 8 (a 4)",
            "halve 1 8 (a 2)",
            "halve 1 8 (a 1)",
            "copy 1 8 (a b 8)",
            "copy 1 8 (b a 8)",
            "copy 1 8 (a b 8)",
            "scale 1 8 (a 3 8)"
        ]
    );
    assert_eq!(left(&read), None);
}

#[test]
fn a_program_is_followed_up_to_what_cannot_be_computed() {
    let begin = "int main(int argc, char **argv) { float *a, *b, h[8]; int n = 8; cudaMalloc(&a, 32); cudaMalloc(&b, 32); scale<<<1, 8>>>(a, 2, 8);";
    for (host, launches, why) in [
        (
            "if (atoi(argv[1]) > 3) scale<<<1, 8>>>(a, 2, 8);",
            1,
            Some(LeftOut::Condition),
        ),
        (
            "if (argc > 1) scale<<<1, 8>>>(a, 2, 8); else copy<<<1, 8>>>(a, b, 8);",
            2,
            None,
        ),
        (
            "for (int i = 0; i < h[0]; i++) scale<<<1, 8>>>(a, 2, 8);",
            1,
            Some(LeftOut::Loop),
        ),
        ("while (n-- > 0) scale<<<1, 8>>>(a, 2, 8);", 1, Some(LeftOut::Loop)),
        (
            "for (int i = 0; i < 1000; i++) scale<<<1, 8>>>(a, 2, 8);",
            64,
            Some(LeftOut::TooMany(64)),
        ),
        // The host reads what a kernel has computed, and writes it back.
        (
            "cudaMemcpy(h, a, 32, cudaMemcpyDeviceToHost); h[0] = 1; cudaMemcpy(a, h, 32, cudaMemcpyHostToDevice); scale<<<1, 8>>>(a, 2, 8);",
            1,
            Some(LeftOut::Contents("a".to_owned())),
        ),
        (
            "cudaMemcpy(h, a, 32, cudaMemcpyDeviceToHost); cudaMemcpy(b, h, 32, cudaMemcpyHostToDevice); scale<<<1, 8>>>(b, 2, 8);",
            1,
            Some(LeftOut::Contents("b".to_owned())),
        ),
    ] {
        let read = program(&format!("{begin} {host} }}"));
        assert_eq!((read.steps.len(), left(&read)), (launches, why), "{host}");
    }
}

#[test]
fn what_the_host_writes_between_launches_is_kept() {
    let read = program(
        "int main() {
  float *a, *b; cudaMalloc(&a, 16); cudaMalloc(&b, 16);
  cudaMemset(a, 0, 16);
  scale<<<1, 4>>>(a, 2, 4);
  cudaMemset(a, 0, 16);
  scale<<<1, 4>>>(a, 3, 4);
  cudaMemcpy(b, a, 16, cudaMemcpyDeviceToDevice);
  copy<<<1, 4>>>(a, b, 4);
}",
    );
    let writes: Vec<&[HostWrite]> = read.steps.iter().map(|step| &step.writes[..]).collect();
    let zeros = HostWrite {
        array: "a".to_owned(),
        from: Source::Bytes(vec![0; 16]),
    };
    let copied = HostWrite {
        array: "b".to_owned(),
        from: Source::Array {
            name: "a".to_owned(),
            bytes: 16,
        },
    };
    assert_eq!(writes, [&[][..], &[zeros], &[copied]]);
}

#[test]
fn functions_are_followed_once_and_their_arrays_are_their_own() {
    let read = program(
        "int run(float by) { float *d; cudaMalloc(&d, 16); scale<<<1, 4>>>(d, by, 4); cudaFree(d); return 0; }
int main() { int failed = run(2) + run(3); if (failed) return 1; return run(4); }",
    );
    assert_eq!(
        told(&read),
        ["scale 1 4 (d 2 4)", "scale 1 4 (d (2) 3 4)", "scale 1 4 (d (3) 4 4)"]
    );
    // Without `main`, a function that nothing calls begins.
    let read = program("void solve(float *x, float *y) { copy<<<1, 4>>>(x, y, 4); scale<<<1, 4>>>(y, 2, 4); }");
    assert_eq!(told(&read), ["copy 1 4 (x y 4)", "scale 1 4 (y 2 4)"]);
}
