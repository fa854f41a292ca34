//! The calls by which the interpreter and the schedule report events: all that `exec` uses of this folder.

use super::access_semantics::Semantics;
use super::affine_access::AffineAccess;
use super::barriers::{Barriers, Standing};
use super::detector::{Detector, MemoryFacts, WrittenByLane, WrittenWords};
use super::finding::{Effect, Finding, FindingKind, Findings, MaskFault};
use super::fix::Fix;
use super::footprint::Footprint;
use super::grain::Grain;
use super::loops::{RunningLoop, unfinished};
use super::nothing_stored::nothing_stored;
use super::out_of_bounds::out_of_bounds;
use super::race_findings::add_race_findings;
use super::undefined::Undefined;
use super::volatile_flags::volatile_flags;
use super::warp_access::WarpAccess;
use super::watched_word::WatchedWord;
use crate::lanes::{ActiveMask, Affine};
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::program::{Address, BarrierKind, Checked, Op, Program, Site, Touch};
use wgsl::{FenceScope, Header, ReportKind, Separation};

/// The state of all checks. Bounds and barriers are always checked, races only if the run asks for findings.
#[derive(Debug)]
pub(crate) struct Hazards {
    findings: Findings,
    barriers: Barriers,
    detector: Option<Detector>,
    workgroup: u32,
    workgroups: u64,
    watched_word: Option<WatchedWord>,
}

impl Hazards {
    pub(crate) fn new(
        program: &Program,
        memories: &[Memory],
        workgroups: u64,
        with_findings: bool,
        warp_width: u32,
    ) -> Self {
        let flags = volatile_flags(program);
        let touch = |site: &Site| match site.touch {
            Touch::Load if flags.contains(&site.memory) => Touch::AtomicLoad,
            Touch::Store if flags.contains(&site.memory) => Touch::AtomicStore,
            touch => touch,
        };
        let sites: Vec<_> = program
            .sites
            .iter()
            .map(|site| Semantics::of(touch(site)).map(|semantics| (site.memory, semantics)))
            .collect();
        let facts = || -> Vec<_> {
            (0..)
                .zip(memories.iter().zip(&program.bindings))
                .map(|(number, (memory, binding))| MemoryFacts {
                    space: binding.space,
                    barrier: binding.barrier(),
                    words: memory.words.len(),
                    grain: Grain::of_bytes(program.finest_bytes(number)),
                })
                .collect()
        };
        let vector = |site: &Site| {
            if program.is_translated {
                // In C++ each component is a number of its own.
                0
            } else {
                site.vector
            }
        };
        let vectors = || program.sites.iter().map(vector).collect();
        let detector = || {
            let new = Detector::new(&sites, vectors(), &program.site_of, &facts(), workgroups);
            let meets = |op: &Op| matches!(op, Op::Meet { .. });
            let new = if program.ops.iter().any(meets) {
                new.with_warp_order(warp_width)
            } else {
                new
            };
            let fences = |scope| program.reports.contains(&ReportKind::Fence(scope));
            match (fences(FenceScope::Device), fences(FenceScope::Workgroup)) {
                (true, _) => new.with_fence_order(warp_width, FenceScope::Device),
                (false, true) => new.with_fence_order(warp_width, FenceScope::Workgroup),
                (false, false) => new,
            }
        };
        Hazards {
            findings: Findings::default(),
            barriers: Barriers::default(),
            detector: with_findings.then(detector),
            workgroup: 0,
            workgroups,
            watched_word: None,
        }
    }

    /// Orders the accesses of each warp around its volatile ones, as lanes in lockstep do.
    pub(crate) fn in_lockstep(mut self, program: &Program, warp_width: u32) -> Self {
        let sites = program.sites.iter().map(|site| site.volatile);
        if sites.clone().any(|volatile| volatile) {
            let ordered = |detector: Detector| detector.with_volatile_order(warp_width, sites.collect());
            self.detector = self.detector.map(ordered);
        }
        self
    }

    /// Returns true if nothing was found so far. Without a detector nobody looks for races.
    pub(crate) fn is_clean(&self) -> bool {
        let detector = self.detector.as_ref();
        self.findings.is_empty() && detector.is_none_or(Detector::is_clean)
    }

    /// Returns the words of buffers that were accessed so far, if races are looked for.
    pub(crate) fn footprint(&self) -> Footprint {
        let detector = self.detector.as_ref();
        detector.map_or_else(|| Footprint(Vec::new()), Detector::footprint)
    }

    /// Returns the number of accesses that were compared with others since the last call.
    pub(crate) fn take_comparisons(&mut self) -> u64 {
        let detector = self.detector.as_mut();
        detector.map_or(0, |detector| std::mem::take(&mut detector.reports.comparisons))
    }

