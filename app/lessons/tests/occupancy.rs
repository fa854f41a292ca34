//! Compares the calculator with the figures that NVIDIA and the lessons' sources print.

use lessons::GALLERY;
use lessons::claim::achieved_occupancy;
use lessons::occupancy::{
    COMPUTE_CAPABILITIES, Cannot, ComputeCapability, Demand, Input, Limit, Occupancy, Step, WARP, curve,
    most_registers, occupancy,
};

fn chip(version: &str) -> &'static ComputeCapability {
    ComputeCapability::by_version(version).expect("the version is in the table")
}

fn demand(threads_per_block: u32, registers_per_thread: u32, shared_per_block: u32) -> Demand {
    Demand {
        threads_per_block,
        registers_per_thread,
        shared_per_block,
    }
}

fn of(version: &str, threads: u32, registers: u32, shared: u32) -> Occupancy {
    occupancy(chip(version), demand(threads, registers, shared)).expect("it starts")
}

/// Version; threads, registers, shared bytes; blocks, percent, limits.
type Case = (&'static str, (u32, u32, u32), u32, u32, &'static [Limit]);

fn check(cases: &[Case]) {
    for &(version, (threads, registers, shared), blocks, percent, binding) in cases {
        let occupancy = of(version, threads, registers, shared);
        let what = format!("{version}: {threads} threads, {registers} registers, {shared} bytes");
        assert_eq!(occupancy.blocks, blocks, "{what}");
        assert_eq!((occupancy.fraction() * 100.0).round() as u32, percent, "{what}");
        assert_eq!(occupancy.binding().collect::<Vec<_>>(), binding, "{what}");
        assert_eq!(occupancy.warps, blocks * threads.div_ceil(WARP), "{what}");
    }
}

/// “CUDA execution model” (chapter 4), table 4.2: registers of a thread at full occupancy, and with few threads. The table
/// gives about 128 for the GT200; the instruction set addresses 124.
#[test]
fn launch_bounds_give_the_registers_of_the_table() {
    // Version, threads of a block, blocks, registers, percent.
    for (version, threads, blocks, registers, percent) in [
        ("2.0", 256, 6, 20, 100),
        ("2.0", 256, 2, 63, 33),
        ("1.2", 256, 4, 16, 100),
        ("1.2", 128, 1, 124, 13),
    ] {
        let most = most_registers(chip(version), demand(threads, 0, 0), blocks);
        assert_eq!(most, Some(registers), "{version}: {blocks} blocks");
        let occupancy = of(version, threads, registers, 0);
        assert_eq!((occupancy.fraction() * 100.0).round() as u32, percent, "{version}");
    }
    assert_eq!(most_registers(chip("2.0"), demand(256, 0, 0), 7), None);
}

/// The slide on registers: a loop counter of four bytes in each thread of a block.
#[test]
fn a_loop_counter_takes_four_bytes_of_each_thread() {
    for (threads, bytes) in [(512, 2048), (64, 256)] {
        let registers_of_block = |registers| of("2.0", threads, registers, 0).registers_of_block;
        // Registers are allocated in units: the counter of 32-bit is one of them in every thread.
        assert_eq!(4 * (registers_of_block(12) - registers_of_block(10)) / 2, bytes);
    }
}

