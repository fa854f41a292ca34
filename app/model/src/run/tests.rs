//! Tests of the panels' content on real traces.

use crate::panels::lanes::LaneState;
use crate::panels::timeline::Slot;
use crate::run::caption::{Doing, LanePattern};
use crate::run::playback::{Playback, StepView};
use crate::run::samples::{of_text, playback, truncated};
use simt::{Access, Grain};

/// Returns the moment before the store of stride iteration `iteration` (from 1).
fn at_iteration(playback: &mut Playback, iteration: usize) -> StepView {
    let position = playback
        .cursor
        .stops(Grain::Iteration)
        .at(iteration)
        .expect("an iteration");
    playback.step_view(position, Grain::Iteration)
}

#[test]
fn neighbored_at_stride_2_works_with_every_fourth_lane() {
    let mut playback = playback("reduce_neighbored", 256, 64);
    let step_view = at_iteration(&mut playback, 2);
    let row = "AMMM".repeat(8);
    assert_eq!(step_view.lanes.letters(), format!("{row}/{row}"));
    assert_eq!((step_view.lanes.active, step_view.lanes.present), (16, 64));
    assert_eq!(step_view.lanes.share(), 25.0);
    assert_eq!(step_view.caption.stride, Some(("stride".to_owned(), "2".to_owned())));
    assert_eq!(
        step_view.caption.lanes,
        LanePattern::Every {
            first: 0,
            step: 4,
            last: 60
        }
    );
    assert_eq!(step_view.iteration, Some((2, 6)));
    let loads: Vec<u32> = step_view.array.loaded.iter().map(|(_, word)| *word).collect();
    assert_eq!(loads, (0..64).step_by(2).collect::<Vec<u32>>());
    let stores: Vec<u32> = step_view.array.stored.iter().map(|(_, word)| *word).collect();
    assert_eq!(stores, (0..64).step_by(4).collect::<Vec<u32>>());
    assert!(
        step_view
            .array
            .listing(Access::Store)
            .starts_with("data:0 data:4 data:8 ")
    );
    let Doing::Memory { loads, stores } = step_view.caption.doing else {
        panic!("{:?}", step_view.caption.doing)
    };
    // Two warps with two requests each: one line per request, and every sector of it.
    assert_eq!(
        (loads.requests, loads.words, loads.lines, loads.sectors),
        (4, 32, 4, 16)
    );
    assert_eq!(
        (stores.requests, stores.words, stores.lines, stores.sectors),
        (2, 16, 2, 8)
    );
    assert_eq!(
        (loads.bytes_asked, loads.bytes_moved(step_view.array.sector_words)),
        (128, 512)
    );
}

#[test]
fn interleaved_rests_whole_warps() {
    let mut playback = playback("reduce_interleaved", 256, 128);
    let step_view = at_iteration(&mut playback, 2);
    let rows: Vec<String> = step_view.lanes.letters().split('/').map(str::to_owned).collect();
    assert_eq!(rows[0], "A".repeat(32));
    assert!(
        rows[1..].iter().all(|row| !row.contains('A') || *row == "A".repeat(32)),
        "{rows:?}"
    );
    assert_eq!(
        step_view.caption.stride.as_ref().map(|(_, value)| value.as_str()),
        Some("32")
    );
}

#[test]
fn the_lit_statement_is_the_next_one_in_the_text() {
    let mut playback = playback("reduce_neighbored", 256, 64);
    let step_view = at_iteration(&mut playback, 1);
    let spot = step_view.next.expect("a statement");
    let line = playback.source.lines().nth(spot.line as usize - 1).expect("a line");
    assert_eq!(
        &line[spot.from as usize..spot.to as usize],
        "data[i] += data[i + stride];".trim_end_matches(';')
    );
}

#[test]
fn what_a_press_changed_is_marked() {
    let mut playback = playback("reduce_neighbored", 256, 64);
    let before = at_iteration(&mut playback, 1);
    let after = at_iteration(&mut playback, 2);
    assert_eq!(after.array.changed, before.array.stored);
    assert_eq!(playback.step_view(0, Grain::Iteration).array.changed, []);
}

