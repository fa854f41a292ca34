//! The parts of a deck's slide on stage.

use crate::address::RunSpec;
use crate::present::stage::About;
use lessons::{Panel, Part, usual_parts};

/// The most parts that a reader chooses: more have no room on a projector.
pub const MOST_PARTS: usize = 3;

/// Where the parts of a slide come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// Those of a slide that names none.
    #[default]
    Usual,
    /// Those of a slide of its lesson, by its index.
    OfLesson(usize),
    /// The reader's choice.
    Chosen(Vec<Choice>),
}

/// A part that a reader can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Code,
    Lanes,
    Memory,
    Timeline,
    /// The panel that the slide has instead of the memory.
    Panel,
}

impl Choice {
    pub const ALL: [Choice; 5] = [
        Choice::Code,
        Choice::Lanes,
        Choice::Memory,
        Choice::Timeline,
        Choice::Panel,
    ];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Code => "code",
            Choice::Lanes => "lanes",
            Choice::Memory => "memory",
            Choice::Timeline => "timeline",
            Choice::Panel => "panel",
        }
    }

    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }

    const fn part(self, panel: Option<Panel>) -> Option<Part> {
        Some(match self {
            Choice::Code => Part::Code,
            Choice::Lanes => Part::Lanes,
            Choice::Memory => Part::Memory,
            Choice::Timeline => Part::Timeline,
            Choice::Panel => match panel {
                Some(panel) => Part::Panel(panel),
                None => return None,
            },
        })
    }
}

impl Parts {
    /// Returns the choice in a file: names that no program knows are left out.
    pub fn of_names(names: &[String]) -> Self {
        let choices: Vec<Choice> = names
            .iter()
            .filter_map(|name| Choice::by_name(name))
            .take(MOST_PARTS)
            .collect();
        if choices.is_empty() {
            Parts::Usual
        } else {
            Parts::Chosen(choices)
        }
    }

    /// Returns the parts on stage of a run with a panel, and what they are about.
    pub fn on_stage(&self, view: &RunSpec, panel: Option<Panel>) -> (Vec<Part>, About) {
        let usual = || usual_parts(view.kernels().count(), panel);
        match self {
            Parts::Usual => (usual(), About::default()),
            Parts::OfLesson(slide) => match view.lesson.slides.get(*slide) {
                Some(slide) => (slide.pin.stage(), About(slide.pin.about)),
                // The file is of a version whose lesson has more slides.
                None => (usual(), About::default()),
            },
            Parts::Chosen(choices) => {
                let parts: Vec<Part> = choices.iter().filter_map(|choice| choice.part(panel)).collect();
                let parts = if parts.is_empty() { usual() } else { parts };
                (parts, About::default())
            }
        }
    }

    /// Returns the parts of a run that a reader can choose and that are on stage.
    pub fn shown(&self, view: &RunSpec, panel: Option<Panel>) -> Vec<Choice> {
        let (parts, _) = self.on_stage(view, panel);
        let is_shown = |choice: &Choice| {
            let part = choice.part(panel);
            part.is_some_and(|part| parts.contains(&part))
        };
        Choice::ALL.into_iter().filter(is_shown).collect()
    }

    /// Shows a part, or removes it; the last one stays.
    pub fn toggle(&mut self, choice: Choice, view: &RunSpec, panel: Option<Panel>) {
        let mut choices = self.shown(view, panel);
        match choices.contains(&choice) {
            true if choices.len() > 1 => choices.retain(|other| *other != choice),
            true => {}
            false if choices.len() < MOST_PARTS => choices.push(choice),
            false => {}
        }
        let in_order = |choice: &Choice| choices.contains(choice);
        *self = Parts::Chosen(Choice::ALL.into_iter().filter(in_order).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::LESSONS;

    #[test]
    fn a_slide_of_a_lesson_keeps_its_parts() {
        let mut met = 0;
        for lesson in LESSONS {
            let view = RunSpec::of_lesson(lesson).expect("a lesson with kernels");
            for (index, slide) in lesson.slides.iter().enumerate() {
                let (parts, about) = Parts::OfLesson(index).on_stage(&view, slide.pin.panel);
                assert_eq!(parts, slide.pin.stage(), "{}", lesson.id);
                assert_eq!(about, About(slide.pin.about), "{}", lesson.id);
                met += 1;
            }
            let (parts, _) = Parts::OfLesson(99).on_stage(&view, None);
            assert_eq!(parts, usual_parts(1, None));
        }
        assert!(met > 200, "{met} slides");
    }

    #[test]
    fn a_choice_has_one_to_three_parts_in_their_order() {
        let view = RunSpec::of_lesson(LESSONS[0]).expect("a lesson with kernels");
        let mut parts = Parts::Usual;
        let mut toggle = |choice| {
            parts.toggle(choice, &view, None);
            let (on_stage, _) = parts.on_stage(&view, None);
            on_stage
        };
        assert_eq!(
            toggle(Choice::Timeline),
            [Part::Code, Part::Lanes, Part::Memory],
            "it is full"
        );
        assert_eq!(toggle(Choice::Memory), [Part::Code, Part::Lanes]);
        assert_eq!(toggle(Choice::Timeline), [Part::Code, Part::Lanes, Part::Timeline]);
        assert_eq!(toggle(Choice::Code), [Part::Lanes, Part::Timeline]);
        assert_eq!(toggle(Choice::Lanes), [Part::Timeline]);
        assert_eq!(toggle(Choice::Timeline), [Part::Timeline], "the last one stays");
        let names = ["code".to_owned(), "hologram".to_owned()];
        assert_eq!(Parts::of_names(&names), Parts::Chosen(vec![Choice::Code]));
        assert_eq!(Parts::of_names(&names[1..]), Parts::Usual);
    }
}
