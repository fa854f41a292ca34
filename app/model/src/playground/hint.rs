//! The likely cause of a mistake in WGSL: habits of other languages, recognised by the words of the rejected line.

use simt::KernelError;

/// The smallest correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Another language's word, and WGSL's.
    Word {
        wrote: String,
        write: &'static str,
    },
    /// A declaration such as `int i = 3;`.
    Declaration {
        wrote: String,
        write: &'static str,
    },
    Semicolon,
    ClosingBrace,
    Ternary,
    Arrow,
    Cast,
    ForParts,
    LoopVariable,
    Text,
    Comma,
    Conversion,
    /// A number as a condition.
    NumberAsCondition,
    /// A vector of truth values as a condition.
    VectorAsCondition,
    /// Attributes in double brackets, as early drafts of WGSL had them.
    OldAttributes,
    /// `@stage(compute)`, as early drafts had it.
    Stage,
    /// `type` in place of `alias`.
    Alias,
    /// An assignment to a `let`.
    Constant,
    Unknown {
        name: String,
        /// A known name that is like it.
        like: Option<String>,
    },
    AddressSpace,
    NoBinding,
    SameBinding,
    ReadOnly,
    WorkgroupSize,
    Recursion,
    NegativeIndex,
    /// Division by a literal 0.
    DivisionByZero,
    Printing,
    NoNull,
    NoEntryPoint,
}

/// Words of other languages and their forms in WGSL.
const WORDS: [(&str, &str); 49] = [
    ("int", "i32"),
    ("uint", "u32"),
    ("unsigned", "u32"),
    ("long", "i32"),
    ("short", "i32"),
    ("char", "u32"),
    ("uchar", "u32"),
    ("byte", "u32"),
    ("size_t", "u32"),
    ("usize", "u32"),
    ("u8", "u32"),
    ("i8", "i32"),
    ("u16", "u32"),
    ("i16", "i32"),
    ("u64", "u32"),
    ("i64", "i32"),
    ("float", "f32"),
    ("double", "f32"),
    ("f64", "f32"),
    ("half", "f16"),
    ("boolean", "bool"),
    ("float2", "vec2f"),
    ("float3", "vec3f"),
    ("float4", "vec4f"),
    ("int2", "vec2i"),
    ("int3", "vec3i"),
    ("int4", "vec4i"),
    ("uint2", "vec2u"),
    ("uint3", "vec3u"),
    ("uint4", "vec4u"),
    ("ivec2", "vec2i"),
    ("ivec3", "vec3i"),
    ("uvec2", "vec2u"),
    ("uvec3", "vec3u"),
    ("uvec4", "vec4u"),
    ("__syncthreads", "workgroupBarrier()"),
    ("syncthreads", "workgroupBarrier()"),
    ("barrier", "workgroupBarrier()"),
    ("threadIdx", "local_invocation_id"),
    ("blockIdx", "workgroup_id"),
    ("gridDim", "num_workgroups"),
    ("fabs", "abs"),
    ("fabsf", "abs"),
    ("sqrtf", "sqrt"),
    ("fmaxf", "max"),
    ("fminf", "min"),
    ("lerp", "mix"),
    ("rsqrt", "inverseSqrt"),
    ("atomicCAS", "atomicCompareExchangeWeak"),
];

const PRINTING: [&str; 2] = ["printf", "print"];
const NULL: [&str; 2] = ["NULL", "nullptr"];

/// Parts of messages that one hint answers.
const TABLE: [(&str, Hint); 16] = [
    ("`(` is missing after `for`", Hint::ForParts),
    ("members end with", Hint::Comma),
    ("must be `", Hint::Conversion),
    ("cannot be applied to", Hint::Conversion),
    ("cannot be called with", Hint::Conversion),
    ("cannot be changed; use `var`", Hint::Constant),
    ("needs an address space", Hint::AddressSpace),
    ("needs `@group` and `@binding`", Hint::NoBinding),
    ("both have group", Hint::SameBinding),
    ("can be read only", Hint::ReadOnly),
    ("a workgroup size must be", Hint::WorkgroupSize),
    ("needs `@workgroup_size`", Hint::WorkgroupSize),
    ("has no recursion", Hint::Recursion),
    ("the index -", Hint::NegativeIndex),
    (" 0 has no value", Hint::DivisionByZero),
    ("division by zero", Hint::DivisionByZero),
];

