//! An excerpt of a kernel's text that fits a number of rows: the lines that a slide is about, the heads of the blocks
//! around them, and as many of their neighbours as there is room for.

/// A row of an excerpt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A line of the text, from 1.
    Line(u32),
    /// Folded lines, from 1, both included.
    Fold(u32, u32),
}

/// The rows of an excerpt, and the number of leading spaces that all of its lines share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub rows: Vec<Row>,
    pub indent: usize,
}

/// Returns an excerpt that shows the lines of `wanted` (from 1) in at most `rows` rows of `columns` characters. Lines at the
/// beginning of `wanted` are preferred.
pub fn excerpt(source: &str, wanted: &[u32], columns: usize, rows: usize) -> Excerpt {
    let lines: Vec<&str> = source.lines().collect();
    let mut is_kept = vec![false; lines.len()];
    for line in ranked(&lines, wanted) {
        let Some(is_shown) = is_kept.get_mut(line) else {
            continue;
        };
        if std::mem::replace(is_shown, true) {
            continue;
        }
        if height(&lines, &is_kept, columns) > rows {
            is_kept[line] = false;
        }
    }
    let indent = indent_of_all(&lines, &is_kept);
    Excerpt {
        rows: folded(&is_kept),
        indent,
    }
}

/// Returns the lines (from 0) in the order in which they are added, some of them several times.
fn ranked(lines: &[&str], wanted: &[u32]) -> Vec<usize> {
    let lit: Vec<usize> = wanted
        .iter()
        .map(|line| *line as usize - 1)
        .filter(|line| *line < lines.len())
        .collect();
    let mut ranked = lit.clone();
    for &line in &lit {
        ranked.extend(heads(lines, line));
    }
    for &line in &lit {
        ranked.extend(heads(lines, line).into_iter().filter_map(|head| foot(lines, head)));
    }
    // Neighbours come last, the closest first. The text before the first function explains it, and is no neighbour.
    let first = lines
        .iter()
        .position(|line| line.trim_start().starts_with("fn "))
        .unwrap_or(0);
    for distance in 1..lines.len() {
        for &line in &lit {
            ranked.extend(
                [line.checked_sub(distance), line.checked_add(distance)]
                    .into_iter()
                    .flatten(),
            );
        }
    }
    ranked.retain(|line| *line >= first || lit.contains(line));
    ranked.retain(|line| {
        lines
            .get(*line)
            .is_some_and(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
    });
    ranked
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the lines (from 0) with which the blocks around a line begin, the innermost first; the function is left out.
fn heads(lines: &[&str], line: usize) -> Vec<usize> {
    let mut heads = Vec::new();
    let mut depth = lines.get(line).map_or(0, |line| indent(line));
    for (number, text) in lines.iter().enumerate().take(line).rev() {
        if text.trim().is_empty() || text.trim_start().starts_with("//") || indent(text) >= depth {
            continue;
        }
        depth = indent(text);
        if depth == 0 {
            break;
        }
        if text.trim_end().ends_with('{') {
            heads.push(number);
        }
    }
    heads
}

/// Returns the line (from 0) that closes the block of a head.
fn foot(lines: &[&str], head: usize) -> Option<usize> {
    let depth = indent(lines.get(head)?);
    let after = lines.iter().enumerate().skip(head + 1);
    let mut ends = after.filter(|(_, line)| !line.trim().is_empty() && indent(line) <= depth);
    ends.next().map(|(number, _)| number)
}

/// Returns the rows of the shown lines with a fold between them. A single line between two shown ones is shown as well: it
/// needs no more room than its fold.
fn folded(is_kept: &[bool]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut last: Option<usize> = None;
    for (line, _) in is_kept.iter().enumerate().filter(|(_, is_shown)| **is_shown) {
        match last {
            Some(last) if line == last + 2 => rows.push(Row::Line(last as u32 + 2)),
            Some(last) if line > last + 2 => rows.push(Row::Fold(last as u32 + 2, line as u32)),
            Some(_) | None => {}
        }
        rows.push(Row::Line(line as u32 + 1));
        last = Some(line);
    }
    rows
}

fn indent_of_all(lines: &[&str], is_kept: &[bool]) -> usize {
    let rows = folded(is_kept);
    let indents = rows.iter().filter_map(|row| match row {
        Row::Line(line) => lines.get(*line as usize - 1),
        Row::Fold(..) => None,
    });
    indents
        .filter(|line| !line.trim().is_empty())
        .map(|line| indent(line))
        .min()
        .unwrap_or(0)
}

/// Returns the height of the excerpt in rows, with long lines wrapped.
fn height(lines: &[&str], is_kept: &[bool], columns: usize) -> usize {
    let indent = indent_of_all(lines, is_kept);
    let rows = folded(is_kept).into_iter().map(|row| match row {
        Row::Line(line) => {
            let line = lines.get(line as usize - 1).map_or("", |line| line.trim_end());
            wrapped(line.get(indent..).unwrap_or(line), columns)
        }
        Row::Fold(..) => 1,
    });
    rows.sum()
}

/// Columns by which the rest of a wrapped line is indented.
const HANGING: usize = 4;

/// Returns the rows of a line that wraps between words; the rest is indented by [`HANGING`] columns.
fn wrapped(line: &str, columns: usize) -> usize {
    let columns = columns.max(HANGING + 1);
    let (mut rows, mut used) = (1, 0);
    for word in line.split_inclusive(' ') {
        // The space at the end of a row needs no room.
        let (letters, all) = (word.trim_end().chars().count(), word.chars().count());
        if used + letters > columns && used > HANGING {
            rows += 1;
            used = HANGING;
        }
        // A word that is longer than a row breaks anywhere.
        let over = (used + letters).saturating_sub(columns);
        if over > 0 {
            rows += over.div_ceil(columns - HANGING);
            used = HANGING + over % (columns - HANGING);
        } else {
            used += all;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;
    use proptest::prelude::*;

    const SOURCE: &str = "// A comment.
@compute
fn main() {
    let a = 1;
    for (var i = 0; i < 4; i++) {
        if a {
            b += 1;
        }
        barrier();
    }
    end();
}";

    fn numbers(excerpt: &Excerpt) -> Vec<i64> {
        let number = |row: &Row| match *row {
            Row::Line(line) => i64::from(line),
            Row::Fold(from, to) => -(i64::from(to - from) + 1),
        };
        excerpt.rows.iter().map(number).collect()
    }

    #[test]
    fn the_wanted_line_stands_with_its_blocks_and_then_with_its_neighbours() {
        // (rows, the numbers of the lines, a fold as minus its lines)
        for (rows, lines) in [
            (1, vec![7]),
            (2, vec![6, 7]),
            (3, vec![5, 6, 7]),
            (4, vec![5, 6, 7, 8]),
            (6, vec![5, 6, 7, 8, 9, 10]),
            (20, vec![3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ] {
            assert_eq!(numbers(&excerpt(SOURCE, &[7], 80, rows)), lines, "{rows}");
        }
        assert_eq!(numbers(&excerpt(SOURCE, &[4, 11], 80, 3)), [4, -6, 11]);
        assert_eq!(excerpt(SOURCE, &[7], 80, 4).indent, 4);
    }

    #[test]
    fn a_long_line_takes_several_rows() {
        // (line, columns, rows)
        for (line, columns, rows) in [
            ("a = b;", 20, 1),
            ("let i = a + b;", 14, 1),
            ("let i = a + b;", 13, 2),
            ("one two three four", 9, 3),
            ("arrayLength(&data)", 10, 3),
        ] {
            assert_eq!(wrapped(line, columns), rows, "{line} {columns}");
        }
    }

    proptest! {
        /// An excerpt of any kernel fits, is in the order of the text, and shows the first wanted line.
        #[test]
        fn an_excerpt_fits_its_rows(kernel in 0..GALLERY.len(), line in 0_usize..400, columns in 30_usize..90, rows in 3_usize..20) {
            let source = &GALLERY[kernel].kernel.source;
            let lines: Vec<&str> = source.lines().collect();
            let statements: Vec<u32> = (1..).zip(&lines).filter(|(_, line)| line.trim_end().ends_with(';') && !line.trim_start().starts_with("//")).map(|(number, _)| number).collect();
            let wanted = statements[line % statements.len()];
            let excerpt = excerpt(source, &[wanted], columns, rows);
            let mut is_kept = vec![false; lines.len()];
            let mut last = 0;
            for row in &excerpt.rows {
                let (from, to) = match *row {
                    Row::Line(line) => (line, line),
                    Row::Fold(from, to) => (from, to),
                };
                prop_assert_eq!(from, if last == 0 { from } else { last + 1 });
                if let Row::Line(line) = row {
                    is_kept[*line as usize - 1] = true;
                }
                last = to;
            }
            let statement = lines[wanted as usize - 1];
            let fits = wrapped(statement.trim(), columns) <= rows;
            prop_assert!(is_kept[wanted as usize - 1] || !fits);
            prop_assert!(height(&lines, &is_kept, columns) <= rows);
        }
    }
}
