//! An error of a CUDA text: what, where, and what to write instead.

/// A range of bytes of the reader's text, and of the included files behind it. Tokens of a macro have the place of its use.
pub use wgsl::Span;
use wgsl::{Header, Included};

/// An error of a text. `line` and `column` count from 1; `column` counts characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub span: Span,
    pub line: u32,
    pub column: u32,
    pub message: String,
    /// Text that the reader can write instead.
    pub help: Option<String>,
    pub cause: Cause,
}

/// The cause of an error, where something depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cause {
    #[default]
    Other,
    /// Nothing declares a name.
    Undeclared,
    /// The text nests too deep.
    Depth,
    /// A template argument is missing.
    TemplateArgument,
    /// A `double`, which could be read as a `float`.
    Double,
    /// A `long long`, which could be read as an `int`.
    LongLong,
}

pub type Result<T> = std::result::Result<T, Box<Error>>;

/// Returns an error whose line and column are not computed yet.
pub(crate) fn error(span: Span, message: impl Into<String>) -> Box<Error> {
    Box::new(Error {
        span,
        line: 0,
        column: 0,
        message: wgsl::short(message.into()),
        help: None,
        cause: Cause::Other,
    })
}

/// Returns an error as a result.
pub(crate) fn fail<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(error(span, message))
}

impl Error {
    pub(crate) fn caused(mut self: Box<Self>, cause: Cause) -> Box<Self> {
        self.cause = cause;
        self
    }

    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(wgsl::short(help.into()));
        self
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// A text with those that it includes behind it, and the starts of their lines, for turning bytes into lines.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    pub included: Vec<Included>,
    starts: Vec<u32>,
}

impl Lines {
    pub fn new(text: String, included: Vec<Included>) -> Self {
        let breaks = text.match_indices('\n').map(|(start, _)| start as u32 + 1);
        Lines {
            starts: std::iter::once(0).chain(breaks).collect(),
            text,
            included,
        }
    }

    /// Returns the whole text.
    pub fn whole(&self) -> &str {
        &self.text
    }

    /// Returns the text of a place.
    pub fn text(&self, span: Span) -> &str {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// Returns the line of an included file for a byte of it, and the place of the directive.
    fn header(&self, byte: u32) -> Option<(Header, Span)> {
        wgsl::header(&self.text, &self.included, byte)
    }

    /// Returns the byte of the reader's own text for any byte: for one of an included file that of the directive.
    fn own(&self, byte: u32) -> u32 {
        self.header(byte).map_or(byte, |(_, directive)| directive.start)
    }

    /// Returns the line of a byte, from 1.
    pub fn line(&self, byte: u32) -> u32 {
        let byte = self.own(byte);
        self.starts.partition_point(|&start| start <= byte) as u32
    }

    /// Returns the column of a byte in its line, in characters from 1.
    pub fn column(&self, byte: u32) -> u32 {
        let byte = self.own(byte);
        let start = self.starts[self.line(byte) as usize - 1] as usize;
        let before = self.text.get(start..byte as usize).unwrap_or_default();
        before.chars().count() as u32 + 1
    }

    /// Fills in line and column. An error in an included file names the file and its line there.
    pub fn place(&self, error: &mut Error) {
        error.line = self.line(error.span.start);
        error.column = self.column(error.span.start);
        if let Some((header, directive)) = self.header(error.span.start) {
            let Header { name, line } = header;
            error.message = format!("in `{name}`, line {line}: {}", error.message);
            error.span = directive;
        }
    }
}
