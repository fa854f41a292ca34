//! The calls of a program as a chain.

use super::chain::{Copy, Launch, ReadyChain, Stage};
use super::program::{ARRAYS, Call, Place, Program};
use super::ready::NotReady;
use simt::{Buffer, Contents, EntryPoint, KernelError};

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
                Place::Array(index) => self.arrays.get(*index).cloned(),
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
        let index_of = |place: &Place| match place {
            Place::Array(index) => *index,
            Place::Fixed(index) => self.arrays.len() + index,
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
            places: call.bound.iter().map(|(_, place)| index_of(place)).collect(),
            slots: call.bound.iter().map(|(slot, _)| *slot).collect(),
            swap: None,
            copies: call
                .writes
                .iter()
                .map(|write| Copy {
                    from: index_of(&write.from),
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
