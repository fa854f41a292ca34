//! The text of an expression, with its type, the bounds of its value, and how tightly its outermost operator binds.

use crate::cuda::types::Class;

/// An expression without side effects.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub text: String,
    pub class: Class,
    /// The value is in `-2^bits..2^bits`; a float may also be `2^bits`.
    pub bits: u32,
    /// The rank of the outermost operator: 16 for names and calls, 15 for prefixes and casts, down to 3 for `?:`.
    pub rank: u32,
}

pub(crate) const PRIMARY: u32 = 16;
pub(crate) const PREFIX: u32 = 15;
pub(crate) const CHOICE: u32 = 3;

/// Returns the rank of a binary operator.
pub(crate) fn rank(operator: &str) -> u32 {
    match operator {
        "*" | "/" | "%" => 13,
        "+" | "-" => 12,
        "<<" | ">>" => 11,
        "<" | ">" | "<=" | ">=" => 10,
        "==" | "!=" => 9,
        "&" => 8,
        "^" => 7,
        "|" => 6,
        "&&" => 5,
        _ => 4,
    }
}

impl Value {
    pub fn primary(text: impl Into<String>, class: Class, bits: u32) -> Self {
        Value {
            text: text.into(),
            class,
            bits,
            rank: PRIMARY,
        }
    }

    /// Returns the text for a place that wants at least this rank.
    pub fn at(&self, rank: u32) -> String {
        if self.rank >= rank {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }

    /// Returns the text of `left operator right`, with the parentheses that C wants.
    pub fn joined(&self, operator: &str, right: &Value) -> String {
        let rank = rank(operator);
        format!("{} {operator} {}", self.at(rank), right.at(rank + 1))
    }

    pub fn binary(&self, operator: &str, right: &Value, class: Class, bits: u32) -> Self {
        Value {
            text: self.joined(operator, right),
            class,
            bits,
            rank: rank(operator),
        }
    }

    /// Returns `prefix value`; a second sign gets parentheses, because `--` is another operator.
    pub fn prefixed(&self, prefix: &str, class: Class, bits: u32) -> Self {
        let operand = self.at(PREFIX);
        let clash = operand.starts_with(prefix);
        Value {
            text: if clash {
                format!("{prefix}({operand})")
            } else {
                format!("{prefix}{operand}")
            },
            class,
            bits,
            rank: PREFIX,
        }
    }

    pub fn call(name: &str, arguments: &[&Value], class: Class, bits: u32) -> Self {
        let texts: Vec<&str> = arguments.iter().map(|value| &*value.text).collect();
        Value::primary(format!("{name}({})", texts.join(", ")), class, bits)
    }
}
