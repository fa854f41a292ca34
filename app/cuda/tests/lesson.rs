//! The translator does what the lesson *From CUDA to WGSL and back* says.

use cuda::{Request, Translation, translate};
use lessons::{GalleryKernel, Language, Lesson};

/// Slides of the lesson, from 1, with words of a gallery kernel's CUDA text and those that they become. The slide names
/// both.
const IN_KERNELS: &[(usize, &str, &str, &str)] = &[
    (1, "vector_sum", "__global__", "@compute"),
    (1, "vector_sum", "threadIdx", "@builtin(local_invocation_id)"),
    (1, "vector_sum", "blockIdx", "@builtin(workgroup_id)"),
    (1, "shared_reverse", "gridDim", "@builtin(num_workgroups)"),
    (2, "vector_sum", "unsigned n", "struct Parameters"),
    (2, "vector_sum", "unsigned n", "var<uniform>"),
    (2, "vector_sum", "unsigned n", "let n = parameters.n"),
    (3, "shared_reverse", "__shared__", "var<workgroup>"),
    (3, "shared_reverse", "__syncthreads()", "workgroupBarrier()"),
    (3, "shared_reverse", "__syncthreads()", "storageBarrier()"),
    (4, "reduce_subgroup_shuffle", "__shfl_down_sync", "subgroupShuffleDown"),
    (4, "reduce_subgroup_shuffle", "__shfl_down_sync", "select("),
    (4, "reduce_subgroup_shuffle", "warpSize", "@builtin(subgroup_size)"),
    (4, "reduce_subgroup_add", "__shfl_xor_sync", "subgroupShuffleXor"),
    (4, "warp_compact", "__ballot_sync", "subgroupBallot"),
    (4, "warp_compact", "__any_sync", "subgroupAny"),
    (4, "warp_compact", "__any_sync", "enable subgroups"),
    (5, "reduce_single_pass_once", "int* total", "atomic<i32>"),
    (5, "reduce_single_pass_once", "atomicAdd", "atomicAdd"),
    (5, "reduce_single_pass_once", "of_block", "atomicLoad(&of_block"),
    (8, "reduce_single_pass_atomic", "int4", "vec4i"),
];

/// The same for statements of a kernel with the parameters `int* data, float* sum, unsigned n`.
const IN_STATEMENTS: &[(usize, &str, &str, &str)] = &[
    (
        1,
        "data[blockIdx.x * blockDim.x + threadIdx.x] = 0;",
        "blockDim",
        "@workgroup_size",
    ),
    (2, "int* p = data + n; p++; *p = 1;", "p++", "p++"),
    (
        4,
        "data[0] = __reduce_add_sync(0xffffffff, data[0]);",
        "__reduce_add_sync",
        "subgroupAdd",
    ),
    (5, "atomicAdd(sum, 1.0f);", "atomicAdd", "atomicCompareExchangeWeak"),
    (
        5,
        "data[0] = atomicCAS(data, 0, 1);",
        "atomicCAS",
        "atomicCompareExchangeWeak",
    ),
    (6, "__syncwarp();", "__syncwarp()", "subgroupBarrier()"),
];

/// Words without a counterpart, with the slides that say so: the translation of the statement lacks them, and a note says so.
const WITHOUT_COUNTERPART: &[(usize, &str, &str)] = &[
    (5, "__threadfence();", "__threadfence"),
    (6, "volatile int* p = data; *p = 1;", "volatile"),
];

fn translated(text: &str, request: &Request) -> Translation {
    translate(text, request).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn kernel_of(statements: &str) -> Translation {
    let text = format!("__global__ void kernel(int* data, float* sum, unsigned n) {{\n{statements}\n}}\n");
    translated(&text, &Request::default())
}

/// Returns true if the text or the notes of a slide name a word, in every language.
fn is_named(slide: usize, word: &str) -> bool {
    let lesson = Lesson::by_id("cuda-to-wgsl").expect("the lesson");
    let slide = &lesson.slides[slide - 1];
    Language::ALL.into_iter().all(|language| {
        let mut proses = [&slide.text, &slide.notes].into_iter();
        proses.any(|prose| prose.get(language).contains(word))
    })
}

#[test]
fn words_become_those_that_the_slides_name() {
    let mut wrong = Vec::new();
    let of_kernels = IN_KERNELS.iter().map(|&(slide, name, cuda, wgsl)| {
        let twin = GalleryKernel::by_name(name).expect(name).twin;
        // A number for each parameter of the template: what it counts does not matter here.
        let head = twin.split("template <").nth(1).expect("a template");
        let head = head.split('>').next().unwrap_or_default();
        let request = Request {
            kernel: Some(name.to_owned()),
            template: head.split(',').map(|_| "128".to_owned()).collect(),
            ..Request::default()
        };
        (slide, twin, cuda, wgsl, translated(twin, &request))
    });
    let of_statements = IN_STATEMENTS
        .iter()
        .map(|&(slide, text, cuda, wgsl)| (slide, text, cuda, wgsl, kernel_of(text)));
    for (slide, text, cuda, wgsl, made) in of_kernels.chain(of_statements) {
        if !text.contains(cuda) || !made.wgsl.contains(wgsl) {
            wrong.push(format!("{cuda} does not become {wgsl}:\n{}", made.wgsl));
        }
        for word in [cuda, wgsl] {
            if !is_named(slide, word) {
                wrong.push(format!("slide {slide} does not name {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_without_a_counterpart_are_left_out_with_a_note() {
    for &(slide, statement, word) in WITHOUT_COUNTERPART {
        let made = kernel_of(statement);
        assert!(!made.wgsl.contains(word), "{}", made.wgsl);
        assert!(!made.notes.is_empty(), "{word}");
        assert!(is_named(slide, word), "slide {slide} does not name {word}");
    }
}

/// The text of a `printf` is not in the translation, whose function of this name does nothing; the machine lists it.
#[test]
fn printf_prints_on_the_machine_alone() {
    let made = kernel_of("printf(\"%d\", data[0]);");
    assert!(made.wgsl.contains("fn printf(value_0: i32) {\n}"), "{}", made.wgsl);
    assert!(!made.notes.is_empty());
    assert!(is_named(7, "printf"));
}

/// A kernel that launches is refused at the line of the launch, and the other kernels of the text are not.
#[test]
fn a_launch_from_a_kernel_refuses_that_kernel_alone() {
    let text = "\
__global__ void child(int* data) { data[threadIdx.x] = 1; }
__global__ void parent(int* data) {
  child<<<1, 32>>>(data);
}
";
    let made = translated(text, &Request::default());
    let refused: Vec<_> = made
        .kernels
        .iter()
        .map(|kernel| (&*kernel.name, kernel.refused.as_ref().map(|error| error.line)))
        .collect();
    assert_eq!(refused, [("child", None), ("parent", Some(3))]);
    assert!(is_named(7, "<<<GRID, BLOCK>>>"));
}

/// A pointer through which the kernel only reads becomes a binding that it can only read.
#[test]
fn pointers_become_bindings_with_the_access_that_they_need() {
    let twin = GalleryKernel::by_name("vector_sum").expect("a kernel").twin;
    let request = Request {
        template: vec!["128".to_owned()],
        ..Request::default()
    };
    let made = translated(twin, &request);
    for (pointer, access) in [("a", "read"), ("b", "read"), ("c", "read_write")] {
        let declared = format!("var<storage, {access}> {pointer}: array<i32>;");
        assert!(made.wgsl.contains(&declared), "{declared}\n{}", made.wgsl);
        let named = format!("var<storage, {access}>");
        assert!(is_named(2, &named), "{named}");
    }
}
