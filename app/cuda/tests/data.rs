//! The contents of arrays that the host writes before a launch, as far as the text tells them.

use cuda::{Request, Written, translate};

/// Returns what the first argument of the launch holds: its words, or the reason why there are none.
fn contents(ty: &str, host: &str) -> String {
    let text = format!(
        "#include <vector>\n__global__ void k({ty} *x, int n) {{ x[threadIdx.x] += ({ty})n; }}\nvoid init({ty} *p, int n) {{ for (int i = 0; i < n; ++i) p[i] = i * i; }}\nint main() {{ const int N = 6; {ty} *d; cudaMalloc(&d, N * sizeof({ty})); {host} k<<<1, 4>>>(d, N); cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); }}"
    );
    let made = translate(&text, &Request::default()).unwrap_or_else(|errors| panic!("{host}: {}", errors[0]));
    let note = made
        .notes
        .iter()
        .any(|note| note.message.contains("what the host writes to `x`"));
    let contents = made.launches[0].arguments[0].contents.clone();
    assert_eq!(note, contents == Some(Written::Unfollowed), "{host}");
    match contents {
        None => "nothing".to_owned(),
        Some(Written::Unfollowed) => "unfollowed".to_owned(),
        Some(Written::Bytes(bytes)) => {
            let words = bytes.chunks(4).map(|word| {
                let mut whole = [0; 4];
                whole[..word.len()].copy_from_slice(word);
                match ty {
                    "float" => f32::from_le_bytes(whole).to_string(),
                    _ => i32::from_le_bytes(whole).to_string(),
                }
            });
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn what_simple_loops_write_is_known() {
    let copy = "cudaMemcpy(d, h, N * sizeof(*h), cudaMemcpyHostToDevice);";
    let array = |loops: &str| format!("int *h = (int *)malloc(N * sizeof(int)); {loops} {copy}");
    let float = |loops: &str| format!("float *h = new float[N]; {loops} {copy}");
    let vector = |declared: &str| format!("{declared} cudaMemcpy(d, h.data(), h.size() * 4, cudaMemcpyHostToDevice);");
    for (ty, host, wanted) in [
        ("int", array("for (int i = 0; i < N; i++) h[i] = i;"), "0 1 2 3 4 5"),
        (
            "int",
            array("for (int i = 0; i < N; ++i) { h[i] = 2 * i; }"),
            "0 2 4 6 8 10",
        ),
        (
            "int",
            array("for (int i = 0; i < N; i++) h[i] = i % 4 == 0 ? 7 : -1;"),
            "7 -1 -1 -1 7 -1",
        ),
        (
            "int",
            array("for (int i = N - 1; i >= 0; i--) h[i] = i;"),
            "0 1 2 3 4 5",
        ),
        ("int", array("for (int i = 0; i < N; i++) h[i] = 1;"), "1 1 1 1 1 1"),
        (
            "int",
            array("for (int r = 0; r < 2; r++) for (int c = 0; c < 3; c++) h[r * 3 + c] = r + c;"),
            "0 1 2 1 2 3",
        ),
        (
            "int",
            array("for (int i = 0; i < N; i++) { int v = i; if (v > 3) v = 3; h[i] = v; }"),
            "0 1 2 3 3 3",
        ),
        (
            "int",
            array("for (int i = 0; i < N; i++) h[i] = rand() % 10;"),
            "3 6 7 5 3 5",
        ),
        (
            "int",
            array("srand(42); for (int i = 0; i < N; i++) h[i] = rand() % 100;"),
            "66 40 81 41 12 58",
        ),
        ("int", array("init(h, N);"), "0 1 4 9 16 25"),
        ("int", array("memset(h, 0, N * sizeof(int));"), "0 0 0 0 0 0"),
        ("int", array("memset(h, -1, 8); h[0] = 5; h[2] = 9;"), "5 -1 9"),
        ("int", array("std::iota(h, h + N, 3);"), "3 4 5 6 7 8"),
        ("int", array("std::fill(h, h + N, 4);"), "4 4 4 4 4 4"),
        (
            "float",
            float("for (int i = 0; i < N; i++) h[i] = 1.0f / (i + 1);"),
            "1 0.5 0.33333334 0.25 0.2 0.16666667",
        ),
        (
            "float",
            float("for (int i = 0; i < N; i++) h[i] = (float)rand() / RAND_MAX;"),
            "0.8401877 0.39438292 0.78309923 0.79844004 0.9116474 0.19755137",
        ),
        (
            "float",
            vector("std::vector<float> h(N, 1.5f);"),
            "1.5 1.5 1.5 1.5 1.5 1.5",
        ),
        ("float", vector("std::vector<float> h(N);"), "0 0 0 0 0 0"),
        (
            "int",
            vector("std::vector<int> h(N); for (size_t i = 0; i < h.size(); ++i) h[i] = 3 * i;"),
            "0 3 6 9 12 15",
        ),
        (
            "int",
            vector("std::vector<int> h(N); std::iota(h.begin(), h.end(), 1);"),
            "1 2 3 4 5 6",
        ),
        ("int", format!("int h[] = {{5, 4, 3}}; {copy}"), "5 4 3"),
        ("int", "int *h; cudaMemset(d, 0, N * 4);".to_owned(), "0 0 0 0 0 0"),
        (
            "int",
            "int h[1]; for (int i = 0; i < N; i++) d[i] = 8;".to_owned(),
            "8 8 8 8 8 8",
        ),
    ] {
        assert_eq!(contents(ty, &host), wanted, "{host}");
    }
}

#[test]
fn what_cannot_be_computed_is_said() {
    let copy = "cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);";
    for (host, wanted) in [
        (
            "int *h = new int[N]; for (int i = 0; i < N; i++) h[i] = ask();",
            "unfollowed",
        ),
        ("int *h = new int[N]; fread(h, 4, N, file);", "unfollowed"),
        (
            "int *h = new int[N]; int i = 0; while (i < N) h[i++] = 1;",
            "unfollowed",
        ),
        ("int *h = new int[N]; if (ask()) h[0] = 1;", "unfollowed"),
        ("int h[6] = {1, 2}; for (int &v : h) v = 3;", "unfollowed"),
        ("int h[6] = {1, 2}; *h = ask();", "unfollowed"),
        (
            "int *h = new int[N]; for (int i = 0; i < 100000000; i++) h[i] = i;",
            "unfollowed",
        ),
        ("int *h = new int[N];", "nothing"),
        (
            "int *h = new int[N]; int sum = 0; for (int i = 0; i < N; i++) sum += h[i];",
            "nothing",
        ),
        ("int *h = new int[N]; printf(\"%p\", h);", "nothing"),
    ] {
        assert_eq!(contents("int", &format!("{host} {copy}")), wanted, "{host}");
    }
}

#[test]
fn initial_values_of_the_device_are_nothing_that_the_host_writes() {
    for (variable, host, has_note) in [
        ("__device__ Pair x[2] = {{9, 1}, {9, 2}};", "", false),
        ("__constant__ Pair x[2] = {{9, 1}, {9, 2}};", "", false),
        ("__device__ int x[2] = {SIZE(int), 2};", "", false),
        ("__device__ float2 x[] = {{1, 2}, {3, 4}};", "", false),
        (
            "__device__ Pair x[2] = {{9, 1}, {9, 2}};",
            "Pair h[2]; fread(h, 8, 2, stdin); cudaMemcpyToSymbol(x, h, sizeof h);",
            true,
        ),
    ] {
        let text = format!(
            "#define SIZE(t) ((int)sizeof(t))\nstruct Pair {{ int a, b; }};\n{variable}\n__global__ void k(int *o) {{ o[0] = *(int *)x; }}\nint main() {{ int *o; cudaMalloc(&o, 4); {host} k<<<1, 1>>>(o); }}"
        );
        let made = translate(&text, &Request::default()).unwrap_or_else(|errors| panic!("{variable}: {}", errors[0]));
        let mut notes = made.notes.iter();
        let is_noted = notes.any(|note| note.message.contains("what the host writes to `x`"));
        assert_eq!(is_noted, has_note, "{variable} {host}");
    }
}

#[test]
fn bytes_are_set_whatever_the_elements_are() {
    for ty in ["uint4", "float2", "half", "__half2", "Pair", "int8_t", "float"] {
        let text = format!(
            "#include <cuda_fp16.h>\nstruct Pair {{ int a; short b; }};\n__global__ void k({ty} *x, {ty} *y) {{ y[threadIdx.x] = x[threadIdx.x]; }}\nint main() {{ {ty} *x, *y; cudaMalloc(&x, 4 * sizeof({ty})); cudaMalloc(&y, 4 * sizeof({ty})); cudaMemset(x, 0x3f, 4 * sizeof({ty})); k<<<1, 4>>>(x, y); }}"
        );
        let made = translate(&text, &Request::default()).unwrap_or_else(|errors| panic!("{ty}: {}", errors[0]));
        let argument = &made.launches[0].arguments[0];
        let bytes = argument.bytes.expect("the bytes of the array are known");
        let whole = Written::Bytes(vec![0x3f; bytes as usize]);
        assert_eq!(argument.contents, Some(whole), "{ty}");
    }
}
