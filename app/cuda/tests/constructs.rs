//! The tables of small kernels: each is translated and run on the machine; texts with faults are refused by name and line.

use cuda::{Double, LongLong, NumberType, Request, ScalarKind, Translation, translate};
use simt::{Buffer, Contents, Dispatch, FindingKind, Machine, Marks, Outcome, Requests, RunOptions, Severity};
use std::collections::BTreeMap;
use std::path::Path;

/// Cases that are not taken yet, one for each line of the file. One that is taken must leave the list.
const OPEN: &str = include_str!("open.txt");

#[derive(Debug, Default)]
struct Case {
    name: String,
    text: String,
    files: BTreeMap<String, String>,
    double: Double,
    long_long: LongLong,
    kernel: Option<String>,
    template: Vec<String>,
    folds: bool,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    arguments: BTreeMap<String, String>,
    buffers: Vec<(String, String, Vec<f64>)>,
    expected: Vec<(String, String, Vec<f64>)>,
    errors: Vec<(u32, String)>,
    alias: Vec<(String, String)>,
    /// The expected lines: block, thread and text.
    printed: Vec<(u32, u32, String)>,
    /// The operations that CUDA leaves undefined: lines, and words of the sentence, and their number after a semicolon.
    undefined: Vec<(u32, String)>,
    /// The errors that the machine finds, with their lines; `None` if they are not compared.
    findings: Option<Vec<(u32, String)>>,
}

fn cases(folder: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(root)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a file of the tables is read");
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        cases.extend(read(&text, &stem));
    }
    cases
}

fn read(text: &str, stem: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut file: Option<(String, String)> = None;
    for line in text.lines() {
        if let Some((name, content)) = &mut file {
            if line.trim() == "//# end" {
                let (name, content) = (std::mem::take(name), std::mem::take(content));
                cases.last_mut().expect("a case").files.insert(name, content);
                file = None;
            } else {
                content.push_str(line);
                content.push('\n');
            }
            continue;
        }
        let Some(rest) = line.strip_prefix("//# ") else {
            if let Some(case) = cases.last_mut() {
                case.text.push_str(line);
                case.text.push('\n');
            }
            continue;
        };
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        if word == "case" {
            let name = rest.split(' ').next().unwrap_or_default();
            cases.push(Case {
                name: format!("{stem}::{name}"),
                ..Case::default()
            });
            continue;
        }
        if word == "file" {
            file = Some((rest.trim().to_owned(), String::new()));
            continue;
        }
        let case = cases.last_mut().expect("a case");
        directive(case, word, rest);
    }
    cases
}

fn extent(text: &str) -> [u32; 3] {
    let mut extent = [1; 3];
    for (slot, number) in extent.iter_mut().zip(text.split(',')) {
        *slot = number.parse().expect("a number");
    }
    extent
}

fn directive(case: &mut Case, word: &str, rest: &str) {
    match word {
        "launch" | "folds" => {
            case.folds = word == "folds";
            let words: Vec<&str> = rest.split_whitespace().collect();
            let mut position = 0;
            while position < words.len() {
                let value = words.get(position + 1).copied().unwrap_or_default();
                match words[position] {
                    "grid" => case.grid = extent(value),
                    "block" => case.block = extent(value),
                    "shared" => case.shared = value.parse().expect("bytes"),
                    "template" => case.template = value.split(',').map(str::to_owned).collect(),
                    "cooperative" => {
                        position += 1;
                        continue;
                    }
                    name => {
                        let value = words.get(position + 2).copied().unwrap_or_default();
                        case.arguments.insert(name.to_owned(), value.to_owned());
                        position += 1;
                    }
                }
                position += 2;
            }
        }
        "arg" => {
            let (name, value) = rest.split_once(" = ").expect("an argument");
            case.arguments.insert(name.to_owned(), value.to_owned());
        }
        "buffer" | "expect" => {
            let (head, values) = rest.split_once(" = ").expect("values");
            let (name, ty) = head.split_once(": ").expect("a type");
            let values: Vec<f64> = match values.strip_prefix("zeros ") {
                Some(count) => vec![0.0; count.trim().parse().expect("a count")],
                None => values.split_whitespace().map(number).collect(),
            };
            let list = if word == "buffer" {
                &mut case.buffers
            } else {
                &mut case.expected
            };
            list.push((name.to_owned(), ty.to_owned(), values));
        }
        "error" => {
            let (line, words) = rest.split_once(": ").expect("a line");
            case.errors.push((line.parse().expect("a line"), words.to_owned()));
        }
        "finding" => {
            let findings = case.findings.get_or_insert_default();
            if let Some((line, kind)) = rest.split_once(": ") {
                findings.push((line.parse().expect("a line"), kind.trim().to_owned()));
            }
        }
        "undefined" => {
            let (line, words) = rest.split_once(": ").expect("a line");
            case.undefined.push((line.parse().expect("a line"), words.to_owned()));
        }
        "double-as-float" => case.double = Double::AsFloat,
        "long-long-as-int" => case.long_long = LongLong::AsInt,
        "kernel" => case.kernel = Some(rest.trim().to_owned()),
        "alias" => {
            let (out, aliased) = rest.split_once(" = ").expect("two names");
            case.alias.push((out.to_owned(), aliased.to_owned()));
        }
        "printed" => {
            let (place, text) = rest.split_once(' ').unwrap_or((rest, ""));
            let (block, thread) = place.split_once(':').expect("a block and a thread");
            case.printed.push((
                block.parse().expect("a block"),
                thread.parse().expect("a thread"),
                text.to_owned(),
            ));
        }
        other => panic!("{}: {other}", case.name),
    }
}

