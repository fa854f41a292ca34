//! Writes the lines that a CUDA kernel prints.

use crate::visible::visible;
use launch::printed::Printed;
use std::io::{self, Write};

/// Lists what a run printed: a line for each line of text, with block and thread.
pub fn write(printed: &[Printed], left_out: u64, out: &mut impl Write) -> io::Result<()> {
    if printed.is_empty() {
        return Ok(());
    }
    writeln!(out, "printed:")?;
    for each in printed {
        for text in each.text.lines() {
            write!(out, "  block {}, thread {}", each.block, each.thread)?;
            match (&each.header, each.line) {
                (Some(header), _) => write!(out, ", `{}`, line {}", header.name, header.line)?,
                (None, Some(line)) => write!(out, ", line {line}")?,
                (None, None) => {}
            }
            writeln!(out, ": {}", visible(text))?;
        }
    }
    if left_out > 0 {
        writeln!(out, "  {left_out} more calls of `printf` are left out")?;
    }
    writeln!(out)
}
