//! Order by memory fences: CUDA's `__threadfence()` orders all threads, and `__threadfence_block()` those of a workgroup.
//! WGSL has neither.
//!
//! A lane's fence publishes what it knows: its own accesses so far, those of its workgroup before the last barrier, and what it
//! has learned itself. Its later atomic operations hand this on with their word, and the next atomic operation on the word
//! learns it; a barrier shares what the lanes of a workgroup have learned and published. An access that is known is ordered
//! (CUDA C++ Programming Guide, "Memory Fence Functions").
//!
//! An atomic operation comes behind all earlier ones on its word, and so does what its lane does next with the word: the last
//! workgroup to draw a ticket may set it back.
//!
//! In a kernel with fences the accesses of each word are listed one by one. The list takes the place of the dispatch's shadow
//! memory, and tells the workgroup's which accesses are ordered.

use super::access_semantics::{Clash, Semantics};
use super::report::{Accessor, Meeting, Reports, Scope};
use std::collections::HashMap;
use wgsl::FenceScope;

/// The accesses of each workgroup that are known: all until a time, and those of some lanes until a later one.
#[derive(Clone, Debug, Default, PartialEq)]
struct Knowledge(HashMap<u32, Known>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    all: u64,
    lanes: HashMap<u32, u64>,
}

/// The accesses of one lane from one site.
#[derive(Clone, Copy, Debug)]
struct Listed {
    site: u32,
    workgroup: u32,
    lane: u32,
    /// The last time.
    time: u64,
    /// The threads to which an atomic operation hands on what its lane has published, as the one that frees a lock does.
    hands_on: Option<FenceScope>,
}

/// The accesses to one word.
#[derive(Clone, Debug, Default)]
struct WordLog {
    accesses: Vec<Listed>,
    /// The first value that was written, and whether others differ.
    value: Option<u32>,
    differ: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    last: Option<u64>,
    before: Option<u64>,
}

/// Limit of the accesses that are listed of one word; later ones are compared, but not listed.
const MOST: usize = 256;

/// Keeps what lanes know of other accesses, and what atomic operations hand on.
#[derive(Debug, Default)]
struct Order {
    /// The knowledge that atomic operations hand on, by memory and word.
    handed: HashMap<(u32, u32), Knowledge>,
    /// The knowledge that all lanes of the workgroup have since its last barrier.
    shared: Knowledge,
    /// The knowledge that lanes have gained since, and that they have published.
    learned: HashMap<u32, Knowledge>,
    published: HashMap<u32, Knowledge>,
    /// The knowledge that lanes have published before the last barrier.
    all_published: Option<Knowledge>,
}

#[derive(Debug, Default)]
pub(crate) struct FenceOrder {
    /// The accesses to memory that several workgroups use, and to memory that only the present one uses.
    words: HashMap<(u32, u32), WordLog>,
    own_words: HashMap<(u32, u32), WordLog>,
    /// The order of all workgroups, by fences for the device, and of the lanes of the present one, by all fences.
    across: Order,
    within: Order,
    time: u64,
    workgroup: u32,
    /// The time of the workgroup's last barrier.
    barrier: u64,
    /// The times of each lane's last two atomic operations that read a word, and of the last one before the last barrier.
    taken: HashMap<((u32, u32), u32), Taken>,
    all_taken: HashMap<(u32, u32), u64>,
}

impl Knowledge {
    fn join(&mut self, other: &Knowledge) {
        for (workgroup, theirs) in &other.0 {
            let times = self.0.entry(*workgroup).or_default();
            times.all = times.all.max(theirs.all);
            for (lane, time) in &theirs.lanes {
                let latest = times.lanes.entry(*lane).or_default();
                *latest = (*latest).max(*time);
            }
        }
    }

    fn has(&self, access: &Listed) -> bool {
        self.0.get(&access.workgroup).is_some_and(|times| {
            let lane = times.lanes.get(&access.lane);
            access.time <= times.all || lane.is_some_and(|time| access.time <= *time)
        })
    }
}

impl Order {
    /// Begins a workgroup. Atomic operations of earlier ones still hand on what they did.
    fn begin_workgroup(&mut self) {
        let handed = std::mem::take(&mut self.handed);
        *self = Order {
            handed,
            ..Order::default()
        };
    }

