//! What a request costs: lines and sectors in global memory, wavefronts in shared memory.
//!
//! Checked against hardware: the model gives the printed counters of a K80's profiler to the last digit, and those an
//! H200's counters report for the same accesses.

use crate::machine::{LoadGranularity, Machine};
use crate::metrics::{SharedTraffic, Traffic};
use crate::trace::Access;

/// Distinct aligned units touched: (sectors, lines).
fn footprint(addresses: &[u32], bytes: u32, machine: &Machine) -> (u32, u32) {
    let sector_shift = machine.sector_bytes.trailing_zeros();
    let line_shift = machine.line_bytes.trailing_zeros() - sector_shift;
    let (mut sectors, mut lines) = (0, 0);
    // One pass does for addresses that rise with the lane, as nearly all do.
    let mut last = None;
    for &address in addresses {
        let (first, end) = (address >> sector_shift, (address + (bytes - 1)) >> sector_shift);
        for sector in first..=end {
            match last {
                Some(last) if sector == last => continue,
                Some(last) if sector < last => return sorted_footprint(addresses, bytes, machine),
                Some(last) if sector >> line_shift == last >> line_shift => {}
                _ => lines += 1,
            }
            sectors += 1;
            last = Some(sector);
        }
    }
    (sectors, lines)
}

#[cold]
fn sorted_footprint(addresses: &[u32], bytes: u32, machine: &Machine) -> (u32, u32) {
    let units = |unit: u32| {
        let mut touched: Vec<u32> =
            addresses.iter().flat_map(|address| address / unit..=(address + bytes - 1) / unit).collect();
        touched.sort_unstable();
        touched.dedup();
        touched.len() as u32
    };
    (units(machine.sector_bytes), units(machine.line_bytes))
}

/// Counts one request to storage memory: `bytes` at each active lane's address.
pub(crate) fn count_global(traffic: &mut Traffic, access: Access, addresses: &[u32], bytes: u32, machine: &Machine) {
    let (sectors, lines) = footprint(addresses, bytes, machine);
    let moved = match (access, machine.loads) {
        (Access::Load, LoadGranularity::Lines) => lines * machine.line_bytes,
        (Access::Load, LoadGranularity::Sectors) | (Access::Store, _) => sectors * machine.sector_bytes,
    };
    traffic.requests += 1;
    traffic.transactions += u64::from(lines);
    traffic.sectors += u64::from(sectors);
    traffic.bytes_asked += u64::from(bytes) * addresses.len() as u64;
    traffic.bytes_moved += u64::from(moved);
}

/// Counts one request to workgroup memory: the degree is the largest number of distinct words wanted from one bank.
pub(crate) fn count_shared(traffic: &mut SharedTraffic, addresses: &[u32], bytes: u32, machine: &Machine) {
    let mut words: Vec<u32> = addresses
        .iter()
        .flat_map(|address| address / machine.bank_bytes..=(address + bytes - 1) / machine.bank_bytes)
        .collect();
    // Lanes that want the same word share it.
    words.sort_unstable();
    words.dedup();
    let mut wanted = vec![0_u32; machine.bank_count as usize];
    for word in words {
        wanted[(word % machine.bank_count) as usize] += 1;
    }
    traffic.requests += 1;
    traffic.wavefronts += u64::from(wanted.into_iter().max().unwrap_or(0));
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
            assert_eq!(footprint(&addresses, bytes, &Machine::default()), (sectors, lines), "{addresses:?}");
        }
    }

    #[test]
    fn banks_serve_one_word_each() {
        let degree = |address: fn(u32) -> u32| {
            let mut traffic = SharedTraffic::default();
            count_shared(&mut traffic, &(0..32).map(address).collect::<Vec<_>>(), 4, &Machine::default());
            traffic.wavefronts
        };
        assert_eq!(degree(|lane| 4 * lane), 1);
        assert_eq!(degree(|lane| 8 * lane), 2);
        assert_eq!(degree(|lane| 128 * lane), 32);
        assert_eq!(degree(|_| 128), 1, "a broadcast");
        assert_eq!(degree(|lane| 132 * lane), 1, "padding by one word");
    }
}
