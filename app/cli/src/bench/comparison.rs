//! The buffers that a kernel may write, after its run on the GPU and after its run on the machine.

use crate::job::Job;
use lessons::Language;
use model::playground::difference::{Difference, difference};
use model::strings;
use simt::{Binding, BindingAccess, Buffer, Program, Run, permitted_ulps};
use std::io::{self, Write};

/// The comparison of one buffer.
#[derive(Debug)]
pub struct Compared {
    name: String,
    found: Difference,
}

/// Compares every value that the kernel may have written: integers exactly, floats within the rounding that WGSL permits the
/// operations of a lane. The bound follows from the run's trace. `theirs` has the GPU's words, in the dispatch's order.
pub fn compare(job: &Job, run: &Run, theirs: &[Vec<u32>]) -> Vec<Compared> {
    let trace = run.trace.as_ref();
    let permitted = trace.map_or(0.0, |trace| permitted_ulps(&job.program, trace));
    let words = run.buffers.iter().zip(theirs);
    let buffers = job.dispatch.buffers.iter().zip(words);
    let compared = buffers.filter_map(|(buffer, (ours, theirs))| {
        let binding = binding_of(&job.program, buffer)?;
        (binding.access == BindingAccess::ReadWrite).then(|| Compared {
            name: binding.name.clone(),
            found: difference(&binding.layout, ours, theirs, permitted),
        })
    });
    compared.collect()
}

/// Returns the variable behind which a buffer is; `None` if the kernel does not use it.
pub fn binding_of<'p>(program: &'p Program, buffer: &Buffer) -> Option<&'p Binding> {
    let slot = Some((buffer.group, buffer.binding));
    program.bindings.iter().find(|binding| binding.slot == slot)
}

impl Compared {
    pub fn is_equal(&self) -> bool {
        self.found.differing == 0
    }

    /// Writes that the buffer is equal, or how many values differ and the first of them.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let words = strings::of(Language::English).playground();
        let sentence = (words.compared)(&self.found);
        writeln!(out, "result `{}`: {sentence}", self.name)?;
        match self.found.listed.first() {
            None => Ok(()),
            Some(first) => writeln!(
                out,
                "  the first is value {}: {} on the GPU, {} on the machine",
                first.index, first.theirs, first.ours
            ),
        }
    }
}
