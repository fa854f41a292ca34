//! The array panel's data: values, the words that the next statement loads and stores, and the resulting traffic.
//!
//! An array of bytes or of 16-bit numbers has a word here for each number, so that a cell of the picture shows one value. A row
//! of the picture has as many of them as a row of words, and so a part of a line.

use serde::{Deserialize, Serialize};
use simt::{Access, Cursor, Frame, Layout, Request, ScalarType, Space, Trace};
use std::ops::Range;

/// The memory accesses of one lane in the next statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// The lane's index in the workgroup.
    pub lane: u32,
    /// Words as (index of the memory, index in the variable), in the order of access.
    pub loads: Vec<(usize, u32)>,
    pub stores: Vec<(usize, u32)>,
    /// The value of the last word that it stores.
    pub written: Option<u32>,
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

/// The words or bytes that lanes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    Words(u32),
    /// Some lanes ask for less than a word.
    Bytes(u32),
}

impl Moved {
    /// Returns what lanes ask of memory that is served by lines and sectors.
    pub fn amount(&self) -> Amount {
        if self.bytes_asked == 4 * self.words {
            Amount::Words(self.words)
        } else {
            Amount::Bytes(self.bytes_asked)
        }
    }

    /// True if all accessed words are in workgroup memory.
    pub fn is_shared(&self) -> bool {
        self.words == 0 && self.shared_words > 0
    }
}

/// One aligned line of a memory, or a part of one, and its accessed sectors.
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
    /// The bytes of a word: 4, or those of a smaller number.
    pub word_bytes: u32,
    pub first_word: u32,
    pub values: Vec<u32>,
    pub total_words: u64,
    /// The four bytes of a word that nobody has set, if the language leaves it undefined.
    pub unset: Option<u32>,
}

impl Memory {
    /// Returns true if nobody has set a word.
    fn is_unset(&self, word: u32) -> bool {
        let Some(unset) = self.unset else {
            return false;
        };
        let narrow = 4 / self.word_bytes.clamp(1, 4);
        let first = (word - self.first_word) / narrow * narrow;
        (0..narrow).all(|part| {
            let bits = unset.checked_shr(part * self.word_bytes * 8).unwrap_or(0);
            let mask = u32::MAX >> (32 - 8 * self.word_bytes.clamp(1, 4));
            self.values.get((first + part) as usize) == Some(&(bits & mask))
        })
    }

    /// Returns the first byte of a word.
    fn byte_of(&self, word: u32) -> u64 {
        u64::from(word) * u64::from(self.word_bytes)
    }
}

/// Returns the bytes of a word in the picture of a variable: 4, or those of its numbers if they are smaller.
pub fn word_bytes(layout: &Layout) -> u32 {
    layout.scalar().map_or(4, ScalarType::bytes)
}

/// Returns the words of `word_bytes` bytes that a lane with an address asks for.
pub fn asked_words(request: &Request<'_>, address: u32, word_bytes: u32) -> Range<u32> {
    let first = address / word_bytes;
    match word_bytes {
        4 => first..first + request.words,
        _ => first..(address + request.bytes).div_ceil(word_bytes),
    }
}

