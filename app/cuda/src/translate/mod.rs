//! The whole way from a CUDA text to a WGSL text.

mod launches;
mod overloads;
mod program;
mod text;

pub use program::{Left, Program, Step};
pub use text::Text;

use crate::error::{Error, Lines, Span, error};
use crate::format::{self, Given};
use crate::lex::lex;
use crate::parse::{self, Known};
use crate::printing::{self, Sizes};
use crate::syntax::{Argument, File, Function, TypeKind};
use crate::typing::tree::{self, Module, ReportKind, Shown, Ty};
use crate::typing::{
    self, Double, Launch, LaunchArgument, LongLong, Options, Passed, Pointed, Reached, Target,
    Written,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;
use wgsl::{FenceScope, Marks, Origins, ReportKind as MarkKind, ReportMark, Requests};

/// The options of a translation.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Texts of included files, by name.
    pub files: BTreeMap<String, String>,
    pub double: Double,
    pub long_long: LongLong,
    /// The kernel; without it the first that is launched, or else the first of the text that can be translated.
    pub kernel: Option<String>,
    /// The kernel's template arguments, as CUDA writes them; without them those of its first launch.
    pub template: Vec<String>,
    /// For a parameter's name, that of the parameter whose buffer it shares.
    pub alias: BTreeMap<String, String>,
    /// The parameters that have a buffer of their own, whatever the text's launch passes.
    pub buffers: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Translation {
    pub wgsl: String,
    /// For each line of `wgsl`, from the first, the line of the CUDA text that it stands for, from 1; 0 for none.
    pub lines: Vec<u32>,
    /// The functions and variables of `wgsl` that stand for accesses of CUDA: a machine that counts and checks accesses takes
    /// each call for the one access that CUDA has there.
    pub requests: Requests,
    /// The places of the CUDA text that the parts of `wgsl` stand for.
    pub origins: Origins,
    /// The translated kernel's name in CUDA and in WGSL.
    pub kernel: String,
    pub entry_point: String,
    /// The bindings, all in group 0.
    pub bindings: Vec<Binding>,
    /// The members of the uniform buffer with the kernel's scalars, with its binding and its bytes.
    pub scalars: Vec<Scalar>,
    pub uniform: Option<(u32, u32)>,
    /// The functions of `wgsl` that do nothing, and whose calls stand for `printf`, `assert` and `__threadfence`.
    pub reports: Vec<Report>,
    /// True if the text has the override `shared_bytes`, the bytes of dynamic shared memory.
    pub shared_bytes: bool,
    /// All kernels of the text.
    pub kernels: Vec<KernelInfo>,
    pub launches: Vec<LaunchInfo>,
    /// The index of the launch that gave the template arguments and the overrides' defaults, if the text has one.
    pub launch: Option<usize>,
    /// Notes on differences of meaning between the two texts, and on parts that were left out.
    pub notes: Vec<Error>,
    /// The errors of kernels that were not asked for.
    pub refused: Vec<Error>,
}

/// A buffer of the kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub name: String,
    pub binding: u32,
    /// The type of the numbers in its elements, unless they are structures; and the bytes of an element.
    pub number: Option<tree::Scalar>,
    pub element_bytes: u32,
    /// The number of elements, if the text declares it.
    pub length: Option<u32>,
    pub written: bool,
    /// The first bytes that the text gives; `None` for a parameter.
    pub initial: Option<Vec<u8>>,
    /// True for a uniform buffer, whose size is a multiple of 16 bytes.
    pub uniform: bool,
}

/// A scalar parameter of the kernel, in the uniform buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    pub name: String,
    /// The type of its numbers; `None` if it has none.
    pub number: Option<tree::Scalar>,
    /// The offset in bytes.
    pub offset: u32,
    pub kind: ScalarKind,
}

