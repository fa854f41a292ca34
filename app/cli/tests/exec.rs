//! `warpstep exec` as tables: in `exec/*.txt` a line with `>` is a request, and the line with `<` is contained in its
//! answer.

mod warpstep;

use serde_json::{Value, json};
use warpstep::{folder, warpstep};

/// Returns the answers to lines, in order.
fn answers(lines: &[Vec<u8>]) -> Vec<Value> {
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    let output = warpstep("exec", &input);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let answers: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), lines.len(), "one answer for each line");
    answers
}

/// Returns true if `answer` contains everything in `wanted`: objects may have more fields, lists must be equally long.
fn contains(answer: &Value, wanted: &Value) -> bool {
    match (answer, wanted) {
        (Value::Object(answer), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, wanted)| answer.get(name).is_some_and(|part| contains(part, wanted))),
        (Value::Array(answer), Value::Array(wanted)) => {
            answer.len() == wanted.len() && answer.iter().zip(wanted).all(|(f, w)| contains(f, w))
        }
        _ => answer == wanted,
    }
}

/// Sends all tables to one process, to show that it keeps the order and that no line ends it.
#[test]
fn every_request_gets_its_answer() {
    let (mut requests, mut wanted) = (Vec::new(), Vec::new());
    for name in ["compile", "run", "refused", "cuda"] {
        let table = folder("exec").join(name).with_extension("txt");
        let table = std::fs::read_to_string(table).expect("a table");
        for line in table.lines() {
            if let Some(request) = line.strip_prefix('>') {
                requests.push(request.trim().to_owned());
            } else if let Some(answer) = line.strip_prefix('<') {
                wanted.push(serde_json::from_str::<Value>(answer).expect("JSON"));
            }
        }
    }
    assert_eq!(requests.len(), wanted.len(), "each request has its answer");
    assert!(requests.len() > 50);
    let lines: Vec<Vec<u8>> = requests.iter().map(|line| line.clone().into_bytes()).collect();
    for ((request, answer), wanted) in requests.iter().zip(answers(&lines)).zip(wanted) {
        assert!(
            contains(&answer, &wanted),
            "{request}\nwanted {wanted}\nfound  {answer}"
        );
    }
}

/// Lists every name in the answer to `run`, so that a removed name is noticed.
#[test]
fn an_answer_has_all_its_parts() {
    let source = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;\n\
         @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { d[i] = 1u; }";
    let request = json!({
        "op": "run", "wgsl": source, "entry_point": "main", "overrides": {}, "workgroups": [1, 1, 1],
        "buffers": [{"group": 0, "binding": 0, "base64": "AAAAAA=="}],
        "warp_width": 32, "seed": 0, "step_budget": 1000, "findings": true,
    });
    let [answer] = &answers(&[request.to_string().into_bytes()])[..] else {
        panic!("one answer");
    };
    let names = |value: &Value| -> Vec<String> { value.as_object().expect("an object").keys().cloned().collect() };
    assert_eq!(names(answer), ["buffers", "findings", "metrics", "ok", "outcome"]);
    assert_eq!(names(&answer["buffers"][0]), ["base64", "binding", "group"]);
    let finding = names(&answer["findings"][0]);
    for name in ["kind", "severity", "message", "line", "lane"] {
        assert!(finding.iter().any(|each| each == name), "{name}");
    }
}

