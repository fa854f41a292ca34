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
    pub wgsl: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub wgsl: String,
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
    pub group: u32,
    pub binding: u32,
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
        let value: Value =
            serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        let Value::Object(mut fields) = value else {
            return Err("a request is a JSON object".to_owned());
        };
        match fields.remove("op") {
            Some(Value::String(op)) => match op.as_str() {
                "compile" => Ok(Request::Compile(from(fields)?)),
                "run" => Ok(Request::Run(Box::new(from(fields)?))),
                _ => Err(format!("`op` is `{op}`; it must be compile or run")),
            },
            Some(_) => Err("`op` must be a text: compile or run".to_owned()),
            None => Err("missing field `op`: compile or run".to_owned()),
        }
    }
}

fn from<T: for<'de> Deserialize<'de>>(fields: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}
