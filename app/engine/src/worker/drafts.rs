//! Runs a draft: one dispatch or a chain of them, and then what the draft expects of its buffers.

use super::{Engine, Stopped};
use crate::compiler::Gone;
use crate::protocol::{DraftReport, Encoded, Job, News, Report, StageReport, TextRefusal};
use crate::run::{CompiledText, DraftText};
use launch::draft::Draft;
use launch::draft::chain::{Between, Launch, ReadyChain};
use launch::draft::expected::{Expected, ExpectedError, Judged, Writer};
use launch::draft::judge::{expectations, judge, reference};
use launch::draft::limits::Limits;
use launch::draft::ready::{NAME, NotReady, Ready, extent, ready};
use launch::draft::translated::TranslatedKernel;
use launch::draft::unset::{self, Unset};
use simt::{
    Buffer, Dispatch, EntryPoint, Execution, KernelError, Outcome, Program, RunOptions, permitted_ulps, raised_limits,
};

/// The most steps of one trial of a member's value.
const TRIAL_BUDGET: u64 = 200_000;

/// One draft at work.
struct Work<'w> {
    id: u32,
    draft: &'w Draft,
    text: &'w CompiledText,
    order: u32,
    begun: f64,
}

impl Work<'_> {
    fn program(&self, entry_point: &str) -> Option<&Program> {
        let mut all = self.text.compiled.iter();
        let (_, program) = all.find(|(entry, _)| entry.name == entry_point)?;
        program.as_ref()
    }
}

/// A dispatch that ended, or the reason why it could not begin.
type Ran = Result<Report, NotReady>;

impl Engine {
    /// Compiles a draft's text, unless it is the last one, and runs the draft.
    pub(super) async fn work_at_draft(&self, id: u32, draft: &Draft) -> Result<News, Gone> {
        let order = self.orders.get();
        let begun = self.now();
        let text = DraftText::of(draft);
        let kept = self.text.borrow().of(&text);
        let compiled = match kept {
            Some(compiled) => compiled,
            None => match self.compile(&text).await? {
                Ok(compiled) => self.text.borrow_mut().keep(text, compiled),
                Err(refusal) => {
                    let reply = Encoded::new(&Err(refusal));
                    return Ok(News::DraftFinished { id, reply });
                }
            },
        };
        let settled = compiled.translated.as_ref().map(|translated| translated.settled(draft));
        if self.orders.get() != order {
            return Ok(News::Cancelled { id });
        }
        let work = Work {
            id,
            draft: settled.as_ref().unwrap_or(draft),
            text: &compiled,
            order,
            begun,
        };
        Ok(match self.run_draft(&work).await {
            Ok(report) => News::DraftFinished {
                id,
                reply: Encoded::new(&Ok(report)),
            },
            Err(_) => News::Cancelled { id },
        })
    }

    /// Compiles a text in the second worker.
    async fn compile(&self, text: &DraftText) -> Result<Result<CompiledText, TextRefusal>, Gone> {
        Ok(match text {
            DraftText::Wgsl(source) => match self.compiler.compile_all(source.clone()).await? {
                Ok(compiled) => Ok(CompiledText {
                    compiled,
                    translated: None,
                }),
                Err(errors) => Err(errors.into()),
            },
            DraftText::Cuda(text) => match self.compiler.translate(text.clone()).await? {
                Ok((compiled, translated)) => Ok(CompiledText {
                    compiled,
                    translated: Some(translated),
                }),
                Err(errors) => Err(errors.into()),
            },
        })
    }

