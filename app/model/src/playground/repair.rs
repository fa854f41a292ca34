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
    /// `>` or `$` in front of every line, or lines with a command of a shell.
    Prompts,
    /// The marks that Markdown puts around code, with what is written around them.
    Fences,
}

/// A text without the damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    pub text: String,
    /// The kinds of damage, each with the first line that has it, from 1.
    pub found: Vec<(Damage, usize)>,
}

/// A text without damage that concerns whole lines.
struct Stripped {
    text: String,
    /// The first line with the damage, from 0.
    line: usize,
    /// The lines that are gone before the text.
    gone: usize,
}

/// Removes a kind of damage.
type Strip = fn(&str) -> Option<Stripped>;

const STRIPS: [(Damage, Strip); 3] = [
    (Damage::Fences, within_fences),
    (Damage::LineNumbers, without_numbers),
    (Damage::Prompts, without_prompts),
];

/// Returns the text without damage; `None` if it has none. Comments and texts in quotes keep their characters.
pub fn repair(text: &str) -> Option<Repair> {
    let mut damages = Vec::new();
    let mut text = text.to_owned();
    let mut gone = 0;
    // A prompt may stand in front of a fence, and numbers within it.
    while let Some((damage, stripped)) = STRIPS.iter().find_map(|(damage, strip)| Some((*damage, strip(&text)?))) {
        if !damages.iter().any(|(each, _)| *each == damage) {
            damages.push((damage, gone + stripped.line + 1));
        }
        gone += stripped.gone;
        text = stripped.text;
    }
    let repaired = with_plain_letters(&text, gone, &mut damages);
    (!damages.is_empty()).then_some(Repair {
        text: repaired,
        found: damages,
    })
}

/// Returns true for a space, and for a character that damage puts in place of one.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(plain(letter), Some((Damage::Space, _)))
}

fn is_blank(line: &str) -> bool {
    line.chars().all(is_space)
}

/// Returns the first line that is not empty, from 0.
fn first_line(text: &str) -> usize {
    let first = text.lines().position(|line| !is_blank(line));
    first.unwrap_or(0)
}

/// Removes one space, and characters without width around it.
fn without_space(line: &str) -> &str {
    let hollow = |letter| matches!(plain(letter), Some((Damage::Space, "")));
    let line = line.trim_start_matches(hollow);
    let line = line.strip_prefix(is_space).unwrap_or(line);
    line.trim_start_matches(hollow)
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

/// Replaces damaged characters of a text, of which so many lines are gone.
fn with_plain_letters(text: &str, gone: usize, damages: &mut Vec<(Damage, usize)>) -> String {
    #[derive(PartialEq)]
    enum Within {
        Code,
        Line,
        /// A block comment, and how deep.
        Block(usize),
        Text,
    }
    let mut out = String::with_capacity(text.len());
    let (mut within, mut line) = (Within::Code, gone + 1);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let damage = plain(letter);
        let is_quote = letter == '"' || damage == Some((Damage::Quote, "\""));
        let was_text = within == Within::Text;
        within = match (within, letter, next) {
            (Within::Code, ..) if is_quote => Within::Text,
            (Within::Text, ..) if is_quote || letter == '\n' => Within::Code,
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
        let counts = within == Within::Code && !was_text || is_quote && was_text | (within == Within::Text);
        match damage.filter(|_| counts) {
            Some((damage, instead)) => {
                if !damages.iter().any(|(each, _)| *each == damage) {
                    damages.push((damage, line));
                }
                out.push_str(instead);
            }
            None => out.push(letter),
        }
    }
    out
}

/// Keeps what stands within the fences of Markdown.
fn within_fences(text: &str) -> Option<Stripped> {
    let is_fence = |line: &&str| {
        let line = line.trim_start_matches(is_space);
        line.starts_with("```") || line.starts_with("~~~")
    };
    let before = text.lines().take_while(|line| !is_fence(line)).count();
    let mut inside = false;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match is_fence(&line) {
            true => inside = !inside,
            false if inside => {
                out.push_str(line);
                out.push('\n');
            }
            false => {}
        }
    }
    match before < text.lines().count() {
        // Only the closing fence was copied.
        true if is_blank(&out) => {
            let kept = text.lines().filter(|line| !is_fence(line));
            Some(Stripped {
                text: kept.flat_map(|line| [line, "\n"]).collect(),
                line: before,
                gone: 0,
            })
        }
        true => Some(Stripped {
            text: out,
            line: before,
            gone: before + 1,
        }),
        false => None,
    }
}

/// Removes a rising number in front of every line that is not empty, and lines that hold nothing but the next number. Two
/// numbers are too few to tell.
fn without_numbers(text: &str) -> Option<Stripped> {
    if let Some(stripped) = without_lines_of_numbers(text) {
        return Some(stripped);
    }
    let mut last = None;
    let mut seen = 0;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim_start_matches(is_space);
        if trimmed.is_empty() {
            out.push('\n');
            continue;
        }
        // A line may hold the number alone.
        let end = trimmed.find(|letter: char| !letter.is_ascii_digit());
        let (digits, rest) = match end.unwrap_or(trimmed.len()) {
            0 => return None,
            end => trimmed.split_at(end),
        };
        let number: u32 = digits.parse().ok()?;
        if last.is_some_and(|last| number <= last) {
            return None;
        }
        (last, seen) = (Some(number), seen + 1);
        let rest = rest.strip_prefix([':', '.', '|', ')']).unwrap_or(rest);
        out.push_str(without_space(rest));
        out.push('\n');
    }
    (seen > 2 && !is_blank(&out)).then(|| Stripped {
        text: out,
        line: first_line(text),
        gone: 0,
    })
}