/// The argument of a launch that a scalar holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    Value,
    /// The first element of a pointer in its buffer; 0 if nothing says another.
    First,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Pointer,
    Scalar,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterKind,
    /// The type of the scalar or of the pointer's elements, as CUDA writes it.
    pub ty: String,
    /// True if a launch of the text passes a place inside of the buffer: the index of its element is an argument with the
    /// name of the pointer.
    pub inside: bool,
}

#[derive(Clone, Debug)]
pub struct KernelInfo {
    pub name: String,
    pub line: u32,
    pub parameters: Vec<Parameter>,
    /// The names of its template parameters.
    pub template: Vec<String>,
    /// The template arguments of its launches.
    pub instances: Vec<Vec<String>>,
    /// The first error, if it cannot be translated.
    pub refused: Option<Error>,
}

/// A launch in the host's code; what cannot be computed without running the host is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchInfo {
    pub kernel: String,
    pub template: Vec<String>,
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub arguments: Vec<LaunchArgument>,
    /// The members of structures and textures that are known, by their names in the kernel: `a.width`.
    pub members: BTreeMap<String, LaunchArgument>,
    /// The first value of the host without which a size or an argument is not known.
    pub unknown: Option<Unknown>,
    /// The answer of the conditions around it.
    pub reached: Reached,
    pub line: u32,
}

/// A variable or an array of the host that cannot be computed without running it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    pub name: String,
    /// The line that gives it what is not known.
    pub line: u32,
}

impl Unknown {
    fn of(found: Option<&(Rc<str>, Span)>, places: &Lines) -> Option<Self> {
        found.map(|(name, span)| Unknown {
            name: name.to_string(),
            line: places.line(span.start),
        })
    }
}

/// A function of the WGSL text that stands for a call of `printf`, `assert` or `__threadfence`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub function: String,
    pub kind: ReportedCall,
    pieces: Vec<format::Piece>,
    shown: Vec<Shown>,
}

/// The call that a function stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportedCall {
    Printf,
    /// `assert`, with the text of its condition.
    Assert(String),
    /// The mask of a function of the warp.
    Mask,
    /// `__threadfence` or `__threadfence_block`.
    Fence(FenceScope),
    /// `grid.sync()`.
    GridBarrier,
}

impl Translation {
    /// Returns what a machine is told beside the WGSL text, so that it counts, checks and lists what CUDA's would.
    pub fn marks(&self) -> Marks {
        let reports = self.reports.iter().map(|report| ReportMark {
            function: report.function.clone(),
            kind: match &report.kind {
                ReportedCall::Assert(condition) => MarkKind::Assertion(condition.clone()),
                ReportedCall::Mask => MarkKind::Mask,
                ReportedCall::Printf => MarkKind::Listed,
                ReportedCall::Fence(scope) => MarkKind::Fence(*scope),
                ReportedCall::GridBarrier => MarkKind::GridBarrier,
            },
        });
        Marks {
            reports: reports.collect(),
            requests: self.requests.clone(),
            origins: Some(self.origins.clone()),
        }
    }
}

impl Report {
    /// Returns what a call of `printf` prints: `words` are the values of the function's parameters.
    pub fn text(&self, words: &[u32]) -> String {
        let mut words = words.iter().copied();
        let mut word = || words.next().unwrap_or(0);
        let given: Vec<Given> = self
            .shown
            .iter()
            .map(|shown| match shown {
                Shown::Signed => Given::Int(i64::from(word() as i32)),
                Shown::Unsigned => Given::Int(i64::from(word())),
                Shown::Float => Given::Float(f64::from(f32::from_bits(word()))),
                Shown::Text(text) => Given::Text(text.clone()),
                Shown::Choice(yes, no) => Given::Text(if word() != 0 { yes } else { no }.clone()),
            })
            .collect();
        format::text(&self.pieces, &given)
    }
}