/// Worked examples from NVIDIA's guides.
#[test]
fn nvidia_s_worked_examples_come_out() {
    use Limit::{Blocks, Registers, Shared, Warps};
    check(&[
        // CUDA C++ Best Practices Guide, “Calculating Occupancy”: compute capability 1.0, then 7.0.
        ("1.0", (256, 10, 0), 3, 100, &[Warps, Registers]),
        ("1.0", (128, 12, 0), 5, 83, &[Registers]),
        ("1.0", (256, 12, 0), 2, 67, &[Registers]),
        ("7.0", (256, 32, 0), 8, 100, &[Warps, Registers]),
        ("7.0", (128, 37, 0), 12, 75, &[Registers]),
        ("7.0", (320, 37, 0), 4, 63, &[Registers]),
        // CUDA C++ Programming Guide, “Multiprocessor Level”, three editions: blocks of 512, and one more register.
        ("1.2", (512, 16, 0), 2, 100, &[Warps, Registers]),
        ("1.2", (512, 17, 0), 1, 50, &[Registers]),
        ("2.0", (512, 32, 0), 2, 67, &[Registers]),
        ("2.0", (512, 33, 0), 1, 33, &[Registers]),
        ("6.1", (512, 64, 0), 2, 50, &[Registers]),
        ("6.1", (512, 65, 0), 1, 25, &[Registers]),
        // CUB, `MaxSmOccupancy` with 64 threads and 4096 bytes: 4, 8 and 12 blocks.
        ("1.0", (64, 0, 4096), 4, 33, &[Shared]),
        ("2.0", (64, 0, 4096), 8, 33, &[Blocks]),
        ("3.5", (64, 0, 4096), 12, 38, &[Shared]),
        // Table of the same guide: one block can have 163 KB on 8.0 and 227 KB on 9.0.
        ("8.0", (1024, 0, 163 << 10), 1, 50, &[Shared]),
        ("9.0", (1024, 0, 227 << 10), 1, 50, &[Shared]),
        ("8.6", (32, 0, 0), 16, 33, &[Blocks]),
        ("8.9", (64, 0, 0), 24, 100, &[Warps, Blocks]),
    ]);
}

/// Figures that the lessons' sources print.
#[test]
fn the_lessons_sources_come_out() {
    use Limit::{Blocks, Registers, Warps};
    check(&[
        // A G80 holds 768 threads: three blocks of 256, six of 128, or only one of 512.
        ("1.0", (256, 0, 0), 3, 100, &[Warps]),
        ("1.0", (128, 0, 0), 6, 100, &[Warps]),
        ("1.0", (512, 0, 0), 1, 67, &[Warps]),
        ("1.0", (64, 0, 0), 8, 67, &[Blocks]),
        // A tiled matrix product with 14 registers and 2112 bytes.
        ("1.0", (256, 14, 2112), 2, 67, &[Registers]),
        ("1.0", (256, 10, 2112), 3, 100, &[Warps, Registers]),
        // Another build, with 9 registers and 2672 bytes.
        ("1.0", (256, 9, 2672), 3, 100, &[Warps, Registers]),
        // GF100: 20 registers at full occupancy, 63 at a third.
        ("2.0", (256, 20, 0), 6, 100, &[Warps, Registers]),
        ("2.0", (256, 21, 0), 5, 83, &[Registers]),
        ("2.0", (256, 63, 0), 2, 33, &[Registers]),
        // GT200: 16 registers at full occupancy, about 128 at an eighth.
        ("1.3", (128, 16, 0), 8, 100, &[Warps, Blocks, Registers]),
        ("1.3", (128, 124, 0), 1, 13, &[Registers]),
        // SGEMM of CUBLAS 1.1 in blocks of 512; blocks of 64 at 33 % have 27 to 32 registers.
        ("1.0", (512, 16, 0), 1, 67, &[Warps, Registers]),
        ("1.0", (64, 32, 0), 4, 33, &[Registers]),
        // FFT of CUFFT 2.2 and 2.3: 33 % in blocks of 256, 17 % in blocks of 64.
        ("1.0", (256, 17, 0), 1, 33, &[Registers]),
        ("1.0", (64, 64, 0), 2, 17, &[Registers]),
        // The lesson: blocks of 1024 and of 256 on 2.0 and on a K80.
        ("2.0", (1024, 16, 0), 1, 67, &[Warps]),
        ("2.0", (256, 16, 0), 6, 100, &[Warps]),
        ("3.7", (1024, 16, 0), 2, 100, &[Warps]),
        ("3.7", (256, 16, 0), 8, 100, &[Warps]),
    ]);
    let tile = of("1.0", 256, 14, 2112);
    assert_eq!(tile.registers_of_block, 3584);
    assert_eq!(tile.allowed(Limit::Warps), Some(3));
    assert_eq!(tile.allowed(Limit::Registers), Some(2));
    assert_eq!(tile.allowed(Limit::Shared), Some(6));
    assert_eq!(of("1.0", 256, 0, 0).allowed(Limit::Registers), None);
    assert_eq!(of("1.0", 256, 0, 0).allowed(Limit::Shared), None);
}

