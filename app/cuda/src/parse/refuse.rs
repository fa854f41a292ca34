//! Names what is refused, with what to write instead.

use crate::error::{Cause, Error, Span, error};

/// Words that are no names.
pub(super) fn is_keyword(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "alignas",
        "alignof",
        "asm",
        "auto",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "class",
        "const",
        "constexpr",
        "const_cast",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "nullptr",
        "operator",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "struct",
        "switch",
        "template",
        "this",
        "throw",
        "true",
        "try",
        "typedef",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "while",
    ];
    WORDS.contains(&word)
}

/// Returns why a statement that begins with this word is refused, and what to write instead.
pub(super) fn statement(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "goto" => (
            "`goto` is not taken: WGSL has no jumps",
            "write a loop with `break` or `continue`",
        ),
        "try" | "catch" | "throw" => (
            "`try`, `catch` and `throw` are not taken: device code has no exceptions",
            "return an error value",
        ),
        "asm" | "__asm__" | "__asm" => (
            "inline PTX (`asm`) is not taken: only an NVIDIA compiler reads it",
            "write the operation in CUDA C++",
        ),
        "delete" => ("`delete` on the device is not taken", "use an array of a fixed length"),
        _ => return None,
    })
}

/// Returns why an expression that begins with this word is refused, and what to write instead.
pub(super) fn expression(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "new" => (
            "`new` on the device is not taken: WGSL has no memory to allocate",
            "use an array of a fixed length, or a buffer of the host",
        ),
        "dynamic_cast" => (
            "`dynamic_cast` is not taken: there are no virtual functions",
            "use a plain struct",
        ),
        "throw" => (
            "`throw` is not taken: device code has no exceptions",
            "return an error value",
        ),
        "asm" => ("inline PTX (`asm`) is not taken", "write the operation in CUDA C++"),
        "decltype" => ("`decltype` is not taken", "write the type's name"),
        "operator" => (
            "a call of an operator by its name is not taken",
            "write the operator between its operands",
        ),
        _ => return None,
    })
}

/// Returns the error for a name of a library whose text is not here.
pub(crate) fn not_of_library(library: &str, name: &str, span: Span) -> Box<Error> {
    let error = error(
        span,
        format!("`{library}::{name}` is not taken: the library's text is not here"),
    )
    .caused(Cause::Undeclared);
    match (library, name) {
        ("cuda", "atomic_ref" | "atomic") => error.help("write `atomicAdd(&x, 1)` and its kin"),
        ("cuda", "barrier") => error.help("write `__syncthreads()`"),
        _ => error.help("write it as a `__device__` function"),
    }
}
