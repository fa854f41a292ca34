//! Rewrites a kernel so that no compiler can know that its variables start as zero.
//!
//! If SwiftShader (Chromium 156) can prove that a vector is zero, it folds the result of `!`, bit operations and
//! comparisons on swizzles of it to zero. This affects SPIR-V from naga as well as from the browser's Tint.
//! ```text
//! var b: vec3i;
//! o[0] = (b.xy ^ vec2i(5, 6)).x;                    // 0, must be 5
//! o[1] = select(0, 1, any(b.xy == vec2i(0, 0)));    // 0, must be 1
//! ```
//! About one random kernel in several hundred triggers this bug. If a kernel differs, but its blind version agrees,
//! this bug is the cause.

use crate::RandomKernel;
use std::collections::BTreeMap;

/// Always false, but no compiler can know that. Every random kernel has this buffer.
const NEVER: &str = "if (arrayLength(&hashes) == 0u)";

/// Returns the kernel with an assignment to each declared variable that never happens, but that compilers must expect.
pub fn blind(kernel: &RandomKernel) -> RandomKernel {
    RandomKernel {
        source: blind_text(&kernel.source),
        ..kernel.clone()
    }
}

fn blind_text(source: &str) -> String {
    let (mut text, mut private, mut main) = (String::new(), String::new(), false);
    let structs = structs(source);
    for line in source.lines() {
        let declared = Declared::of(line.trim_start());
        match &declared {
            // Only a `var` can be changed.
            Some(it) if it.word == "let " => text += &line.replacen("let ", "var ", 1),
            _ => text += line,
        }
        text += "\n";
        main |= line.starts_with("fn main(");
        if main && line.ends_with('{') {
            text += &std::mem::take(&mut private);
            main = false;
        }
        if let Some(Declared { word, name, ty }) = declared {
            let change = format!("{NEVER} {{ {name} = {}; }}\n", some(ty, &structs));
            let place = if word == "var<private> " {
                &mut private
            } else {
                &mut text
            };
            *place += &change;
        }
    }
    text
}

/// A line that declares a variable with its type, or a value that is a single vector constructor.
struct Declared<'a> {
    word: &'static str,
    name: &'a str,
    ty: &'a str,
}

impl<'a> Declared<'a> {
    fn of(code: &'a str) -> Option<Self> {
        let words = ["var<private> ", "var ", "let "];
        let word = words.into_iter().find(|word| code.starts_with(word))?;
        let rest = code[word.len()..].strip_suffix(';')?;
        let (name, ty) = if word == "let " {
            let (name, value) = rest.split_once(" = ")?;
            (name, constructed(value)?)
        } else {
            let (name, rest) = rest.split_once(": ")?;
            (name, rest.split_once(" = ").map_or(rest, |(ty, _)| ty))
        };
        Some(Declared { word, name, ty })
    }
}

/// Returns the type of a value that is a single vector constructor.
fn constructed(value: &str) -> Option<&str> {
    let open = value.find('(').filter(|_| value.starts_with("vec"))?;
    let mut depth = 0;
    let close = value.find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ')' && depth == 0
    });
    (close? + 1 == value.len()).then_some(&value[..open])
}

/// Returns the member types of each structure.
fn structs(source: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut structures = BTreeMap::new();
    let declarations = source.split("struct ").skip(1);
    for (name, rest) in declarations.filter_map(|it| it.split_once(" {\n")) {
        let members = rest.lines().take_while(|line| !line.starts_with('}'));
        let types = members.filter_map(|line| Some(line.split_once(": ")?.1.trim_end_matches(',')));
        structures.insert(name, types.collect());
    }
    structures
}

/// Returns the text of a value of the type, other than zero.
fn some(ty: &str, structs: &BTreeMap<&str, Vec<&str>>) -> String {
    let all = |parts: Vec<String>| format!("{ty}({})", parts.join(", "));
    if let Some(members) = structs.get(ty) {
        return all(members.iter().map(|member| some(member, structs)).collect());
    }
    let array = ty.strip_prefix("array<").and_then(|it| it.strip_suffix('>'));
    if let Some((element, length)) = array.and_then(|it| it.rsplit_once(", ")) {
        return all(vec![some(element, structs); length.parse().unwrap_or(1)]);
    }
    if let Some(shape) = ty.strip_prefix("mat").and_then(|it| it.strip_suffix("<f32>")) {
        let sides = shape.split('x').filter_map(|side| side.parse::<usize>().ok());
        return all(vec!["1.0".to_owned(); sides.product()]);
    }
    all(vec![if ty.contains("bool") { "true" } else { "1" }.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Expected, Source, Verdict, generate};

    #[test]
    fn a_blind_kernel_does_the_same() {
        let mut changed = 0;
        for seed in 0..30 {
            let kernel = generate(&mut Source::from_seed(seed));
            let blind = blind(&kernel);
            changed += usize::from(blind != kernel);
            let expected = Expected::of(&kernel).expect("it runs");
            let theirs = Expected::of(&blind).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(expected.verdict(theirs.into_used()), Verdict::Agree, "seed {seed}");
        }
        assert!(changed > 25, "{changed} kernels were changed");
    }
}
