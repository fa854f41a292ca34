//! Formats each finding as one English sentence.

use super::finding::{Absent, Finding, FindingKind, Whereabouts};
use std::fmt;

/// Formats what happened, the variable and index, and the lanes; without a full stop.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lane = self.invocation;
        match &self.kind {
            FindingKind::DataRace(conflict) if conflict.between_workgroups() => {
                write!(f, "{conflict}; nothing orders workgroups")
            }
            FindingKind::DataRace(conflict) => {
                write!(f, "{conflict}; no barrier lies between them")
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
                "{conflict}; the `{}` of line {barrier_line} between them does not order {} memory",
                barrier.call(),
                conflict.space.name()
            ),
            FindingKind::OutOfBounds {
                variable,
                text,
                index,
                length,
            } => {
                write!(f, "lane {lane} uses index {index}")?;
                if let negative @ i32::MIN..0 = *index as i32 {
                    write!(f, " ({negative} as a signed number)")?;
                }
                write!(
                    f,
                    " in `{text}`, outside `{variable}` with its {length} elements; loads gave 0 and stores were dropped, WGSL allows any element instead"
                )
            }
            FindingKind::DivergentBarrier {
                waiting,
                missing,
                absent,
            } => {
                write!(
                    f,
                    "{} (lane {lane} for one) waiting at the barrier, {missing} missing",
                    Lanes(*waiting)
                )?;
                absent.iter().try_for_each(|absent| self.absent(f, absent))
            }
            FindingKind::EndlessLoop { iterations, lanes } => write!(
                f,
                "the loop had not ended after {iterations} iterations in {} (lane {lane} for one)",
                Lanes(*lanes)
            ),
            FindingKind::LanesWaitForEachOther {
                iterations,
                spinning,
                waiting,
            } => {
                write!(
                    f,
                    "after {iterations} iterations the loop still waits for what another lane writes, in {} (lane {lane} for one)",
                    Lanes(*spinning)
                )?;
                match waiting {
                    0 => Ok(()),
                    _ => write!(
                        f,
                        "; {} of the same warps cannot go on before it ends",
                        Lanes(*waiting)
                    ),
                }
            }
            FindingKind::UnwrittenRead {
                variable,
                text,
                index,
            } => {
                write!(f, "lane {lane} reads `{text}`")?;
                if let Some(index) = index {
                    write!(f, ", index {index} of `{variable}`,")?;
                }
                write!(
                    f,
                    " before anything wrote it: zero in WGSL, garbage in CUDA"
                )
            }
            FindingKind::OrderDependentAtomic(conflict) => {
                write!(f, "{conflict}; the result depends on which comes first")
            }
            FindingKind::InactiveLaneRead { text, source } => write!(
                f,
                "lane {lane} takes the value of lane {source} of its warp in `{text}`, which is not active there; it got 0, WGSL allows anything"
            ),
        }
    }
}

impl Finding {
    fn absent(&self, f: &mut fmt::Formatter<'_>, absent: &Absent) -> fmt::Result {
        let lanes = Lanes(absent.lanes);
        match absent.whereabouts {
            Whereabouts::Barrier { line } if line == self.line => {
                write!(f, "; {lanes} at it in another call or iteration")
            }
            Whereabouts::Barrier { line } => write!(f, "; {lanes} at the barrier of line {line}"),
            Whereabouts::Finished => write!(f, "; {lanes} finished"),
            Whereabouts::Elsewhere => write!(f, "; {lanes} on another path"),
        }?;
        write!(f, " (lane {} for one)", absent.example)
    }
}

/// A number of lanes, with the noun in singular or plural.
struct Lanes(u32);

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 lane"),
            lanes => write!(f, "{lanes} lanes"),
        }
    }
}
