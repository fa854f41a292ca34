//! One message with its location in the source, laid out like a message of rustc.

use crate::visible::visible;
use simt::{Edit, Finding, FindingKind, Program, short};
use std::borrow::Cow;
use std::io::{self, Write};

/// A message about a part of one line. Lines and columns count from 1, in characters.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: &'static str,
    /// Short name for programs, shown in brackets.
    pub code: Option<&'static str>,
    pub message: String,
    pub line: u32,
    pub column: u32,
    /// Number of characters to underline.
    pub width: u32,
    pub notes: Vec<String>,
    pub help: Option<String>,
    /// The lines that the help takes away and adds.
    pub change: Vec<ChangedLine>,
}

/// A line of the text that goes or comes.
#[derive(Clone, Debug)]
pub struct ChangedLine {
    sign: char,
    text: String,
}

/// Returns the lines that an edit takes away and adds.
fn difference(source: &str, edit: &Edit) -> Vec<ChangedLine> {
    let first = edit.first.saturating_sub(1) as usize;
    let count = (edit.last + 1).saturating_sub(edit.first) as usize;
    let old: Vec<&str> = source.lines().skip(first).take(count).collect();
    let new: Vec<&str> = edit.text.lines().collect();
    let mut same = old.iter().zip(&new).take_while(|(old, new)| old == new);
    let before = same.by_ref().count();
    let behind = old[before..].iter().rev().zip(new[before..].iter().rev());
    let behind = behind.take_while(|(old, new)| old == new).count();
    let changed = |lines: &[&str], sign: char| -> Vec<ChangedLine> {
        let lines = lines[before..lines.len() - behind].iter();
        let line = |text: &&str| ChangedLine {
            sign,
            text: (*text).to_owned(),
        };
        lines.map(line).collect()
    };
    let mut all = changed(&old, '-');
    all.extend(changed(&new, '+'));
    all
}

/// The style of messages: with colours on a terminal, without them elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    coloured: bool,
}

impl Style {
    /// Returns the style for a terminal or for other output. Follows the convention of <https://no-color.org>.
    pub fn new(terminal: bool) -> Self {
        Style {
            coloured: terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    fn paint(self, code: &'static str) -> &'static str {
        if self.coloured { code } else { "" }
    }

    fn severity(self, severity: &str) -> &'static str {
        self.paint(match severity {
            "error" => "\x1b[1;31m",
            "warning" => "\x1b[1;33m",
            _ => "\x1b[1;36m",
        })
    }

    fn bold(self) -> &'static str {
        self.paint("\x1b[1m")
    }

    fn margin(self) -> &'static str {
        self.paint("\x1b[1;34m")
    }

    fn plain(self) -> &'static str {
        self.paint("\x1b[0m")
    }
}

/// Returns column and width of the first statement that begins on a line, or of the line's code if there is none.
pub fn place(program: &Program, source: &str, line: u32) -> (u32, u32) {
    let text = source.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
    let length = text.trim_end().chars().count() as u32;
    let statement = program.statements.iter().find(|statement| statement.line == line);
    let column = statement.map_or_else(
        || text.chars().take_while(|c| c.is_whitespace()).count() as u32 + 1,
        |statement| statement.column,
    );
    let rest = (length + 1).saturating_sub(column);
    let width = statement.map_or(rest, |statement| {
        let code = source.get(statement.start as usize..statement.end as usize);
        code.map_or(rest, |code| code.chars().count() as u32).min(rest)
    });
    (column, width.max(1))
}

impl Diagnostic {
    /// Returns the message about a kernel that cannot run.
    pub fn of_problem(message: String, line: u32) -> Self {
        Diagnostic {
            severity: "error",
            code: None,
            message,
            line,
            column: 1,
            width: 1,
            notes: Vec::new(),
            help: None,
            change: Vec::new(),
        }
    }

    /// Returns the message for a finding, located at its expression or at the statement of its line.
    pub fn of(finding: &Finding, program: &Program, source: &str) -> Self {
        // Most findings concern an expression, which the program lists with its location.
        let site = program
            .sites
            .iter()
            .find(|site| (site.line, site.column) == (finding.line, finding.column));
        let range = match &finding.kind {
            // An operation is no site.
            FindingKind::UndefinedResult { text, .. } => Some((finding.column, text.chars().count().max(1) as u32)),
            _ => site.map(|site| (site.column, site.text.chars().count().max(1) as u32)),
        };
        let (column, width) = range.unwrap_or_else(|| place(program, source, finding.line));
        let times = match finding.count {
            1 => "once".to_owned(),
            count => format!("{count} times"),
        };
        let mut notes = vec![format!(
            "first in invocation {} of workgroup {}; {times} in all",
            finding.invocation, finding.workgroup
        )];
        if !finding.also.is_empty() {
            let others: Vec<String> = finding
                .also
                .iter()
                .map(|other| format!("{} in line {}", other.kind.name(), other.line))
                .collect();
            notes.push(format!("the help below also removes {}", others.join(", ")));
        }
        Diagnostic {
            severity: finding.severity().name(),
            code: Some(finding.kind.name()),
            message: finding.to_string(),
            line: finding.line,
            column,
            width,
            notes,
            help: finding.fix(),
            change: finding
                .edit
                .as_ref()
                .map_or(Vec::new(), |edit| difference(source, edit)),
        }
    }

