//! The stage: the parts of a slide that an audience sees, chosen once for all of the slide's steps, so that the layout
//! stands still while the slide is stepped through.

mod about;
mod arrangement;
mod excerpt;

pub use about::About;
pub use arrangement::{Arrangement, is_wide};
pub use excerpt::{Excerpt, Row, excerpt};

use crate::panels::array::{self, ArrayModel};
use crate::panels::lanes::LanesModel;
use crate::run::pace::Pace;
use crate::run::playback::Playback;

/// Rows of lanes that have numbers; blocks of more warps are shown without numbers, with one warp in front.
pub const NUMBERED_ROWS: usize = 8;
/// Presses of a slide that are looked at; a longer slide is sampled.
const MOST_PRESSES: usize = 24;

/// Facts about all steps of a slide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The lines of the statements that the slide is about to execute, from 1, in the order of their first appearance.
    pub lit: Vec<u32>,
    /// The lines of memory that the slide loads and stores, as indices into [`ArrayModel::lines`], by number of presses.
    pub memory: Vec<usize>,
    /// The lines of memory with words that the slide speaks about.
    pub named: Vec<usize>,
    /// Lines of memory in all.
    pub memory_lines: usize,
}

impl Scene {
    /// Walks through the presses of a slide. `presses` holds the first and the last one.
    pub fn new(playback: &Playback, pace: Pace, presses: (usize, usize), about: About) -> Self {
        let stops = playback.cursor.stops(pace.grain());
        let last = stops.count().saturating_sub(1);
        let (from, to) = match pace {
            Pace::Grain(_) => (presses.0.min(last), presses.1.min(last)),
            // Cycles are not presses of the grain: the whole run is looked at.
            Pace::Cycle => (0, last),
        };
        let mut scene = Self::between(playback, pace, from, to);
        scene.named = named_lines(playback, pace, about);
        if scene.lit.is_empty() {
            // At the end of the run there is no next statement: the text of the steps before is shown.
            Scene {
                lit: Self::between(playback, pace, 0, last).lit,
                ..scene
            }
        } else {
            scene
        }
    }

    fn between(playback: &Playback, pace: Pace, from: usize, to: usize) -> Self {
        let grain = pace.grain();
        let mut cursor = playback.cursor.clone();
        let stops = cursor.stops(grain);
        let stride = (to - from) / MOST_PRESSES + 1;
        let positions: Vec<usize> = (from..=to)
            .step_by(stride)
            .filter_map(|press| stops.at(press))
            .collect();
        let mut scene = Scene::default();
        let mut touched: Vec<usize> = Vec::new();
        for position in positions {
            cursor.seek(position);
            let frame = cursor.frame(grain);
            if let Some(statement) = playback.trace().statement(frame.steps.start)
                && !scene.lit.contains(&statement.line)
            {
                scene.lit.push(statement.line);
            }
            let array = array::array(&cursor, &frame, 0..0);
            scene.memory_lines = array.lines.len();
            touched.resize(array.lines.len(), 0);
            for (line, presses) in array.lines.iter().zip(&mut touched) {
                let moves = |word: &(usize, u32)| line.memory == word.0 && line.words.contains(&word.1);
                let is_touched = array.loaded.iter().chain(&array.stored).any(moves);
                *presses += usize::from(is_touched);
            }
        }
        scene.memory = (0..touched.len()).filter(|&line| touched[line] > 0).collect();
        // Sorting is stable: of lines that are touched equally often, the first ones come first.
        scene.memory.sort_by_key(|&line| std::cmp::Reverse(touched[line]));
        scene
    }

    /// Returns the lines of memory for this many rows, in the order of memory: those that the slide speaks about or touches,
    /// and if there are none, the first ones.
    pub fn memory_rows(&self, rows: usize) -> Vec<usize> {
        let touched = self.memory.iter().filter(|line| !self.named.contains(line));
        let wanted: Vec<usize> = self.named.iter().chain(touched).copied().collect();
        let mut chosen: Vec<usize> = if wanted.is_empty() {
            (0..self.memory_lines).take(rows).collect()
        } else {
            wanted.into_iter().take(rows).collect()
        };
        chosen.sort_unstable();
        chosen
    }
}

/// Returns the lines of memory with words that a slide speaks about.
fn named_lines(playback: &Playback, pace: Pace, about: About) -> Vec<usize> {
    let frame = playback.cursor.frame(pace.grain());
    let array = array::array(&playback.cursor, &frame, 0..0);
    let lines = (0..).zip(&array.lines);
    let is_named = |line: &array::Line| {
        let mut words = line.words.clone();
        words.any(|word| about.has_word(&array, (line.memory, word)))
    };
    lines
        .filter(|(_, line)| is_named(line))
        .map(|(index, _)| index)
        .collect()
}

