//! Follows the writes of the host to its arrays before a launch: loops over their elements, `memset`, `std::iota`, copies.

use super::array::{Array, Contents, Element, MOST_BYTES, Random};
use super::cut::Node;
use super::launching::launches;
use super::value::Value;
use super::walk::Walk;
use super::writes::{WRITERS, calls_rand, copied_in, stored_in};
use crate::lex::{Kind, Token};
use crate::parse;
use crate::syntax::{Binary, Expr, ExprKind, Init, Name, StatementKind, TypeKind, TypeName, Unary, Variable};
use std::rc::Rc;

/// The most expressions that are computed for the contents of all arrays of a text.
pub(super) const DATA_BUDGET: u32 = 3_000_000;

/// A statement of a loop that writes arrays.
enum Operation {
    Store {
        base: Expr,
        index: Expr,
        operator: Option<Binary>,
        value: Expr,
    },
    Declare(Vec<Variable>),
    Set(Expr),
    If(Expr, Vec<Operation>, Vec<Operation>),
    Loop(Loop),
}

struct Loop {
    begin: Vec<Operation>,
    condition: Expr,
    step: Vec<Operation>,
    body: Vec<Operation>,
}

impl<'f> Walk<'f> {
    /// Follows a loop for what it writes into arrays; an array that it writes in another way is not followed.
    pub(super) fn fill(&mut self, [condition, step]: [&[Token]; 2], body: &Node<'f>) {
        if self.quiet > 0 {
            return;
        }
        let mut written = stored_in(body);
        // A launch in the loop finds known contents the first time.
        if !launches(body, &self.launching) {
            written.extend(copied_in(body));
        }
        // `for (float &x : a)`, which is cut as a step alone, may write through its variable.
        if condition.is_empty() && step.iter().any(|token| token.is(":")) {
            let names = step.iter().filter(|token| token.kind == Kind::Word);
            written.extend(names.map(|token| token.text.clone()));
        }
        if written.is_empty() {
            if calls_rand(body) {
                self.random = None;
            }
            return;
        }
        let kept = (self.budget, self.contents.clone());
        let begin = self.place;
        self.budget = self.data_budget;
        let operation = self.loop_of(&[], condition, step, body);
        let done = operation.and_then(|operation| self.scoped(|walk| walk.repeated(&operation)));
        self.data_budget = self.budget;
        self.budget = kept.0;
        if done.is_none() {
            self.contents = kept.1;
            self.unfollow(&written);
            self.random = None;
        }
        self.place = begin;
    }

    /// Forgets the contents of arrays.
    pub(super) fn unfollow(&mut self, names: &[Rc<str>]) {
        for name in names {
            // `a.elements[i] = 1` is known by its last word.
            let end = format!(".{name}");
            let members = self.scopes.iter().flat_map(|scope| &*scope.members);
            let members = members.filter(|(path, _)| path.ends_with(&end));
            let roots: Vec<Rc<str>> = members
                .filter_map(|(_, slot)| match &slot.value {
                    Some(Value::Pointer(root, _)) => Some(root.clone()),
                    _ => None,
                })
                .collect();
            for root in roots {
                self.contents.insert(root, Contents::Unfollowed(self.place));
            }
            if let Some(Value::Pointer(root, _)) = self.slot(name).and_then(|slot| slot.value.clone()) {
                self.contents.insert(root, Contents::Unfollowed(self.place));
            }
        }
    }

    fn loop_of(&self, begin: &[Token], condition: &[Token], step: &[Token], body: &Node<'f>) -> Option<Loop> {
        Some(Loop {
            begin: self.operations_of(begin)?,
            condition: parse::expression(condition, &self.known).ok()?,
            step: self.operations_of(step)?,
            body: self.operations(body)?,
        })
    }

    fn operations(&self, node: &Node<'f>) -> Option<Vec<Operation>> {
        match node {
            Node::Simple(tokens) => self.operations_of(tokens),
            Node::Block(nodes) => {
                let all: Option<Vec<Vec<Operation>>> = nodes.iter().map(|node| self.operations(node)).collect();
                Some(all?.into_iter().flatten().collect())
            }
            Node::If(condition, yes, no) => {
                let no = no.as_ref().map(|no| self.operations(no));
                Some(vec![Operation::If(
                    parse::expression(condition, &self.known).ok()?,
                    self.operations(yes)?,
                    no.unwrap_or_else(|| Some(Vec::new()))?,
                )])
            }
            Node::For([begin, condition, step], body) => {
                Some(vec![Operation::Loop(self.loop_of(begin, condition, step, body)?)])
            }
            _ => None,
        }
    }

