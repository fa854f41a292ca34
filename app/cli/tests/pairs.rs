//! Pairs of wrong and corrected CUDA kernels (`app/cuda/tests/pairs`): the fault of the wrong one is found in its line; the
//! corrected one has no finding, and the result of an independent calculation.

mod warpstep;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Map, Value, json};
use std::path::Path;
use warpstep::{folder, warpstep};

/// Cases that are not as they should be yet, each with its reason. One that is must leave the list.
const OPEN: &str = include_str!("../../cuda/tests/pairs/open.txt");

/// A finding by its line, and by words of its kind and message.
type Sign = (u64, Vec<String>);

/// The threads of a warp: together, or apart as since Volta.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Warps {
    #[default]
    Lockstep,
    Independent,
}

#[derive(Debug)]
enum Wanted {
    /// Each of these, at least.
    Findings(Vec<Sign>),
    /// Nothing but hints, and of these only the named ones.
    Nothing { hints: Vec<Sign> },
}

#[derive(Debug)]
struct Case {
    name: String,
    text: String,
    grid: Value,
    block: Value,
    shared_bytes: u32,
    arguments: Map<String, Value>,
    /// Each buffer's name, type and numbers.
    buffers: Vec<(String, String, Vec<f64>)>,
    expected: Vec<(String, String, Vec<f64>)>,
    warps: Warps,
    wanted: Wanted,
}

impl Case {
    fn new(name: String) -> Case {
        Case {
            name,
            text: String::new(),
            grid: Value::Null,
            block: Value::Null,
            shared_bytes: 0,
            arguments: Map::new(),
            buffers: Vec::new(),
            expected: Vec::new(),
            warps: Warps::default(),
            wanted: Wanted::Findings(Vec::new()),
        }
    }

    /// Reads a line that begins with `//#`.
    fn direct(&mut self, word: &str, rest: &str) {
        match word {
            "launch" => self.launch(rest),
            "buffer" => self.buffers.push(values(rest)),
            "expect" => self.expected.push(values(rest)),
            "independent" => self.warps = Warps::Independent,
            "finds" if rest == "nothing" => self.wanted = Wanted::Nothing { hints: Vec::new() },
            "finds" | "hint" => match &mut self.wanted {
                Wanted::Findings(signs) | Wanted::Nothing { hints: signs } => signs.push(sign(rest)),
            },
            other => panic!("{}: {other}", self.name),
        }
    }

