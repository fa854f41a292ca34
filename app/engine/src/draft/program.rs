//! The launches of a CUDA program, one after another on the arrays that its host passes.

use super::Given;
use super::chain::{Copy, Launch, ReadyChain, Stage};
use super::filling::Slot;
use super::ready::NotReady;
pub use cuda::LeftOut;
use serde::{Deserialize, Serialize};
use simt::{Binding, Buffer, Contents, EntryPoint, KernelError};
use std::collections::BTreeMap;

/// The group of a program's arrays: the kernels of a CUDA text have group 0.
pub const ARRAYS: u32 = 1;

/// The launches that run in a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The arrays of the device, in the order in which the calls use them first.
    pub arrays: Vec<Binding>,
    /// The settings of the arrays that the text determines.
    pub given: Vec<Given>,
    /// The arguments of calls, and what the host writes between two calls.
    pub fixed: Vec<Vec<u8>>,
    pub calls: Vec<Call>,
}

/// A launch of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub entry_point: String,
    pub line: u32,
    /// The call as CUDA writes it, with its values.
    pub text: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub overrides: BTreeMap<String, f64>,
    /// For each buffer of the entry point its slot, and the place of its contents.
    pub bound: Vec<(Slot, Place)>,
    /// The writes of the host between this call and the next.
    pub writes: Vec<Write>,
}

/// The place of a buffer's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    Array(usize),
    Fixed(usize),
}

/// A write of the host to the first bytes of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    pub from: Place,
    pub array: usize,
    pub bytes: u64,
}

/// The launches of a program that do not run in a row: from which line on, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    pub line: u32,
    pub why: LeftOut,
}

impl Program {
    /// Returns the launches, whose buffers are the arrays.
    ///
    /// # Errors
    /// Returns that there is no entry point of a call's name.
    pub fn launches(&self, entries: &[EntryPoint]) -> Result<Vec<Launch>, NotReady> {
        let launch = |call: &Call| {
            let entry = entries.iter().find(|entry| entry.name == call.entry_point);
            let entry = entry.ok_or_else(|| {
                let name = Some(call.entry_point.clone());
                NotReady::Kernel(KernelError::NoEntryPoint { name })
            })?;
            let arrays = call.bound.iter().filter_map(|(_, place)| match place {
                Place::Array(at) => self.arrays.get(*at).cloned(),
                Place::Fixed(_) => None,
            });
            Ok(Launch {
                entry: EntryPoint {
                    buffers: arrays.collect(),
                    workgroup_size: Some(call.block),
                    ..entry.clone()
                },
                workgroups: call.grid,
            })
        };
        self.calls.iter().map(launch).collect()
    }

    /// Returns the chain of the calls. `initial` has the contents of the arrays.
    pub fn chain(&self, initial: Vec<Buffer>, shown: u32) -> ReadyChain {
        let at = |place: &Place| match place {
            Place::Array(at) => *at,
            Place::Fixed(at) => self.arrays.len() + at,
        };
        let fixed = self.fixed.iter().map(|bytes| Buffer {
            group: ARRAYS,
            binding: 0,
            contents: Contents::Bytes(bytes.clone()),
        });
        let stage = |(number, call): (usize, &Call)| Stage {
            pass: number,
            repeat: 0,
            entry_point: call.entry_point.clone(),
            workgroups: call.grid,
            overrides: call.overrides.clone(),
            places: call.bound.iter().map(|(_, place)| at(place)).collect(),
            slots: call.bound.iter().map(|(slot, _)| *slot).collect(),
            swap: None,
            copies: call
                .writes
                .iter()
                .map(|write| Copy {
                    from: at(&write.from),
                    to: write.array,
                    bytes: write.bytes,
                })
                .collect(),
        };
        ReadyChain {
            bindings: self.arrays.clone(),
            initial: initial.into_iter().chain(fixed).collect(),
            stages: self.calls.iter().enumerate().map(stage).collect(),
            shown: (shown as usize).min(self.calls.len().saturating_sub(1)),
        }
    }
}
