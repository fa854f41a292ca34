//! The whole way from a CUDA text to a WGSL text.

mod buffers;
mod kernel_info;
mod launch_info;
mod launches;
mod options;
mod overloads;
mod program;
mod report;
mod text;

pub use buffers::{Binding, Scalar, ScalarKind};
pub use kernel_info::{KernelInfo, Parameter, ParameterKind, kernels};
pub use launch_info::{LaunchInfo, Unknown};
pub use options::Request;
pub use program::{Left, Program, Step};
pub use report::{Report, ReportedCall};
pub use text::Text;

use crate::error::{Error, error};
use crate::printing::{self, Sizes};
use crate::syntax::Function;
use crate::typing;
use buffers::{bindings, scalars, uniform};
use kernel_info::{info, typed};
use launch_info::{launch_info, unfollowed};
use options::{arguments, arguments_text, options};
use report::reports;
use std::rc::Rc;
use wgsl::{Marks, Origins, ReportKind as MarkKind, ReportMark, Requests};

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
        let names = file.known();
        let mut kept: Option<(usize, typing::Typed)> = None;
        let mut refused: Vec<Error> = Vec::new();
        let mut chosen_errors: Option<Vec<Error>> = None;
        let infos = kernels.iter();
        let mut infos: Vec<KernelInfo> = infos.map(|kernel| info(kernel, launches, &self.places)).collect();
        // The kernel that is launched first comes first.
        for index in order(kernels, launches, request) {
            let kernel = &kernels[index];
            let asked = request.kernel.as_deref() == Some(&*kernel.name);
            let takes = asked || request.kernel.is_none();
            if others == Others::Left && (kept.is_some() || !takes) {
                continue;
            }
            let arguments = match arguments(kernel, takes, request, launches, file, &names) {
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
                    let unlaunched = !kernel.template.is_empty() && arguments.is_empty() && kernels.len() > 1;
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
        *error(Default::default(), format!("the text has no kernel `{name}`"))
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
            launch.kernel == kernel.name && (launch.template_text == chosen || launch.template_text.is_empty())
        });
        let sizes = launch.map_or(Sizes::default(), |launch| Sizes {
            block: launches[launch].block,
            shared_bytes: launches[launch].shared_bytes,
        });
        let module = &typed.module;
        let mut notes = typed.notes;
        if let Some(launch) = launch {
            let mut missing = unfollowed(kernel, &launches[launch], module);
            let mut passed = launches[launch].arguments.iter();
            // The pointers of a launch in a loop may change places: then only the program's steps tell what they point to.
            if missing.is_empty() && passed.any(|passed| passed.number.is_none() && passed.pointer.is_none()) {
                let steps = typing::program(&self.file).steps;
                let first = steps.iter().find(|step| step.launch.kernel == kernel.name);
                missing = first.map_or(Vec::new(), |step| unfollowed(kernel, &step.launch, module));
            }
            notes.extend(missing);
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
