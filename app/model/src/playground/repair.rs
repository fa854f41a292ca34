//! Repairs texts that PDFs, chats and input methods have changed: characters that only look right, line numbers, prompts.

/// One kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// `–`, `—` or `−` in place of `-`.
    Dash,
    /// `“`, `’` and so on.
    Quote,
    /// `ﬁ` in place of `fi`.
    Ligature,
    /// A space that is not the space key's, or a character without width.
    Space,
    /// `（`, `；` and other characters of full width.
    FullWidth,
    /// A number in front of every line.
    LineNumbers,
    /// `>` or `$` in front of every line.
    Prompts,
}

/// A text without the damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    pub text: String,
    /// The kinds of damage, each with the first line that has it, from 1.
    pub found: Vec<(Damage, usize)>,
}

/// Returns the text without damage; `None` if it has none. Comments keep their characters.
pub fn repair(text: &str) -> Option<Repair> {
    let mut found = Vec::new();
    let mut text = text.to_owned();
    for (damage, strip) in [
        (
            Damage::LineNumbers,
            without_numbers as fn(&str) -> Option<String>,
        ),
        (Damage::Prompts, without_prompts),
    ] {
        if let Some(stripped) = strip(&text) {
            let line = text.lines().position(|line| !line.trim().is_empty());
            found.push((damage, line.unwrap_or(0) + 1));
            text = stripped;
        }
    }
    let repaired = with_plain_letters(&text, &mut found);
    (!found.is_empty()).then_some(Repair {
        text: repaired,
        found,
    })
}

/// Returns what a damaged character stands for.
fn plain(letter: char) -> Option<(Damage, &'static str)> {
    Some(match letter {
        '\u{2010}'..='\u{2015}' | '−' | '﹣' => (Damage::Dash, "-"),
        '“' | '”' | '„' | '″' => (Damage::Quote, "\""),
        '‘' | '’' | '′' => (Damage::Quote, "'"),
        'ﬀ' => (Damage::Ligature, "ff"),
        'ﬁ' => (Damage::Ligature, "fi"),
        'ﬂ' => (Damage::Ligature, "fl"),
        'ﬃ' => (Damage::Ligature, "ffi"),
        'ﬄ' => (Damage::Ligature, "ffl"),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => (Damage::Space, " "),
        '\u{3000}' => (Damage::Space, "  "),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => (Damage::Space, ""),
        '×' | '∗' => (Damage::FullWidth, "*"),
        '（' => (Damage::FullWidth, "("),
        '）' => (Damage::FullWidth, ")"),
        '｛' => (Damage::FullWidth, "{"),
        '｝' => (Damage::FullWidth, "}"),
        '［' | '【' => (Damage::FullWidth, "["),
        '］' | '】' => (Damage::FullWidth, "]"),
        '，' | '、' => (Damage::FullWidth, ","),
        '；' => (Damage::FullWidth, ";"),
        '：' => (Damage::FullWidth, ":"),
        '．' | '。' => (Damage::FullWidth, "."),
        '＝' => (Damage::FullWidth, "="),
        '＋' => (Damage::FullWidth, "+"),
        '－' => (Damage::FullWidth, "-"),
        '＊' => (Damage::FullWidth, "*"),
        '／' => (Damage::FullWidth, "/"),
        '＜' => (Damage::FullWidth, "<"),
        '＞' => (Damage::FullWidth, ">"),
        '＆' => (Damage::FullWidth, "&"),
        '｜' => (Damage::FullWidth, "|"),
        '！' => (Damage::FullWidth, "!"),
        '＠' => (Damage::FullWidth, "@"),
        '％' => (Damage::FullWidth, "%"),
        _ => return None,
    })
}