fn reports(module: &Module, source: &str) -> Vec<Report> {
    let of = |report: &tree::Report| {
        let (kind, pieces, shown) = match &report.kind {
            ReportKind::Printed(pieces, shown) => {
                (ReportedCall::Printf, pieces.clone(), shown.clone())
            }
            ReportKind::Fence(scope) => (ReportedCall::Fence(*scope), Vec::new(), Vec::new()),
            ReportKind::GridBarrier => (ReportedCall::GridBarrier, Vec::new(), Vec::new()),
            ReportKind::Mask(_) => (ReportedCall::Mask, Vec::new(), Vec::new()),
            ReportKind::Assertion(span) => {
                let text = source.get(span.start as usize..span.end as usize);
                let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
                (
                    ReportedCall::Assert(words.join(" ")),
                    Vec::new(),
                    Vec::new(),
                )
            }
        };
        Report {
            function: report.function.to_string(),
            kind,
            pieces,
            shown,
        }
    };
    module.reports.iter().map(of).collect()
}

/// Translates a kernel of a CUDA text.
///
/// # Errors
/// The errors of the kernel that is asked for; without one, those of all kernels if none can be translated.
pub fn translate(source: &str, request: &Request) -> Result<Translation, Vec<Error>> {
    Text::read(source, &request.files)?.translate(request, Others::Judged)
}

/// The treatment of the kernels that are not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Each is checked, and has its error in [`KernelInfo::refused`].
    Judged,
    /// They are skipped.
    Left,
}

