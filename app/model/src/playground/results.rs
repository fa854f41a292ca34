//! The results of a run as text, CSV and JSON: counters, findings, buffers, and what came of the expectations.

use super::cells::{per_word, show};
use super::expected::Judged;
use crate::lab::csv::quoted;
use crate::panels::counters::Counter;
use crate::strings::Strings;
use serde_json::{Map, Value, json};
use simt::{Binding, Finding, Outcome};

/// Everything that a reader can take out of a run.
#[derive(Clone, Copy, Debug)]
pub struct Results<'r> {
    pub entry_point: &'r str,
    pub machine: &'r str,
    pub outcome: &'r Outcome,
    pub counters: &'r [Counter],
    pub findings: &'r [Finding],
    /// The variables, and their words after the run.
    pub bindings: &'r [Binding],
    pub after: &'r [Vec<u32>],
    pub expected: &'r [Judged],
}

/// A form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Everything as plain text, in the page's language.
    Text,
    /// Everything as JSON.
    Json,
    CountersCsv,
    FindingsCsv,
    BuffersCsv,
}

impl Form {
    pub const ALL: [Form; 5] = [
        Form::Text,
        Form::Json,
        Form::CountersCsv,
        Form::FindingsCsv,
        Form::BuffersCsv,
    ];

    /// Returns the name of the file.
    pub const fn file(self) -> &'static str {
        match self {
            Form::Text => "results.txt",
            Form::Json => "results.json",
            Form::CountersCsv => "counters.csv",
            Form::FindingsCsv => "findings.csv",
            Form::BuffersCsv => "buffers.csv",
        }
    }

    /// Returns the kind of the file.
    pub const fn kind(self) -> &'static str {
        match self {
            Form::Text => "text/plain",
            Form::Json => "application/json",
            Form::CountersCsv | Form::FindingsCsv | Form::BuffersCsv => "text/csv",
        }
    }
}

/// The value of a cell, and its name such as `out[3]`.
type NamedValue = (String, String);

impl Results<'_> {
    /// Writes the results in a form.
    pub fn write(&self, form: Form, strings: &'static Strings) -> String {
        match form {
            Form::Text => self.text(strings),
            Form::Json => self.json(strings),
            Form::CountersCsv => {
                let rows = self.counters.iter().map(|counter| {
                    let value = counter.value.clone().unwrap_or_default();
                    vec![counter.id.name().to_owned(), value.replace(',', "")]
                });
                csv(&["counter", "value"], rows)
            }
            Form::FindingsCsv => {
                let rows = self.findings.iter().map(|finding| {
                    vec![
                        finding.kind.name().to_owned(),
                        finding.line.to_string(),
                        finding.workgroup.to_string(),
                        finding.invocation.to_string(),
                        (strings.finding_words().finding)(finding),
                    ]
                });
                csv(&["kind", "line", "block", "thread", "sentence"], rows)
            }
            Form::BuffersCsv => {
                let rows = self.values().flat_map(|(name, values)| {
                    let row = move |(value, text): NamedValue| vec![name.clone(), value, text];
                    values.into_iter().map(row).collect::<Vec<_>>()
                });
                csv(&["buffer", "element", "value"], rows)
            }
        }
    }

    /// Iterates over the buffers with the values of each.
    fn values(&self) -> impl Iterator<Item = (String, Vec<NamedValue>)> {
        self.bindings.iter().zip(self.after).map(|(binding, words)| {
            let layout = &binding.layout;
            let per_word = per_word(layout.scalar());
            let value = |cell: usize| {
                let path = layout.path_at((cell * 4 / per_word) as u64)?;
                Some((format!("{}{path}", binding.name), show(layout, words, cell)?))
            };
            // Padding has no name.
            let values = (0..words.len() * per_word).filter_map(value).collect();
            (binding.name.clone(), values)
        })
    }

    fn text(&self, strings: &'static Strings) -> String {
        let mut lines = vec![format!("{} · {}", self.entry_point, self.machine), String::new()];
        lines.extend((strings.outcome)(self.outcome));
        let words = strings.expected_words();
        for judged in self.expected {
            lines.push(match &judged.result {
                Err(error) => (words.error)(&judged.name, error),
                Ok(comparison) => match comparison.listed.first() {
                    None => (words.right)(&judged.name, comparison),
                    Some(first) => (words.wrong)(&judged.name, comparison, first),
                },
            });
        }
        lines.extend(
            self.findings
                .iter()
                .map(|finding| (strings.finding_words().finding)(finding)),
        );
        lines.push(String::new());
        for counter in self.counters {
            if let Some(value) = &counter.value {
                lines.push(format!("{}: {value}", counter.id.name()));
            }
        }
        for (name, values) in self.values() {
            let values: Vec<String> = values.into_iter().map(|(_, value)| value).collect();
            lines.push(String::new());
            lines.push(format!("{name}: {}", values.join(" ")));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn json(&self, strings: &'static Strings) -> String {
        let counters: Map<String, Value> = self
            .counters
            .iter()
            .map(|counter| (counter.id.name().to_owned(), json!(counter.number)))
            .collect();
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "kind": finding.kind.name(),
                    "line": finding.line,
                    "column": finding.column,
                    "block": finding.workgroup,
                    "thread": finding.invocation,
                    "sentence": (strings.finding_words().finding)(finding),
                })
            })
            .collect();
        let number = |text: &str| match text.parse::<f64>() {
            Ok(number) if number.is_finite() => json!(number),
            _ => json!(text),
        };
        let buffers: Map<String, Value> = self
            .values()
            .map(|(name, values)| {
                let values: Vec<Value> = values.iter().map(|(_, value)| number(value)).collect();
                (name, json!(values))
            })
            .collect();
        let expected: Map<String, Value> = self
            .expected
            .iter()
            .map(|judged| {
                let comparison_json = match &judged.result {
                    Err(error) => {
                        let sentence = (strings.expected_words().error)(&judged.name, error);
                        json!({ "error": sentence })
                    }
                    Ok(comparison) => json!({
                        "values": comparison.values,
                        "wrong": comparison.wrong,
                        "first": comparison.listed.first().map(|first| json!({
                            "at": format!("{}{}", judged.name, first.path),
                            "expected": number(&first.expected),
                            "got": number(&first.got),
                        })),
                    }),
                };
                (judged.name.clone(), comparison_json)
            })
            .collect();
        let all = json!({
            "entry_point": self.entry_point,
            "machine": self.machine,
            "outcome": (strings.outcome)(self.outcome),
            "counters": counters,
            "findings": findings,
            "expected": expected,
            "buffers": buffers,
        });
        serde_json::to_string_pretty(&all).unwrap_or_default()
    }
}