    fn barrier_opened(&mut self) {
        for learned in std::mem::take(&mut self.learned).values() {
            self.shared.join(learned);
        }
        for published in std::mem::take(&mut self.published).values() {
            let all = self.all_published.get_or_insert_default();
            all.join(published);
        }
    }

    /// Records a fence of a lane at a time, after the workgroup's last barrier.
    fn fence(&mut self, workgroup: u32, lane: u32, barrier: u64, time: u64) {
        let mut knowledge = self.shared.clone();
        if let Some(learned) = self.learned.get(&lane) {
            knowledge.join(learned);
        }
        let times = knowledge.0.entry(workgroup).or_default();
        times.all = times.all.max(barrier);
        times.lanes.insert(lane, time);
        self.published.insert(lane, knowledge);
    }

    /// Shares among lanes that meet what each has learned and published, and what each has done until a time.
    fn meet(&mut self, workgroup: u32, lanes: &[u32], time: u64) {
        let mut learned = Knowledge::default();
        let mut published: Option<Knowledge> = None;
        for lane in lanes {
            if let Some(knowledge) = self.learned.get(lane) {
                learned.join(knowledge);
            }
            if let Some(knowledge) = self.published.get(lane) {
                published.get_or_insert_default().join(knowledge);
            }
        }
        let times = learned.0.entry(workgroup).or_default();
        times.lanes.extend(lanes.iter().map(|&lane| (lane, time)));
        for &lane in lanes {
            self.learned.insert(lane, learned.clone());
            if let Some(published) = &published {
                self.published.insert(lane, published.clone());
            }
        }
    }

    fn knows(&self, lane: u32, access: &Listed) -> bool {
        let learned = self.learned.get(&lane);
        self.shared.has(access) || learned.is_some_and(|learned| learned.has(access))
    }

    fn has_published(&self, lane: u32) -> bool {
        self.published.contains_key(&lane) || self.all_published.is_some()
    }

    /// Learns what earlier atomic operations on a word have handed on, and hands on what the lane has published.
    fn hand_on(&mut self, place: (u32, u32), lane: u32, semantics: Semantics) {
        if let (Some(handed), true) = (self.handed.get(&place), semantics.reads) {
            self.learned.entry(lane).or_default().join(handed);
        }
        let published = self.published.get(&lane).into_iter();
        for published in published.chain(&self.all_published) {
            if semantics.writes {
                self.handed.entry(place).or_default().join(published);
            }
        }
    }
}

impl FenceOrder {
    pub(super) fn begin_workgroup(&mut self, workgroup: u32) {
        self.workgroup = workgroup;
        self.barrier = self.time;
        self.across.begin_workgroup();
        self.within = Order::default();
        self.own_words.clear();
        self.taken.clear();
        self.all_taken.clear();
    }

    /// Records that all lanes of the workgroup came to a barrier.
    pub(super) fn barrier_opened(&mut self) {
        self.barrier = self.time;
        self.across.barrier_opened();
        self.within.barrier_opened();
        for ((place, _), taken) in self.taken.drain() {
            let last = self.all_taken.entry(place).or_default();
            *last = (*last).max(taken.last.unwrap_or(0));
        }
    }

    /// Records that lanes of a warp have met at its barrier.
    pub(super) fn meet(&mut self, lanes: &[u32]) {
        self.across.meet(self.workgroup, lanes, self.time);
        self.within.meet(self.workgroup, lanes, self.time);
    }

    /// Records that a lane executes a fence.
    pub(super) fn fence(&mut self, lane: u32, scope: FenceScope) {
        let (workgroup, barrier, time) = (self.workgroup, self.barrier, self.time);
        self.within.fence(workgroup, lane, barrier, time);
        if scope == FenceScope::Device {
            self.across.fence(workgroup, lane, barrier, time);
        }
    }