fn number(text: &str) -> f64 {
    match text {
        "true" => 1.0,
        "false" => 0.0,
        "inf" => f64::INFINITY,
        "-inf" => f64::NEG_INFINITY,
        "nan" => f64::NAN,
        _ => text.parse().unwrap_or_else(|_| panic!("`{text}` is no number")),
    }
}

/// Returns the scalar types of which an element consists.
fn scalars(ty: &str) -> Vec<&str> {
    let inside = ty.trim_matches(['{', '}']);
    if ty.starts_with('{') {
        return inside.split(',').flat_map(|part| scalars(part.trim())).collect();
    }
    let ty = ty.split('[').next().unwrap_or(ty).trim();
    let plain = ty.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let count = ty[plain.len()..].parse().unwrap_or(1);
    let name = match plain {
        "uchar" => "unsigned char",
        "ushort" => "unsigned short",
        "uint" | "unsigned" => "unsigned int",
        other => other,
    };
    if matches!(ty, "int" | "float" | "char" | "short" | "bool" | "half" | "double") || count == 1 {
        return vec![name];
    }
    vec![name; count]
}

fn bytes_of(ty: &str, value: f64) -> Vec<u8> {
    match ty {
        "bool" | "unsigned char" | "char" => vec![(value as i64) as u8],
        "short" | "unsigned short" => ((value as i64) as u16).to_le_bytes().to_vec(),
        "half" => half::f16::from_f64(value).to_le_bytes().to_vec(),
        "float" | "double" => (value as f32).to_le_bytes().to_vec(),
        _ => ((value as i64) as u32).to_le_bytes().to_vec(),
    }
}

fn encoded(ty: &str, values: &[f64]) -> Vec<u8> {
    let scalars = scalars(ty);
    values
        .iter()
        .zip(scalars.iter().cycle())
        .flat_map(|(value, ty)| bytes_of(ty, *value))
        .collect()
}

fn request(case: &Case) -> Request {
    Request {
        files: case.files.clone(),
        double: case.double,
        long_long: case.long_long,
        alias: case.alias.iter().cloned().collect(),
        buffers: case.buffers.iter().map(|(name, ..)| name.clone()).collect(),
        kernel: case.kernel.clone(),
        template: if case.folds { Vec::new() } else { case.template.clone() },
    }
}

