//! SHA-256 digests in the forms that policies and file names use.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Returns the digest in base64, as a Content-Security-Policy requires.
pub fn base64(content: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(content))
}

/// Returns the first sixteen hexadecimal digits of the digest, which are enough for a file name.
pub fn short(content: &[u8]) -> String {
    Sha256::digest(content)
        .iter()
        .take(8)
        .fold(String::new(), |mut text, byte| {
            // Writing into a `String` cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published digest of `abc` (FIPS 180-4).
    #[test]
    fn the_digest_is_the_standards() {
        assert_eq!(short(b"abc"), "ba7816bf8f01cfea");
        assert_eq!(base64(b"abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }
}
