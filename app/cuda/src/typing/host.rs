//! Launches in host code, with the values that can be computed without running the host.

use crate::error::Span;
use crate::lex::{Kind, Token};
use crate::parse::{self, Known};
use crate::syntax::{Argument, Binary, Expr, ExprKind, File, Init, Storage, TypeKind, Unary};
use std::collections::HashMap;
use std::rc::Rc;

/// A launch, as far as its values are known.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub kernel: Rc<str>,
    pub template: Vec<Argument>,
    pub template_text: Vec<String>,
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub arguments: Vec<LaunchArgument>,
    pub span: Span,
}

pub(crate) type Launches = Vec<Launch>;

/// An argument of a launch.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchArgument {
    /// Its text.
    pub text: String,
    /// Its number, if it can be computed without running the host.
    pub number: Option<f64>,
    /// The bytes that the host has allocated for this pointer, if they can be computed.
    pub bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i64),
    Float(f64),
    Extent([i64; 3]),
    /// Memory of the device: the bytes that the host has allocated.
    Allocation(u64),
}

type Scope = HashMap<Rc<str>, Value>;

/// Returns the launches of a file.
pub(crate) fn launches(file: &File) -> Launches {
    let known = file.known();
    let mut scope = Scope::new();
    for variable in &file.variables {
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        if let (true, Some(Init::Value(value))) = (constant, &variable.init)
            && let Some(value) = fold(value, &scope, 0)
        {
            scope.insert(variable.name.clone(), value);
        }
    }
    for (_, values) in &file.enumerations {
        let mut next = 0;
        for value in values {
            if let Some(Value::Int(given)) = value
                .value
                .as_ref()
                .and_then(|value| fold(value, &scope, 0))
            {
                next = given;
            }
            scope.insert(value.name.clone(), Value::Int(next));
            next += 1;
        }
    }
    let mut found = Vec::new();
    for function in &file.host {
        let mut own = scope.clone();
        own.insert("argc".into(), Value::Int(1));
        in_host(&function.tokens, &known, &mut own, &mut found);
    }
    found
}

/// Walks over the tokens of a host function, statement by statement.
fn in_host(tokens: &[Token], known: &Known, scope: &mut Scope, found: &mut Launches) {
    let mut start = 0;
    let mut depth = 0i32;
    for (index, token) in tokens.iter().enumerate() {
        let ends = match &*token.text {
            _ if token.kind != Kind::Symbol => false,
            "(" | "[" => {
                depth += 1;
                false
            }
            ")" | "]" => {
                depth -= 1;
                false
            }
            ";" => true,
            "{" | "}" => depth <= 0,
            _ => false,
        };
        if ends {
            statement(&tokens[start..index], known, scope, found);
            start = index + 1;
        }
    }
}

fn statement(tokens: &[Token], known: &Known, scope: &mut Scope, found: &mut Launches) {
    if let Some(at) = tokens.iter().position(|token| token.is("<<<")) {
        if let Some(launch) = launch(tokens, at, known, scope) {
            found.push(launch);
        }
        return;
    }
    // Loops and conditions change names at times that are not known.
    let mut words = tokens;
    while let Some((first, rest)) = words.split_first() {
        let qualifies = matches!(
            &*first.text,
            "const" | "constexpr" | "static" | "unsigned" | "for" | "("
        );
        if !qualifies {
            break;
        }
        words = rest;
    }
    let looped = tokens.first().is_some_and(|token| token.is("for"));
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &tokens[before]);
        let after = tokens.get(index + 1);
        let changes = |token: Option<&Token>| {
            token.is_some_and(|token| {
                matches!(
                    &*token.text,
                    "++" | "--" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | "|=" | "&="
                )
            })
        };
        let addressed = before.is_some_and(|before| before.is("&"));
        if token.kind == Kind::Word
            && (changes(after)
                || changes(before)
                    .then_some(before.is_some_and(|b| matches!(&*b.text, "++" | "--")))
                    == Some(true)
                || addressed)
        {
            scope.remove(&token.text);
        }
    }
    if looped {
        return;
    }
    if let Some((name, bytes)) = allocation(tokens, known, scope) {
        scope.insert(name, Value::Allocation(bytes));
        return;
    }
    let [first, rest @ ..] = words else { return };
    if first.is("dim3") {
        for part in cut(rest) {
            let Some((name, init)) = part.split_first() else {
                continue;
            };
            let values = match init {
                [] => Some([1; 3]),
                [open, inside @ .., _] if open.is("(") || open.is("{") => {
                    extents(inside, known, scope)
                }
                [equal, value @ ..] if equal.is("=") => {
                    value_of(value, known, scope).and_then(extent)
                }
                _ => None,
            };
            match values {
                Some(extent) => scope.insert(name.text.clone(), Value::Extent(extent)),
                None => scope.remove(&name.text),
            };
        }
        return;
    }
    if let [name, dot, axis, equal, value @ ..] = words
        && dot.is(".")
        && equal.is("=")
    {
        let number = value_of(value, known, scope).and_then(integer);
        if let (Some(Value::Extent(extent)), Some(axis)) =
            (scope.get_mut(&name.text), "xyz".find(&*axis.text))
        {
            match number {
                Some(number) if axis < 3 => extent[axis] = number,
                _ => {
                    scope.remove(&name.text);
                }
            }
        }
        return;
    }
    let typed = matches!(
        &*first.text,
        "int"
            | "size_t"
            | "long"
            | "uint"
            | "float"
            | "double"
            | "short"
            | "bool"
            | "auto"
            | "uint32_t"
            | "int32_t"
    );
    let rest = if typed { rest } else { words };
    for part in cut(rest) {
        // `a = value`, also without a type.
        let part = match part {
            [word, more @ ..] if typed && matches!(&*word.text, "int" | "long" | "const") => more,
            part => part,
        };
        if let [name, equal, value @ ..] = part
            && name.kind == Kind::Word
            && equal.is("=")
        {
            let integer = typed && !matches!(&*first.text, "float" | "double" | "auto");
            match value_of(value, known, scope) {
                Some(Value::Float(number)) if integer => {
                    scope.insert(name.text.clone(), Value::Int(number as i64))
                }
                Some(value) => scope.insert(name.text.clone(), value),
                None => scope.remove(&name.text),
            };
        }
    }
}

