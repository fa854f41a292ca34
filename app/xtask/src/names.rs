//! wasm-bindgen names what a program and its script exchange by words and digests; neither compresses. Numbers do.

use crate::shell::Problem;
use std::collections::HashMap;
use std::path::Path;

/// Section numbers of the WebAssembly format.
const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;

/// What precedes sections: the format's mark and version.
const HEADER_BYTES: usize = 8;

/// The format writes sizes in LEB128: so many bits a byte, and one that says whether more follow.
const BITS: usize = 7;
const MORE: u8 = 1 << BITS;

/// How the names begin that wasm-bindgen gives; no others change, for other scripts may ask for them.
const GIVEN: [&str; 2] = ["__wb", "wasm_bindgen__"];

/// Shortens the names in a program and in the script that starts it.
pub fn shorten(program: &Path, script: &Path) -> Result<(), Problem> {
    let reading = |path: &Path, error| Problem::file("reading", path, &error);
    let writing = |path: &Path, error| Problem::file("writing", path, &error);
    let wasm = std::fs::read(program).map_err(|error| reading(program, error))?;
    let text = std::fs::read_to_string(script).map_err(|error| reading(script, error))?;
    let (wasm, text) = shortened(&wasm, &text).ok_or_else(|| {
        Problem::new(
            format!("the names in {} cannot be shortened", program.display()),
            "wasm-bindgen writes it with its script: is it another version?",
        )
    })?;
    std::fs::write(program, wasm).map_err(|error| writing(program, error))?;
    std::fs::write(script, text).map_err(|error| writing(script, error))
}

/// Both with short names; `None` where the program is none, or the script uses the short names already.
fn shortened(wasm: &[u8], script: &str) -> Option<(Vec<u8>, String)> {
    let sections = sections(wasm)?;
    let mut names = HashMap::new();
    for (kind, content) in &sections {
        if has_names(*kind) {
            for name in pieces(content).filter_map(|piece| given_name(piece)) {
                let short = format!("${}", names.len());
                names.entry(name.to_owned()).or_insert(short);
            }
        }
    }
    let words = || pieces_of_script(script);
    if words().any(|word| names.values().any(|short| short == word)) {
        return None;
    }
    let mut shorter = wasm.get(..HEADER_BYTES)?.to_vec();
    for (kind, content) in sections {
        let content = match has_names(kind) {
            true => in_short_names(content, &names)?,
            false => content.to_vec(),
        };
        shorter.push(kind);
        push_number(&mut shorter, content.len());
        shorter.extend(content);
    }
    let script = words().map(|word| names.get(word).map_or(word, String::as_str));
    Some((shorter, script.collect()))
}

fn has_names(kind: u8) -> bool {
    [IMPORTS, EXPORTS].contains(&kind)
}

/// The sections of a program: kind and content.
fn sections(wasm: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let mut rest = wasm.get(HEADER_BYTES..)?;
    let mut sections = Vec::new();
    while let Some((&kind, after)) = rest.split_first() {
        let (length, after) = number(after)?;
        let (content, after) = after.split_at_checked(length)?;
        sections.push((kind, content));
        rest = after;
    }
    Some(sections)
}

/// A size, and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = bytes.iter().position(|byte| byte & MORE == 0)?;
    let (digits, rest) = bytes.split_at(end + 1);
    let value = digits.iter().rev().try_fold(0_usize, |value, byte| {
        let value = value.checked_mul(1 << BITS)?;
        Some(value | usize::from(byte & !MORE))
    })?;
    Some((value, rest))
}

fn push_number(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= usize::from(MORE) {
        bytes.push(value as u8 | MORE);
        value >>= BITS;
    }
    bytes.push(value as u8);
}

/// A section's bytes from each of its bytes on.
fn pieces(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..content.len()).map(|from| &content[from..])
}

/// The given name that stands here behind its length. Nothing else in these sections reads like one, so they need not be
/// understood further.
fn given_name(bytes: &[u8]) -> Option<&str> {
    let (length, rest) = number(bytes)?;
    let name = std::str::from_utf8(rest.get(..length)?).ok()?;
    let is_given = GIVEN.iter().any(|begin| name.starts_with(begin));
    (is_given && name.chars().all(is_of_name)).then_some(name)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

fn in_short_names(content: &[u8], names: &HashMap<String, String>) -> Option<Vec<u8>> {
    let mut shorter = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match given_name(rest) {
            Some(name) => {
                let short = names.get(name)?;
                push_number(&mut shorter, short.len());
                shorter.extend(short.bytes());
                &number(rest)?.1[name.len()..]
            }
            None => {
                shorter.push(byte);
                after
            }
        };
    }
    Some(shorter)
}

/// A script's names, and what stands between them.
fn pieces_of_script(script: &str) -> impl Iterator<Item = &str> {
    let mut rest = script;
    std::iter::from_fn(move || {
        let in_name = is_of_name(rest.chars().next()?);
        let end = rest.find(|letter| is_of_name(letter) != in_name);
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(sections: &[(u8, &[u8])]) -> Vec<u8> {
        let mut wasm = b"\0asm\x01\0\0\0".to_vec();
        for (kind, content) in sections {
            wasm.push(*kind);
            push_number(&mut wasm, content.len());
            wasm.extend(*content);
        }
        wasm
    }

    #[test]
    fn a_program_and_its_script_exchange_the_same_short_names() {
        let long = format!("wasm_bindgen__convert__{}", "x".repeat(150));
        let exports = [
            b"\x02\x06memory\x02\0",
            [0xad, 0x01].as_slice(),
            long.as_bytes(),
            b"\0\x05",
        ]
        .concat();
        let other = b"\x0a__wbg_data";
        let wasm = program(&[
            (IMPORTS, b"\x01\x04./js\x0e__wbg_now_01ab\0\x03"),
            (EXPORTS, &exports),
            (11, other),
        ]);
        let script = format!("f = () => wasm.{long}(), g = {{ __wbg_now_01ab: 1, __wbg_now: 2 }};");
        let (shorter, script) = shortened(&wasm, &script).expect("a program");
        let wanted = program(&[
            (IMPORTS, b"\x01\x04./js\x02$0\0\x03"),
            (EXPORTS, b"\x02\x06memory\x02\0\x02$1\0\x05"),
            (11, other),
        ]);
        assert_eq!(shorter, wanted);
        assert_eq!(script, "f = () => wasm.$1(), g = { $0: 1, __wbg_now: 2 };");
    }

    #[test]
    fn what_is_no_program_is_left_alone() {
        let wasm = program(&[(IMPORTS, b"\x0e__wbg_now_01ab")]);
        assert_eq!(shortened(&wasm, "const $0 = 1;"), None);
        assert_eq!(shortened(&wasm[..20], ""), None);
        assert_eq!(shortened(b"", ""), None);
    }

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for value in [0, 127, 128, 300, 1 << 20] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, value);
            assert_eq!(number(&bytes), Some((value, [].as_slice())), "{value}");
        }
        assert_eq!(number(&[0x80]), None);
    }
}