    fn operations_of(&self, tokens: &[Token]) -> Option<Vec<Operation>> {
        if tokens.first().is_none_or(|first| first.is(";")) {
            return Some(Vec::new());
        }
        if tokens.iter().any(|token| token.is("<<<")) {
            return None;
        }
        match parse::statement(tokens, &self.known)? {
            StatementKind::Declare(variables) => Some(vec![Operation::Declare(variables)]),
            StatementKind::Expr(value) => operations_of(value),
            _ => None,
        }
    }

    fn all(&mut self, operations: &[Operation]) -> Option<()> {
        operations.iter().try_for_each(|operation| self.one(operation))
    }

    fn one(&mut self, operation: &Operation) -> Option<()> {
        match operation {
            Operation::Store { base: value, .. } | Operation::Set(value) | Operation::If(value, ..) => {
                self.place = value.span
            }
            Operation::Declare(_) | Operation::Loop(_) => {}
        }
        match operation {
            Operation::Store {
                base,
                index,
                operator,
                value,
            } => {
                let mut value = self.fold(value)?;
                if let Some(operator) = operator {
                    let old = self.element(base, index)?;
                    value = super::fold::binary(*operator, old, value)?;
                }
                let index = self.fold(index)?.integer()?;
                self.store(base, index, 1, &value)
            }
            Operation::Declare(variables) => {
                variables.iter().for_each(|variable| self.declare(variable));
                Some(())
            }
            Operation::Set(value) => {
                self.effect(value);
                Some(())
            }
            Operation::If(condition, yes, no) => {
                if self.fold(condition)?.truth()? {
                    self.all(yes)
                } else {
                    self.all(no)
                }
            }
            Operation::Loop(inner) => self.scoped(|walk| {
                walk.all(&inner.begin)?;
                walk.repeated(inner)
            }),
        }
    }

    fn repeated(&mut self, repeated: &Loop) -> Option<()> {
        if self.same_everywhere(repeated).is_some() {
            return Some(());
        }
        while self.fold(&repeated.condition)?.truth()? {
            self.all(&repeated.body)?;
            self.all(&repeated.step)?;
            if self.budget == 0 {
                return None;
            }
        }
        Some(())
    }

    /// Writes a value that does not depend on the loop's variable: however long the array is, it is one step.
    fn same_everywhere(&mut self, repeated: &Loop) -> Option<()> {
        let [
            Operation::Store {
                base,
                index,
                operator: None,
                value,
            },
        ] = repeated.body.as_slice()
        else {
            return None;
        };
        let [Operation::Set(step)] = repeated.step.as_slice() else {
            return None;
        };
        let ExprKind::Step {
            target,
            decrement: false,
            ..
        } = &step.kind
        else {
            return None;
        };
        let (ExprKind::Name(stepped), ExprKind::Name(index)) = (&target.kind, &index.kind) else {
            return None;
        };
        let ExprKind::Binary(Binary::Less, left, end) = &repeated.condition.kind else {
            return None;
        };
        let is_it = |name: &Name| name.text == index.text;
        if !is_it(stepped) || !matches!(&left.kind, ExprKind::Name(name) if is_it(name)) || has_call(value) {
            return None;
        }
        let first = self.slot(&index.text)?.value.clone()?.integer()?;
        let end = self.fold(end)?.integer()?;
        // Without the variable's value the expression has one only if it does not need it.
        let name = index.text.clone();
        let same = self.scoped(|walk| {
            walk.declare_value(&name, None, None);
            walk.fold(value)
        })?;
        let count = usize::try_from(end.checked_sub(first)?).ok()?;
        self.store(base, first, count, &same)
    }

    fn store(&mut self, base: &Expr, index: i64, count: usize, value: &Value) -> Option<()> {
        let Value::Pointer(root, Some(offset)) = self.fold(base)? else {
            return None;
        };
        let ty = self.element_type(base)?;
        let element = Element::of(&ty)?;
        // The other elements have what a kernel has computed.
        if self.is_computed(&root) {
            return None;
        }
        let fresh = || Contents::Known(Array::new(element));
        let Contents::Known(array) = self.contents.entry(root).or_insert_with(fresh) else {
            return Some(());
        };
        if array.element != element {
            return None;
        }
        array.set(offset.checked_add(index)?, count, value)
    }

