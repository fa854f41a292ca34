//! Requests of small CUDA kernels: the counters and findings of each are those that its head line works out by hand from
//! NVIDIA's rules, whatever the translation writes for an access.
//!
//! Every file is a whole program with one launch, so that a profiler can count the same on a chip.

use cuda::{Request, Translation, translate};
use simt::{Buffer, Contents, Dispatch, Machine, Marks, Metrics, Outcome, Run, RunOptions, SharedTraffic, Traffic};
use std::collections::BTreeMap;
use std::path::Path;

/// One file: its text, and the lines of its head that begin with `//#`.
struct Case {
    name: String,
    text: String,
    /// The bytes of each buffer before the launch.
    buffers: BTreeMap<String, Vec<u8>>,
    /// For each kind of access its numbers, by unit.
    counted: BTreeMap<String, BTreeMap<String, u64>>,
    findings: Vec<String>,
}

/// Returns the numbers of a list such as `2 requests, 8 sectors`, by the unit's plural.
fn numbers(list: &str) -> BTreeMap<String, u64> {
    list.split(", ")
        .map(|item| {
            let (number, unit) = item.split_once(' ').expect("a number and a unit");
            let unit = format!("{}s", unit.trim_end_matches('s'));
            (unit, number.parse().expect("a number"))
        })
        .collect()
}

fn read(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).expect("a case is read");
    let stem = path.file_stem().unwrap_or_default();
    let mut case = Case {
        name: stem.to_string_lossy().into_owned(),
        text: text.clone(),
        buffers: BTreeMap::new(),
        counted: BTreeMap::new(),
        findings: Vec::new(),
    };
    for line in text.lines().filter_map(|line| line.strip_prefix("//# ")) {
        let (head, rest) = line.split_once(": ").expect("a name and its facts");
        if let Some(name) = head.strip_prefix("buffer ") {
            let (bytes, kind) = rest.split_once(" bytes").expect("a size in bytes");
            let bytes: usize = bytes.parse().expect("a size");
            let contents = match kind.trim() {
                "" => vec![0; bytes],
                "counting" => (0..bytes).map(|byte| byte as u8).collect(),
                other => panic!("{}: {other}", case.name),
            };
            case.buffers.insert(name.to_owned(), contents);
        } else if head == "findings" {
            let names = rest.split(' ').filter(|name| *name != "none");
            case.findings = names.map(str::to_owned).collect();
        } else {
            case.counted.insert(head.to_owned(), numbers(rest));
        }
    }
    case
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/requests");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "cu"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// Returns the launch of the text, with the case's buffers, which end with their last byte.
fn dispatch(case: &Case, made: &Translation) -> Dispatch {
    let launch = &made.launches[0];
    let [x, y, z] = launch.block.expect("the block folds to numbers");
    let mut buffers: Vec<Buffer> = made
        .bindings
        .iter()
        .map(|binding| Buffer {
            group: 0,
            binding: binding.binding,
            contents: Contents::Bytes(case.buffers[&binding.name].clone()),
        })
        .collect();
    if let Some((binding, bytes)) = made.uniform {
        let mut contents = vec![0; bytes as usize];
        let parameters = &made.kernels[0].parameters;
        for scalar in &made.scalars {
            let mut named = parameters.iter();
            let place = named.position(|parameter| parameter.name == scalar.name);
            let argument = &launch.arguments[place.expect("a parameter")];
            let word = argument.number.expect("the argument folds to a number") as u32;
            contents[scalar.offset as usize..][..4].copy_from_slice(&word.to_le_bytes());
        }
        buffers.push(Buffer {
            group: 0,
            binding,
            contents: Contents::Bytes(contents),
        });
    }
    let overrides = [("block_x", x), ("block_y", y), ("block_z", z)];
    Dispatch {
        workgroups: launch.grid.expect("the grid folds to numbers"),
        overrides: overrides
            .map(|(name, value)| (name.to_owned(), f64::from(value)))
            .into(),
        buffers,
    }
}