impl Text<'_> {
    /// Translates a kernel. The files of the request are those with which the text was read.
    ///
    /// # Errors
    /// As [`translate`].
    pub fn translate(&self, request: &Request, others: Others) -> Result<Translation, Vec<Error>> {
        let (file, launches, kernels) = (&self.file, &self.launches, &self.kernels);
        let kernel = request.kernel.as_ref();
        let request = &Request {
            kernel: kernel.map(|name| overloads::named(name, kernels, launches)),
            ..request.clone()
        };
        let known = file.known();
        let mut kept: Option<(usize, typing::Typed)> = None;
        let mut refused: Vec<Error> = Vec::new();
        let mut chosen_errors: Option<Vec<Error>> = None;
        let infos = kernels.iter();
        let mut infos: Vec<KernelInfo> = infos
            .map(|kernel| info(kernel, launches, &self.places))
            .collect();
        // The kernel that is launched first comes first.
        for index in order(kernels, launches, request) {
            let kernel = &kernels[index];
            let asked = request.kernel.as_deref() == Some(&*kernel.name);
            let takes = asked || request.kernel.is_none();
            if others == Others::Left && (kept.is_some() || !takes) {
                continue;
            }
            let arguments = match arguments(kernel, takes, request, launches, file, &known) {
                Ok(arguments) => arguments,
                Err(error) => {
                    infos[index].refused = Some(error.clone());
                    if asked {
                        chosen_errors = Some(vec![error])
                    } else {
                        refused.push(error)
                    }
                    continue;
                }
            };
            let mut options = options(kernel, request, launches, &self.read.missing);
            options.single_vectors = self.single_vectors;
            let launched = self.check_launches(kernel);
            match launched.and_then(|()| typed(file, kernel, &arguments, &options)) {
                Ok(typed) => {
                    if kept.is_none() && takes {
                        kept = Some((index, typed));
                    }
                }
                Err(errors) => {
                    // An instance that nobody launches refuses nothing.
                    let unlaunched =
                        !kernel.template.is_empty() && arguments.is_empty() && kernels.len() > 1;
                    infos[index].refused = errors.first().cloned();
                    match asked {
                        true => chosen_errors = Some(errors),
                        false if unlaunched && kept.is_some() => {}
                        false => refused.extend(errors),
                    }
                }
            }
        }
        refused.extend(file.errors.iter().cloned());
        refused.extend(self.faults.iter().cloned());
        if let Some(mut errors) = chosen_errors {
            errors.extend(self.dialect());
            return Err(self.placed(errors));
        }
        let Some((index, typed)) = kept else {
            let errors = match &request.kernel {
                Some(name) if !kernels.iter().any(|kernel| *kernel.name == **name) => {
                    vec![self.unknown_kernel(name)]
                }
                _ => refused.into_iter().chain(self.dialect()).collect(),
            };
            return Err(self.placed(errors));
        };
        for error in infos.iter_mut().filter_map(|info| info.refused.as_mut()) {
            self.places.place(error);
        }
        Ok(self.translation(&kernels[index], typed, request, infos, refused))
    }

    fn unknown_kernel(&self, name: &str) -> Error {
        let names: Vec<&str> = self.kernels.iter().map(|kernel| &*kernel.name).collect();
        *error(
            Default::default(),
            format!("the text has no kernel `{name}`"),
        )
        .help(format!("its kernels are {}", names.join(", ")))
    }

    /// Prints a kernel, and lists everything about it.
    fn translation(
        &self,
        kernel: &Rc<Function>,
        typed: typing::Typed,
        request: &Request,
        kernels: Vec<KernelInfo>,
        refused: Vec<Error>,
    ) -> Translation {
        let launches = &self.launches;
        let chosen = arguments_text(kernel, request, launches);
        let launch = launches.iter().position(|launch| {
            launch.kernel == kernel.name
                && (launch.template_text == chosen || launch.template_text.is_empty())
        });
        let sizes = launch.map_or(Sizes::default(), |launch| Sizes {
            block: launches[launch].block,
            shared_bytes: launches[launch].shared_bytes,
        });
        let module = &typed.module;
        let mut notes = typed.notes;
        if let Some(launch) = launch {
            let mut found = unfollowed(kernel, &launches[launch], module);
            let mut passed = launches[launch].arguments.iter();
            // The pointers of a launch in a loop may change places: then only the program's steps tell what they point to.
            if found.is_empty()
                && passed.any(|passed| passed.number.is_none() && passed.pointer.is_none())
            {
                let steps = typing::program(&self.file).steps;
                let first = steps.iter().find(|step| step.launch.kernel == kernel.name);
                found = first.map_or(Vec::new(), |step| unfollowed(kernel, &step.launch, module));
            }
            notes.extend(found);
        }
        let printed = printing::print(module, &self.read.comments, &self.places, sizes);
        let entry_point = module.kernel.as_ref();
        Translation {
            wgsl: printed.wgsl,
            lines: printed.lines,
            requests: printed.requests,
            origins: printed.origins,
            kernel: kernel.name.to_string(),
            entry_point: entry_point.map_or(String::new(), |kernel| kernel.name.to_string()),
            bindings: bindings(module),
            scalars: scalars(module),
            uniform: uniform(module),
            reports: reports(module, self.places.whole()),
            shared_bytes: module.shared_bytes,
            kernels,
            launches: launches
                .iter()
                .map(|launch| launch_info(launch, &self.places))
                .collect(),
            launch,
            notes: self.placed(notes),
            refused: self.placed(refused),
        }
    }
}

/// Returns a note for each array whose contents the host writes, and that cannot be computed.
fn unfollowed(kernel: &Function, launch: &Launch, module: &Module) -> Vec<Error> {
    let passed = kernel.parameters.iter().zip(&launch.arguments);
    let passed = passed.filter(|(_, passed)| passed.contents == Some(Written::Unfollowed));
    let passed = passed.map(|(parameter, _)| &parameter.name);
    let is_used = |name: &&Rc<str>| {
        let mut roots = module.roots.iter();
        roots.any(|root| root.original == **name && root.binding.is_some())
    };
    let symbols = launch.unfollowed.iter().filter(is_used);
    let notes = passed.chain(symbols).map(|name| {
        let sentence = format!(
            "what the host writes to `{name}` cannot be computed here: the buffer begins with other contents"
        );
        *error(launch.span, sentence)
    });
    notes.collect()
}

