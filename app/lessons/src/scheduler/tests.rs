//! Small schedules that can be checked by hand.

use super::*;

fn setting(warps: u32, arithmetic_latency: u32) -> Setting {
    Setting {
        warps,
        arithmetic_latency,
        memory_latency: 40,
        cores: 32,
        warp_width: 32,
        schedulers: 1,
    }
}

fn rows(schedule: &Schedule) -> Vec<String> {
    (0..schedule.warps.len())
        .map(|warp| {
            (0..schedule.cycles)
                .map(|cycle| schedule.at(warp, cycle).letter())
                .collect()
        })
        .collect()
}

#[test]
fn small_cases_are_exact() {
    let chain = |count| chains(count, Pipe::Arithmetic, 3, 0);
    let table: [(Vec<Instruction>, Setting, &[&str]); 6] = [
        // One warp alone issues once per latency.
        (chain(1), setting(1, 4), &["IaaaIaaaI"]),
        // Two chains fill twice as many slots.
        (chain(2), setting(1, 4), &["IIaaIIaaII"]),
        // Each further warp fills a gap.
        (chain(1), setting(3, 4), &["IaaaIaaaI..", "eIaaaIaaaI.", "eeIaaaIaaaI"]),
        // With more warps than cycles of latency, some are eligible but not chosen.
        (chain(1), setting(3, 2), &["IaeIaeI..", "eIaeIaeI.", "eeIaeIaeI"]),
        // A load has the other latency, and a store waits for the loaded word.
        (
            vec![
                Instruction {
                    pipe: Pipe::Load,
                    needs: vec![],
                    bytes: 128,
                },
                Instruction {
                    pipe: Pipe::Store,
                    needs: vec![0],
                    bytes: 128,
                },
            ],
            Setting {
                memory_latency: 5,
                ..setting(2, 2)
            },
            &["ImmmmI.", "eImmmmI"],
        ),
        // Eight cores need four cycles for a warp of 32.
        (
            chain(1),
            Setting {
                cores: 8,
                ..setting(2, 8)
            },
            &["IaaaaaaaIaaaaaaaI....", "eeeeIaaaaaaaIaaaaaaaI"],
        ),
    ];
    for (instructions, setting, wanted) in table {
        let schedule = schedule(&instructions, setting);
        assert_eq!(rows(&schedule), wanted, "{setting:?}");
        assert_eq!(schedule.cycles as usize, wanted[0].len());
        assert_eq!(schedule.issued, instructions.len() as u64 * u64::from(setting.warps));
    }
}

#[test]
fn a_lone_warp_of_one_chain_issues_once_in_a_latency() {
    for latency in [1, 2, 18, 24] {
        let schedule = schedule(&chains(1, Pipe::Arithmetic, 50, 0), setting(1, latency));
        assert_eq!(schedule.cycles, 49 * latency + 1);
        assert_eq!(schedule.busy_cycles, 50);
    }
}

/// Without a branch both sides are one stream. The order in which one side works while the other waits is the faster
/// one, as long as there are too few warps to hide the latency.
#[test]
fn interleaved_sides_hide_latency() {
    let run = |work: Work, warps, latency| schedule(&sides(work.names()), setting(warps, latency));
    for (work, warps, latency, wanted) in [
        (Work::OneSideThenOther, 1, 4, vec!["IaaaIIaaaI"]),
        (Work::SidesInterleaved, 1, 4, vec!["IIaaII"]),
        (Work::SidesInterleaved, 2, 4, vec!["IeIaIaI.", "eIeIaIaI"]),
    ] {
        assert_eq!(rows(&run(work, warps, latency)), wanted, "{work:?}");
    }
    for latency in 1..=40 {
        let [apart, interleaved] =
            [Work::OneSideThenOther, Work::SidesInterleaved].map(|work| run(work, 1, latency).cycles);
        assert_eq!(apart, 2 * latency + 2);
        assert_eq!(interleaved, latency.max(2) + 2);
        let [apart, interleaved] =
            [Work::OneSideThenOther, Work::SidesInterleaved].map(|work| run(work, latency, latency).cycles);
        assert_eq!((apart, interleaved), (4 * latency, 4 * latency));
    }
}

#[test]
fn as_many_warps_as_the_latency_has_cycles_fill_every_slot() {
    for latency in [1, 7, 18, 24] {
        for warps in [latency, latency + 1, 64] {
            let schedule = schedule(&chains(1, Pipe::Arithmetic, 20, 0), setting(warps, latency));
            assert_eq!(schedule.utilisation(), Some(1.0), "{warps} of {latency}");
            assert_eq!(schedule.busy(), Some(1.0));
        }
    }
}

#[test]
fn warps_and_chains_multiply_until_the_slots_are_full() {
    const LENGTH: u32 = 2000;
    let latency = 18;
    for count in 1..=6 {
        for warps in 1..=24 {
            let instructions = chains(count as usize, Pipe::Arithmetic, LENGTH as usize, 0);
            let schedule = schedule(&instructions, setting(warps, latency));
            let wanted = (f64::from(warps * count) / f64::from(latency)).min(1.0);
            let got = schedule.utilisation().expect("something was issued");
            assert!((got - wanted).abs() < 0.002, "{warps} × {count}: {got}");
        }
    }
}