fn run(case: &Case, made: &Translation, marks: &Marks, dispatch: &Dispatch) -> Run {
    let name = &case.name;
    let program = simt::compile_marked(&made.wgsl, None, marks);
    let program = program.unwrap_or_else(|error| panic!("{name}: {error}\n{}", made.wgsl));
    let options = RunOptions {
        machine: Machine::by_id("h200").expect("a preset"),
        ..RunOptions::default()
    };
    let run = simt::run(&program, dispatch, &options);
    let run = run.unwrap_or_else(|error| panic!("{name}: {error}\n{}", made.wgsl));
    assert_eq!(run.outcome, Outcome::Completed, "{name}");
    run
}

fn of_global(traffic: &Traffic) -> BTreeMap<String, u64> {
    [
        ("requests", traffic.requests),
        ("sectors", traffic.sectors),
        ("lines", traffic.transactions),
        ("bytes", traffic.bytes_asked),
    ]
    .map(|(unit, number)| (unit.to_owned(), number))
    .into()
}

fn of_shared(traffic: &SharedTraffic) -> BTreeMap<String, u64> {
    [
        ("requests", traffic.requests),
        ("wavefronts", traffic.wavefronts),
        ("conflicts", traffic.bank_conflicts()),
        ("bytes", traffic.bytes_asked),
    ]
    .map(|(unit, number)| (unit.to_owned(), number))
    .into()
}

/// Returns the kinds of access that occurred, with their numbers.
fn counted(metrics: &Metrics) -> BTreeMap<String, BTreeMap<String, u64>> {
    let all = [
        ("loads", of_global(&metrics.global_loads)),
        ("stores", of_global(&metrics.global_stores)),
        ("atomics", of_global(&metrics.global_atomics)),
        ("shared loads", of_shared(&metrics.shared_loads)),
        ("shared stores", of_shared(&metrics.shared_stores)),
        ("shared atomics", of_shared(&metrics.shared_atomics)),
    ];
    all.into_iter()
        .filter(|(_, numbers)| numbers["requests"] > 0)
        .map(|(kind, numbers)| (kind.to_owned(), numbers))
        .collect()
}

