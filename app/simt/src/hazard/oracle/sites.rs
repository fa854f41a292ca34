//! The sites of the accesses that are tested.

use crate::hazard::access_semantics::{AtomicEffect, Semantics};

fn site_semantics() -> Vec<Semantics> {
    let semantics = |reads, writes, atomic, used| Semantics {
        reads,
        writes,
        atomic,
        used,
    };
    vec![
        semantics(true, false, None, true),
        semantics(true, false, None, true),
        semantics(false, true, None, false),
        semantics(false, true, None, false),
        semantics(true, true, Some(AtomicEffect::Add), false),
        semantics(true, true, Some(AtomicEffect::Max), true),
        semantics(false, true, Some(AtomicEffect::Replace), false),
        semantics(true, false, Some(AtomicEffect::Nothing), true),
    ]
}

pub(super) fn sites() -> Vec<Option<(u32, Semantics)>> {
    (0..2)
        .flat_map(|memory| site_semantics().into_iter().map(move |n| Some((memory, n))))
        .collect()
}

pub(super) fn nature_of(site: u32) -> Semantics {
    site_semantics()[site as usize % site_semantics().len()]
}

pub(super) fn memory_of(site: u32) -> usize {
    site as usize / site_semantics().len()
}

pub(super) fn is_write(site: u32) -> bool {
    nature_of(site).writes
}

/// Returns true for the sites of volatile accesses: a load and a store of each memory.
pub(super) fn is_volatile(site: u32) -> bool {
    matches!(site as usize % site_semantics().len(), 1 | 3)
}
