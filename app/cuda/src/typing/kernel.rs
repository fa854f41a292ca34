//! A kernel as an entry point: its parameters become bindings and members of one uniform structure.

use super::tree::{self, Member, Module, Space, Ty, VariableKind};
use super::{Options, Typer};
use crate::error::{Cause, Error, Result, Span, error, fail};
use crate::syntax::{self, Argument, File, Function, Init, Storage};
use crate::typing::body::unset::{UnsetRead, unset_reads};
use crate::typing::device::local_memory::in_local_memory;
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::scope::frame::Frame;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most parameters: CUDA's take 4 kilobytes, which are 512 pointers.
const MOST_PARAMETERS: usize = 512;

/// The most times that a kernel is read again: a reading may find more uses than the one before.
const MOST_READINGS: u32 = 8;

/// A kernel that was read, and what is to be said about it.
#[derive(Debug)]
pub(crate) struct Typed {
    pub module: Module,
    pub notes: Vec<Error>,
}

/// Reads a kernel with these template arguments.
///
/// # Errors
/// All errors that were found, in the order of the text.
pub(crate) fn kernel(
    file: &File,
    function: &Rc<Function>,
    arguments: &[Argument],
    options: &Options,
) -> std::result::Result<Typed, Vec<Error>> {
    let mut typer = Typer::new(file, options);
    let mut result = typer.kernel(function, arguments);
    // The form of an array may follow from its use, behind its declaration: the kernel is then read again.
    for _ in 0..MOST_READINGS {
        let before = (
            typer.arrays.joints.clone(),
            typer.restart.apart.len(),
            typer.restart.first_roots.len(),
        );
        let (mut joints, mut apart) = (typer.arrays.joints, typer.restart.apart);
        crate::typing::pointers::joint::join(&mut joints, typer.restart.wanted_joints);
        apart.extend(typer.restart.wanted_apart);
        apart.sort_by_key(|(span, _)| span.start);
        apart.dedup();
        let mut roots = typer.restart.first_roots;
        for (key, root) in typer.restart.wanted_roots {
            if roots.iter().all(|(known, _)| *known != key) {
                roots.push((key, root));
            }
        }
        if before == (joints.clone(), apart.len(), roots.len()) {
            break;
        }
        typer = Typer::new(file, options);
        (
            typer.arrays.joints,
            typer.restart.apart,
            typer.restart.first_roots,
        ) = (joints, apart, roots);
        result = typer.kernel(function, arguments);
    }
    let result = match result {
        Ok(()) => check_shared_bytes(&typer.module, function),
        Err(error) => Err(error),
    };
    // The faults of a body with a type that nothing says are none of the text's.
    let is_refused = result.is_err() || !typer.diagnostics.failures.is_empty();
    if let Some(missing) = typer.diagnostics.assumed_type.take().filter(|_| is_refused) {
        return Err(reported(vec![missing]));
    }
    if !function.errors.is_empty() {
        // Statements that could be read have their own errors; a name may stand in one that could not.
        let mut errors = function.errors.clone();
        let more = result.err().map(|error| *error);
        errors.extend(
            typer
                .diagnostics
                .failures
                .into_iter()
                .chain(more)
                .filter(|error| error.cause != Cause::Undeclared),
        );
        return Err(reported(errors));
    }
    match result {
        Ok(()) if typer.diagnostics.failures.is_empty() => Ok(Typed {
            module: typer.module,
            notes: typer.diagnostics.notes,
        }),
        Ok(()) => Err(reported(typer.diagnostics.failures)),
        Err(first) => {
            let mut errors = vec![*first];
            errors.append(&mut typer.diagnostics.failures);
            Err(reported(errors))
        }
    }
}

/// Returns errors in the order of the text, without those that follow from others.
fn reported(mut errors: Vec<Error>) -> Vec<Error> {
    errors.sort_by_key(|error| error.span.start);
    errors.dedup();
    crate::typing::scope::unknown::once(&mut errors);
    if errors.iter().any(|error| !error.message.is_empty()) {
        errors.retain(|error| !error.message.is_empty());
    }
    errors
}

/// The most bytes of shared memory whose size the text gives (CUDA C++ Programming Guide, "Shared Memory").
const MOST_SHARED_BYTES: u32 = 48 << 10;

fn is_texture(ty: &syntax::TypeName) -> bool {
    let name = match &ty.kind {
        syntax::TypeKind::Named(name) => name,
        _ => return false,
    };
    matches!(
        &*name.text,
        "texture" | "cudaTextureObject_t" | "cudaSurfaceObject_t"
    )
}

