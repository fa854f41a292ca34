//! Functions: their heads, their bodies as a whole, and who calls whom.

use super::{Checker, Entity, Stage, Time, Variable};
use crate::behavior::{self, Behavior};
use crate::builtin::Builtin;
use crate::error::{Result, Span, invalid};
use crate::syntax::{self, Binding, Declaration};
use crate::types::{Access, Kind, Space, Ty};
use std::collections::{BTreeSet, HashMap};

/// Limit of the parameters of a function.
const MAX_PARAMETERS: usize = 255;

/// A function of the text.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// Its place in the declarations of the tree.
    pub declaration: u32,
    pub parameters: Vec<u32>,
    pub result: Option<Ty>,
    pub is_entry_point: bool,
    pub stage: Option<Stage>,
    pub must_use: bool,
    /// The functions that it calls, with the places.
    pub calls: Vec<(u32, Span)>,
    /// The built-in functions that it calls.
    pub builtins: Vec<(Builtin, Span)>,
    /// The variables at module scope that it names.
    pub globals: BTreeSet<u32>,
    /// The first `discard`.
    pub discard: Option<Span>,
}

/// The attributes of an input or of an output of an entry point.
const INTERFACE: &[&str] = &["builtin", "location", "interpolate", "invariant", "blend_src"];

