//! Instances of device functions: one for each set of template arguments and of arrays that its pointers point into.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Function, Statement};
use crate::typing::Typer;
use crate::typing::body::changes::changed_names;
use crate::typing::device::compared::compared_names;
use crate::typing::device::volatile::volatile_names;
use crate::typing::pointers::root::{Pointer, Root, RootKey, Roots};
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::scope::frame::Frame;
use crate::typing::tree::{
    self, Base, BuiltIn, Expr, ExprKind, FunctionId, Group, INT, Number, Place, RootId, Scalar, StatementKind, Ty,
    VariableKind,
};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The way an argument is passed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mode {
    /// With the arrays that a structure's pointers point into.
    Value(Ty, Roots),
    /// A pointer to a variable of the caller.
    Reference(Ty, Roots),
    Pointer(PassedPointer),
    /// An array of memory as a whole.
    Whole(RootId),
    Group(Group),
    /// A structure without members.
    Nothing(Ty),
    /// A reference to what the parameter with this index refers to.
    Same(usize),
}

/// A pointer that is passed: its root, the type of its offset if it has one, its unit and what it points to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PassedPointer {
    pub root: RootKey,
    pub offset: Option<Ty>,
    pub unit: u32,
    pub pointee: Ty,
    pub nullable: bool,
    /// It stands for a reference.
    pub follow: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub function: *const Function,
    pub given: Vec<(Rc<str>, Given)>,
    pub modes: Vec<Mode>,
    /// The object of a method.
    pub this: Option<Mode>,
}

#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub id: FunctionId,
    pub returns: Ty,
    pub pointer: Option<Pointer>,
    /// The arrays that the pointers of a structure that it returns point into.
    pub roots: Roots,
}

/// The most functions that one kernel may need.
const MOST_INSTANCES: usize = 500;

/// The levels for which an instance of a template counts: its frames on the stack are larger than those of an expression.
const GIVEN_DEPTH: u32 = 5;

