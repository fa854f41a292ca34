//! Tests of links.

use super::*;
use lessons::multiprocessors::{GPUS, MOST_BLOCKS, Placement};
use lessons::occupancy::{COMPUTE_CAPABILITIES, Input};
use lessons::scheduler::{Dial, Dials, Work, chips};
use lessons::{Calculator, LESSONS};
use proptest::prelude::*;
use simt::Machine;

fn read(hash: &str) -> Address {
    let (address, nonsense) = Address::read(hash);
    assert_eq!(nonsense, [], "{hash}");
    address
}

#[test]
fn a_link_says_everything() {
    let address = read(
        "#/neighbored?kernel=reduce_unroll4&n=2^20&block=256&machine=v100&picture=3&step=41&grain=barrier&lang=zh&theme=dark",
    );
    let view = address.view.as_ref().expect("a lesson");
    assert_eq!(view.lesson.id, "neighbored");
    assert_eq!(view.kernel.kernel.name, "reduce_unroll4");
    assert_eq!((view.size.n(), view.size.block()), (1 << 20, 256));
    assert_eq!(
        (view.machine.id.as_ref(), view.workgroup, address.step),
        ("v100", 3, 41)
    );
    assert_eq!(address.grain, Some(Grain::Barrier));
    assert_eq!(address.language, Some(Language::SimplifiedChinese));
    assert_eq!(address.theme, Some(Theme::Dark));
    assert_eq!(read(&address.write()), address);
}

#[test]
fn a_link_puts_kernels_side_by_side_and_opens_slide_and_panel() {
    let address = read("#/neighbored?with=reduce_unroll2,reduce_neighbored_less&slide=2&panel=lines");
    let view = address.view.as_ref().expect("a lesson");
    let names: Vec<&str> = view.kernels().map(|kernel| kernel.kernel.name.as_ref()).collect();
    assert_eq!(names, ["reduce_neighbored", "reduce_unroll2", "reduce_neighbored_less"]);
    assert_eq!((address.slide, address.panel), (Some(1), Some(Panel::Lines)));
    assert_eq!(read(&address.write()), address);
    assert_eq!(read("#/trust").aside, Some(Aside::Trust));
    assert_eq!(read("#/trust").write(), "#/trust");
}

#[test]
fn columns_are_few_and_each_kernel_stands_once() {
    let (address, nonsense) = Address::read(
        "#/neighbored?with=reduce_neighbored,reduce_unroll2,reduce_unroll2,nope,reduce_unroll4,reduce_unroll8,reduce_interleaved&slide=99&panel=kitchen",
    );
    let view = address.view.expect("the lesson is kept");
    let beside: Vec<&str> = view.beside.iter().map(|kernel| kernel.kernel.name.as_ref()).collect();
    assert_eq!(beside, ["reduce_unroll2", "reduce_unroll4", "reduce_unroll8"]);
    assert_eq!(address.slide, Some(view.lesson.slides.len() - 1));
    assert_eq!(nonsense.len(), 2, "{nonsense:?}");
}

#[test]
fn tabs_add_and_remove_columns_and_one_stays() {
    let mut view = read("#/neighbored").view.expect("a lesson");
    let kernels = view.lesson.kernels;
    view.toggle_beside();
    assert!(view.kernels().eq([kernels[0], kernels[1]]));
    for kernel in &kernels[2..] {
        view.toggle(kernel);
    }
    assert_eq!(view.beside.len(), RunSpec::MOST_BESIDE);
    view.toggle(kernels[0]);
    assert!(!view.kernels().any(|kernel| kernel == kernels[0]));
    for _ in 0..8 {
        let first = view.kernel;
        view.toggle(first);
    }
    assert!(view.beside.is_empty());
}

#[test]
fn nothing_means_the_list() {
    for hash in ["", "#", "#/", "/", "#//"] {
        assert_eq!(read(hash), Address::default(), "{hash}");
    }
    assert_eq!(Address::default().write(), "#/");
}

#[test]
fn nonsense_is_named_and_the_rest_stands() {
    let (address, nonsense) =
        Address::read("#/neighbored?n=0&block=96&step=x&kernel=nope&machine=abacus&grain=fast&lang=tlh&theme=pink&z=1");
    let view = address.view.expect("the lesson is kept");
    assert_eq!(view.size, Size::nearest(0, 96).with(lessons::Values::Small));
    assert_eq!(nonsense.len(), 8, "{nonsense:?}");
    let (address, nonsense) = Address::read("#/no-such-lesson?n=5");
    assert_eq!(address.view, None);
    assert_eq!(nonsense, [Nonsense::Lesson("no-such-lesson".to_owned())]);
}