    /// Notes from now on which workgroup stores a word last.
    pub(crate) fn watch(&mut self, memory: u32, word: u32) {
        self.watched_word = Some(WatchedWord {
            memory,
            word,
            stored_by: None,
        });
    }

    pub(crate) fn stored_by(&self) -> Option<u32> {
        self.watched_word?.stored_by
    }

    /// Returns true if a request must be recorded lane by lane. Otherwise the gang can execute it as a whole and record
    /// an affine access.
    #[inline]
    pub(crate) fn wants_lanes(&self, memory: u32, addresses: Affine) -> bool {
        if self.watched_word.is_some_and(|word| word.memory == memory) {
            return true;
        }
        let wants = |detector: &Detector| {
            let fits = AffineAccess::fits(addresses) && !detector.wants_warps();
            !fits && detector.watches(memory)
        };
        self.detector.as_ref().is_some_and(wants)
    }

    /// Returns true if races are looked for in a memory.
    pub(crate) fn watches(&self, memory: u32) -> bool {
        let detector = self.detector.as_ref();
        detector.is_some_and(|detector| detector.watches(memory))
    }

    pub(crate) fn begin_workgroup(&mut self, workgroup: u32, invocations: u32) {
        self.workgroup = workgroup;
        self.barriers.begin_workgroup(workgroup, invocations);
        if let Some(detector) = &mut self.detector {
            detector.begin_workgroup(workgroup);
        }
    }

    /// Prepares for a request of a warp that changes memory before it is recorded. `contents` is the memory before.
    #[inline]
    pub(crate) fn will_change(&mut self, access: &WarpAccess<'_>, contents: &Memory) {
        if let Some(detector) = &mut self.detector {
            detector.will_change(access, &contents.words);
        }
    }

    /// Records a request of a warp, before it changes the memory's `contents` or after `will_change`. `written` is
    /// `None` if it only reads.
    #[inline]
    pub(crate) fn record_warp_access(
        &mut self,
        access: &WarpAccess<'_>,
        contents: &Memory,
        written: Option<WrittenByLane<'_>>,
    ) {
        if let (Some(word), Some(_)) = (&mut self.watched_word, written) {
            word.look(access, self.workgroup);
        }
        if let Some(detector) = &mut self.detector {
            detector.record_warp_access(access, &contents.words, written);
        }
    }

    /// Records an affine access of a gang, before it changes memory. `written` is `None` if it only reads.
    #[inline]
    pub(crate) fn record_affine_access(&mut self, access: &AffineAccess<'_>, written: Option<WrittenByLane<'_>>) {
        if let Some(detector) = &mut self.detector {
            detector.record_affine_access(access, written);
        }
    }

    /// Records that lanes of a warp have met at a barrier of the warp.
    pub(crate) fn warp_met(&mut self, first_invocation: u32, lanes: ActiveMask) {
        if let Some(detector) = &mut self.detector {
            detector.warp_met(first_invocation, lanes);
        }
    }

    /// Records that lanes of a warp execute a fence.
    pub(crate) fn fenced(&mut self, first_invocation: u32, lanes: ActiveMask, scope: FenceScope) {
        if let Some(detector) = &mut self.detector {
            detector.fenced(first_invocation, lanes, scope);
        }
    }

    /// Records that all lanes of the workgroup came to a barrier, which opens.
    pub(crate) fn barrier_opened(&mut self, kind: BarrierKind, line: u32) {
        if let Some(finding) = self.barriers.converged(Some(line)) {
            self.findings.add(finding);
        }
        if let Some(detector) = &mut self.detector {
            detector.barrier_opened(kind, line);
        }
    }

    /// Records a barrier that not all lanes of the workgroup reached, whether it opens or not.
    pub(crate) fn barrier_in_divergent_flow(&mut self, warps: impl Iterator<Item = Standing>) {
        self.barriers.diverged(warps);
        if let Some(detector) = &mut self.detector {
            detector.diverged();
        }
    }

    /// Records that warps wait at different barriers, none of which can open.
    pub(crate) fn deadlocked(&mut self) {
        if let Some(finding) = self.barriers.deadlocked() {
            self.findings.add(finding);
        }
    }

    /// Records the end of the workgroup.
    pub(crate) fn end_workgroup(&mut self) {
        if let Some(detector) = &mut self.detector {
            detector.end_workgroup();
        }
        if let Some(finding) = self.barriers.converged(None) {
            self.findings.add(finding);
        }
    }

    /// Records that the workgroup waits at a barrier of the grid. Returns what it needs to continue.
    pub(crate) fn suspend_workgroup(&mut self) -> WrittenWords {
        let written = self.detector.as_mut().map(Detector::written_words);
        self.end_workgroup();
        written.unwrap_or_default()
    }

