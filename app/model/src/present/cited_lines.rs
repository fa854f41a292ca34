//! Lines of code that a slide's sentences cite. They are lines of the WGSL text; next to the CUDA twin they become its lines.

use lessons::GalleryKernel;
use std::borrow::Cow;

/// The words that mark a text whose line numbers are of code, and not of a cache.
const MARKS: [&str; 2] = ["of the code", "代码第"];

/// Returns the text with the lines of a CUDA twin: that of the kernel which the text names, or else of the first one. A line
/// that the twin does not have stays.
pub fn in_cuda<'a>(text: &'a str, kernels: &[&'static GalleryKernel]) -> Cow<'a, str> {
    if !MARKS.iter().any(|mark| text.contains(mark)) {
        return Cow::Borrowed(text);
    }
    let named = kernels.iter().find(|kernel| text.contains(&*kernel.kernel.name));
    let Some(kernel) = named.or(kernels.first()) else {
        return Cow::Borrowed(text);
    };
    Cow::Owned(replace(text, |line| kernel.cuda_line(line)))
}

/// Returns the lines that a text cites, from 1.
pub fn cited(text: &str) -> Vec<u32> {
    let mut lines = Vec::new();
    replace(text, |line| {
        lines.push(line);
        None
    });
    lines.retain(|line| *line > 0);
    lines
}

/// Returns the strides that a text names: `stride 8`, `strides 16 and 8`, `步长 4`, `步长为 4`.
pub fn strides(text: &str) -> Vec<String> {
    const HEADS: [&str; 4] = ["strides ", "stride ", "步长为 ", "步长 "];
    let heads = HEADS.iter().flat_map(|head| text.match_indices(head));
    let mut places: Vec<usize> = heads.map(|(start, head)| start + head.len()).collect();
    places.sort_unstable();
    places.dedup();
    let mut strides = Vec::new();
    for place in places {
        let (list, mut end) = (&text[place..], 0);
        while let Some((joint, digits)) = next_number(&list[end..], end == 0) {
            strides.push(list[end + joint..end + joint + digits].to_owned());
            end += joint + digits;
        }
    }
    strides
}

/// Replaces the numbers of each list of lines: `line 3`, `lines 3, 4 and 9`, `lines 3 to 9`, `第 3、4 行`.
fn replace(text: &str, mut line_of: impl FnMut(u32) -> Option<u32>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(begin) = next_list(rest) {
        let (before, list) = rest.split_at(begin);
        out.push_str(before);
        let mut end = 0;
        while let Some((joint, digits)) = next_number(&list[end..], end == 0) {
            let number = &list[end + joint..end + joint + digits];
            let line = number.parse().ok().and_then(&mut line_of);
            out.push_str(&list[end..end + joint]);
            out.push_str(&line.map_or_else(|| number.to_owned(), |line| line.to_string()));
            end += joint + digits;
        }
        rest = &list[end..];
    }
    out.push_str(rest);
    out
}

/// Returns the place of the first number of the next list of lines.
fn next_list(text: &str) -> Option<usize> {
    const HEADS: [&str; 5] = ["lines ", "line ", "Lines ", "Line ", "第 "];
    let starts = HEADS.iter().flat_map(|head| {
        let heads = text.match_indices(head);
        heads.map(|(start, head)| start + head.len())
    });
    starts
        .filter(|&start| text[start..].starts_with(|letter: char| letter.is_ascii_digit()))
        .filter(|&start| is_of_lines(&text[..start], &text[start..]))
        .min()
}

/// Returns true if `第` begins a list of lines: it stands before other things too.
fn is_of_lines(before: &str, list: &str) -> bool {
    let end = list.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, ' ' | '、' | '到' | '和'));
    !before.ends_with("第 ") || end.is_some_and(|end| list[end..].starts_with('行'))
}

/// Returns the length of what joins the next number to the list, and the number of its digits.
fn next_number(text: &str, is_first: bool) -> Option<(usize, usize)> {
    const JOINTS: [&str; 9] = [", ", " and ", " to line ", " to ", "、", " 到 ", " 到第 ", " 和 ", "到"];
    let joint = if is_first {
        0
    } else {
        JOINTS
            .iter()
            .find(|joint| {
                let after = text.strip_prefix(**joint);
                after.is_some_and(|after| after.starts_with(|letter: char| letter.is_ascii_digit()))
            })?
            .len()
    };
    let digits = text[joint..].chars().take_while(char::is_ascii_digit).count();
    (digits > 0).then_some((joint, digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{LESSONS, Language};

    #[test]
    fn strides_are_found_in_the_order_of_the_text() {
        for (text, expected) in [
            ("With stride 8, two lanes; with stride 16, one.", "8 16"),
            ("With strides 16 and 8 all; with 4 fewer", "16 8"),
            ("步长为 16 和 8 时", "16 8"),
            ("步长 4 时", "4"),
            ("The first stride is half a block.", ""),
        ] {
            assert_eq!(strides(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn every_number_of_a_list_becomes_another() {
        let add = |text: &str| replace(text, |line| (line < 90).then_some(line + 100));
        for (text, expected) in [
            ("In line 9 of the code.", "In line 109 of the code."),
            ("Lines 22, 25 and 27 of the code", "Lines 122, 125 and 127 of the code"),
            ("lines 18 to 25 of the code of k", "lines 118 to 125 of the code of k"),
            ("line 35 to line 40 of the code", "line 135 to line 140 of the code"),
            (
                "Line 33 stores four words, 39 bytes",
                "Line 133 stores four words, 39 bytes",
            ),
            ("line 95 is not there", "line 95 is not there"),
            ("32 lines, and line by line", "32 lines, and line by line"),
            ("代码第 20、21 行", "代码第 120、121 行"),
            ("第 18 到 25 行", "第 118 到 125 行"),
            ("第 3 个线程束", "第 3 个线程束"),
        ] {
            assert_eq!(add(text), expected);
        }
    }

    /// Every line that a lesson cites is a line of the WGSL text of its kernel, and has a line in CUDA.
    #[test]
    fn cited_lines_exist_in_both_texts() {
        let mut cited = 0;
        for lesson in LESSONS {
            for slide in lesson.slides {
                let kernels: Vec<_> = slide.pin.kernels.iter().map(|&index| lesson.kernels[index]).collect();
                for language in [Language::English, Language::SimplifiedChinese] {
                    for text in [slide.text.get(language), slide.notes.get(language)] {
                        if !MARKS.iter().any(|mark| text.contains(mark)) {
                            continue;
                        }
                        let named = kernels.iter().find(|kernel| text.contains(&*kernel.kernel.name));
                        let kernel = named.unwrap_or(&kernels[0]);
                        replace(text, |line| {
                            let there = kernel.kernel.source.lines().nth(line as usize - 1);
                            assert!(there.is_some_and(|there| !there.trim().is_empty()), "{text}");
                            let twin = kernel.cuda_line(line);
                            assert!(twin.is_some(), "{}: line {line} of {text}", lesson.id);
                            cited += 1;
                            twin
                        });
                    }
                }
            }
        }
        assert!(cited >= 20, "{cited}");
    }
}