/// Removes lines that hold 1, 2, 3 and so on: they stand above the code, or above each of its lines.
fn without_lines_of_numbers(text: &str) -> Option<Stripped> {
    let number = |line: &str| line.trim_matches(is_space).parse::<u32>().ok();
    let numbers: Vec<u32> = text.lines().filter_map(number).collect();
    let rises = numbers.iter().copied().eq(1..=numbers.len() as u32);
    let begins = text.lines().find(|line| !is_blank(line)).and_then(number) == Some(1);
    let has_code = text.lines().any(|line| !is_blank(line) && number(line).is_none());
    if numbers.len() < 3 || !rises || !begins || !has_code {
        return None;
    }
    let is_number = |line: &&str| number(line).is_some() || is_blank(line);
    let kept = text.lines().filter(|line| number(line).is_none());
    Some(Stripped {
        text: kept.flat_map(|line| [line, "\n"]).collect(),
        line: first_line(text),
        gone: text.lines().take_while(is_number).count(),
    })
}

/// Removes a prompt in front of every line that is not empty; or else lines with a command, which begin with `$`.
fn without_prompts(text: &str) -> Option<Stripped> {
    const PROMPTS: [&str; 6] = [">>>", "...", "> ", "$ ", "│ ", "| "];
    let prompted = |line: &str| {
        let line = line.trim_start_matches(is_space);
        let mut prompts = PROMPTS.iter();
        let rest = prompts.find_map(|prompt| {
            let space = prompt.ends_with(' ');
            let rest = line.strip_prefix(prompt.trim_end())?;
            (!space || rest.is_empty() || rest.starts_with(is_space)).then_some(rest)
        })?;
        Some(without_space(rest).to_owned())
    };
    let lines = text.lines().filter(|line| !is_blank(line)).count();
    let with_prompt = text.lines().filter_map(prompted).count();
    if lines == with_prompt && lines > 1 {
        let line = |line| prompted(line).unwrap_or_default() + "\n";
        return Some(Stripped {
            text: text.lines().map(line).collect(),
            line: first_line(text),
            gone: 0,
        });
    }
    let is_command = |line: &&str| line.starts_with("$ ");
    let first = text.lines().position(|line| is_command(&line))?;
    let kept = text.lines().filter(|line| !is_command(line));
    Some(Stripped {
        text: kept.flat_map(|line| [line, "\n"]).collect(),
        line: first,
        gone: text.lines().take_while(is_command).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_named_and_mended() {
        for (text, wanted, damages) in [
            ("a = b – 1;", "a = b - 1;", &[(Damage::Dash, 1)][..]),
            ("x\nlet s = “a”;", "x\nlet s = \"a\";", &[(Damage::Quote, 2)]),
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
            ("> fn f() {\n>\n> }", "fn f() {\n\n}\n", &[(Damage::Prompts, 1)]),
            (
                "Here’s it:\n```cuda\n1\tint a = “x”;\n2\tb – 1;\n3\u{a0}}\n```\nThat’s all.",
                "int a = \"x\";\nb - 1;\n}\n",
                &[
                    (Damage::Fences, 2),
                    (Damage::LineNumbers, 3),
                    (Damage::Quote, 3),
                    (Damage::Dash, 4),
                ],
            ),
            (
                "> ```\n> a\u{200b} = 1;\n> b = 2;\n> ```",
                "a = 1;\nb = 2;\n",
                &[(Damage::Prompts, 1), (Damage::Fences, 1), (Damage::Space, 2)],
            ),
            (">>> a = 1;\n... b = 2;", "a = 1;\nb = 2;\n", &[(Damage::Prompts, 1)]),
            (
                "$ cat k.cu\nint a;\nint b;\n$ nvcc k.cu",
                "int a;\nint b;\n",
                &[(Damage::Prompts, 1)],
            ),
            (
                "1\n2\n3\nint a;\nint b;\n}",
                "int a;\nint b;\n}\n",
                &[(Damage::LineNumbers, 1)],
            ),
            (
                "1\nint a;\n2\nint b;\n3\n}",
                "int a;\nint b;\n}\n",
                &[(Damage::LineNumbers, 1)],
            ),
            (
                "\u{200b}1 a – 1;\n\u{200b}2 b\n3 c",
                "a - 1;\nb\nc\n",
                &[(Damage::LineNumbers, 1), (Damage::Dash, 1)],
            ),
            (
                "printf(“a – b”, c – d);",
                "printf(\"a – b\", c - d);",
                &[(Damage::Quote, 1), (Damage::Dash, 1)],
            ),
        ] {
            let mended = repair(text).expect(text);
            assert_eq!((mended.text.as_str(), &mended.found[..]), (wanted, damages));
            assert_eq!(repair(wanted), None, "{wanted}");
        }
        for text in [
            "",
            "fn f() { a = 1 - 2; }",
            "1\n2",
            "3 a\n2 b\n1 c",
            "printf(\"a – b\");",
            "1\n2\n3",
            "a\n1\n2\n3",
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
