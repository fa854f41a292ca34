//! The launches of a whole program, one after another.

use super::launch_info::{LaunchInfo, Unknown, launch_info};
use super::{Text, overloads};
use crate::typing::{self, HostWrite, LeftOut, Written};

/// The launches that a program makes, in order, as far as they can be followed without running the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub steps: Vec<Step>,
    pub left: Option<Left>,
}

/// A launch of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its arguments have contents at the first launch of their array.
    pub launch: LaunchInfo,
    /// The writes of the host between the launch before and this one, to arrays of earlier launches.
    pub writes: Vec<HostWrite>,
    /// The `__constant__` and `__device__` variables that the host has written before their first launch.
    pub symbols: Vec<(String, Written)>,
}

/// The place at which a program is no longer followed, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    pub line: u32,
    pub why: LeftOut,
    /// The value or the contents without which it is not followed.
    pub unknown: Option<Unknown>,
}

impl Text<'_> {
    /// Follows the program from `main`, or from a function of the host that launches.
    pub fn program(&self) -> Program {
        let program = typing::program(&self.file);
        let line = |span: typing::Span| self.places.line(span.start);
        let steps = program.steps.into_iter().map(|mut step| {
            let symbols = step.symbols.into_iter();
            overloads::choose(&mut step.launch, &self.kernels);
            Step {
                launch: launch_info(&step.launch, &self.places),
                writes: step.writes,
                symbols: symbols.map(|(name, written)| (name.to_string(), written)).collect(),
            }
        });
        Program {
            steps: steps.collect(),
            left: program.left.map(|(span, why)| Left {
                line: line(span),
                why,
                unknown: Unknown::of(program.unknown.as_ref(), &self.places),
            }),
        }
    }
}