    fn launch(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "cooperative" {
                continue;
            }
            let value = words.next().expect("a value");
            match word {
                "grid" => self.grid = extent(value),
                "block" => self.block = extent(value),
                "shared" => self.shared_bytes = value.parse().expect("bytes"),
                name => {
                    assert_eq!(value, "=", "{}", self.name);
                    let number: i64 = words.next().expect("a number").parse().expect("a number");
                    self.arguments.insert(name.to_owned(), number.into());
                }
            }
        }
    }

    fn request(&self, warp_width: u32, seed: u32) -> Vec<u8> {
        let buffers: Vec<Value> = self
            .buffers
            .iter()
            .map(|(name, ty, values)| json!({"name": name, "base64": BASE64.encode(bytes(ty, values))}))
            .collect();
        let request = json!({
            "op": "run", "cuda": self.text, "grid": self.grid, "block": self.block,
            "shared_bytes": self.shared_bytes, "args": self.arguments, "buffers": buffers,
            "warp_width": warp_width, "seed": seed,
        });
        request.to_string().into_bytes()
    }

    /// Returns the findings of `check`, which can let the threads of a warp run apart.
    fn checked(&self) -> Vec<Value> {
        self.findings_of(&self.text, Warps::Independent)
    }

    /// Returns the findings of `check` in a text with this launch.
    fn findings_of(&self, text: &str, warps: Warps) -> Vec<Value> {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(self.name.replace("::", "_") + ".cu");
        std::fs::write(&path, text).expect("it can be written");
        let list = |value: &Value| value.to_string().replace(['[', ']'], "");
        let mut arguments = format!(
            "check {} --json --grid {} --block {} --shared {}",
            path.display(),
            list(&self.grid),
            list(&self.block),
            self.shared_bytes
        );
        if warps == Warps::Independent {
            arguments += " --independent-threads";
        }
        for (name, value) in &self.arguments {
            arguments += &format!(" --arg {name}={value}");
        }
        for (name, _, values) in &self.buffers {
            let numbers: Vec<String> = values.iter().map(f64::to_string).collect();
            arguments += &format!(" --buffer {name}={}", numbers.join(","));
        }
        let output = warpstep(&arguments, b"");
        let report: Value = serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stderr));
        report["findings"].as_array().expect("a list").clone()
    }

    /// Compares the answer of `exec` with what is wanted.
    fn compare(&self, answer: &Value) -> Result<(), String> {
        if answer["ok"] != true {
            return Err(format!("it is refused: {}", answer["error"]));
        }
        let findings = match self.warps {
            Warps::Lockstep => answer["findings"].as_array().expect("a list").clone(),
            Warps::Independent => self.checked(),
        };
        match &self.wanted {
            Wanted::Findings(signs) => {
                assert!(!signs.is_empty(), "{} wants nothing", self.name);
                for sign in signs {
                    if !findings.iter().any(|finding| is(finding, sign)) {
                        return Err(format!("{sign:?} is not among {findings:#?}"));
                    }
                }
            }
            Wanted::Nothing { hints } => {
                let allowed =
                    |finding: &&Value| finding["severity"] == "hint" && hints.iter().any(|sign| is(finding, sign));
                if let Some(finding) = findings.iter().find(|finding| !allowed(finding)) {
                    return Err(format!("{finding:#}"));
                }
                if answer["outcome"] != "completed" {
                    return Err(answer["stopped"].to_string());
                }
            }
        }
        for (name, ty, values) in &self.expected {
            let buffers = answer["buffers"].as_array().expect("a list");
            let buffer = buffers.iter().find(|buffer| buffer["name"] == *name);
            let text = buffer.and_then(|buffer| buffer["base64"].as_str()).expect("a buffer");
            let contents = BASE64.decode(text).expect("base64");
            if !contents.starts_with(&bytes(ty, values)) {
                return Err(format!("`{name}` has the bytes {contents:?}, not {values:?}"));
            }
        }
        Ok(())
    }
}

/// The most changes that a text of the pairs needs.
const MOST_CHANGES: usize = 4;

/// Returns a text with the first change that its findings show.
fn changed(text: &str, findings: &[Value]) -> Option<String> {
    let mut edits = findings.iter().map(|finding| &finding["edit"]);
    let edit = edits.find(|edit| edit.is_object())?;
    let number = |name: &str| edit[name].as_u64().expect("a line") as usize;
    let mut lines: Vec<&str> = text.lines().collect();
    let new = edit["text"].as_str().expect("a text").lines();
    lines.splice(number("first") - 1..number("last"), new);
    Some(lines.join("\n") + "\n")
}

/// Follows the shown changes of a text one after another. Returns the text without errors and warnings, or `None` if
/// something stays that no change removes.
fn followed(case: &Case) -> Option<String> {
    let mut text = case.text.clone();
    for _ in 0..=MOST_CHANGES {
        let findings = case.findings_of(&text, case.warps);
        if findings.iter().all(|finding| finding["severity"] == "hint") {
            return Some(text);
        }
        text = changed(&text, &findings)?;
    }
    None
}

fn is(finding: &Value, (line, words): &Sign) -> bool {
    let text = format!("{} {}", finding["kind"], finding["message"]).to_lowercase();
    finding["line"] == *line && words.iter().all(|word| text.contains(word))
}

fn sign(text: &str) -> Sign {
    let (line, words) = text.split_once(": ").expect("a line and words");
    let words = words.split(", ").map(str::to_lowercase).collect();
    (line.parse().expect("a line"), words)
}

fn extent(text: &str) -> Value {
    let mut extent = [1; 3];
    for (slot, number) in extent.iter_mut().zip(text.split(',')) {
        *slot = number.parse().expect("a number");
    }
    json!(extent)
}

/// Reads `x: int = 1 2 3`, `x: int = zeros 8`, `ones 8` or `index 8`.
fn values(text: &str) -> (String, String, Vec<f64>) {
    let (head, list) = text.split_once(" = ").expect("values");
    let (name, ty) = head.split_once(": ").expect("a type");
    let count = |count: &str| count.parse::<u32>().expect("a count");
    let numbers = match list.split_once(' ') {
        Some(("zeros", many)) => vec![0.0; count(many) as usize],
        Some(("ones", many)) => vec![1.0; count(many) as usize],
        Some(("index", many)) => (0..count(many)).map(f64::from).collect(),
        _ => list
            .split(' ')
            .map(|number| number.parse().expect("a number"))
            .collect(),
    };
    (name.to_owned(), ty.to_owned(), numbers)
}

