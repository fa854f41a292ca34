//! The array panel's data: values, the words that the next statement loads and stores, and the resulting traffic.

use serde::{Deserialize, Serialize};
use simt::{Access, Cursor, Frame, Layout, Request, Space, Trace};
use std::ops::Range;

/// The memory accesses of one lane in the next statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// The lane's index in the workgroup.
    pub lane: u32,
    /// Words as (index of the memory, index in the variable), in the order of access.
    pub loads: Vec<(usize, u32)>,
    pub stores: Vec<(usize, u32)>,
}

/// The traffic of all loads or all stores, counted as the counters do: per warp and per instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub requests: u32,
    /// Words in memory that is served by lines and sectors.
    pub words: u32,
    pub lines: u32,
    pub sectors: u32,
    pub bytes_asked: u32,
    /// Words in workgroup memory, which has banks and no lines.
    pub shared_words: u32,
}

impl Moved {
    /// True if all accessed words are in workgroup memory.
    pub fn is_shared(&self) -> bool {
        self.words == 0 && self.shared_words > 0
    }
}

/// One aligned line of a memory and its accessed sectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub memory: usize,
    /// The words of the variable that lie in this line.
    pub words: Range<u32>,
    /// One entry for each sector: (loaded, stored).
    pub sectors: Vec<(bool, bool)>,
}

/// One variable in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    pub name: String,
    pub space: Space,
    pub layout: Layout,
    pub first_word: u32,
    pub values: Vec<u32>,
    pub total_words: u64,
}

/// The array panel's content at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayModel {
    pub memories: Vec<Memory>,
    /// All lines, grouped by memory.
    pub lines: Vec<Line>,
    pub line_words: u32,
    pub sector_words: u32,
    pub touches: Vec<Touch>,
    pub loads: Moved,
    pub stores: Moved,
    /// All words that the next statement loads, ascending as (memory, word); `stored` likewise.
    pub loaded: Vec<(usize, u32)>,
    pub stored: Vec<(usize, u32)>,
    /// Words that the last press changed.
    pub changed: Vec<(usize, u32)>,
}

