//! Messages for other programs: SARIF for code scanning, JUnit for test reports, and GitHub's annotations.

use super::diagnostic::Diagnostic;
use crate::visible::visible;
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
                "artifactLocation": { "uri": path.replace('\\', "/") },
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
pub fn junit(
    messages: &[Messages],
    denied: impl Fn(&Diagnostic) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let fails = |run: &&Messages| run.diagnostics.iter().any(&denied);
    let (tests, failures) = (messages.len(), messages.iter().filter(fails).count());
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuite name=\"warpstep\" tests=\"{tests}\" failures=\"{failures}\">"
    )?;
    for run in messages {
        let (path, name) = (escaped(&run.path), escaped(&run.run));
        writeln!(
            out,
            "  <testcase classname=\"{path}\" name=\"{name}\" file=\"{path}\">"
        )?;
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
        writeln!(out, "  </testcase>")?;
    }
    writeln!(out, "</testsuite>")
}

/// Writes workflow commands, which GitHub shows at the lines of a pull request.
///
/// Source: "Workflow commands for GitHub Actions", GitHub Docs.
pub fn github(messages: &[Messages], out: &mut impl Write) -> io::Result<()> {
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    for run in messages {
        for each in &run.diagnostics {
            let command = match each.severity {
                "error" | "warning" => each.severity,
                _ => "notice",
            };
            let (path, title) = (
                property(&run.path),
                property(each.code.unwrap_or(each.severity)),
            );
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
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escaped(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
}