/// Checks that the shared memory that the kernel declares is not more than CUDA takes.
fn check_shared_bytes(module: &Module, function: &Function) -> Result<()> {
    let declared = module.roots.iter();
    let declared = declared.filter(|root| root.space == Space::Shared && !root.unbounded);
    let bytes = |root: &tree::MemoryRoot| {
        let lengths = root.lengths.iter();
        lengths.fold(super::size_of(module, &root.element), |bytes, length| {
            bytes.saturating_mul(*length)
        })
    };
    let all = declared
        .clone()
        .fold(0, |all: u32, root| all.saturating_add(bytes(root)));
    let largest = declared.max_by_key(|root| bytes(root));
    match largest.filter(|_| all > MOST_SHARED_BYTES) {
        None => Ok(()),
        Some(root) => Err(error(
            root.span,
            format!(
                "`{}` declares {all} bytes of shared memory, and CUDA takes {MOST_SHARED_BYTES}",
                function.name
            ),
        )
        .help("declare the array `extern __shared__`, and pass its bytes with the launch")),
    }
}

impl Typer<'_> {
    fn kernel(&mut self, function: &Rc<Function>, arguments: &[Argument]) -> Result<()> {
        let span = function.span;
        // Kernels of one name have their parameters behind it.
        let name = function.name.split('(').next().unwrap_or_default();
        let name = self.unique(name);
        let mut given: Vec<(Rc<str>, Option<Given>)> = function
            .template
            .iter()
            .map(|parameter| (parameter.name().clone(), None))
            .collect();
        if arguments.len() > given.len() {
            return fail(
                span,
                format!(
                    "`{}` has {} template parameters, and {} arguments are given",
                    function.name,
                    given.len(),
                    arguments.len()
                ),
            );
        }
        self.frame = Frame {
            kernel: true,
            span,
            scopes: vec![HashMap::new()],
            names: vec![HashSet::new()],
            blocks: vec![Vec::new()],
            ..Frame::default()
        };
        let mut known = true;
        for (slot, argument) in given.iter_mut().zip(arguments) {
            slot.1 = match self.given(argument) {
                Ok(given) => Some(given),
                // It depends on a template of the host.
                Err(error) if error.cause == Cause::Undeclared => {
                    known = false;
                    None
                }
                Err(error) => return Err(error),
            };
        }
        let place = self.options.launch.unwrap_or(span);
        // A launch without an argument that it needs is wrong.
        if self.options.launch.is_none() || self.options.has_unknown_arguments || !known {
            self.assume(&function.template, &mut given, (&function.name, place));
        }
        let given = self.complete(&function.template, given, None, &function.name, place)?;
        let function = &self.specialised(function.clone(), &given)?;
        let Some(body) = &function.body else {
            return fail(
                span,
                format!("the kernel `{}` has no body here", function.name),
            );
        };
        self.read_names(function, body, &[]);
        self.bind_given(&given);
        self.note_template(&function.template);
        let returns = self.ty(&function.returns)?;
        if returns != Ty::Void {
            return Err(error(
                span,
                format!(
                    "a kernel returns `void`, and `{}` returns `{}`",
                    function.name,
                    self.type_name(&returns)
                ),
            )
            .help("store the result in a buffer"));
        }
        self.frame.returns = Some(Ty::Void);
        if function.parameters.len() > MOST_PARAMETERS {
            return fail(
                span,
                format!("a kernel with more than {MOST_PARAMETERS} parameters is not taken"),
            );
        }
        let mut binding = 0;
        let mut scalars = Vec::new();
        let mut failure = None;
        for (index, parameter) in function.parameters.iter().enumerate() {
            let earlier = &function.parameters[..index];
            if !parameter.name.is_empty()
                && earlier.iter().any(|other| other.name == parameter.name)
            {
                return fail(
                    parameter.span,
                    format!("the parameter `{}` is declared twice", parameter.name),
                );
            }
            match self.kernel_parameter(parameter, &mut binding, &mut scalars) {
                Ok(()) => {}
                Err(error) => {
                    self.bind(parameter.name.clone(), Binding::Failed);
                    match failure {
                        None => failure = Some(error),
                        Some(_) => self.diagnostics.failures.push(*error),
                    }
                }
            }
        }
        self.module.uniform_binding = binding;
        self.arrays.next_binding = binding + 1;
        self.lay_out(scalars);
        self.instances.active.push((&**function, span));
        let result = self.statements(body);
        self.instances.active.pop();
        if let Some(error) = failure {
            self.diagnostics
                .failures
                .extend(result.err().map(|more| *more));
            return Err(error);
        }
        result?;
        self.drop_unused_members();
        let frame = std::mem::take(&mut self.frame);
        self.module.kernel = Some(tree::Function {
            name,
            parameters: Vec::new(),
            returns: Ty::Void,
            body: frame.blocks.into_iter().next().unwrap_or_default(),
            built_ins: frame.built_ins,
            span,
            copies: false,
        });
        for (name, place, read) in unset_reads(&self.module) {
            let what = match read {
                UnsetRead::Always => "is read here before it has a value",
                UnsetRead::OtherBranch => {
                    "is set in one branch only, and read here for the other one, too"
                }
            };
            let message = format!("`{name}` {what}: CUDA leaves it undefined, and here it is 0");
            self.note(place, &message);
        }
        for (name, place) in in_local_memory(&self.module) {
            let message = format!(
                "`{name}` lies in local memory, which is as far away as global memory: this index is not known before the run, and registers have none"
            );
            self.note(place, &message);
        }
        Ok(())
    }

    fn kernel_parameter(
        &mut self,
        parameter: &syntax::Parameter,
        binding: &mut u32,
        scalars: &mut Vec<Member>,
    ) -> Result<()> {
        let span = parameter.span;
        if Self::is_reference(&parameter.ty) {
            return Err(error(span, "a parameter of a kernel cannot be a reference")
                .help("use a pointer or a value"));
        }
        // An array as a parameter is a pointer to its first element.
        let ty = match self.ty(&parameter.ty)? {
            Ty::Array(element, _) => Ty::Pointer(element),
            other => other,
        };
        match ty {
            Ty::Pointer(element) => {
                let (mut element, lengths) =
                    crate::typing::pointers::memory::parts((*element).clone());
                // Each cast of a `void *` says what lies there: its memory is bytes.
                if element == Ty::Void {
                    element = Ty::Scalar(tree::Scalar::Uchar);
                }
                if self.has_pointers(&element) {
                    return Err(self.no_buffer(&parameter.name, &element, span));
                }
                if self
                    .options
                    .null
                    .iter()
                    .any(|null| **null == *parameter.name)
                {
                    let null = crate::typing::pointers::root::Pointer {
                        root: crate::typing::pointers::root::Root::Null,
                        offset: None,
                        unit: 1,
                        pointee: element.clone(),
                        nullable: false,
                    };
                    let index =
                        self.declare_pointer(&parameter.name, element, Some(null), false, span)?;
                    self.bind(parameter.name.clone(), Binding::Pointer(index));
                    return Ok(());
                }
                // Two parameters with one buffer are one binding: WebGPU has no writable aliases.
                let name = self
                    .options
                    .alias
                    .get(&*parameter.name)
                    .cloned()
                    .unwrap_or_else(|| parameter.name.to_string());
                let known = self
                    .module
                    .roots
                    .iter()
                    .position(|root| *root.original == *name);
                let root = match known {
                    Some(root) => root,
                    None => {
                        let root = self.root(
                            &name,
                            Space::Global,
                            element.clone(),
                            Vec::new(),
                            true,
                            span,
                        );
                        self.module.roots[root].binding = Some(*binding);
                        *binding += 1;
                        root
                    }
                };
                let pointee = lengths
                    .iter()
                    .rev()
                    .fold(element, |ty, &length| Ty::Array(ty.into(), length));
                let unit = self.size_of(&pointee).max(1);
                // The launch passes an element that need not be the first: its index is a hidden argument.
                let inside = self
                    .options
                    .inside
                    .iter()
                    .any(|inside| **inside == *parameter.name);
                let offset = inside.then(|| {
                    let wanted = format!("{}_offset", parameter.name);
                    let variable = self.variable(&wanted, tree::INT, VariableKind::Local);
                    let name = self.module.variables[variable].name.clone();
                    scalars.push(Member {
                        variable,
                        name,
                        original: parameter.name.clone(),
                        ty: tree::INT,
                        offset: 0,
                        first: true,
                    });
                    tree::Expr::new(tree::ExprKind::Variable(variable), tree::INT)
                });
                let pointer = crate::typing::pointers::root::Pointer {
                    root: crate::typing::pointers::root::Root::Memory(root),
                    offset,
                    unit,
                    pointee: pointee.clone(),
                    nullable: false,
                };
                let changes = self.frame.changed.contains(&parameter.name);
                let index =
                    self.declare_pointer(&parameter.name, pointee, Some(pointer), changes, span)?;
                self.protect(index, &parameter.ty);
                self.bind(parameter.name.clone(), Binding::Pointer(index));
            }
            Ty::Structure(index) if self.has_pointers(&ty) || self.is_unlike(&ty) => {
                let name = parameter.name.to_string();
                let bundle = self.bundle(&name, index, binding, scalars, span)?;
                let bound = if self.changes_itself(index) {
                    // Its methods change it from call to call, so that it is a variable.
                    let whole = self.whole(&bundle, span)?;
                    let tree::ExprKind::Variable(variable) = whole.kind else {
                        return fail(span, "this parameter is not taken");
                    };
                    self.module.variables[variable].changed = true;
                    Binding::Variable(variable)
                } else {
                    Binding::Bundle(bundle.into())
                };
                self.bind(parameter.name.clone(), bound);
            }
            Ty::Scalar(_) | Ty::Vector(..) | Ty::Structure(_) => {
                if let Ty::Structure(index) = ty
                    && self.module.structures[index].members.is_empty()
                {
                    let value = tree::Expr::new(tree::ExprKind::Zero, ty);
                    self.bind(parameter.name.clone(), Binding::Constant(value));
                    return Ok(());
                }
                let variable = self.variable(&parameter.name, ty.clone(), VariableKind::Local);
                self.note_enumeration(variable, &parameter.ty);
                self.bind(parameter.name.clone(), Binding::Variable(variable));
                let name = self.module.variables[variable].name.clone();
                scalars.push(Member {
                    variable,
                    name,
                    original: parameter.name.clone(),
                    ty,
                    offset: 0,
                    first: false,
                });
            }
            other => {
                return fail(
                    span,
                    format!("a kernel cannot take `{}`", self.type_name(&other)),
                );
            }
        }
        Ok(())
    }

    pub(super) fn lay_out(&mut self, scalars: Vec<Member>) {
        // The kernel's own arguments come first; those of structures in constant memory follow.
        let last = self.module.uniform.last();
        let mut offset = last.map_or(0, |last| last.offset + self.size_of(&last.ty).max(4));
        for member in scalars {
            let (size, align) = match &member.ty {
                // WGSL's layout: three words are aligned like four.
                Ty::Vector(_, 3) => (12, 16),
                Ty::Vector(_, size) => (u32::from(*size) * 4, u32::from(*size) * 4),
                Ty::Structure(_) | Ty::Array(..) => (
                    self.size_of(&member.ty),
                    super::align_of(&self.module, &member.ty).max(4),
                ),
                _ => (4, 4),
            };
            offset = offset.next_multiple_of(align);
            self.module.uniform.push(Member { offset, ..member });
            offset += size;
        }
        self.module.uniform_name = "parameters".into();
    }

    /// Returns what a name of the file means.
    pub(super) fn global(&mut self, name: &str, span: Span) -> Result<Option<Binding>> {
        if let Some(binding) = self.names.globals.get(name) {
            return Ok(Some(binding.clone()));
        }
        let file = self.file;
        for (_, values) in &file.enumerations {
            if values.iter().any(|value| *value.name == *name) {
                let mut next = 0;
                for value in values {
                    if let Some(written) = &value.value {
                        next = self.with_given(&[], None, |typer| typer.constant(written))?;
                    }
                    let number = tree::Expr::int(next);
                    self.names
                        .globals
                        .insert(value.name.clone(), Binding::Constant(number));
                    next = next.wrapping_add(1);
                }
                return Ok(self.names.globals.get(name).cloned());
            }
        }
        let Some(variable) = file
            .variables
            .iter()
            .find(|variable| *variable.name == *name)
        else {
            return Ok(None);
        };
        if self
            .names
            .active_globals
            .iter()
            .any(|active| **active == *name)
        {
            return fail(span, format!("the value of `{name}` needs itself"));
        }
        self.names.active_globals.push(variable.name.clone());
        let binding = self.global_variable(variable, span);
        self.names.active_globals.pop();
        if binding.is_err() {
            self.names
                .globals
                .insert(variable.name.clone(), Binding::Failed);
        }
        let binding = binding?;
        self.names
            .globals
            .insert(variable.name.clone(), binding.clone());
        Ok(Some(binding))
    }

    fn global_variable(&mut self, variable: &syntax::Variable, span: Span) -> Result<Binding> {
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        let init = match &variable.init {
            Some(Init::Value(value)) => Some(value),
            Some(Init::Call(values)) => values.first(),
            None => None,
        };
        match variable.storage {
            Storage::Plain | Storage::Constexpr if constant => {
                let is_auto = matches!(variable.ty.kind, syntax::TypeKind::Auto);
                let ty = self.with_given(&[], None, |typer| match init {
                    Some(init) if is_auto => Ok(typer.rvalue(init)?.ty),
                    _ => typer.ty(&variable.ty),
                })?;
                let Some(init) = init else {
                    return fail(
                        span,
                        format!("the constant `{}` has no value", variable.name),
                    );
                };
                let value = self.with_given(&[], None, |typer| typer.rvalue_as(init, &ty))?;
                match value.value {
                    Some(known) => Ok(Binding::Constant(self.module_constant(
                        &variable.name,
                        ty,
                        known,
                    ))),
                    None => fail(
                        span,
                        format!(
                            "the value of `{}` is not known before the run",
                            variable.name
                        ),
                    ),
                }
            }
            // A texture of the file is bound by the host.
            Storage::Plain if is_texture(&variable.ty) => {
                match self.with_given(&[], None, |typer| typer.ty(&variable.ty))? {
                    Ty::Structure(index) => self.constant_bundle(variable, index),
                    _ => fail(variable.span, "this texture is not taken"),
                }
            }
            Storage::Plain | Storage::Constexpr => Err(error(
                span,
                format!("`{}` is a variable of the host", variable.name),
            )
            .help("pass it to the kernel, or write `__device__` or `__constant__` before it")),
            Storage::Shared | Storage::ExternShared | Storage::Constant | Storage::Device => {
                let ty = self.with_given(&[], None, |typer| {
                    Ok(match typer.declared_type(variable)? {
                        Some(ty) => ty,
                        None => typer.ty(&variable.ty)?,
                    })
                })?;
                if variable.storage == Storage::ExternShared
                    && let Ty::Pointer(element) = &ty
                {
                    let element = (**element).clone();
                    let root = self.dynamic_shared(&variable.name, element.clone(), variable.span);
                    return Ok(Binding::Fixed(crate::typing::pointers::root::Pointer {
                        root: crate::typing::pointers::root::Root::Memory(root),
                        offset: None,
                        unit: self.size_of(&element).max(1),
                        pointee: element,
                        nullable: false,
                    }));
                }
                if let (Ty::Structure(index), Storage::Constant) = (&ty, variable.storage)
                    && self.has_pointers(&ty)
                {
                    return self.constant_bundle(variable, *index);
                }
                let first = if variable.storage.is_of_device() && !matches!(ty, Ty::Pointer(_)) {
                    self.with_given(&[], None, |typer| typer.first_bytes(variable, &ty))?
                } else {
                    Vec::new()
                };
                if let Ty::Pointer(_) = ty {
                    return fail(
                        variable.span,
                        format!(
                            "the pointer `{}` outside of functions is not taken",
                            variable.name
                        ),
                    );
                }
                // A device constant with a known value is one of the module.
                if let (Ty::Scalar(_), Some(init), true) =
                    (&ty, init, constant || variable.storage == Storage::Constant)
                    && constant
                {
                    let value = self.with_given(&[], None, |typer| typer.rvalue_as(init, &ty))?;
                    if let Some(known) = value.value {
                        return Ok(Binding::Constant(self.module_constant(
                            &variable.name,
                            ty,
                            known,
                        )));
                    }
                }
                if variable.storage == Storage::Shared
                    && let Some(binding) = self.joint_array(&ty, variable.span)
                {
                    return Ok(binding);
                }
                let (element, lengths) = crate::typing::pointers::memory::parts(ty);
                let space = match variable.storage {
                    Storage::Constant => Space::Constant,
                    Storage::Device => Space::Global,
                    _ => Space::Shared,
                };
                let root = self.root(
                    &variable.name,
                    space,
                    element,
                    lengths,
                    false,
                    variable.span,
                );
                if space != Space::Shared {
                    self.module.roots[root].binding = Some(self.arrays.next_binding);
                    self.arrays.next_binding += 1;
                    self.module.initial.push((root, first));
                }
                Ok(Binding::Memory(root))
            }
        }
    }
}