/// Sends lines that try to break the program: each is answered, and so is the line after it.
#[test]
fn hostile_lines_are_answered() {
    let data = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;\n";
    let kernel = |body: &str| format!("{data}@compute @workgroup_size(1) fn main() {{ {body} }}");
    let run = |wgsl: String| {
        let request = json!({
            "op": "run", "wgsl": wgsl, "workgroups": [1, 1, 1], "step_budget": 10_000,
            "buffers": [{"group": 0, "binding": 0, "base64": "AAAAAAAAAAA="}],
        });
        request.to_string().into_bytes()
    };
    let doubling = |last: u32| {
        let structs = (1..=last).map(|k| format!("struct S{k} {{ a: S{0}, b: S{0} }}\n", k - 1));
        format!("struct S0 {{ a: u32 }}\n{}", structs.collect::<String>())
    };
    let calls = (1..=20).map(|k| format!("fn f{k}() {{ f{0}(); f{0}(); f{0}(); }}\n", k - 1));
    let hostile: Vec<Vec<u8>> = vec![
        b"\xff\xfe{\"op\":\"compile\"}".to_vec(),
        b"{\"op\":\"compile\",\"wgsl\":\"\xc3\x28\"}".to_vec(),
        b"\0\0\0".to_vec(),
        br#"{"op":"compile","wgsl":"\ud800"}"#.to_vec(),
        br#"{"op":"compile","wgsl":"\u0000\u2028\ufeff"}"#.to_vec(),
        vec![b'['; 200_000],
        vec![b'"'; 1_000_001],
        b"{\"op\":\"compile\",\"wgsl\":\""
            .iter()
            .copied()
            .chain([b'('; 100_000])
            .chain(*b"\"}")
            .collect(),
        json!({"op": "compile", "wgsl": " ".repeat(2_000_000)})
            .to_string()
            .into_bytes(),
        json!({"op": "compile", "wgsl": "array<".repeat(20_000)})
            .to_string()
            .into_bytes(),
        json!({"op": "compile", "wgsl": "/*".repeat(100_000)})
            .to_string()
            .into_bytes(),
        json!({"op": "compile", "wgsl": "@".repeat(100_000)})
            .to_string()
            .into_bytes(),
        run(kernel(&format!("d[0] = {}1u;", "~".repeat(100_000)))),
        run(kernel(&format!("d[0] = u32({}true);", "!".repeat(100_000)))),
        run(kernel(&format!("d[0] = {}d;", "*".repeat(50_000)))),
        run(kernel(&format!("d[0] = {}d[1];", "d[1] + ".repeat(1000)))),
        run(kernel(&format!("d[0] = d{};", "[0]".repeat(10_000)))),
        run(kernel("var x: array<u32, 100000000>; d[0] = x[d[1]];")),
        run(format!(
            "{data}var<workgroup> x: array<u32, 500000000>;\n{}",
            "@compute @workgroup_size(1) fn main() { d[0] = x[d[1]]; }"
        )),
        run(format!("{}{}", doubling(24), kernel("var s: S24; d[0] = 1u;"))),
        run(format!(
            "{}fn f0() {{ d[0] += 1u; }}\n{}",
            kernel("f20();"),
            calls.collect::<String>()
        )),
        run(kernel("while true {}")),
        run(kernel(
            "d[4294967295] = 1u; d[d[0] - 1u] = 2u; d[0] = d[1] / d[1]; d[1] = 1u << (d[1] + 40u);",
        )),
        run(kernel("d[0] = u32((-2147483647 - 1) / i32(d[1]));")),
    ];
    let plain = br#"{"op":"compile","wgsl":"@compute @workgroup_size(7) fn after() {}"}"#.to_vec();
    let lines: Vec<Vec<u8>> = hostile.into_iter().flat_map(|line| [line, plain.clone()]).collect();
    for (index, pair) in answers(&lines).chunks(2).enumerate() {
        assert!(pair[0]["ok"].is_boolean(), "{index}: {}", pair[0]);
        let kind = pair[0]["error"]["kind"].as_str();
        assert_ne!(kind, Some("internal"), "{index}: {}", pair[0]);
        let after = json!([{"name": "after", "workgroup_size": [7, 1, 1]}]);
        assert_eq!(pair[1]["entry_points"], after, "{index}");
    }
}

/// Answers are written while the input is still open, so that a dialogue is possible.
#[test]
fn each_answer_comes_before_the_next_request() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_warpstep"))
        .arg("exec")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for size in 1..5 {
        let wgsl = format!("@compute @workgroup_size({size}) fn main() {{}}");
        writeln!(input, "{}", json!({"op": "compile", "wgsl": wgsl})).expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer["entry_points"][0]["workgroup_size"][0], size);
    }
    // The last line needs no line feed.
    write!(input, "{{").expect("it listens");
    drop(input);
    let mut rest = String::new();
    output.read_line(&mut rest).expect("it answers");
    assert!(rest.starts_with("{\"ok\":false"), "{rest}");
    assert!(child.wait().expect("it ends").success());
}
