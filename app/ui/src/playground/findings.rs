//! Shows what the machine has found: each finding stands under its line, with its repair and the way to its moment.

use super::editor::EditorPlace;
use super::moments::go_to_finding;
use super::order::Orders;
use crate::draft::{Playground, Ran};
use crate::page::Page;
use crate::page::sentence::with_code;
use crate::run::runs::Runs;
use js_sys::Array;
use leptos::prelude::*;
use model::playground::draft::Draft;
use model::playground::moment::moments;
use model::strings::dialect::spoken;
use simt::{Finding, Severity};
use std::sync::Arc;

/// The most findings that stand in the text, and the most marks on the slider. The others are in the list below the text.
const IN_TEXT: usize = 12;
const MOST_STEPS: usize = 8;

/// A finding, and the dispatch that it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    stage: usize,
    finding: Finding,
}

/// Returns the findings of all dispatches, those of the shown one first.
fn all(ran: &Ran) -> Vec<Found> {
    let shown_stage = ran.shown().stage;
    let with_stage = |stage: usize, findings: &[Finding]| -> Vec<Found> {
        let findings = findings.iter().cloned();
        findings.map(|finding| Found { stage, finding }).collect()
    };
    let others = ran.stages.iter().enumerate();
    let others = others.filter(|(stage, _)| *stage != shown_stage);
    let others = others.flat_map(|(stage, report)| with_stage(stage, &report.findings));
    let of_shown = with_stage(shown_stage, &ran.findings).into_iter();
    of_shown.chain(others).collect()
}

/// The findings of the run, if it is that of the text. Copies are the same.
#[derive(Clone, Copy)]
pub struct Findings {
    /// Those under their lines.
    pub in_text: Memo<Vec<Found>>,
    /// Those of other dispatches, those beyond [`IN_TEXT`], and all of them while there is no editor.
    pub below: Memo<Vec<Found>>,
}

impl Findings {
    pub fn of(page: Page, place: EditorPlace) -> Self {
        let playground = Playground::of(page);
        let split = Memo::new(move |_| {
            let ran: Option<Arc<Ran>> = playground.ran.get();
            let is_troubled = playground.trouble.with(Option::is_some);
            let Some(ran) = ran.filter(|_| !is_troubled && playground.is_of_this_text()) else {
                return (Vec::new(), Vec::new());
            };
            let mut in_text = all(&ran);
            let stage = ran.shown().stage;
            let of_shown = in_text.iter().take_while(|each| each.stage == stage);
            let most = if place.is_open() { IN_TEXT } else { 0 };
            let below = in_text.split_off(of_shown.count().min(most));
            (in_text, below)
        });
        Findings {
            in_text: Memo::new(move |_| split.with(|(in_text, _)| in_text.clone())),
            below: Memo::new(move |_| split.with(|(_, below)| below.clone())),
        }
    }

    /// Returns the errors, warnings and hints. Tracked.
    pub fn counts(self) -> [usize; 3] {
        let count = |severity: Severity| {
            let count = |findings: &Vec<Found>| {
                let severities = findings.iter().map(|each| each.finding.severity());
                severities.filter(|each| *each == severity).count()
            };
            self.in_text.with(count) + self.below.with(count)
        };
        [Severity::Error, Severity::Warning, Severity::Hint].map(count)
    }
}

/// Where a finding stands: under its line, or below the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    UnderLine,
    Below,
}

/// The slot of the editor in which a finding stands.
fn slot(index: usize) -> String {
    format!("finding-{index}")
}

