//! The default values of a program's overrides, and the workgroup size that follows from them.

use crate::program::{Extent, Op, Program, Register, ScalarType, run_prologue};
use serde::{Deserialize, Serialize};

/// An override as the text declares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeclaredOverride {
    pub name: String,
    pub scalar: ScalarType,
    /// The bits of its default value, if it has one.
    pub default: Option<u32>,
}

/// Computes the workgroup size with every override at its default; `None` if it depends on an override without one.
pub(super) fn default_workgroup_size(program: &Program) -> Option<[u32; 3]> {
    let mut uniforms = vec![0; program.uniform_registers as usize];
    for &(register, bits) in &program.constants {
        uniforms[register.index()] = bits;
    }
    run_prologue(program, &[], |_| Extent::default(), &mut uniforms);
    let unknown = without_default(program);
    let has_value = |register: &Register| !unknown[register.index()];
    program
        .workgroup_size
        .iter()
        .all(has_value)
        .then(|| program.workgroup_size.map(|register| uniforms[register.index()]))
}

/// Returns the overrides with their default values.
pub fn declared_overrides(program: &Program) -> Vec<DeclaredOverride> {
    let mut uniforms = vec![0; program.uniform_registers as usize];
    for &(register, bits) in &program.constants {
        uniforms[register.index()] = bits;
    }
    run_prologue(program, &[], |_| Extent::default(), &mut uniforms);
    let declared = program.overrides.iter().map(|declared| DeclaredOverride {
        name: declared.name.clone(),
        scalar: declared.scalar,
        default: declared.has_default.then(|| uniforms[declared.register.index()]),
    });
    declared.collect()
}

/// Returns, for each uniform register, whether its value depends on an override without a default.
fn without_default(program: &Program) -> Vec<bool> {
    let mut unknown = vec![false; program.uniform_registers as usize];
    for declared in program.overrides.iter().filter(|o| !o.has_default) {
        unknown[declared.register.index()] = true;
    }
    for op in &program.prologue {
        let is = |register: Register| unknown[register.index()];
        let (to, value) = match *op {
            Op::Copy { to, from } => (to, is(from)),
            Op::Unary { to, a, .. } => (to, is(a)),
            Op::Binary { to, a, b, .. } => (to, is(a) || is(b)),
            Op::Ternary { to, a, b, c, .. } => (to, is(a) || is(b) || is(c)),
            // No other instruction depends on overrides.
            _ => continue,
        };
        unknown[to.index()] = value;
    }
    unknown
}
