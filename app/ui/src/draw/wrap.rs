//! Line breaks in the text of a picture.

/// Splits `text` into lines that are at most `most` wide, as measured by `width`, as far as it can be broken: at
/// spaces, before `[`, and between Chinese characters, but not before closing punctuation. A dot between two phrases is
/// dropped at the end of a line.
pub(super) fn wrap(text: &str, most: f64, width: impl Fn(&str) -> f64) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while width(rest) > most {
        let fits = |&end: &usize| width(trimmed(&rest[..end])) <= most;
        // As many whole phrases as fit; or else as much text as fits; or else the shortest possible piece.
        let is_phrase = |&end: &usize| rest[..end].trim_end().ends_with('·');
        let phrases = breaks(rest).take_while(fits).filter(is_phrase).last();
        let longest = phrases.or_else(|| breaks(rest).take_while(fits).last());
        let Some(end) = longest.or_else(|| breaks(rest).next()) else {
            break;
        };
        lines.push(trimmed(&rest[..end]));
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Returns a line without the space and the dot at its end.
fn trimmed(line: &str) -> &str {
    line.trim_end_matches([' ', '·'])
}

/// Iterates over the byte positions at which a new line may begin.
fn breaks(text: &str) -> impl Iterator<Item = usize> {
    let is_chinese = |sign: char| ('\u{4e00}'..='\u{9fff}').contains(&sign);
    let closes = |sign: char| ",.:;)]%·，。：；）、”".contains(sign);
    let next = text.char_indices().skip(1);
    let pairs = text.chars().zip(next);
    pairs
        .filter(move |&(before, (_, after))| {
            let at_space = before == ' ' || after == '[';
            let in_chinese = (is_chinese(before) || "，：；、".contains(before)) && after != ' ';
            (at_space || in_chinese) && !closes(after)
        })
        .map(|(_, (place, _))| place)
}

#[cfg(test)]
mod tests {
    use super::wrap;

    /// Measures a text; Chinese characters are two units wide.
    fn units(text: &str) -> f64 {
        text.chars()
            .map(|sign| if sign.is_ascii() || sign == '·' { 1.0 } else { 2.0 })
            .sum()
    }

    #[test]
    fn lines_are_as_long_as_there_is_room() {
        for (most, text, lines) in [
            (40.0, "gives 4, 1, 1", &["gives 4, 1, 1"][..]),
            (
                14.0,
                "gives 4, 1, 1 · level 2 · first 3",
                &["gives 4, 1, 1", "level 2", "first 3"],
            ),
            (
                18.0,
                "gives 4, 1, 1 · level 2 · first 3",
                &["gives 4, 1, 1", "level 2 · first 3"],
            ),
            (
                10.0,
                "gives 0 blocks: the chain ends",
                &["gives 0", "blocks:", "the chain", "ends"],
            ),
            (10.0, "写出 4, 1, 1 · 第 2 层", &["写出 4, 1,", "1", "第 2 层"]),
            (
                12.0,
                "写出 0 个块：链条到此结束",
                &["写出 0 个", "块：链条到此", "结束"],
            ),
            (12.0, "coefficients[0]", &["coefficients", "[0]"]),
            (
                16.0,
                "gives 4, 1, 1 · level 2 · first 3",
                &["gives 4, 1, 1", "level 2", "first 3"],
            ),
            // Text without a possible break stays whole.
            (5.0, "coefficients", &["coefficients"]),
            (5.0, "", &[]),
        ] {
            assert_eq!(wrap(text, most, units), lines, "{text} in {most}");
        }
    }

    #[test]
    fn nothing_but_spaces_and_dots_between_lines_is_lost() {
        let bare = |text: &str| text.replace([' ', '·'], "");
        for text in [
            "gives 4, 1, 1 · level 2 · first 3",
            "写出 0 个块：链条到此结束",
            "a_long_name[1024] · é",
        ] {
            for most in 0..40 {
                let lines = wrap(text, f64::from(most), units);
                assert_eq!(bare(&lines.concat()), bare(text), "{text} in {most}");
            }
        }
    }
}