/// The findings under their lines: the editor shows each in a slot of its own.
#[component]
pub fn InText(page: Page, place: EditorPlace, runs: Runs, findings: Findings) -> impl IntoView {
    Effect::new(move |_| {
        let places = Array::new();
        findings.in_text.with(|findings| {
            for (index, each) in findings.iter().enumerate() {
                places.push(&Array::of2(&each.finding.line.into(), &slot(index).into()));
            }
        });
        if place.is_open() {
            place.call("under", &[places.into()]);
        }
    });
    // The slider has the moments of what is found.
    Effect::new(move |_| {
        let steps = findings.in_text.with(|findings| {
            let errors = findings
                .iter()
                .filter(|each| each.finding.severity() == Severity::Error);
            let shown_block = Playground::of(page)
                .ran
                .with_untracked(|ran| Some(ran.as_ref()?.shown().block));
            page.run.first.playback.with_value(|playback| {
                let (Some(playback), Some(block)) = (playback, shown_block) else {
                    return Vec::new();
                };
                let steps = |each: &Found| moments(playback.trace(), block, &each.finding).steps;
                errors.take(MOST_STEPS).flat_map(steps).collect()
            })
        });
        page.run.fault_steps.set(steps);
    });
    on_cleanup(move || {
        page.run.fault.set(None);
        page.run.fault_steps.set(Vec::new());
    });
    move || {
        let findings = findings.in_text.get().into_iter().enumerate();
        let cards = findings.map(|(index, finding)| {
            view! {
                <div class="finding-slot" slot=slot(index)>
                    <Card page=page place=place runs=runs found=finding stands=Place::UnderLine />
                </div>
            }
        });
        cards.collect_view()
    }
}

/// The findings that do not stand in the text.
#[component]
pub fn Below(page: Page, place: EditorPlace, runs: Runs, findings: Findings) -> impl IntoView {
    move || {
        let findings = findings.below.get();
        (!findings.is_empty()).then(|| {
            let cards = findings.into_iter().map(|finding| {
                view! {
                    <li>
                        <Card page=page place=place runs=runs found=finding stands=Place::Below />
                    </li>
                }
            });
            view! { <ul class="findings-below">{cards.collect_view()}</ul> }
        })
    }
}

#[component]
fn Card(page: Page, place: EditorPlace, runs: Runs, found: Found, stands: Place) -> impl IntoView {
    let playground = Playground::of(page);
    let orders = Orders::of(page);
    let Found { stage, finding } = found;
    let severity = finding.severity().name();
    let kind = finding.kind.name();
    let is_race = finding.kind.conflict().is_some();
    let line = finding.line;
    let finding = StoredValue::new(finding);
    let text = move || {
        let language = playground.draft.with(Draft::language);
        let words = page.strings().finding_words();
        let text = finding.with_value(|finding| match stands {
            Place::UnderLine => (words.under_line)(finding),
            Place::Below => (words.finding)(finding),
        });
        with_code(&spoken(language, text))
    };
    let name = playground.ran.with_untracked(|ran| {
        let chain = ran.as_ref()?.ready.chain.as_ref()?;
        let entry_point = &chain.stages.get(stage)?.entry_point;
        Some(format!("{} {entry_point}: ", stage + 1))
    });
    let show = move |_| {
        // Under its line, the caret and the focus stay.
        if stands == Place::Below {
            place.go(line, finding.with_value(|finding| finding.column));
        }
        finding.with_value(|finding| go_to_finding(page, stage, finding));
    };
    let words = move || page.strings().playground();
    let repair = finding.with_value(|finding| Some((finding.suggested_fix.clone()?, finding.edit.clone()?)));
    let repair = repair.map(|(fix, edit)| {
        let mend = move |_| {
            let (first, last) = (edit.first.into(), edit.last.into());
            place.call("edit", &[first, last, edit.text.as_str().into()]);
        };
        view! {
            <button type="button" class="button primary" data-repair="" on:click=mend>
                {move || (words().repair)(&fix)}
            </button>
        }
    });
    let find = move |_| orders.look(page, runs);
    let searched = is_race.then(|| {
        view! {
            <button type="button" class="button" data-find-order="" disabled=move || orders.is_busy() on:click=find>
                {move || words().find_order}
            </button>
        }
    });
    let said = is_race.then(|| view! { <output aria-live="polite">{move || orders.said(page)}</output> });
    view! {
        <div class=format!("finding {severity}") data-finding=kind>
            <p>{name}{text}</p>
            <div class="finding-buttons">
                {repair}
                <button type="button" class="button" data-show="" title=move || words().finding_hint on:click=show>
                    {move || if is_race { words().show_both } else { words().show_moment }}
                </button> {searched} {said}
            </div>
        </div>
    }
}
