//! The parts of a job that need no worker: caches of the last program and text, and the comparison with the reference.

use crate::protocol::{Check, Job, Report};
use launch::draft::Draft;
use launch::draft::language::CudaText;
use launch::draft::translated::Translated;
use launch::translate::Compiled;
use launch::twin::{Twin, TwinText};
use lessons::GalleryKernel;
use simt::{Kernel, Program, Run, Trace};
use std::rc::Rc;

impl Report {
    /// Builds the report of a finished run.
    pub fn of(job: &Job, program: &Program, run: Run, check: Option<Check>) -> Self {
        Report {
            fingerprint: run.trace.as_ref().map_or(0, Trace::fingerprint),
            buffers_fingerprint: run.buffers_fingerprint(),
            trace: run.trace,
            buffers: if job.with_buffers { run.buffers } else { Vec::new() },
            entry_point: program.entry_point.clone(),
            metrics: run.metrics,
            blocks_alike: run.blocks_alike,
            findings: run.findings,
            outcome: run.outcome,
            reports: run.reports,
            check,
            took: None,
        }
    }
}

/// The program of the last run. Most runs change the size and not the kernel.
#[derive(Debug, Default)]
pub struct LastProgram {
    kept: Option<(Kernel, Rc<Program>)>,
}

impl LastProgram {
    pub fn of(&self, kernel: &Kernel) -> Option<Rc<Program>> {
        let (_, program) = self.kept.as_ref().filter(|(kept, _)| kept == kernel)?;
        Some(Rc::clone(program))
    }

    pub fn keep(&mut self, kernel: &Kernel, program: Program) -> Rc<Program> {
        let program = Rc::new(program);
        self.kept = Some((kernel.clone(), Rc::clone(&program)));
        program
    }
}

/// The last twin, with its text.
#[derive(Debug, Default)]
pub struct LastTwin {
    kept: Option<(TwinText, Rc<Twin>)>,
}

impl LastTwin {
    pub fn of(&self, text: &TwinText) -> Option<Rc<Twin>> {
        let (_, twin) = self.kept.as_ref().filter(|(kept, _)| kept == text)?;
        Some(Rc::clone(twin))
    }

    pub fn keep(&mut self, text: TwinText, twin: Twin) -> Rc<Twin> {
        let twin = Rc::new(twin);
        self.kept = Some((text, Rc::clone(&twin)));
        twin
    }
}

/// The last compiled text. Most edits of the settings do not change the text.
#[derive(Debug, Default)]
pub struct LastText {
    kept: Option<(DraftText, Rc<CompiledText>)>,
}

/// The text of a draft, with what its compilation depends on.
#[derive(Clone, Debug, PartialEq)]
pub enum DraftText {
    Wgsl(String),
    Cuda(CudaText),
}

/// The entry points of a text with their programs.
#[derive(Debug)]
pub struct CompiledText {
    pub compiled: Vec<Compiled>,
    /// `None` for a text in WGSL.
    pub translated: Option<Translated>,
}

impl DraftText {
    pub fn of(draft: &Draft) -> Self {
        match draft.cuda() {
            Some(text) => DraftText::Cuda(text),
            None => DraftText::Wgsl(draft.source.clone()),
        }
    }
}

impl LastText {
    pub fn of(&self, text: &DraftText) -> Option<Rc<CompiledText>> {
        let (_, compiled) = self.kept.as_ref().filter(|(kept, _)| kept == text)?;
        Some(Rc::clone(compiled))
    }

    pub fn keep(&mut self, text: DraftText, compiled: CompiledText) -> Rc<CompiledText> {
        let compiled = Rc::new(compiled);
        self.kept = Some((text, Rc::clone(&compiled)));
        compiled
    }
}

/// A comparison in progress.
#[derive(Debug)]
pub struct Comparison {
    kernel: &'static GalleryKernel,
    size: lessons::Size,
    /// The index of the output among the run's buffers.
    output: usize,
    machine: simt::Machine,
    next: u64,
    words: u64,
    /// The number of differing words; `first` is the first of them: its index, the result and the reference.
    differing: u64,
    first: Option<(u64, u32, u32)>,
}

impl Comparison {
    /// Creates a comparison; `None` if the kernel has no reference.
    pub fn new(job: &Job) -> Option<Self> {
        let kernel = GalleryKernel::by_name(&job.kernel.name)?;
        // An edited text with a gallery kernel's name has no reference either.
        (kernel.kernel == job.kernel).then(|| Self::of(job, kernel, kernel.output()))?
    }

    /// Creates a comparison of the buffer at `output` with a kernel's reference; `None` if the job asks for none.
    pub fn of(job: &Job, kernel: &'static GalleryKernel, output: usize) -> Option<Self> {
        Some(Comparison {
            kernel,
            size: job.check?,
            output,
            machine: job.options.machine.clone(),
            next: 0,
            // A part of the dispatch produces the first words of the output.
            words: job
                .dispatch
                .buffers
                .get(output)
                .map_or(0, |output| output.contents.byte_len() / 4),
            differing: 0,
            first: None,
        })
    }

    /// Compares up to `count` more words. Returns the result when all words are compared.
    pub fn advance(&mut self, run: &Run, count: usize) -> Option<Check> {
        let output = run.buffers.get(self.output).map_or(&[][..], Vec::as_slice);
        let mut wanted = vec![0; count.min((self.words - self.next) as usize)];
        self.kernel.reference(self.size, &self.machine, self.next, &mut wanted);
        for (index, wanted) in (self.next..).zip(&wanted) {
            let got = output.get(index as usize).copied().unwrap_or(0);
            if !self.kernel.agrees(self.size, index, got, *wanted) {
                self.differing += 1;
                self.first = self.first.or(Some((index, got, *wanted)));
            }
        }
        self.next += wanted.len() as u64;
        (self.next >= self.words).then_some(match self.first {
            None => Check::Equal { words: self.words },
            Some((index, got, wanted)) => Check::Differs {
                words: self.differing,
                of: self.words,
                index,
                got,
                wanted,
            },
        })
    }
}
