//! The cost of a request: lines and sectors in global memory, wavefronts in shared memory.
//!
//! Validated against hardware: the model reproduces the published profiler counters of a K80 exactly, and those that an
//! H200 reports for the same accesses.

use super::counters::{SharedTraffic, Traffic};
use crate::lanes::ActiveMask;
use crate::machine::{LoadGranularity, Machine};
use crate::program::Access;

/// Returns the numbers of distinct aligned sectors and lines touched.
fn footprint(addresses: &[u32], bytes: u32, machine: &Machine) -> (u32, u32) {
    if let Some(step) = rising_step(addresses) {
        return (
            steady(addresses, step, bytes, machine.sector_bytes),
            steady(addresses, step, bytes, machine.line_bytes),
        );
    }
    mixed_footprint(addresses, bytes, machine)
}

/// Returns the step from lane to lane, if it is the same everywhere and not negative.
fn rising_step(addresses: &[u32]) -> Option<u32> {
    let [first, second, ..] = *addresses else {
        return Some(0);
    };
    let step = second.checked_sub(first)?;
    // Without an early exit, the comparison compiles to a few vector instructions.
    let uneven = addresses
        .windows(2)
        .fold(0, |uneven, pair| uneven | (pair[1].wrapping_sub(pair[0]) ^ step));
    (uneven == 0).then_some(step)
}

/// Returns the number of units that addresses with a constant step touch.
fn steady(addresses: &[u32], step: u32, bytes: u32, unit: u32) -> u32 {
    let shift = unit.trailing_zeros();
    let (Some(first), Some(last)) = (addresses.first(), addresses.last()) else {
        return 0;
    };
    if step <= unit {
        // Every unit between the first and the last is touched.
        ((last + (bytes - 1)) >> shift) - (first >> shift) + 1
    } else if unit.is_multiple_of(bytes) && first.is_multiple_of(bytes) && step.is_multiple_of(bytes) {
        // Each lane touches a separate unit.
        addresses.len() as u32
    } else {
        let units = addresses
            .iter()
            .flat_map(|address| address >> shift..=(address + (bytes - 1)) >> shift);
        // In rising order, so that a unit shared by two lanes occurs twice in a row.
        let mut last = None;
        units.filter(|&unit| last.replace(unit) != Some(unit)).count() as u32
    }
}

fn mixed_footprint(addresses: &[u32], bytes: u32, machine: &Machine) -> (u32, u32) {
    let sector_shift = machine.sector_bytes.trailing_zeros();
    let line_shift = machine.line_bytes.trailing_zeros() - sector_shift;
    let (mut sectors, mut lines) = (0, 0);
    // One pass is enough for addresses that rise with the lane, as nearly all do.
    let mut last = None;
    for &address in addresses {
        let (first, end) = (address >> sector_shift, (address + (bytes - 1)) >> sector_shift);
        for sector in first..=end {
            match last {
                Some(last) if sector == last => continue,
                Some(last) if sector < last => {
                    return scattered_footprint(addresses, bytes, machine);
                }
                Some(last) if sector >> line_shift == last >> line_shift => {}
                _ => lines += 1,
            }
            sectors += 1;
            last = Some(sector);
        }
    }
    (sectors, lines)
}

/// Returns the same for addresses in any order.
#[inline(never)]
fn scattered_footprint(addresses: &[u32], bytes: u32, machine: &Machine) -> (u32, u32) {
    let sector_shift = machine.sector_bytes.trailing_zeros();
    let line_shift = machine.line_bytes.trailing_zeros() - sector_shift;
    let most = addresses.len() as u32 * (bytes / machine.sector_bytes + 2);
    let mut sectors = Distinct::of_at_most(most);
    let mut lines = Distinct::of_at_most(most);
    for address in addresses {
        for sector in address >> sector_shift..=(address + (bytes - 1)) >> sector_shift {
            if sectors.insert(sector) {
                lines.insert(sector >> line_shift);
            }
        }
    }
    (sectors.count, lines.count)
}

/// A set of numbers below 2^32 - 1, which only counts them.
struct Distinct {
    /// A hash table with linear probing. `FREE` is a place without a number.
    places: [u32; Self::PLACES],
    count: u32,
    /// Takes the place of the table where that is too small: for elements of many sectors.
    large: Option<std::collections::HashSet<u32>>,
}