#[test]
fn a_block_beyond_the_last_one_is_the_last_one() {
    let view = read("#/neighbored?n=128&block=64&picture=900").view.expect("a lesson");
    assert_eq!(view.workgroup, 1);
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,120}") {
        let (read, _) = Address::read(&text);
        let address = Address { press: None, ..read };
        let (again, nonsense) = Address::read(&address.write());
        prop_assert_eq!(again, address);
        prop_assert_eq!(nonsense, vec![]);
    }

    #[test]
    fn no_query_panics(pairs in proptest::collection::vec(("(n|block|step|kernel|machine|branches|grain|lang|theme|picture|order|capability|threads|registers|shared|chip|work|warps|chains|operation|memory|[a-z]{1,5})", "[%0-9a-zA-Z^,=é-]{0,12}"), 0..12)) {
        let query = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&");
        let (read, _) = Address::read(&format!("#/unroll?{query}"));
        let address = Address { press: None, ..read };
        let (again, nonsense) = Address::read(&address.write());
        prop_assert_eq!(again, address);
        prop_assert_eq!(nonsense, vec![]);
    }

    #[test]
    fn every_state_can_be_linked(lesson in 0..LESSONS.len(), kernel in 0usize..6, n in Size::MIN_N..=Size::MAX_N, block in 0..Size::BLOCKS.len(), step in 0usize..100_000, machine in 0..Machine::PRESETS.len(), own in any::<bool>(), predication in any::<bool>()) {
        let mut view = RunSpec::of_lesson(LESSONS[lesson]).expect("each lesson has a kernel");
        view.kernel = view.lesson.kernels[kernel % view.lesson.kernels.len()];
        view.size = view.kernel.task.nearest(Size::nearest(n, Size::BLOCKS[block]));
        view.machine = Machine::PRESETS[machine].clone();
        if own {
            view.machine = Machine::custom(view.machine.sizes()).expect("a preset's sizes are in range");
        }
        view.predication = predication;
        let address = Address { view: Some(view), step, ..Address::default() };
        prop_assert_eq!(Address::read(&address.write()), (address, vec![]));
    }

    #[test]
    fn every_setting_of_the_panels_can_be_linked(order: u32, version in proptest::option::of(0..COMPUTE_CAPABILITIES.len()), threads: Option<u32>, registers: u32, shared: u32, chip in 0..chips().len(), work in 0..Work::ALL.len(), gpu in proptest::option::of(0..GPUS.len()), blocks in proptest::option::of(1..=MOST_BLOCKS), dials in proptest::collection::vec((0..Dial::ALL.len(), 0..1000u32), 0..6)) {
        let mut view = read("#/occupancy").view.expect("a lesson");
        view.order = order;
        view.calculator = Calculator {
            capability: version.map(|row| COMPUTE_CAPABILITIES[row].version()),
            threads_per_block: threads,
            registers_per_thread: registers,
            shared_per_block: shared,
        };
        view.placement = Placement { gpu: gpu.map(|gpu| GPUS[gpu].id), blocks };
        view.dials = view.dials.of(Work::ALL[work]);
        view.dials.choose(&chips()[chip]);
        for (dial, value) in dials {
            view.dials.set(Dial::ALL[dial], value);
        }
        let address = Address { view: Some(view), ..Address::default() };
        prop_assert_eq!(Address::read(&address.write()), (address, vec![]));
    }
}

#[test]
fn the_settings_of_the_panels_are_keys() {
    let link = "#/ilp?order=7&capability=1.1&threads=2^8&registers=14&shared=2112&chip=GF104&work=loads&warps=48&chains=2&operation=22&memory=600&gpu=v100&blocks=81";
    let address = read(link);
    let view = address.view.as_ref().expect("a lesson");
    assert_eq!(view.order, 7);
    let wanted = Calculator::USUAL.of("1.0", 256);
    let wanted = wanted.with(Input::Registers, 14).with(Input::Shared, 2112);
    assert_eq!(view.calculator, wanted);
    let dials = Dial::ALL.map(|dial| view.dials.get(dial));
    assert_eq!((view.dials.chip, view.dials.work), ("GF104", Work::Loads));
    assert_eq!(dials, [48, 2, 22, 600]);
    assert_eq!(view.placement, Placement::USUAL.on("v100").of(81));
    assert_eq!(read(&address.write()), address);
    // A link that was written before these keys existed shows the usual settings.
    let old = read("#/ilp?n=1024&block=64&machine=m2070&panel=scheduler&slide=4");
    let view = old.view.expect("a lesson");
    assert_eq!(
        (view.order, view.calculator, view.dials, view.placement),
        (0, Calculator::USUAL, Dials::USUAL, Placement::USUAL)
    );
}