/// Returns the hint for a compile error, if the mistake is a known one.
pub fn hint(source: &str, error: &KernelError) -> Option<Hint> {
    let (message, line, column) = match error {
        KernelError::Parse { message, line, column } | KernelError::Validation { message, line, column } => {
            (message.as_str(), *line, *column)
        }
        KernelError::NoEntryPoint { name: None } => return Some(Hint::NoEntryPoint),
        KernelError::WorkgroupSize { .. } => return Some(Hint::WorkgroupSize),
        _ => return None,
    };
    let text = source.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
    let has = |part: &str| message.contains(part);
    if has("nothing of the name") || has("begins with two underscores") || has("is reserved") {
        return of_name(message, text);
    }
    if has("is no part of WGSL") {
        return match quoted(message) {
            "?" => Some(Hint::Ternary),
            "\"" | "'" => Some(Hint::Text),
            _ => None,
        };
    }
    of_word_in_wrong_place(message, text, column).or_else(|| {
        let row = TABLE.into_iter().find(|(part, _)| has(part));
        row.map(|(_, hint)| hint)
    })
}

/// Returns the first word that a message quotes.
fn quoted(message: &str) -> &str {
    message.split('`').nth(1).unwrap_or("")
}

/// Returns the hint for a name that is not declared, or that no declaration may have.
fn of_name(message: &str, text: &str) -> Option<Hint> {
    let quoted = quoted(message);
    // A reserved word is no name that is spelled wrong: the message says all.
    if message.contains("is reserved") && word(quoted).is_none() && !PRINTING.contains(&quoted) {
        return NULL.contains(&quoted).then_some(Hint::NoNull);
    }
    Some(match word(quoted) {
        None if PRINTING.contains(&quoted) => Hint::Printing,
        None if NULL.contains(&quoted) => Hint::NoNull,
        Some(write) => Hint::Word {
            wrote: quoted.to_owned(),
            write,
        },
        None if text.trim_start().starts_with("for") && text.contains(&format!("({quoted} ")) => Hint::LoopVariable,
        None => Hint::Unknown {
            name: quoted.chars().take(40).collect(),
            like: message
                .split_once("did you mean `")
                .and_then(|(_, like)| like.split('`').next())
                .map(str::to_owned),
        },
    })
}

/// Returns the hint for a word in a place where WGSL has another one, or none.
fn of_word_in_wrong_place(message: &str, text: &str, column: u32) -> Option<Hint> {
    let has = |part: &str| message.contains(part);
    let word_there = message.split("there is ").nth(1).unwrap_or("");
    if word_there.starts_with("`[`") && text.contains("[[") {
        return Some(Hint::OldAttributes);
    }
    if has("`@stage` is no attribute") {
        return Some(Hint::Stage);
    }
    if has("a declaration is missing") && word_there.starts_with("`type`") {
        return Some(Hint::Alias);
    }
    if has("the condition of") && has("must be `bool`") {
        return Some(if has("<bool>`") {
            Hint::VectorAsCondition
        } else {
            Hint::NumberAsCondition
        });
    }
    if has("`=`, or `(` of a call is missing") && text.trim_start().starts_with("for") {
        return Some(Hint::LoopVariable);
    }
    if has("`=`, or `(` of a call is missing") && word_there.starts_with("`->`") {
        return Some(Hint::Arrow);
    }
    if has("`=`, or `(` of a call is missing") || has("a declaration is missing") {
        let first = first_word(text);
        if let Some(write) = word(first) {
            return Some(Hint::Declaration {
                wrote: first.to_owned(),
                write,
            });
        }
    }
    if has("`;` is missing") {
        let before = before(text, column + 1);
        let cast = |(name, _): &(&str, &str)| before.ends_with(&format!("({name})"));
        return Some(if WORDS.iter().any(cast) {
            Hint::Cast
        } else {
            Hint::Semicolon
        });
    }
    if has("`}` is missing; there is the end of the text") {
        return Some(Hint::ClosingBrace);
    }
    None
}

fn word(name: &str) -> Option<&'static str> {
    let pair = WORDS.iter().find(|(theirs, _)| *theirs == name)?;
    Some(pair.1)
}

fn first_word(line: &str) -> &str {
    let line = line.trim_start();
    let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    &line[..end.unwrap_or(line.len())]
}