fn bytes(ty: &str, values: &[f64]) -> Vec<u8> {
    let each = |value: &f64| match ty {
        "float" => (*value as f32).to_le_bytes().to_vec(),
        "unsigned char" => vec![*value as u8],
        _ => (*value as i64 as u32).to_le_bytes().to_vec(),
    };
    values.iter().flat_map(each).collect()
}

fn cases() -> Vec<Case> {
    let mut paths: Vec<_> = std::fs::read_dir(folder("../../cuda/tests/pairs"))
        .expect("the pairs")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cu"))
        .collect();
    paths.sort();
    let mut cases: Vec<Case> = Vec::new();
    for path in paths {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for line in std::fs::read_to_string(&path).expect("a text").lines() {
            let direction = line
                .strip_prefix("//# ")
                .map(|rest| rest.split_once(' ').unwrap_or((rest, "")));
            match (direction, cases.last_mut()) {
                (Some(("case", rest)), _) => {
                    let name = rest.split(' ').next().unwrap_or_default();
                    cases.push(Case::new(format!("{stem}::{name}")));
                }
                (Some((word, rest)), Some(case)) => case.direct(word, rest),
                (None, Some(case)) => {
                    case.text += line;
                    case.text.push('\n');
                }
                (_, None) => panic!("{}: a case begins with `//# case`", path.display()),
            }
        }
    }
    cases
}

/// Returns the answers of `exec` to the cases, with warps of a width in one order.
fn answers(cases: &[Case], warp_width: u32, seed: u32) -> Vec<Value> {
    let mut input = Vec::new();
    for case in cases {
        input.extend(case.request(warp_width, seed));
        input.push(b'\n');
    }
    let output = warpstep("exec", &input);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let answers: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), cases.len(), "one answer for each case");
    answers
}

/// In any order of the warps. The cases with independent threads are run by `check`, which has the same orders.
#[test]
fn no_order_of_the_warps_hides_a_fault() {
    let mut cases = cases();
    cases.retain(|case| case.warps == Warps::Lockstep);
    let first = answers(&cases, 32, 0);
    for seed in 1..21 {
        for ((case, answer), first) in cases.iter().zip(answers(&cases, 32, seed)).zip(&first) {
            let is_as_first = case.compare(&answer).is_ok() == case.compare(first).is_ok();
            assert!(is_as_first, "{} with seed {seed}: {answer:#}", case.name);
        }
    }
}

/// Narrow warps meet more often, and give other findings; but each kernel gets an answer.
#[test]
fn narrow_warps_get_an_answer_in_every_order() {
    let cases = cases();
    let first = answers(&cases, 32, 0);
    for width in [4, 16] {
        for seed in 0..7 {
            for ((case, answer), first) in cases.iter().zip(answers(&cases, width, seed)).zip(&first) {
                assert_eq!(answer["ok"], first["ok"], "{} {width} {seed}: {answer:#}", case.name);
            }
        }
    }
}

#[test]
fn a_change_that_is_shown_leads_to_a_text_without_faults() {
    let wrong = cases().into_iter();
    let wrong: Vec<Case> = wrong.filter(|case| case.name.ends_with(".wrong")).collect();
    let mended: Vec<&Case> = wrong.iter().filter(|case| followed(case).is_some()).collect();
    let others = wrong
        .iter()
        .filter(|case| !mended.iter().any(|mended| mended.name == case.name));
    let others: Vec<&str> = others.map(|case| &*case.name).collect();
    assert!(mended.len() >= 40, "{} are mended, not {others:#?}", mended.len());
}

