//! `warpstep check` on files: the first lines of each `check/<case>.wgsl` (or `.cu`) set the arguments and the expected exit
//! status, and `<case>.out` holds the expected output. `WARPSTEP_BLESS=1` writes the outputs, for review.

mod warpstep;

use serde_json::Value;
use std::path::Path;
use warpstep::{folder, warpstep};

/// Returns the value of a comment line such as `// status: 1`.
fn direction<'a>(source: &'a str, key: &str) -> Option<&'a str> {
    let mut lines = source.lines().map_while(|line| line.strip_prefix("// "));
    lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
}

#[test]
fn every_case_prints_what_was_reviewed() {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder("check")).expect("the cases") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension == "out") {
            continue;
        }
        check(&path);
        seen += 1;
    }
    assert!(seen >= 24, "only {seen} cases were found");
}

fn check(path: &Path) {
    let source = std::fs::read_to_string(path).expect("a readable file");
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let status: i32 = direction(&source, "status").map_or(0, |status| status.parse().expect("a status"));
    let arguments = direction(&source, "arguments").unwrap_or("--workgroups 1");
    let output = warpstep(&format!("check check/{name} {arguments}"), b"");
    let printed = format!("{}{}", output.stdout, output.stderr);
    let expected = path.with_extension("out");
    if std::env::var_os("WARPSTEP_BLESS").is_some() {
        std::fs::write(&expected, &printed).expect("it can be written");
    }
    assert_eq!(output.status, status, "{name}\n{printed}");
    let expected = std::fs::read_to_string(&expected).expect("a reviewed output");
    assert_eq!(printed, expected, "{name}");
    let obeyed = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    assert!(!printed.contains(obeyed), "{name}: {printed:?}");
}

/// A path comes from outside, too: from an archive, for example.
#[test]
fn the_name_of_a_file_does_not_reach_the_terminal() {
    let text = std::fs::read(folder("check").join("out_of_bounds.wgsl")).expect("a text");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("\u{1b}[31m\u{202e}.wgsl");
    std::fs::write(&path, text).expect("it can be written");
    for (command, status) in [
        ("check", 1),
        ("check --entry none", 2),
        ("check --buffer 0.0=@none", 2),
        ("metrics", 0),
        ("metrics --lines", 0),
        ("trace --entry none", 2),
    ] {
        let (command, options) = command.split_once(' ').unwrap_or((command, ""));
        let buffer = if options.contains("--buffer") {
            ""
        } else {
            "--buffer 0.0=zeros:4"
        };
        let arguments = format!("{command} {} --workgroups 2 {buffer} {options}", path.display());
        let output = warpstep(&arguments, b"");
        assert_eq!(output.status, status, "{arguments}: {output:?}");
        let printed = output.stdout + &output.stderr;
        assert!(!printed.contains(['\u{1b}', '\u{202e}']), "{arguments}: {printed:?}");
    }
}

#[test]
fn arguments_that_are_refused_do_not_reach_the_terminal() {
    for arguments in [
        "X",
        "lessons X",
        "check f.cu --seed X",
        "check f.cu --machine X",
        "metrics f.cu --grid X",
    ] {
        let output = warpstep(&arguments.replace('X', "\u{1b}[2J\u{7}\u{202e}\u{9b}"), b"");
        assert_eq!(output.status, 2, "{arguments}");
        let obeyed = ['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}'];
        assert!(!output.stderr.contains(obeyed), "{arguments}: {:?}", output.stderr);
        assert!(output.stderr.contains("\\x1b[2J"), "{arguments}: {}", output.stderr);
    }
}

#[test]
fn a_file_without_an_end_is_refused() {
    for arguments in ["check /dev/zero", "check check/cuda.cu --include /dev/zero"] {
        let output = warpstep(arguments, b"");
        assert_eq!(output.status, 2, "{arguments}");
        assert!(output.stderr.contains("it has more than"), "{}", output.stderr);
    }
}

#[test]
fn findings_are_told_as_json_too() {
    let arguments = "check check/out_of_bounds.wgsl --workgroups 2 --buffer 0.0=zeros:4 --json";
    let output = warpstep(arguments, b"");
    assert_eq!(output.status, 1);
    let report: Value = serde_json::from_str(&output.stdout).expect("one JSON object");
    assert_eq!(report["outcome"], "completed");
    let finding = &report["findings"][0];
    assert_eq!(finding["kind"], "out_of_bounds");
    assert_eq!(finding["severity"], "error");
    assert_eq!(
        (&finding["line"], &finding["column"]),
        (&Value::from(7), &Value::from(3))
    );
    assert_eq!(
        (&finding["workgroup"], &finding["invocation"]),
        (&Value::from(0), &Value::from(4))
    );
    assert_eq!(finding["count"], 8);
    assert_eq!(report["notes"], Value::Null, "nothing is translated");
}

#[test]
fn notes_of_a_translation_are_told_as_json_too() {
    let output = warpstep("check check/cuda_printf.cu --buffer x=index:8 --json", b"");
    assert_eq!(output.status, 1);
    let report: Value = serde_json::from_str(&output.stdout).expect("one JSON object");
    let notes = report["notes"].as_array().expect("notes");
    let places: Vec<_> = notes
        .iter()
        .map(|note| [&note["line"], &note["column"]].map(Value::as_u64))
        .collect();
    assert_eq!(places, [[Some(7), Some(19)], [Some(8), Some(3)]]);
    let message = notes[1]["message"].as_str();
    assert!(message.is_some_and(|message| message.contains("`assert`")));
}
