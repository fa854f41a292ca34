//! Behaviours as files: each `kernels/<topic>/<behaviour>.wgsl` runs with warps of four lanes, and its trace is
//! compared with the reviewed one next to it. Review changes with `cargo insta review`, or accept them with
//! `INSTA_UPDATE=always`. `kernels/directions.rs` reads the dispatch from the first lines of a kernel.

#[path = "kernels/directions.rs"]
mod directions;

use simt::{
    Access, Buffer, Contents, Cursor, Dispatch, Event, Fault, Integers, LaneValues, Machine, Marks, Origin, Origins,
    Outcome, Program, Role, Run, RunOptions, Span, Trace, compile, compile_marked, run,
};

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const WARP_WIDTH: u32 = 4;

#[test]
fn every_behaviour_is_as_reviewed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut files: Vec<PathBuf> = directories(&root).iter().flat_map(|topic| directories(topic)).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wgsl"));
    files.sort();
    assert!(files.len() >= 43, "{} behaviours", files.len());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        let name = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default()
            .to_owned();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(file.parent().expect("a topic"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, show(&source)));
    }
}

/// Returns the entries of a folder; empty if it is no folder.
fn directories(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// Runs a kernel as its comments say.
fn execute(source: &str) -> Result<(Program, Run), simt::KernelError> {
    let (dispatch, budget) = directions::read(source);
    let mut options = RunOptions {
        machine: Machine::default().with_warp_width(WARP_WIDTH),
        ..RunOptions::default()
    };
    options.step_budget = budget.unwrap_or(options.step_budget);
    let program = compile(source, None)?;
    let run = run(&program, &dispatch, &options)?;
    Ok((program, run))
}

/// Formats the run: a line for each step, its events below it, then the result.
fn show(source: &str) -> String {
    let (program, run) = match execute(source) {
        Ok(done) => done,
        Err(error) => return format!("refused: {error} {:?}", error.location()),
    };
    let mut text = String::new();
    let trace = run.trace.as_ref().expect("a trace is on by default");
    for (index, step) in trace.steps().enumerate() {
        let statement = trace.statements[step.statement as usize];
        let code = &source[statement.start as usize..statement.end as usize];
        let lanes: String = (0..WARP_WIDTH)
            .map(|lane| if step.mask.contains(lane) { 'A' } else { '.' })
            .collect();
        let _ = writeln!(
            text,
            "{:>3} warp {} {lanes} {:>2}: {code}",
            trace.round(index),
            step.warp,
            statement.line
        );
        for event in trace.events(index) {
            let _ = writeln!(text, "           {}", show_event(trace, event));
        }
    }
    let _ = writeln!(text, "outcome: {:?}", run.outcome);
    for finding in &run.findings {
        let _ = writeln!(
            text,
            "{}: {} in {}:{}, {} times: {finding}",
            finding.severity().name(),
            finding.kind.name(),
            finding.line,
            finding.column,
            finding.count
        );
        if let Some(fix) = finding.fix() {
            let _ = writeln!(text, "  fix: {fix}");
        }
    }
    for (binding, words) in program
        .bindings
        .iter()
        .filter(|binding| binding.slot.is_some())
        .zip(&run.buffers)
    {
        let values: Vec<String> = words
            .iter()
            .map(|&word| binding.scalar().map_or(word.to_string(), |scalar| scalar.show(word)))
            .collect();
        let _ = writeln!(text, "{}: {}", binding.name, values.join(" "));
    }
    let m = &run.metrics;
    let _ = writeln!(
        text,
        "branch {} divergent {} instructions {}",
        m.branch, m.divergent_branch, m.instructions
    );
    text
}

fn show_event(trace: &Trace, event: Event<'_>) -> String {
    let list = |mask: simt::ActiveMask| mask.lanes().map(|lane| lane.to_string()).collect::<Vec<_>>().join(",");
    let values = |mask, values: LaneValues<'_>, show: &dyn Fn(u32) -> String| {
        values
            .lanes(mask)
            .map(|(lane, value)| format!("{lane}:{}", show(value)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    match event {
        Event::Diverge { first, waiting } => format!("diverge {} | {}", list(first), list(waiting)),
        Event::Reconverge { mask } => format!("reconverge {}", list(mask)),
        Event::Iterate { number, iteration } => format!("loop {number} iteration {iteration}"),
        Event::Arrive { kind } => format!("arrive {kind:?}"),
        Event::Release => "release".to_owned(),
        Event::Return { mask } => format!("finished {}", list(mask)),
        Event::Assign(assignment) => {
            let variable = &trace.variables[assignment.variable as usize];
            let show = |bits: u32| variable.scalar.map_or(bits.to_string(), |scalar| scalar.show(bits));
            format!(
                "{}.{} = {}",
                variable.name,
                assignment.word,
                values(assignment.mask, assignment.new, &show)
            )
        }
        Event::Request(request) => {
            let name = &trace.memories[request.memory as usize].name;
            let verb = match request.access {
                Access::Load => "load",
                Access::Store => "store",
                Access::Atomic => "atomic",
            };
            format!(
                "{verb} {} words of {name} at {}",
                request.words,
                values(request.mask, request.addresses, &|bits| bits.to_string())
            )
        }
    }
}

/// Every position of every behaviour's trace is the same from either direction.
#[test]
fn a_cursor_undoes_what_it_did() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut seen = 0;
    for file in directories(&root).iter().flat_map(|topic| directories(topic)) {
        let Ok(source) = std::fs::read_to_string(&file) else {
            continue;
        };
        let Ok((_, run)) = execute(&source) else {
            continue;
        };
        let trace = Arc::new(run.trace.expect("a trace is on by default"));
        let mut forward = Cursor::new(Arc::clone(&trace));
        let mut back = Cursor::new(Arc::clone(&trace));
        back.seek(usize::MAX);
        let look = |cursor: &Cursor| {
            let memories: Vec<Vec<u32>> = (0..trace.memories.len())
                .map(|memory| cursor.memory(memory).to_vec())
                .collect();
            let lanes = (0..trace.warps).flat_map(|warp| (0..WARP_WIDTH).map(move |lane| (warp, lane)));
            let values: Vec<_> = lanes
                .flat_map(|(warp, lane)| (0..trace.variables.len()).map(move |v| (warp, v, lane)))
                .map(|(warp, variable, lane)| cursor.variable(warp, variable, 0, lane))
                .collect();
            let loops = (0..trace.warps).flat_map(|warp| (0..trace.loops.len()).map(move |number| (warp, number)));
            let iterations: Vec<_> = loops.map(|(warp, number)| cursor.iteration(warp, number)).collect();
            (
                memories,
                values,
                iterations,
                (0..trace.warps).map(|warp| cursor.warp(warp)).collect::<Vec<_>>(),
            )
        };
        let mut moments = Vec::new();
        for position in 0..=forward.end() {
            forward.seek(position);
            moments.push(look(&forward));
        }
        for position in (0..=back.end()).rev() {
            back.seek(position);
            assert_eq!(look(&back), moments[position], "{} at {position}", file.display());
        }
        seen += 1;
    }
    assert!(seen >= 20, "{seen} behaviours");
}

/// A loop that counts uses up the budget. One in which nothing changes ends the run at once, and names its line.
#[test]
fn loops_without_end_end_the_run() {
    let outcome = |text: &str| {
        let source = format!("@compute @workgroup_size(1)\nfn main() {{\n  {text}\n}}");
        let program = compile(&source, None).expect("it compiles");
        let dispatch = Dispatch {
            workgroups: [1, 1, 1],
            overrides: Default::default(),
            buffers: Vec::new(),
        };
        let options = RunOptions {
            step_budget: 10_000,
            ..RunOptions::default()
        };
        run(&program, &dispatch, &options).expect("it starts").outcome
    };
    for text in [
        "for (var i = 0u; true; i++) { }",
        "var i = 1u; while i > 0u { i *= 1u; }",
    ] {
        let outcome = outcome(text);
        assert!(
            matches!(outcome, Outcome::BudgetExhausted { .. }),
            "{text}: {outcome:?}"
        );
    }
    for text in [
        "while true { }",
        "var i = 1u; loop { if i == 0u { break; } }",
        "var i = 1u; loop { continuing { break if i == 0u; } }",
    ] {
        assert_eq!(outcome(text), Outcome::Faulted(Fault::IdleLoop { line: 3 }), "{text}");
    }
}

/// A workgroup that comes back to an earlier state ends the run at once, whatever its budget is. One that counts or stores goes
/// on, and so does one that another workgroup might still wake.
#[test]
fn a_standstill_is_noticed_and_no_progress_is_mistaken_for_one() {
    let outcome = |statements: &str, workgroups: u32, traced: Option<u32>| {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> lock: atomic<u32>;\n@group(0) @binding(1) var<storage, read_write> data: array<u32>;\n@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) t: u32) {{\n{statements}\n}}"
        );
        let program = compile(&text, None).expect("a kernel");
        let zeros = |binding| Buffer {
            group: 0,
            binding,
            contents: Contents::Zeros { words: 64 },
        };
        let dispatch = Dispatch {
            workgroups: [workgroups, 1, 1],
            overrides: Default::default(),
            buffers: [0, 1].map(zeros).to_vec(),
        };
        let options = RunOptions {
            step_budget: 400_000,
            traced,
            ..RunOptions::default()
        };
        let run = run(&program, &dispatch, &options).expect("it starts");
        let kind = run.findings.first().map(|finding| finding.kind.name());
        (run.outcome.name(), kind.unwrap_or_default())
    };
    let spin = "while atomicExchange(&lock, 1u) != 0u { }\ndata[0] += 1u; atomicStore(&lock, 0u);";
    let ended = "faulted";
    let cut_off = "budget_exhausted";
    for (statements, workgroups, wanted) in [
        (spin, 1, (ended, "lanes_wait_for_each_other")),
        (spin, 3, (ended, "lanes_wait_for_each_other")),
        ("while atomicLoad(&lock) == 0u { }", 2, (ended, "workgroup_waits")),
        ("while data[t] == 0u { }", 1, (ended, "endless_loop")),
        ("while data[t] == 0u { }", 2, (cut_off, "unfinished_loop")),
        (
            "for (var i = 0u; data[t] < 9u; i++) { }",
            1,
            (cut_off, "unfinished_loop"),
        ),
        (
            "while data[t] < 4000000u { data[t] += 1u; }",
            1,
            (cut_off, "unfinished_loop"),
        ),
    ] {
        for traced in [None, Some(0)] {
            assert_eq!(outcome(statements, workgroups, traced), wanted, "{statements}");
        }
    }
}