    /// Records that a workgroup continues after a barrier of the grid.
    pub(crate) fn resume_workgroup(&mut self, workgroup: u32, invocations: u32, written: &WrittenWords) {
        self.begin_workgroup(workgroup, invocations);
        if let Some(detector) = &mut self.detector {
            detector.put_written_words(written);
        }
    }

    /// Records that all workgroups came to a barrier of the grid, which opens.
    pub(crate) fn grid_barrier_opened(&mut self) {
        if let Some(detector) = &mut self.detector {
            detector.grid_barrier_opened();
        }
    }

    /// Records that workgroups wait at a barrier of the grid in a statement, and that others have finished.
    pub(crate) fn grid_deadlocked(
        &mut self,
        program: &Program,
        (statement, workgroup): (u32, u32),
        (waiting, finished): (u64, u64),
    ) {
        let place = program.statements.get(statement as usize);
        let (line, column) = place.map_or((0, 0), |place| (place.line, place.column));
        self.findings.add(Finding {
            kind: FindingKind::GridBarrier { waiting, finished },
            line,
            column,
            workgroup,
            invocation: 0,
            count: 1,
            suggested_fix: None,
            edit: None,
            also: Vec::new(),
            header: program.header_of(statement).cloned(),
        });
    }

    /// Records that the budget ended the run inside this workgroup. Returns the line of the loop that used it
    /// up, if there is one.
    pub(crate) fn budget_exhausted(&mut self, program: &Program, loops: &[RunningLoop]) -> Option<u32> {
        let finding = unfinished(program, loops, self.workgroup, self.workgroups)?;
        Some(self.add_endless(program, finding))
    }

    fn add_endless(&mut self, program: &Program, finding: Finding) -> u32 {
        let line = finding.line;
        self.barriers.forget();
        // An exchange out of bounds fails for ever, because its store is dropped: that is the cause, and it is told.
        if !self.findings.explain_loop(line, program.loop_end(line)) {
            self.findings.add(finding);
        }
        line
    }

    /// Records that the loops of this workgroup can never end, because nothing changes any more. Returns the line of one;
    /// `None` if another workgroup may still change what it waits for.
    pub(crate) fn standstill(&mut self, program: &Program, loops: &[RunningLoop]) -> Option<u32> {
        let mut finding = unfinished(program, loops, self.workgroup, self.workgroups)?;
        if let FindingKind::UnfinishedLoop { lanes, .. } = finding.kind {
            if self.workgroups > 1 {
                return None;
            }
            finding.kind = FindingKind::IdleLoop { lanes };
        }
        Some(self.add_endless(program, finding))
    }

    /// Records that lanes (the first, and how many) can never leave a loop. Returns its line.
    pub(crate) fn idle_loop(&mut self, program: &Program, number: u32, (first, lanes): (u32, u32)) -> u32 {
        let line = program.loops.get(number as usize).map_or(0, |each| each.line);
        self.barriers.forget();
        self.findings.add(Finding {
            kind: FindingKind::IdleLoop { lanes },
            line,
            column: program.column_of(line),
            workgroup: self.workgroup,
            invocation: first,
            count: 1,
            suggested_fix: None,
            edit: None,
            also: Vec::new(),
            header: program.header_of_loop(number).cloned(),
        });
        line
    }

    /// Records indices outside of their variable; `index` and `length` are those of the first lane of `place`.
    #[cold]
    pub(crate) fn out_of_bounds(&mut self, program: &Program, place: Place, variable: String, index: u32, length: u32) {
        let (kind, suggested_fix) = out_of_bounds(program, place.op, variable, (index, length));
        self.add(program, place, kind, suggested_fix);
    }

    /// Records that the lanes of `place` read from the inactive lane `source` in a subgroup function.
    #[cold]
    pub(crate) fn read_inactive_lane(&mut self, program: &Program, place: Place, source: u32) {
        if self.detector.is_some() {
            let text = program.site_at(place.op).map(|site| site.text.clone());
            let text = text.unwrap_or_default();
            let kind = FindingKind::InactiveLaneRead {
                text,
                source,
                effect: Effect::Unknown,
            };
            self.add(program, place, kind, None);
        }
    }

    /// Records that the lanes of `place` do not fit the mask that they name; `lane` is the first that does not.
    #[cold]
    pub(crate) fn wrong_mask(&mut self, program: &Program, place: Place, (mask, lane, fault): (u32, u32, MaskFault)) {
        let text = program.site_at(place.op).map(|site| site.text.clone());
        let kind = FindingKind::WrongMask {
            text: text.unwrap_or_default(),
            mask,
            lane,
            fault,
        };
        self.add(program, place, kind, None);
    }