/// Returns the pointer for which a statement allocates memory of the device, and the bytes.
fn allocation(tokens: &[Token], known: &Known, scope: &Scope) -> Option<(Rc<str>, u64)> {
    let at = tokens
        .iter()
        .position(|token| matches!(&*token.text, "cudaMalloc" | "cudaMallocManaged"))?;
    let inside = tokens.get(at + 1..).filter(|rest| rest[0].is("("))?;
    let mut depth = 0;
    let close = inside.iter().position(|token| {
        match &*token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let arguments = cut(&inside[1..close]);
    let [pointer, bytes, ..] = arguments.as_slice() else {
        return None;
    };
    let name = pointer.last().filter(|token| token.kind == Kind::Word)?;
    let bytes = integer(value_of(bytes, known, scope)?)?;
    Some((name.text.clone(), u64::try_from(bytes).ok()?))
}

fn cut(tokens: &[Token]) -> Vec<&[Token]> {
    parse::cut(tokens)
}

fn text_of(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let space = !token.joined && !text.is_empty();
        if space {
            text.push(' ');
        }
        text += &token.text;
    }
    text
}

fn value_of(tokens: &[Token], known: &Known, scope: &Scope) -> Option<Value> {
    if tokens.len() > 500 {
        return None;
    }
    fold(&parse::expression(tokens, known).ok()?, scope, 0)
}

fn extents(tokens: &[Token], known: &Known, scope: &Scope) -> Option<[i64; 3]> {
    let mut extent = [1; 3];
    let parts = cut(tokens);
    if parts.len() > 3 {
        return None;
    }
    for (slot, part) in extent.iter_mut().zip(parts) {
        *slot = integer(value_of(part, known, scope)?)?;
    }
    Some(extent)
}

fn integer(value: Value) -> Option<i64> {
    match value {
        Value::Int(value) => Some(value),
        Value::Float(value) => Some(value as i64),
        Value::Extent(_) | Value::Allocation(_) => None,
    }
}

fn extent(value: Value) -> Option<[i64; 3]> {
    match value {
        Value::Int(value) => Some([value, 1, 1]),
        Value::Float(value) => Some([value as i64, 1, 1]),
        Value::Extent(extent) => Some(extent),
        Value::Allocation(_) => None,
    }
}

fn launch(tokens: &[Token], at: usize, known: &Known, scope: &Scope) -> Option<Launch> {
    let mut name = at.checked_sub(1)?;
    let mut template: &[Token] = &[];
    if tokens[name].is(">") {
        let mut depth = 0;
        let close = name;
        loop {
            match &*tokens[name].text {
                ">" => depth += 1,
                "<" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            name = name.checked_sub(1)?;
        }
        template = &tokens[name + 1..close];
        name = name.checked_sub(1)?;
    }
    let kernel = &tokens[name];
    let mut depth = 0;
    let mut end = at + 1;
    while let Some(token) = tokens.get(end) {
        match &*token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            ">" if depth == 0
                && tokens
                    .get(end + 1)
                    .is_some_and(|next| next.is(">") && next.joined)
                && tokens
                    .get(end + 2)
                    .is_some_and(|next| next.is(">") && next.joined) =>
            {
                break;
            }
            _ => {}
        }
        end += 1;
    }
    let setting = cut(tokens.get(at + 1..end)?);
    let mut arguments: &[Token] = tokens.get(end + 4..)?;
    let mut depth = 1;
    for (index, token) in arguments.iter().enumerate() {
        match &*token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            arguments = &arguments[..index];
            break;
        }
    }
    let positive = |extent: [i64; 3]| -> Option<[u32; 3]> {
        let fits = extent
            .iter()
            .all(|&value| (1..=i64::from(u32::MAX)).contains(&value));
        fits.then(|| extent.map(|value| value as u32))
    };
    let dimension = |index: usize| {
        let tokens = setting.get(index)?;
        value_of(tokens, known, scope)
            .and_then(extent)
            .and_then(positive)
    };
    let template_parts = cut_template(template);
    Some(Launch {
        kernel: kernel.text.clone(),
        template: template_parts
            .iter()
            .filter_map(|part| {
                let argument = parse::argument(part, known).ok()?;
                Some(match argument {
                    Argument::Value(value) => match fold(&value, scope, 0) {
                        Some(Value::Int(number)) => Argument::Value(Expr {
                            kind: ExprKind::Integer {
                                value: number as u64,
                                unsigned: false,
                            },
                            span: value.span,
                        }),
                        _ => Argument::Value(value),
                    },
                    other => other,
                })
            })
            .collect(),
        template_text: template_parts
            .iter()
            .map(|part| match value_of(part, known, scope) {
                Some(Value::Int(number)) => number.to_string(),
                _ => text_of(part),
            })
            .collect(),
        grid: dimension(0),
        block: dimension(1),
        shared_bytes: match setting.get(2) {
            None => Some(0),
            Some(tokens) => value_of(tokens, known, scope)
                .and_then(integer)
                .and_then(|bytes| u32::try_from(bytes).ok()),
        },
        arguments: cut(arguments)
            .into_iter()
            .map(|part| {
                let (number, bytes) = match value_of(part, known, scope) {
                    Some(Value::Int(number)) => (Some(number as f64), None),
                    Some(Value::Float(number)) => (Some(number), None),
                    Some(Value::Allocation(bytes)) => (None, Some(bytes)),
                    _ => (None, None),
                };
                LaunchArgument {
                    text: text_of(part),
                    number,
                    bytes,
                }
            })
            .collect(),
        span: kernel
            .span
            .to(tokens.get(end).map_or(kernel.span, |token| token.span)),
    })
}

