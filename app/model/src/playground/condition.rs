//! A condition on the variables of a lane, such as `t == 5 && sum > 10`, at which *Continue* stops.

use crate::panels::variables::{BuiltIn, built_ins};
use simt::{Cursor, ScalarType, Trace};

/// A condition that was parsed, with its names resolved in one trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    root: Expression,
}

/// The reason why a text is no condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionError {
    /// The text ends where a value or a bracket should follow.
    End,
    /// This part does not belong there.
    Unexpected(String),
    /// The kernel has no variable of this name, or it has no such part.
    Unknown(String),
    /// `=` stands where `==` compares.
    Assignment,
}

#[derive(Clone, Debug, PartialEq)]
enum Expression {
    Number(f64),
    Value(Source),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
}

/// The place of a value.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    /// The variables of this name, and the word and the type of the part. The last one with a value counts.
    Variables(Vec<(usize, u32, ScalarType)>),
    BuiltIn(BuiltIn, usize),
    /// A part of workgroup memory or of a buffer.
    Memory(usize, Vec<Part>),
    /// Threads of a block in one dimension, or those of a warp.
    Known(u32),
    Thread,
    Lane,
    Warp,
}

/// A part of the way to a scalar in memory.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Member(String),
    Index(Expression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unary {
    Minus,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// The operators, longer ones first, with their binding strength.
const OPERATORS: [(&str, Binary, u8); 13] = [
    ("||", Binary::Or, 1),
    ("&&", Binary::And, 2),
    ("==", Binary::Equal, 3),
    ("!=", Binary::Unequal, 3),
    ("<=", Binary::AtMost, 3),
    (">=", Binary::AtLeast, 3),
    ("<", Binary::Less, 3),
    (">", Binary::Greater, 3),
    ("+", Binary::Plus, 4),
    ("-", Binary::Minus, 4),
    ("*", Binary::Times, 5),
    ("/", Binary::Over, 5),
    ("%", Binary::Modulo, 5),
];

/// The deepest nesting of brackets and signs.
const MOST_DEPTH: u32 = 100;

impl Condition {
    /// Parses a condition for a trace. Names are variables, arrays in memory, parameters with built-in values, `threadIdx`,
    /// `blockIdx`, `blockDim`, `thread`, `lane` and `warp`; parts of vectors, structures and arrays are written as in WGSL.
    ///
    /// # Errors
    /// Returns the first part that does not belong there, or a name that is not known.
    pub fn parse(text: &str, source: &str, trace: &Trace) -> Result<Self, ConditionError> {
        let mut parser = Parser {
            rest: text.trim(),
            source,
            trace,
            depth: 0,
        };
        let root = parser.binary(0)?;
        match parser.rest {
            "" => Ok(Condition { root }),
            rest if rest.starts_with('=') => Err(ConditionError::Assignment),
            rest => Err(ConditionError::Unexpected(first_word(rest))),
        }
    }

    /// Returns true if the step of one lane may change whether the condition holds in another.
    pub fn reads_memory(&self) -> bool {
        self.root.reads_memory()
    }

    /// Returns true if the condition holds in a lane; false while one of its variables has no value.
    pub fn holds(&self, cursor: &Cursor, warp: u32, lane: u32) -> bool {
        value(&self.root, cursor, warp, lane).is_some_and(|value| value != 0.0)
    }
}

fn first_word(text: &str) -> String {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    text[..end].chars().take(24).collect()
}

struct Parser<'p> {
    rest: &'p str,
    source: &'p str,
    trace: &'p Trace,
    depth: u32,
}

impl<'p> Parser<'p> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn binary(&mut self, least: u8) -> Result<Expression, ConditionError> {
        let mut left = self.unary()?;
        loop {
            let row = OPERATORS.into_iter().find(|(sign, _, _)| self.rest.starts_with(sign));
            let Some((sign, operator, strength)) = row.filter(|row| row.2 > least) else {
                return Ok(left);
            };
            self.skip(sign.len());
            let right = self.binary(strength)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn unary(&mut self) -> Result<Expression, ConditionError> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(ConditionError::Unexpected(first_word(self.rest)));
        }
        let operand = match self.rest.chars().next() {
            None => Err(ConditionError::End),
            Some('-') => self.sign(Unary::Minus),
            Some('!') => self.sign(Unary::Not),
            Some('(') => {
                self.skip(1);
                let inner = self.binary(0)?;
                self.close(')')?;
                Ok(inner)
            }
            Some(first) if first.is_ascii_digit() || first == '.' => self.number(),
            Some(first) if first.is_alphabetic() || first == '_' => self.name(),
            Some(_) => Err(ConditionError::Unexpected(first_word(self.rest))),
        };
        self.depth -= 1;
        operand
    }

    fn close(&mut self, bracket: char) -> Result<(), ConditionError> {
        if self.rest.starts_with(bracket) {
            self.skip(1);
            return Ok(());
        }
        Err(match self.rest {
            "" => ConditionError::End,
            rest if rest.starts_with('=') => ConditionError::Assignment,
            rest => ConditionError::Unexpected(first_word(rest)),
        })
    }

    fn sign(&mut self, sign: Unary) -> Result<Expression, ConditionError> {
        self.skip(1);
        Ok(Expression::Unary(sign, Box::new(self.unary()?)))
    }

    fn number(&mut self) -> Result<Expression, ConditionError> {
        let mut before = ' ';
        let end = self.rest.find(|letter: char| {
            let is_sign = "+-".contains(letter) && matches!(before, 'e' | 'E');
            before = letter;
            !(letter.is_ascii_alphanumeric() || letter == '.' || letter == '_' || is_sign)
        });
        let end = end.unwrap_or(self.rest.len());
        let text = &self.rest[..end];
        let integer = ScalarType::U32.parse(text).map(f64::from);
        let float = || ScalarType::F32.parse(text).map(|bits| f64::from(f32::from_bits(bits)));
        let number = integer.or_else(float);
        let number = number.ok_or_else(|| ConditionError::Unexpected(first_word(text)))?;
        self.skip(end);
        Ok(Expression::Number(number))
    }

    fn name(&mut self) -> Result<Expression, ConditionError> {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = self.rest.find(|letter| !is_name(letter)).unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        self.skip(end);
        let written = self.rest;
        let mut parts = Vec::new();
        loop {
            if let Some(rest) = self.rest.strip_prefix('.') {
                let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
                parts.push(Part::Member(rest[..end].to_owned()));
                self.skip(1 + end);
            } else if self.rest.starts_with('[') {
                self.skip(1);
                parts.push(Part::Index(self.binary(0)?));
                self.close(']')?;
            } else {
                break;
            }
        }
        match (name, parts.is_empty()) {
            ("true", true) => return Ok(Expression::Number(1.0)),
            ("false", true) => return Ok(Expression::Number(0.0)),
            _ => {}
        }
        let path = written[..written.len() - self.rest.len()].trim_end();
        let source = self.resolve(name, parts);
        source
            .map(Expression::Value)
            .ok_or_else(|| ConditionError::Unknown(format!("{name}{path}")))
    }

    fn resolve(&self, name: &str, parts: Vec<Part>) -> Option<Source> {
        // The way of a part whose indices are numbers.
        let numbers = path(&parts, &|index| match index {
            Expression::Number(number) => Some(*number),
            _ => None,
        });
        let path = numbers.as_deref().unwrap_or("[?]");
        let part = |(index, variable): (usize, &simt::Variable)| {
            if variable.name != name {
                return None;
            }
            match &variable.layout {
                None => path.is_empty().then(|| {
                    let scalar = variable.scalar.unwrap_or(ScalarType::U32);
                    (index, 0, scalar)
                }),
                Some(layout) => {
                    let (offset, scalar) = layout.find(path)?;
                    let places = layout.places(variable.words as usize);
                    let word = places.iter().position(|each| u64::from(each.offset) == offset)?;
                    Some((index, word as u32, scalar))
                }
            }
        };
        let variables: Vec<_> = self.trace.variables.iter().enumerate().filter_map(part).collect();
        if !variables.is_empty() {
            return Some(Source::Variables(variables));
        }
        let axis = match path {
            "" | ".x" => 0,
            ".y" => 1,
            ".z" => 2,
            _ => 3,
        };
        if let Some(built_in) = self.built_in(name) {
            let count = built_in.of(self.trace, 0).len();
            let is_whole = path.is_empty() && count > 1;
            return (axis < count && !is_whole).then_some(Source::BuiltIn(built_in, axis));
        }
        let mut memories = self.trace.memories.iter();
        if let Some(memory) = memories.position(|memory| memory.name == name) {
            // The first element shows whether the parts lead to a scalar.
            let first = self::path(&parts, &|_| Some(0.0))?;
            self.trace.memories[memory].layout.find(&first)?;
            return Some(Source::Memory(memory, parts));
        }
        match (name, path) {
            ("thread", "") => Some(Source::Thread),
            ("lane", "") => Some(Source::Lane),
            ("warp", "") => Some(Source::Warp),
            ("warpSize", "") => Some(Source::Known(self.trace.warp_width)),
            ("blockDim", _) if !path.is_empty() => {
                let size = self.trace.workgroup_size.get(axis);
                size.map(|size| Source::Known(*size))
            }
            _ => None,
        }
    }

    /// Returns the built-in value that a parameter of the text has, or that is called like this in CUDA or WGSL.
    fn built_in(&self, name: &str) -> Option<BuiltIn> {
        let mut declared = built_ins(self.source).into_iter();
        let declared = declared.find(|(each, _)| each == name);
        let cuda = || match name {
            "threadIdx" => Some(BuiltIn::LocalInvocationId),
            "blockIdx" => Some(BuiltIn::WorkgroupId),
            _ => BuiltIn::of_name(name),
        };
        declared.map(|(_, built_in)| built_in).or_else(cuda)
    }
}

