//! Results of a loop that starts with a byte: a reference over millions of elements runs the loop once for each byte.

/// The results of some paths for every byte; `Path` is what tells one path from another.
pub(super) struct Known<Path> {
    tables: Vec<(Path, Vec<u32>)>,
}

impl<Path: Copy + PartialEq> Known<Path> {
    pub fn new() -> Self {
        Known { tables: Vec::new() }
    }

    /// Returns the result of `path` for a byte, which `result` computes at most once.
    ///
    /// # Panics
    /// If `byte` is above 255.
    pub fn of(&mut self, path: Path, byte: u32, result: impl Fn(u32) -> u32) -> u32 {
        let place = self.tables.iter().position(|(each, _)| *each == path);
        let index = place.unwrap_or_else(|| {
            self.tables.push((path, (0..256).map(result).collect()));
            self.tables.len() - 1
        });
        self.tables[index].1[byte as usize]
    }
}