fn run(case: &Case) -> Result<(), String> {
    let made = translate(&case.text, &request(case)).map_err(|errors| format!("{}", errors[0]))?;
    wgsl::check(&made.wgsl).map_err(|error| format!("wgsl: {}\n{}", error.message, made.wgsl))?;
    let mut arguments = case.arguments.clone();
    if case.folds {
        let launch = made
            .launches
            .iter()
            .find(|launch| launch.kernel == made.kernel)
            .ok_or("no launch")?;
        if (launch.grid, launch.block, launch.shared_bytes) != (Some(case.grid), Some(case.block), Some(case.shared)) {
            return Err(format!("{launch:?}"));
        }
        if launch.template != case.template {
            return Err(format!("{launch:?}"));
        }
        let parameters = &made
            .kernels
            .iter()
            .find(|kernel| kernel.name == made.kernel)
            .ok_or("no kernel")?
            .parameters;
        for (name, wanted) in case.arguments.iter().filter(|(name, _)| name.contains('.')) {
            let number = launch.members.get(name).and_then(|member| member.number);
            if number.map(|number| number.to_string()) != Some(wanted.clone()) {
                return Err(format!("{name} is {number:?}, not {wanted}"));
            }
        }
        for (parameter, argument) in parameters.iter().zip(&launch.arguments) {
            let (text, number) = (&argument.text, &argument.number);
            let Some(wanted) = case.arguments.get(&parameter.name) else {
                continue;
            };
            if wanted.parse::<f64>().is_ok() && !wanted.starts_with('+') && wanted.parse().ok() != *number {
                return Err(format!("{} is {text}: {number:?}, not {wanted}", parameter.name));
            }
        }
        arguments.retain(|_, value| value.parse::<f64>().is_ok());
    }
    let dispatch = dispatch(case, &made, &arguments)?;
    // As a GPU runs the text, and as the machine takes its functions for accesses of CUDA.
    let as_written = Marks {
        requests: Requests::default(),
        ..made.marks()
    };
    gives(case, &made, &dispatch, &as_written)?;
    let run = gives(case, &made, &dispatch, &made.marks())?;
    undefined(case, &run)?;
    let unchecked = Marks {
        origins: Some(made.origins.unchecked()),
        ..made.marks()
    };
    let without = gives(case, &made, &dispatch, &unchecked)?;
    if (&run.buffers, &run.metrics, &run.trace) != (&without.buffers, &without.metrics, &without.trace) {
        return Err("checks change the run".to_owned());
    }
    let Some(wanted) = &case.findings else {
        return Ok(());
    };
    let errors = run.findings.iter();
    let errors = errors.filter(|finding| finding.severity() == Severity::Error);
    let lines_and_kinds: Vec<(u32, String)> = errors
        .map(|finding| (finding.line, finding.kind.name().to_owned()))
        .collect();
    if lines_and_kinds == *wanted {
        Ok(())
    } else {
        Err(format!("{lines_and_kinds:?}, not {wanted:?}"))
    }
}

/// Compares the operations without a defined result with the expected ones.
fn undefined(case: &Case, run: &simt::Run) -> Result<(), String> {
    let findings = run.findings.iter();
    let findings = findings.filter(|finding| matches!(finding.kind, FindingKind::UndefinedResult { .. }));
    let findings: Vec<(u32, String)> = findings
        .map(|finding| {
            let text = format!("{finding}; {} times", finding.count);
            (finding.line, text)
        })
        .collect();
    let is = |(line, text): &(u32, String), (wanted, words): &(u32, String)| {
        let (words, times) = words.split_once("; ").unwrap_or((words, ""));
        line == wanted && text.contains(words) && text.ends_with(times)
    };
    let wanted = &case.undefined;
    let all = wanted
        .iter()
        .all(|wanted| findings.iter().any(|finding| is(finding, wanted)));
    // Instances of a template have the same place in CUDA.
    let none_else = findings
        .iter()
        .all(|finding| wanted.iter().any(|wanted| is(finding, wanted)));
    if all && none_else {
        Ok(())
    } else {
        Err(format!("{findings:#?}, not {:#?}", case.undefined))
    }
}

/// Runs the translation, and compares the buffers with the expected ones.
fn gives(case: &Case, made: &Translation, dispatch: &Dispatch, marks: &Marks) -> Result<simt::Run, String> {
    let program =
        simt::compile_marked(&made.wgsl, None, marks).map_err(|error| format!("simt: {error}\n{}", made.wgsl))?;
    let options = RunOptions {
        machine: Machine::default().with_warp_width(32),
        ..RunOptions::cuda()
    };
    let mut run = simt::run(&program, dispatch, &options).map_err(|error| format!("{error}\n{}", made.wgsl))?;
    simt::weigh(&program, dispatch, &options, &mut run);
    if run.outcome != Outcome::Completed {
        return Err(format!("{:?}\n{}", run.outcome, made.wgsl));
    }
    prints(case, made, &run.reports.listed)?;
    for (name, ty, values) in &case.expected {
        let aliased = case
            .alias
            .iter()
            .find(|(out, _)| out == name)
            .map_or(name, |(_, aliased)| aliased);
        let place = made
            .bindings
            .iter()
            .position(|binding| binding.name == *aliased)
            .ok_or(format!("no {name}"))?;
        let got: Vec<u8> = run.buffers[place].iter().flat_map(|word| word.to_le_bytes()).collect();
        let want = encoded(ty, values);
        if got.get(..want.len()) != Some(&want) && !close(ty, &got, &want) {
            return Err(format!(
                "{name} is {:?}, not {values:?}\n{}",
                shown(ty, &got[..want.len().min(got.len())]),
                made.wgsl
            ));
        }
    }
    Ok(run)
}