impl Distinct {
    const PLACES: usize = 256;
    const FREE: u32 = u32::MAX;
    /// 2^32 divided by the golden ratio: Knuth's multiplicative hashing.
    const SPREAD: u32 = 0x9E37_79B9;

    fn of_at_most(numbers: u32) -> Self {
        Distinct {
            places: [Self::FREE; Self::PLACES],
            count: 0,
            large: (numbers as usize > Self::PLACES * 3 / 4).then(Default::default),
        }
    }

    /// Returns true if the number is new.
    #[inline]
    fn insert(&mut self, number: u32) -> bool {
        if let Some(large) = &mut self.large {
            let is_new = large.insert(number);
            self.count += u32::from(is_new);
            return is_new;
        }
        let mut place_number = (number.wrapping_mul(Self::SPREAD) >> 24) as usize;
        loop {
            let place = &mut self.places[place_number % Self::PLACES];
            if *place == number {
                return false;
            }
            if *place == Self::FREE {
                *place = number;
                self.count += 1;
                return true;
            }
            place_number += 1;
        }
    }
}

/// Computes the cost of one access to storage memory: `bytes` at the address of each lane of `mask`, in lane order. A
/// warp wider than what memory serves together makes a request for each group of lanes.
pub(crate) fn global_cost(
    access: Access,
    mask: ActiveMask,
    addresses: &[u32],
    bytes: u32,
    machine: &Machine,
) -> Traffic {
    let asked = bytes * addresses.len() as u32;
    let (mut requests, mut sectors, mut lines) = (0, 0, 0);
    for group in groups(mask, addresses, machine) {
        let touched = footprint(group, bytes, machine);
        requests += 1;
        sectors += touched.0;
        lines += touched.1;
    }
    traffic(access, requests, (sectors, lines), asked, machine)
}

/// Returns the counters of requests that touch these sectors and lines; the lanes ask for `asked` bytes.
#[inline]
pub(crate) fn traffic(
    access: Access,
    requests: u32,
    (sectors, lines): (u32, u32),
    asked: u32,
    machine: &Machine,
) -> Traffic {
    let moved = match (access, machine.loads) {
        (Access::Load, LoadGranularity::Lines) => lines * machine.line_bytes,
        (Access::Load, LoadGranularity::Sectors) | (Access::Store | Access::Atomic, _) => {
            sectors * machine.sector_bytes
        }
    };
    Traffic {
        requests: u64::from(requests),
        transactions: u64::from(lines),
        sectors: u64::from(sectors),
        bytes_asked: u64::from(asked),
        bytes_moved: u64::from(moved),
    }
}

/// Computes the cost of one access to workgroup memory. The degree of a part of a request is the largest number of distinct
/// words in one bank.
///
/// Accesses of 8 and 16 bytes have parts of as many lanes as all banks serve in one wavefront: half-warps and quarters of
/// a warp. Two neighbouring parts of a load are served as one if all lanes i and i ^ 1, or all lanes i and i ^ 2, ask for
/// the same address. So it is on sm_90 (`wide_shared.tsv`); for other machines it is assumed.
pub(crate) fn shared_cost(
    access: Access,
    mask: ActiveMask,
    addresses: &[u32],
    bytes: u32,
    machine: &Machine,
) -> SharedTraffic {
    let mut all = SharedTraffic {
        bytes_asked: u64::from(bytes) * addresses.len() as u64,
        ..SharedTraffic::default()
    };
    let mut lanes = mask.lanes();
    for group in groups(mask, addresses, machine) {
        all.requests += 1;
        let served = machine.bank_count * machine.bank_bytes;
        if !matches!(bytes, 8 | 16) || served / bytes >= machine.request_lanes {
            let (degree, least) = degree(group, bytes, machine);
            all.wavefronts += u64::from(degree);
            all.least_wavefronts += u64::from(least);
            continue;
        }
        let served_together: Vec<(u32, u32)> = lanes.by_ref().zip(group.iter().copied()).collect();
        let pairs = |apart: u32| {
            served_together.iter().all(|&(lane, address)| {
                let other = served_together.iter().find(|&&(other, _)| other == lane ^ apart);
                other.is_none_or(|&(_, of_other)| of_other == address)
            })
        };
        let joined = access == Access::Load && (pairs(1) || pairs(2));
        let width = served / bytes * if joined { 2 } else { 1 };
        for part in served_together.chunk_by(|(a, _), (b, _)| a / width == b / width) {
            let addresses: Vec<u32> = part.iter().map(|&(_, address)| address).collect();
            all.wavefronts += u64::from(degree(&addresses, bytes, machine).0);
            all.least_wavefronts += 1;
        }
    }
    all.bytes_moved = all.wavefronts * u64::from(machine.bank_count * machine.bank_bytes);
    all
}

