//! Messages for other programs: SARIF for code scanning, JUnit for test reports, and GitHub's annotations.

use super::diagnostic::Diagnostic;
use crate::visible::visible;
use model::export::frame;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The messages about one run of a kernel.
#[derive(Debug)]
pub struct Messages {
    /// The launch, or the kernel.
    pub run: String,
    pub path: String,
    pub diagnostics: Vec<Diagnostic>,
}

/// Writes a SARIF log.
///
/// Source: "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS, 2020.
pub fn sarif(messages: &[Messages], out: &mut impl Write) -> io::Result<()> {
    let all = || messages.iter().flat_map(|run| run.diagnostics.iter());
    let codes: BTreeSet<&str> = all().filter_map(|each| each.code).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let result = |path: &str, each: &Diagnostic| {
        let level = match each.severity {
            "error" | "warning" => each.severity,
            _ => "note",
        };
        let mut result = json!({
            "level": level,
            "message": { "text": text(each) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": uri(path) },
                "region": {
                    "startLine": each.line.max(1),
                    "startColumn": each.column.max(1),
                    "endColumn": each.column.max(1) + each.width.max(1),
                },
            } }],
        });
        if let Some(code) = each.code {
            result["ruleId"] = json!(code);
        }
        result
    };
    let results: Vec<Value> = messages
        .iter()
        .flat_map(|run| run.diagnostics.iter().map(|each| result(&run.path, each)))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "warpstep", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// Writes a report in which each run is a test, and each message that is `denied` a failure.
pub fn junit(messages: &[Messages], denied: impl Fn(&Diagnostic) -> bool, out: &mut impl Write) -> io::Result<()> {
    let fails = |run: &&Messages| run.diagnostics.iter().any(&denied);
    let (tests, failures) = (messages.len(), messages.iter().filter(fails).count());
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuite name=\"warpstep\" tests=\"{tests}\" failures=\"{failures}\">"
    )?;
    for run in messages {
        let (path, name) = (escaped(&run.path), escaped(&run.run));
        let others = run.diagnostics.iter().filter(|each| !denied(each));
        let others: Vec<String> = others
            .map(|each| format!("{}: {}", each.severity, text(each)))
            .collect();
        writeln!(out, "  <testcase classname=\"{path}\" name=\"{name}\" file=\"{path}\">")?;
        for each in run.diagnostics.iter().filter(|each| denied(each)) {
            let kind = each.code.unwrap_or(each.severity);
            let place = format!("{}:{}:{}", run.path, each.line, each.column);
            let (message, body) = (escaped(&each.message), escaped(&text(each)));
            let place = escaped(&place);
            writeln!(
                out,
                "    <failure type=\"{kind}\" message=\"{message}\">{place}: {body}</failure>"
            )?;
        }
        if !others.is_empty() {
            let others = escaped(&others.join("\n"));
            writeln!(out, "    <system-out>{others}</system-out>")?;
        }
        writeln!(out, "  </testcase>")?;
    }
    writeln!(out, "</testsuite>")
}

/// Writes workflow commands, which GitHub shows at the lines of a pull request.
///
/// Source: "Workflow commands for GitHub Actions", GitHub Docs.
pub fn github(messages: &[Messages], out: &mut impl Write) -> io::Result<()> {
    let property = |text: &str| data(&visible(text)).replace(':', "%3A").replace(',', "%2C");
    for run in messages {
        for each in &run.diagnostics {
            let command = match each.severity {
                "error" | "warning" => each.severity,
                _ => "notice",
            };
            let (path, title) = (property(&run.path), property(each.code.unwrap_or(each.severity)));
            let (line, column, text) = (each.line, each.column, data(&text(each)));
            writeln!(
                out,
                "::{command} file={path},line={line},col={column},title={title}::{text}"
            )?;
        }
    }
    Ok(())
}

/// Returns a message with its notes and its help, without characters that a terminal obeys.
fn text(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        text = format!("{text}\n{note}");
    }
    if let Some(help) = &diagnostic.help {
        text = format!("{text}\nhelp: {help}");
    }
    visible(&text)
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns the URI of a path. Source: RFC 3986, section 2; a relative one has no colon in its first part.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Returns a text for XML, which has no characters U+FFFE and U+FFFF.
fn escaped(text: &str) -> String {
    let text = visible(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    frame::escaped(&text).replace('\t', "&#9;").replace('\n', "&#10;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, severity: &'static str, code: Option<&'static str>) -> [Messages; 1] {
        [Messages {
            run: "f<<<1, 2>>>(\"a\")".to_owned(),
            path: path.to_owned(),
            diagnostics: vec![Diagnostic {
                severity,
                code,
                message: "100 %,\n<x>: \u{1b}[31m\u{ffff}".to_owned(),
                line: 3,
                column: 5,
                width: 2,
                notes: Vec::new(),
                help: Some("mend".to_owned()),
                change: Vec::new(),
            }],
        }]
    }

    fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).expect("memory");
        String::from_utf8(out).expect("a text")
    }

    #[test]
    fn hostile_names_and_texts_are_written_as_each_format_wants_them() {
        for (path, wanted) in [
            ("a b.cu", "a%20b.cu"),
            ("c:d.cu", "c%3Ad.cu"),
            ("/x/p%25#q?.cu", "file:///x/p%2525%23q%3F.cu"),
            ("汉.cu", "%E6%B1%89.cu"),
        ] {
            let log = written(|out| sarif(&of(path, "error", Some("data_race")), out));
            let log: Value = serde_json::from_str(&log).expect("JSON");
            let result = &log["runs"][0]["results"][0];
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], wanted);
            assert_eq!(
                (&result["ruleId"], &result["level"]),
                (&json!("data_race"), &json!("error"))
            );
        }
        let lines = written(|out| github(&of("a,b:\u{1b}%\n.cu", "hint", None), out));
        assert_eq!(
            lines,
            "::notice file=a%2Cb%3A\\x1b%25%0A.cu,line=3,col=5,title=hint::100 %25,%0A<x>: \\x1b[31m\u{ffff}%0Ahelp: mend\n"
        );
        let report = written(|out| junit(&of("<&>.cu", "error", None), |_| true, out));
        assert!(
            report.contains("classname=\"&lt;&amp;&gt;.cu\" name=\"f&lt;&lt;&lt;1, 2&gt;&gt;&gt;(&quot;a&quot;)\""),
            "{report}"
        );
        assert!(!report.contains(['\u{1b}', '\u{ffff}']), "{report}");
        let passed = written(|out| junit(&of("a.cu", "hint", None), |_| false, out));
        assert!(
            passed.contains("failures=\"0\"") && passed.contains("<system-out>hint: 100"),
            "{passed}"
        );
    }
}
