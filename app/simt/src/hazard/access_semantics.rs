//! The semantics of an access, and which two accesses to one word by different lanes clash.

use super::conflict::AccessKind;
use crate::program::{Atomic, Binary, Touch};

/// The properties of a site's accesses that decide whether they race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Semantics {
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    /// `None` for plain (non-atomic) accesses.
    pub(crate) atomic: Option<AtomicEffect>,
    /// True if something depends on the value that the access returns.
    pub(crate) used: bool,
}

/// The effect of an atomic access on the word. Two accesses with the same effect commute, except `Replace` and `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicEffect {
    Nothing,
    Add,
    And,
    Or,
    ExclusiveOr,
    Min,
    Max,
    /// The last value stays.
    Replace,
    /// The result depends on the old value in another way.
    Other,
}

/// The relation of two accesses by different lanes that nothing orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clash {
    None,
    Race,
    /// A race, but harmless if every write of the word writes the same value.
    RaceOfWrites,
    /// Allowed, but the result depends on the order of the two.
    OrderMatters,
    /// Allowed, but the result depends on the order, unless every write of the word writes the same value.
    OrderOfWrites,
}

impl Semantics {
    /// Returns the semantics of a site; `None` if it does not access memory.
    pub(crate) fn of(touch: Touch) -> Option<Self> {
        let semantics = |reads, writes, atomic, used| {
            Some(Semantics {
                reads,
                writes,
                atomic,
                used,
            })
        };
        match touch {
            Touch::Load => semantics(true, false, None, true),
            Touch::Store => semantics(false, true, None, false),
            Touch::AtomicLoad => semantics(true, false, Some(AtomicEffect::Nothing), true),
            Touch::AtomicStore => semantics(false, true, Some(AtomicEffect::Replace), false),
            Touch::Atomic { function, used } => {
                let effect = match function {
                    // A subtraction adds the negative value. The order of a sum of floats changes its last bits only.
                    Atomic::Apply(Binary::Add | Binary::Subtract | Binary::AddFloat) => AtomicEffect::Add,
                    Atomic::Apply(Binary::And) => AtomicEffect::And,
                    Atomic::Apply(Binary::Or) => AtomicEffect::Or,
                    Atomic::Apply(Binary::ExclusiveOr) => AtomicEffect::ExclusiveOr,
                    Atomic::Apply(Binary::MinInt | Binary::MinUint) => AtomicEffect::Min,
                    Atomic::Apply(Binary::MaxInt | Binary::MaxUint) => AtomicEffect::Max,
                    Atomic::Exchange => AtomicEffect::Replace,
                    // Counters that go round at different limits depend on the order.
                    Atomic::CompareExchange | Atomic::Increment | Atomic::Decrement | Atomic::Apply(_) => {
                        AtomicEffect::Other
                    }
                };
                // An exchange whose old value is not used only writes.
                semantics(used || effect != AtomicEffect::Replace, true, Some(effect), used)
            }
            Touch::Index | Touch::Shuffle => None,
        }
    }

    /// Returns true if the two clash with the same accesses, apart from the effects of atomic ones.
    pub(crate) fn is_alike(self, other: Semantics) -> bool {
        let kind = |semantics: Semantics| (semantics.reads, semantics.writes, semantics.atomic.is_some());
        kind(self) == kind(other)
    }

    /// Returns true if the access writes without reading.
    pub(crate) fn stores(self) -> bool {
        self.writes && !self.reads
    }

    pub(crate) fn access(self) -> AccessKind {
        match (self.atomic, self.reads, self.writes) {
            (None, _, false) => AccessKind::Read,
            (None, _, true) => AccessKind::Write,
            (Some(_), _, false) => AccessKind::AtomicRead,
            (Some(_), false, true) => AccessKind::AtomicWrite,
            (Some(_), true, true) => AccessKind::AtomicUpdate,
        }
    }

    pub(crate) fn clash(self, other: Semantics) -> Clash {
        let both_write = self.writes && other.writes;
        if !self.writes && !other.writes {
            return Clash::None;
        }
        match (self.atomic, other.atomic) {
            (Some(_), Some(_)) if self.used && other.writes || other.used && self.writes => Clash::OrderMatters,
            (Some(AtomicEffect::Replace), Some(AtomicEffect::Replace)) => Clash::OrderOfWrites,
            (Some(one), Some(other)) if one == other && one != AtomicEffect::Other => Clash::None,
            (Some(_), Some(_)) if both_write => Clash::OrderMatters,
            (Some(_), Some(_)) => Clash::None,
            _ if both_write => Clash::RaceOfWrites,
            _ => Clash::Race,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_accesses_mean_what_the_table_says() {
        let semantics_of = |touch| Semantics::of(touch).expect("it touches memory");
        let atomic = |function, used| {
            semantics_of(Touch::Atomic {
                function: Atomic::Apply(function),
                used,
            })
        };
        let (load, store) = (semantics_of(Touch::Load), semantics_of(Touch::Store));
        let (peek, put) = (semantics_of(Touch::AtomicLoad), semantics_of(Touch::AtomicStore));
        let (add, ticket) = (atomic(Binary::Add, false), atomic(Binary::Add, true));
        let (subtract, max) = (atomic(Binary::Subtract, false), atomic(Binary::MaxUint, false));
        let swap = semantics_of(Touch::Atomic {
            function: Atomic::CompareExchange,
            used: false,
        });
        let table = [
            (load, load, Clash::None),
            (load, store, Clash::Race),
            (store, store, Clash::RaceOfWrites),
            (peek, peek, Clash::None),
            (peek, add, Clash::OrderMatters),
            (peek, put, Clash::OrderMatters),
            (put, put, Clash::OrderOfWrites),
            (put, add, Clash::OrderMatters),
            (add, add, Clash::None),
            (add, subtract, Clash::None),
            (add, max, Clash::OrderMatters),
            (max, max, Clash::None),
            (add, ticket, Clash::OrderMatters),
            (ticket, ticket, Clash::OrderMatters),
            (swap, swap, Clash::OrderMatters),
        ];
        for (one, other, clash) in table {
            assert_eq!(one.clash(other), clash, "{one:?} and {other:?}");
            assert_eq!(other.clash(one), clash, "{other:?} and {one:?}");
        }
    }
}
