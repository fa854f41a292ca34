//! The results of the detector, by pair of sites: a count, an example, and whether the values differed.

use super::access_semantics::Clash;
use crate::program::BarrierKind;
use std::collections::BTreeMap;

/// The order that is missing between two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// There is no barrier between them.
    Unordered,
    /// The barrier between them orders the other memory.
    WrongBarrier,
    /// They are in different workgroups.
    Workgroups,
}

/// An access by one lane; `lane` is `None` if only the workgroup is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accessor {
    pub(crate) site: u32,
    pub(crate) workgroup: u32,
    pub(crate) lane: Option<u32>,
}

/// Two accesses to one word that nothing orders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) scope: Scope,
    pub(crate) clash: Clash,
    /// True if writes of different values met.
    pub(crate) differs: bool,
    pub(crate) word: u32,
    pub(crate) one: Accessor,
    pub(crate) other: Accessor,
}

/// All meetings of two sites.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) count: u64,
    pub(crate) example: Meeting,
    /// The last barrier that opened before the first meeting.
    pub(crate) barrier: Option<(BarrierKind, u32)>,
    /// Epochs of the first meeting, and of the first with different values.
    since: u32,
    differs_since: Option<u32>,
}

/// Reads of one site that no write precedes.
#[derive(Clone, Debug)]
pub(crate) struct Unwritten {
    pub(crate) count: u64,
    pub(crate) word: u32,
    pub(crate) reader: Accessor,
    /// Reads that the current epoch adds, or (negative) takes back from earlier epochs.
    pending: i64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    pairs: BTreeMap<(u32, u32, Scope), Pair>,
    unwritten: BTreeMap<u32, Unwritten>,
    /// Number of barriers and workgroups so far: the clock that all lanes agree on.
    pub(crate) epoch: u32,
    pub(crate) barrier: Option<(BarrierKind, u32)>,
    /// Number of accesses that were compared with others since it was last taken.
    pub(crate) comparisons: u64,
}

/// Limit of the pairs that are reported: thousands of lines that race have one cause.
const MOST_PAIRS: usize = 1024;

impl Reports {
    #[cold]
    pub(crate) fn meet(&mut self, meeting: Meeting) {
        let (a, b) = (meeting.one.site, meeting.other.site);
        let key = (a.min(b), a.max(b), meeting.scope);
        let (epoch, barrier) = (self.epoch, self.barrier);
        if self.pairs.len() == MOST_PAIRS && !self.has_met(a, b, meeting.scope) {
            return;
        }
        let pair = self.pairs.entry(key).or_insert_with(|| Pair {
            count: 0,
            example: meeting,
            barrier,
            since: epoch,
            differs_since: None,
        });
        pair.count += 1;
        if meeting.differs {
            pair.differs_since.get_or_insert(epoch);
        }
    }

    /// Returns true if a meeting of two sites is reported.
    pub(crate) fn has_met(&self, a: u32, b: u32, scope: Scope) -> bool {
        self.pairs.contains_key(&(a.min(b), a.max(b), scope))
    }

    /// Records that the writes of two sites that met have different values.
    #[cold]
    pub(crate) fn differ(&mut self, a: u32, b: u32, scope: Scope) {
        let epoch = self.epoch;
        if let Some(pair) = self.pairs.get_mut(&(a.min(b), a.max(b), scope)) {
            pair.differs_since.get_or_insert(epoch);
        }
    }

    #[cold]
    pub(crate) fn unwritten(&mut self, word: u32, reader: Accessor) {
        let unwritten = self.unwritten.entry(reader.site).or_insert(Unwritten {
            count: 0,
            word,
            reader,
            pending: 0,
        });
        unwritten.pending += 1;
    }

    /// Takes back a read that seemed to precede every write, but races with one: that is another finding.
    #[cold]
    pub(crate) fn retract(&mut self, site: u32) {
        if let Some(unwritten) = self.unwritten.get_mut(&site) {
            unwritten.pending -= 1;
        }
    }

    /// Ends an epoch without divergence: its reads that no write precedes are counted.
    pub(crate) fn end_epoch(&mut self) {
        for unwritten in self.unwritten.values_mut() {
            let pending = std::mem::take(&mut unwritten.pending);
            unwritten.count = unwritten.count.saturating_add_signed(pending);
        }
    }

    /// Returns the pairs that met before epoch `until`, and whether different values met before it.
    pub(crate) fn pairs(&self, until: u32) -> impl Iterator<Item = (&Pair, bool)> {
        self.pairs
            .values()
            .filter(move |pair| pair.since < until)
            .map(move |pair| (pair, pair.differs_since.is_some_and(|since| since < until)))
    }

    pub(crate) fn unwritten_reads(&self) -> impl Iterator<Item = &Unwritten> {
        self.unwritten.values().filter(|unwritten| unwritten.count > 0)
    }
}
