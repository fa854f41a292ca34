//! The report as one self-contained page: targets, times by way, counters.

use crate::counters::METRICS;
use crate::document::{Counted, Ratio, Report, speed};
use crate::table::{PUBLISHED_BYTES_PER_NANO, Row, Target, Verdict, rows, targets};
use gpu::Measurement;
use std::fmt::Write;

/// Returns the page's HTML, with its styles.
pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Warpstep on {device}</title>\n<style>\n{}{}</style></head><body>\n\
         <h1>The same kernels on one {device}</h1>\n\
         <p>WGSL in a browser and natively, with wgpu's checks and without, CUDA twins line by line, and CUDA's own libraries: measured in one run on one GPU with driver {driver}. \
         Times are medians of at least 30 interleaved rounds, with their 95 % bootstrap interval below. Each sample is the difference of passes of 2R and R launches, divided by R. \
         CUDA's passes are graphs between two events. Natively wgpu's barriers for storage memory have device scope, so kernels that reduce in place take longer there than in a browser, whose barriers have workgroup scope. GB/s counts the bytes that any kernel for the task must move.</p>\n",
        include_str!("../../../../../assets/tokens.css"),
        include_str!("page.css"),
        device = escaped(&report.device),
        driver = escaped(&report.driver),
    );
    page.push_str("<h2>Targets</h2>\n");
    table(
        &mut page,
        &["", "reached", "target", ""],
        targets(report).iter().map(target),
    );
    page.push_str("<h2>Times</h2>\n<p>Measured; milliseconds per dispatch. “By the host” is a library function that a program calls repeatedly, without a graph; “alone” is one launch between two events. The bar shows the fraction of the published 4.8 TB/s.</p>\n");
    table(
        &mut page,
        &[
            "kernel",
            "n",
            "block",
            "browser",
            "native, checked",
            "native, unchecked",
            "CUDA",
            "by the host",
            "alone",
            "browser against CUDA",
        ],
        rows(report).iter().map(times),
    );
    page.push_str("<h2>Counters</h2>\n<p>Measured by ncu for each CUDA twin (minimum of three readings) | exact, as the machine <code>h200</code> counts them. Some differences have known reasons. In the divergence kernels and ilp the compiler keeps words in registers where the source loads them repeatedly; the last column shows the remaining instructions. Our efficiency counts a byte once for every lane that requests it, as nvprof did; ncu counts it once. In reduce_neighbored_less_unrolled the compiler keeps the word that lane 0 has just stored, which saves one load per workgroup. In reduce_shared_strided, reduce_shared_last_warp_barriers and in products that read neighbouring words of a tile, it loads two or four words of shared memory at once. In reduce_single_pass_once and reduce_single_pass_ahead the twins clear the word of each workgroup themselves, which WGSL does implicitly. On the chip, arbitration adds up to 3 % to the wavefronts in shared memory.</p>\n");
    let names = METRICS;
    let header: Vec<&str> = ["kernel", "n"]
        .into_iter()
        .chain(names)
        .chain(["instructions"])
        .collect();
    table(&mut page, &header, report.counters.iter().map(counters));
    page.push_str("</body></html>\n");
    page
}

fn table(page: &mut String, header: &[&str], rows: impl Iterator<Item = String>) {
    page.push_str("<div class=\"scroll\"><table><thead><tr>");
    for cell in header {
        let _ = write!(page, "<th>{}</th>", escaped(cell));
    }
    page.push_str("</tr></thead><tbody>\n");
    for row in rows {
        let _ = writeln!(page, "<tr>{row}</tr>");
    }
    page.push_str("</tbody></table></div>\n");
}

fn target(target: &Target) -> String {
    let Ratio { median, low, high } = target.reached;
    let (class, verdict) = match target.verdict() {
        Verdict::Met => ("met", "met"),
        Verdict::Missed => ("missed", "not met"),
        Verdict::Undecided => ("undecided", "undecided"),
    };
    let relation = if target.is_most { "≤" } else { "≥" };
    format!(
        "<td class=\"prose\">{}</td><td>{median:.4}<small>{low:.4} – {high:.4}</small></td><td>{relation} {}</td><td class=\"{class}\">{verdict}</td>",
        escaped(&target.what),
        target.asked
    )
}

fn times(row: &Row) -> String {
    let mut text = format!(
        "<td>{}</td><td>{}</td><td>{}</td>",
        escaped(&row.kernel),
        row.n,
        if row.block == 0 {
            "–".to_owned()
        } else {
            row.block.to_string()
        }
    );
    for measurement in row.ways.iter().chain([&row.by_host, &row.alone]) {
        text.push_str(&time(measurement.as_ref()));
    }
    let [browser, .., cuda] = &row.ways;
    let ratio = browser
        .as_ref()
        .zip(cuda.as_ref())
        .map(|(browser, cuda)| speed(browser, cuda));
    let _ = match ratio {
        Some(Ratio { median, low, high }) => write!(text, "<td>{median:.3}<small>{low:.3} – {high:.3}</small></td>"),
        None => write!(text, "<td>–</td>"),
    };
    text
}

fn time(measurement: Option<&Measurement>) -> String {
    let Some(measurement) = measurement else {
        return "<td>–</td>".to_owned();
    };
    let millis = |nanos: f64| format!("{:.5}", nanos / 1e6);
    let part = (100.0 * measurement.gb_per_s / PUBLISHED_BYTES_PER_NANO).clamp(0.0, 100.0);
    format!(
        "<td>{}<small>{} – {}</small><small>{:.0} GB/s</small><span class=\"bar\" style=\"width: {part:.1}%\"></span></td>",
        millis(measurement.nanos),
        millis(measurement.low),
        millis(measurement.high),
        measurement.gb_per_s
    )
}

fn counters(counted: &Counted) -> String {
    let mut text = format!("<td>{}</td><td>{}</td>", escaped(&counted.kernel), counted.n);
    let differing = counted.differing();
    for name in METRICS {
        let number = |value: Option<&f64>| match value {
            None => "–".to_owned(),
            Some(value) if name.ends_with("efficiency") => format!("{value:.2}"),
            Some(value) => value.to_string(),
        };
        let (chip, machine) = (number(counted.chip.get(name)), number(counted.machine.get(name)));
        let _ = match differing.iter().find(|differing| differing.name == name) {
            Some(differing) => write!(
                text,
                "<td class=\"{}\">{chip}<small>machine {machine}: {}</small></td>",
                if differing.reason.is_some() {
                    "explained"
                } else {
                    "differs"
                },
                differing.reason()
            ),
            None => write!(text, "<td>{chip}</td>"),
        };
    }
    let instructions = counted
        .instructions
        .iter()
        .map(|(name, count)| format!("{name} {count}"));
    let _ = write!(
        text,
        "<td>{}</td>",
        escaped(&instructions.collect::<Vec<_>>().join(", "))
    );
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_counter_that_differs_is_marked_and_shows_both_numbers() {
        let counts = |loads| BTreeMap::from([("gld_requests".to_owned(), loads), ("gst_requests".to_owned(), 8.0)]);
        let row = counters(&Counted {
            kernel: "a<b".to_owned(),
            n: 64,
            block: 64,
            chip: counts(2.0),
            machine: counts(4.0),
            instructions: BTreeMap::from([("LDG".to_owned(), 1)]),
        });
        assert!(
            row.starts_with(
                "<td>a&lt;b</td><td>64</td><td class=\"differs\">2<small>machine 4: differs</small></td><td>8</td>"
            ),
            "{row}"
        );
        assert!(row.ends_with("<td>LDG 1</td>"), "{row}");
    }
}