/// Kernels whose findings no change of one statement mends without changing what else they do.
const WITHOUT_CHANGE: [(&str, &str); 9] = [
    // The condition reads what its branch writes, so the branch cannot be taken twice.
    (
        "__global__ void k(int *a) { __shared__ int s[64]; int t = threadIdx.x; s[t] = a[t];
  if (s[t] > 10) {
    s[t] = 0;
    __syncthreads();
    a[t] = s[t] + 1;
  }
}",
        "--grid 1 --block 64 --buffer a=index:64",
    ),
    // The branch has effects in its condition.
    (
        "__global__ void k(int *a, int *c) {
  if (atomicAdd(c, 1) < 10) {
    a[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] += 1;
  }
}",
        "--grid 1 --block 64 --buffer a=zeros:64 --buffer c=zeros:1",
    ),
    // The loop has no braces around the branch.
    (
        "__global__ void k(int *a) { __shared__ int s[64]; int t = threadIdx.x;
  for (int i = 0; i < 2; i++)
    if (t < 32) {
      s[t] = a[t];
      __syncthreads();
      a[t] = s[31 - t];
    }
}",
        "--grid 1 --block 64 --buffer a=index:64",
    ),
    // The index is changed where it is computed.
    (
        "__global__ void k(const int *a, int *o, int n) { int i = 0, s = 0;
  while (i < n) {
    s += a[i++];
  }
  o[0] = s;
}",
        "--grid 1 --block 1 --buffer a=index:50 --buffer o=zeros:1 --arg n=60",
    ),
    // The index counts floats, and the bound vectors.
    (
        "__global__ void k(float *a) { int t = threadIdx.x;
  *(float4 *)&a[4 * t] = make_float4(0, 0, 0, 0);
}",
        "--grid 1 --block 32 --buffer a=ones:64",
    ),
    // Words of constant memory lie in fours.
    (
        "__constant__ int w[4] = {1, 2, 3, 4};
__global__ void k(int *o) { int t = threadIdx.x;
  o[t] = w[t & 7];
}",
        "--grid 1 --block 64 --buffer o=zeros:64",
    ),
    // Another call passes a longer array.
    (
        "__device__ void put(int *p, int i) {
  p[i] = i;
}
__global__ void k(int *a, int *b) { put(a, threadIdx.x); put(b, threadIdx.x); }",
        "--grid 1 --block 64 --buffer a=zeros:50 --buffer b=zeros:64",
    ),
    // `max` of two types compares unsigned numbers, and `atomicMax` signed ones.
    (
        "__global__ void k(int *o, const unsigned *a) {
  *o = max(*o, a[threadIdx.x]);
}",
        "--grid 1 --block 32 --buffer o=-3 --buffer a=index:32",
    ),
    // No atomic function takes a volatile place.
    (
        "__global__ void k(const int *a, volatile int *o) {
  *o += a[threadIdx.x];
}",
        "--grid 1 --block 32 --buffer o=zeros:1 --buffer a=index:32",
    ),
];

#[test]
fn a_change_that_would_change_more_is_not_shown() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without_change.cu");
    for (text, arguments) in WITHOUT_CHANGE {
        std::fs::write(&path, text).expect("it can be written");
        let output = warpstep(&format!("check {} --json {arguments}", path.display()), b"");
        let report: Value = serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stderr));
        let findings = report["findings"].as_array().expect("a list");
        assert!(!findings.is_empty(), "{text}");
        let mended = findings.iter().find(|finding| finding["edit"].is_object());
        assert!(mended.is_none(), "{text}\n{:#}", mended.expect("it is there"));
    }
}

#[test]
fn wrong_kernels_are_found_and_corrected_ones_are_not() {
    let cases = cases();
    let wrong = cases.iter().filter(|case| case.name.ends_with(".wrong"));
    assert!(wrong.count() > 40, "only {} cases", cases.len());
    let answers = answers(&cases, 32, 0);
    let open = |case: &Case| OPEN.lines().any(|line| line.split(' ').next() == Some(&case.name));
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        match case.compare(answer) {
            Err(why) if !open(case) => wrong.push(format!("{}: {why}", case.name)),
            Ok(()) if open(case) => wrong.push(format!("{} is right now: it leaves the list", case.name)),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A pair differs by its fault, so each wrong kernel has a corrected one.
#[test]
fn every_wrong_kernel_has_a_corrected_one() {
    let cases = cases();
    for case in &cases {
        if let Some(name) = case.name.strip_suffix(".wrong") {
            let right = format!("{name}.right");
            assert!(cases.iter().any(|case| case.name == right), "{right} is missing");
        }
    }
}
