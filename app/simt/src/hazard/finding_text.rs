//! Formats each finding as one English sentence.

use super::conflict::Condition;
use super::finding::{Absent, Effect, Finding, FindingKind, MaskFault, Severity, Whereabouts};
use super::undefined::UndefinedOperation;
use crate::program::BarrierKind;
use std::fmt;
use wgsl::{Header, Integers};

/// Formats what happened, the variable and index, and the threads; without a full stop.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence(f)?;
        match &self.header {
            // A conflict names the lines of both accesses.
            Some(Header { name, line }) if self.kind.conflict().is_none() => {
                write!(f, " (line {line} of `{name}`)")
            }
            _ => Ok(()),
        }
    }
}

impl Finding {
    fn sentence(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thread = self.invocation;
        match &self.kind {
            FindingKind::DataRace(conflict) if conflict.between_workgroups() => {
                write!(f, "{conflict}; nothing orders workgroups")
            }
            FindingKind::DataRace(conflict) if conflict.also_between_workgroups => write!(
                f,
                "{conflict}; no barrier lies between them, and the same two accesses meet between workgroups, which nothing orders"
            ),
            FindingKind::DataRace(conflict) => {
                write!(f, "{conflict}; no barrier lies between them")?;
                if let Some([first, last]) = conflict.tail {
                    let variable = &conflict.variable;
                    write!(
                        f,
                        ", nor between the other accesses of `{variable}` in lines {first} to {last}"
                    )?;
                }
                match &conflict.let_in {
                    None => Ok(()),
                    Some(Condition { line, text }) => write!(
                        f,
                        ", and no barrier inside the branch could: `{text}` (line {line}) lets both in at once; change the condition if only one of them belongs there"
                    ),
                }
            }
            FindingKind::EqualValueRace(conflict) => write!(
                f,
                "{conflict}; nothing orders them, but all write the same value"
            ),
            FindingKind::WrongBarrier {
                conflict,
                barrier_line,
                barrier,
            } => write!(
                f,
                "{conflict}; the `{}` of line {barrier_line} between them does not order {}",
                barrier.call(),
                match conflict.barrier {
                    BarrierKind::Texture => "textures",
                    BarrierKind::Storage => "storage memory",
                    BarrierKind::Workgroup | BarrierKind::Both | BarrierKind::Grid => {
                        "workgroup memory"
                    }
                }
            ),
            FindingKind::OutOfBounds {
                variable,
                text,
                index,
                length,
                endless,
            } => {
                write!(f, "thread {thread} uses index {index}")?;
                if let negative @ i32::MIN..0 = *index as i32 {
                    write!(f, " ({negative} as a signed number)")?;
                }
                write!(
                    f,
                    " in `{text}`, outside `{variable}` with its {}; loads gave 0 and stores were dropped, WGSL allows any element instead",
                    Count(u64::from(*length), "element")
                )?;
                match endless {
                    Some(line) => write!(
                        f,
                        "; so the loop of line {line} never ends: what it waits for is never stored"
                    ),
                    None => Ok(()),
                }
            }
            FindingKind::DiscardedRead {
                variable,
                text,
                index,
                length,
            } => write!(
                f,
                "thread {thread} uses index {index} in `{text}`, outside `{variable}` with its {}, and `select` throws the value away; that is allowed, and an `if` would not read at all",
                Count(u64::from(*length), "element")
            ),
            FindingKind::DivergentBarrier {
                waiting,
                missing,
                absent,
            } => {
                write!(
                    f,
                    "{} (thread {thread} for one) waiting at the barrier, {missing} missing",
                    Count(u64::from(*waiting), "thread")
                )?;
                absent.iter().try_for_each(|absent| self.absent(f, absent))
            }
            FindingKind::GridBarrier { waiting, finished } => write!(
                f,
                "{waiting} of {} {} at the barrier of the grid, and {} finished without it, so it never opens",
                Count(waiting + finished, "workgroup"),
                if *waiting == 1 { "waits" } else { "wait" },
                if *finished == 1 { "the other has" } else { "the others have" }
            ),
            FindingKind::UnfinishedLoop { iterations, lanes } => write!(
                f,
                "the steps of the run were used up, and the loop had not ended after {} in {} (thread {thread} for one)",
                Count(u64::from(*iterations), "iteration"),
                Count(u64::from(*lanes), "thread")
            ),
            FindingKind::IdleLoop { lanes } => write!(
                f,
                "nothing changes in this loop, neither a variable nor memory, so it never ends for {} (thread {thread} for one)",
                Count(u64::from(*lanes), "thread")
            ),
            FindingKind::LanesWaitForEachOther {
                iterations,
                spinning,
                waiting,
            } => {
                write!(
                    f,
                    "after {} the loop still waits for what another thread writes, in {} (thread {thread} for one)",
                    Count(u64::from(*iterations), "iteration"),
                    Count(u64::from(*spinning), "thread")
                )?;
                match waiting {
                    0 => Ok(()),
                    _ => write!(
                        f,
                        "; {} of the same warps cannot go on before it ends",
                        Count(u64::from(*waiting), "thread")
                    ),
                }
            }
            FindingKind::WorkgroupWaits {
                iterations,
                workgroups,
            } => write!(
                f,
                "after {} the loop still waits for another of the {workgroups} workgroups (thread {thread} for one); none is promised to have started before this one ends",
                Count(u64::from(*iterations), "iteration")
            ),
            FindingKind::NothingStored { values } => {
                f.write_str("every thread returned here, so nothing was stored")?;
                for (index, (name, value)) in values.iter().enumerate() {
                    f.write_str(if index == 0 { ": " } else { ", " })?;
                    write!(f, "`{name}` is {value}")?;
                }
                Ok(())
            }
            FindingKind::UnwrittenRead {
                variable,
                text,
                index,
                effect,
            } => {
                write!(f, "thread {thread} reads `{text}`")?;
                if let Some(index) = index {
                    write!(f, ", index {index} of `{variable}`,")?;
                }
                write!(
                    f,
                    " before a thread wrote it: zero in WGSL, undefined in CUDA"
                )?;
                effect.write(f)
            }
            FindingKind::UncheckedAccesses => f.write_str(
                "no access is checked for races from here on: too many accesses lie between two barriers of the workgroup",
            ),
            FindingKind::OrderDependentAtomic(conflict) => {
                write!(f, "{conflict}; the result depends on which comes first")
            }
            FindingKind::NotUniform(separation) => write!(f, "{separation}"),
            FindingKind::UndefinedResult {
                text,
                integers,
                operation,
            } => {
                match operation {
                    UndefinedOperation::Overflow(overflow) => {
                        write!(
                            f,
                            "`{text}` is {overflow} in thread {thread}, which does not fit "
                        )?;
                        return f.write_str(match integers {
                            Integers::AsWritten => "an `int`: CUDA leaves the result undefined",
                            Integers::Shortened => {
                                "32 bits: CUDA leaves the result of an `int` undefined, and a longer type has 32 bits here"
                            }
                        });
                    }
                    UndefinedOperation::Lost(lost) => {
                        return write!(
                            f,
                            "`{text}` is {lost} in thread {thread}: the type has 64 bits in CUDA and 32 here, which are not enough"
                        );
                    }
                    UndefinedOperation::Misaligned { at, every } => {
                        return write!(
                            f,
                            "`{text}` begins at element {at} in thread {thread}, which is no multiple of {every}: CUDA stops with a misaligned address"
                        );
                    }
                    UndefinedOperation::DivisionByZero => {
                        write!(f, "`{text}` divides by zero in thread {thread}")
                    }
                    UndefinedOperation::Shift { by } => {
                        write!(
                            f,
                            "`{text}` shifts by {by} in thread {thread}, not by 0 to 31"
                        )
                    }
                }?;
                f.write_str(": CUDA leaves the result undefined")
            }
            FindingKind::FailedAssertion { text } => {
                write!(
                    f,
                    "the condition `{text}` of `assert` does not hold for thread {thread}; CUDA would stop the program here"
                )
            }
            FindingKind::WrongMask {
                text,
                mask,
                lane,
                fault,
            } => match fault {
                MaskFault::CallerOutside => write!(
                    f,
                    "lane {lane} of a warp calls `{text}`, and the mask {mask:#x} does not name it: the result is undefined"
                ),
                MaskFault::Elsewhere => write!(
                    f,
                    "the mask {mask:#x} of `{text}` names lane {lane}, which does not call it: the result is undefined"
                ),
                MaskFault::Absent => write!(
                    f,
                    "the mask {mask:#x} of `{text}` names lane {lane}, which the block does not have"
                ),
            },
            FindingKind::InactiveLaneRead {
                text,
                source,
                effect,
            } => {
                let rule = match (effect, self.severity()) {
                    (Effect::Unknown, Severity::Error) => {
                        "it got 0, WGSL calls this an error, and any value may come"
                    }
                    (Effect::Unknown, _) => "it got 0, WGSL allows any value",
                    _ => "the value is undefined",
                };
                write!(
                    f,
                    "thread {thread} takes the value of lane {source} of its warp in `{text}`, which is not active there; {rule}"
                )?;
                effect.write(f)
            }
        }
    }
}

impl Effect {
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Effect::Unknown => "",
            Effect::None => "; no result depends on it here",
            Effect::Result => "; the result depends on it",
        })
    }
}

impl Finding {
    fn absent(&self, f: &mut fmt::Formatter<'_>, absent: &Absent) -> fmt::Result {
        let threads = Count(u64::from(absent.lanes), "thread");
        match absent.whereabouts {
            Whereabouts::Barrier { line } if line == self.line => {
                write!(f, "; {threads} at it in another call or iteration")
            }
            Whereabouts::Barrier { line } => write!(f, "; {threads} at the barrier of line {line}"),
            Whereabouts::Finished => write!(f, "; {threads} finished"),
            Whereabouts::Elsewhere => write!(f, "; {threads} on another path"),
        }?;
        write!(f, " (thread {} for one)", absent.example)
    }
}

/// A number, with its noun in singular or plural.
struct Count(u64, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count(1, noun) => write!(f, "1 {noun}"),
            Count(number, noun) => write!(f, "{number} {noun}s"),
        }
    }
}