#[test]
fn requests_are_those_of_cuda() {
    let cases = cases();
    assert!(cases.len() >= 23, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let made = translate(&case.text, &Request::default());
        let made = made.unwrap_or_else(|errors| panic!("{}: {errors:?}", case.name));
        let dispatch = dispatch(case, &made);
        let run = run(case, &made, &made.marks(), &dispatch);
        let kinds: Vec<String> = run
            .findings
            .iter()
            .map(|finding| finding.kind.name().to_owned())
            .collect();
        let counted = counted(&run.metrics);
        if (&counted, &kinds) != (&case.counted, &case.findings) {
            let findings: Vec<String> = run.findings.iter().map(ToString::to_string).collect();
            wrong.push(format!(
                "{}\n  counted  {counted:?}\n  expected {:?}\n  findings {findings:?}\n{}",
                case.name, case.counted, made.wgsl
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} are wrong:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

/// An NVIDIA counter, and the number of the head lines that it is: kind and unit.
const CHIP: &[(&str, &str, &str)] = &[
    ("l1tex__t_requests_pipe_lsu_mem_global_op_ld", "loads", "requests"),
    ("l1tex__t_requests_pipe_lsu_mem_global_op_st", "stores", "requests"),
    ("l1tex__t_requests_pipe_lsu_mem_global_op_red", "atomics", "requests"),
    ("l1tex__t_requests_pipe_lsu_mem_global_op_atom", "atomics", "requests"),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld", "loads", "sectors"),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_st", "stores", "sectors"),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_red", "atomics", "sectors"),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_atom", "atomics", "sectors"),
    ("l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld", "loads", "lines"),
    ("l1tex__t_set_accesses_pipe_lsu_mem_global_op_st", "stores", "lines"),
    ("smsp__sass_data_bytes_mem_global_op_ld", "loads", "bytes"),
    ("smsp__sass_data_bytes_mem_global_op_st", "stores", "bytes"),
    ("smsp__sass_data_bytes_mem_shared_op_ld", "shared loads", "bytes"),
    ("smsp__sass_data_bytes_mem_shared_op_st", "shared stores", "bytes"),
    ("smsp__inst_executed_op_shared_ld", "shared loads", "requests"),
    ("smsp__inst_executed_op_shared_st", "shared stores", "requests"),
    ("smsp__inst_executed_op_shared_atom", "shared atomics", "requests"),
    (
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "shared loads",
        "wavefronts",
    ),
    (
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st",
        "shared stores",
        "wavefronts",
    ),
    (
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom",
        "shared atomics",
        "wavefronts",
    ),
    (
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld",
        "shared loads",
        "conflicts",
    ),
    (
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st",
        "shared stores",
        "conflicts",
    ),
    (
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom",
        "shared atomics",
        "conflicts",
    ),
];

/// Numbers of the chip that are not those of the head line: program, kind, unit, the chip's number, and why.
const OTHERS_ON_THE_CHIP: &[(&str, &str, &str, u64, &str)] = &[
    (
        "bytes_past_the_end",
        "stores",
        "bytes",
        32,
        "the chip stores the byte past the end, which the machine finds and leaves out",
    ),
    (
        "float_sum",
        "atomics",
        "sectors",
        72,
        "the chip adds floats of one address lane by lane, and counts a sector for each",
    ),
    (
        "wrapping_counter",
        "atomics",
        "sectors",
        64,
        "the chip does atomicInc and atomicCAS of one address lane by lane, and counts a sector for each",
    ),
];

/// An H200 counts what the head lines say, for bytes, shorts, halves, and vectors beside scalars.
#[test]
fn a_chip_counts_the_same() {
    let measured = include_str!("requests/h200.csv");
    let mut on_chip: BTreeMap<(&str, &str, &str), u64> = BTreeMap::new();
    for line in measured.lines() {
        let [program, counter, number] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let on_chip_row = CHIP.iter().find(|row| counter == format!("{}.sum", row.0));
        let (_, kind, unit) = on_chip_row.unwrap_or_else(|| panic!("{counter} is unknown"));
        *on_chip.entry((program, kind, unit)).or_default() += number.parse::<u64>().expect(line);
    }
    let mut differing = Vec::new();
    for case in &cases() {
        assert!(
            on_chip.keys().any(|(program, ..)| *program == case.name),
            "{} was not measured",
            case.name
        );
        let compared: BTreeMap<_, _> = CHIP.iter().map(|(_, kind, unit)| ((kind, unit), ())).collect();
        for (kind, unit) in compared.into_keys() {
            let counted = case.counted.get(*kind).map_or(0, |numbers| numbers[*unit]);
            let chip = on_chip.get(&(&*case.name, *kind, *unit)).copied().unwrap_or(0);
            if chip != counted {
                differing.push((case.name.clone(), *kind, *unit, chip));
            }
        }
    }
    let named: Vec<_> = OTHERS_ON_THE_CHIP
        .iter()
        .map(|(program, kind, unit, number, _)| ((*program).to_owned(), *kind, *unit, *number))
        .collect();
    assert_eq!(differing, named);
}

/// The machine must do for a marked call what the function does that a GPU runs.
#[test]
fn marks_change_no_result() {
    for case in cases() {
        // Past the end of its buffer a byte that a GPU stores goes to the rest of the last word.
        if case.findings.iter().any(|name| name == "out_of_bounds") {
            continue;
        }
        let made = translate(&case.text, &Request::default());
        let made = made.unwrap_or_else(|errors| panic!("{}: {errors:?}", case.name));
        let mut dispatch = dispatch(&case, &made);
        let marked = run(&case, &made, &made.marks(), &dispatch);
        // WebGPU has no buffers that end inside of a word.
        for buffer in &mut dispatch.buffers {
            if let Contents::Bytes(bytes) = &mut buffer.contents {
                bytes.resize(bytes.len().next_multiple_of(4), 0);
            }
        }
        let plain = run(&case, &made, &Marks::default(), &dispatch);
        assert_eq!(marked.buffers, plain.buffers, "{}", case.name);
    }
}

/// A trace has the addresses of bytes, and what each lane asks for. The argument `n` is a value, which nothing asks for.
#[test]
fn a_trace_tells_the_bytes_of_a_request() {
    let case = cases().into_iter().find(|case| case.name == "bytes_copy");
    let case = case.expect("the case is there");
    let made = translate(&case.text, &Request::default()).expect("it is translated");
    let program = simt::compile_marked(&made.wgsl, None, &made.marks()).expect("it compiles");
    let options = RunOptions {
        traced: Some(1),
        ..RunOptions::default()
    };
    let run = simt::run(&program, &dispatch(&case, &made), &options).expect("it starts");
    let trace = run.trace.expect("a trace is asked for");
    let requests: Vec<_> = (0..trace.len()).flat_map(|step| trace.requests(step)).collect();
    assert_eq!(requests.len(), 2, "a load and a store");
    for request in requests {
        let addresses: Vec<u32> = request
            .addresses
            .lanes(request.mask)
            .map(|(_, address)| address)
            .collect();
        assert_eq!(addresses, (32..45).collect::<Vec<u32>>());
        assert_eq!((request.bytes, request.words), (1, 1));
    }
}

/// A buffer has the elements of CUDA, also where the text has words that hold several of them.
#[test]
fn buffers_have_the_elements_of_cuda() {
    // (type, the scalar at byte 8, its path)
    for (ty, scalar, path) in [
        ("unsigned char", "unsigned char", "[8]"),
        ("char", "char", "[8]"),
        ("bool", "bool", "[8]"),
        ("short", "short", "[4]"),
        ("unsigned short", "unsigned short", "[4]"),
        ("uchar4", "unsigned char", "[2].x"),
        ("uchar3", "unsigned char", "[2].z"),
        ("short2", "short", "[2].x"),
        ("int", "i32", "[2]"),
        ("float", "f32", "[2]"),
    ] {
        let text = format!("__global__ void next({ty} *x) {{ x[threadIdx.x + 1] = x[threadIdx.x]; }}\n");
        let made = translate(&text, &Request::default());
        let made = made.unwrap_or_else(|errors| panic!("{ty}: {errors:?}"));
        let program = simt::compile_marked(&made.wgsl, None, &made.marks());
        let program = program.unwrap_or_else(|error| panic!("{ty}: {error}\n{}", made.wgsl));
        let layout = &program.bindings[0].layout;
        let name = layout.scalar_at(8).map(simt::ScalarType::name);
        assert_eq!(name, Some(scalar), "{ty}");
        assert_eq!(layout.path_at(8).as_deref(), Some(path), "{ty}");
    }
}

/// Each of two blocks of 48 threads has two warps. A vector is one request of its own bytes.
#[test]
fn arrays_of_threads_are_counted_where_an_index_is_not_known() {
    let text = "__global__ void k(float *y, int n) {
  float a[8];
  float4 v[2] = {};
  for (int i = 0; i < n; i++) a[i] = i;
  a[0] = 1;
  float4 w = v[threadIdx.x % 2];
  y[blockIdx.x * 48 + threadIdx.x] = a[threadIdx.x % 8] + w.x;
}";
    let made = translate(text, &Request::default()).expect("it is translated");
    let program = simt::compile_marked(&made.wgsl, None, &made.marks()).expect("it compiles");
    let dispatch = Dispatch {
        workgroups: [2, 1, 1],
        overrides: [("block_x".to_owned(), 48.0)].into(),
        buffers: [vec![0; 4 * 96], [3, 0, 0, 0].repeat(4)]
            .into_iter()
            .zip(0..)
            .map(|(bytes, binding)| Buffer {
                group: 0,
                binding,
                contents: Contents::Bytes(bytes),
            })
            .collect(),
    };
    let run = simt::run(&program, &dispatch, &RunOptions::cuda()).expect("it runs");
    let requests_and_bytes = |traffic: &simt::LocalTraffic| (traffic.requests, traffic.bytes);
    // Three stores by a loop's counter; a load of a float and one of four.
    assert_eq!(requests_and_bytes(&run.metrics.local_stores), (3 * 4, 3 * 96 * 4));
    assert_eq!(requests_and_bytes(&run.metrics.local_loads), (2 * 4, 96 * (4 + 16)));
}
