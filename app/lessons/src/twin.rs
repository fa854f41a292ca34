//! The CUDA twin of a kernel: its text without the markers, and the lines of the WGSL text that each line corresponds
//! to.

/// A line of the twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwinLine<'a> {
    pub text: &'a str,
    /// Corresponding lines of the WGSL text, from 1; empty for a brace or a comment.
    pub stands_for: Vec<u32>,
}

/// Marker at the end of a line, before the numbers of the corresponding WGSL lines.
const MARK: &str = "//@";

/// Parses the twin into lines, in order. Ignores everything after a marker that is not a number.
pub fn lines(twin: &str) -> Vec<TwinLine<'_>> {
    let line = |line| match str::split_once(line, MARK) {
        Some((text, numbers)) => TwinLine {
            text: text.trim_end(),
            stands_for: numbers
                .split(',')
                .filter_map(|number| number.trim().parse().ok())
                .collect(),
        },
        None => TwinLine {
            text: line,
            stands_for: Vec::new(),
        },
    };
    twin.lines().map(line).collect()
}

/// Returns the line of the twin (from 1) that corresponds to a line of the WGSL text; `None` if there is none.
pub fn line_of(twin: &str, wgsl_line: u32) -> Option<u32> {
    let lines = lines(twin);
    let mut numbered = (1..).zip(&lines);
    let found = numbered.find(|(_, line)| line.stands_for.contains(&wgsl_line));
    found.map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_and_not_shown() {
        let twin = "int i = 0;  //@3\n}\na += b;  //@4,5";
        assert_eq!(
            [3, 4, 5, 6].map(|line| line_of(twin, line)),
            [Some(1), Some(3), Some(3), None]
        );
        let lines = lines(twin);
        let pairs: Vec<_> = lines
            .iter()
            .map(|line| (line.text, &line.stands_for[..]))
            .collect();
        assert_eq!(
            pairs,
            [("int i = 0;", &[3][..]), ("}", &[]), ("a += b;", &[4, 5])]
        );
    }
}