#[test]
fn there_and_back_is_the_same_moment() {
    let mut playback = playback("reduce_unroll2", 512, 64);
    for grain in [Grain::Warp, Grain::Statement, Grain::Iteration, Grain::Barrier] {
        let stops: Vec<usize> = (0..playback.cursor.stops(grain).count())
            .filter_map(|rank| playback.cursor.stops(grain).at(rank))
            .collect();
        let there: Vec<StepView> = stops.iter().map(|&stop| playback.step_view(stop, grain)).collect();
        let mut back: Vec<StepView> = stops
            .iter()
            .rev()
            .map(|&stop| playback.step_view(stop, grain))
            .collect();
        back.reverse();
        assert_eq!(there, back);
        assert_eq!(
            there.iter().map(|step_view| step_view.press).collect::<Vec<_>>(),
            (0..stops.len()).collect::<Vec<_>>()
        );
    }
}

#[test]
fn at_the_end_all_lanes_have_finished() {
    let mut playback = playback("reduce_neighbored", 64, 64);
    let end = playback.cursor.end();
    let step_view = playback.step_view(end, Grain::Statement);
    assert!(
        step_view
            .lanes
            .letters()
            .chars()
            .all(|letter| matches!(letter, 'F' | '/'))
    );
    assert_eq!(
        (step_view.caption.doing, step_view.next, step_view.position),
        (Doing::Finished, None, end)
    );
    assert_eq!(step_view.press, step_view.presses);
    // A truncated trace ends before the kernel, and the caption says so.
    let mut playback = truncated(&playback);
    assert_eq!(playback.step_view(end, Grain::Statement).caption.doing, Doing::CutOff);
}

#[test]
fn the_timeline_leads_to_the_step_it_shows() {
    let playback = playback("reduce_neighbored", 256, 64);
    let timeline = &playback.timeline;
    for (step, executed) in playback.trace().steps().enumerate() {
        let column = timeline.column_of(step);
        let share = (f64::from(column) + 0.5) / f64::from(timeline.rounds);
        assert!(timeline.step_at(share) <= step);
        let mut stretches = timeline.stretches(executed.warp);
        let stretch = stretches.find(|stretch| stretch.rounds.contains(&column));
        match stretch.expect("a stretch").slot {
            Slot::Works { lanes, .. } => assert_eq!(u32::from(lanes), executed.mask.count()),
            Slot::AtBarrier => {}
            slot => panic!("step {step} stands in a slot that is {slot:?}"),
        }
    }
    assert_eq!(
        (timeline.step_at(-1.0), timeline.step_at(9.0)),
        (0, timeline.starts[timeline.starts.len() - 1] as usize)
    );
}

#[test]
fn a_lane_knows_its_variables_once_they_have_values() {
    let mut playback = playback("reduce_neighbored", 256, 64);
    let lane = |playback: &Playback| {
        crate::panels::variables::lane("", &playback.cursor, 1, 5, crate::panels::lanes::LaneState::Active)
    };
    assert_eq!(lane(&playback).variables, []);
    at_iteration(&mut playback, 2);
    let listed = lane(&playback);
    assert_eq!(listed.invocation, 37);
    let value = |name: &str| {
        listed
            .variables
            .iter()
            .find(|(each, _)| each == name)
            .map(|(_, value)| value.as_str())
    };
    assert_eq!((value("i"), value("stride")), (Some("37"), Some("2")));
}

