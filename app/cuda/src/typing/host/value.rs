//! Values of host code, and the scopes of its names.

use super::Lost;
use crate::syntax::{Expr, ExprKind, TypeKind, TypeName, Unary};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Int(i64),
    Float(f64),
    /// A `dim3`.
    Extent([i64; 3]),
    Null,
    /// An array's name, and the distance from its start in elements, if it is known.
    Pointer(Rc<str>, Option<i64>),
}

/// A variable of the host.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    /// `None` if it is not known.
    pub value: Option<Value>,
    /// The name without whose value it has none, and the place that lost it: often an earlier one.
    pub lost: Option<Lost>,
    pub ty: Option<Rc<TypeName>>,
    /// The values of its list, as in `void *args[] = {&x, &n}`.
    pub list: Option<Rc<[Expr]>>,
}

/// A block's variables, and the types that template parameters stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Shared with the copies of the scopes that the ways through a branch begin with.
    pub slots: Rc<HashMap<Rc<str>, Slot>>,
    /// The members of structures by their whole names, such as `a.width`.
    pub members: Rc<BTreeMap<Rc<str>, Slot>>,
    pub types: HashMap<Rc<str>, Rc<TypeName>>,
}

impl Value {
    pub fn integer(&self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(*value),
            Value::Float(value) => Some(*value as i64),
            _ => None,
        }
    }

    pub fn float(&self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    pub fn truth(&self) -> Option<bool> {
        match self {
            Value::Int(value) => Some(*value != 0),
            Value::Float(value) => Some(*value != 0.0),
            Value::Null => Some(false),
            Value::Pointer(..) | Value::Extent(_) => None,
        }
    }

    /// Returns the value as a `dim3`.
    pub fn extent(&self) -> Option<[i64; 3]> {
        match self {
            Value::Extent(extent) => Some(*extent),
            other => Some([other.integer()?, 1, 1]),
        }
    }

    /// Returns the value as a type holds it.
    pub fn cast(self, kind: &TypeKind) -> Option<Value> {
        let name = match kind {
            TypeKind::Named(name) => name,
            TypeKind::Pointer(_) => {
                return match self {
                    Value::Int(0) => Some(Value::Null),
                    Value::Pointer(..) | Value::Null => Some(self),
                    _ => None,
                };
            }
            TypeKind::Auto => return Some(self),
            TypeKind::Reference(target) => return self.cast(&target.kind),
            TypeKind::Array(..) => return None,
        };
        let int = |value: i64| Some(Value::Int(value));
        match &*name.text {
            "float" => Some(Value::Float(f64::from(self.float()? as f32))),
            "double" => Some(Value::Float(self.float()?)),
            "int" | "int32_t" => int(i64::from(self.integer()? as i32)),
            "unsigned int" | "uint32_t" | "uint" => int(i64::from(self.integer()? as u32)),
            "char" | "int8_t" => int(i64::from(self.integer()? as i8)),
            "unsigned char" | "uint8_t" => int(i64::from(self.integer()? as u8)),
            "short" | "int16_t" => int(i64::from(self.integer()? as i16)),
            "unsigned short" | "uint16_t" => int(i64::from(self.integer()? as u16)),
            "bool" => int(i64::from(self.truth()?)),
            "size_t" | "long" | "unsigned long" | "long long" | "unsigned long long" | "int64_t" | "uint64_t"
            | "ptrdiff_t" | "ssize_t" => int(self.integer()?),
            "dim3" => Some(Value::Extent(self.extent()?)),
            "vector" | "array" => match self {
                Value::Pointer(..) => Some(self),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns true if values of a type are addresses.
pub(super) fn is_pointer(ty: &TypeName) -> bool {
    matches!(ty.kind, TypeKind::Pointer(_) | TypeKind::Array(..))
}

/// Returns the name of a variable or of a member of one, through pointers too.
pub(super) fn member_name(value: &Expr) -> Option<Rc<str>> {
    match &value.kind {
        ExprKind::Name(name) if name.scope.is_none() => Some(name.text.clone()),
        ExprKind::Member { base, name, .. } => Some(format!("{}.{}", member_name(base)?, name.text).into()),
        ExprKind::Unary(Unary::Address | Unary::Deref, inner) => member_name(inner),
        _ => None,
    }
}