    /// Follows `a[0] = 1` outside of loops.
    pub(super) fn store_one(&mut self, base: &Expr, index: &Expr, value: Option<Value>) {
        if self.quiet > 0 {
            return;
        }
        let index = self.fold(index).and_then(|index| index.integer());
        let done = index
            .zip(value)
            .and_then(|(index, value)| self.store(base, index, 1, &value));
        if done.is_none()
            && let Some(Value::Pointer(root, _)) = self.fold(base)
        {
            self.contents.insert(root, Contents::Unfollowed(self.place));
        }
    }

    /// Returns the type of the elements of an array of the host.
    fn element_type(&mut self, base: &Expr) -> Option<TypeName> {
        match self.type_of(base)?.kind {
            TypeKind::Pointer(target) | TypeKind::Array(target, _) => Some(self.plain(&target)),
            TypeKind::Named(name) => element_of_container(&name).map(|ty| self.plain(ty)),
            _ => None,
        }
    }

    /// Returns an element of an array of the host.
    pub(super) fn element(&mut self, base: &Expr, index: &Expr) -> Option<Value> {
        let Value::Pointer(root, Some(offset)) = self.fold(base)? else {
            return None;
        };
        let index = self.fold(index)?.integer()?.checked_add(offset)?;
        match self.contents.get(&root)? {
            Contents::Known(array) => array.get(index),
            Contents::Unfollowed(place) => {
                let place = *place;
                self.unknown.get_or_insert((root, place));
                None
            }
        }
    }

    /// Fills a new array of the host: `std::vector<float> a(n, 1.0f)`, `int a[] = {1, 2}`.
    pub(super) fn begin_array(&mut self, variable: &Variable) {
        self.contents.remove(&variable.name);
        let ty = self.plain(&variable.ty);
        let element = match &ty.kind {
            TypeKind::Array(element, _) => Element::of(element),
            TypeKind::Named(name) => element_of_container(name).and_then(Element::of),
            _ => None,
        };
        let Some(element) = element else {
            // The elements of an array of structures are not followed. The translation has those of the device.
            if let (TypeKind::Array(..), Some(_)) = (&ty.kind, &variable.init)
                && !variable.storage.is_of_device()
            {
                let lost = Contents::Unfollowed(self.place);
                self.contents.insert(variable.name.clone(), lost);
            }
            return;
        };
        let mut array = Array::new(element);
        let filled = match &variable.init {
            Some(Init::Call(values)) => match values.as_slice() {
                [count] => self.filled(&mut array, count, None),
                [count, value] => self.filled(&mut array, count, Some(value)),
                _ => return,
            },
            Some(Init::Value(value)) => match &value.kind {
                ExprKind::List(values) => {
                    self.zero(&mut array, &ty);
                    let mut values = (0..).zip(values);
                    values.try_for_each(|(index, value)| {
                        let value = self.fold(value)?;
                        array.set(index, 1, &value)
                    })
                }
                _ => return,
            },
            None => return,
        };
        let contents = match filled {
            Some(()) => Contents::Known(array),
            None if variable.storage.is_of_device() => return,
            None => Contents::Unfollowed(self.place),
        };
        self.contents.insert(variable.name.clone(), contents);
    }

    /// Sets the elements of an array of a declared length to zero, as a list of values does with the rest.
    fn zero(&mut self, array: &mut Array, ty: &TypeName) {
        let TypeKind::Array(_, Some(length)) = &ty.kind else {
            return;
        };
        let length = self.fold(length).and_then(|length| length.integer());
        let length = length.and_then(|length| usize::try_from(length).ok());
        if let Some(length) = length.filter(|length| *length < DATA_BUDGET as usize) {
            array.set(0, length, &Value::Int(0));
        }
    }

    fn filled(&mut self, array: &mut Array, count: &Expr, value: Option<&Expr>) -> Option<()> {
        let count = usize::try_from(self.fold(count)?.integer()?).ok()?;
        let value = match value {
            Some(value) => self.fold(value)?,
            None => Value::Int(0),
        };
        array.set(0, count, &value)
    }

