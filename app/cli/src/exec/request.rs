//! A request line. Unknown fields are errors, and so are missing fields without a default.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Default limit of warp steps in a run, which takes a few seconds.
const STEP_BUDGET: u64 = 100_000_000;

#[derive(Debug)]
pub enum Request {
    Compile(Compile),
    Run(Box<Run>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    /// Exactly one of `wgsl` and `cuda` must be set.
    #[serde(default)]
    pub wgsl: Option<String>,
    #[serde(default)]
    pub cuda: Option<String>,
    /// Texts that the CUDA text may include, by name.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    #[serde(default)]
    pub double_as_float: bool,
    #[serde(default)]
    pub long_long_as_int: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Exactly one of `wgsl` and `cuda` must be set.
    #[serde(default)]
    pub wgsl: Option<String>,
    #[serde(default)]
    pub cuda: Option<String>,
    /// The fields of a run of CUDA; `Request::read` takes them from the request.
    #[serde(skip)]
    pub cuda_fields: Cuda,
    #[serde(default)]
    pub entry_point: Option<String>,
    #[serde(default)]
    pub overrides: BTreeMap<String, OverrideValue>,
    /// Exactly one of `workgroups` and `indirect` must be set.
    #[serde(default)]
    pub workgroups: Option<[u32; 3]>,
    #[serde(default)]
    pub indirect: Option<Indirect>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    #[serde(default = "warp_width")]
    pub warp_width: u32,
    #[serde(default)]
    pub seed: u64,
    #[serde(default = "step_budget")]
    pub step_budget: u64,
    #[serde(default = "findings")]
    pub findings: bool,
}

/// The fields of a run of a CUDA text, besides those of every run.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Cuda {
    pub files: BTreeMap<String, String>,
    pub double_as_float: bool,
    pub long_long_as_int: bool,
    pub kernel: Option<String>,
    pub template: Vec<ArgumentValue>,
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub args: BTreeMap<String, ArgumentValue>,
    /// For a parameter's name, the name of the buffer that it shares.
    pub alias: BTreeMap<String, String>,
    /// Several launches over the same buffers, instead of the one of the fields above.
    pub steps: Option<Vec<Launch>>,
}

/// One launch of several.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Launch {
    pub kernel: Option<String>,
    pub template: Vec<ArgumentValue>,
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub args: BTreeMap<String, ArgumentValue>,
    pub bind: BTreeMap<String, String>,
}

/// An argument of a kernel or of its template.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum ArgumentValue {
    Number(f64),
    Bool(bool),
    Text(String),
    Numbers(Vec<f64>),
}

impl ArgumentValue {
    /// Returns the value as CUDA writes it.
    pub fn text(&self) -> String {
        match self {
            ArgumentValue::Number(number) => number.to_string(),
            ArgumentValue::Bool(truth) => truth.to_string(),
            ArgumentValue::Text(text) => text.clone(),
            ArgumentValue::Numbers(_) => String::new(),
        }
    }

    pub fn numbers(&self) -> Vec<f64> {
        match self {
            ArgumentValue::Number(number) => vec![*number],
            ArgumentValue::Bool(truth) => vec![f64::from(u8::from(*truth))],
            ArgumentValue::Text(text) => text.parse().into_iter().collect(),
            ArgumentValue::Numbers(numbers) => numbers.clone(),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub enum OverrideValue {
    Number(f64),
    Bool(bool),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indirect {
    pub group: u32,
    pub binding: u32,
    #[serde(default)]
    pub offset: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    #[serde(default)]
    pub group: u32,
    #[serde(default)]
    pub binding: u32,
    /// The parameter of a CUDA kernel, instead of group and binding.
    #[serde(default)]
    pub name: Option<String>,
    pub base64: String,
    /// The texels in x, y and z, if it is the contents of a texture; missing ones are 1.
    #[serde(default)]
    pub size: Option<Vec<u32>>,
}

fn warp_width() -> u32 {
    32
}

fn step_budget() -> u64 {
    STEP_BUDGET
}

fn findings() -> bool {
    true
}

impl Request {
    /// Parses a line; the error is a sentence.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(line).map_err(|error| format!("not UTF-8: {error}"))?;
        let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        let Value::Object(mut fields) = value else {
            return Err("a request is a JSON object".to_owned());
        };
        match fields.remove("op") {
            Some(Value::String(op)) => match op.as_str() {
                "compile" => {
                    let compile: Compile = from(fields)?;
                    one_text(compile.wgsl.as_ref(), compile.cuda.as_ref())?;
                    Ok(Request::Compile(compile))
                }
                "run" => run(fields).map(|run| Request::Run(Box::new(run))),
                _ => Err(format!("`op` is `{op}`; it must be compile or run")),
            },
            Some(_) => Err("`op` must be a text: compile or run".to_owned()),
            None => Err("missing field `op`: compile or run".to_owned()),
        }
    }
}

/// Reads a run; one of CUDA has fields of its own.
fn run(mut fields: Map<String, Value>) -> Result<Run, String> {
    let is_cuda = fields.contains_key("cuda");
    let mut options = Map::new();
    if is_cuda {
        for name in [
            "files",
            "double_as_float",
            "long_long_as_int",
            "kernel",
            "template",
            "grid",
            "block",
            "shared_bytes",
            "args",
            "alias",
            "steps",
        ] {
            if let Some(value) = fields.remove(name) {
                options.insert(name.to_owned(), value);
            }
        }
    } else if let Some(Value::Array(buffers)) = fields.get("buffers") {
        // Group and binding have defaults for CUDA alone.
        for name in ["group", "binding"] {
            let lacks = |buffer: &Value| buffer.is_object() && buffer.get(name).is_none();
            if buffers.iter().any(lacks) {
                return Err(format!("missing field `{name}`"));
            }
        }
    }
    let mut run: Run = from(fields)?;
    run.cuda_fields = from(options)?;
    one_text(run.wgsl.as_ref(), run.cuda.as_ref())?;
    Ok(run)
}

/// Checks that a request has one text.
fn one_text(wgsl: Option<&String>, cuda: Option<&String>) -> Result<(), String> {
    match (wgsl, cuda) {
        (None, None) => Err("missing field `wgsl`".to_owned()),
        (Some(_), Some(_)) => Err("give either `wgsl` or `cuda`, not both".to_owned()),
        _ => Ok(()),
    }
}

fn from<T: for<'de> Deserialize<'de>>(fields: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}
