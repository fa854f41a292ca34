//! Gives types to expressions. Effects inside an expression become statements before it, in C's order.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary, Unary};
use crate::typing::body::operand;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::Pointer;
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{
    BOOL, Base, BuiltIn, Change, Expr, ExprKind, INT, Index, Number, Place, RootId, Scalar,
    StatementKind, Ty, UINT,
};
use crate::typing::{LongLong, Typer};

impl Typer<'_> {
    pub(crate) fn expr(&mut self, written: &syntax::Expr) -> Result<Value> {
        let outer = self.frame.expression.replace(written.span);
        let value = self.nested(written.span, |typer| typer.expr_inside(written));
        self.frame.expression = outer;
        Ok(placed(value?, written))
    }

    fn expr_inside(&mut self, written: &syntax::Expr) -> Result<Value> {
        use syntax::ExprKind as Kind;
        let span = written.span;
        match &written.kind {
            Kind::Integer { value, unsigned, long } => {
                if *long {
                    self.note_long(span, *unsigned);
                }
                let mut value = *value;
                if value > u64::from(u32::MAX) && self.options.long_long == LongLong::AsInt {
                    self.note(
                        span,
                        &format!("{value} has 64 bits, of which the low 32 are kept here"),
                    );
                    value &= u64::from(u32::MAX);
                }
                operand::integer(value, *unsigned, span)
            }
            Kind::Float { value, single } => self.float_literal(*value, *single, span),
            Kind::Bool(value) => Ok(Value::Expr(Expr::literal(Number::Int(i64::from(*value)), BOOL))),
            Kind::Letter(value) => Ok(Value::Expr(Expr::literal(Number::Int(i64::from(*value)), Ty::Scalar(Scalar::Char)))),
            Kind::Text(_) => Ok(Value::Text),
            Kind::Null => Ok(operand::null()),
            Kind::This => self.this(span),
            Kind::Name(name) => self.name(name),
            Kind::Unary(operator, inner) => self.unary_written(*operator, inner, span),
            Kind::Step { decrement, postfix, target } => self.step(*decrement, *postfix, target, span),
            Kind::Binary(operator, left, right) => self.binary_written(*operator, left, right, span),
            Kind::Assign(operator, target, value) => self.assign(*operator, target, value, span),
            Kind::Conditional(condition, yes, no) => self.conditional(condition, yes, no, span),
            Kind::Comma(left, right) => {
                self.effect(left)?;
                self.expr(right)
            }
            Kind::Call(callee, arguments) => self.call(callee, arguments, span),
            Kind::Index(base, index) => self.index_written(base, index, span),
            Kind::Member { base, name, arrow } => self.member(base, name, *arrow, span),
            Kind::Cast(ty, value) => self.cast(ty, value, span),
            Kind::Construct(ty, values) => self.construct(ty, values, span),
            Kind::List(values) => Ok(Value::List(values.clone(), span)),
            Kind::Lambda(lambda) => Ok(Value::Lambda(self.lambda("lambda", lambda, span)?)),
            Kind::Designated(name, _) => Err(error(
                span,
                format!("`.{}` names a member, and no structure is made here", name.text),
            )
            .help("name members in the list of a structure without a constructor")),
            Kind::SizeOfType(ty) => self.size_of_type(ty),
            Kind::SizeOf(value) => self.size_of_value(value),
            Kind::Launch { kernel, .. } => Err(error(
                span,
                format!("the launch of `{}` from the device is not taken: WebGPU starts kernels from the host alone", kernel.text),
            )
            .help("launch it from the host; the lesson on nested launches shows how")),
        }
    }

    /// Computes an expression for its effects alone.
    pub(crate) fn effect(&mut self, written: &syntax::Expr) -> Result<()> {
        use syntax::ExprKind as Kind;
        match &written.kind {
            Kind::Step {
                decrement,
                postfix,
                target,
            } => {
                let place = self.expr(target)?;
                let called = self.step_of_object(&place, *decrement, *postfix, written.span)?;
                if let Some(value) = called {
                    self.dropped(value);
                    return Ok(());
                }
                self.change_by_one(*decrement, place, target, written.span)
                    .map(|_| ())
            }
            // `(c ? a : b) = v`: the assignment stands in both branches.
            Kind::Assign(operator, target, value)
                if matches!(target.kind, Kind::Conditional(..)) =>
            {
                let Kind::Conditional(condition, yes, no) = &target.kind else {
                    return Ok(());
                };
                let assigned = |target: &syntax::Expr| syntax::Expr {
                    kind: Kind::Assign(*operator, Box::new(target.clone()), value.clone()),
                    span: written.span,
                };
                let kind = Kind::Conditional(
                    condition.clone(),
                    Box::new(assigned(yes)),
                    Box::new(assigned(no)),
                );
                self.effect(&syntax::Expr {
                    kind,
                    span: written.span,
                })
            }
            Kind::Assign(operator, target, value) => self
                .assign(*operator, target, value, written.span)
                .map(|_| ()),
            Kind::Comma(left, right) => {
                self.effect(left)?;
                self.effect(right)
            }
            Kind::Conditional(condition, yes, no) => {
                let condition = self.rvalue(condition)?;
                let condition = self.truth(condition, written.span)?;
                let (yes, ()) = self.apart(|typer| typer.effect(yes))?;
                let (no, ()) = self.apart(|typer| typer.effect(no))?;
                self.emit(StatementKind::If(condition, yes, no));
                Ok(())
            }
            Kind::Cast(ty, value) if matches!(&ty.kind, syntax::TypeKind::Named(name) if &*name.text == "void") => {
                self.effect(value)
            }
            _ => {
                let value = self.expr(written)?;
                self.dropped(value);
                Ok(())
            }
        }
    }

    /// Keeps a call whose value is not used.
    pub(crate) fn dropped(&mut self, value: Value) {
        match value {
            Value::Expr(value) => self.dropped_expr(value),
            // `fill(p, n);` of a function that returns its pointer.
            Value::Pointer(pointer) => {
                if let Some(offset) = pointer.offset {
                    self.dropped_expr(offset);
                }
            }
            Value::Place(place) => {
                let indices: Vec<Expr> = place.indices().into_iter().cloned().collect();
                indices
                    .into_iter()
                    .for_each(|index| self.dropped_expr(index));
            }
            _ => {}
        }
    }

    fn dropped_expr(&mut self, value: Expr) {
        match &value.kind {
            ExprKind::Call(..) | ExprKind::Atomic(..) | ExprKind::Helper(..) => {
                self.emit(StatementKind::Call(value));
            }
            ExprKind::Intrinsic(name, _) if name.starts_with("subgroup") => {
                self.emit(StatementKind::Drop(value));
            }
            ExprKind::Masked(..) => self.emit(StatementKind::Drop(value)),
            // `x < y;` does nothing, and `f() + 1;` what the call does.
            _ => {
                let parts: Vec<Expr> = value.parts().into_iter().cloned().collect();
                parts.into_iter().for_each(|part| self.dropped_expr(part));
            }
        }
    }

    pub(crate) fn pointer_of_pointer(
        &mut self,
        value: &Value,
        span: Span,
    ) -> Result<Option<Pointer>> {
        match value {
            Value::Pointer(_) | Value::PointerVariable(_) => self.pointer_of(value.clone(), span),
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                self.pointer_of(value.clone(), span)
            }
            _ => Ok(None),
        }
    }

    pub(crate) fn name(&mut self, name: &syntax::Name) -> Result<Value> {
        let span = name.span;
        self.note_volatile_name(&name.text);
        if let Some(value) = self.same_types(name)? {
            return Ok(Value::Expr(value));
        }
        if let Some(scope) = &name.scope
            && !crate::typing::scope::types::is_namespace(&scope.text)
        {
            return self.scoped_name(scope, name);
        }
        if let Some(binding) = self.frame.lookup(&name.text).cloned() {
            return self.bound(binding, span);
        }
        if let Some((place, structure)) = self.frame.this.clone() {
            if let Some(value) = self.overlaid(&place, name)? {
                return Ok(value);
            }
            if self.module.structures[structure]
                .members
                .iter()
                .any(|(member, _)| *member == name.text)
            {
                return Ok(Value::Place(self.member_of(place, name)?));
            }
            if let Some(value) = self.fixed_member(structure, &name.text)? {
                return Ok(Value::Expr(value));
            }
        }
        if let Some(structure) = self.frame.structure
            && let Some(value) = self.fixed_member(structure, &name.text)?
        {
            return Ok(Value::Expr(value));
        }
        if let Some(value) = self.built_in_name(&name.text) {
            return Ok(value);
        }
        if let Some(binding) = self.global(&name.text, span)? {
            return self.bound(binding, span);
        }
        if let Some(value) = crate::typing::device::builtin::constant(&name.text) {
            return Ok(Value::Expr(value));
        }
        if name
            .scope
            .as_ref()
            .is_some_and(|scope| &*scope.text == "std")
            || matches!(&*name.text, "cout" | "cerr" | "endl")
        {
            return Err(error(
                span,
                format!(
                    "`std::{}` is not taken: device code has no standard library",
                    name.text
                ),
            )
            .help(match &*name.text {
                "cout" | "cerr" | "endl" => "write `printf`",
                _ => "write it as a `__device__` function",
            }));
        }
        Err(self.undeclared(&name.text, span, "name"))
    }

    /// Returns the value of `std::is_same_v<A, B>` and `std::is_same<A, B>::value`.
    fn same_types(&mut self, name: &syntax::Name) -> Result<Option<Expr>> {
        let found = match (&*name.text, &name.scope) {
            ("is_same_v", _) => name,
            ("value", Some(scope)) if &*scope.text == "is_same" => scope,
            _ => return Ok(None),
        };
        let Some([a, b]) = found.arguments.as_deref() else {
            return Ok(None);
        };
        let (a, b) = (self.given(a)?, self.given(b)?);
        Ok(Some(Expr::literal(Number::Int(i64::from(a == b)), BOOL)))
    }

    /// Returns an array of memory as a whole, or a variable in memory.
    pub(crate) fn whole_root(&self, root: RootId) -> Place {
        let info = &self.module.roots[root];
        let lengths = info.lengths.iter().rev();
        let ty = lengths.fold(info.element.clone(), |ty, &length| {
            Ty::Array(ty.into(), length)
        });
        let base = Base::Memory {
            root,
            index: Index::Dimensions(Vec::new()),
            ty: ty.clone(),
        };
        Place::new(base, ty)
    }

    pub(crate) fn bound(&mut self, binding: Binding, span: Span) -> Result<Value> {
        Ok(match binding {
            Binding::Variable(variable) => {
                let kind = self.module.variables[variable].kind;
                let ty = self.module.variables[variable].ty.clone();
                let base = match kind {
                    crate::typing::tree::VariableKind::Reference => Base::Target(variable),
                    _ => Base::Variable(variable),
                };
                Value::Place(Place::new(base, ty))
            }
            Binding::Pointer(index) => Value::PointerVariable(index),
            Binding::Alias(place) => Value::Place(place),
            Binding::Constant(value) => Value::Expr(value),
            Binding::Memory(root) => Value::Place(self.whole_root(root)),
            Binding::Group(group) => Value::Group(group),
            Binding::Bundle(bundle) => Value::Bundle(bundle),
            Binding::Fixed(pointer) => Value::Pointer(pointer),
            Binding::Lambda(lambda) => Value::Lambda(lambda),
            Binding::Failed => return fail(span, ""),
            Binding::Type(_) => return fail(span, "a type is not expected here"),
        })
    }

    fn built_in_name(&mut self, name: &str) -> Option<Value> {
        let vector = |built_in| Expr::new(ExprKind::BuiltIn(built_in), Ty::Vector(Scalar::Uint, 3));
        let value = match name {
            "threadIdx" => self.built_in(BuiltIn::ThreadIdx, vector(BuiltIn::ThreadIdx)),
            "blockIdx" => self.built_in(BuiltIn::BlockIdx, vector(BuiltIn::BlockIdx)),
            "gridDim" => self.built_in(BuiltIn::GridDim, vector(BuiltIn::GridDim)),
            "blockDim" => {
                let parts = (0..3)
                    .map(|axis| Expr::new(ExprKind::BuiltIn(BuiltIn::BlockDim(axis)), UINT))
                    .collect();
                Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Uint, 3))
            }
            "warpSize" => self.warp_size(),
            _ => return None,
        };
        Some(Value::Expr(value))
    }

    pub(crate) fn built_in(&mut self, built_in: BuiltIn, value: Expr) -> Expr {
        self.frame.built_ins.insert(built_in);
        value
    }

    fn binary_written(
        &mut self,
        operator: Binary,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        if matches!(operator, Binary::LogicalAnd | Binary::LogicalOr) {
            return self.logical(operator, left, right, span).map(Value::Expr);
        }
        let left_value = self.expr(left)?;
        let right_value = self.expr(right)?;
        self.binary_of(operator, (left_value, left), (right_value, right), span)
    }

    /// Returns the result of an operator. It is no part of [`Typer::binary_written`], whose stack frame a long sum repeats.
    fn binary_of(
        &mut self,
        operator: Binary,
        (mut left_value, left): (Value, &syntax::Expr),
        (right_value, right): (Value, &syntax::Expr),
        span: Span,
    ) -> Result<Value> {
        let sums = matches!(operator, Binary::Add | Binary::Subtract);
        if sums && let Some(pointer) = self.pointer_of_operand(&left_value, operator, span)? {
            left_value = Value::Pointer(pointer);
        }
        let is_pointer = |value: &Value| match value {
            Value::Pointer(_) | Value::PointerVariable(_) => true,
            Value::Place(place) => matches!(place.ty, Ty::Array(..) | Ty::Pointer(_)),
            _ => false,
        };
        match (is_pointer(&left_value), is_pointer(&right_value)) {
            (false, false) => {
                let (a, b) = (
                    self.load_value(left_value, left.span)?,
                    self.load_value(right_value, right.span)?,
                );
                let (a, b) = self.with_common_sign((a, left), (b, right));
                self.mark_wide(operator, left, right, span);
                Ok(Value::Expr(self.binary(operator, a, b, span)?))
            }
            (true, false) if matches!(operator, Binary::Add | Binary::Subtract) => {
                let Some(pointer) = self.pointer_of(left_value, span)? else {
                    return fail(span, "a pointer is needed here");
                };
                let index = self.load_value(right_value, right.span)?;
                Ok(Value::Pointer(self.walk(pointer, operator, index, span)?))
            }
            (false, true) if operator == Binary::Add => {
                let Some(pointer) = self.pointer_of(right_value, span)? else {
                    return fail(span, "a pointer is needed here");
                };
                let index = self.load_value(left_value, left.span)?;
                Ok(Value::Pointer(self.walk(pointer, operator, index, span)?))
            }
            _ => match (
                self.pointer_of(left_value, span)?,
                self.pointer_of(right_value, span)?,
            ) {
                (Some(a), Some(b)) => Ok(Value::Expr(self.binary_pointer(operator, a, b, span)?)),
                _ => fail(
                    span,
                    format!("`{}` does not take a pointer here", operator.text()),
                ),
            },
        }
    }

    fn condition_value(&mut self, written: &syntax::Expr) -> Result<Expr> {
        let value = self.expr(written)?;
        if let Some(pointer) = self.pointer_of_pointer(&value, written.span)? {
            return Ok(self.is_some(&pointer));
        }
        // `assert(i < n && "words")`: a text is a pointer that is not null.
        if let Value::Text = value {
            return Ok(Expr::literal(Number::Int(1), BOOL));
        }
        let value = self.load_value(value, written.span)?;
        self.truth(value, written.span)
    }

    /// Returns the value of a condition.
    pub(crate) fn condition(&mut self, written: &syntax::Expr) -> Result<Expr> {
        self.condition_value(written)
    }

    /// The right side is computed only if the left one does not decide.
    fn logical(
        &mut self,
        operator: Binary,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Result<Expr> {
        let left = self.condition_value(left)?;
        let deciding = i64::from(operator == Binary::LogicalOr);
        let decides = |value: &Expr| {
            matches!(value.kind, ExprKind::Literal(_)) && value.known() == Some(deciding)
        };
        // The right side is not computed, so that it refuses nothing: `p && p[0] > 0` with a null pointer.
        if left.known() == Some(deciding) {
            return Ok(left);
        }
        let (effects, right) = self.apart(|typer| typer.condition_value(right))?;
        if effects.is_empty() && decides(&right) {
            if !left.is_pure() {
                self.emit(StatementKind::Drop(left));
            }
            return Ok(right);
        }
        if effects.is_empty() {
            return self.binary(operator, left, right, span);
        }
        let variable = self.variable_hidden("condition", BOOL);
        self.module.variables[variable].changed = true;
        self.emit(StatementKind::Declare(variable, Some(left)));
        let place = self.place_of(variable);
        let read = Expr::new(ExprKind::Variable(variable), BOOL);
        let mut inside = effects;
        inside.push(crate::typing::tree::Statement {
            kind: StatementKind::Store(place, None, right),
            span: self.frame.span,
        });
        match operator {
            Binary::LogicalAnd => self.emit(StatementKind::If(read.clone(), inside, Vec::new())),
            _ => {
                let not = Expr::new(ExprKind::Unary(Unary::Not, Box::new(read.clone())), BOOL);
                self.emit(StatementKind::If(not, inside, Vec::new()));
            }
        }
        Ok(read)
    }

    fn conditional(
        &mut self,
        condition: &syntax::Expr,
        yes: &syntax::Expr,
        no: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        let condition = self.condition_value(condition)?;
        if let Some(known) = condition.known() {
            let (taken, other) = if known != 0 { (yes, no) } else { (no, yes) };
            let value = self.expr(taken)?;
            // The other side is not computed, but both have one type.
            if !is_plain(other) {
                return Ok(value);
            }
            let Some(ty) = self.type_alone(other) else {
                return Ok(value);
            };
            return match value {
                Value::Expr(value) if value.ty.scalar().is_some() && ty.scalar().is_some() => {
                    let ty = self.meeting(&value.ty, &ty, span)?;
                    Ok(Value::Expr(self.convert(value, &ty, span)?))
                }
                Value::Place(place) if place.ty.scalar().is_some() && ty != place.ty => {
                    let value = self.load(place);
                    let ty = self.meeting(&value.ty, &ty, span)?;
                    Ok(Value::Expr(self.convert(value, &ty, span)?))
                }
                value => Ok(value),
            };
        }
        let (yes_effects, yes_value) = self.apart(|typer| typer.expr(yes))?;
        let (no_effects, no_value) = self.apart(|typer| typer.expr(no))?;
        let is_pointer = |value: &Value| {
            matches!(value, Value::Pointer(_) | Value::PointerVariable(_))
                || matches!(value, Value::Place(place) if matches!(place.ty, Ty::Array(..) | Ty::Pointer(_)))
        };
        if is_pointer(&yes_value) || is_pointer(&no_value) {
            return self.conditional_pointer(condition, yes_value, no_value, span);
        }
        let (mut yes_effects, mut no_effects) = (yes_effects, no_effects);
        // The value of a structure with pointers is put together by statements.
        let (more, yes_value) = self.apart(|typer| typer.load_value(yes_value, yes.span))?;
        yes_effects.extend(more);
        let (more, no_value) = self.apart(|typer| typer.load_value(no_value, no.span))?;
        no_effects.extend(more);
        let ty = self.meeting(&yes_value.ty, &no_value.ty, span)?;
        if self.has_pointers(&ty) {
            return Err(error(
                span,
                "a choice between two structures with pointers is not taken: that is a choice between two roots",
            )
            .help("choose between the values that they lead to"));
        }
        let yes_value = self.convert(yes_value, &ty, yes.span)?;
        let no_value = self.convert(no_value, &ty, no.span)?;
        let plain = matches!(ty, Ty::Scalar(_) | Ty::Vector(..));
        if yes_effects.is_empty()
            && no_effects.is_empty()
            && plain
            && yes_value.is_pure()
            && no_value.is_pure()
        {
            return Ok(Value::Expr(Expr::select(condition, yes_value, no_value)));
        }
        let variable = self.variable_hidden("chosen", ty.clone());
        self.module.variables[variable].changed = true;
        self.emit(StatementKind::Declare(variable, None));
        let place = self.place_of(variable);
        let span = self.frame.span;
        let store = |value| crate::typing::tree::Statement {
            kind: StatementKind::Store(place.clone(), None, value),
            span,
        };
        yes_effects.push(store(yes_value));
        no_effects.push(store(no_value));
        self.emit(StatementKind::If(condition, yes_effects, no_effects));
        Ok(Value::Expr(Expr::new(ExprKind::Variable(variable), ty)))
    }

    /// Returns the type of an expression that is not computed; `None` if it has none.
    fn type_alone(&mut self, written: &syntax::Expr) -> Option<Ty> {
        let roots = self.module.roots.clone();
        let built_ins = self.frame.built_ins.clone();
        let found = self.apart(|typer| typer.rvalue(written)).ok();
        // It reads no memory, so that it decides no form of an array.
        for (root, before) in self.module.roots.iter_mut().zip(roots) {
            *root = before;
        }
        self.frame.built_ins = built_ins;
        found.map(|(_, value)| value.ty)
    }

    fn conditional_pointer(
        &mut self,
        condition: Expr,
        yes: Value,
        no: Value,
        span: Span,
    ) -> Result<Value> {
        let (Some(yes), Some(no)) = (self.pointer_of(yes, span)?, self.pointer_of(no, span)?)
        else {
            return fail(span, "both sides of `?:` must be pointers");
        };
        let (yes, no) = (
            self.with_known_root(yes, span)?,
            self.with_known_root(no, span)?,
        );
        let is_null =
            |pointer: &Pointer| matches!(pointer.root, crate::typing::pointers::root::Root::Null);
        let nullable = [&yes, &no]
            .iter()
            .any(|pointer| pointer.nullable || is_null(pointer));
        let (yes, no) = if yes.root.same(&no.root) || is_null(&yes) || is_null(&no) {
            (yes, no)
        } else {
            (self.in_choice(yes, span), self.in_choice(no, span))
        };
        // The side that is not null says the array.
        let of = if is_null(&yes) {
            no.clone()
        } else {
            yes.clone()
        };
        if !yes.root.same(&no.root) && !is_null(&yes) && !is_null(&no) {
            self.want_joint(&yes.root, &no.root);
            let names = [&yes, &no].map(|pointer| match &pointer.root {
                crate::typing::pointers::root::Root::Memory(root) => {
                    format!("`{}`", self.module.roots[*root].original)
                }
                _ => "another array".to_owned(),
            });
            return Err(error(
                span,
                format!(
                    "the pointer may point into {} or {}: that is a choice between two roots",
                    names[0], names[1]
                ),
            )
            .help("use `if`, with one access in each branch"));
        }
        if is_null(&of) {
            return Ok(Value::Pointer(of));
        }
        let (a, b) = (self.offset_in(&yes, of.unit), self.offset_in(&no, of.unit));
        let (a, b) = (self.int_of(a), self.int_of(b));
        Ok(Value::Pointer(Pointer {
            offset: Some(Expr::select(condition, a, b)),
            nullable,
            ..of
        }))
    }

    /// Returns the type in which two values meet.
    pub(crate) fn meeting(&mut self, a: &Ty, b: &Ty, span: Span) -> Result<Ty> {
        match (a, b) {
            _ if a == b => Ok(a.clone()),
            (Ty::Scalar(a), Ty::Scalar(b)) => {
                Ok(Ty::Scalar(crate::typing::body::convert::common(*a, *b)))
            }
            _ => Err(self.unconvertible(b, a, span)),
        }
    }

    /// Types an assignment, and returns its value.
    fn assign(
        &mut self,
        operator: Option<Binary>,
        target: &syntax::Expr,
        value: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        // C++ computes the right side first.
        let right = self.expr(value)?;
        let left = self.expr(target)?;
        match left {
            Value::PointerVariable(index) => {
                match operator {
                    None => match self.pointer_of(right, span)? {
                        Some(pointer) => self.assign_pointer(index, pointer, span)?,
                        None => return fail(value.span, "a pointer is needed here"),
                    },
                    Some(operator @ (Binary::Add | Binary::Subtract)) => {
                        let by = self.load_value(right, value.span)?;
                        self.move_pointer(index, operator, by, span)?;
                    }
                    Some(_) => return fail(span, "a pointer does not take this operator"),
                }
                Ok(Value::PointerVariable(index))
            }
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                match operator {
                    None => match self.pointer_of(right, span)? {
                        Some(pointer) => {
                            self.assign_member_pointer(place.clone(), pointer, span)?
                        }
                        None => return fail(value.span, "a pointer is needed here"),
                    },
                    Some(operator @ (Binary::Add | Binary::Subtract)) => {
                        let by = self.load_value(right, value.span)?;
                        self.move_member_pointer(place.clone(), operator, by, span)?;
                    }
                    Some(_) => return fail(span, "a pointer does not take this operator"),
                }
                Ok(Value::Place(place))
            }
            Value::Place(place) => {
                if matches!(place.ty, Ty::Array(..)) {
                    return fail(
                        target.span,
                        "an array cannot be assigned: assign its elements",
                    );
                }
                self.may_change(target, &place, span)?;
                let right = match right {
                    Value::List(values, at) => self.compose(&values, &place.ty.clone(), at)?,
                    other => self.load_value(other, value.span)?,
                };
                let mut right = right;
                if let Some(operator) = operator {
                    // `x += u` of a signed `x` of 64 bits.
                    if place.ty == INT {
                        let left = self.load(place.clone());
                        (_, right) = self.with_common_sign((left, target), (right, value));
                    }
                    self.mark_wide(operator, target, value, span);
                } else if self.is_wide(target) && place.ty.scalar().is_some() {
                    right = self.convert(right, &place.ty.clone(), span)?;
                    right = self.converted_to_wide(right, value.span);
                }
                let place = self.store_with(operator, place, right, span)?;
                Ok(Value::Place(place))
            }
            Value::Expr(found) if found.value.is_some() => {
                fail(target.span, "a constant (`const`) cannot be assigned")
            }
            _ => match &target.kind {
                syntax::ExprKind::Member { base, .. } if matches!(&base.kind, syntax::ExprKind::Name(name) if self.frame.lookup(&name.text).is_none()) =>
                {
                    let syntax::ExprKind::Name(name) = &base.kind else {
                        return fail(target.span, "this cannot be assigned");
                    };
                    fail(target.span, format!("`{}` cannot be assigned", name.text))
                }
                _ => fail(
                    target.span,
                    "this cannot be assigned: it is no variable and no element",
                ),
            },
        }
    }

    /// Stores a value, or the result of an operator, and returns the place.
    pub(crate) fn store_with(
        &mut self,
        operator: Option<Binary>,
        place: Place,
        right: Expr,
        span: Span,
    ) -> Result<Place> {
        let ty = place.ty.clone();
        let Some(operator) = operator else {
            let value = self.convert(right, &ty, span)?;
            let roots = self.roots_of(&value);
            self.carry_roots(&place, roots, span)?;
            self.store(place.clone(), None, value, span)?;
            return Ok(place);
        };
        if let Ty::Structure(_) = ty {
            let place = self.stable(place);
            if let Some(()) = self.compound_overloaded(operator, &place, &right, span)? {
                return Ok(place);
            }
            let left = self.load(place.clone());
            let value = self.binary(operator, left, right, span)?;
            let value = self.convert(value, &ty, span)?;
            self.store(place.clone(), None, value, span)?;
            return Ok(place);
        }
        let shifts = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let direct = match (&ty, &right.ty) {
            (Ty::Scalar(Scalar::Int | Scalar::Uint), Ty::Scalar(b)) if shifts => {
                !b.is_float() && !crate::typing::objects::operator::is_too_far(operator, &right)
            }
            (
                Ty::Scalar(a @ (Scalar::Int | Scalar::Uint | Scalar::Float | Scalar::Half)),
                Ty::Scalar(b),
            ) => crate::typing::body::convert::common(*a, *b) == *a,
            (Ty::Vector(..), other) => *other == ty || matches!(other, Ty::Scalar(_)),
            _ => false,
        };
        if direct {
            let right = match (&ty, &right.ty) {
                (Ty::Scalar(_), _) if shifts => self.convert_scalar(right, Scalar::Uint),
                (Ty::Scalar(scalar), _) => self.convert_scalar(right, *scalar),
                (Ty::Vector(scalar, _), Ty::Scalar(_)) => self.convert_scalar(right, *scalar),
                _ => right,
            };
            if matches!(operator, Binary::Divide | Binary::Remainder)
                && right.known() == Some(0)
                && ty.is_integer()
            {
                return fail(span, "division by zero");
            }
            let place = self.stable(place);
            let undefined =
                crate::typing::objects::operator::may_be_undefined(operator, &ty, &right)
                    || self.is_marked_wide(&ty, span);
            let change = Change {
                operator,
                checked: undefined.then_some(span),
            };
            self.store(place.clone(), Some(change), right, span)?;
            return Ok(place);
        }
        let place = self.stable(place);
        let left = self.load(place.clone());
        let value = self.binary(operator, left, right, span)?;
        let value = self.convert(value, &ty, span)?;
        self.store(place.clone(), None, value, span)?;
        Ok(place)
    }

    fn change_by_one(
        &mut self,
        decrement: bool,
        found: Value,
        target: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        let operator = if decrement {
            Binary::Subtract
        } else {
            Binary::Add
        };
        match found {
            Value::PointerVariable(index) => {
                self.move_pointer(index, operator, Expr::int(1), span)?;
                Ok(Value::PointerVariable(index))
            }
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                self.move_member_pointer(place.clone(), operator, Expr::int(1), span)?;
                Ok(Value::Place(place))
            }
            Value::Place(place) => {
                self.may_change(target, &place, span)?;
                let place = self.store_with(Some(operator), place, Expr::int(1), span)?;
                Ok(Value::Place(place))
            }
            Value::Expr(found) if found.value.is_some() => {
                fail(target.span, "a constant (`const`) cannot be changed")
            }
            _ => fail(
                target.span,
                "this cannot be changed: it is no variable and no element",
            ),
        }
    }

    /// `++x` and `x++` whose value is used.
    fn step(
        &mut self,
        decrement: bool,
        postfix: bool,
        target: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        let found = self.expr(target)?;
        if let Some(value) = self.step_of_object(&found, decrement, postfix, span)? {
            return Ok(value);
        }
        if !postfix {
            return self.change_by_one(decrement, found, target, span);
        }
        let operator = if decrement {
            Binary::Subtract
        } else {
            Binary::Add
        };
        match found {
            Value::PointerVariable(index) => {
                let Some(mut old) = self.pointer_of(Value::PointerVariable(index), span)? else {
                    return fail(span, "the pointer has no value yet");
                };
                if let Some(offset) = old.offset.take() {
                    old.offset = Some(self.temporary("old", offset));
                }
                self.move_pointer(index, operator, Expr::int(1), span)?;
                Ok(Value::Pointer(old))
            }
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => {
                let Some(mut old) = self.pointer_of(Value::Place(place.clone()), span)? else {
                    return fail(span, "the pointer has no value yet");
                };
                if let Some(offset) = old.offset.take() {
                    old.offset = Some(self.temporary("old", offset));
                }
                self.move_member_pointer(place, operator, Expr::int(1), span)?;
                Ok(Value::Pointer(old))
            }
            Value::Place(place) => {
                let place = self.stable(place);
                let old = self.load(place.clone());
                let old = self.temporary("old", old);
                self.store_with(Some(operator), place, Expr::int(1), span)?;
                Ok(Value::Expr(old))
            }
            _ => fail(
                target.span,
                "this cannot be changed: it is no variable and no element",
            ),
        }
    }

    /// Calls `operator++` or `operator--` of a structure; `None` if it has none.
    fn step_of_object(
        &mut self,
        found: &Value,
        decrement: bool,
        postfix: bool,
        span: Span,
    ) -> Result<Option<Value>> {
        let Value::Place(place) = found else {
            return Ok(None);
        };
        let Ty::Structure(structure) = place.ty else {
            return Ok(None);
        };
        let text = if decrement {
            "operator--"
        } else {
            "operator++"
        };
        let mut methods = self.methods(structure, text);
        // The form behind its operand has a parameter, which no one reads.
        methods.retain(|method| method.function.parameters.len() == usize::from(postfix));
        if methods.is_empty() {
            return Ok(None);
        }
        let name = syntax::Name::plain(text, span);
        let values = if postfix {
            vec![Value::Expr(Expr::int(0))]
        } else {
            Vec::new()
        };
        let this = crate::typing::body::call::This::Place(place.clone());
        self.call_any(methods, &name, values, &[], this, span)
            .map(Some)
    }

    fn index_written(
        &mut self,
        base: &syntax::Expr,
        index: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        let base_value = match self.expr(base)? {
            Value::Bundle(bundle) => {
                let whole = self.whole(&bundle, span)?;
                Value::Place(self.place_of_object(whole))
            }
            other => other,
        };
        let index_value = self.rvalue(index)?;
        match base_value {
            Value::Place(place) => match place.ty.clone() {
                Ty::Array(element, _) => {
                    // A row behind a pointer to rows is walked by its elements.
                    if let Base::Memory {
                        root,
                        index: Index::Flat { offset, unit },
                        ..
                    } = &place.base
                        && place.path.is_empty()
                    {
                        let pointer = Pointer {
                            root: crate::typing::pointers::root::Root::Memory(*root),
                            offset: offset.as_ref().map(|offset| (**offset).clone()),
                            unit: *unit,
                            pointee: (*element).clone(),
                            nullable: false,
                        };
                        let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                        return Ok(Value::Place(self.target(pointer, span)?));
                    }
                    Ok(Value::Place(self.element_of(place, index_value, span)?))
                }
                Ty::Structure(structure) => {
                    let methods = self.methods(structure, "operator[]");
                    if !methods.is_empty() {
                        let name = syntax::Name::plain("operator[]", span);
                        let values = vec![Value::Expr(index_value)];
                        return self.call_any(
                            methods,
                            &name,
                            values,
                            &[],
                            crate::typing::body::call::This::Place(place),
                            span,
                        );
                    }
                    let value = self.load(place.clone());
                    if let Some(value) = self.overloaded("[]", &value, &index_value, span)? {
                        return Ok(Value::Expr(value));
                    }
                    let Some(pointer) = self.converted_pointer(value, span)? else {
                        return fail(
                            span,
                            format!("`{}` has no `operator[]`", self.type_name(&place.ty)),
                        );
                    };
                    let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                    Ok(Value::Place(self.target(pointer, span)?))
                }
                Ty::Pointer(_) => {
                    let Some(pointer) = self.pointer_of(Value::Place(place), span)? else {
                        return fail(span, "a pointer is needed here");
                    };
                    let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                    Ok(Value::Place(self.target(pointer, span)?))
                }
                other => fail(
                    span,
                    format!("`{}` has no elements", self.type_name(&other)),
                ),
            },
            value @ (Value::Pointer(_) | Value::PointerVariable(_)) => {
                let Some(pointer) = self.pointer_of(value, span)? else {
                    return fail(span, "a pointer is needed here");
                };
                let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                Ok(Value::Place(self.target(pointer, span)?))
            }
            Value::Expr(value) => match self.overloaded("[]", &value, &index_value, span)? {
                Some(value) => Ok(Value::Expr(value)),
                None => fail(
                    span,
                    format!("`{}` has no elements", self.type_name(&value.ty)),
                ),
            },
            _ => fail(span, "this has no elements"),
        }
    }

    fn member(
        &mut self,
        base: &syntax::Expr,
        name: &syntax::Name,
        arrow: bool,
        span: Span,
    ) -> Result<Value> {
        let mut value = self.expr(base)?;
        if arrow {
            value = match self.pointer_of(value, base.span)? {
                Some(pointer) => Value::Place(self.target(pointer, base.span)?),
                None => return Err(error(span, "`->` needs a pointer").help("write `.`")),
            };
        }
        match value {
            Value::Bundle(bundle) => {
                let wanted = crate::typing::scope::names::allowed(&name.text);
                let found = bundle.members.iter().find(|(found, _)| **found == *wanted);
                match found {
                    Some((_, binding)) => self.bound(binding.clone(), span),
                    None => match self.fixed_member(bundle.structure, &name.text)? {
                        Some(value) => Ok(Value::Expr(value)),
                        None => fail(
                            name.span,
                            format!(
                                "`{}` has no member `{}`",
                                self.module.structures[bundle.structure].name, name.text
                            ),
                        ),
                    },
                }
            }
            Value::Place(place) => {
                if let Ty::Structure(structure) = place.ty
                    && let Some(value) = self.fixed_member(structure, &name.text)?
                {
                    return Ok(Value::Expr(value));
                }
                if let Some(value) = self.overlaid(&place, name)? {
                    return Ok(value);
                }
                Ok(Value::Place(self.member_of(place, name)?))
            }
            Value::Expr(value) if self.is_overlaid(&value.ty, name) => {
                let place = self.object(value);
                match self.overlaid(&place, name)? {
                    Some(value) => Ok(value),
                    None => Ok(Value::Place(self.member_of(place, name)?)),
                }
            }
            Value::Expr(value) => Ok(Value::Expr(self.member_of_value(value, name)?)),
            Value::Pointer(_) | Value::PointerVariable(_) => {
                Err(error(span, "a pointer has no members").help("write `->`"))
            }
            _ => fail(span, format!("this has no member `{}`", name.text)),
        }
    }

    fn cast(&mut self, ty: &syntax::TypeName, value: &syntax::Expr, span: Span) -> Result<Value> {
        let to = self.ty(ty)?;
        self.note_volatile_cast(ty);
        match &to {
            Ty::Void => {
                self.effect(value)?;
                Ok(Value::Void)
            }
            Ty::Pointer(pointee) => {
                let found = match self.computed_address(value)? {
                    Some(pointer) => Value::Pointer(pointer),
                    None => self.expr(value)?,
                };
                match self.pointer_of(found, span)? {
                    Some(pointer) => Ok(Value::Pointer(self.cast_pointer(
                        pointer,
                        (**pointee).clone(),
                        span,
                    )?)),
                    None => fail(span, "a number does not become a pointer"),
                }
            }
            _ => {
                let mut made = self.cast_to(value, &to, span)?;
                if self.is_wide_type(ty) {
                    made = self.converted_to_wide(made, value.span);
                }
                Ok(Value::Expr(made))
            }
        }
    }

    /// Converts as a cast does.
    pub(crate) fn cast_to(&mut self, value: &syntax::Expr, to: &Ty, span: Span) -> Result<Expr> {
        let value = self.expr(value)?;
        if let Value::List(values, at) = value {
            return self.compose(&values, to, at);
        }
        if let Ty::Scalar(Scalar::Int | Scalar::Uint) = to
            && let Some(pointer) = self.pointer_of_pointer(&value, span)?
        {
            let address = self.address_in_root(pointer, span);
            return self.convert(address, to, span);
        }
        let value = self.load_value(value, span)?;
        match to {
            Ty::Scalar(Scalar::Bool) => self.truth(value, span),
            _ => self.convert(value, to, span),
        }
    }
}