#[test]
fn a_chip_is_full_with_the_operations_that_it_needs() {
    for chip in chips() {
        let operations = operations_needed(chip.arithmetic_latency, chip.cores);
        let warps = operations / 32;
        let full = Setting {
            warps,
            cores: chip.cores,
            schedulers: chip.schedulers,
            ..setting(warps, chip.arithmetic_latency)
        };
        let instructions = chains(1, Pipe::Arithmetic, 200, 0);
        let all = schedule(&instructions, full).utilisation();
        assert!(all.is_some_and(|all| all > 0.995), "{}: {all:?}", chip.name);
        let fewer = schedule(
            &instructions,
            Setting {
                warps: warps - 1,
                ..full
            },
        );
        assert!(fewer.utilisation() < all, "{}", chip.name);
    }
}

/// The guide of the V100 says that 16 warps hide the latency without instruction-level parallelism, and 4 warps with
/// four independent instructions.
#[test]
fn warps_of_a_v100_hide_its_latency_as_the_guide_says() {
    let chips = chips();
    let chip = chips.iter().find(|chip| chip.name == "V100").expect("listed");
    let used = |warps: u32, count: usize| {
        let setting = Setting {
            cores: chip.cores,
            schedulers: chip.schedulers,
            ..setting(warps, chip.arithmetic_latency)
        };
        let instructions = chains(count, Pipe::Arithmetic, 400, 0);
        schedule(&instructions, setting).utilisation().expect("issues")
    };
    for (warps, count, wanted) in [(16, 1, 1.0), (4, 4, 1.0), (15, 1, 0.94), (1, 1, 0.0625), (1, 4, 0.25)] {
        let got = used(warps, count);
        assert!((got - wanted).abs() < 0.01, "{warps} × {count}: {got}");
    }
}

#[test]
fn each_scheduler_issues_its_own_warps() {
    // Two schedulers with 16 cores each: a warp of 32 lanes takes a slot of two cycles.
    let setting = Setting {
        schedulers: 2,
        ..setting(4, 2)
    };
    let schedule = schedule(&chains(1, Pipe::Arithmetic, 2, 0), setting);
    assert_eq!(rows(&schedule), ["IaeeI..", "IaeeI..", "eeIaeeI", "eeIaeeI"]);
}

#[test]
fn littles_law_gives_the_published_tables() {
    let chips = chips();
    let names: Vec<_> = chips.iter().map(|chip| (chip.name, chip.operations)).collect();
    assert_eq!(
        names,
        [
            ("G80-GT200", Some(192)),
            ("GF100", Some(576)),
            ("GF104", Some(864)),
            ("GF100-dual", Some(576)),
            ("V100", None)
        ]
    );
    for chip in &chips {
        let needed = operations_needed(chip.arithmetic_latency, chip.cores);
        let printed = chip.operations.unwrap_or(needed);
        assert_eq!(needed, printed, "{}", chip.name);
    }
    let memory = chips[1].memory.expect("the C2050's");
    let bytes = bytes_needed(memory.latency_cycles, memory.gigahertz, memory.gigabytes_per_second);
    assert_eq!((bytes / 1000.0).round() as u32, memory.kilobytes_in_flight);
}

#[test]
fn the_chart_rises_to_full() {
    let instructions = chains(4, Pipe::Arithmetic, 32, 0);
    let line = against_warps(&instructions, setting(1, 18), MOST_WARPS);
    assert_eq!(line.len(), 64);
    assert!((line[0] - 4.0 / 18.0).abs() < 0.01 && line[4] > 0.99, "{line:?}");
    assert!(line.windows(2).all(|two| two[1] >= two[0] - 0.01));
}

#[test]
fn what_a_warp_has_under_way_is_counted_up_to_its_first_wait() {
    let load = |needs: &[usize]| Instruction {
        pipe: Pipe::Load,
        needs: needs.to_vec(),
        bytes: 128,
    };
    let store = |needs: &[usize]| Instruction {
        pipe: Pipe::Store,
        ..load(needs)
    };
    for (instructions, wanted) in [
        (vec![], 0),
        (vec![load(&[]), store(&[0])], 128),
        (vec![load(&[]), load(&[]), store(&[0]), store(&[1])], 256),
        (vec![load(&[]), load(&[0]), load(&[])], 256),
        (vec![load(&[]), store(&[0]), load(&[]), store(&[2])], 128),
    ] {
        assert_eq!(bytes_before_waiting(&instructions), wanted);
    }
    assert_eq!(side_by_side(&chains(4, Pipe::Arithmetic, 8, 0)), Some((8, 32)));
    assert_eq!(side_by_side(&chains(4, Pipe::Load, 8, 128)), None);
    let none = schedule(&[], setting(4, 18));
    assert_eq!((none.cycles, none.utilisation(), none.busy()), (0, None, None));
}