/// Writes a table with a heading (RFC 4180).
fn csv(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("{}\r\n", head.join(","));
    for row in rows {
        let fields: Vec<String> = row.iter().map(|field| quoted(field)).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::counters::counters;
    use crate::run::sample::Sample;
    use crate::strings;
    use lessons::Language;
    use simt::{Buffer, Contents, Dispatch, RunOptions};

    #[test]
    fn every_form_has_the_same_values() {
        let text = "struct P { n: u32, x: f32 }
            @group(0) @binding(0) var<storage, read_write> list: array<P>;
            @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) t: u32) {
                list[t] = P(t + 7, 0.5);
                list[0].n += 1;
            }";
        let program = simt::compile(text, None).expect("it is valid");
        let dispatch = Dispatch {
            workgroups: [1, 1, 1],
            overrides: Default::default(),
            buffers: vec![Buffer {
                group: 0,
                binding: 0,
                contents: Contents::Zeros { words: 4 },
            }],
        };
        let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("it runs");
        let counters = counters(None, Sample::whole_of(1), true, &run.metrics);
        let results = Results {
            entry_point: "main",
            machine: "H200",
            outcome: &run.outcome,
            counters: &counters,
            findings: &run.findings,
            bindings: &program.bindings,
            after: &run.buffers,
            expected: &[],
        };
        let strings = strings::of(Language::English);
        let written = |form| results.write(form, strings);
        assert_eq!(
            written(Form::BuffersCsv),
            "buffer,element,value\r\nlist,list[0].n,8\r\nlist,list[0].x,0.5\r\nlist,list[1].n,8\r\nlist,list[1].x,0.5\r\n"
        );
        let json: Value = serde_json::from_str(&written(Form::Json)).expect("JSON");
        assert_eq!(json["buffers"]["list"], json!([8.0, 0.5, 8.0, 0.5]));
        assert_eq!(json["findings"][0]["kind"], "data_race");
        assert!(written(Form::Text).contains("list: 8 0.5 8 0.5"));
        assert!(written(Form::FindingsCsv).starts_with("kind,line,block,thread,sentence\r\ndata_race,"));
        let stores = counters.iter().find(|each| each.id.name() == "gst_transactions");
        let stores = stores.and_then(|each| each.value.clone()).expect("a counter");
        assert!(written(Form::CountersCsv).contains(&format!("gst_transactions,{stores}\r\n")));
    }
}