    /// Records an access of a lane to a word, with the value that it wrote, if it did. `reports` takes the races with other
    /// workgroups; it is `None` if these do not use the memory, or are not ordered by fences.
    pub(super) fn add(
        &mut self,
        site_semantics: &[Semantics],
        reports: Option<&mut Reports>,
        place: (u32, u32),
        (site, lane): (u32, u32),
        written: Option<u32>,
    ) {
        self.time += 1;
        let semantics = site_semantics[site as usize];
        let atomic = semantics.atomic.is_some();
        if atomic {
            self.across.hand_on(place, lane, semantics);
            self.within.hand_on(place, lane, semantics);
        }
        if atomic && semantics.reads {
            let taken = self.taken.entry((place, lane)).or_default();
            *taken = Taken {
                last: Some(self.time),
                before: taken.last,
            };
        }
        let last_taken = self.last_taken(place, lane, semantics);
        let words = match reports {
            Some(_) => &mut self.words,
            None => &mut self.own_words,
        };
        let log = words.entry(place).or_default();
        if let Some(value) = written {
            log.differ |= log.value.is_some_and(|first| first != value);
            log.value.get_or_insert(value);
        }
        let access = Listed {
            site,
            workgroup: self.workgroup,
            lane,
            time: self.time,
            hands_on: match (atomic && semantics.writes, lane) {
                (true, lane) if self.across.has_published(lane) => Some(FenceScope::Device),
                (true, lane) if self.within.has_published(lane) => Some(FenceScope::Workgroup),
                _ => None,
            },
        };
        let accessor = |listed: &Listed| Accessor {
            site: listed.site,
            workgroup: listed.workgroup,
            lane: Some(listed.lane),
        };
        if let Some(reports) = reports {
            for listed in log.accesses.iter().rev() {
                let known_semantics = site_semantics[listed.site as usize];
                let clash = semantics.clash(known_semantics);
                // The operation that takes a lock reads what the one that freed it has stored.
                let is_handed = listed.hands_on == Some(FenceScope::Device);
                let taken = is_handed && atomic && semantics.reads;
                if listed.workgroup == self.workgroup
                    || clash == Clash::None
                    || taken
                    || is_behind(last_taken, listed, known_semantics)
                    || self.across.knows(lane, listed)
                {
                    continue;
                }
                reports.meet(Meeting {
                    scope: Scope::Workgroups,
                    clash,
                    differs: log.differ,
                    word: place.1,
                    one: accessor(&access),
                    other: accessor(listed),
                });
            }
        }
        match log.position(access) {
            Some(position) => log.accesses[position] = access,
            None if log.accesses.len() < MOST => log.accesses.push(access),
            None => {}
        }
    }

    /// Returns true if a lane's present access to a word comes behind the last one of another lane of the workgroup from a
    /// site. One that is not listed counts as ordered.
    pub(super) fn orders(
        &self,
        place: (u32, u32),
        (lane, semantics): (u32, Semantics),
        (other, site, known_semantics): (u32, u32, Semantics),
    ) -> bool {
        let log = self.words.get(&place).or_else(|| self.own_words.get(&place));
        let Some(log) = log else {
            return false;
        };
        let wanted = Listed {
            site,
            workgroup: self.workgroup,
            lane: other,
            time: 0,
            hands_on: None,
        };
        match log.position(wanted) {
            Some(position) => {
                let listed = &log.accesses[position];
                let is_taker = |semantics: Semantics| semantics.atomic.is_some() && semantics.reads;
                let hands_on = semantics.atomic.is_some() && semantics.writes && self.within.has_published(lane);
                let last_taken = self.last_taken(place, lane, semantics);
                // A lane that waits for a lock tries to take it before and after the one that frees it does so.
                listed.hands_on.is_some() && is_taker(semantics)
                    || hands_on && is_taker(known_semantics)
                    || is_behind(last_taken, listed, known_semantics)
                    || self.within.knows(lane, listed)
            }
            None => log.accesses.len() >= MOST,
        }
    }

    /// Returns the time of the last atomic operation by which a lane has read a word, before its present access.
    fn last_taken(&self, place: (u32, u32), lane: u32, present: Semantics) -> Option<u64> {
        let taken = self.taken.get(&(place, lane));
        let taken = taken.and_then(|taken| {
            if present.atomic.is_some() && present.reads {
                taken.before
            } else {
                taken.last
            }
        });
        taken.max(self.all_taken.get(&place).copied())
    }
}

impl WordLog {
    /// Returns the position of the access of one site and lane.
    fn position(&self, access: Listed) -> Option<usize> {
        let key = |listed: &Listed| (listed.site, listed.workgroup, listed.lane);
        let mut all = self.accesses.iter();
        all.position(|listed| key(listed) == key(&access))
    }
}

/// Returns true if the lane's own operation on the word came behind a known atomic operation.
fn is_behind(last_taken: Option<u64>, listed: &Listed, semantics: Semantics) -> bool {
    semantics.atomic.is_some() && last_taken.is_some_and(|last| listed.time < last)
}