/// Builds the array panel before `frame` is executed. `since` is the range of steps of the last press; their stores are
/// marked as changed.
pub fn array(cursor: &Cursor, frame: &Frame, since: Range<usize>) -> ArrayModel {
    let trace = cursor.trace();
    let (line_words, sector_words) = units(trace);
    let memories = trace
        .memories
        .iter()
        .enumerate()
        .map(|(index, memory)| Memory {
            name: memory.name.clone(),
            space: memory.space,
            layout: memory.layout.clone(),
            first_word: memory.first_word,
            values: cursor.memory(index).to_vec(),
            total_words: memory.total_words,
        });
    let mut model = ArrayModel {
        memories: memories.collect(),
        line_words,
        sector_words,
        ..ArrayModel::default()
    };
    model.lay_lines();
    for step in frame.steps.clone() {
        let Some(warp) = trace.step(step).map(|step| step.warp) else {
            continue;
        };
        for request in trace.requests(step) {
            model.touch(warp * trace.warp_width, &request);
        }
    }
    let of = |words: fn(&Touch) -> &Vec<(usize, u32)>| {
        let mut all: Vec<(usize, u32)> = model.touches.iter().flat_map(words).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    (model.loaded, model.stored) = (of(|touch| &touch.loads), of(|touch| &touch.stores));
    // A long jump changes nearly everything, so only its last steps are marked.
    const MOST_STEPS: usize = 4096;
    for step in since.start.max(since.end.saturating_sub(MOST_STEPS))..since.end {
        for request in trace
            .requests(step)
            .filter(|request| request.access.writes())
        {
            for (_, address) in request.addresses.lanes(request.mask) {
                model.changed.extend(
                    (0..request.words).map(|word| (request.memory as usize, address / 4 + word)),
                );
            }
        }
    }
    model.changed.sort_unstable();
    model.changed.dedup();
    model
}

impl ArrayModel {
    fn lay_lines(&mut self) {
        for (memory, variable) in self.memories.iter().enumerate() {
            let end = variable.first_word + variable.values.len() as u32;
            let mut first = variable.first_word - variable.first_word % self.line_words;
            while first < end {
                let words = first.max(variable.first_word)..(first + self.line_words).min(end);
                let sectors =
                    vec![(false, false); self.line_words.div_ceil(self.sector_words) as usize];
                self.lines.push(Line {
                    memory,
                    words,
                    sectors,
                });
                first += self.line_words;
            }
        }
    }

    fn touch(&mut self, first_lane: u32, request: &Request<'_>) {
        let memory = request.memory as usize;
        let words = words_of(request);
        for (lane, address) in request.addresses.lanes(request.mask) {
            let touch = self.touch_of(first_lane + lane);
            for word in address / 4..address / 4 + request.words {
                if request.access.reads() {
                    touch.loads.push((memory, word));
                }
                if request.access.writes() {
                    touch.stores.push((memory, word));
                }
            }
        }
        for &word in &words {
            let (line_words, sector_words) = (self.line_words, self.sector_words);
            let line = self
                .lines
                .iter_mut()
                .find(|line| line.memory == memory && line.words.contains(&word));
            let sector = line.and_then(|line| {
                line.sectors
                    .get_mut((word % line_words / sector_words) as usize)
            });
            if let Some((loaded, stored)) = sector {
                *loaded |= request.access.reads();
                *stored |= request.access.writes();
            }
        }
        let is_shared = self
            .memories
            .get(memory)
            .is_some_and(|memory| memory.space == Space::Workgroup);
        // An atomic operation is one request; it counts as a store.
        let moved = if request.access.writes() {
            &mut self.stores
        } else {
            &mut self.loads
        };
        let bytes = request.bytes * request.mask.count();
        moved.add(
            &words,
            bytes,
            is_shared,
            (self.line_words, self.sector_words),
        );
    }

    fn touch_of(&mut self, lane: u32) -> &mut Touch {
        // Each request lists lanes in rising order, so a binary search finds the lane.
        let at = match self.touches.binary_search_by_key(&lane, |touch| touch.lane) {
            Ok(at) => at,
            Err(at) => {
                self.touches.insert(
                    at,
                    Touch {
                        lane,
                        ..Touch::default()
                    },
                );
                at
            }
        };
        &mut self.touches[at]
    }

    /// Formats the value of a word by its own type; `None` if the word is not part of the snapshot.
    pub fn show(&self, memory: usize, word: u32) -> Option<String> {
        let variable = self.memories.get(memory)?;
        let bits = *variable
            .values
            .get(word.checked_sub(variable.first_word)? as usize)?;
        Some(variable.layout.show(word, bits))
    }

    /// Returns the expression of a word: `data[3]`, `bodies[2].at.x`. Padding is named by the number of the word.
    pub fn name(&self, memory: usize, word: u32) -> String {
        let Some(variable) = self.memories.get(memory) else {
            return format!("[{word}]");
        };
        let path = variable.layout.path_at(u64::from(word) * 4);
        format!(
            "{}{}",
            variable.name,
            path.unwrap_or_else(|| format!(" · {word}"))
        )
    }

    /// Returns the expression of the element that a word is part of: `data[3]`, `bodies[2]`.
    pub fn element_name(&self, memory: usize, word: u32) -> String {
        let name = self.name(memory, word);
        match name.find(']') {
            Some(end) => name[..=end].to_owned(),
            None => name,
        }
    }

    /// Returns the number of characters that most of the first values need; longer ones are few.
    pub fn usual_length(&self) -> usize {
        const LOOKED_AT: usize = 256;
        /// One value of this many may be longer.
        const SHARE: usize = 8;
        let words = self
            .lines
            .iter()
            .flat_map(|line| line.words.clone().map(|word| (line.memory, word)));
        let shown = words.filter_map(|(memory, word)| self.show(memory, word));
        let mut lengths: Vec<usize> = shown.take(LOOKED_AT).map(|value| value.len()).collect();
        lengths.sort_unstable();
        let at = lengths.len().saturating_sub(1 + lengths.len() / SHARE);
        lengths.get(at).copied().unwrap_or(0)
    }

    pub fn is_loaded(&self, word: (usize, u32)) -> bool {
        self.loaded.binary_search(&word).is_ok()
    }

    pub fn is_stored(&self, word: (usize, u32)) -> bool {
        self.stored.binary_search(&word).is_ok()
    }

    /// Returns the indices of the lines that fit into `rows` rows: the line in focus with its neighbours, or else the
    /// lines that the first lanes access, filled up from the beginning.
    pub fn lens(&self, rows: usize, focus: Option<usize>) -> Vec<usize> {
        let rows = rows.min(self.lines.len());
        let mut chosen: Vec<usize> = Vec::new();
        if let Some(focus) = focus {
            let first = focus.saturating_sub(rows / 2).min(self.lines.len() - rows);
            return (first..first + rows).collect();
        }
        let line_of = |(memory, word): &(usize, u32)| {
            self.lines
                .iter()
                .position(|line| line.memory == *memory && line.words.contains(word))
        };
        let touched = self
            .touches
            .iter()
            .flat_map(|touch| touch.stores.iter().chain(&touch.loads))
            .filter_map(line_of);
        for line in touched.chain(0..self.lines.len()) {
            if chosen.len() >= rows {
                break;
            }
            if !chosen.contains(&line) {
                chosen.push(line);
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// Returns the model with rows of `words` words: the parts of a line stand below each other.
    pub fn folded(&self, words: u32) -> ArrayModel {
        let parts = |line: &Line| {
            let first = line.words.start - line.words.start % words;
            let sectors = line.sectors.clone();
            let (own, sector) = (line.clone(), self.sector_words.min(words));
            let begin = line.words.start - line.words.start % self.line_words;
            (first..line.words.end)
                .step_by(words as usize)
                .map(move |from| Line {
                    memory: own.memory,
                    words: from.max(own.words.start)..(from + words).min(own.words.end),
                    sectors: (from..from + words)
                        .step_by(sector as usize)
                        .filter_map(|word| sectors.get(((word - begin) / sector) as usize).copied())
                        .collect(),
                })
        };
        ArrayModel {
            lines: self.lines.iter().flat_map(parts).collect(),
            line_words: words,
            sector_words: self.sector_words.min(words),
            ..self.clone()
        }
    }

    /// Lists every accessed word as `name:index`, separated by spaces; for tests.
    pub fn listing(&self, access: Access) -> String {
        let words = if access.writes() {
            &self.stored
        } else {
            &self.loaded
        };
        let named = words.iter().filter_map(|&(memory, word)| {
            Some(format!("{}:{word}", self.memories.get(memory)?.name))
        });
        named.collect::<Vec<_>>().join(" ")
    }
}

/// Returns every word that a request accesses, lane by lane.
fn words_of(request: &Request<'_>) -> Vec<u32> {
    let lanes = request.addresses.lanes(request.mask);
    lanes
        .flat_map(|(_, address)| address / 4..address / 4 + request.words)
        .collect()
}

/// Counts the traffic of some steps as (loads, stores).
pub fn moved(trace: &Trace, steps: impl IntoIterator<Item = usize>) -> (Moved, Moved) {
    let units = units(trace);
    let (mut loads, mut stores) = (Moved::default(), Moved::default());
    for request in steps.into_iter().flat_map(|step| trace.requests(step)) {
        let moved = if request.access.writes() {
            &mut stores
        } else {
            &mut loads
        };
        let memory = trace.memories.get(request.memory as usize);
        let is_shared = memory.is_some_and(|memory| memory.space == Space::Workgroup);
        let bytes = request.bytes * request.mask.count();
        moved.add(&words_of(&request), bytes, is_shared, units);
    }
    (loads, stores)
}

/// Returns the words in a line and in a sector.
fn units(trace: &Trace) -> (u32, u32) {
    let line_words = (trace.line_bytes / 4).max(1);
    (line_words, (trace.sector_bytes / 4).clamp(1, line_words))
}

impl Moved {
    /// Adds one request for these words, of which the lanes ask for `bytes`.
    fn add(
        &mut self,
        words: &[u32],
        bytes: u32,
        is_shared: bool,
        (line_words, sector_words): (u32, u32),
    ) {
        self.requests += u32::from(!words.is_empty());
        if is_shared {
            self.shared_words += words.len() as u32;
            return;
        }
        let distinct = |unit: u32| {
            let mut units: Vec<u32> = words.iter().map(|word| word / unit).collect();
            units.sort_unstable();
            units.dedup();
            units.len() as u32
        };
        self.words += words.len() as u32;
        self.bytes_asked += bytes;
        self.lines += distinct(line_words);
        self.sectors += distinct(sector_words);
    }

    /// Returns the bytes in the accessed sectors.
    pub fn bytes_moved(&self, sector_words: u32) -> u32 {
        self.sectors * sector_words * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_length_is_that_of_most_values() {
        // (values, characters)
        for (values, length) in [
            (vec![1, 2, 3, 4], 1),
            (vec![1, 2, 3, 40_000], 5),
            (vec![1, 2, 3, 4, 5, 6, 7, 40_000], 1),
            (vec![1, 2, 30_000, 40_000], 5),
            (vec![100; 8], 3),
            (Vec::new(), 0),
        ] {
            let mut model = ArrayModel {
                memories: vec![Memory {
                    name: "data".to_owned(),
                    space: Space::Storage,
                    layout: Layout::Array {
                        element: Box::new(Layout::Scalar(simt::ScalarType::U32)),
                        stride: 4,
                        count: None,
                    },
                    first_word: 0,
                    values: values.clone(),
                    total_words: values.len() as u64,
                }],
                line_words: 32,
                sector_words: 8,
                ..ArrayModel::default()
            };
            model.lay_lines();
            assert_eq!(model.usual_length(), length, "{values:?}");
        }
    }
}
