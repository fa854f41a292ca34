//! Measures the speed of the machine on one core, with all counters: `cargo bench -p simt`. Ratios compare with a named
//! peer in the same run: the machine itself without the race detector, and Oclgrind (Debian's `oclgrind`) with an
//! OpenCL twin.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group};
use simt::{Buffer, Contents, Cursor, Dispatch, Pattern, Program, Run, RunOptions, Scheduling, compile, run};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

const BLOCK: u32 = 256;
const NEIGHBORED: &str = include_str!("../../../shaders/reduce_neighbored.wgsl");
const PRIVATE: &str = include_str!("private_arithmetic.wgsl");
const PRODUCT: &str = include_str!("product.wgsl");

fn buffer(binding: u32, contents: Contents) -> Buffer {
    Buffer {
        group: 0,
        binding,
        contents,
    }
}

fn neighbored(n: u32) -> Dispatch {
    Dispatch {
        workgroups: [n / BLOCK, 1, 1],
        overrides: BTreeMap::from([("BLOCK".to_owned(), f64::from(BLOCK))]),
        buffers: vec![
            buffer(
                0,
                Contents::Pattern {
                    pattern: Pattern::Bytes,
                    words: n.into(),
                },
            ),
            buffer(
                1,
                Contents::Zeros {
                    words: u64::from(n / BLOCK),
                },
            ),
        ],
    }
}

fn private(workgroups: u32) -> Dispatch {
    let words = u64::from(workgroups * BLOCK);
    Dispatch {
        workgroups: [workgroups, 1, 1],
        overrides: BTreeMap::new(),
        buffers: vec![buffer(0, Contents::Zeros { words })],
    }
}

/// A product of two square matrices of `n` rows, in blocks of this shape.
fn product(n: u32, [x, y]: [u32; 2]) -> Dispatch {
    let words = u64::from(n * n);
    let overrides = [("X", x), ("Y", y), ("N", n)];
    let overrides = overrides.map(|(name, value)| (name.to_owned(), f64::from(value)));
    let index = || Contents::Pattern {
        pattern: Pattern::Bytes,
        words,
    };
    Dispatch {
        workgroups: [n.div_ceil(x), n.div_ceil(y), 1],
        overrides: overrides.into(),
        buffers: vec![
            buffer(0, index()),
            buffer(1, index()),
            buffer(2, Contents::Zeros { words }),
        ],
    }
}

fn execute(program: &Program, dispatch: &Dispatch, findings: bool) -> Run {
    let options = RunOptions {
        traced: None,
        findings,
        ..RunOptions::default()
    };
    run(program, dispatch, &options).expect("it runs")
}

fn machine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("machine");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    let program = compile(NEIGHBORED, None).expect("a kernel");
    let n = 1 << 20;
    let dispatch = neighbored(n);
    group.throughput(Throughput::Elements(n.into()));
    for findings in [false, true] {
        let name = if findings { "with findings" } else { "counters" };
        group.bench_function(BenchmarkId::new("reduce_neighbored", name), |bencher| {
            bencher.iter(|| execute(&program, &dispatch, findings));
        });
    }
    let program = compile(PRIVATE, None).expect("a kernel");
    let dispatch = private(16);
    let instructions = execute(&program, &dispatch, false).metrics.thread_instructions;
    group.throughput(Throughput::Elements(instructions));
    group.bench_function("private arithmetic, lane instructions", |bencher| {
        bencher.iter(|| execute(&program, &dispatch, false));
    });
    group.finish();
}

