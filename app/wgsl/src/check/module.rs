//! Orders the declarations of a text and checks each.

use super::{Checker, Entity, State};
use crate::error::{Result, invalid};
use crate::syntax::{Binding, Declaration, ExprKind};
use std::collections::HashMap;

impl<'s> Checker<'s, '_> {
    pub(super) fn module(&mut self) -> Result<()> {
        self.directives()?;
        let tree = self.tree;
        for (index, (declaration, _)) in tree.declarations.iter().enumerate() {
            let name = match declaration {
                Declaration::Variable(variable) => variable.name,
                Declaration::Function(function) => function.name,
                Declaration::Struct(structure) => structure.name,
                Declaration::Alias { name, .. } => *name,
                Declaration::ConstAssert(_) => continue,
            };
            if self.names.insert(name.text, index as u32).is_some() {
                return invalid(name.span, format!("`{}` is declared twice", name.text));
            }
        }
        self.states = vec![State::New; tree.declarations.len()];
        for index in self.order() {
            self.declaration(index)?;
        }
        self.check_override_ids()?;
        for index in 0..self.functions.len() {
            self.body(index as u32)?;
        }
        self.check_recursion()?;
        self.check_entry_points()
    }

    /// Returns the declarations so that each follows those that it names, as far as they form no circle.
    fn order(&self) -> Vec<u32> {
        let tree = self.tree;
        // Expressions are in the order of the text, so each declaration has a range of them.
        let mut ends: Vec<u32> = Vec::new();
        let mut count = 0;
        for (_, span) in &tree.declarations {
            while count < tree.expressions.len() && tree.expressions[count].1.start < span.end {
                count += 1;
            }
            ends.push(count as u32);
        }
        let references = |index: usize| -> Vec<u32> {
            let start = if index == 0 { 0 } else { ends[index - 1] };
            let range = &tree.expressions[start as usize..ends[index] as usize];
            let names = range.iter().filter_map(|(kind, _)| match kind {
                ExprKind::Name(name) => Some(name.name.text),
                ExprKind::Call { callee, .. } => Some(callee.name.text),
                _ => None,
            });
            names.filter_map(|name| self.names.get(name).copied()).collect()
        };
        let mut order = Vec::new();
        let mut seen = vec![false; tree.declarations.len()];
        for root in 0..tree.declarations.len() {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            let mut path = vec![(root as u32, references(root))];
            while let Some((index, rest)) = path.last_mut() {
                match rest.pop() {
                    Some(next) if !seen[next as usize] => {
                        seen[next as usize] = true;
                        path.push((next, references(next as usize)));
                    }
                    Some(_) => {}
                    None => {
                        order.push(*index);
                        path.pop();
                    }
                }
            }
        }
        order
    }

    /// Checks a declaration at module scope, unless it is done.
    pub(super) fn declaration(&mut self, index: u32) -> Result<Option<Entity>> {
        match self.states[index as usize] {
            State::Done(entity) => return Ok(entity),
            State::Open => {
                let (_, span) = &self.tree.declarations[index as usize];
                let name = self.declared_name(index);
                return invalid(*span, format!("`{name}` is declared by means of itself"));
            }
            State::New => self.states[index as usize] = State::Open,
        }
        let tree = self.tree;
        // A name at module scope does not see the scopes of the function that uses it.
        let scopes = std::mem::take(&mut self.scopes);
        let current = self.current.take();
        let entity = match &tree.declarations[index as usize].0 {
            Declaration::Variable(variable) => Some(self.global(variable)?),
            Declaration::Function(function) => Some(Entity::Function(self.signature(function)?)),
            Declaration::Struct(structure) => Some(Entity::Type(self.structure(structure)?)),
            Declaration::Alias { ty, .. } => Some(Entity::Type(self.ty(*ty)?)),
            Declaration::ConstAssert(condition) => {
                self.const_assert(*condition)?;
                None
            }
        };
        self.scopes = scopes;
        self.current = current;
        self.states[index as usize] = State::Done(entity);
        Ok(entity)
    }

    fn declared_name(&self, index: u32) -> &'s str {
        match &self.tree.declarations[index as usize].0 {
            Declaration::Variable(variable) => variable.name.text,
            Declaration::Function(function) => function.name.text,
            Declaration::Struct(structure) => structure.name.text,
            Declaration::Alias { name, .. } => name.text,
            Declaration::ConstAssert(_) => "const_assert",
        }
    }

    /// Two overrides cannot have one number.
    fn check_override_ids(&mut self) -> Result<()> {
        let tree = self.tree;
        let mut names: HashMap<u32, &str> = HashMap::new();
        for (declaration, _) in &tree.declarations {
            let Declaration::Variable(variable) = declaration else {
                continue;
            };
            if variable.binding != Binding::Override {
                continue;
            }
            if let Some(attribute) = variable.attributes.iter().find(|attribute| attribute.name.text == "id") {
                let number = self.attribute_number(attribute, 0)?;
                if let Some(other) = names.insert(number, variable.name.text) {
                    return invalid(
                        attribute.span,
                        format!("the number {number} belongs to the override `{other}`"),
                    );
                }
            }
        }
        Ok(())
    }
}
