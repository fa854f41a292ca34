//! The differences between a slide and the shown run, after a question from the class has changed the run.

use crate::address::RunSpec;
use lessons::{Language, Values};

/// One difference between the shown run and the slide's. Pairs are the shown value and the slide's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Other kernels, or another number of them; the shown ones.
    Kernels(Vec<&'static str>),
    N(u32, u32),
    Block(u32, u32),
    Values(Values),
    Machine(String, String),
    /// True if short branches are masked now.
    Masking(bool),
    /// The block that the picture follows.
    Followed(u32, u32),
}

/// Returns the differences between a slide's run and the shown one.
pub fn changes(slide: &RunSpec, shown: &RunSpec, language: Language) -> Vec<Change> {
    let names = |view: &RunSpec| -> Vec<&'static str> {
        let kernels = view.kernels();
        kernels.map(|kernel| kernel.title.get(language)).collect()
    };
    let (pinned, now) = (slide.size, shown.size);
    let all = [
        (names(shown) != names(slide)).then(|| Change::Kernels(names(shown))),
        (now.n() != pinned.n()).then(|| Change::N(now.n(), pinned.n())),
        (now.block() != pinned.block()).then(|| Change::Block(now.block(), pinned.block())),
        (now.values() != pinned.values()).then(|| Change::Values(now.values())),
        (shown.machine != slide.machine).then(|| {
            Change::Machine(
                shown.machine.name.to_string(),
                slide.machine.name.to_string(),
            )
        }),
        (shown.predication != slide.predication).then_some(Change::Masking(shown.predication)),
        (shown.workgroup != slide.workgroup)
            .then_some(Change::Followed(shown.workgroup, slide.workgroup)),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{LESSONS, Size};
    use simt::Machine;

    #[test]
    fn each_change_of_a_run_is_named() {
        let slide = RunSpec::of_lesson(LESSONS[0]).expect("a lesson with kernels");
        let of = |change: &dyn Fn(&mut RunSpec)| {
            let mut shown = slide.clone();
            change(&mut shown);
            changes(&slide, &shown, Language::English)
        };
        let other = LESSONS[0].kernels[1];
        let machine = Machine::by_id("v100").expect("a preset");
        assert_eq!(of(&|_| {}), []);
        assert_eq!(
            of(&|view| view.size = Size::fixed(4096, 128).with(slide.size.values())),
            [Change::N(4096, 16_384), Change::Block(128, 64)]
        );
        assert_eq!(
            of(&|view| view.kernel = other),
            [Change::Kernels(vec![other.title.en])]
        );
        assert_eq!(
            of(&|view| view.size = view.size.with(Values::Source)),
            [Change::Values(Values::Source)]
        );
        let named = |view: &Machine| view.name.to_string();
        assert_eq!(
            of(&|view| view.machine = machine.clone()),
            [Change::Machine(named(&machine), named(&slide.machine))]
        );
        assert_eq!(of(&|view| view.predication = true), [Change::Masking(true)]);
        assert_eq!(of(&|view| view.workgroup = 3), [Change::Followed(3, 0)]);
    }
}