fn launch_info(launch: &Launch, places: &Lines) -> LaunchInfo {
    let of = |passed: &Passed| LaunchArgument {
        text: passed.text.clone(),
        number: passed.number,
        target: passed.pointer.as_ref().map(|pointer| match pointer.root() {
            Some(root) => Target::Array(root.to_string()),
            None => Target::Null,
        }),
        is_inside: matches!(passed.pointer, Some(Pointed::Inside(_))),
        bytes: passed.bytes,
        contents: passed.contents.clone(),
    };
    let members = launch.members.iter();
    LaunchInfo {
        kernel: launch.kernel.to_string(),
        template: launch.template_text.clone(),
        grid: launch.grid,
        block: launch.block,
        shared_bytes: launch.shared_bytes,
        arguments: launch.arguments.iter().map(of).collect(),
        members: members
            .map(|(name, passed)| (name.clone(), of(passed)))
            .collect(),
        unknown: Unknown::of(launch.unknown.as_ref(), places),
        reached: launch.reached,
        line: places.line(launch.span.start),
    }
}

/// Types a kernel. If it asks for a buffer that the launch does not pass, it has the buffer: another launch may pass it.
fn typed(
    file: &File,
    kernel: &Rc<Function>,
    arguments: &[Argument],
    options: &Options,
) -> Result<typing::Typed, Vec<Error>> {
    let found = typing::kernel(file, kernel, arguments, options);
    if found.is_ok() || options.null.is_empty() {
        return found;
    }
    let passed = Options {
        null: Vec::new(),
        ..options.clone()
    };
    typing::kernel(file, kernel, arguments, &passed).or(found)
}

/// Lists the kernels of a text, each with the error for which it cannot be translated. A template that no launch gives its
/// arguments is refused for want of them, so that a text of such templates has no translation, but kernels.
pub fn kernels(source: &str, request: &Request) -> Vec<KernelInfo> {
    let Ok(text) = Text::read(source, &request.files) else {
        return Vec::new();
    };
    let known = text.file.known();
    let kernels = text.kernels.iter();
    kernels
        .map(|kernel| {
            let mut found = info(kernel, &text.launches, &text.places);
            let options = options(kernel, request, &text.launches, &text.read.missing);
            let refused =
                match arguments(kernel, false, request, &text.launches, &text.file, &known) {
                    Ok(arguments) => typed(&text.file, kernel, &arguments, &options)
                        .err()
                        .and_then(|errors| errors.first().cloned()),
                    Err(error) => Some(error),
                };
            found.refused = refused.map(|mut error| {
                text.places.place(&mut error);
                error
            });
            found
        })
        .collect()
}

/// Returns the order in which kernels are tried.
fn order(kernels: &[Rc<Function>], launches: &typing::Launches, request: &Request) -> Vec<usize> {
    let mut order: Vec<usize> = (0..kernels.len()).collect();
    let first = |index: &usize| {
        let name = &kernels[*index].name;
        let asked = request.kernel.as_deref() == Some(&**name);
        let launched = launches.iter().position(|launch| launch.kernel == *name);
        (!asked, launched.unwrap_or(usize::MAX), *index)
    };
    order.sort_by_key(first);
    order
}

/// Returns the texts of a kernel's template arguments: those that are asked for, or those of its first launch.
fn arguments_text(
    kernel: &Rc<Function>,
    request: &Request,
    launches: &typing::Launches,
) -> Vec<String> {
    if !request.template.is_empty() {
        return request.template.clone();
    }
    let launch = launches.iter().find(|launch| launch.kernel == kernel.name);
    launch.map_or(Vec::new(), |launch| launch.template_text.clone())
}

