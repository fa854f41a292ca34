//! Goes to a moment of the playground's run: a finding, or the last store to a word.

use crate::draft::{Moment, Playground};
use crate::page::{Fault, Page};
use leptos::prelude::*;
use model::playground::expected::Writer;
use model::playground::moment::{last_store, moments};
use model::run::landmark::Landmark;
use simt::{Finding, Trace};

/// Goes to the next step in which a finding of a dispatch happens, in a circle, or shows the block that it happens in.
pub fn go_to_finding(page: Page, stage: usize, finding: &Finding) {
    let playground = Playground::of(page);
    let Some(writer) = shown_writer(page) else {
        return;
    };
    let of_finding = || Moment::Finding(Box::new(finding.clone()));
    if stage != writer.stage {
        let block = finding.workgroup;
        return playground.show(Writer { stage, block }, of_finding());
    }
    let moments = with_trace(page, |trace| moments(trace, writer.block, finding));
    let Some(moments) = moments else { return };
    page.run.fault.set(Some(fault(writer.block, finding)));
    let now = page.run.position.get_untracked();
    let next = moments.steps.iter().find(|&&step| step > now);
    page.run.playing.set(false);
    match (next, moments.block, moments.steps.first()) {
        (Some(&step), _, _) | (None, None, Some(&step)) => page.go_to(step),
        (None, Some(block), _) => playground.show(Writer { stage, block }, of_finding()),
        (None, None, None) => {}
    }
}

/// Goes to the last store to a word, in the block that made it.
pub fn go_to_last_store(page: Page, variable: &str, word: u32, by: Option<Writer>) {
    let Some(writer) = shown_writer(page) else {
        return;
    };
    let variable = variable.to_owned();
    let moment = Moment::LastStore { variable, word };
    match by.filter(|by| *by != writer) {
        Some(by) => Playground::of(page).show(by, moment),
        None => go(page, &moment),
    }
}

/// Returns the dispatch and the block that are shown.
fn shown_writer(page: Page) -> Option<Writer> {
    Playground::of(page)
        .ran
        .with_untracked(|ran| Some(ran.as_ref()?.shown()))
}

/// Goes to the moment that the run was made for.
pub fn arrive(page: Page) {
    let awaited = Playground::of(page).awaited.try_update_value(Option::take);
    if let Some(moment) = awaited.flatten() {
        go(page, &moment);
    }
}

/// Returns what a finding is about, as far as it is in a block.
fn fault(block: u32, finding: &Finding) -> Fault {
    let Some(conflict) = finding.kind.conflict() else {
        let is_here = finding.workgroup == block;
        return Fault {
            threads: is_here.then_some(finding.invocation).into_iter().collect(),
            word: None,
        };
    };
    let parties = [&conflict.here, &conflict.there].into_iter();
    let here = parties.filter(|party| party.workgroup == block);
    Fault {
        threads: here.filter_map(|party| party.invocation).collect(),
        word: conflict.index.map(|index| (conflict.variable.clone(), index)),
    }
}

fn go(page: Page, moment: &Moment) {
    if let Moment::Same(landmark) = moment {
        return go_to_landmark(page, landmark);
    }
    let step = with_trace(page, |trace| match moment {
        Moment::Finding(finding) => {
            let block = shown_writer(page)?.block;
            page.run.fault.set(Some(fault(block, finding)));
            moments(trace, block, finding).steps.first().copied()
        }
        Moment::LastStore { variable, word } => {
            let name = name_in_stage(page, variable);
            last_store(trace, name.as_deref().unwrap_or(variable), *word)
        }
        Moment::Step(step) => Some((*step).min(trace.len())),
        Moment::Play => Some(0),
        Moment::End => Some(trace.len()),
        Moment::Same(_) => None,
    });
    page.run.playing.set(false);
    if let Some(step) = step.flatten() {
        page.go_to(step);
        page.run.playing.set(*moment == Moment::Play);
    }
}

fn go_to_landmark(page: Page, landmark: &Landmark) {
    let grain = page.run.grain.get_untracked();
    let position = page.run.first.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        playback.position_of(landmark, grain)
    });
    page.go_to(position.unwrap_or(0));
}

/// Returns the name that the shown dispatch of a chain gives to a variable of the chain.
fn name_in_stage(page: Page, variable: &str) -> Option<String> {
    let ran = Playground::of(page).ran.get_untracked()?;
    let chain = ran.ready.chain.as_ref()?;
    let mut variables = chain.bindings.iter();
    let place = variables.position(|binding| binding.name == variable)?;
    let place = *chain.places_before(place).get(chain.shown)?;
    let stage = chain.stages.get(chain.shown)?;
    let index = stage.places.iter().position(|&each| each == place)?;
    let mut buffers = ran.ready.entry.buffers.iter();
    let buffer = buffers.find(|binding| binding.slot == Some(stage.slots[index]))?;
    Some(buffer.name.clone())
}

/// Reads the trace of the run that is shown.
pub fn with_trace<R>(page: Page, read: impl FnOnce(&Trace) -> R) -> Option<R> {
    page.run
        .first
        .playback
        .with_value(|playback| Some(read(playback.as_ref()?.trace())))
}