/// Compares what is printed; blocks and threads may print in any order.
fn prints(case: &Case, made: &Translation, reports: &[simt::Report]) -> Result<(), String> {
    let mut printed: Vec<(u32, u32, String)> = Vec::new();
    for report in reports {
        let text = made.reports[report.mark as usize].text(&report.values);
        for line in text.lines() {
            printed.push((report.workgroup, report.invocation, line.to_owned()));
        }
    }
    let mut wanted = case.printed.clone();
    printed.sort();
    wanted.sort();
    if printed != wanted {
        return Err(format!("it prints {printed:?}, not {wanted:?}"));
    }
    Ok(())
}

/// Floats that functions make may differ in the last bits.
fn close(ty: &str, got: &[u8], want: &[u8]) -> bool {
    let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    scalars(ty).iter().all(|scalar| matches!(*scalar, "float" | "double"))
        && got.len() >= want.len()
        && got.chunks(4).zip(want.chunks(4)).all(|(got, want)| {
            let (got, want) = (float(got), float(want));
            got == want || (got - want).abs() <= want.abs() * 1e-6 || got.is_nan() && want.is_nan()
        })
}

fn shown(ty: &str, bytes: &[u8]) -> Vec<f64> {
    let scalars = scalars(ty);
    let mut offset = 0;
    let mut values = Vec::new();
    for scalar in scalars.iter().cycle() {
        let size = bytes_of(scalar, 0.0).len();
        let Some(part) = bytes.get(offset..offset + size) else {
            break;
        };
        let mut word = [0; 4];
        word[..size].copy_from_slice(part);
        values.push(match *scalar {
            "float" | "double" => f64::from(f32::from_le_bytes(word)),
            "int" => f64::from(i32::from_le_bytes(word)),
            "half" => half::f16::from_le_bytes([word[0], word[1]]).to_f64(),
            _ => f64::from(u32::from_le_bytes(word)),
        });
        offset += size;
    }
    values
}

fn dispatch(case: &Case, made: &Translation, arguments: &BTreeMap<String, String>) -> Result<Dispatch, String> {
    let mut buffers = Vec::new();
    for binding in &made.bindings {
        let given = case.buffers.iter().find(|(name, ..)| *name == binding.name);
        let mut bytes = match (given, &binding.initial) {
            (Some((_, ty, values)), _) => encoded(ty, values),
            (None, Some(bytes)) => bytes.clone(),
            (None, None) => vec![0; 64],
        };
        if let Some(length) = binding.length {
            bytes.resize(bytes.len().max((length * binding.element_bytes) as usize), 0);
        }
        let unit = if binding.uniform { 16 } else { 4 };
        bytes.resize(bytes.len().next_multiple_of(unit).max(unit), 0);
        buffers.push(Buffer {
            group: 0,
            binding: binding.binding,
            contents: Contents::Bytes(bytes),
        });
    }
    if let Some((binding, size)) = made.uniform {
        let mut bytes = vec![0; size as usize];
        for scalar in &made.scalars {
            let default = (scalar.kind == ScalarKind::First).then(|| "0".to_owned());
            let text = arguments.get(&scalar.name).or(default.as_ref());
            let text = text.ok_or(format!("no argument {}", scalar.name))?;
            for (index, text) in text.split_whitespace().enumerate() {
                // Scalars of fewer bytes take a word; signed ones keep their sign.
                let word = match scalar.number {
                    Some(NumberType::Float) => bytes_of("float", number(text)),
                    Some(NumberType::Half) => bytes_of("half", number(text)),
                    _ => ((number(text) as i64) as u32).to_le_bytes().to_vec(),
                };
                bytes[scalar.offset as usize + 4 * index..][..word.len()].copy_from_slice(&word);
            }
        }
        buffers.push(Buffer {
            group: 0,
            binding,
            contents: Contents::Bytes(bytes),
        });
    }
    let mut overrides = BTreeMap::new();
    for (axis, size) in ["x", "y", "z"].iter().zip(case.block) {
        overrides.insert(format!("block_{axis}"), f64::from(size));
    }
    if made.shared_bytes {
        overrides.insert("shared_bytes".to_owned(), f64::from(case.shared.max(4)));
    }
    Ok(Dispatch {
        workgroups: case.grid,
        overrides,
        buffers,
    })
}