#[test]
fn a_lane_knows_where_its_pointers_lead_and_only_what_is_in_scope() {
    const TEXT: &str = "struct Body { mass: f32, at: vec2f }
        @group(0) @binding(0) var<storage, read_write> bodies: array<Body>;
        var<private> seen: array<u32, 4>;
        fn heavier(body: ptr<function, Body>, by: f32) -> f32 {
            let mass = &(*body).mass;
            *mass += by;
            return *mass;
        }
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) t: u32) {
            let by = 1u + t;
            let body = &bodies[t];
            (*body).at.y = f32(by);
            let count = &seen[t];
            *count = by;
            var own = *body;
            let all = heavier(&own, 0.5);
            (*body).mass = all;
        }";
    let mut playback = Playback::new(TEXT.to_owned(), of_text(TEXT, 16));
    // Returns what lane 2 knows before the statement with a text.
    let mut variables_before = |statement: &str| -> Vec<(String, String)> {
        let trace = playback.trace().clone();
        let is_here = |step: usize| {
            let here = trace.statement(step).expect("a statement");
            TEXT[here.start as usize..here.end as usize].starts_with(statement)
        };
        let step = (0..trace.len()).find(|&step| is_here(step));
        let step = step.unwrap_or_else(|| panic!("{statement} is executed"));
        playback.step_view(step, Grain::Statement);
        let state = crate::panels::lanes::LaneState::Active;
        crate::panels::variables::lane("", &playback.cursor, 0, 2, state).variables
    };
    for (statement, wanted) in [
        ("let body", &[("by", "3")][..]),
        (
            "let count",
            &[
                ("by", "3"),
                ("body", "&bodies[2]"),
                ("(*body).mass", "0"),
                ("(*body).at", "(0, 3)"),
            ],
        ),
        (
            "*mass +=",
            &[
                ("body", "&own"),
                ("(*body).mass", "0"),
                ("by", "0.5"),
                ("mass", "&own.mass"),
                ("*mass", "0"),
            ],
        ),
        (
            "(*body).mass = all",
            &[
                ("by", "3"),
                ("body", "&bodies[2]"),
                ("count", "&seen[2]"),
                ("*count", "3"),
                ("own.mass", "0.5"),
                ("all", "0.5"),
            ],
        ),
    ] {
        let pairs = variables_before(statement);
        for (name, value) in wanted {
            let pair = ((*name).to_owned(), (*value).to_owned());
            assert!(pairs.contains(&pair), "{pair:?} before {statement}: {pairs:?}");
        }
    }
    let after = variables_before("(*body).mass = all");
    assert!(after.iter().all(|(name, _)| name != "mass"), "{after:?}");
}

#[test]
fn by_warp_no_branch_splits_and_warps_stand_apart() {
    let mut playback = playback("divergence_warp", 64, 64);
    let diverges = |warp| {
        let divergent = |slot| matches!(slot, Slot::Works { divergent: true, .. });
        let mut stretches = playback.timeline.stretches(warp);
        stretches.any(|stretch| divergent(stretch.slot))
    };
    assert!(!(0..playback.timeline.warps).any(diverges));
    let step_view = at_iteration(&mut playback, 2);
    assert_eq!(step_view.lanes.letters(), format!("{0}/{0}", "A".repeat(32)));
    assert_eq!(
        step_view.lanes.other_lines().len(),
        1,
        "the other warp walks the other path"
    );
    assert_eq!(step_view.caption.elsewhere.len(), 1);
}

/// While a warp is divided, the page names the step at which its lanes meet again.
#[test]
fn lanes_of_a_divided_warp_meet_again() {
    let mut playback = playback("divergence_parity", 64, 32);
    assert_eq!(playback.step_view(0, Grain::Statement).meeting, None);
    let end = playback.step_view(0, Grain::Statement).end;
    let mut divided = (0..end).filter(|&position| {
        let view = playback.step_view(position, Grain::Statement);
        view.lanes.rows[0].states.contains(&LaneState::Masked)
    });
    let first = divided.next().expect("the branch divides the warp");
    let meeting = playback.step_view(first, Grain::Statement).meeting;
    let meeting = meeting.expect("the paths end");
    assert!(meeting.step > first);
    let there = playback.step_view(meeting.step, Grain::Statement);
    assert!(!there.lanes.rows[0].states.contains(&LaneState::Masked));
    assert_eq!(there.next.map(|next| next.line), Some(meeting.line));
    assert_eq!((there.column, there.meeting), (meeting.column, None));
}