/// Whether the warps of a workgroup execute as one gang or take turns makes no difference to a kernel without races.
#[test]
fn warps_together_and_apart_do_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut seen = 0;
    for file in directories(&root).iter().flat_map(|topic| directories(topic)) {
        let Ok(source) = std::fs::read_to_string(&file) else {
            continue;
        };
        let (dispatch, budget) = directions::read(&source);
        let Ok(program) = compile(&source, None) else {
            continue;
        };
        let runs = [None, Some(0)].map(|traced| {
            let mut options = RunOptions {
                machine: Machine::default().with_warp_width(WARP_WIDTH),
                traced,
                ..RunOptions::default()
            };
            options.step_budget = budget.unwrap_or(options.step_budget);
            run(&program, &dispatch, &options)
        });
        let [Ok(together), Ok(apart)] = runs else {
            continue;
        };
        // An endless loop is cut off wherever the budget happens to end.
        if matches!(together.outcome, Outcome::BudgetExhausted { .. }) {
            continue;
        }
        // The result of several atomic stores depends on the last one.
        if file.ends_with("cooperation/atomics.wgsl") {
            continue;
        }
        let name = file.display();
        assert_eq!(together.buffers, apart.buffers, "{name}");
        assert_eq!(together.metrics, apart.metrics, "{name}");
        assert_eq!(together.findings, apart.findings, "{name}");
        assert_eq!(together.outcome, apart.outcome, "{name}");
        seen += 1;
    }
    assert!(seen >= 41, "{seen} behaviours");
}

