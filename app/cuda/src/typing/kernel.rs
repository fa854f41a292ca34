//! A kernel as an entry point: its parameters become bindings and members of one uniform structure.

use super::tree::{self, Module, Space, Ty};
use super::{Options, Typer};
use crate::error::{Cause, Error, Result, error, fail};
use crate::syntax::{Argument, File, Function};
use crate::typing::body::unset::{UnsetRead, unset_reads};
use crate::typing::device::local_memory::in_local_memory;
use crate::typing::scope::binding::Given;
use crate::typing::scope::frame::Frame;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

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
            if roots.iter().all(|(other, _)| *other != key) {
                roots.push((key, root));
            }
        }
        if before == (joints.clone(), apart.len(), roots.len()) {
            break;
        }
        typer = Typer::new(file, options);
        (typer.arrays.joints, typer.restart.apart, typer.restart.first_roots) = (joints, apart, roots);
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
        self.frame = Frame {
            kernel: true,
            span,
            scopes: vec![HashMap::new()],
            names: vec![HashSet::new()],
            blocks: vec![Vec::new()],
            ..Frame::default()
        };
        let given = self.kernel_given(function, arguments)?;
        let function = &self.specialised(function.clone(), &given)?;
        let Some(body) = &function.body else {
            return fail(span, format!("the kernel `{}` has no body here", function.name));
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
        let failure = self.kernel_parameters(function)?;
        self.instances.active.push((&**function, span));
        let result = self.statements(body);
        self.instances.active.pop();
        if let Some(error) = failure {
            self.diagnostics.failures.extend(result.err().map(|more| *more));
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
        self.note_storage();
        Ok(())
    }

    /// Returns the template arguments of a kernel: those of its launch, or assumed ones.
    fn kernel_given(&mut self, function: &Function, arguments: &[Argument]) -> Result<Vec<(Rc<str>, Given)>> {
        let span = function.span;
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
        let mut are_known = true;
        for (slot, argument) in given.iter_mut().zip(arguments) {
            slot.1 = match self.given(argument) {
                Ok(given) => Some(given),
                // It depends on a template of the host.
                Err(error) if error.cause == Cause::Undeclared => {
                    are_known = false;
                    None
                }
                Err(error) => return Err(error),
            };
        }
        let place = self.options.launch.unwrap_or(span);
        // A launch without an argument that it needs is wrong.
        if self.options.launch.is_none() || self.options.has_unknown_arguments || !are_known {
            self.assume(&function.template, &mut given, (&function.name, place));
        }
        self.complete(&function.template, given, None, &function.name, place)
    }

    /// Notes variables without a value, and arrays that lie in local memory.
    fn note_storage(&mut self) {
        for (name, place, read) in unset_reads(&self.module) {
            let what = match read {
                UnsetRead::Always => "is read here before it has a value",
                UnsetRead::OtherBranch => "is set in one branch only, and read here for the other one, too",
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
    }
}