/// Measures moves to any step of a long trace.
fn seek(criterion: &mut Criterion) {
    let source = PRIVATE.replace("k < 1000u", "k < 30000u");
    let program = compile(&source, None).expect("a kernel");
    let run = run(&program, &private(1), &RunOptions::default()).expect("it runs");
    let trace = Arc::new(run.trace.expect("a trace is on by default"));
    let mut group = criterion.benchmark_group("trace");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.bench_function(format!("open {} steps", trace.len()), |bencher| {
        bencher.iter(|| Cursor::new(Arc::clone(&trace)));
    });
    group.bench_function("walk through them", |bencher| {
        bencher.iter_batched(
            || Cursor::new(Arc::clone(&trace)),
            |cursor| while cursor.prepare() {},
            BatchSize::PerIteration,
        );
    });
    let mut cursor = Cursor::new(Arc::clone(&trace));
    while cursor.prepare() {}
    let mut target = 0;
    group.bench_function("jump", |bencher| {
        bencher.iter(|| {
            // The increment and the length have no common factor, so every position is visited.
            target = (target + 611_953) % trace.len();
            cursor.seek(target);
        });
    });
    group.finish();
}

criterion_group!(benches, machine, seek);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    ratios();
}

/// Returns the time of the fastest of some runs: disturbances only ever add time.
fn best(runs: u32, mut work: impl FnMut()) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn ratios() {
    let program = compile(NEIGHBORED, None).expect("a kernel");
    let n = 1 << 18;
    let dispatch = neighbored(n);
    let counters = best(20, || drop(execute(&program, &dispatch, false)));
    let findings = best(20, || drop(execute(&program, &dispatch, true)));
    eprintln!(
        "findings cost {:.2} times ({findings:?} against {counters:?}, n = {n})",
        findings.as_secs_f64() / counters.as_secs_f64()
    );
    let square = compile(PRODUCT, None).expect("a kernel");
    let [row, block] = [[256, 1], [16, 16]].map(|shape| {
        let dispatch = product(256, shape);
        best(10, || drop(execute(&square, &dispatch, true)))
    });
    eprintln!(
        "blocks of 16 × 16 cost {:.2} times those of 256 × 1 ({block:?} against {row:?}, a product of 256³)",
        block.as_secs_f64() / row.as_secs_f64()
    );
    let apart = RunOptions {
        traced: None,
        findings: false,
        scheduling: Scheduling::Independent,
        ..RunOptions::default()
    };
    let independent = best(5, || drop(run(&program, &dispatch, &apart)));
    eprintln!(
        "independent threads cost {:.1} times lockstep ({independent:?} against {counters:?}, n = {n})",
        independent.as_secs_f64() / counters.as_secs_f64()
    );
    match oclgrind(n) {
        Some(time) => eprintln!(
            "Oclgrind takes {:.0} times as long ({time:?} against {counters:?}, n = {n}, one thread each)",
            time.as_secs_f64() / counters.as_secs_f64()
        ),
        None => eprintln!("no oclgrind-kernel here: no comparison with Oclgrind"),
    }
}

/// Returns the time of the twin in Oclgrind, less that of an almost empty dispatch; `None` if Oclgrind is not
/// installed.
fn oclgrind(n: u32) -> Option<Duration> {
    let folder = std::env::temp_dir().join(format!("warpstep-twin-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    std::fs::write(folder.join("twin.cl"), include_str!("twin.cl")).ok()?;
    let time = |n: u32| {
        let bytes = n * 4;
        let sums = n / BLOCK * 4;
        let job = format!(
            "twin.cl\nreduce_neighbored\n{n} 1 1\n{BLOCK} 1 1\n<size={bytes} fill=1>\n<size={sums} fill=0>\n<size=4 fill={n}>\n"
        );
        std::fs::write(folder.join("twin.sim"), job).ok()?;
        let start = Instant::now();
        let done = Command::new("oclgrind-kernel")
            .args(["--num-threads", "1", "twin.sim"])
            .current_dir(&folder)
            .output()
            .ok()?;
        done.status.success().then(|| start.elapsed())
    };
    let times = time(BLOCK).zip(time(n));
    // If the folder cannot be removed, the system cleans its temporary files itself.
    let _ = std::fs::remove_dir_all(&folder);
    times.map(|(empty, full)| full.saturating_sub(empty))
}
