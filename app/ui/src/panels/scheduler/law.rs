//! Little's law with the numbers of now: what must be under way, and what these warps give.

use crate::page::Page;
use crate::panels::scheduler::dials::Controls;
use crate::panels::scheduler::run::Run;
use crate::run::badge::badge;
use leptos::prelude::*;
use lessons::published::{published, title};
use lessons::scheduler::{bytes_before_waiting, bytes_needed, operations_needed, side_by_side};
use model::panels::counters::Kind;
use model::strings::scheduler::{Law, MemoryLaw};

#[component]
pub fn LittlesLaw(page: Page, controls: Controls, run: Run) -> impl IntoView {
    move || {
        let strings = page.strings();
        let words = strings.scheduler_words();
        let kind = |published| {
            if published { Kind::Published } else { Kind::Modelled }
        };
        let chip = controls.chip.get();
        let name = chip.as_ref().map_or("", |chip| chip.name);
        let first = arithmetic_law(run);
        let needs = chip.as_ref().map(|chip| Law {
            needed: operations_needed(run.schedule.get().setting.arithmetic_latency, chip.cores),
            arithmetic_latency: run.schedule.get().setting.arithmetic_latency,
            cores: chip.cores,
            warps: 0,
            warp_width: 0,
            operations: 0,
            longest: 0,
            given: 0.0,
        });
        let printed = chip.as_ref().and_then(|chip| chip.memory);
        let given_operations = first
            .as_ref()
            .map_or(words.no_operations.to_owned(), words.given_operations);
        view! {
            <table class="law" id="law">
                <caption>{words.law}</caption>
                <thead>
                    <tr>
                        <td />
                        <th scope="col">{words.needed}</th>
                        <th scope="col">{words.given} " " {badge(strings, Kind::Modelled)}</th>
                    </tr>
                </thead>
                <tbody>
                    <tr>
                        <th scope="row">{words.operations}</th>
                        <td id="law-operations">
                            {needs.as_ref().map(words.needed_operations)} " "
                            {badge(strings, kind(controls.dials.get().publishes_operations()))}
                        </td>
                        <td id="law-operations-given" data-given=first.map(|law| format!("{:.1}", law.given))>
                            {given_operations}
                        </td>
                    </tr>
                    <tr>
                        <th scope="row">{words.memory}</th>
                        {memory_cells(page, memory_law(controls, run).as_ref(), name)}
                    </tr>
                </tbody>
            </table>
            <p class="source">
                {badge(strings, Kind::Published)} " "
                {(words
                    .source)(
                    chip.as_ref().and_then(|chip| chip.source).unwrap_or_else(|| title(&published().tables.source)),
                )} " " {printed.map(|memory| (words.printed_bytes)(memory.kilobytes_in_flight))}
            </p>
            {chip
                .as_ref()
                .filter(|chip| chip.schedulers > 1)
                .map(|chip| {
                    view! {
                        <p class="source" id="scheduler-schedulers">
                            {(words.schedulers)(chip.schedulers, chip.cores / chip.schedulers)}
                        </p>
                    }
                })}
            <p class="source">
                {badge(strings, Kind::Modelled)} " " {words.model} " "
                {run.stream.get().cut.then(|| (words.cut)(run.stream.get().instructions.len()))}
            </p>
        }
    }
}

/// Returns the law of arithmetic for the shown stream; `None` if it has no operations. Tracked.
fn arithmetic_law(run: Run) -> Option<Law> {
    let (setting, stream) = (run.schedule.get().setting, run.stream.get());
    let (longest, count) = side_by_side(&stream.instructions)?;
    let side_by_side = count as f64 / longest as f64;
    Some(Law {
        warps: setting.warps,
        arithmetic_latency: setting.arithmetic_latency,
        cores: setting.cores,
        warp_width: setting.warp_width,
        operations: count,
        longest,
        needed: operations_needed(setting.arithmetic_latency, setting.cores),
        given: f64::from(setting.warps) * side_by_side * f64::from(setting.warp_width),
    })
}

/// Returns the law of memory for the shown stream; `None` if the chip's figures are not published. Tracked.
fn memory_law(controls: Controls, run: Run) -> Option<MemoryLaw> {
    let (setting, stream) = (run.schedule.get().setting, run.stream.get());
    let memory = controls.chip.get()?.memory?;
    let needed = bytes_needed(setting.memory_latency, memory.gigahertz, memory.gigabytes_per_second);
    let bytes_of_warp = bytes_before_waiting(&stream.instructions);
    Some(MemoryLaw {
        warps: setting.warps,
        latency: setting.memory_latency,
        gigahertz: memory.gigahertz,
        gigabytes_per_second: memory.gigabytes_per_second,
        multiprocessors: memory.multiprocessors,
        needed,
        needed_each: needed / f64::from(memory.multiprocessors),
        bytes_of_warp,
        given: setting.warps * bytes_of_warp,
    })
}

/// Shows the bytes that must be under way, and those that these warps give.
fn memory_cells(page: Page, law: Option<&MemoryLaw>, chip: &str) -> AnyView {
    let strings = page.strings();
    let words = strings.scheduler_words();
    let Some(law) = law else {
        return view! { <td colspan="2">{(words.no_memory_figures)(chip)}</td> }.into_any();
    };
    let given_bytes = match law.bytes_of_warp {
        0 => words.no_bytes.to_owned(),
        _ => (words.given_bytes)(law),
    };
    view! {
        <td id="law-memory">
            {(words.needed_bytes)(law)} " " {badge(strings, Kind::Modelled)}
        </td>
        <td id="law-memory-given" data-given=law.given.to_string()>
            {given_bytes}
        </td>
    }
    .into_any()
}