/// Returns the template arguments of a kernel: those that are asked for, or those of its first launch.
fn arguments(
    kernel: &Rc<Function>,
    asked: bool,
    request: &Request,
    launches: &typing::Launches,
    file: &File,
    known: &Known,
) -> Result<Vec<Argument>, Error> {
    if asked && !request.template.is_empty() && !kernel.template.is_empty() {
        return request
            .template
            .iter()
            .map(|text| {
                let mut tokens = lex(text);
                tokens.iter_mut().for_each(|token| token.span = kernel.span);
                parse::argument(&tokens, known).map_err(|error| *error)
            })
            .collect();
    }
    let launch = launches.iter().find(|launch| {
        launch.kernel == kernel.name && launch.template.len() == launch.template_text.len()
    });
    // Without a launch, an instance that the text asks for.
    let asked = || {
        let mut instances = file.instances.iter();
        let found = instances.find(|(name, _)| *name == kernel.name);
        found.map_or(Vec::new(), |(_, arguments)| arguments.clone())
    };
    Ok(launch.map_or_else(asked, |launch| launch.template.clone()))
}

/// Returns the launch that a translation of a kernel follows.
fn followed<'l>(
    kernel: &Function,
    template: &[String],
    launches: &'l [Launch],
) -> Option<&'l Launch> {
    let mut own = launches
        .iter()
        .filter(|launch| launch.kernel == kernel.name);
    let same = own
        .clone()
        .find(|launch| template.is_empty() || launch.template_text == *template);
    same.or_else(|| own.next())
}

/// Returns what the launches say about a kernel's pointers.
fn options(
    kernel: &Function,
    request: &Request,
    launches: &[Launch],
    missing: &[String],
) -> Options {
    let asked = request.kernel.as_deref() == Some(&*kernel.name);
    let template: &[String] = if asked { &request.template } else { &[] };
    let mut options = Options {
        double: request.double,
        long_long: request.long_long,
        missing: missing.to_vec(),
        alias: request.alias.clone(),
        ..Options::default()
    };
    let names: Vec<String> = kernel
        .parameters
        .iter()
        .map(|parameter| parameter.name.to_string())
        .collect();
    let own = |name: &String| request.buffers.contains(name);
    if let Some(launch) = followed(kernel, template, launches) {
        options.launch = Some(launch.span);
        options.has_unknown_arguments = launch.template.len() < launch.template_text.len();
        let pointers = names.iter().zip(&launch.arguments);
        let pointers: Vec<(&String, &Pointed)> = pointers
            .filter_map(|(name, passed)| Some((name, passed.pointer.as_ref()?)))
            .collect();
        for (index, (name, pointer)) in pointers.iter().enumerate() {
            if **pointer == Pointed::Null && !own(name) && !request.alias.contains_key(*name) {
                options.null.push((*name).clone());
            }
            let first = pointers[..index]
                .iter()
                .find(|(_, first)| pointer.root().is_some() && first.root() == pointer.root());
            let Some((first, _)) = first else { continue };
            let given = request.alias.contains_key(*name) || request.alias.contains_key(*first);
            if given || own(name) && own(first) {
                continue;
            }
            // The one whose buffer is given keeps its name.
            let (from, to) = if own(name) {
                (first, name)
            } else {
                (name, first)
            };
            options.alias.insert((*from).clone(), (*to).clone());
        }
    }
    // An argument that no launch gives has its default.
    let given = followed(kernel, template, launches).map_or(0, |launch| launch.arguments.len());
    let defaults = kernel.parameters.iter().skip(given);
    let defaults = defaults.filter(|parameter| parameter.is_null_by_default());
    let names = defaults.map(|parameter| parameter.name.to_string());
    let kept = |name: &String| own(name) || request.alias.contains_key(name);
    options.null.extend(names.filter(|name| !kept(name)));
    options.inside = inside(kernel, launches);
    options
}