impl<'s> Checker<'s, '_> {
    /// Checks the head of a function.
    pub(super) fn signature(&mut self, function: &syntax::Function<'s>) -> Result<u32> {
        let name = function.name;
        self.allow(
            &function.attributes,
            &[
                "must_use",
                "vertex",
                "fragment",
                "compute",
                "workgroup_size",
                "diagnostic",
                "subgroup_size",
            ],
            "a function",
        )?;
        let stage = stage_of(function)?;
        let must_use = Self::attribute_span(&function.attributes, "must_use");
        if let Some(span) = must_use
            && function.result.is_none()
        {
            return invalid(
                span,
                format!("`@must_use` needs a result, but `{}` returns nothing", name.text),
            );
        }
        if function.parameters.len() > MAX_PARAMETERS {
            return invalid(name.span, format!("a function has at most {MAX_PARAMETERS} parameters"));
        }
        let mut parameters = Vec::new();
        for (index, parameter) in function.parameters.iter().enumerate() {
            if function.parameters[..index]
                .iter()
                .any(|other| other.name.text == parameter.name.text)
            {
                return invalid(
                    parameter.name.span,
                    format!("the parameter `{}` is declared twice", parameter.name.text),
                );
            }
            parameters.push(self.parameter(parameter, stage)?);
        }
        let result = match function.result {
            Some(result) => {
                let ty = self.ty(result)?;
                if !self.types.is_constructible(ty) {
                    let type_name = self.types.name(ty);
                    return invalid(self.span(result), format!("a function cannot return `{type_name}`"));
                }
                Some(ty)
            }
            None => None,
        };
        let attributes = if stage.is_some() { INTERFACE } else { &[] };
        self.allow(&function.result_attributes, attributes, "this result")?;
        let declaration = self.names.get(name.text).copied().unwrap_or_default();
        self.functions.push(Function {
            name: name.text.to_owned(),
            declaration,
            parameters,
            result,
            is_entry_point: stage.is_some(),
            stage,
            must_use: must_use.is_some(),
            calls: Vec::new(),
            builtins: Vec::new(),
            globals: BTreeSet::new(),
            discard: None,
        });
        let index = self.functions.len() as u32 - 1;
        if let Some(stage) = stage {
            self.entry_point(index, function, stage)?;
        } else if let Some(span) = Self::attribute_span(&function.attributes, "workgroup_size")
            .or(Self::attribute_span(&function.attributes, "subgroup_size"))
        {
            return invalid(span, "`@workgroup_size` is for compute entry points; add `@compute`");
        }
        Ok(index)
    }

    fn parameter(&mut self, parameter: &syntax::Parameter<'s>, stage: Option<Stage>) -> Result<u32> {
        let ty = self.ty(parameter.ty)?;
        let (attributes, owner): (&[&str], &str) = match stage {
            Some(_) => (INTERFACE, "a parameter"),
            None => (&[], "a parameter of a function that is no entry point"),
        };
        self.allow(&parameter.attributes, attributes, owner)?;
        let is_allowed = match self.types.kind(ty) {
            Kind::Pointer(space, _, _) => !matches!(space, Space::Handle),
            Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison => true,
            _ => self.types.is_constructible(ty),
        };
        if !is_allowed {
            let type_name = self.types.name(ty);
            return invalid(
                self.span(parameter.ty),
                format!("a parameter cannot be of type `{type_name}`"),
            );
        }
        Ok(self.add_variable(Variable {
            name: parameter.name.text,
            span: parameter.name.span,
            binding: Binding::Let,
            is_global: false,
            is_parameter: true,
            space: Space::Function,
            access: Access::Read,
            ty,
            time: Time::Runtime,
            value: None,
            initial: None,
            slot: None,
            id: None,
            is_known: false,
        }))
    }

    /// Checks the body of a function.
    pub(super) fn body(&mut self, index: u32) -> Result<()> {
        let tree = self.tree;
        let function = &self.functions[index as usize];
        let Declaration::Function(syntax) = &tree.declarations[function.declaration as usize].0 else {
            return Ok(());
        };
        let parameters = function.parameters.clone();
        let mut scope = HashMap::new();
        for parameter in parameters {
            scope.insert(self.variables[parameter as usize].name, Entity::Variable(parameter));
        }
        self.current = Some(index);
        self.scopes.push(scope);
        self.only_diagnostics(&syntax.body.attributes)?;
        self.statements(&syntax.body.statements)?;
        let behavior = behavior::of_statements(&syntax.body.statements)?;
        self.scopes.pop();
        self.current = None;
        if syntax.result.is_some() && behavior.has(Behavior::NEXT) {
            return invalid(
                Span {
                    start: syntax.body.span.end.saturating_sub(1),
                    end: syntax.body.span.end,
                },
                format!("`{}` must return a value at its end", syntax.name.text),
            );
        }
        Ok(())
    }

    /// No function may call itself, not even by way of others.
    pub(super) fn check_recursion(&self) -> Result<()> {
        // 0: not seen, 1: on the path, 2: done.
        let mut states = vec![0_u8; self.functions.len()];
        for root in 0..self.functions.len() {
            if states[root] != 0 {
                continue;
            }
            states[root] = 1;
            let mut path = vec![(root, 0)];
            while let Some((index, next_call)) = path.last_mut() {
                let Some(&(next, span)) = self.functions[*index].calls.get(*next_call) else {
                    states[*index] = 2;
                    path.pop();
                    continue;
                };
                *next_call += 1;
                match states[next as usize] {
                    1 => {
                        let name = &self.functions[next as usize].name;
                        return invalid(span, format!("`{name}` calls itself here; WGSL has no recursion"));
                    }
                    0 => {
                        states[next as usize] = 1;
                        path.push((next as usize, 0));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Returns a function with all that it calls, by any way.
pub(super) fn reached(functions: &[Function], root: u32) -> BTreeSet<u32> {
    let mut all = BTreeSet::from([root]);
    let mut open = vec![root];
    while let Some(index) = open.pop() {
        for &(next, _) in &functions[index as usize].calls {
            if all.insert(next) {
                open.push(next);
            }
        }
    }
    all
}

/// Returns the stage of a function, if it is an entry point.
fn stage_of(function: &syntax::Function<'_>) -> Result<Option<Stage>> {
    let mut stages = function.attributes.iter().filter_map(|attribute| {
        let stage = match attribute.name.text {
            "vertex" => Stage::Vertex,
            "fragment" => Stage::Fragment,
            "compute" => Stage::Compute,
            _ => return None,
        };
        Some((attribute.span, stage))
    });
    let first = stages.next();
    if let Some((span, _)) = stages.next() {
        let name = function.name.text;
        return invalid(span, format!("`{name}` can have one stage only"));
    }
    Ok(first.map(|(_, stage)| stage))
}