/// Returns the part of a line before a column (from 1, in bytes).
fn before(line: &str, column: u32) -> &str {
    line.get(..column.saturating_sub(1) as usize).unwrap_or("").trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n@group(0) @binding(1) var<storage> input: array<u32>;\n@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n";

    fn of(text: &str) -> Option<Hint> {
        let error = simt::entry_points(text).expect_err(text);
        hint(text, &error)
    }

    #[test]
    fn a_reserved_word_gets_no_hint() {
        for body in ["let new = 1u;", "var of = 2u;"] {
            assert_eq!(of(&format!("{HEAD}{body}\n}}")), None, "{body}");
        }
    }

    #[test]
    fn habits_of_other_languages_get_their_hint() {
        let word = |wrote: &str, write| Hint::Word {
            wrote: wrote.to_owned(),
            write,
        };
        for (body, wanted) in [
            ("data[id.x] = 1u", Hint::Semicolon),
            (
                "int i = 3;",
                Hint::Declaration {
                    wrote: "int".to_owned(),
                    write: "i32",
                },
            ),
            ("var i: int = 3;", word("int", "i32")),
            ("var x: float = 3.0;", word("float", "f32")),
            ("__syncthreads();", word("__syncthreads", "workgroupBarrier()")),
            ("data[id.x] = (uint) id.y;", Hint::Cast),
            ("data[id.x] = id.x > 3u ? 1u : 2u;", Hint::Ternary),
            ("data->x = 3;", Hint::Arrow),
            ("for { data[0] = 1u; }", Hint::ForParts),
            ("for (i = 0; i < 4; i++) { data[0] = 1u; }", Hint::LoopVariable),
            ("for (int k = 0; k < 4; k++) { data[0] = 1u; }", Hint::LoopVariable),
            ("data[id.x] = 1.5;", Hint::Conversion),
            ("let a = id.xy; if (a == a) { data[0] = 1u; }", Hint::VectorAsCondition),
            ("while (data[0]) { data[0] = 0u; }", Hint::NumberAsCondition),
            ("let x = 1u; x = 2u;", Hint::Constant),
            ("if (id.x > 3u) { data[0] = 1u;", Hint::ClosingBrace),
            ("let s = \"hello\";", Hint::Text),
            ("data[-1] = 5u;", Hint::NegativeIndex),
            ("data[0] = 5u / 0u;", Hint::DivisionByZero),
            ("printf(1);", Hint::Printing),
            ("let p = NULL;", Hint::NoNull),
            ("input[0] = 5u;", Hint::ReadOnly),
            (
                "data[column] = 1u;",
                Hint::Unknown {
                    name: "column".to_owned(),
                    like: None,
                },
            ),
            (
                "data[idx] = 1u;",
                Hint::Unknown {
                    name: "idx".to_owned(),
                    like: Some("id".to_owned()),
                },
            ),
        ] {
            assert_eq!(of(&format!("{HEAD}  {body}\n}}\n")), Some(wanted), "{body}");
        }
    }

    #[test]
    fn so_do_mistakes_around_a_function() {
        for (text, wanted) in [
            ("struct A { x: f32; y: f32; }", Hint::Comma),
            (
                "[[stage(compute), workgroup_size(64)]] fn main() {}",
                Hint::OldAttributes,
            ),
            ("[[block]] struct A { x: f32 }", Hint::OldAttributes),
            ("@stage(compute) @workgroup_size(64) fn main() {}", Hint::Stage),
            ("type Number = f32;", Hint::Alias),
            ("var x: u32 = 3;", Hint::AddressSpace),
            ("fn f() { f(); }", Hint::Recursion),
            ("@compute fn main() {}", Hint::WorkgroupSize),
            ("@compute @workgroup_size(0) fn main() {}", Hint::WorkgroupSize),
            (
                "var<storage> a: array<u32>; @compute @workgroup_size(1) fn main() { _ = a[0]; }",
                Hint::NoBinding,
            ),
            (
                "float x = 3.0;",
                Hint::Declaration {
                    wrote: "float".to_owned(),
                    write: "f32",
                },
            ),
        ] {
            assert_eq!(of(text), Some(wanted), "{text}");
        }
        let none = KernelError::NoEntryPoint { name: None };
        assert_eq!(hint("fn helper() {}", &none), Some(Hint::NoEntryPoint));
    }
}