/// Splits words of 4 bytes into words of `word_bytes` bytes.
fn split(words: &[u32], word_bytes: u32) -> Vec<u32> {
    if word_bytes == 4 {
        return words.to_vec();
    }
    let bits = 8 * word_bytes;
    let parts = |word: u32| {
        let first_bits = (0..32_u32).step_by(bits as usize);
        first_bits.map(move |bit| word >> bit & (u32::MAX >> (32 - bits)))
    };
    words.iter().copied().flat_map(parts).collect()
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
    let memories = trace.memories.iter().enumerate().map(|(index, memory)| {
        let word_bytes = word_bytes(&memory.layout);
        let parts = 4 / word_bytes;
        Memory {
            name: memory.name.clone(),
            space: memory.space,
            layout: memory.layout.clone(),
            word_bytes,
            first_word: memory.first_word * parts,
            values: split(cursor.memory(index), word_bytes),
            total_words: memory.total_words * u64::from(parts),
            unset: memory.unset,
        }
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
    let words_of = |words: fn(&Touch) -> &Vec<(usize, u32)>| {
        let mut all: Vec<(usize, u32)> = model.touches.iter().flat_map(words).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    (model.loaded, model.stored) = (words_of(|touch| &touch.loads), words_of(|touch| &touch.stores));
    // A long jump changes nearly everything, so only its last steps are marked.
    const MOST_STEPS: usize = 4096;
    for step in since.start.max(since.end.saturating_sub(MOST_STEPS))..since.end {
        for request in trace.requests(step).filter(|request| request.access.writes()) {
            let memory = request.memory as usize;
            let word_bytes = model.word_bytes(memory);
            for (_, address) in request.addresses.lanes(request.mask) {
                let words = asked_words(&request, address, word_bytes);
                model.changed.extend(words.map(|word| (memory, word)));
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
            let (_, of_row) = self.sector_lengths(variable.word_bytes);
            while first < end {
                let words = first.max(variable.first_word)..(first + self.line_words).min(end);
                let sectors = vec![(false, false); self.line_words.div_ceil(of_row) as usize];
                self.lines.push(Line { memory, words, sectors });
                first += self.line_words;
            }
        }
    }

    fn word_bytes(&self, memory: usize) -> u32 {
        self.memories.get(memory).map_or(4, |memory| memory.word_bytes)
    }

    /// Returns the words of a sector, and those of its part in one row.
    fn sector_lengths(&self, word_bytes: u32) -> (u32, u32) {
        let words = self.sector_words * 4 / word_bytes;
        (words, words.min(self.line_words))
    }

    /// Returns the words in a line for each of its sectors.
    pub fn words_of_sector(&self, line: &Line) -> u32 {
        self.sector_lengths(self.word_bytes(line.memory)).1
    }

    fn touch(&mut self, first_lane: u32, request: &Request<'_>) {
        let memory = request.memory as usize;
        let word_bytes = self.word_bytes(memory);
        let (of_sector, of_row) = self.sector_lengths(word_bytes);
        let mut sectors: Vec<u32> = Vec::new();
        for (rank, (lane, address)) in request.addresses.lanes(request.mask).enumerate() {
            let words = asked_words(request, address, word_bytes);
            sectors.extend(words.clone().map(|word| word / of_sector));
            let touch = self.touch_of(first_lane + lane);
            if request.access.writes() {
                touch.written = request.changes.get(2 * rank + 1).copied();
            }
            for word in words {
                if request.access.reads() {
                    touch.loads.push((memory, word));
                }
                if request.access.writes() {
                    touch.stores.push((memory, word));
                }
            }
        }
        sectors.sort_unstable();
        sectors.dedup();
        for sector in sectors {
            let (first, end) = (sector * of_sector, (sector + 1) * of_sector);
            // A sector of bytes may be longer than a row.
            let rows = self
                .lines
                .iter_mut()
                .filter(|line| line.memory == memory && line.words.start < end && first < line.words.end);
            for row in rows {
                let begin = row.words.start - row.words.start % self.line_words;
                let sector = first.saturating_sub(begin) / of_row;
                if let Some((loaded, stored)) = row.sectors.get_mut(sector as usize) {
                    *loaded |= request.access.reads();
                    *stored |= request.access.writes();
                }
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
            &words_of(request),
            bytes,
            is_shared,
            (self.line_words, self.sector_words),
        );
    }

    fn touch_of(&mut self, lane: u32) -> &mut Touch {
        // Each request lists lanes in rising order, so a binary search finds the lane.
        let place = match self.touches.binary_search_by_key(&lane, |touch| touch.lane) {
            Ok(place) => place,
            Err(place) => {
                self.touches.insert(
                    place,
                    Touch {
                        lane,
                        ..Touch::default()
                    },
                );
                place
            }
        };
        &mut self.touches[place]
    }

    /// Formats the value of a word by its own type; `None` if the word is not part of the snapshot.
    pub fn show(&self, memory: usize, word: u32) -> Option<String> {
        let variable = self.memories.get(memory)?;
        let bits = *variable.values.get(word.checked_sub(variable.first_word)? as usize)?;
        if variable.is_unset(word) {
            return Some("?".to_owned());
        }
        if variable.word_bytes == 4 {
            return Some(variable.layout.show(word, bits));
        }
        let scalar = variable.layout.scalar_at(variable.byte_of(word));
        Some(scalar.map_or_else(|| "·".to_owned(), |scalar| scalar.show_one(bits)))
    }

    /// Returns the addition of a lane that adds another word to its own: `23 + 44`; `None` for any other action.
    pub fn sum(&self, touch: &Touch) -> Option<String> {
        let (&[stored], &[first, second]) = (touch.stores.as_slice(), touch.loads.as_slice()) else {
            return None;
        };
        let other = match stored {
            stored if stored == first => second,
            stored if stored == second => first,
            _ => return None,
        };
        let variable = self.memories.get(stored.0).filter(|_| other.0 == stored.0)?;
        let bits = |(_, word): (usize, u32)| {
            let index = word.checked_sub(variable.first_word)?;
            variable.values.get(index as usize).copied()
        };
        let (a, b) = (bits(stored)?, bits(other)?);
        let sum = match variable.layout.scalar()? {
            ScalarType::I32 | ScalarType::U32 => a.wrapping_add(b),
            ScalarType::F32 => (f32::from_bits(a) + f32::from_bits(b)).to_bits(),
            _ => return None,
        };
        let is_sum = touch.written == Some(sum);
        let text = is_sum.then(|| {
            Some(format!(
                "{} + {}",
                self.show(stored.0, stored.1)?,
                self.show(other.0, other.1)?
            ))
        });
        text.flatten()
    }

    /// Returns the expression of a word: `data[3]`, `bodies[2].at.x`. Padding is named by the number of the word.
    pub fn name(&self, memory: usize, word: u32) -> String {
        let Some(variable) = self.memories.get(memory) else {
            return format!("[{word}]");
        };
        let path = variable.layout.path_at(variable.byte_of(word));
        format!("{}{}", variable.name, path.unwrap_or_else(|| format!(" · {word}")))
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
        let values = words.filter_map(|(memory, word)| self.show(memory, word));
        let mut lengths: Vec<usize> = values.take(LOOKED_AT).map(|value| value.len()).collect();
        lengths.sort_unstable();
        let rank = lengths.len().saturating_sub(1 + lengths.len() / SHARE);
        lengths.get(rank).copied().unwrap_or(0)
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
            let (part, of_sector) = (line.clone(), self.words_of_sector(line));
            let begin = line.words.start - line.words.start % self.line_words;
            (first..line.words.end).step_by(words as usize).map(move |from| Line {
                memory: part.memory,
                words: from.max(part.words.start)..(from + words).min(part.words.end),
                sectors: (from..from + words)
                    .step_by(of_sector.min(words) as usize)
                    .filter_map(|word| {
                        let index = (word - begin) / of_sector;
                        sectors.get(index as usize).copied()
                    })
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
        let words = if access.writes() { &self.stored } else { &self.loaded };
        let named = words
            .iter()
            .filter_map(|&(memory, word)| Some(format!("{}:{word}", self.memories.get(memory)?.name)));
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
    fn add(&mut self, words: &[u32], bytes: u32, is_shared: bool, (line_words, sector_words): (u32, u32)) {
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
    use crate::playground::examples::example;
    use crate::run::playback::StepView;
    use crate::run::samples;
    use simt::Grain;

    /// The grey picture: the bytes of its picture are 0, 1, 2, …, and the first warp has two rows of 16 pixels.
    #[test]
    fn bytes_are_words_of_their_own() {
        let text = example("grey_picture").expect("an example").text;
        let mut playback = samples::cuda(text);
        let end = playback.cursor.end();
        let mut views = (0..end).map(|position| playback.step_view(position, Grain::Warp));
        let is_load = |view: &StepView| view.array.loads.requests > 0;
        let view = views.find(is_load).expect("it loads");
        let array = &view.array;
        // Red of pixels 0 and 1, and of the first pixel of the next row of 60.
        let touched = |lane: usize| &array.touches[lane].loads[..];
        assert_eq!(touched(0), [(0, 0)]);
        assert_eq!(touched(1), [(0, 3)]);
        assert_eq!(touched(16), [(0, 180)]);
        assert_eq!(array.name(0, 17), "colour[17]");
        // The host fills the picture with a loop.
        assert_eq!(array.show(0, 17).as_deref(), Some("119"));
        assert_eq!(array.memories[0].total_words, 7200);
        // A row has 32 bytes, which are one sector. Those of 16 pixels lie in two sectors for each row of the picture.
        let moved = array.lines.iter().filter(|line| line.sectors == [(true, false)]);
        let moved: Vec<u32> = moved.map(|line| line.words.start / 32).collect();
        assert_eq!(moved, [0, 1, 5, 6, 7]);
        assert_eq!((array.loads.sectors, array.loads.bytes_asked), (5, 32));
        assert_eq!(array.loads.amount(), Amount::Bytes(32));
        let stored = views.find(|view| view.array.stores.requests > 0);
        let stored = stored.expect("it stores").array;
        assert_eq!(stored.touches[17].stores, [(1, 61)]);
    }

    /// Neighbored pairs: lane 0 adds the word of its neighbour, and says so with both values.
    #[test]
    fn a_lane_that_adds_says_what() {
        let mut playback = samples::playback("reduce_neighbored", 128, 64);
        let end = playback.cursor.end();
        let mut views = (0..end).map(|position| playback.step_view(position, Grain::Statement));
        let adds = |view: &StepView| view.array.stores.requests > 0;
        let array = views.find(adds).expect("it adds").array;
        let value = |word| array.show(0, word).expect("a value");
        let sum = format!("{} + {}", value(0), value(1));
        assert_eq!(array.sum(&array.touches[0]), Some(sum));
        // A lane that stores something else has no sum.
        let other = Touch {
            written: Some(u32::MAX),
            ..array.touches[0].clone()
        };
        assert_eq!(array.sum(&other), None);
    }

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
                    word_bytes: 4,
                    first_word: 0,
                    values: values.clone(),
                    total_words: values.len() as u64,
                    unset: None,
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
