//! Texts that ask for too much: each is translated or refused in a sentence, and none of them panics or goes on for ever.

use cuda::{Request, translate};

#[derive(Debug)]
enum Wanted {
    /// It is translated, and none of its kernels is refused.
    Taken,
    /// The first error contains these words.
    Refused(&'static str),
}

/// Returns the first error, if there is one.
fn refusal(text: &str) -> Option<String> {
    match translate(text, &Request::default()) {
        Ok(made) => made.refused.first().map(ToString::to_string),
        Err(errors) => Some(errors.first().expect("an error").to_string()),
    }
}

fn kernel(body: &str) -> String {
    format!("__global__ void k(int *x, int n) {{\n{body}\n}}\n")
}

#[test]
fn texts_that_ask_for_too_much_are_refused_in_a_sentence() {
    let doubling: String = (0..30)
        .map(|level| format!("#define A{} A{level} A{level}\n", level + 1))
        .collect();
    let instances: String = (0..3000).map(|number| format!("f<{number}>(x);\n")).collect();
    let pointers: Vec<String> = (0..5000).map(|number| format!("int *p{number}")).collect();
    let launches = "k<<<1, 32>>>(d, 4);\n".repeat(50_000);
    let cases: Vec<(&str, String, Wanted)> = vec![
        (
            "brackets",
            kernel(&format!("x[0] = {}1{};", "(".repeat(20_000), ")".repeat(20_000))),
            Wanted::Refused("too deep"),
        ),
        (
            "blocks",
            kernel(&format!("{}{}", "{".repeat(20_000), "}".repeat(20_000))),
            Wanted::Refused("too deep"),
        ),
        (
            "else if",
            kernel(&"if (n == 1) x[0] = 1; else ".repeat(5_000)),
            Wanted::Refused("too deep"),
        ),
        (
            "a long sum",
            kernel(&format!("x[0] = 1{};", " + n".repeat(5_000))),
            Wanted::Refused("too many operators"),
        ),
        (
            "a long chain",
            kernel(&format!("x[0] = n{};", ".a".repeat(20_000))),
            Wanted::Refused("too many parts"),
        ),
        (
            "doubling macros",
            format!("{doubling}#define A0 +1\n{}", kernel("x[0] = A30;")),
            Wanted::Refused("too much text"),
        ),
        (
            "an endless template",
            format!(
                "template <int N> __device__ int f() {{ return f<N + 1>(); }}\n{}",
                kernel("x[0] = f<0>();")
            ),
            Wanted::Refused("calls itself"),
        ),
        (
            "an enumeration at its end",
            format!(
                "enum {{ LAST = 9223372036854775807, NEXT }};\n{}int main() {{ int *d; k<<<1, NEXT>>>(d, 1); }}",
                kernel("x[0] = n;")
            ),
            Wanted::Taken,
        ),
        (
            "an endless member",
            format!(
                "template <int N> struct F {{ static constexpr int value = N + F<N + 1>::value; }};\n{}",
                kernel("x[0] = F<0>::value;")
            ),
            Wanted::Refused("nests too deep"),
        ),
        (
            "a template that doubles",
            format!(
                "template <int N> __device__ int f() {{ return f<N - 1>() + f<N - 2>(); }}\ntemplate <> __device__ int f<0>() {{ return 0; }}\ntemplate <> __device__ int f<1>() {{ return 1; }}\n{}",
                kernel("x[0] = f<10>();")
            ),
            Wanted::Taken,
        ),
        (
            "many instances",
            format!(
                "template <int N> __device__ void f(int *x) {{ x[0] = N; }}\n{}",
                kernel(&instances)
            ),
            Wanted::Refused("too many instances"),
        ),
        (
            "many pointers",
            format!("__global__ void k({}) {{}}", pointers.join(", ")),
            Wanted::Refused("parameters"),
        ),
        (
            "many launches",
            format!("{}int main() {{ int *d;\n{launches}}}", kernel("x[0] = n;")),
            Wanted::Refused("524288 tokens"),
        ),
        (
            "a structure in itself",
            format!("struct A {{ A a; }};\n{}", kernel("A a; x[0] = 1;")),
            Wanted::Refused("contain itself"),
        ),
        (
            "the size of structures that double",
            format!(
                "struct S0 {{ int a; int b; }};\n{}{}int main() {{ int *d; cudaMalloc(&d, sizeof(S30)); k<<<1, 32>>>(d, 1); }}",
                (1..=30)
                    .map(|level| format!("struct S{level} {{ S{0} a; S{0} b; }};\n", level - 1))
                    .collect::<String>(),
                kernel("x[0] = n;")
            ),
            Wanted::Taken,
        ),
        (
            "a base of itself",
            format!("struct A : A {{ int a; }};\n{}", kernel("A a; x[0] = 1;")),
            Wanted::Refused("base"),
        ),
        (
            "structures that grow",
            format!(
                "template <int N> struct S {{ S<N + 1> s; }};\n{}",
                kernel("S<0> s; x[0] = 1;")
            ),
            Wanted::Refused("too"),
        ),
        (
            "a constructor that takes itself",
            format!(
                "struct A {{ int n; __device__ A(A other) {{ n = other; }} }};\n{}",
                kernel("A a(100); x[0] = a.n;")
            ),
            Wanted::Refused("does not convert"),
        ),
        (
            "lambdas in lambdas",
            kernel(&format!(
                "{}x[0] = 1;{}",
                "auto f = [&] { ".repeat(2_000),
                " }; f();".repeat(2_000)
            )),
            Wanted::Refused("too deep"),
        ),
        (
            "pointers over many shared arrays",
            kernel(&format!(
                "{} int *p = a0; for (int i = 0; i < n; i++) {{ {} }} x[0] = *p;",
                (0..60)
                    .map(|number| format!("__shared__ int a{number}[4];"))
                    .collect::<String>(),
                (0..60).map(|number| format!("p = a{number};")).collect::<String>()
            )),
            Wanted::Taken,
        ),
        (
            "an alias of itself",
            format!("typedef A A;\n{}", kernel("A a; x[0] = 1;")),
            Wanted::Refused("nests too deep"),
        ),
        (
            "constants in a circle",
            format!("const int a = b, b = a;\n{}", kernel("x[0] = a;")),
            Wanted::Refused("needs itself"),
        ),
        (
            "a function that computes for ever",
            format!(
                "constexpr int f(int n) {{ return n == 0 ? 0 : f(n - 1) + f(n - 1); }}\n{}",
                kernel("x[0] = f(1000);")
            ),
            Wanted::Refused("calls itself"),
        ),
        (
            "a host that loops for ever",
            format!(
                "{}int main() {{ int *d; int i = 0; while (1) {{ i++; for (;;) i += 2; }} k<<<i, 32>>>(d, i); }}",
                kernel("x[0] = n;")
            ),
            Wanted::Taken,
        ),
        (
            "host functions that call each other",
            format!(
                "int a(int n);\nint b(int n) {{ return a(n) + a(n); }}\nint a(int n) {{ return b(n) + b(n); }}\n{}int main() {{ int *d; k<<<a(3), 32>>>(d, 1); }}",
                kernel("x[0] = n;")
            ),
            Wanted::Taken,
        ),
        (
            "a huge array",
            kernel("__shared__ int a[1 << 20][1 << 20]; x[0] = a[0][0];"),
            Wanted::Refused("bytes of shared memory"),
        ),
        (
            "a huge index",
            kernel("x[99999999999999999999] = 1;"),
            Wanted::Refused("no integer"),
        ),
        ("a huge shift", kernel("x[0] = 1 << 100;"), Wanted::Taken),
        (
            "a division by zero",
            kernel("x[0] = n / (1 - 1);"),
            Wanted::Refused("division by zero"),
        ),
        (
            "an open comment",
            "__global__ void k(int *x) { /* x[0] = 1; }".to_owned(),
            Wanted::Refused("no end"),
        ),
        ("an open text", kernel("printf(\"%d, x[0]);"), Wanted::Refused("quote")),
        (
            "an open brace",
            "__global__ void k(int *x) { if (x[0]) {".to_owned(),
            Wanted::Refused("no `}`"),
        ),
        (
            "a space of a web page",
            kernel("x[0] =\u{a0}1;"),
            Wanted::Refused("U+00A0"),
        ),
        ("a zero byte", kernel("x[0] = \u{0}1;"), Wanted::Refused("U+0000")),
        (
            "a long text",
            format!("// {}\n", "x".repeat(5 << 20)),
            Wanted::Refused("bytes"),
        ),
    ];
    let mut wrong = Vec::new();
    for (name, text, wanted) in cases {
        let refusal = refusal(&text);
        let is_as_wanted = match (&wanted, &refusal) {
            (Wanted::Taken, None) => true,
            (Wanted::Refused(words), Some(sentence)) => sentence.contains(words),
            (Wanted::Taken, Some(_)) | (Wanted::Refused(_), None) => false,
        };
        if !is_as_wanted {
            wrong.push(format!("{name}: {refusal:?} is not {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One word as long as a picture: its message is short, and it is no work.
#[test]
fn a_message_quotes_the_begin_of_a_long_word() {
    let long = |letter: &str| letter.repeat(1 << 20);
    for (name, text) in [
        ("a name", kernel(&format!("x[0] = {};", long("a")))),
        ("a name of other letters", kernel(&format!("x[0] = {};", long("é")))),
        (
            "a name that is almost declared",
            kernel(&format!("int {0} = 1; x[0] = {0}b;", long("a"))),
        ),
        ("a function", kernel(&format!("{}();", long("a")))),
        ("a member", kernel(&format!("x[0].{} = 1;", long("a")))),
        ("a type", kernel(&format!("{} y;", long("a")))),
        ("an integer", kernel(&format!("x[0] = {};", long("1")))),
        ("a hexadecimal", kernel(&format!("x[0] = 0x{};", long("f")))),
        ("a float", kernel(&format!("x[0] = {}.5f;", long("1")))),
        ("a text", kernel(&format!("x[0] = \"{}\";", long("a")))),
        ("a macro", format!("#define {0}(x) {0}(\n{0}\n", long("a"))),
        ("a directive", format!("#{}\n", long("a"))),
    ] {
        let sentence = refusal(&text).unwrap_or_else(|| panic!("{name} is taken"));
        assert!(sentence.len() < 400, "{name}: {} bytes", sentence.len());
    }
}

/// A straight text is no deep one: nothing walks it by calling itself, even in a worker of a browser with its small stack.
#[test]
fn many_lines_take_no_stack() {
    let text = kernel(&"x[0] = x[0] * 3 + 1;\n".repeat(5_000));
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let thread = small.spawn(move || refusal(&text)).expect("a thread");
    assert_eq!(thread.join().expect("no overflow"), None);
}

/// A sum is as deep as it is long. Texts of any length end in an answer on the stack of a usual thread.
#[test]
fn a_long_sum_ends_in_an_answer() {
    for terms in [300, 2_000] {
        let text = kernel(&format!("x[0] = 1{};", " + x[1]".repeat(terms)));
        let usual = std::thread::Builder::new().stack_size(2 << 20);
        let refused = usual.spawn(move || refusal(&text)).expect("a thread");
        let refused = refused.join().expect("no overflow");
        assert_eq!(refused.is_some(), terms > 300, "{terms}: {refused:?}");
    }
}
