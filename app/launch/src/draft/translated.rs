//! The additions of a CUDA text's translation to its draft: the texts that WebGPU runs, and the settings that the launches
//! of the text determine.

use super::filling::Filling;
use super::language::CudaKernel;
use super::program::{Left, Program, Reached, Unknown};
use super::{Draft, Given};
use serde::{Deserialize, Serialize};
use simt::Kernel;

/// The kernels of a CUDA text, in the order of its entry points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Translated {
    pub kernels: Vec<TranslatedKernel>,
    /// The launches of the program, if at least two of them run in a row.
    pub program: Option<Program>,
    /// The launches that do not run in a row with the first one.
    pub left: Option<Left>,
}

/// One kernel of a CUDA text, or one instance of a template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TranslatedKernel {
    /// The name of the entry point: that of the kernel with its template arguments, such as `reduce<256>`.
    pub name: String,
    /// The kernel and its template arguments.
    pub kernel: CudaKernel,
    /// The WGSL text, and for each of its lines the CUDA line that it stands for, from 1; 0 for none.
    pub wgsl: String,
    pub lines: Vec<u32>,
    /// The name of its entry point in WGSL.
    pub entry_point: String,
    pub launch: Option<Launched>,
    /// The settings of buffers that the text determines.
    pub given: Vec<Given>,
    pub notes: Vec<Note>,
    /// The functions of the translation that stand for `printf`, with their formats.
    pub reports: Vec<cuda::Report>,
}

/// The launch from which settings come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launched {
    pub line: u32,
    /// The call as CUDA writes it, with its values.
    pub text: String,
    /// The answer of the conditions around it.
    pub reached: Reached,
    /// `None`: it cannot be computed without running the host.
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    /// For each parameter whose argument has no known value, its name and the argument's text.
    pub unknown: Vec<(String, String)>,
    /// The first value of the host without which a size or an argument is not known.
    pub lost: Option<Unknown>,
}

/// A difference between the CUDA text and its translation, or a part that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub line: u32,
    pub text: String,
}

impl Translated {
    pub fn kernel(&self, name: &str) -> Option<&TranslatedKernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// Returns the kernel that a draft selects.
    pub fn selected(&self, draft: &Draft) -> Option<&TranslatedKernel> {
        let named = draft.entry_point.as_deref();
        named.and_then(|name| self.kernel(name)).or(self.kernels.first())
    }

    /// Returns the launches that a draft runs in a row: those of the program, unless the reader has chosen others.
    pub fn program_of(&self, draft: &Draft) -> Option<&Program> {
        let is_free = draft.chain.is_empty() && draft.entry_point.is_none();
        self.program.as_ref().filter(|_| is_free)
    }

    /// Returns the draft with the settings of the text's launches where the reader has set none.
    pub fn settled(&self, draft: &Draft) -> Draft {
        let mut settled = draft.clone();
        if let Some(program) = self.program_of(draft) {
            for usual in &program.given {
                complete(settled.given((usual.group, usual.binding)), usual);
            }
            settled.program = Some(Box::new(program.clone()));
            return settled;
        }
        let selected = self.selected(draft);
        if settled.workgroups.is_none() {
            settled.workgroups = selected.and_then(TranslatedKernel::grid);
        }
        let passes = draft.chain.iter();
        let of_chain = passes.filter_map(|pass| self.kernel(&pass.entry_point));
        for kernel in selected.into_iter().chain(of_chain) {
            for usual in &kernel.given {
                complete(settled.given((usual.group, usual.binding)), usual);
            }
        }
        settled
    }
}

impl TranslatedKernel {
    pub fn grid(&self) -> Option<[u32; 3]> {
        self.launch.as_ref().and_then(|launch| launch.grid)
    }

    /// Returns the kernel that WebGPU runs.
    pub fn kernel(&self, name: &str) -> Kernel {
        Kernel {
            name: name.to_owned().into(),
            source: self.wgsl.clone().into(),
            entry_point: Some(self.entry_point.clone().into()),
        }
    }

    /// Returns the lines of the translation that stand for a line of the CUDA text, from 1.
    pub fn lines_of(&self, line: u32) -> impl Iterator<Item = u32> + '_ {
        let numbered = (1..).zip(&self.lines);
        numbered.filter_map(move |(number, &of)| (of == line && line > 0).then_some(number))
    }
}

/// Adds what the reader has not set.
fn complete(given: &mut Given, usual: &Given) {
    match (&mut given.filling, &usual.filling) {
        (Some(Filling::Members { values }), Some(Filling::Members { values: usual })) => {
            for (path, value) in usual {
                values.entry(path.clone()).or_insert_with(|| value.clone());
            }
        }
        // A list or a file of the reader has its own length.
        (Some(_), _) => {}
        (None, usual) => given.filling.clone_from(usual),
    }
    if given.words.is_none() && !has_own_length(given) {
        given.words = usual.words;
    }
}

fn has_own_length(given: &Given) -> bool {
    matches!(given.filling, Some(Filling::Numbers { .. } | Filling::File { .. }))
}
