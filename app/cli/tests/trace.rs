//! Checks that the output of `warpstep trace` follows `trace.schema.json` and matches the run.

mod warpstep;

use serde_json::Value;
use warpstep::warpstep;

fn trace(arguments: &str) -> Value {
    let output = warpstep(&format!("trace {arguments}"), b"");
    assert_eq!(output.status, 0, "{arguments}: {}", output.stderr);
    serde_json::from_str(&output.stdout).expect("one JSON object")
}

fn schema() -> Value {
    serde_json::from_str(include_str!("../trace.schema.json")).expect("JSON")
}

/// Returns the first value that the schema does not allow, with its path. Supports only the keywords that the schema
/// uses.
fn violation(root: &Value, schema: &Value, value: &Value, path: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root
            .pointer(reference.trim_start_matches('#'))
            .expect("it leads somewhere");
        return violation(root, target, value, path);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fitting = choices
            .iter()
            .filter(|choice| violation(root, choice, value, path).is_none());
        return (fitting.count() != 1).then(|| format!("{path} fits none of its forms, or several: {value}"));
    }
    if let Some(wanted) = schema.get("const") {
        return (value != wanted).then(|| format!("{path} is {value}, not {wanted}"));
    }
    if let Some(choices) = schema["enum"].as_array() {
        return (!choices.contains(value)).then(|| format!("{path} is {value}, none of {choices:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        other => panic!("{path}: the schema gives no type but {other}"),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !types.contains(&kind) {
        return Some(format!("{path} is a {kind}, not {types:?}"));
    }
    match value {
        Value::String(text) if schema.get("pattern").is_some() => {
            let digits = text.strip_prefix("0x").unwrap_or_default();
            let hexadecimal = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            (digits.is_empty() || !digits.chars().all(hexadecimal)).then(|| format!("{path} is {text}"))
        }
        Value::Array(items) => {
            let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
            let least = schema["minItems"].as_u64().unwrap_or(0);
            if !(least..=most).contains(&(items.len() as u64)) {
                return Some(format!("{path} has {} items", items.len()));
            }
            let mut numbered = items.iter().enumerate();
            numbered.find_map(|(k, item)| violation(root, &schema["items"], item, &format!("{path}[{k}]")))
        }
        Value::Object(fields) => {
            let required = schema["required"].as_array().expect("a list");
            let missing = required
                .iter()
                .filter_map(Value::as_str)
                .find(|name| !fields.contains_key(*name));
            if let Some(missing) = missing {
                return Some(format!("{path} lacks {missing}"));
            }
            fields
                .iter()
                .find_map(|(name, field)| match schema["properties"].get(name) {
                    None => Some(format!("{path} has {name}, which nothing describes")),
                    Some(schema) => violation(root, schema, field, &format!("{path}.{name}")),
                })
        }
        _ => None,
    }
}

#[test]
fn traces_are_as_their_schema_says() {
    let schema = schema();
    let shapes = [
        "reduce_neighbored --n 256 --block 64",
        "divergence_parity --n 128 --block 64 --workgroup 1 --machine xe-8",
        "matrix_add --n 20x20 --block 8x8",
        "check/copy.wgsl --workgroups 2 --n 64",
        "check/divergent_barrier.wgsl --workgroups 1 --machine custom:warp=4",
        "check/endless.wgsl --workgroups 1 --step-budget 500 --most-steps 100",
        "check/cuda_printf.cu --buffer x=index:8 --workgroup 1",
        "check/cuda_bytes.cu --n 16",
        "check/cuda_grid.cu --arg n=128",
        "trace_of_everything.wgsl --workgroups 1 --n 16 --machine custom:warp=4",
    ];
    let mut events = std::collections::BTreeSet::new();
    for arguments in shapes {
        let trace = trace(arguments);
        assert_eq!(violation(&schema, &schema, &trace, "trace"), None, "{arguments}");
        for step in trace["steps"].as_array().expect("steps") {
            for event in step["events"].as_array().expect("events") {
                events.insert(event["event"].as_str().expect("a name").to_owned());
            }
        }
    }
    let described = schema["$defs"]["event"]["oneOf"].as_array().expect("forms");
    let described: std::collections::BTreeSet<String> = described
        .iter()
        .map(|form| {
            form["properties"]["event"]["const"]
                .as_str()
                .expect("a name")
                .to_owned()
        })
        .collect();
    assert_eq!(events, described, "every event came up");
}

#[test]
fn the_schema_refuses_what_it_does_not_describe() {
    let schema = schema();
    let good = trace("check/copy.wgsl --workgroups 1 --n 32");
    let spoilt = |spoil: &dyn Fn(&mut Value)| {
        let mut trace = good.clone();
        spoil(&mut trace);
        violation(&schema, &schema, &trace, "trace").is_some()
    };
    assert!(spoilt(&|trace| trace["more"] = Value::Null));
    assert!(spoilt(&|trace| trace["warps"] = Value::from("two")));
    assert!(spoilt(&|trace| trace["steps"][0]["mask"] = Value::from("f")));
    assert!(spoilt(
        &|trace| trace["steps"][0]["events"][0]["event"] = Value::from("sleep")
    ));
    assert!(spoilt(&|trace| {
        trace.as_object_mut().expect("an object").remove("loops");
    }));
}

#[test]
fn a_step_holds_what_its_lanes_did() {
    let trace = trace("check/copy.wgsl --workgroups 2 --workgroup 1 --n 64");
    assert_eq!(trace["workgroup_id"], serde_json::json!([1, 0, 0]));
    let step = &trace["steps"][0];
    let statement = step["statement"].as_u64().expect("an index") as usize;
    assert_eq!(trace["statements"][statement]["text"], "data[id.x] = id.x");
    let request = &step["events"][0];
    assert_eq!(
        (&request["access"], &request["mask"]),
        (&Value::from("store"), &Value::from("0xffffffff"))
    );
    assert_eq!(request["addresses"][31], 252);
    assert_eq!(request["changes"][31][1], 63);
}

#[test]
fn a_workgroup_that_is_not_there_is_refused() {
    for (arguments, named) in [
        (
            "check/copy.wgsl --workgroups 2 --n 64 --workgroup 2",
            "no workgroup 2: 2 are dispatched",
        ),
        ("reduce_neighbored --n 4194304", "too many to be run in full"),
    ] {
        let output = warpstep(&format!("trace {arguments}"), b"");
        assert_eq!(output.status, 2, "{arguments}");
        assert!(output.stderr.contains(named), "{}", output.stderr);
    }
}
