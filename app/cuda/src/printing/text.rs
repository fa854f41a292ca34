//! Lines of WGSL with the CUDA lines that they stand for.

use super::Printed;
use super::operations::take_signs;
use std::collections::BTreeSet;
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

    /// Returns the numbers, from 1, of the lines that stand for one of these lines of CUDA.
    pub fn lines_of(&self, wanted: &BTreeSet<u32>) -> Vec<u32> {
        let lines = (1..).zip(&self.lines);
        let found = lines.filter(|(_, (_, line))| wanted.contains(line));
        found.map(|(number, _)| number).collect()
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
