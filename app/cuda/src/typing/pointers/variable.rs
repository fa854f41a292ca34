//! Variables that hold pointers: their declarations, and what changes them.

use crate::error::{Result, Span, error, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::pointers::offset::common_unit;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::{Access, PointerVariable};
use crate::typing::tree::{Change, Expr, ExprKind, INT, Scalar, StatementKind, Ty, VariableId, VariableKind};

impl Typer<'_> {
    /// Assigns a pointer variable.
    pub(crate) fn assign_pointer(&mut self, index: usize, value: Pointer, span: Span) -> Result<()> {
        let variable = self.frame.pointers[index].clone();
        let Some(offset) = variable.offset else {
            self.frame.pointers[index].pointer = Some(value);
            return Ok(());
        };
        let value = self.with_known_root(value, span)?;
        let ty = self.module.variables[offset].ty.clone();
        let scalar = ty.scalar().unwrap_or(Scalar::Int);
        if let Some(old) = &mut self.frame.pointers[index].pointer {
            old.nullable |= value.nullable;
        }
        if matches!(value.root, Root::Null) {
            let old = &mut self.frame.pointers[index].pointer;
            old.get_or_insert(value).nullable = true;
            let null = self.convert_scalar(self.null_offset(), scalar);
            let place = self.place_of(offset);
            return self.store(place, None, null, span);
        }
        let value = self.in_choice(value, span);
        let unit = match &variable.pointer {
            Some(old) if matches!(old.root, Root::Null) || old.root.same(&value.root) => old.unit,
            Some(old) => {
                self.want_joint(&old.root, &value.root);
                return Err(error(
                    span,
                    format!(
                        "`{}` would point into different arrays: that is a choice between two roots",
                        variable.name
                    ),
                )
                .help("use two pointers, or one array and an index"));
            }
            None => value.unit,
        };
        let mut unit = unit;
        if variable
            .pointer
            .as_ref()
            .is_none_or(|old| matches!(old.root, Root::Null))
        {
            unit = common_unit(self.step_unit(&variable.pointee), value.unit);
            let nullable = self.frame.nullable.contains(&variable.name);
            self.note_first_root(&variable, &value);
            self.frame.pointers[index].pointer = Some(Pointer {
                offset: None,
                unit,
                nullable: value.nullable || nullable,
                ..value.clone()
            });
        }
        if let Root::Memory(root) = value.root {
            self.module.roots[root].flat = true;
        }
        let new = self.offset_in(&value, unit);
        let new = self.convert_scalar(new, scalar);
        let place = self.place_of(offset);
        self.store(place, None, new, span)
    }

    /// Exchanges two pointer variables.
    pub(crate) fn swap_pointers(&mut self, a: usize, b: usize, span: Span) -> Result<()> {
        let first = self.pointer_of(Value::PointerVariable(a), span)?;
        let second = self.pointer_of(Value::PointerVariable(b), span)?;
        let (Some(mut first), Some(second)) = (first, second) else {
            return fail(span, "`swap` takes two pointers that have a value");
        };
        if let Some(offset) = first.offset.take() {
            first.offset = Some(self.temporary("first", offset));
        }
        self.assign_pointer(a, second, span)?;
        self.assign_pointer(b, first, span)
    }

    /// Moves a pointer variable by an index.
    pub(crate) fn move_pointer(&mut self, index: usize, operator: Binary, by: Expr, span: Span) -> Result<()> {
        let variable = self.frame.pointers[index].clone();
        let (Some(pointer), Some(offset)) = (&variable.pointer, variable.offset) else {
            return fail(span, format!("the pointer `{}` has no value yet", variable.name));
        };
        let by = self.index(by, span)?;
        let size = self.size_of(&variable.pointee).max(1);
        let by = self.in_unit(by, size, pointer.unit);
        if let Root::Memory(root) = pointer.root {
            self.module.roots[root].flat = true;
        }
        let scalar = self.module.variables[offset].ty.scalar().unwrap_or(Scalar::Int);
        let by = self.convert_scalar(by, scalar);
        let place = self.place_of(offset);
        self.store(place, Some(Change::own(operator)), by, span)
    }

    /// Declares a pointer variable.
    pub(crate) fn declare_pointer(
        &mut self,
        name: &str,
        pointee: Ty,
        value: Option<Pointer>,
        changes: bool,
        span: Span,
    ) -> Result<usize> {
        let mut value = value;
        if let Some(pointer) = &mut value {
            pointer.pointee = pointee.clone();
            pointer.nullable |= changes && self.frame.nullable.contains(name);
        }
        let walks = changes && !matches!(value.as_ref().map(|pointer| &pointer.root), Some(Root::Place(_)));
        let is_null = |pointer: &Pointer| matches!(pointer.root, Root::Null);
        let begins_null = value.as_ref().is_some_and(is_null);
        if walks {
            value = match value {
                Some(pointer) if begins_null => Some(self.with_first_root(pointer, span)),
                Some(pointer) => Some(self.in_choice(pointer, span)),
                None => None,
            };
        }
        let offset: Option<VariableId> = if walks {
            let size = self.size_of(&pointee).max(1);
            let first = match &value {
                Some(_) if begins_null => Some(self.null_offset()),
                Some(pointer) if pointer.offset.is_some() => {
                    Some(self.offset_in(pointer, common_unit(pointer.unit, size)))
                }
                _ => None,
            };
            if let Some(pointer) = &mut value {
                pointer.offset = None;
            }
            let step = self.step_unit(&pointee);
            if let Some(pointer) = &mut value {
                pointer.unit = match first {
                    Some(_) if begins_null => step,
                    Some(_) => common_unit(pointer.unit, size),
                    None => step,
                };
            }
            let first = first.unwrap_or_else(|| Expr::int(0));
            let ty = match first.ty {
                Ty::Scalar(Scalar::Uint) => first.ty.clone(),
                _ => INT,
            };
            let first = self.convert_scalar(first, ty.scalar().unwrap_or(Scalar::Int));
            let variable = self.variable(name, ty, VariableKind::Local);
            self.module.variables[variable].changed = true;
            self.emit(StatementKind::Declare(variable, Some(first)));
            if let Some(Pointer {
                root: Root::Memory(root),
                ..
            }) = value
            {
                self.module.roots[root].flat = true;
            }
            Some(variable)
        } else {
            if let Some(pointer) = &mut value
                && let Some(offset) = pointer.offset.take()
            {
                let kept = if self.lasts(&offset) {
                    offset
                } else {
                    let variable = self.variable(name, offset.ty.clone(), VariableKind::Local);
                    let ty = offset.ty.clone();
                    self.emit(StatementKind::Declare(variable, Some(offset)));
                    Expr::new(ExprKind::Variable(variable), ty)
                };
                pointer.offset = Some(kept);
            }
            None
        };
        self.frame.pointers.push(PointerVariable {
            name: name.into(),
            pointer: value,
            offset,
            pointee,
            access: Access::Change,
            span,
        });
        Ok(self.frame.pointers.len() - 1)
    }

    /// Returns true if the value can never change: a constant or a built-in value.
    fn lasts(&self, value: &Expr) -> bool {
        value.value.is_some() || matches!(value.kind, ExprKind::Constant(_))
    }
}
