//! Indices out of bounds: the array that the text names, and the condition that guards the access.

use super::finding::FindingKind;
use super::fix::Fix;
use crate::program::{Address, Op, Program, Space};

/// Returns the finding for an index outside of a variable, and the fix for it.
pub(super) fn out_of_bounds(
    program: &Program,
    op: Address,
    variable: String,
    (index, length): (u32, u32),
) -> (FindingKind, Option<Fix>) {
    let site = program.site_at(op);
    let text = site.map_or(variable.clone(), |site| site.text.clone());
    let is_runtime_sized = is_runtime_sized(program, op);
    let is_flat = site.is_some_and(|site| site.counts_in_whole);
    let is_nested = |array: &str| is_flat && array.contains('[');
    let indexed = outermost_index(&text).filter(|(array, _)| !is_nested(array));
    // The array of an inner index is a part of the variable.
    let variable = match indexed {
        Some((array, _)) if !is_runtime_sized && !array.starts_with(['(', '*', '&']) => array.to_owned(),
        _ => variable,
    };
    if site.is_some_and(|site| site.discarded) {
        let kind = FindingKind::DiscardedRead {
            variable,
            text,
            index,
            length,
        };
        return (kind, None);
    }
    let guarded = indexed.filter(|(array, _)| !program.is_translated || is_counted(program, op, array));
    let suggested_fix = guarded.map(|(array, inside)| Fix::Guard {
        condition: if program.is_translated {
            signed_guard(inside, index as i32, length)
        } else if is_runtime_sized {
            format!("{} < arrayLength(&{array})", unsigned(inside, index))
        } else {
            format!("{} < {length}", unsigned(inside, index))
        },
        line: site.map_or(0, |site| site.line),
    });
    let kind = FindingKind::OutOfBounds {
        variable,
        text,
        index,
        length,
        endless: None,
    };
    (kind, suggested_fix)
}

/// Returns true if an instruction computes the address of an element of a runtime-sized array.
fn is_runtime_sized(program: &Program, op: Address) -> bool {
    let Some(Op::Element { length, .. }) = program.ops.get(op as usize) else {
        return false;
    };
    let mut all = program.ops.iter().chain(&program.prologue);
    all.any(|op| matches!(op, Op::ArrayLength { to, .. } if to == length))
}

/// Returns the text of an index as an operand of type `u32`. A negative index is a large number as `u32`.
fn unsigned(text: &str, index: u32) -> String {
    match index as i32 {
        ..0 if !is_converted(text) => format!("u32({text})"),
        _ if binds_less(text) => format!("({text})"),
        _ => text.to_owned(),
    }
}

/// Splits `a[i + 1]` into `a` and `i + 1`; `None` if the text does not end with an index.
fn outermost_index(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_suffix(']')?;
    let mut depth = 0;
    for (position, letter) in inside.char_indices().rev() {
        match letter {
            ']' => depth += 1,
            '[' if depth == 0 => return Some((&text[..position], &inside[position + 1..])),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns true if the index of an access is counted as the array of the first text counts its elements: not for a pointer
/// into an array, for an array that is read as another type, and for constant memory, whose words lie in fours.
fn is_counted(program: &Program, op: Address, array: &str) -> bool {
    let Some(Op::Element { stride, memory, .. }) = program.ops.get(op as usize) else {
        return false;
    };
    // A variable of one thread has no other name.
    let Some(binding) = program.bindings.get(*memory as usize) else {
        return true;
    };
    let name = array.split('[').next().unwrap_or(array);
    let has_its_size = binding.element_bytes.is_none_or(|bytes| bytes == *stride);
    name == binding.name && has_its_size && binding.space != Space::Uniform
}

/// Returns the condition in C that an index is inside of an array: C has no name for the array's length.
fn signed_guard(text: &str, index: i32, length: u32) -> String {
    let operand = if binds_less(text) {
        format!("({text})")
    } else {
        text.to_owned()
    };
    if index < 0 {
        format!("0 <= {operand} && {operand} < {length}")
    } else {
        format!("{operand} < {length}")
    }
}

/// Returns true for an expression that `<` would take apart: it has an operator of bits, a comparison or a choice outside
/// of brackets.
fn binds_less(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0 && matches!(letter, '&' | '|' | '^' | '?')
    })
}

/// Returns true if the whole of an expression is converted to `u32` already.
fn is_converted(text: &str) -> bool {
    let Some(inside) = text.strip_prefix("u32(") else {
        return false;
    };
    let mut depth = 1;
    let close = inside.find(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    close.is_some_and(|close| close + 1 == inside.len())
}

#[cfg(test)]
mod tests {
    use super::{binds_less, is_converted};

    #[test]
    fn an_index_with_operators_of_bits_stands_in_brackets() {
        for (text, wanted) in [
            ("t ^ 1", true),
            ("t + (t & 3)", false),
            ("a[t | 1]", false),
            ("t << 1", false),
            ("c ? 1 : 2", true),
        ] {
            assert_eq!(binds_less(text), wanted, "{text}");
        }
    }

    #[test]
    fn an_index_is_converted_once() {
        for (text, wanted) in [
            ("u32(i32(id.x) + 4)", true),
            ("u32(a) + u32(b)", false),
            ("i", false),
            ("u32(a", false),
        ] {
            assert_eq!(is_converted(text), wanted, "{text}");
        }
    }
}