#[cfg(test)]
mod tests {
    use super::super::access_semantics::AtomicEffect;
    use super::*;

    const WRITE: u32 = 0;
    const READ: u32 = 1;
    const TICKET: u32 = 2;

    fn semantics() -> [Semantics; 3] {
        let plain = |reads, writes| Semantics {
            reads,
            writes,
            atomic: None,
            used: reads,
        };
        let ticket = Semantics {
            reads: true,
            writes: true,
            atomic: Some(AtomicEffect::Add),
            used: true,
        };
        [plain(false, true), plain(true, false), ticket]
    }

    /// A step of the story: (workgroup, lane, what it does to which word).
    #[derive(Clone, Copy)]
    enum Does {
        Access(u32, u32),
        Fence,
        Barrier,
    }

    /// Returns the number of races with a plain access.
    fn races(story: &[(u32, u32, Does)]) -> usize {
        let semantics = semantics();
        let mut reports = Reports::default();
        let mut order = FenceOrder::default();
        let mut workgroup = u32::MAX;
        for &(of_workgroup, lane, does) in story {
            if of_workgroup != workgroup {
                order.begin_workgroup(of_workgroup);
                workgroup = of_workgroup;
            }
            match does {
                Does::Access(site, word) => {
                    let written = semantics[site as usize].writes.then_some(of_workgroup + lane);
                    order.add(&semantics, Some(&mut reports), (0, word), (site, lane), written);
                }
                Does::Fence => order.fence(lane, FenceScope::Device),
                Does::Barrier => order.barrier_opened(),
            }
        }
        reports.epoch = 1;
        let pairs = reports.pairs(u32::MAX);
        pairs
            .filter(|(pair, _)| matches!(pair.example.clash, Clash::Race | Clash::RaceOfWrites))
            .count()
    }

    #[test]
    fn a_fence_before_an_atomic_operation_orders_blocks() {
        use Does::*;
        let (write, read, ticket) = (Access(WRITE, 5), Access(READ, 5), Access(TICKET, 9));
        for (story, wanted) in [
            // The last block reads what the first wrote.
            (
                vec![
                    (0, 0, write),
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, read),
                ],
                0,
            ),
            (vec![(0, 0, write), (0, 0, ticket), (1, 0, ticket), (1, 0, read)], 1),
            // The fence comes too late, or the reader has not looked.
            (
                vec![
                    (0, 0, write),
                    (0, 0, ticket),
                    (0, 0, Fence),
                    (1, 0, ticket),
                    (1, 0, read),
                ],
                1,
            ),
            (vec![(0, 0, write), (0, 0, Fence), (0, 0, ticket), (1, 0, read)], 1),
            (
                vec![
                    (0, 0, Fence),
                    (0, 0, write),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, read),
                ],
                1,
            ),
            // A barrier before the fence publishes the other lanes' accesses, and one after the ticket shares it.
            (
                vec![
                    (0, 3, write),
                    (0, 0, Barrier),
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, Barrier),
                    (1, 7, read),
                ],
                0,
            ),
            (
                vec![
                    (0, 3, write),
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, read),
                ],
                1,
            ),
            (
                vec![
                    (0, 0, write),
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 7, read),
                ],
                1,
            ),
            // Each lane publishes its own, and a barrier gives it to the one that draws the ticket.
            (
                vec![
                    (0, 3, write),
                    (0, 3, Fence),
                    (0, 0, Barrier),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, read),
                ],
                0,
            ),
            // The last one to draw the ticket sets it back; one that has not drawn it may not.
            (
                vec![
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, Fence),
                    (1, 0, ticket),
                    (1, 0, Access(WRITE, 9)),
                ],
                0,
            ),
            (
                vec![
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, Barrier),
                    (1, 4, Access(WRITE, 9)),
                ],
                0,
            ),
            (
                vec![(0, 0, Fence), (0, 0, ticket), (1, 0, Fence), (1, 0, Access(WRITE, 9))],
                1,
            ),
            // Knowledge is handed on from block to block.
            (
                vec![
                    (0, 0, write),
                    (0, 0, Fence),
                    (0, 0, ticket),
                    (1, 0, ticket),
                    (1, 0, Fence),
                    (1, 0, Access(TICKET, 8)),
                    (2, 0, Access(TICKET, 8)),
                    (2, 0, read),
                ],
                0,
            ),
        ] {
            assert_eq!(races(&story), wanted);
        }
    }
}
