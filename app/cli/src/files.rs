//! Reads files up to a limit: a path may name a device that never ends.

use crate::problem::Problem;
use std::io::{self, ErrorKind, Read};

/// Limit of a text in bytes; the front ends accept less, and say so with the line.
const TEXT_BYTES: u64 = 16 << 20;

/// Reads a text.
///
/// # Errors
/// The file cannot be read, is no UTF-8, or has more than 16 MiB.
pub fn text(path: &str) -> Result<String, Problem> {
    let text = String::from_utf8(bytes(path, TEXT_BYTES)?);
    text.map_err(|_| unreadable(path, "it is not text in UTF-8; save it as UTF-8".to_owned()))
}

/// Reads a file.
///
/// # Errors
/// The file cannot be read, or has more bytes than `limit`.
pub fn bytes(path: &str, limit: u64) -> Result<Vec<u8>, Problem> {
    let input = |error| Problem::Input {
        path: path.to_owned(),
        error,
    };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(input)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(input)?;
    if bytes.len() as u64 > limit {
        return Err(unreadable(path, format!("it has more than {limit} bytes")));
    }
    Ok(bytes)
}

fn unreadable(path: &str, reason: String) -> Problem {
    Problem::Input {
        path: path.to_owned(),
        error: io::Error::new(ErrorKind::InvalidData, reason),
    }
}
