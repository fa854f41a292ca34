//! The table of measurements, one per row: median, interval, all samples, first run, compile time, method.

use super::under_way::case_text;
use crate::lab::Lab;
use crate::page::Page;
use gpu::{Clock, Measurement, median, quantile};
use leptos::prelude::*;
use model::lab::figures::{bandwidth_text, duration, repeats, time_text};
use model::lab::record::{Record, Result, title};
use model::number::grouped;

#[component]
pub fn Table(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let record = move || lab.record.get();
    view! {
        <section class="panel lab-table-panel">
            <div class="lab-table-scroll" tabindex="0" role="region" aria-label=move || page.strings().lab().table>
                <table class="lab-table" id="lab-table">
                    <thead>{move || head(page)}</thead>
                    <tbody>{move || record().map(|record| rows(page, &record))}</tbody>
                </table>
            </div>
            {move || record().filter(|record| !record.failures.is_empty()).map(|record| failures(page, &record))}
        </section>
    }
    .into_any()
}

fn head(page: Page) -> impl IntoView {
    let strings = page.strings();
    let words = strings.lab();
    view! {
        <tr>
            <th scope="col">{strings.kernel}</th>
            <th scope="col">"n"</th>
            <th scope="col">{strings.block}</th>
            <th scope="col">{strings.median} <small>{strings.interval}</small></th>
            <th scope="col">{strings.bandwidth}</th>
            <th scope="col" class="samples" title=words.samples_hint>
                {words.samples}
            </th>
            <th scope="col" title=words.first_run_hint>
                {words.first_run}
            </th>
            <th scope="col" title=words.compiling_hint>
                {words.compiling}
            </th>
            <th scope="col" class="how">
                {words.method}
            </th>
        </tr>
    }
}

fn rows(page: Page, record: &Record) -> impl IntoView + use<> {
    let language = page.settings.language.get();
    let row = |result: Result<'_>| {
        let (entry, time) = (result.entry, result.time);
        let strings = page.strings();
        let words = strings.lab();
        let parameters: Vec<String> = entry
            .parameters
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let method = match repeats(time) {
            Some(r) => (words.slope)(r),
            None => words.single.to_owned(),
        };
        let clock = match time.clock {
            Clock::Gpu => "gpu",
            Clock::Wall => "wall",
        };
        let coarse = is_coarse(time).then(|| (words.quantised)(&duration(time.step_nanos)));
        view! {
            <tr
                data-kernel=entry.kernel.clone()
                data-n=entry.n.to_string()
                data-block=entry.block.to_string()
                data-clock=clock
                data-samples=time.samples.len().to_string()
            >
                <th scope="row">
                    {title(&entry.kernel, language)}
                    {(!parameters.is_empty()).then(|| view! { <small>{parameters.join(", ")}</small> })}
                </th>
                <td>{grouped(entry.n)}</td>
                <td>{entry.block}</td>
                <td>
                    <b>{time_text(time)}</b>
                    <small>{format!("{} – {}", duration(time.low), duration(time.high))}</small>
                </td>
                <td>{bandwidth_text(time)}</td>
                <td class="samples">{strip(page, time)}</td>
                <td>{duration(time.first_run_nanos)}</td>
                <td>{duration(time.compile_nanos)}</td>
                <td class="how">
                    {method} <small>{coarse.unwrap_or_else(|| (words.clock)(time.clock).to_owned())}</small>
                </td>
            </tr>
        }
    };
    record.results().map(row).collect_view()
}

/// Returns true if the clock's step can be seen in the samples: more than a thousandth of the time.
fn is_coarse(time: &Measurement) -> bool {
    time.step_nanos / f64::from(time.repeats.max(1)) > time.nanos / 1e3
}

/// Draws all samples as dots from the fastest to the slowest, with the outliers marked and the median as a line.
fn strip(page: Page, time: &Measurement) -> impl IntoView + use<> {
    let strings = page.strings();
    let samples = &time.samples;
    let (least, most) = samples
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), sample| {
            (least.min(*sample), most.max(*sample))
        });
    let span = (most - least).max(f64::MIN_POSITIVE);
    // A margin of 3 percent at both ends leaves room for the round dots.
    let place = |nanos: f64| 3.0 + 94.0 * (nanos - least) / span;
    let fences = fences(samples);
    let is_outlier = |sample: &&f64| !(fences.0..=fences.1).contains(*sample);
    let dots = |keep: &dyn Fn(&&f64) -> bool| -> String {
        let kept = samples.iter().filter(keep);
        kept.map(|sample| format!("M{:.1} 6h0", place(*sample))).collect()
    };
    let outliers = samples.iter().filter(is_outlier).count();
    let label = (strings.lab().strip)((samples.len(), &duration(least), &duration(most), outliers));
    let (title, middle) = (label.clone(), place(time.nanos));
    view! {
        <svg class="strip-of-samples" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label=label>
            <title>{title}</title>
            <path class="middle" d=format!("M{middle:.1} 1v10") />
            <path class="dots" d=dots(&|sample| !is_outlier(sample)) />
            <path class="dots outliers" d=dots(&is_outlier) />
        </svg>
    }
}

/// Returns the bounds outside of which a sample is an outlier, in nanoseconds: 1.5 interquartile ranges beyond the
/// quartiles. Source: Tukey, Exploratory Data Analysis, 1977.
fn fences(samples: &[f64]) -> (f64, f64) {
    let (Some(low), Some(high)) = (quantile(samples, 0.25), quantile(samples, 0.75)) else {
        return (f64::NEG_INFINITY, f64::INFINITY);
    };
    let reach = 1.5 * (high - low);
    // On a coarse clock almost all samples can be equal; then the range is at least a thousandth of the median.
    let reach = reach.max(median(samples).unwrap_or(0.0).abs() / 1e3);
    (low - reach, high + reach)
}

/// Lists the cases that could not be measured, with the reasons.
fn failures(page: Page, record: &Record) -> impl IntoView + use<> {
    let strings = page.strings();
    let line = |(case, error): &(model::lab::experiment::Case, gpu::GpuError)| {
        let what = case_text(page, case.kernel, case.size.n(), case.size.block());
        view! {
            <li data-failed=case.kernel.kernel.name.to_string()>
                <b>{what}</b>
                " "
                {(strings.gpu_error)(error)}
            </li>
        }
    };
    let lines = record.failures.iter().map(line).collect_view();
    view! {
        <ul class="lab-failures" id="lab-failures">
            {lines}
        </ul>
    }
}