    /// Returns the message for a note of a translation.
    pub fn of_note(note: &cuda::Error, source: &str) -> Self {
        let text = source.get(note.span.start as usize..note.span.end as usize);
        let first = text.and_then(|text| text.lines().next());
        Diagnostic {
            severity: "note",
            code: None,
            message: note.message.clone(),
            line: note.line,
            column: note.column,
            width: first.map_or(1, |text| text.chars().count().max(1) as u32),
            notes: Vec::new(),
            help: note.help.clone(),
            change: Vec::new(),
        }
    }

    /// Writes severity and message, `path:line:column`, the line with carets, notes and help.
    pub fn write(&self, path: &str, source: &str, style: Style, out: &mut impl Write) -> io::Result<()> {
        let (severity, bold, margin, plain) = (
            style.severity(self.severity),
            style.bold(),
            style.margin(),
            style.plain(),
        );
        let code = self.code.map(|code| format!("[{code}]")).unwrap_or_default();
        writeln!(
            out,
            "{severity}{}{code}{plain}{bold}: {}{plain}",
            self.severity,
            visible(&short(self.message.clone()))
        )?;
        let number = self.line.to_string();
        let indent = " ".repeat(number.len());
        writeln!(
            out,
            "{indent}{margin}-->{plain} {}:{}:{}",
            visible(path),
            self.line,
            self.column
        )?;
        if let Some(text) = source
            .lines()
            .nth(self.line.saturating_sub(1) as usize)
            .filter(|_| self.line > 0)
        {
            let (text, column) = around(text, self.column);
            let mut letters = text.chars().chain(std::iter::repeat(' '));
            let mut part = |count: u32| {
                let part = letters.by_ref().take(count as usize);
                visible(&part.collect::<String>())
            };
            // Tabs are kept, so that the carets are below the text that they mark.
            let before = part(column.saturating_sub(1));
            let before = before.replace(|letter| letter != '\t', " ");
            let width = self.width.clamp(1, LONGEST_LINE as u32);
            let carets = "^".repeat(part(width).chars().count());
            let text = visible(&text);
            writeln!(out, "{indent} {margin}|{plain}")?;
            writeln!(out, "{margin}{number} |{plain} {text}")?;
            writeln!(out, "{indent} {margin}|{plain} {before}{severity}{carets}{plain}")?;
        }
        if !self.notes.is_empty() || self.help.is_some() {
            writeln!(out, "{indent} {margin}|{plain}")?;
        }
        for note in &self.notes {
            let note = visible(note);
            writeln!(out, "{indent} {margin}={plain} {bold}note:{plain} {note}")?;
        }
        if let Some(help) = self.help.as_deref().map(visible) {
            let mut lines = help.lines();
            writeln!(
                out,
                "{indent} {margin}={plain} {bold}help:{plain} {}",
                lines.next().unwrap_or_default()
            )?;
            for line in lines {
                writeln!(out, "{indent}         {line}")?;
            }
        }
        for ChangedLine { sign, text } in &self.change {
            let text = visible(text);
            writeln!(out, "{indent} {margin}{sign}{plain} {text}")?;
        }
        Ok(())
    }
}

/// The most characters of a line that are shown.
const LONGEST_LINE: usize = 400;

/// Returns the part of a line around a column, with the column in it: a line can be as long as the text.
fn around(line: &str, column: u32) -> (Cow<'_, str>, u32) {
    if line.len() <= LONGEST_LINE {
        return (line.into(), column);
    }
    let begin = (column as usize).saturating_sub(LONGEST_LINE / 2);
    let mut letters = line.chars().skip(begin);
    let part: String = letters.by_ref().take(LONGEST_LINE).collect();
    let after = if letters.next().is_some() { "…" } else { "" };
    let before = if begin > 0 { "…" } else { "" };
    let column = column - begin as u32 + before.chars().count() as u32;
    (format!("{before}{part}{after}").into(), column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(style: Style, help: Option<&str>) -> String {
        let diagnostic = Diagnostic {
            severity: "warning",
            code: Some("data_race"),
            message: "two lanes".to_owned(),
            line: 12,
            column: 3,
            width: 5,
            notes: vec!["once".to_owned()],
            help: help.map(str::to_owned),
            change: Vec::new(),
        };
        let source = format!("{}\ta[i] = 1;\n", "\n".repeat(11)).replace("\ta", "\t\ta");
        let mut out = Vec::new();
        diagnostic
            .write("k.wgsl", &source, style, &mut out)
            .expect("memory takes it");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_message_is_laid_out_as_rustc_does() {
        let plain = Style { coloured: false };
        assert_eq!(
            shown(plain, Some("add a barrier\nbefore it")),
            "warning[data_race]: two lanes\n  --> k.wgsl:12:3\n   |\n12 | \t\ta[i] = 1;\n   | \t\t^^^^^\n   |\n   \
             = note: once\n   = help: add a barrier\n           before it\n"
        );
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let coloured = shown(Style { coloured: true }, None);
        assert!(coloured.contains("\x1b[1;33mwarning[data_race]\x1b[0m"));
        let mut bare = coloured;
        for code in ["1;31", "1;33", "1;36", "1;34", "1", "0"] {
            bare = bare.replace(&format!("\x1b[{code}m"), "");
        }
        assert_eq!(bare, shown(Style { coloured: false }, None));
    }
}