/// All four block shapes of `sumMat` allow full occupancy on a K80; the profiler's averages stay just below.
#[test]
fn achieved_occupancy_stays_below_what_is_possible() {
    let mut seen = 0;
    for kernel in GALLERY.iter() {
        let Some((claim, achieved)) = achieved_occupancy(kernel) else {
            continue;
        };
        assert!(claim.table.device.contains("K80"), "{kernel:?}");
        let possible = of("3.7", claim.block, 16, 0).fraction();
        assert_eq!(possible, 1.0, "{kernel:?}");
        assert!((0.93..0.95).contains(&achieved), "{kernel:?}: {achieved}");
        seen += 1;
    }
    assert_eq!(seen, 4);
}

#[test]
fn what_cannot_start_says_why() {
    let cases = [
        ("3.7", (0, 16, 0), Cannot::NoThreads),
        (
            "3.7",
            (1025, 16, 0),
            Cannot::Threads {
                asked: 1025,
                most: 1024,
            },
        ),
        ("1.0", (513, 10, 0), Cannot::Threads { asked: 513, most: 512 }),
        ("2.0", (64, 64, 0), Cannot::RegistersOfThread { asked: 64, most: 63 }),
        (
            "7.0",
            (1024, 65, 0),
            Cannot::RegistersOfBlock {
                asked: 73_728,
                most: 65_536,
            },
        ),
        (
            "1.0",
            (512, 17, 0),
            Cannot::RegistersOfBlock {
                asked: 8704,
                most: 8192,
            },
        ),
        (
            "3.7",
            (64, 16, 49_153),
            Cannot::Shared {
                asked: 49_153,
                most: 49_152,
            },
        ),
        (
            "8.0",
            (u32::MAX, u32::MAX, u32::MAX),
            Cannot::Threads {
                asked: u32::MAX,
                most: 1024,
            },
        ),
    ];
    for (version, (threads, registers, shared), error) in cases {
        let got = occupancy(chip(version), demand(threads, registers, shared));
        assert_eq!(got, Err(error), "{version} {threads} {registers} {shared}");
    }
}

/// Every row is consistent. A kernel that can start has at least one block, and no more warps than the limit.
#[test]
fn every_row_is_sound() {
    for row in &COMPUTE_CAPABILITIES {
        let name = row.versions;
        assert_eq!(row.threads, row.warps * WARP, "{name}");
        assert!(row.source.contains("NVIDIA"), "{name}");
        assert_eq!(row.registers % row.registers_per_block, 0, "{name}");
        for threads in (1..=row.threads_per_block).step_by(31) {
            for registers in 0..=row.registers_per_thread {
                for shared in [0, 1, 2112, row.shared_per_block] {
                    let Ok(occupancy) = occupancy(row, demand(threads, registers, shared)) else {
                        continue;
                    };
                    let what = format!("{name}: {threads} {registers} {shared}");
                    assert!(occupancy.blocks > 0 && occupancy.warps <= row.warps, "{what}");
                    assert!(occupancy.binding().next().is_some(), "{what}");
                    assert!(
                        occupancy.blocks * occupancy.registers_of_block <= row.registers,
                        "{what}"
                    );
                    assert!(occupancy.blocks * occupancy.shared_of_block <= row.shared, "{what}");
                }
            }
        }
    }
}

#[test]
fn curves_are_steps() {
    let row = chip("1.0");
    let steps = curve(row, demand(256, 14, 2112), Input::Registers);
    let expected = [(0, Some(24)), (11, Some(16)), (17, Some(8)), (33, None)];
    let expected = expected.map(|(from, warps)| Step { from, warps });
    assert_eq!(steps, expected);
    // Using more of a resource never allows more warps.
    for row in &COMPUTE_CAPABILITIES {
        for input in [Input::Registers, Input::Shared] {
            let steps = curve(row, demand(128, 16, 0), input);
            assert_eq!(steps[0].from, 0);
            let warps = steps.iter().map(|step| step.warps.unwrap_or(0));
            assert!(warps.is_sorted_by(|a, b| a > b), "{} {input:?}", row.versions);
        }
        let steps = curve(row, demand(128, 16, 0), Input::Threads);
        assert_eq!(steps[0].from, WARP, "{}", row.versions);
    }
}
