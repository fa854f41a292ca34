//! The lane grid and the array as rows of a table.

use crate::panels::array::{ArrayModel, Touch};
use crate::panels::lanes::LaneState;
use crate::panels::variables;
use crate::run::playback::{Playback, StepView};

/// The most rows of memory in the table.
const MOST_WORDS: usize = 512;

/// One lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneRow {
    pub lane: u32,
    pub warp: u32,
    pub state: LaneState,
    pub loads: String,
    pub stores: String,
}

/// One word of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRow {
    /// The index of the memory, and the index in the variable.
    pub at: (usize, u32),
    pub name: String,
    pub value: String,
    pub loaded_by: String,
    pub stored_by: String,
    pub changed: bool,
}

/// Returns a row for every lane.
pub fn lanes(step_view: &StepView) -> Vec<LaneRow> {
    let width = step_view.lanes.warp_width;
    let words = |lane: u32, part: fn(&Touch) -> &Vec<(usize, u32)>| {
        let touches = &step_view.array.touches;
        let place = touches.binary_search_by_key(&lane, |touch| touch.lane);
        let touch = place.ok().and_then(|place| touches.get(place));
        let words = touch.map_or(&[][..], |touch| part(touch));
        let array = &step_view.array;
        let names = words.iter().map(|word| array.name(word.0, word.1));
        names.collect::<Vec<_>>().join(", ")
    };
    let rows = (0..).zip(&step_view.lanes.rows);
    rows.flat_map(|(warp, row)| {
        (0..).zip(&row.states).map(move |(lane, state)| LaneRow {
            lane: warp * width + lane,
            warp,
            state: *state,
            loads: words(warp * width + lane, |touch| &touch.loads),
            stores: words(warp * width + lane, |touch| &touch.stores),
        })
    })
    .filter(|row| row.state != LaneState::Absent)
    .collect()
}

/// Returns the names of all values that a lane has now, in the order of their declarations.
pub fn value_names(playback: &Playback) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for warp in 0..playback.trace().warps {
        let state = variables::lane(&playback.source, &playback.cursor, warp, 0, LaneState::Active);
        for (name, _) in state.variables {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns the values of a lane by these names; empty where it has none.
pub fn values(playback: &Playback, row: &LaneRow, names: &[String]) -> Vec<String> {
    let lane = row.lane % playback.trace().warp_width.max(1);
    let state = variables::lane(&playback.source, &playback.cursor, row.warp, lane, row.state);
    let value = |name: &String| {
        let pair = state.variables.iter().find(|(each, _)| each == name);
        pair.map_or_else(String::new, |(_, value)| value.clone())
    };
    names.iter().map(value).collect()
}

/// Returns rows for the accessed and changed words, or else for the first words; also the number of all words.
pub fn words(array: &ArrayModel) -> (Vec<WordRow>, usize) {
    let memories = array.memories.iter();
    let all = memories.map(|memory| memory.values.len()).sum();
    let mut chosen: Vec<(usize, u32)> = [&array.loaded, &array.stored, &array.changed]
        .into_iter()
        .flatten()
        .copied()
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.is_empty() {
        let lines = array.lines.iter();
        chosen = lines
            .flat_map(|line| line.words.clone().map(|word| (line.memory, word)))
            .take(MOST_WORDS)
            .collect();
    }
    chosen.truncate(MOST_WORDS);
    let by = |word: (usize, u32), part: fn(&Touch) -> &Vec<(usize, u32)>| {
        let touches = array.touches.iter();
        let lanes = touches
            .filter(|touch| part(touch).contains(&word))
            .map(|touch| touch.lane.to_string());
        lanes.collect::<Vec<_>>().join(", ")
    };
    let row = |word: (usize, u32)| WordRow {
        at: word,
        name: array.name(word.0, word.1),
        value: array.show(word.0, word.1).unwrap_or_default(),
        loaded_by: by(word, |touch| &touch.loads),
        stored_by: by(word, |touch| &touch.stores),
        changed: array.changed.binary_search(&word).is_ok(),
    };
    (chosen.into_iter().map(row).collect(), all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::playback;
    use simt::Grain;

    #[test]
    fn the_tables_say_what_the_pictures_show() {
        let mut playback = playback("reduce_neighbored", 256, 64);
        let position = playback.cursor.stops(Grain::Iteration).at(2);
        let step_view = playback.step_view(position.expect("a press"), Grain::Iteration);
        let lanes = lanes(&step_view);
        assert_eq!(lanes.len(), 64);
        let names = value_names(&playback);
        assert!(names.contains(&"stride".to_owned()), "{names:?}");
        let picked = ["tid".to_owned(), "stride".to_owned(), "gone".to_owned()];
        assert_eq!(values(&playback, &lanes[36], &picked), ["36", "2", ""]);
        let lane = &lanes[36];
        assert_eq!((lane.lane, lane.warp, lane.state), (36, 1, LaneState::Active));
        assert_eq!(
            (lane.loads.as_str(), lane.stores.as_str()),
            ("data[36], data[38]", "data[36]")
        );
        assert_eq!((lanes[37].state, lanes[37].loads.as_str()), (LaneState::Masked, ""));
        let (words, all) = words(&step_view.array);
        let word = words.iter().find(|word| word.name == "data[36]");
        let word = word.expect("it is accessed");
        assert_eq!((word.loaded_by.as_str(), word.stored_by.as_str()), ("36", "36"));
        assert!(word.changed);
        assert_eq!(words.len(), 32, "every second word, and no other");
        assert!(all >= 64);
    }

    #[test]
    fn where_nothing_is_touched_the_first_words_stand() {
        let mut playback = playback("reduce_neighbored", 4096, 64);
        let step_view = playback.step_view(0, Grain::Warp);
        let (words, _) = words(&step_view.array);
        assert!(!words.is_empty() && words.len() <= MOST_WORDS);
        assert!(words[0].name.ends_with("[0]"), "{:?}", words[0]);
    }
}