impl Typer<'_> {
    /// Returns the function for these arguments; it is read at its first use.
    pub(crate) fn instance(
        &mut self,
        function: &Rc<Function>,
        key: Key,
        structure: Option<usize>,
        span: Span,
    ) -> Result<Instance> {
        if let Some((_, instance)) = self.instances.made.iter().find(|(other, _)| *other == key) {
            let instance = instance.clone();
            let used = self.module.functions[instance.id].built_ins.clone();
            self.frame.built_ins.extend(used);
            return Ok(instance);
        }
        self.check_recursion(function, &key, span)?;
        if let Some(error) = function.errors.first() {
            self.diagnostics
                .failures
                .extend(function.errors.iter().skip(1).cloned());
            return Err(Box::new(error.clone()));
        }
        let Some(body) = &function.body else {
            return fail(
                span,
                format!("the function `{}` is declared, but it has no body here", function.name),
            );
        };
        if self.instances.made.len() > MOST_INSTANCES {
            return fail(span, "the kernel asks for too many instances of functions");
        }
        self.instances.active.push((&**function, span));
        let frame = Frame {
            span,
            instance: self.instances.made.len() + 1 + self.instances.active.len() * 1000,
            ..Frame::default()
        };
        let outer = std::mem::replace(&mut self.frame, frame);
        let result = self.read_instance(function, body, &key, structure);
        let inner = std::mem::replace(&mut self.frame, outer);
        self.instances.active.pop();
        let (parameters, returns, body) = result?;
        let base = match &*function.name {
            "" => match structure {
                Some(structure) => format!("make_{}", self.module.structures[structure].name),
                None => "make".to_owned(),
            },
            name if name.starts_with("operator") => operator_name(name).to_owned(),
            name => match structure {
                Some(structure) => format!("{}_{name}", self.module.structures[structure].name),
                None => name.to_owned(),
            },
        };
        let name = self.unique(&base);
        self.module.functions.push(tree::Function {
            name,
            parameters,
            returns: match &returns {
                Ty::Pointer(_) => INT,
                other => other.clone(),
            },
            body,
            built_ins: inner.built_ins.clone(),
            span: function.span,
            copies: Self::is_reference(&function.returns)
                && !crate::typing::objects::overload::is_constant_reference(&function.returns),
        });
        self.frame.built_ins.extend(inner.built_ins);
        let instance = Instance {
            id: self.module.functions.len() - 1,
            returns,
            pointer: inner.returned,
            roots: inner.returned_roots,
        };
        self.instances.made.push((key, instance.clone()));
        Ok(instance)
    }

    fn check_recursion(&self, function: &Function, key: &Key, span: Span) -> Result<()> {
        let active = &self.instances.active;
        let is_this = |pointer: *const Function| std::ptr::eq(pointer, function);
        let times = active.iter().filter(|(other, _)| is_this(*other)).count();
        if times == 0 || times <= 12 && !key.given.is_empty() {
            return Ok(());
        }
        // The call in the function itself that leads back to it.
        let first = active.iter().position(|(other, _)| is_this(*other));
        let next = first.and_then(|first| active.get(first + 1));
        Err(error(
            next.map_or(span, |(_, call)| *call),
            format!(
                "`{}` calls itself: recursion is not taken, because WGSL has none",
                function.name
            ),
        )
        .help("write a loop"))
    }

    fn read_instance(
        &mut self,
        function: &Rc<Function>,
        body: &[Statement],
        key: &Key,
        structure: Option<usize>,
    ) -> Result<(Vec<usize>, Ty, Vec<tree::Statement>)> {
        self.frame.scopes.push(HashMap::new());
        self.frame.names.push(HashSet::new());
        self.read_names(function, body, &key.modes);
        self.bind_given(&key.given);
        self.note_template(&function.template);
        self.frame.structure = structure;
        self.frame.constant = function.constant;
        if let Some(structure) = structure {
            self.bind_structure(structure);
        }
        self.frame.blocks.push(Vec::new());
        let mut parameters = Vec::new();
        if let (Some(mode), Some(structure)) = (&key.this, structure) {
            self.this_parameter(mode, structure, &mut parameters, function.span)?;
        }
        let constructor = function.name.is_empty();
        self.frame.returns = match (&function.returns.kind, constructor) {
            (_, true) => Some(Ty::Void),
            _ if self.returns_place(function) => {
                self.frame.returns_place = true;
                Some(Ty::Void)
            }
            (syntax::TypeKind::Auto, _) => None,
            _ => Some(self.ty(&function.returns)?),
        };
        let pairs = || function.parameters.iter().zip(&key.modes);
        for (parameter, mode) in pairs() {
            self.parameter(parameter, mode, &mut parameters)?;
        }
        for (parameter, mode) in pairs() {
            if let Mode::Same(other) = mode
                && let Some(other) = function.parameters.get(*other)
                && let Some(binding) = self.frame.lookup(&other.name).cloned()
            {
                self.bind(parameter.name.clone(), binding);
            }
        }
        let this = match (constructor, structure) {
            (true, Some(structure)) => Some(self.constructed(function, structure)?),
            _ => None,
        };
        self.statements(body)?;
        let mut returns = self.frame.returns.clone().unwrap_or(Ty::Void);
        if let (Some(variable), Some(structure)) = (this, structure) {
            returns = Ty::Structure(structure);
            let value = Expr::new(ExprKind::Variable(variable), returns.clone());
            self.frame.returned_roots = self.roots_of(&value);
            self.emit(StatementKind::Return(Some(value)));
        }
        let goes_on = self
            .frame
            .blocks
            .last()
            .is_some_and(|body| crate::typing::body::ending::goes_on(body));
        if returns != Ty::Void && goes_on {
            self.note(
                function.span,
                "a function may end without a value, which C++ leaves undefined; here it returns 0 then",
            );
            let ty = match &returns {
                Ty::Pointer(_) => INT,
                other => other.clone(),
            };
            let zero = Expr::new(ExprKind::Zero, ty);
            self.emit(StatementKind::Return(Some(zero)));
        }
        let body = self.frame.blocks.pop().expect("it was pushed");
        Ok((parameters, returns, body))
    }

    /// Reads the names of a function by which its statements are told apart.
    pub(crate) fn read_names(&mut self, function: &Function, body: &[Statement], modes: &[Mode]) {
        self.frame.changed = changed_names(body);
        self.frame.compared = compared_names(body);
        self.frame.nullable = self.nullable_names(function, modes);
        self.frame.wide = self.wide_names(function);
        self.frame.volatile = volatile_names(&function.parameters, body);
    }

    fn this_parameter(&mut self, mode: &Mode, structure: usize, parameters: &mut Vec<usize>, span: Span) -> Result<()> {
        let ty = Ty::Structure(structure);
        match mode {
            Mode::Nothing(_) => {
                let place = Place::new(Base::Variable(usize::MAX), ty);
                self.frame.this = Some((place, structure));
            }
            // An object in memory stays there: a method reads and writes the members that it names.
            Mode::Pointer(passed) => {
                let pointer = self.pointer_parameter("self_object", passed, parameters);
                self.frame.this = Some((self.target(pointer, span)?, structure));
            }
            Mode::Whole(root) => {
                self.frame.this = Some((self.whole_root(*root), structure));
            }
            mode => {
                let by_value = matches!(mode, Mode::Value(..));
                let kind = if by_value {
                    VariableKind::Parameter
                } else {
                    VariableKind::Reference
                };
                let variable = self.variable("self_object", ty.clone(), kind);
                parameters.push(variable);
                if let Mode::Value(_, roots) | Mode::Reference(_, roots) = mode {
                    self.set_roots(variable, roots);
                }
                let base = if by_value {
                    Base::Variable(variable)
                } else {
                    Base::Target(variable)
                };
                self.frame.this = Some((Place::new(base, ty), structure));
            }
        }
        Ok(())
    }

    /// Binds template arguments.
    pub(crate) fn bind_given(&mut self, given: &[(Rc<str>, Given)]) {
        for (name, given) in given {
            let binding = match given {
                Given::Type(ty) => Binding::Type(ty.clone()),
                Given::Value(value, ty) => Binding::Constant(self.module_constant(name, ty.clone(), *value)),
            };
            self.bind(name.clone(), binding);
        }
    }

    /// Returns a constant of the module; one with the same name and value is used again.
    pub(crate) fn module_constant(&mut self, name: &str, ty: Ty, value: Number) -> Expr {
        // A number that is not finite is no constant of WGSL.
        if let Number::Float(number) = value
            && !number.is_finite()
        {
            return Expr::literal(value, ty);
        }
        let wanted = crate::typing::scope::names::allowed(name);
        let constant = self.module.constants.iter().find(|(name, other, number)| {
            name.trim_end_matches(|c: char| c.is_ascii_digit())
                .trim_end_matches('_')
                == wanted
                    .trim_end_matches(|c: char| c.is_ascii_digit())
                    .trim_end_matches('_')
                && name.starts_with(&*wanted)
                && *other == ty
                && *number == value
        });
        let name = match constant {
            Some((name, ..)) => name.clone(),
            None => {
                let name = self.unique(name);
                self.module.constants.push((name.clone(), ty.clone(), value));
                name
            }
        };
        Expr {
            kind: ExprKind::Constant(name),
            ty,
            value: Some(value),
            span: None,
            checked: false,
        }
    }

    fn parameter(&mut self, parameter: &syntax::Parameter, mode: &Mode, parameters: &mut Vec<usize>) -> Result<()> {
        let name = parameter.name.clone();
        let binding = match mode {
            // It is bound as soon as the other one is.
            Mode::Same(_) => return Ok(()),
            Mode::Value(ty, roots) => {
                let variable = self.variable(&name, ty.clone(), VariableKind::Parameter);
                parameters.push(variable);
                self.note_enumeration(variable, &parameter.ty);
                self.set_roots(variable, roots);
                Binding::Variable(variable)
            }
            Mode::Reference(ty, roots) => {
                let variable = self.variable(&name, ty.clone(), VariableKind::Reference);
                parameters.push(variable);
                self.note_enumeration(variable, &parameter.ty);
                self.set_roots(variable, roots);
                Binding::Variable(variable)
            }
            Mode::Nothing(ty) => Binding::Constant(Expr::new(ExprKind::Zero, ty.clone())),
            Mode::Group(group) => Binding::Group(*group),
            Mode::Whole(root) => Binding::Memory(*root),
            Mode::Pointer(passed) => {
                let pointer = self.pointer_parameter(&name, passed, parameters);
                let pointee = &passed.pointee;
                if passed.follow {
                    Binding::Alias(self.target(pointer, parameter.span)?)
                } else if self.frame.changed.contains(&name)
                    && matches!(parameter.ty.kind, syntax::TypeKind::Reference(_))
                {
                    return Err(error(
                        parameter.span,
                        format!("`{name}` is a reference to a pointer, which a function cannot change here"),
                    )
                    .help("return the pointer, or change it in the kernel"));
                } else if self.frame.changed.contains(&name) {
                    Binding::Pointer(self.declare_pointer(
                        &name,
                        pointee.clone(),
                        Some(pointer),
                        true,
                        parameter.span,
                    )?)
                } else {
                    self.frame
                        .pointers
                        .push(crate::typing::scope::binding::PointerVariable {
                            name: name.clone(),
                            pointer: Some(pointer),
                            offset: None,
                            pointee: pointee.clone(),
                            access: crate::typing::scope::binding::Access::Change,
                            span: parameter.span,
                        });
                    Binding::Pointer(self.frame.pointers.len() - 1)
                }
            }
        };
        if let Binding::Pointer(index) = binding {
            self.protect(index, &parameter.ty);
        }
        self.bind(name, binding);
        Ok(())
    }

    /// Returns the pointer that a function is passed, with variables for what is not known of it.
    fn pointer_parameter(&mut self, name: &str, passed: &PassedPointer, parameters: &mut Vec<usize>) -> Pointer {
        let root = match &passed.root {
            RootKey::Memory(root) => Root::Memory(*root),
            RootKey::Null => Root::Null,
            RootKey::Same(number) => {
                let mut references = parameters
                    .iter()
                    .filter(|variable| self.module.variables[**variable].kind == VariableKind::Reference);
                match references.nth(*number) {
                    Some(variable) => Root::Array(Base::Target(*variable)),
                    None => Root::Null,
                }
            }
            RootKey::Array(ty) | RootKey::Place(ty) => {
                let variable = self.variable(name, ty.clone(), VariableKind::Reference);
                parameters.push(variable);
                let base = Base::Target(variable);
                match &passed.root {
                    RootKey::Array(_) => Root::Array(base),
                    _ => Root::Place(Box::new(Place::new(base, ty.clone()))),
                }
            }
        };
        let offset = passed.offset.clone().map(|ty| {
            let variable = self.variable(name, ty.clone(), VariableKind::Parameter);
            parameters.push(variable);
            Expr::new(ExprKind::Variable(variable), ty)
        });
        Pointer {
            root,
            offset,
            unit: passed.unit,
            pointee: passed.pointee.clone(),
            nullable: passed.nullable,
        }
    }

    /// Does work with the template arguments of a function in scope, and nothing else of the caller's.
    pub(crate) fn with_given<T>(
        &mut self,
        given: &[(Rc<str>, Given)],
        structure: Option<usize>,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let mut outer = Frame::boxed();
        std::mem::swap(&mut self.frame, &mut *outer);
        for (name, given) in given {
            let binding = match given {
                Given::Type(ty) => Binding::Type(ty.clone()),
                Given::Value(value, ty) => Binding::Constant(Expr::literal(*value, ty.clone())),
            };
            self.bind(name.clone(), binding);
        }
        if let Some(structure) = structure {
            self.bind_structure(structure);
        }
        self.frame.structure = structure;
        self.instances.depth += GIVEN_DEPTH;
        let result = work(self);
        self.instances.depth -= GIVEN_DEPTH;
        std::mem::swap(&mut self.frame, &mut *outer);
        result
    }

    pub(crate) fn thread_rank(&mut self) -> Expr {
        // The index of a thread in its block, as CUDA numbers threads.
        let thread = |axis| {
            let whole = Expr::new(ExprKind::BuiltIn(BuiltIn::ThreadIdx), Ty::Vector(Scalar::Uint, 3));
            Expr::new(ExprKind::Component(Box::new(whole), axis), tree::UINT)
        };
        self.frame.built_ins.insert(BuiltIn::ThreadIdx);
        let extent = |axis| Expr::new(ExprKind::BuiltIn(BuiltIn::BlockDim(axis)), tree::UINT);
        let rows = self.arithmetic(syntax::Binary::Multiply, thread(2), extent(1));
        let rows = self.arithmetic(syntax::Binary::Add, rows, thread(1));
        let lanes = self.arithmetic(syntax::Binary::Multiply, rows, extent(0));
        self.arithmetic(syntax::Binary::Add, lanes, thread(0))
    }

    pub(crate) fn block_size(&mut self) -> Expr {
        let extent = |axis| Expr::new(ExprKind::BuiltIn(BuiltIn::BlockDim(axis)), tree::UINT);
        let plane = self.arithmetic(syntax::Binary::Multiply, extent(0), extent(1));
        self.arithmetic(syntax::Binary::Multiply, plane, extent(2))
    }
}

fn operator_name(name: &str) -> &'static str {
    match name.trim_start_matches("operator") {
        "()" => "call",
        "[]" => "element",
        "+" => "add",
        "-" => "subtract",
        "*" => "multiply",
        "/" => "divide",
        "++" => "increment",
        "--" => "decrement",
        "+=" => "add_to",
        "-=" => "subtract_from",
        "*=" => "multiply_by",
        "==" => "equal",
        "!=" => "unequal",
        "<" => "less",
        ">" => "greater",
        "" => "value_of",
        _ => "operate",
    }
}