    /// Records that the condition of an assertion does not hold in the lanes of `place`.
    #[cold]
    pub(crate) fn assertion_failed(&mut self, program: &Program, place: Place, text: String) {
        self.add(program, place, FindingKind::FailedAssertion { text }, None);
    }

    /// Returns true if the run asks for findings besides bounds and barriers.
    pub(crate) fn finds_all(&self) -> bool {
        self.detector.is_some()
    }

    /// Records that the operands of an operation leave its result undefined in the lanes of `place`.
    #[cold]
    pub(crate) fn undefined(&mut self, place: Place, checked: &Checked, undefined: Undefined) {
        let kind = FindingKind::UndefinedResult {
            text: checked.text.clone(),
            integers: checked.integers,
            operation: undefined.operation(),
        };
        let location = (checked.line, checked.column);
        self.add_at((location, checked.header.clone()), place, kind, None);
    }

    fn add(&mut self, program: &Program, place: Place, kind: FindingKind, suggested_fix: Option<Fix>) {
        let statement = program.statements.get(place.statement as usize);
        let site = program.site_at(place.op);
        let location = match (site, statement) {
            (Some(site), _) => (site.line, site.column),
            (None, Some(statement)) => (statement.line, statement.column),
            (None, None) => (0, 0),
        };
        let header = match site {
            Some(site) => site.header.clone(),
            None => program.header_of(place.statement).cloned(),
        };
        self.add_at((location, header), place, kind, suggested_fix);
    }

    fn add_at(
        &mut self,
        ((line, column), header): ((u32, u32), Option<Header>),
        place: Place,
        kind: FindingKind,
        suggested_fix: Option<Fix>,
    ) {
        self.findings.add(Finding {
            kind,
            line,
            column,
            workgroup: self.workgroup,
            invocation: place.invocation,
            count: u64::from(place.lanes),
            suggested_fix,
            edit: None,
            also: Vec::new(),
            header,
        });
    }

    /// Returns all findings, the most severe first. `separations`: barriers that the text may let only some lanes come to,
    /// where the language has that rule.
    pub(crate) fn into_findings(
        mut self,
        program: &Program,
        metrics: &Metrics,
        memories: &[Memory],
        separations: &[Separation],
    ) -> Vec<Finding> {
        if let Some(detector) = &self.detector {
            add_race_findings(program, detector, &mut self.findings);
            // An error that stopped the threads is the better explanation.
            if !self.findings.has_error()
                && let Some(finding) = nothing_stored(program, metrics, memories)
            {
                self.findings.add(finding);
            }
            for separation in separations {
                self.findings.add(Finding {
                    kind: FindingKind::NotUniform(separation.clone()),
                    line: separation.line,
                    column: separation.column,
                    workgroup: 0,
                    invocation: 0,
                    count: 1,
                    suggested_fix: None,
                    edit: None,
                    also: Vec::new(),
                    header: None,
                });
            }
        }
        self.findings.into_vec()
    }
}

/// The place of an event: instruction, statement and lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) op: Address,
    pub(crate) statement: u32,
    /// Number of the first lane in the workgroup, and number of lanes.
    pub(crate) invocation: u32,
    pub(crate) lanes: u32,
}

impl Program {
    /// Returns the number of the site of the instruction at a position of the bytecode.
    pub(super) fn site_number(&self, op: Address) -> Option<u32> {
        let index = self.site_of.binary_search_by_key(&op, |&(op, _)| op).ok()?;
        Some(self.site_of[index].1)
    }

    /// Returns the site of the instruction at a position of the bytecode.
    pub(crate) fn site_at(&self, op: Address) -> Option<&Site> {
        self.sites.get(self.site_number(op)? as usize)
    }

    /// Returns the last line of the loop that begins in a line.
    fn loop_end(&self, line: u32) -> u32 {
        let mut depth = 0_u32;
        let mut end = line;
        let inside = |op: &Op| matches!(op, Op::Loop { number, .. } if self.loops.get(*number as usize).is_some_and(|each| each.line == line));
        let Some(from) = self.ops.iter().position(inside) else {
            return line;
        };
        for op in &self.ops[from..] {
            match op {
                Op::Loop { .. } => depth += 1,
                Op::EndLoop { .. } => depth -= 1,
                Op::Statement { statement } => end = end.max(self.line_of(*statement)),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        end
    }

    /// Returns the column of the first statement of a line.
    pub(crate) fn column_of(&self, line: u32) -> u32 {
        let statement = self.statements.iter().find(|statement| statement.line == line);
        statement.map_or(1, |statement| statement.column)
    }
}
