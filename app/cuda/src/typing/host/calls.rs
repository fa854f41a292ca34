//! Host functions, which are followed where the host calls them.

use super::LeftOut;
use super::cut;
use super::launching::MOST_CALLS;
use super::value::{Value, member_name};
use super::walk::{Flow, Head, Walk};
use crate::lex::Token;
use crate::parse;
use crate::syntax::{Argument, Expr, Name, TemplateParameter, TypeKind};
use std::rc::Rc;

impl<'f> Walk<'f> {
    /// Binds the template arguments of an instance that the text asks for.
    pub fn asked_instance(&mut self, index: usize) {
        let file = self.file;
        let function = &file.host[index];
        let asked = file.instances.iter().find(|(name, _)| *name == function.name);
        let arguments = asked.map_or(&[][..], |(_, arguments)| arguments);
        for (parameter, argument) in function.template.iter().zip(arguments) {
            match (parameter, argument) {
                (TemplateParameter::Type { name, .. }, Argument::Type(ty)) => {
                    let ty = Rc::new(self.plain(ty));
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.types.insert(name.clone(), ty);
                    }
                }
                (TemplateParameter::Value { name, .. }, Argument::Value(value)) => {
                    let value = self.fold(value);
                    self.declare_value(name, value, None);
                }
                _ => {}
            }
        }
    }

    pub fn follow(&mut self, index: usize, head: &Head<'f>) -> Flow {
        if !self.walked.contains(&index) {
            self.walked.push(index);
        }
        self.calls.push(index);
        let flow = self.run(&head.body);
        self.calls.pop();
        flow
    }

    /// Takes a host function apart.
    pub fn head(&mut self, index: usize) -> Head<'f> {
        if let Some(head) = self.heads.get(&index) {
            return head.clone();
        }
        let tokens: &'f [Token] = &self.file.host[index].tokens;
        let (returns, parameters, open) = match parse::head(tokens, &self.known) {
            Some((returns, parameters, open)) => (Some(returns), parameters, open),
            None => {
                let open = tokens.iter().position(|token| token.is("{"));
                (None, Vec::new(), open.unwrap_or(tokens.len()))
            }
        };
        let inside = tokens.get(open + 1..).unwrap_or_default();
        let head = Head {
            returns,
            parameters: parameters.into(),
            body: cut::statements(inside).into(),
        };
        self.heads.insert(index, head.clone());
        head
    }

    /// Follows a call of a host function. Returns its value, or `None` if there is no such function.
    pub fn call(&mut self, name: &Name, arguments: &[Expr]) -> Option<Option<Value>> {
        let file = self.file;
        let index = *self.numbers.get(&name.text)?;
        if self.calls.len() >= MOST_CALLS || self.calls.contains(&index) || self.budget == 0 {
            self.passed_on(&name.text, arguments);
            // A function that calls itself is followed once.
            if self.sequence.is_some() && self.launching.contains(&name.text) {
                self.leave_out(self.place, LeftOut::TooLong);
            }
            return Some(None);
        }
        let head = self.head(index);
        let mut values = Vec::new();
        let mut members = Vec::new();
        for argument in arguments {
            values.push((self.fold(argument), self.type_of(argument)));
            let name = member_name(argument);
            members.push(name.map_or(Vec::new(), |name| self.members_of(&name)));
        }
        let mut types = Vec::new();
        let mut numbers = Vec::new();
        let given = name.arguments.as_deref().unwrap_or_default();
        for (parameter, argument) in file.host[index].template.iter().zip(given) {
            match (parameter, argument) {
                (TemplateParameter::Type { name, .. }, Argument::Type(ty)) => {
                    types.push((name.clone(), Rc::new(self.plain(ty))));
                }
                (TemplateParameter::Value { name, .. }, Argument::Value(value)) => {
                    numbers.push((name.clone(), self.fold(value)));
                }
                _ => {}
            }
        }
        let outer = self.enter();
        for (name, value) in numbers {
            self.declare_value(&name, value, None);
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.types.extend(types);
        }
        let mut values = values.into_iter();
        for parameter in head.parameters.iter() {
            let (value, ty) = match values.next() {
                Some(given) => given,
                None => {
                    let default = parameter.default.as_ref();
                    (default.and_then(|default| self.fold(default)), None)
                }
            };
            // A template parameter that is not given stands for the argument's type.
            let target = match &parameter.ty.kind {
                TypeKind::Pointer(target) | TypeKind::Reference(target) => target,
                _ => &parameter.ty,
            };
            if let (TypeKind::Named(name), Some(ty)) = (&target.kind, &ty) {
                let is_template = file.host[index].template.iter();
                let is_template = is_template
                    .filter(|parameter| matches!(parameter, TemplateParameter::Type { .. }))
                    .any(|parameter| *parameter.name() == name.text);
                let inner = match (&parameter.ty.kind, &ty.kind) {
                    (TypeKind::Pointer(_), TypeKind::Pointer(inner) | TypeKind::Array(inner, _)) => (**inner).clone(),
                    _ => ty.clone(),
                };
                if is_template && let Some(scope) = self.scopes.last_mut() {
                    scope.types.entry(name.text.clone()).or_insert_with(|| Rc::new(inner));
                }
            }
            let value = value.and_then(|value| self.cast(value, &parameter.ty));
            self.declare_value(&parameter.name, value, Some(&parameter.ty));
        }
        for (parameter, members) in head.parameters.iter().zip(members) {
            self.give_members(&parameter.name, members);
        }
        let outer_state = (self.returned.take(), std::mem::take(&mut self.unsure));
        self.once(name, |walk| walk.follow(index, &head));
        let unsure = self.unsure;
        let value = self.returned.take().filter(|_| !unsure);
        (self.returned, self.unsure) = outer_state;
        self.leave(outer);
        // A reference may be changed.
        for (parameter, argument) in head.parameters.iter().zip(arguments) {
            if let TypeKind::Reference(target) = &parameter.ty.kind
                && !target.constant
            {
                self.forget_place(argument);
            }
        }
        let returns = head.returns.clone();
        Some(match returns {
            Some(ty) => value.and_then(|value| self.cast(value, &ty)),
            None => value,
        })
    }
}
