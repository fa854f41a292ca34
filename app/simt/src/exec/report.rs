//! Lists the calls that a program reports, such as those of `printf`.

use super::gang::Gang;
use super::interpret::Context;
use crate::program::{Register, Report};
use wgsl::ReportKind;

impl Context<'_> {
    /// Begins a report in each active lane, or adds the finding of an assertion that does not hold.
    #[inline(never)]
    pub(crate) fn report<const W: usize>(&mut self, gang: &Gang<W>, mark: u32) {
        self.reports.open = 0;
        self.changes += 1;
        match self.program.reports.get(mark as usize) {
            Some(ReportKind::Assertion(text)) => {
                let place = self.place(gang, &gang.active.mask);
                self.hazards.assertion_failed(self.program, place, text.clone());
                return;
            }
            Some(&ReportKind::Fence(scope)) => {
                for (first, lanes) in gang.warps_of(&gang.active) {
                    self.hazards.fenced(gang.first_invocation() + first, lanes, scope);
                }
                return;
            }
            Some(ReportKind::Listed | ReportKind::Mask | ReportKind::GridBarrier) | None => {}
        }
        let step = self.recorder.as_mut().and_then(|recorder| recorder.step());
        for (first, lanes) in gang.warps_of(&gang.active) {
            for lane in lanes.lanes() {
                self.reports.begin(Report {
                    mark,
                    workgroup: self.workgroup,
                    invocation: gang.first_invocation() + first + lane,
                    statement: gang.statement,
                    step,
                    values: Vec::new(),
                });
            }
        }
    }

    /// Adds a word to the reports that the active lanes have begun.
    #[inline(never)]
    pub(crate) fn tell<const W: usize>(&mut self, gang: &Gang<W>, from: Register) {
        let from_end = self.reports.listed.len() - self.reports.open;
        let lanes = gang
            .warps_of(&gang.active)
            .flat_map(|(first, lanes)| lanes.lanes().map(move |lane| first + lane));
        for (report, lane) in self.reports.listed[from_end..].iter_mut().zip(lanes) {
            report.values.push(gang.value(from, lane));
        }
    }
}