fn with_plain_letters(text: &str, found: &mut Vec<(Damage, usize)>) -> String {
    #[derive(PartialEq)]
    enum Within {
        Code,
        Line,
        /// A block comment, and how deep.
        Block(usize),
    }
    let mut out = String::with_capacity(text.len());
    let (mut within, mut line) = (Within::Code, 1);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        within = match (within, letter, next) {
            (Within::Code, '/', Some('/')) => Within::Line,
            (Within::Code, '/', Some('*')) => Within::Block(1),
            (Within::Line, '\n', _) => Within::Code,
            (Within::Block(depth), '/', Some('*')) => Within::Block(depth + 1),
            (Within::Block(1), '*', Some('/')) => Within::Code,
            (Within::Block(depth), '*', Some('/')) => Within::Block(depth - 1),
            (within, ..) => within,
        };
        if letter == '\n' {
            line += 1;
        }
        match plain(letter).filter(|_| within == Within::Code) {
            Some((damage, instead)) => {
                if !found.iter().any(|(known, _)| *known == damage) {
                    found.push((damage, line));
                }
                out.push_str(instead);
            }
            None => out.push(letter),
        }
    }
    out
}

/// Removes a rising number in front of every line that is not empty. Two lines are too few to tell.
fn without_numbers(text: &str) -> Option<String> {
    let mut last = None;
    let mut seen = 0;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim_start();
        if trimmed.is_empty() {
            out.push('\n');
            continue;
        }
        let end = trimmed.find(|letter: char| !letter.is_ascii_digit())?;
        // A line may hold the number alone.
        let (digits, rest) = match end {
            0 => return None,
            end => trimmed.split_at(end),
        };
        let number: u32 = digits.parse().ok()?;
        if last.is_some_and(|last| number <= last) {
            return None;
        }
        (last, seen) = (Some(number), seen + 1);
        let rest = rest.strip_prefix([':', '.', '|', ')']).unwrap_or(rest);
        let rest = rest.strip_prefix([' ', '\t', '\u{a0}']).unwrap_or(rest);
        out.push_str(rest);
        out.push('\n');
    }
    (seen > 2).then_some(out)
}

/// Removes a prompt in front of every line that is not empty.
fn without_prompts(text: &str) -> Option<String> {
    let mut seen = 0;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if line.trim().is_empty() {
            out.push('\n');
            continue;
        }
        let prompts = [">>>", "...", "> ", "$ ", "│ ", "| "];
        let rest = prompts.iter().find_map(|prompt| line.strip_prefix(prompt));
        let rest = rest.or_else(|| (line == ">").then_some(""))?;
        seen += 1;
        out.push_str(rest.strip_prefix(' ').unwrap_or(rest));
        out.push('\n');
    }
    (seen > 1).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_named_and_mended() {
        for (text, wanted, found) in [
            ("a = b – 1;", "a = b - 1;", &[(Damage::Dash, 1)][..]),
            (
                "x\nlet s = “a”;",
                "x\nlet s = \"a\";",
                &[(Damage::Quote, 2)],
            ),
            ("var ﬁrst = 1;", "var first = 1;", &[(Damage::Ligature, 1)]),
            ("a\u{a0}=\u{200b}1;", "a =1;", &[(Damage::Space, 1)]),
            ("a［0］＝f（1）；", "a[0]=f(1);", &[(Damage::FullWidth, 1)]),
            (
                "// “a” – b\na − 1; /* “ */ “",
                "// “a” – b\na - 1; /* “ */ \"",
                &[(Damage::Dash, 2), (Damage::Quote, 2)],
            ),
            (
                "1 fn f() {\n2   a = 1;\n\n3 }",
                "fn f() {\n  a = 1;\n\n}\n",
                &[(Damage::LineNumbers, 1)],
            ),
            (
                " 9: fn f() {\n10:   a – 1;\n11: }",
                "fn f() {\n  a - 1;\n}\n",
                &[(Damage::LineNumbers, 1), (Damage::Dash, 2)],
            ),
            (
                "> fn f() {\n>\n> }",
                "fn f() {\n\n}\n",
                &[(Damage::Prompts, 1)],
            ),
        ] {
            let mended = repair(text).expect(text);
            assert_eq!((mended.text.as_str(), &mended.found[..]), (wanted, found));
            assert_eq!(repair(wanted), None, "{wanted}");
        }
        for text in [
            "",
            "fn f() { a = 1 - 2; }",
            "1\n2",
            "3 a\n2 b\n1 c",
            "// 你好，世界：“a”",
        ] {
            assert_eq!(repair(text), None, "{text}");
        }
    }

    #[test]
    fn no_kernel_of_the_lessons_is_damaged() {
        for kernel in lessons::GALLERY.iter() {
            assert_eq!(repair(&kernel.kernel.source), None, "{kernel:?}");
        }
    }
}