/// Returns the addresses of the lanes that memory serves together, group by group, without groups that have no active
/// lane.
fn groups<'a>(mask: ActiveMask, mut addresses: &'a [u32], machine: &Machine) -> impl Iterator<Item = &'a [u32]> {
    let width = machine.request_lanes.max(1);
    let mut first = 0;
    std::iter::from_fn(move || {
        while !addresses.is_empty() {
            // Most machines serve the whole warp at once.
            let count = if width >= machine.warp_width || first >= 64 {
                addresses.len()
            } else {
                let group = ActiveMask(mask.0 >> first).and(ActiveMask::first(width));
                (group.count() as usize).min(addresses.len())
            };
            first += width;
            if count > 0 {
                let (group, rest) = addresses.split_at(count);
                addresses = rest;
                return Some(group);
            }
        }
        None
    })
}

/// Returns the largest number of distinct words in one bank, and the number if the words were spread evenly.
fn degree(addresses: &[u32], bytes: u32, machine: &Machine) -> (u32, u32) {
    // The first word of each bank: if no bank has a second, all are served at once.
    let mut first = [u32::MAX; 64];
    // Divisions by numbers that are not known before the run are slow.
    let (count, shift) = (machine.bank_count, machine.bank_bytes.trailing_zeros());
    let mask = count.is_power_of_two().then(|| count - 1);
    let bank_of = |word: u32| mask.map_or_else(|| word % count, |mask| word & mask) as usize % 64;
    let words_of = |address: u32| address >> shift..=(address + (bytes - 1)) >> shift;
    let at_once = addresses.iter().all(|&address| {
        words_of(address).all(|word| {
            let served = &mut first[bank_of(word)];
            if *served == u32::MAX {
                *served = word;
            }
            *served == word
        })
    });
    if at_once {
        return (1, 1);
    }
    // Lanes that access the same word share it.
    let most = addresses.len() as u32 * (bytes / machine.bank_bytes + 2);
    let mut words = Distinct::of_at_most(most);
    let mut wanted = [0_u32; 64];
    for word in addresses.iter().flat_map(|&address| words_of(address)) {
        if words.insert(word) {
            wanted[bank_of(word)] += 1;
        }
    }
    let least = words.count.div_ceil(machine.bank_count);
    (wanted.into_iter().max().unwrap_or(0), least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_counts_what_its_lanes_touch() {
        let warp = |address: fn(u32) -> u32| (0..32).map(address).collect::<Vec<_>>();
        // (addresses, bytes a lane, sectors, lines)
        let table = [
            (warp(|lane| 4 * lane), 4, 4, 1),
            (warp(|lane| 4 * lane + 4), 4, 5, 2),
            (warp(|lane| 8 * lane), 4, 8, 2),
            (warp(|lane| 128 * lane), 4, 32, 32),
            (warp(|_| 64), 4, 1, 1),
            (warp(|lane| 4 * (31 - lane)), 4, 4, 1),
            (warp(|lane| 4 * (lane ^ 9)), 4, 4, 1),
            (warp(|lane| 16 * lane), 16, 16, 4),
            (vec![124], 8, 2, 2),
        ];
        for (addresses, bytes, sectors, lines) in table {
            assert_eq!(
                footprint(&addresses, bytes, &Machine::default()),
                (sectors, lines),
                "{addresses:?}"
            );
        }
    }

    #[test]
    fn the_short_way_counts_what_the_long_way_counts() {
        for step in [0, 4, 8, 12, 16, 32, 36, 64, 124, 128, 132, 256, 4096] {
            for first in [0, 4, 28, 120] {
                for (bytes, lanes) in [(4, 1), (4, 7), (4, 32), (8, 32), (12, 5), (16, 64)] {
                    let addresses: Vec<u32> = (0..lanes).map(|lane| first + step * lane).collect();
                    let machine = Machine::default();
                    assert_eq!(
                        footprint(&addresses, bytes, &machine),
                        scattered_footprint(&addresses, bytes, &machine),
                        "{first} {step} {bytes}"
                    );
                }
            }
        }
    }

    #[test]
    fn banks_serve_one_word_each() {
        let degree = |address: fn(u32) -> u32| {
            let addresses: Vec<u32> = (0..32).map(address).collect();
            let all = ActiveMask::first(32);
            shared_cost(Access::Load, all, &addresses, 4, &Machine::default()).wavefronts
        };
        assert_eq!(degree(|lane| 4 * lane), 1);
        assert_eq!(degree(|lane| 8 * lane), 2);
        assert_eq!(degree(|lane| 128 * lane), 32);
        assert_eq!(degree(|_| 128), 1, "a broadcast");
        assert_eq!(degree(|lane| 132 * lane), 1, "padding by one word");
    }

    #[test]
    fn more_words_than_banks_are_no_conflict_by_themselves() {
        // (bytes between lanes, bytes a lane, wavefronts, conflicts)
        let table = [
            (4, 4, 1, 0),
            (8, 4, 2, 1),
            (8, 8, 2, 0),
            (16, 16, 4, 0),
            (32, 16, 8, 4),
            (0, 16, 2, 0),
            (0, 8, 1, 0),
        ];
        for (step, bytes, wavefronts, conflicts) in table {
            let addresses: Vec<u32> = (0..32).map(|lane| step * lane).collect();
            let all = ActiveMask::first(32);
            let cost = shared_cost(Access::Load, all, &addresses, bytes, &Machine::default());
            assert_eq!(
                (cost.wavefronts, cost.bank_conflicts()),
                (wavefronts, conflicts),
                "{step} {bytes}"
            );
        }
    }

    /// The measured wavefronts of 137 patterns, each as a load and a store of 8 and of 16 bytes.
    #[test]
    fn wide_accesses_take_the_wavefronts_of_the_chip() {
        let mut rows = 0;
        for line in include_str!("wide_shared.tsv").lines() {
            let Some((mask, rest)) = line.split_once('\t').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let mask = ActiveMask(u64::from_str_radix(mask, 16).expect("a mask"));
            let (elements, measured) = rest.split_once('\t').expect("measured values");
            let elements: Vec<u32> = elements.split(' ').flat_map(str::parse).collect();
            let measured: Vec<u64> = measured.split('\t').flat_map(str::parse).collect();
            let kinds = [
                (Access::Load, 8),
                (Access::Load, 16),
                (Access::Store, 8),
                (Access::Store, 16),
            ];
            for ((access, bytes), measured) in kinds.into_iter().zip(measured) {
                let addresses: Vec<u32> = mask.lanes().map(|lane| elements[lane as usize] * bytes).collect();
                let cost = shared_cost(access, mask, &addresses, bytes, &Machine::default());
                assert_eq!(cost.wavefronts, measured, "{access:?} {bytes} {line}");
            }
            rows += 1;
        }
        assert_eq!(rows, 137);
    }

    #[test]
    fn a_half_warp_is_served_by_itself() {
        let g80 = Machine::by_id("g80").expect("a preset");
        let even = ActiveMask(0x5555_5555);
        let high = ActiveMask(0xffff_0000);
        let apart = |mask: ActiveMask, step: u32| mask.lanes().map(|lane| lane * step).collect::<Vec<_>>();
        // (active lanes, bytes between lanes, requests, transactions, bytes moved)
        let table = [
            (ActiveMask::first(32), 4, 2, 2, 128),
            (ActiveMask::first(16), 4, 1, 1, 64),
            (ActiveMask::first(17), 4, 2, 2, 128),
            (high, 4, 1, 1, 64),
            (even, 4, 2, 2, 128),
            (even, 64, 2, 16, 1024),
            (ActiveMask::first(32), 0, 2, 2, 128),
            (ActiveMask(1 << 31), 4, 1, 1, 64),
        ];
        for (mask, step, requests, transactions, bytes_moved) in table {
            let cost = global_cost(Access::Load, mask, &apart(mask, step), 4, &g80);
            assert_eq!(
                (cost.requests, cost.transactions, cost.bytes_moved),
                (requests, transactions, bytes_moved),
                "{mask:?} {step}"
            );
        }
        let shared = |mask, step| {
            let cost = shared_cost(Access::Load, mask, &apart(mask, step), 4, &g80);
            (cost.requests, cost.wavefronts, cost.bank_conflicts())
        };
        assert_eq!(shared(ActiveMask::first(32), 4), (2, 2, 0));
        assert_eq!(shared(ActiveMask::first(32), 8), (2, 4, 2));
        assert_eq!(shared(even, 8), (2, 4, 2));
        assert_eq!(shared(even, 64), (2, 16, 14));
    }
}