    /// Follows a call that writes an array. Returns false for a function that is not known here.
    pub(super) fn writes_array(&mut self, name: &str, arguments: &[Expr]) -> bool {
        if !WRITERS.contains(&name) {
            return false;
        }
        if self.quiet > 0 {
            return true;
        }
        let is_known = match (name, arguments) {
            (
                "cudaMemcpy" | "cudaMemcpyAsync" | "memcpy" | "cudaMemcpyToSymbol" | "cudaMemcpyFromSymbol",
                [to, from, bytes, ..],
            ) => self.copied(to, from, bytes, arguments),
            ("memset" | "cudaMemset" | "cudaMemsetAsync", [to, value, bytes, ..]) => self.set_bytes(to, value, bytes),
            ("fill_n", [to, count, value]) => self.filled_range(to, None, Some(count), |walk, _| walk.fold(value)),
            ("fill", [to, end, value]) => self.filled_range(to, Some(end), None, |walk, _| walk.fold(value)),
            ("iota", [to, end, first]) => self.filled_range(to, Some(end), None, |walk, index| {
                super::fold::binary(Binary::Add, walk.fold(first)?, Value::Int(index))
            }),
            ("srand", [seed]) => {
                let seed = self.fold(seed).and_then(|seed| seed.integer());
                self.random = seed.map(|seed| Random::new(seed as u32));
                Some(())
            }
            _ => return false,
        };
        if is_known.is_none()
            && let Some(Value::Pointer(root, _)) = arguments.first().and_then(|to| self.fold(to))
        {
            self.contents.insert(root, Contents::Unfollowed(self.place));
        }
        true
    }

    /// Forgets the arrays that a call of an unknown function may write.
    pub(super) fn passed_on(&mut self, name: &str, arguments: &[Expr]) {
        let reads = ["print", "cuda", "free", "assert", "exit", "Free"];
        if self.quiet > 0 || reads.iter().any(|begin| name.contains(begin)) {
            return;
        }
        for argument in arguments {
            if let Some(Value::Pointer(root, _)) = self.fold(argument) {
                self.contents.insert(root, Contents::Unfollowed(self.place));
            }
        }
    }

    /// Returns the variable of the device that a call names.
    fn symbol(&self, to: &Expr) -> Option<Rc<str>> {
        let ExprKind::Name(name) = &to.kind else {
            return None;
        };
        let mut variables = self.file.variables.iter();
        let variable = variables.find(|variable| variable.name == name.text)?;
        variable.storage.is_of_device().then(|| name.text.clone())
    }

    /// Returns the one element that is behind the address of a number.
    fn behind_address(&mut self, from: &Expr) -> Option<Array> {
        let ExprKind::Unary(Unary::Address, target) = &from.kind else {
            return None;
        };
        if let Some(array) = self.structure_bytes(target) {
            return Some(array);
        }
        let element = Element::of(&self.type_of(target)?)?;
        let value = self.fold(target)?;
        let mut array = Array::new(element);
        array.set(0, 1, &value)?;
        Some(array)
    }

    fn copied(&mut self, to: &Expr, from: &Expr, bytes: &Expr, arguments: &[Expr]) -> Option<()> {
        if let Some(root) = self.symbol(to)
            && !matches!(self.fold(to), Some(Value::Pointer(..)))
        {
            let place = self.place;
            let element = match self.behind_address(from) {
                Some(array) => Contents::Known(array),
                None => Contents::Unfollowed(place),
            };
            self.contents.insert(root, element);
            return Some(());
        }
        if let (Some(Value::Pointer(root, Some(0))), Some(array)) = (self.fold(to), self.behind_address(from)) {
            self.contents.insert(root, Contents::Known(array));
            return Some(());
        }
        let (Value::Pointer(to, Some(0)), Value::Pointer(from, Some(0))) = (self.fold(to)?, self.fold(from)?) else {
            return None;
        };
        if self.is_computed(&from) {
            self.copy_computed(&to, &from, arguments);
            return Some(());
        }
        let Some(mut contents) = self.contents.get(&from).cloned() else {
            self.contents.remove(&to);
            return Some(());
        };
        let bytes = self.fold(bytes).and_then(|bytes| bytes.integer());
        if let (Contents::Known(array), Some(bytes)) = (&mut contents, bytes) {
            let kept = usize::try_from(bytes).ok()?.min(array.bytes.len());
            Rc::make_mut(&mut array.bytes).truncate(kept);
        }
        self.contents.insert(to, contents);
        Some(())
    }

    fn set_bytes(&mut self, to: &Expr, value: &Expr, bytes: &Expr) -> Option<()> {
        let Value::Pointer(root, Some(0)) = self.fold(to)? else {
            return None;
        };
        let ty = self.element_type(to)?;
        // Vectors, halves and structures are the same bytes.
        let element = Element::of(&ty).unwrap_or(Element::BYTE);
        let byte = self.fold(value)?.integer()? as u8;
        let bytes = usize::try_from(self.fold(bytes)?.integer()?).ok()?;
        if bytes > MOST_BYTES {
            return None;
        }
        let array = Array {
            element,
            bytes: Rc::new(vec![byte; bytes]),
        };
        self.contents.insert(root, Contents::Known(array));
        Some(())
    }