#[test]
fn a_setting_that_cannot_be_used_is_named_and_the_nearest_is_shown() {
    // (pair, what is named)
    let number = |key, text: &str, error| Nonsense::Number {
        key,
        text: text.to_owned(),
        error,
    };
    let choice = |key, text: &str| Nonsense::Choice {
        key,
        text: text.to_owned(),
    };
    let range = |dial: Dial, number| Nonsense::Range {
        key: dial.id(),
        number,
        range: dial.range(),
    };
    for (pair, named) in [
        ("order=-1", number("order", "-1", NumberError::NotANumber)),
        ("order=2^32", number("order", "2^32", NumberError::TooLarge)),
        ("capability=4.0", choice("capability", "4.0")),
        ("capability=", choice("capability", "")),
        ("threads=all", number("threads", "all", NumberError::NotANumber)),
        ("registers=", number("registers", "", NumberError::Empty)),
        ("shared=1.5", number("shared", "1.5", NumberError::NotANumber)),
        ("chip=gf100", choice("chip", "gf100")),
        ("gpu=V100", choice("gpu", "V100")),
        (
            "blocks=513",
            Nonsense::Range {
                key: "blocks",
                number: 513,
                range: 1..=MOST_BLOCKS,
            },
        ),
        ("work=sleep", choice("work", "sleep")),
        ("warps=0", range(Dial::Warps, 0)),
        ("warps=65", range(Dial::Warps, 65)),
        ("chains=9", range(Dial::Chains, 9)),
        ("operation=4000000000", range(Dial::ArithmeticLatency, 4_000_000_000)),
        ("memory=801", range(Dial::MemoryLatency, 801)),
        ("memory=long", number("memory", "long", NumberError::NotANumber)),
    ] {
        for link in [format!("#/ilp?{pair}"), format!("#/?{pair}")] {
            let (address, nonsense) = Address::read(&link);
            assert_eq!(nonsense, std::slice::from_ref(&named), "{link}");
            let Some(view) = &address.view else { continue };
            for dial in Dial::ALL {
                assert!(dial.range().contains(&view.dials.get(dial)), "{link}");
            }
            assert_eq!(Address::read(&address.write()).1, [], "{link}");
        }
    }
}

#[test]
fn the_lab_s_link_says_what_is_measured() {
    let link = "#/lab?kernels=reduce_neighbored,reduce_unroll8&n=2^10..2^14&block=64,256&rounds=30&rounding=65536&clock=wall&copy=off&lang=zh";
    let address = read(link);
    let experiment = address.experiment.as_ref().expect("an experiment");
    assert_eq!(address.aside, Some(Aside::Lab));
    assert_eq!(experiment.sizes, [1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14]);
    assert_eq!(
        (experiment.blocks.as_slice(), experiment.rounds),
        ([64, 256].as_slice(), 30)
    );
    assert_eq!((experiment.rounding_nanos, experiment.copy), (Some(65_536), false));
    assert_eq!(experiment.clock, gpu::Clock::Wall);
    assert_eq!(read(&address.write()), address);
    let plain = read("#/lab");
    assert_eq!((plain.aside, &plain.experiment), (Some(Aside::Lab), &None));
    let one_block = read("#/lab?experiment=one-block");
    let experiment = one_block.experiment.as_ref().expect("an experiment");
    assert_eq!(
        (&experiment.blocks, experiment.values.as_slice()),
        (&vec![], &[10_000][..])
    );
    assert!(one_block.write().contains("block=n"));
    assert_eq!(read(&one_block.write()), one_block);
    let work = read("#/lab?experiment=work&values=1,2,1000");
    assert_eq!(work.experiment.as_ref().map(|work| work.values.len()), Some(3));
    assert_eq!(read(&work.write()), work);
}

/// The table has too many kernels for a list of names. A link to a part of it has the names.
#[test]
fn the_lab_s_table_has_a_name_in_its_link() {
    let address = read("#/lab?experiment=table&n=2^20");
    let experiment = address.experiment.clone().expect("an experiment");
    assert!(experiment.has_whole_table());
    assert_eq!(experiment.sizes, [1 << 20]);
    let link = address.write();
    assert!(
        link.contains("experiment=table") && !link.contains("kernels="),
        "{link}"
    );
    assert_eq!(read(&link), address);
    let mut part = address;
    part.experiment = Some(Experiment {
        kernels: experiment.kernels[2..5].to_vec(),
        ..experiment
    });
    assert_eq!(read(&part.write()), part);
}

#[test]
fn nonsense_in_the_lab_s_link_is_named_and_the_rest_is_measured() {
    let (address, nonsense) = Address::read(
        "#/lab?kernels=reduce_unroll8,nope&n=5,1024,2^40&block=96&rounds=x&clock=sun&copy=maybe&values=&experiment=all&lesson=none&z=1",
    );
    let experiment = address.experiment.expect("an experiment");
    assert_eq!(experiment.kernels.len(), 1);
    assert_eq!(experiment.blocks, [64]);
    assert_eq!(nonsense.len(), 10, "{nonsense:?}");
    let (address, _) = Address::read("#/lab?n=5,2^30");
    assert_eq!(
        address.experiment.map(|experiment| experiment.sizes),
        Some(vec![64, 1 << 29])
    );
}
