//! `warpstep lessons`: the lessons with their kernels, the kernels over matrices, and the machines.

use crate::problem::Problem;
use lessons::{LESSONS, MATRIX_GALLERY};
use simt::Machine;
use std::io::Write;

pub fn write(out: &mut impl Write) -> Result<(), Problem> {
    for lesson in LESSONS {
        writeln!(out, "{:<12} {}", lesson.id, lesson.title.en)?;
        for kernel in lesson.kernels {
            writeln!(out, "  {:<24} {}", kernel.kernel.name, kernel.title.en)?;
        }
    }
    writeln!(out, "\nmatrices")?;
    for kernel in MATRIX_GALLERY {
        writeln!(out, "  {:<24} {}", kernel.kernel.name, kernel.title.en)?;
    }
    writeln!(out, "\nmachines")?;
    for machine in Machine::PRESETS {
        writeln!(
            out,
            "  {:<10} {}: {} lanes, lines of {} bytes, sectors of {}, {} banks of {}",
            machine.id,
            machine.name,
            machine.warp_width,
            machine.line_bytes,
            machine.sector_bytes,
            machine.bank_count,
            machine.bank_bytes
        )?;
        writeln!(out, "  {:<10} {}", "", machine.source)?;
        if !machine.assumed.is_empty() {
            writeln!(out, "  {:<10} Assumed: {}", "", machine.assumed)?;
        }
    }
    Ok(())
}