/// Writes the way to a scalar; `None` if an index has no value or is no whole number.
fn path(parts: &[Part], index: &dyn Fn(&Expression) -> Option<f64>) -> Option<String> {
    let mut path = String::new();
    for part in parts {
        match part {
            Part::Member(name) => path.extend([".", name]),
            Part::Index(expression) => {
                let number = index(expression).filter(|number| number.fract() == 0.0)?;
                path.push_str(&format!("[{number}]"));
            }
        }
    }
    Some(path)
}

/// Returns a scalar in memory; `None` for one that the trace does not have.
fn in_memory(cursor: &Cursor, memory: usize, path: &str) -> Option<f64> {
    let traced = &cursor.trace().memories[memory];
    let (byte, scalar) = traced.layout.find(path)?;
    let word = u32::try_from(byte / 4).ok()?;
    let word = word.checked_sub(traced.first_word)?;
    let bits = *cursor.memory(memory).get(word as usize)?;
    Some(match scalar {
        ScalarType::I32 => f64::from(bits.cast_signed()),
        ScalarType::U32 | ScalarType::Bool => f64::from(bits),
        ScalarType::F32 => f64::from(f32::from_bits(bits)),
        ScalarType::F16 | ScalarType::Narrow(_) => {
            let text = scalar.show_one(bits >> (8 * (byte % 4)));
            text.parse().ok()?
        }
    })
}