    fn filled_range(
        &mut self,
        to: &Expr,
        end: Option<&Expr>,
        count: Option<&Expr>,
        value: impl Fn(&mut Self, i64) -> Option<Value>,
    ) -> Option<()> {
        let Value::Pointer(root, Some(first)) = self.fold(to)? else {
            return None;
        };
        let count = match (end, count) {
            (Some(end), _) => match self.fold(end)? {
                Value::Pointer(other, Some(end)) if other == root => end.checked_sub(first)?,
                _ => return None,
            },
            (None, count) => self.fold(count?)?.integer()?,
        };
        let is_long = count > i64::from(DATA_BUDGET / 8);
        if is_long {
            return None;
        }
        for index in 0..count {
            let value = value(self, index)?;
            self.store(to, index, 1, &value)?;
        }
        Some(())
    }

    /// Returns the value of a method of a container: its place, its end or its length.
    pub(super) fn method(&mut self, base: &Expr, name: &str) -> Option<Value> {
        let Value::Pointer(root, Some(0)) = self.fold(base)? else {
            return None;
        };
        let elements = match self.contents.get(&root) {
            Some(Contents::Known(array)) => Some(array.elements() as i64),
            _ => None,
        };
        match name {
            "data" | "begin" => Some(Value::Pointer(root, Some(0))),
            "end" => Some(Value::Pointer(root, elements)),
            "size" => elements.map(Value::Int),
            _ => None,
        }
    }

    /// Forgets the contents of a container or of a pointer's target that something writes.
    pub(super) fn written_through(&mut self, base: &Expr) {
        if self.quiet == 0
            && let Some(Value::Pointer(root, _)) = self.fold(base)
        {
            self.contents.insert(root, Contents::Unfollowed(self.place));
        }
    }

    /// Returns the next number of `rand()` for a value that is computed once.
    pub(super) fn rand(&mut self) -> Option<Value> {
        if self.quiet > 0 {
            return None;
        }
        let random = self.random.as_mut()?;
        Some(Value::Int(i64::from(random.next())))
    }
}

/// Returns the type argument of `std::vector<T>` or `std::array<T, N>`.
fn element_of_container(name: &Name) -> Option<&TypeName> {
    use crate::syntax::Argument;
    let is_container = matches!(&*name.text, "vector" | "array");
    match name.arguments.as_ref().filter(|_| is_container)?.first()? {
        Argument::Type(ty) => Some(ty),
        Argument::Value(_) => None,
    }
}

fn has_call(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call(..) => true,
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, inner) => has_call(inner),
        ExprKind::Construct(_, values) => values.iter().any(has_call),
        ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => has_call(left) || has_call(right),
        ExprKind::Conditional(a, b, c) => has_call(a) || has_call(b) || has_call(c),
        _ => false,
    }
}

fn operations_of(value: Expr) -> Option<Vec<Operation>> {
    match value.kind {
        ExprKind::Assign(operator, target, stored) => match target.kind {
            // `a[i] = b[i] = 0` is two stores.
            ExprKind::Index(base, index) => {
                let mut operations = Vec::new();
                let mut stored = *stored;
                if let ExprKind::Assign(None, ref inner, ref last) = stored.kind
                    && operator.is_none()
                {
                    let last = (**last).clone();
                    if !matches!(inner.kind, ExprKind::Index(..)) {
                        return None;
                    }
                    operations = operations_of(stored)?;
                    stored = last;
                }
                operations.push(Operation::Store {
                    base: *base,
                    index: *index,
                    operator,
                    value: stored,
                });
                Some(operations)
            }
            ExprKind::Name(_) => Some(vec![Operation::Set(Expr {
                kind: ExprKind::Assign(operator, target, stored),
                span: value.span,
            })]),
            _ => None,
        },
        ExprKind::Step { ref target, .. } if matches!(target.kind, ExprKind::Name(_)) => {
            Some(vec![Operation::Set(value)])
        }
        ExprKind::Comma(left, right) => {
            let mut operations = operations_of(*left)?;
            operations.extend(operations_of(*right)?);
            Some(operations)
        }
        _ => None,
    }
}