fn refuses(case: &Case) -> Result<(), String> {
    let errors = match translate(&case.text, &request(case)) {
        Ok(made) => made.refused,
        Err(errors) => errors,
    };
    for (line, words) in &case.errors {
        let is_refused = errors
            .iter()
            .any(|error| error.line == *line && error.to_string().to_lowercase().contains(&words.to_lowercase()));
        if !is_refused {
            let sentences: Vec<String> = errors.iter().map(|error| format!("{}: {error}", error.line)).collect();
            return Err(format!("no error {line}: {words}, but {sentences:?}"));
        }
    }
    Ok(())
}

/// Compares the cases that fail with the list of those that are open.
fn compare(folder: &str, least: usize, check: impl Fn(&Case) -> Result<(), String>) {
    let cases = cases(folder);
    let open = |case: &Case| OPEN.lines().any(|line| line.split(' ').next() == Some(&case.name));
    let mut wrong = Vec::new();
    let mut right = 0;
    for case in &cases {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(case)))
            .unwrap_or_else(|_| Err("it panics".to_owned()));
        match result {
            Err(why) if !open(case) => wrong.push(format!("{} — {why}", case.name)),
            Ok(()) if open(case) => wrong.push(format!("{} is taken now: it leaves the list", case.name)),
            Ok(()) => right += 1,
            Err(_) => {}
        }
    }
    assert!(cases.len() >= least, "{}", cases.len());
    assert!(
        wrong.is_empty(),
        "{right} of {} are right; these are not:\n{}",
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn constructs_give_their_words() {
    compare("constructs", 450, run);
}

#[test]
fn faults_are_refused_by_name_and_line() {
    compare("refused", 180, refuses);
}

/// Returns a text with single blanks between its words.
fn words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Returns true if a text may be an expression or the head of a statement: each bracket in it has its partner.
fn is_whole(text: &str) -> bool {
    let mut open = Vec::new();
    let closes = text.chars().all(|letter| match letter {
        '(' | '[' | '{' => {
            open.push(letter);
            true
        }
        ')' => open.pop() == Some('('),
        ']' => open.pop() == Some('['),
        '}' => open.pop() == Some('{'),
        _ => true,
    });
    closes && open.is_empty() && !text.trim().is_empty()
}

/// Checks that the text at the place of each access and of each statement is this access and this statement.
fn has_places(case: &Case) -> Result<(), String> {
    let made = translate(&case.text, &request(case)).map_err(|errors| format!("{errors:?}"))?;
    let program = simt::compile_marked(&made.wgsl, None, &made.marks()).map_err(|error| error.to_string())?;
    let rest_at = |line: u32, column: u32| {
        let line = case.text.split_inclusive('\n').skip(line as usize - 1);
        let rest: String = line.collect();
        rest.chars().skip(column as usize - 1).collect::<String>()
    };
    for site in program.sites.iter().filter(|site| site.line > 0) {
        let quoted = site.text.trim_end_matches('…');
        let there = words(&rest_at(site.line, site.column));
        // An access in an included file has the place of the directive, or of the first call.
        let is_included = site.header.is_some();
        let is_there = there.starts_with(quoted) || is_included;
        let is_access = is_whole(quoted) && !quoted.contains([';', '{']) && !quoted.contains(" = ");
        if !is_there || !is_access {
            return Err(format!("line {}:{}: `{quoted}`", site.line, site.column));
        }
    }
    for statement in program.statements.iter().filter(|statement| statement.line > 0) {
        let text = &case.text[statement.start as usize..statement.end as usize];
        if !is_whole(text) || !rest_at(statement.line, statement.column).starts_with(text) {
            return Err(format!("line {}: `{text}`", statement.line));
        }
    }
    Ok(())
}

#[test]
fn accesses_and_statements_have_their_exact_places() {
    compare("constructs", 200, has_places);
}

#[test]
fn a_run_without_findings_checks_no_operation() {
    let cases = cases("constructs");
    let undefined = cases.iter().filter(|case| !case.undefined.is_empty());
    for case in undefined {
        let made = translate(&case.text, &request(case)).expect("a case of the tables");
        let dispatch = dispatch(case, &made, &case.arguments).expect("its buffers");
        let program = simt::compile_marked(&made.wgsl, None, &made.marks()).expect("it compiles");
        let options = RunOptions {
            findings: false,
            ..RunOptions::default()
        };
        let run = simt::run(&program, &dispatch, &options).expect("it runs");
        assert!(run.findings.is_empty(), "{}: {:?}", case.name, run.findings);
    }
}
