use super::*;
use lessons::LESSONS;
use proptest::prelude::*;

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
    let address =
        read("#/neighbored?with=reduce_unroll2,reduce_neighbored_less&slide=2&panel=lines");
    let view = address.view.as_ref().expect("a lesson");
    let names: Vec<&str> = view
        .kernels()
        .map(|kernel| kernel.kernel.name.as_ref())
        .collect();
    assert_eq!(
        names,
        [
            "reduce_neighbored",
            "reduce_unroll2",
            "reduce_neighbored_less"
        ]
    );
    assert_eq!(
        (address.slide, address.panel),
        (Some(1), Some(Panel::Lines))
    );
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
    let beside: Vec<&str> = view
        .beside
        .iter()
        .map(|kernel| kernel.kernel.name.as_ref())
        .collect();
    assert_eq!(
        beside,
        ["reduce_unroll2", "reduce_unroll4", "reduce_unroll8"]
    );
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
    let (address, nonsense) = Address::read(
        "#/neighbored?n=0&block=96&step=x&kernel=nope&machine=abacus&grain=fast&lang=tlh&theme=pink&z=1",
    );
    let view = address.view.expect("the lesson is kept");
    assert_eq!(view.size, Size::nearest(0, 96).with(lessons::Values::Small));
    assert_eq!(nonsense.len(), 8, "{nonsense:?}");
    let (address, nonsense) = Address::read("#/no-such-lesson?n=5");
    assert_eq!(address.view, None);
    assert_eq!(nonsense, [Nonsense::Lesson("no-such-lesson".to_owned())]);
}

#[test]
fn a_block_beyond_the_last_one_is_the_last_one() {
    let view = read("#/neighbored?n=128&block=64&picture=900")
        .view
        .expect("a lesson");
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
    fn no_query_panics(pairs in proptest::collection::vec(("(n|block|step|kernel|machine|branches|grain|lang|theme|picture|[a-z]{1,5})", "[%0-9a-zA-Z^,=é-]{0,12}"), 0..12)) {
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
}

#[test]
fn the_lab_s_link_says_what_is_measured() {
    let link = "#/lab?kernels=reduce_neighbored,reduce_unroll8&n=2^10..2^14&block=64,256&rounds=30&rounding=65536&clock=wall&copy=off&lang=zh";
    let address = read(link);
    let experiment = address.experiment.as_ref().expect("an experiment");
    assert_eq!(address.aside, Some(Aside::Lab));
    assert_eq!(
        experiment.sizes,
        [1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14]
    );
    assert_eq!(
        (experiment.blocks.as_slice(), experiment.rounds),
        ([64, 256].as_slice(), 30)
    );
    assert_eq!(
        (experiment.rounding_nanos, experiment.copy),
        (Some(65_536), false)
    );
    assert_eq!(experiment.clock, gpu::Clock::Wall);
    assert_eq!(read(&address.write()), address);
    let plain = read("#/lab");
    assert_eq!((plain.aside, &plain.experiment), (Some(Aside::Lab), &None));
    let work = read("#/lab?experiment=work&values=1,2,1000");
    assert_eq!(
        work.experiment.as_ref().map(|work| work.values.len()),
        Some(3)
    );
    assert_eq!(read(&work.write()), work);
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
