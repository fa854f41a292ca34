//! A run that is shown, without its trace.

use engine::protocol::{Check, Report, Took};
use lessons::claim::{Claim, claim_of};
use model::address::{CodeText, RunSpec};
use model::panels::counters::{Counter, Kind, counted, counters};
use model::run::picture_end::{PictureEnd, picture_end};
use model::run::sample::Sample;
use simt::{Finding, Machine, Metrics, Outcome};

/// A run that is shown, without its trace.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// `None`: a kernel of the reader's own.
    pub view: Option<RunSpec>,
    /// The text that ran.
    pub text: CodeText,
    pub machine: Machine,
    pub sample: Sample,
    /// The name of the function that ran.
    pub entry_point: String,
    pub blocks_alike: bool,
    /// The counters of the whole dispatch.
    pub metrics: Metrics,
    pub counters: Vec<Counter>,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
    pub check: Option<Check>,
    pub truncated: bool,
    pub took: Option<Took>,
    pub fingerprint: u64,
}

impl RunSummary {
    pub fn new(view: RunSpec, sample: Sample, report: &Report, truncated: bool) -> Self {
        let claim = claim(&view);
        RunSummary {
            machine: view.machine.clone(),
            view: Some(view),
            ..RunSummary::of(claim, Machine::default(), sample, report, truncated)
        }
    }

    /// A run of the reader's own kernel, whose text is in this language.
    pub fn own(machine: Machine, workgroups: u32, report: &Report, truncated: bool, text: CodeText) -> Self {
        let sample = Sample::whole_of(workgroups);
        RunSummary {
            text,
            ..RunSummary::of(None, machine, sample, report, truncated)
        }
    }

    fn of(claim: Option<&Claim>, machine: Machine, sample: Sample, report: &Report, truncated: bool) -> Self {
        RunSummary {
            counters: counters(claim, sample, report.blocks_alike, &report.metrics),
            view: None,
            text: CodeText::Wgsl,
            machine,
            sample,
            entry_point: report.entry_point.clone(),
            metrics: report.metrics.clone(),
            blocks_alike: report.blocks_alike,
            findings: report.findings.clone(),
            outcome: report.outcome.clone(),
            check: report.check,
            truncated,
            took: report.took,
            fingerprint: report.fingerprint,
        }
    }

    /// Returns true if published figures are shown next to its counters.
    pub fn has_claim(&self) -> bool {
        self.view.as_ref().and_then(claim).is_some()
    }

    pub fn picture_end(&self) -> PictureEnd {
        picture_end(&self.outcome, self.truncated)
    }

    /// The kind of what was counted from masks and addresses.
    pub fn counted(&self) -> Kind {
        counted(self.sample, self.blocks_alike)
    }
}

/// Returns the published counters of a run.
fn claim(view: &RunSpec) -> Option<&'static Claim> {
    let (size, machine) = (view.size, &view.machine.id);
    claim_of(view.kernel, machine, size.n(), size.block())
}