/// Gives a value the place of the expression that it is the value of.
fn placed(value: Value, written: &syntax::Expr) -> Value {
    use syntax::ExprKind as Kind;
    match value {
        Value::Expr(value) => Value::Expr(Expr {
            span: Some(written.span),
            ..value
        }),
        // An assignment or a choice returns a place that an expression inside of it names.
        Value::Place(place)
            if !matches!(
                written.kind,
                Kind::Assign(..) | Kind::Step { .. } | Kind::Comma(..) | Kind::Conditional(..)
            ) =>
        {
            Value::Place(place.at(Some(written.span)))
        }
        value => value,
    }
}

/// Returns true if an expression calls and changes nothing.
fn is_plain(written: &syntax::Expr) -> bool {
    match &written.kind {
        syntax::ExprKind::Integer { .. }
        | syntax::ExprKind::Float { .. }
        | syntax::ExprKind::Bool(_)
        | syntax::ExprKind::Letter(_)
        | syntax::ExprKind::Name(_) => true,
        syntax::ExprKind::Unary(Unary::Minus | Unary::Plus | Unary::Complement, inner) => {
            is_plain(inner)
        }
        syntax::ExprKind::Unary(Unary::Not | Unary::Deref, inner) => is_plain(inner),
        syntax::ExprKind::Binary(_, left, right) => is_plain(left) && is_plain(right),
        syntax::ExprKind::Index(base, index) => is_plain(base) && is_plain(index),
        syntax::ExprKind::Member { base, .. } => is_plain(base),
        syntax::ExprKind::Conditional(condition, yes, no) => {
            is_plain(condition) && is_plain(yes) && is_plain(no)
        }
        syntax::ExprKind::Cast(_, inner) => is_plain(inner),
        syntax::ExprKind::Construct(_, values) => values.iter().all(is_plain),
        // A template of the kernel's text may end by this choice: only functions without a declaration are called.
        syntax::ExprKind::Call(callee, values) => {
            let known = match &callee.kind {
                syntax::ExprKind::Name(name) => PLAIN_FUNCTIONS.contains(&&*name.text),
                _ => false,
            };
            known && values.iter().all(is_plain)
        }
        _ => false,
    }
}

/// CUDA's functions of numbers whose type matters to the other side of `?:`.
const PLAIN_FUNCTIONS: &[&str] = &[
    "min", "max", "abs", "fabsf", "fminf", "fmaxf", "floorf", "ceilf", "truncf", "sqrtf", "__brev",
    "__clz", "__ffs", "__popc",
];
