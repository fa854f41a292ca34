//! Lines of WGSL with the CUDA lines that they stand for.

use super::Printed;
use super::operations::take_signs;
use wgsl::{CheckedOperation, Requests};

#[derive(Debug, Default)]
pub(super) struct Text {
    lines: Vec<(String, u32)>,
}

impl Text {
    pub fn line(&mut self, text: &str, stands_for: u32) {
        self.lines.push((text.to_owned(), stands_for));
    }

    /// Adds an empty line, but never two.
    pub fn blank(&mut self) {
        if self.lines.last().is_some_and(|(line, _)| !line.is_empty()) {
            self.lines.push((String::new(), 0));
        }
    }

    pub fn append(&mut self, mut other: Text) {
        self.lines.append(&mut other.lines);
    }

    pub fn finish(self, requests: Requests, operations: &[CheckedOperation]) -> Printed {
        let mut wgsl = String::new();
        for (line, _) in &self.lines {
            wgsl += line;
            wgsl.push('\n');
        }
        let (wgsl, operations) = take_signs(&wgsl, operations);
        Printed {
            wgsl,
            lines: self.lines.into_iter().map(|(_, line)| line).collect(),
            requests,
            operations,
        }
    }
}