    async fn run_draft(&self, work: &Work<'_>) -> Result<DraftReport, Stopped> {
        let declared: Vec<EntryPoint> = work.text.compiled.iter().map(|(entry, _)| entry.clone()).collect();
        let programs = work.text.compiled.iter();
        let statements = programs.flat_map(|(_, program)| program.iter().flat_map(|it| &it.statements));
        let mut report = DraftReport {
            run: Err(NotReady::NoWorkgroups),
            declared,
            // A statement that a translation adds has no line.
            lines: statements.map(|each| each.line).filter(|&line| line > 0).collect(),
            translated: work.text.translated.clone(),
            stages: Vec::new(),
            after: Vec::new(),
            expected: Vec::new(),
            unset: None,
            permitted_ulps: 0.0,
            raised: Vec::new(),
        };
        let mut ready = match ready(work.draft, &report.declared, Limits::AT_EVERY_EDIT) {
            Ok(ready) => ready,
            Err(error) => {
                report.run = Err(error);
                return Ok(report);
            }
        };
        if let Some(translated) = &work.text.translated {
            let kernels = translated.kernels.iter();
            let named = |kernel: &TranslatedKernel| (kernel.name.clone(), kernel.kernel(NAME));
            ready.translations = kernels.map(named).collect();
        }
        let ran = match ready.chain.take() {
            None => {
                let dispatch = ready.dispatch.clone();
                let name = ready.entry.name.clone();
                self.run_stage(work, &ready, &name, dispatch, ready.options.traced)
                    .await?
            }
            Some(mut chain) => {
                let ran = self.run_chain(work, &mut ready, &chain, &mut report).await?;
                // A chain that stops before the chosen dispatch shows the one that stopped.
                let last = report.stages.len().saturating_sub(1);
                chain.shown = chain.shown.min(last);
                ready.chain = Some(chain);
                ran
            }
        };
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => {
                report.run = Err(error);
                return Ok(report);
            }
        };
        if let Some(program) = work.program(&ready.entry.name) {
            report.raised = raised_limits(program, &ready.dispatch).unwrap_or_default();
            let ulps = ran.trace.as_ref().map(|trace| permitted_ulps(program, trace));
            // Each dispatch of a chain adds roundings of its own.
            report.permitted_ulps = ulps.unwrap_or(0.0) * report.stages.len().max(1) as f64;
        }
        let after = match ready.chain {
            None => &ran.buffers,
            Some(_) => &report.after,
        };
        let expected = self.judge_all(work, &ready, after, &report).await?;
        report.expected = expected;
        report.unset = self.unset_member(work, &ready, &ran, &report).await?;
        report.run = Ok((ready, ran));
        Ok(report)
    }

    /// Runs the dispatches of a chain, up to the first that does not complete. Returns the report of the shown one, or of
    /// the one that did not complete before it.
    async fn run_chain(
        &self,
        work: &Work<'_>,
        ready: &mut Ready,
        chain: &ReadyChain,
        report: &mut DraftReport,
    ) -> Result<Ran, Stopped> {
        let mut between = Between::start(chain);
        let mut shown_run = None;
        for (number, stage) in chain.stages.iter().enumerate() {
            let is_shown = number == chain.shown;
            let dispatch = chain.dispatch(stage, between.contents());
            let traced = ready.options.traced.filter(|_| is_shown);
            let name = &stage.entry_point;
            let mut ran = match self.run_stage(work, ready, name, dispatch.clone(), traced).await? {
                Ok(ran) => ran,
                Err(error) => return Ok(Err(error)),
            };
            between.take(stage, &ran.buffers);
            let stopped = ran.outcome != Outcome::Completed;
            let ends_early = stopped && number < chain.shown;
            if ends_early {
                // It runs again with a picture.
                let again = self.run_stage(work, ready, name, dispatch.clone(), Some(0));
                ran = match again.await? {
                    Ok(ran) => ran,
                    Err(error) => return Ok(Err(error)),
                };
            }
            report.stages.push(StageReport {
                metrics: ran.metrics.clone(),
                findings: ran.findings.clone(),
                outcome: ran.outcome.clone(),
            });
            if is_shown || ends_early {
                let entry = report.declared.iter().find(|entry| entry.name == *name);
                if let Some(entry) = entry {
                    ready.entry = entry.clone();
                }
                ready.kernel = ready.kernel_of(name);
                ready.dispatch = dispatch;
                shown_run = Some(ran);
            }
            if stopped {
                break;
            }
        }
        report.after = between.words();
        Ok(shown_run.ok_or(NotReady::NoWorkgroups))
    }

    async fn run_stage(
        &self,
        work: &Work<'_>,
        ready: &Ready,
        entry_point: &str,
        dispatch: Dispatch,
        traced: Option<u32>,
    ) -> Result<Ran, Stopped> {
        let Some(program) = work.program(entry_point) else {
            let none = KernelError::NoEntryPoint { name: None };
            return Ok(Err(NotReady::Kernel(none)));
        };
        let job = Job {
            id: work.id,
            kernel: ready.kernel_of(entry_point),
            dispatch,
            options: RunOptions {
                traced,
                ..ready.options.clone()
            },
            check: None,
            with_buffers: true,
        };
        let translated = work.text.translated.as_ref();
        let translated = translated.and_then(|translated| translated.kernel(entry_point));
        let cuda = work.draft.cuda();
        let cuda = cuda.and_then(|text| Some((text, translated?.kernel.clone())));
        let begun = (work.order, work.begun);
        // A chain has its results after its last dispatch.
        let is_alone = work.draft.chain.is_empty() && work.draft.program.is_none();
        let expected = if is_alone {
            expectations(work.draft, ready)
        } else {
            Vec::new()
        };
        let wrong = |buffers: &[Vec<u32>]| {
            let judged = expected.iter().filter_map(|one| judge(ready, *one, buffers, None, 0.0));
            let results = judged.filter_map(|judged| judged.result.ok());
            results.map(|comparison| comparison.wrong).sum()
        };
        let ran = self.execute(&job, program, None, cuda.as_ref(), begun, &wrong);
        match ran.await {
            Ok(report) => Ok(Ok(report)),
            Err(Stopped::Refused(error)) => Ok(Err(NotReady::Kernel(error))),
            Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
        }
    }

    /// Finds a member that is not set, and with another value of which no index of the shown dispatch is out of bounds.
    async fn unset_member(
        &self,
        work: &Work<'_>,
        ready: &Ready,
        shown_run: &Report,
        report: &DraftReport,
    ) -> Result<Option<Unset>, Stopped> {
        // The extent reads every list of numbers, and nearly every run is inside.
        if unset::is_inside(&shown_run.findings) || work.draft.program.is_some() {
            return Ok(None);
        }
        let launch = Launch {
            entry: ready.entry.clone(),
            workgroups: ready.dispatch.workgroups,
        };
        let extent = extent(work.draft, &launch, Limits::AT_EVERY_EDIT);
        let Some(program) = work.program(&ready.entry.name) else {
            return Ok(None);
        };
        let options = RunOptions {
            traced: None,
            step_budget: TRIAL_BUDGET,
            ..ready.options.clone()
        };
        for trial in unset::trials(work.draft, ready, extent, &shown_run.findings) {
            let Ok(tried) =
                launch::draft::ready::ready(&trial.applied(work.draft), &report.declared, Limits::AT_EVERY_EDIT)
            else {
                continue;
            };
            // A later dispatch of a chain starts from what the ones before it have left.
            let is_slot = |buffer: &&Buffer| (buffer.group, buffer.binding) == trial.slot;
            let mut dispatch = ready.dispatch.clone();
            let (old, new) = (
                dispatch.buffers.iter_mut().find(|buffer| is_slot(&&**buffer)),
                tried.initial().iter().find(is_slot),
            );
            if let (Some(old), Some(new)) = (old, new) {
                old.contents = new.contents.clone();
            }
            let Ok(mut execution) = Execution::new(program, &dispatch, &options) else {
                continue;
            };
            self.advance(work.id, &mut execution, work.order).await?;
            let run = execution.finish();
            if run.outcome == Outcome::Completed && unset::is_inside(&run.findings) {
                return Ok(Some(trial));
            }
        }
        Ok(None)
    }

    /// Compares each buffer for which something is expected, and finds the blocks that stored the first wrong words last.
    async fn judge_all(
        &self,
        work: &Work<'_>,
        ready: &Ready,
        after: &[Vec<u32>],
        report: &DraftReport,
    ) -> Result<Vec<Judged>, Stopped> {
        let mut judged = Vec::new();
        for (place, expectation) in expectations(work.draft, ready) {
            let of_reference = match &expectation.contents {
                Expected::EntryPoint { name, workgroups } => {
                    let slot = ready.bindings().get(place).and_then(|binding| binding.slot);
                    let made = reference(work.draft, ready, &report.declared, name, *workgroups);
                    Some(match made {
                        Err(error) => Err(error),
                        Ok((entry, dispatch)) => {
                            let buffers = entry.buffers.iter().filter(|each| each.slot.is_some());
                            let index = buffers.into_iter().position(|each| each.slot == slot);
                            self.run_reference(work, ready, &entry.name, dispatch, index).await?
                        }
                    })
                }
                _ => None,
            };
            let judgement = judge(ready, (place, expectation), after, of_reference, report.permitted_ulps);
            let Some(mut judgement) = judgement else {
                continue;
            };
            if let Ok(comparison) = &mut judgement.result
                && let Some(first) = comparison.listed.first()
            {
                let word = first.word;
                comparison.stored_by = self.last_store_to(work, ready, place, word).await?;
            }
            judged.push(judgement);
        }
        Ok(judged)
    }

    /// Runs a reference; returns the words of its buffer `index`.
    async fn run_reference(
        &self,
        work: &Work<'_>,
        ready: &Ready,
        name: &str,
        dispatch: Dispatch,
        index: Option<usize>,
    ) -> Result<Result<Vec<u32>, ExpectedError>, Stopped> {
        let none = || ExpectedError::NoReference { name: name.to_owned() };
        let (Some(index), Some(program)) = (index, work.program(name)) else {
            return Ok(Err(none()));
        };
        let options = RunOptions {
            traced: None,
            findings: false,
            ..ready.options.clone()
        };
        let Ok(mut execution) = Execution::new(program, &dispatch, &options) else {
            return Ok(Err(none()));
        };
        self.advance(work.id, &mut execution, work.order).await?;
        let mut run = execution.finish();
        if run.outcome != Outcome::Completed || index >= run.buffers.len() {
            return Ok(Err(ExpectedError::ReferenceStopped { name: name.to_owned() }));
        }
        Ok(Ok(run.buffers.swap_remove(index)))
    }

    /// Runs everything again, without findings, and watches a word. Returns the last dispatch and block that stored it.
    async fn last_store_to(
        &self,
        work: &Work<'_>,
        ready: &Ready,
        place: usize,
        word: u32,
    ) -> Result<Option<Writer>, Stopped> {
        let options = RunOptions {
            traced: None,
            findings: false,
            ..ready.options.clone()
        };
        let single = |stage| move |block: u32| Writer { stage, block };
        let Some(chain) = &ready.chain else {
            let Some(program) = work.program(&ready.entry.name) else {
                return Ok(None);
            };
            let Ok(mut execution) = Execution::new(program, &ready.dispatch, &options) else {
                return Ok(None);
            };
            execution.watch(place, word);
            self.advance(work.id, &mut execution, work.order).await?;
            return Ok(execution.stored_by().map(single(0)));
        };
        let watched = chain.places_before(place);
        let mut between = Between::start(chain);
        let mut last = None;
        for (number, stage) in chain.stages.iter().enumerate() {
            let Some(program) = work.program(&stage.entry_point) else {
                break;
            };
            let dispatch = chain.dispatch(stage, between.contents());
            let Ok(mut execution) = Execution::new(program, &dispatch, &options) else {
                break;
            };
            let place = stage.places.iter().position(|&each| each == watched[number]);
            if let Some(place) = place {
                execution.watch(place, word);
            }
            self.advance(work.id, &mut execution, work.order).await?;
            last = execution.stored_by().map(single(number)).or(last);
            let run = execution.finish();
            between.take(stage, &run.buffers);
            if run.outcome != Outcome::Completed {
                break;
            }
        }
        Ok(last)
    }
}