/// Cuts template arguments at commas outside of brackets and of inner `<…>`.
fn cut_template(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (index, token) in tokens.iter().enumerate() {
        match &*token.text {
            "(" | "<" => depth += 1,
            ")" | ">" => depth -= 1,
            "," if depth == 0 => {
                parts.push(&tokens[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}

/// Computes what the host would, where all names are known.
fn fold(value: &Expr, scope: &Scope, depth: u32) -> Option<Value> {
    if depth > 60 {
        return None;
    }
    let inner = |value: &Expr| fold(value, scope, depth + 1);
    match &value.kind {
        ExprKind::Integer { value, .. } => Some(Value::Int(*value as i64)),
        ExprKind::Float { value, .. } => Some(Value::Float(*value)),
        ExprKind::Bool(value) => Some(Value::Int(i64::from(*value))),
        ExprKind::Letter(value) => Some(Value::Int(i64::from(*value))),
        ExprKind::Name(name) => scope.get(&name.text).copied(),
        ExprKind::Unary(operator, value) => match (operator, inner(value)?) {
            (Unary::Minus, Value::Int(value)) => Some(Value::Int(value.wrapping_neg())),
            (Unary::Minus, Value::Float(value)) => Some(Value::Float(-value)),
            (Unary::Plus, value) => Some(value),
            (Unary::Not, Value::Int(value)) => Some(Value::Int(i64::from(value == 0))),
            (Unary::Complement, Value::Int(value)) => Some(Value::Int(!value)),
            _ => None,
        },
        ExprKind::Binary(operator, left, right) => binary(*operator, inner(left)?, inner(right)?),
        ExprKind::Conditional(condition, yes, no) => match integer(inner(condition)?)? {
            0 => inner(no),
            _ => inner(yes),
        },
        ExprKind::Cast(ty, value) => cast(&ty.kind, inner(value)?),
        ExprKind::Construct(ty, values) => match (&ty.kind, values.as_slice()) {
            (TypeKind::Named(name), _) if &*name.text == "dim3" => {
                let mut extent = [1; 3];
                for (slot, value) in extent.iter_mut().zip(values) {
                    *slot = integer(inner(value)?)?;
                }
                Some(Value::Extent(extent))
            }
            (kind, [value]) => cast(kind, inner(value)?),
            _ => None,
        },
        ExprKind::SizeOfType(ty) => match &ty.kind {
            TypeKind::Named(name) => Some(Value::Int(match &*name.text {
                "char" | "unsigned char" | "bool" | "uint8_t" | "int8_t" => 1,
                "short" | "unsigned short" | "half" => 2,
                "int" | "unsigned int" | "float" | "uint" | "uint32_t" | "int32_t" => 4,
                "double" | "long" | "unsigned long" | "size_t" | "long long" | "float2"
                | "int2" => 8,
                "float3" | "int3" => 12,
                "float4" | "int4" | "uint4" => 16,
                _ => return None,
            })),
            _ => None,
        },
        ExprKind::Member { base, name, .. } => match (inner(base)?, &*name.text) {
            (Value::Extent(extent), "x") => Some(Value::Int(extent[0])),
            (Value::Extent(extent), "y") => Some(Value::Int(extent[1])),
            (Value::Extent(extent), "z") => Some(Value::Int(extent[2])),
            _ => None,
        },
        ExprKind::Call(callee, arguments) => {
            let ExprKind::Name(name) = &callee.kind else {
                return None;
            };
            match (&*name.text, arguments.as_slice()) {
                ("min", [a, b]) => Some(Value::Int(integer(inner(a)?)?.min(integer(inner(b)?)?))),
                ("max", [a, b]) => Some(Value::Int(integer(inner(a)?)?.max(integer(inner(b)?)?))),
                ("ceil" | "ceilf", [a]) => Some(Value::Float(float(inner(a)?)?.ceil())),
                ("floor" | "floorf", [a]) => Some(Value::Float(float(inner(a)?)?.floor())),
                ("sqrt", [a]) => Some(Value::Float(float(inner(a)?)?.sqrt())),
                _ => None,
            }
        }
        ExprKind::List(values) => {
            let mut extent = [1; 3];
            for (slot, value) in extent.iter_mut().zip(values) {
                *slot = integer(inner(value)?)?;
            }
            Some(Value::Extent(extent))
        }
        _ => None,
    }
}

fn float(value: Value) -> Option<f64> {
    match value {
        Value::Int(value) => Some(value as f64),
        Value::Float(value) => Some(value),
        Value::Extent(_) | Value::Allocation(_) => None,
    }
}

fn cast(kind: &TypeKind, value: Value) -> Option<Value> {
    let TypeKind::Named(name) = kind else {
        return None;
    };
    match &*name.text {
        "float" | "double" => Some(Value::Float(float(value)?)),
        "int" | "int32_t" => Some(Value::Int(i64::from(integer(value)? as i32))),
        "unsigned int" | "uint32_t" | "uint" => Some(Value::Int(i64::from(integer(value)? as u32))),
        "size_t" | "long" | "unsigned long" | "long long" | "unsigned long long" => {
            Some(Value::Int(integer(value)?))
        }
        "dim3" => Some(Value::Extent(extent(value)?)),
        _ => None,
    }
}

fn binary(operator: Binary, left: Value, right: Value) -> Option<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        let truth = |value: bool| Some(Value::Int(i64::from(value)));
        return match operator {
            Binary::Add => a.checked_add(b).map(Value::Int),
            Binary::Subtract => a.checked_sub(b).map(Value::Int),
            Binary::Multiply => a.checked_mul(b).map(Value::Int),
            Binary::Divide => a.checked_div(b).map(Value::Int),
            Binary::Remainder => a.checked_rem(b).map(Value::Int),
            Binary::And => Some(Value::Int(a & b)),
            Binary::Or => Some(Value::Int(a | b)),
            Binary::Xor => Some(Value::Int(a ^ b)),
            Binary::ShiftLeft => a.checked_shl(u32::try_from(b).ok()?).map(Value::Int),
            Binary::ShiftRight => a.checked_shr(u32::try_from(b).ok()?).map(Value::Int),
            Binary::Equal => truth(a == b),
            Binary::NotEqual => truth(a != b),
            Binary::Less => truth(a < b),
            Binary::LessEqual => truth(a <= b),
            Binary::Greater => truth(a > b),
            Binary::GreaterEqual => truth(a >= b),
            Binary::LogicalAnd => truth(a != 0 && b != 0),
            Binary::LogicalOr => truth(a != 0 || b != 0),
        };
    }
    let (a, b) = (float(left)?, float(right)?);
    match operator {
        Binary::Add => Some(Value::Float(a + b)),
        Binary::Subtract => Some(Value::Float(a - b)),
        Binary::Multiply => Some(Value::Float(a * b)),
        Binary::Divide => Some(Value::Float(a / b)),
        Binary::Less => Some(Value::Int(i64::from(a < b))),
        Binary::Greater => Some(Value::Int(i64::from(a > b))),
        _ => None,
    }
}