/// A jump over tens of thousands of steps arrives at the same state as single steps.
#[test]
fn far_jumps_arrive_where_walking_arrives() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) tid: u32) {
            for (var k = 0u; k < 9000u; k++) {
                data[tid] = data[tid] * 3u + k;
            }
        }";
    let program = compile(source, None).expect("it compiles");
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: vec![simt::Buffer {
            group: 0,
            binding: 0,
            contents: simt::Contents::Zeros { words: 8 },
        }],
    };
    let run = run(&program, &dispatch, &RunOptions::default()).expect("it runs");
    let trace = Arc::new(run.trace.expect("a trace is on by default"));
    let mut walker = Cursor::new(Arc::clone(&trace));
    assert!(walker.end() > 25_000, "{} steps", walker.end());
    let look = |cursor: &Cursor| {
        let k: Vec<_> = (0..8).map(|lane| cursor.variable(0, 0, 0, lane)).collect();
        (cursor.memory(0).to_vec(), k, cursor.iteration(0, 0), cursor.warp(0))
    };
    // Jumps from one checkpoint to the next, all of which are known: its tables are separate from the walker's.
    let mut jumper = Cursor::new(Arc::clone(&trace));
    let mut turns = 1;
    while jumper.prepare() {
        turns += 1;
    }
    assert!((10..100).contains(&turns), "{turns} turns");
    assert_eq!(jumper.position(), 0);
    assert!(!jumper.prepare());
    // A cursor that moves before it has been prepared.
    let mut stranger = Cursor::new(Arc::clone(&trace));
    for target in [20_000, 3, 16_384, 16_383, 26_000, 0, usize::MAX, 12_000, 16_385] {
        let target = target.min(walker.end());
        jumper.seek(target);
        let there = look(&jumper);
        // One step at a time, so that no checkpoint is nearer.
        while walker.position() < target {
            walker.seek(walker.position() + 1);
        }
        while walker.position() > target {
            walker.seek(walker.position() - 1);
        }
        assert_eq!(look(&walker), there, "at {target}");
        stranger.seek(target);
        assert_eq!(look(&stranger), there, "at {target}");
    }
}