impl Expression {
    /// Returns true if a store to memory may change the value.
    fn reads_memory(&self) -> bool {
        match self {
            Expression::Value(Source::Memory(..)) => true,
            Expression::Number(_) | Expression::Value(_) => false,
            Expression::Unary(_, inner) => inner.reads_memory(),
            Expression::Binary(_, left, right) => left.reads_memory() || right.reads_memory(),
        }
    }
}

fn value(expression: &Expression, cursor: &Cursor, warp: u32, lane: u32) -> Option<f64> {
    let part = |expression: &Expression| value(expression, cursor, warp, lane);
    let truth = |truth: bool| f64::from(u8::from(truth));
    Some(match expression {
        Expression::Number(number) => *number,
        Expression::Value(source) => match source {
            Source::Variables(all) => {
                let current = all.iter().rev().find(|(index, ..)| cursor.has_value(warp, *index));
                let (index, word, scalar) = *current?;
                let bits = cursor.variable(warp, index, word, lane)?;
                match scalar {
                    ScalarType::I32 => f64::from(bits.cast_signed()),
                    ScalarType::U32 | ScalarType::Bool => f64::from(bits),
                    // Registers hold 16-bit floats as 32-bit floats.
                    ScalarType::F32 | ScalarType::F16 => f64::from(f32::from_bits(bits)),
                    ScalarType::Narrow(narrow) => f64::from(narrow.value(bits)),
                }
            }
            Source::BuiltIn(built_in, component) => {
                let trace = cursor.trace();
                let parts = built_in.of(trace, warp * trace.warp_width + lane);
                f64::from(*parts.get(*component)?)
            }
            Source::Memory(memory, parts) => {
                return in_memory(cursor, *memory, &path(parts, &part)?);
            }
            Source::Known(number) => f64::from(*number),
            Source::Thread => f64::from(warp * cursor.trace().warp_width + lane),
            Source::Lane => f64::from(lane),
            Source::Warp => f64::from(warp),
        },
        Expression::Unary(Unary::Minus, inner) => -part(inner)?,
        Expression::Unary(Unary::Not, inner) => truth(part(inner)? == 0.0),
        Expression::Binary(operator, left, right) => {
            let left = part(left)?;
            // As in WGSL, the right side is not looked at if the left one decides.
            match operator {
                Binary::Or if left != 0.0 => return Some(1.0),
                Binary::And if left == 0.0 => return Some(0.0),
                _ => {}
            }
            let right = part(right)?;
            match operator {
                Binary::Or | Binary::And => truth(right != 0.0),
                Binary::Equal => truth(left == right),
                Binary::Unequal => truth(left != right),
                Binary::Less => truth(left < right),
                Binary::AtMost => truth(left <= right),
                Binary::Greater => truth(left > right),
                Binary::AtLeast => truth(left >= right),
                Binary::Plus => left + right,
                Binary::Minus => left - right,
                Binary::Times => left * right,
                Binary::Over => left / right,
                Binary::Modulo => left % right,
            }
        }
    })
}
