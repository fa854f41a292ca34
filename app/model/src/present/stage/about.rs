//! The subjects of a slide: the lanes, words and lines of code that the stage marks.

use crate::panels::array::ArrayModel;
use lessons::Subject;

/// The subjects of a slide; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About(pub &'static [Subject]);

impl About {
    /// Returns true if the slide speaks about some of the block's lanes.
    pub fn some_lanes(self) -> bool {
        self.first_lane().is_some()
    }

    /// Returns true if the slide speaks about this lane, by its number in the block.
    pub fn has_lane(self, lane: u32) -> bool {
        let mut subjects = self.0.iter();
        subjects.any(|subject| matches!(subject, Subject::Lanes(lanes) if lanes.contains(&lane)))
    }

    /// Returns the first lane that the slide speaks about.
    pub fn first_lane(self) -> Option<u32> {
        self.0.iter().find_map(|subject| match subject {
            Subject::Lanes(lanes) => Some(lanes.start),
            Subject::Words(..) | Subject::Lines(_) => None,
        })
    }

    /// Returns true if the slide speaks about some words of these memories.
    pub fn some_words(self, array: &ArrayModel) -> bool {
        let mut named = self.words();
        named.any(|(name, _)| array.memories.iter().any(|memory| memory.name == name))
    }

    /// Returns true if the slide speaks about this word, by the index of its memory and its index in the variable.
    pub fn has_word(self, array: &ArrayModel, (memory, word): (usize, u32)) -> bool {
        let Some(memory) = array.memories.get(memory) else {
            return false;
        };
        self.words()
            .any(|(name, words)| memory.name == name && words.contains(&word))
    }

    fn words(self) -> impl Iterator<Item = (&'static str, &'static std::ops::Range<u32>)> {
        self.0.iter().filter_map(|subject| match subject {
            Subject::Words(name, words) => Some((*name, words)),
            Subject::Lanes(_) | Subject::Lines(_) => None,
        })
    }

    /// Returns the lines of a text that the slide speaks about, from 1.
    pub fn lines(self, text: &str) -> Vec<u32> {
        let is_named = |line: &str| {
            self.0
                .iter()
                .any(|subject| matches!(subject, Subject::Lines(words) if line.contains(words)))
        };
        let numbered = (1..).zip(text.lines());
        numbered
            .filter(|(_, line)| is_named(line))
            .map(|(number, _)| number)
            .collect()
    }
}