/// Compiles a translation, of which these statements stand for words of the original.
fn translated(original: &str, translation: &str, statements: &[(&str, &str)]) -> Program {
    let place = |text: &str, part: &str| {
        let start = text.find(part).expect("the text has it");
        Span::new(start, start + part.len())
    };
    let parts = statements.iter().map(|(statement, word)| {
        let origin = Origin {
            span: place(original, word),
            role: Role::Statement,
        };
        (place(translation, statement), origin)
    });
    let origins = Origins::new(original, &[], Integers::AsWritten, Default::default(), parts.collect());
    let marks = Marks {
        origins: Some(origins),
        ..Marks::default()
    };
    compile_marked(translation, None, &marks).expect("it compiles")
}

/// Statements that a translation adds before the reader's first one give the kernel's arguments their values. They belong
/// to its step, but their assignments are not its own.
#[test]
fn a_step_assigns_what_its_own_statement_does() {
    let original = "kernel\nadd\nname\nstore\n";
    let translation = "@group(0) @binding(0) var<storage, read_write> x: array<f32, 8>;
        @group(0) @binding(1) var<storage> parameters: array<u32, 2>;
        @compute @workgroup_size(8) fn k(@builtin(local_invocation_index) at: u32) {
            var n = parameters[0];
            let m = parameters[1] + 1u;
            n += at;
            let last = n;
            x[last] = 1.0;
        }";
    let parts = [
        ("n += at;", "add"),
        ("let last = n;", "name"),
        ("x[last] = 1.0;", "store"),
    ];
    let program = translated(original, translation, &parts);
    let buffer = |binding, words| simt::Buffer {
        group: 0,
        binding,
        contents: simt::Contents::Zeros { words },
    };
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: vec![buffer(0, 8), buffer(1, 2)],
    };
    let options = RunOptions {
        machine: Machine::default().with_warp_width(WARP_WIDTH),
        ..RunOptions::default()
    };
    let run = run(&program, &dispatch, &options).expect("it runs");
    let trace = run.trace.expect("a trace is on by default");
    let name = |variable: u32| trace.variables[variable as usize].name.as_str();
    for warp in 0..2 {
        let of_warp = |step: &usize| trace.step(*step).is_some_and(|step| step.warp == warp);
        let assigned = |step: usize| -> Vec<&str> {
            let assignments = trace.assignments(step);
            assignments.map(|each| name(each.variable)).collect()
        };
        let assigned: Vec<_> = (0..trace.len()).filter(of_warp).map(assigned).collect();
        assert_eq!(assigned, [vec!["n"], vec!["last"], vec![]], "warp {warp}");
    }
}

/// The first statement of a kernel is a loop's condition: each iteration begins with a step of it.
#[test]
fn a_loop_that_comes_first_keeps_its_steps() {
    let original = "kernel\nwhile\ncount\n";
    let translation = "@group(0) @binding(0) var<storage, read_write> x: array<u32, 8>;
        @group(0) @binding(1) var<storage> parameters: array<u32, 1>;
        @compute @workgroup_size(8) fn k(@builtin(local_invocation_index) at: u32) {
            let n = parameters[0];
            while (x[at] < n) {
                x[at]++;
            }
        }";
    let parts = [("while (x[at] < n) {", "while"), ("x[at]++;", "count")];
    let program = translated(original, translation, &parts);
    let buffer = |binding, words: &[u32]| simt::Buffer {
        group: 0,
        binding,
        contents: simt::Contents::Bytes(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
    };
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: vec![buffer(0, &[0; 8]), buffer(1, &[2])],
    };
    let run = run(&program, &dispatch, &RunOptions::default()).expect("it runs");
    let trace = run.trace.expect("a trace is on by default");
    let lines: Vec<u32> = (0..trace.len())
        .filter_map(|step| Some(trace.statement(step)?.line))
        .collect();
    // The first step takes the argument.
    assert_eq!(lines, [2, 2, 3, 2, 3, 2]);
}