/// Returns the pointers for which a launch passes a place inside of their buffer.
fn inside(kernel: &Function, launches: &[Launch]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for launch in launches
        .iter()
        .filter(|launch| launch.kernel == kernel.name)
    {
        for (parameter, passed) in kernel.parameters.iter().zip(&launch.arguments) {
            let name = parameter.name.to_string();
            if matches!(passed.pointer, Some(Pointed::Inside(_))) && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

fn info(kernel: &Rc<Function>, launches: &typing::Launches, places: &Lines) -> KernelInfo {
    let mut instances: Vec<Vec<String>> = Vec::new();
    for launch in launches
        .iter()
        .filter(|launch| launch.kernel == kernel.name && !launch.template_text.is_empty())
    {
        if !instances.contains(&launch.template_text) {
            instances.push(launch.template_text.clone());
        }
    }
    let inside = inside(kernel, launches);
    KernelInfo {
        name: kernel.name.to_string(),
        line: places.line(kernel.span.start),
        parameters: kernel
            .parameters
            .iter()
            .map(|parameter| {
                let (kind, ty) = written(&parameter.ty);
                let name = parameter.name.to_string();
                Parameter {
                    inside: inside.contains(&name),
                    name,
                    kind,
                    ty,
                }
            })
            .collect(),
        template: kernel
            .template
            .iter()
            .map(|parameter| parameter.name().to_string())
            .collect(),
        instances,
        refused: None,
    }
}

fn written(ty: &crate::syntax::TypeName) -> (ParameterKind, String) {
    match &ty.kind {
        TypeKind::Pointer(target) | TypeKind::Array(target, _) => {
            (ParameterKind::Pointer, written(target).1)
        }
        TypeKind::Reference(target) => written(target),
        TypeKind::Named(name) => (ParameterKind::Scalar, name.text.to_string()),
        TypeKind::Auto => (ParameterKind::Scalar, "auto".to_owned()),
    }
}

fn bindings(module: &Module) -> Vec<Binding> {
    let mut bindings: Vec<Binding> = Vec::new();
    for (index, root) in module.roots.iter().enumerate() {
        let Some(binding) = root.binding else {
            continue;
        };
        let length = (!root.unbounded).then(|| root.lengths.iter().product());
        let mut initial = module.initial.iter();
        let initial = initial.find(|(of, _)| *of == index);
        bindings.push(Binding {
            name: root.original.to_string(),
            binding,
            number: number_of(&root.element),
            element_bytes: typing::size_of(module, &root.element),
            length,
            written: root.written,
            initial: initial.map(|(_, bytes)| bytes.clone()),
            uniform: root.space == tree::Space::Constant,
        });
    }
    bindings.sort_by_key(|binding| binding.binding);
    bindings
}

/// Returns the scalars of the uniform buffer; a structure's members are named after it: `s.limit`.
fn scalars(module: &Module) -> Vec<Scalar> {
    let mut found = Vec::new();
    for member in &module.uniform {
        let start = found.len();
        flatten(
            module,
            &member.original,
            &member.ty,
            member.offset,
            &mut found,
        );
        if member.first {
            found[start..]
                .iter_mut()
                .for_each(|scalar| scalar.kind = ScalarKind::First);
        }
    }
    found
}

fn flatten(module: &Module, name: &str, ty: &Ty, offset: u32, found: &mut Vec<Scalar>) {
    let Ty::Structure(index) = ty else {
        found.push(Scalar {
            name: name.to_owned(),
            number: number_of(ty),
            offset,
            kind: ScalarKind::Value,
        });
        return;
    };
    let structure = &module.structures[*index];
    for ((member, ty), at) in structure.members.iter().zip(&structure.offsets) {
        let name = format!("{name}.{member}");
        flatten(module, &name, ty, offset + at, found);
    }
}

fn uniform(module: &Module) -> Option<(u32, u32)> {
    let last = module.uniform.last()?;
    let bytes = last.offset + typing::size_of(module, &last.ty).max(4);
    let aligns = module.uniform.iter();
    let aligns = aligns.map(|member| typing::align_of(module, &member.ty));
    let align = aligns.max().unwrap_or(1).max(16);
    Some((module.uniform_binding, bytes.next_multiple_of(align)))
}

/// Returns the numbers of a type.
fn number_of(ty: &Ty) -> Option<tree::Scalar> {
    match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) => Some(*scalar),
        Ty::Array(element, _) => number_of(element),
        Ty::Structure(_) | Ty::Void | Ty::Pointer(_) | Ty::Group(_) => None,
    }
}