impl ArrayModel {
    /// Returns the model with these lines only.
    pub fn only(&self, lines: &[usize]) -> ArrayModel {
        let kept = lines.iter().filter_map(|&line| self.lines.get(line).cloned());
        ArrayModel {
            lines: kept.collect(),
            ..self.clone()
        }
    }
}

impl LanesModel {
    /// Returns the model of one warp; its lanes keep their numbers in the block.
    pub fn only(&self, warp: usize) -> LanesModel {
        LanesModel {
            rows: self.rows.get(warp).cloned().into_iter().collect(),
            first_warp: warp as u32,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::counters::{CounterId, title};
    use crate::panels::formulas::FormulaId;
    use crate::run::samples;
    use lessons::published::Column;
    use lessons::{LESSONS, Part, Subject};
    use simt::Grain;

    #[test]
    fn every_name_on_a_slide_is_a_counter_or_a_formula() {
        let parts = LESSONS
            .iter()
            .flat_map(|lesson| lesson.slides)
            .flat_map(|slide| slide.pin.stage());
        for part in parts {
            match part {
                Part::Figures(names) => {
                    let ids: Vec<&str> = CounterId::ALL.iter().map(|id| id.name()).collect();
                    assert!(names.iter().all(|name| ids.contains(name)), "{names:?}");
                }
                Part::Clock(story) => {
                    let names = story.counters;
                    assert!(names.iter().all(|name| title(name).is_some()), "{names:?}");
                }
                Part::Published(table) => {
                    assert!(table.printed().is_some(), "{table:?}");
                    for column in table.columns {
                        if let Column::Counter(name) = column {
                            assert!(title(name).is_some(), "{name}");
                        }
                    }
                }
                Part::Formulas(names) => {
                    let ids: Vec<&str> = FormulaId::ALL.iter().map(|id| id.name()).collect();
                    assert!(names.iter().all(|name| ids.contains(name)), "{names:?}");
                }
                Part::Code
                | Part::Lanes
                | Part::Memory
                | Part::Timeline
                | Part::Chapter
                | Part::Panel(_)
                | Part::Host(_) => {}
            }
        }
    }

    #[test]
    fn a_folded_memory_has_the_same_words_and_sectors() {
        let mut playback = samples::playback("reduce_neighbored", 128, 64);
        let stops = playback.cursor.stops(Grain::Iteration);
        let begun = stops.at(1).expect("a first iteration");
        let array = playback.step_view(begun, Grain::Iteration).array;
        let folded = array.folded(16);
        let words = |array: &ArrayModel| -> Vec<u32> {
            let lines = array.lines.iter();
            lines.flat_map(|line| line.words.clone()).collect()
        };
        let sectors = |array: &ArrayModel| -> Vec<(bool, bool)> {
            let lines = array.lines.iter();
            let sectors = lines.flat_map(|line| line.sectors.clone());
            sectors.filter(|(loaded, stored)| *loaded || *stored).collect()
        };
        assert!(!sectors(&array).is_empty());
        assert_eq!(words(&folded), words(&array));
        assert_eq!(sectors(&folded), sectors(&array));
        assert!(folded.lines.iter().all(|line| line.words.len() <= 16));
        assert!(folded.lines.len() > array.lines.len());
    }

    #[test]
    fn a_scene_holds_the_lines_of_all_its_presses() {
        let playback = samples::playback("reduce_neighbored", 128, 64);
        let scene = Scene::new(&playback, Pace::Grain(Grain::Iteration), (0, 3), About::default());
        let whole = Scene::new(&playback, Pace::Grain(Grain::Iteration), (0, 99), About::default());
        assert!(!scene.lit.is_empty());
        assert!(scene.lit.iter().all(|line| whole.lit.contains(line)));
        // A block of 64 words in lines of 32 has two lines, and both are touched.
        assert_eq!(scene.memory_rows(2).len(), 2);
        assert_eq!(scene.memory_rows(1).len(), 1);
    }

    #[test]
    fn words_that_a_slide_speaks_about_have_a_row() {
        const LAST: About = About(&[Subject::Words("data", 63..64)]);
        let playback = samples::playback("reduce_neighbored", 128, 64);
        let rows = |about| {
            let scene = Scene::new(&playback, Pace::Grain(Grain::Iteration), (0, 3), about);
            scene.memory_rows(1)
        };
        assert_eq!(rows(About::default()), [0]);
        assert_eq!(rows(LAST), [1]);
    }
}
