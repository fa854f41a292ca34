//! The list of a run's findings. Its sentences are loaded with the first run that has one.

use crate::page::Page;
use crate::page::lazy_view::lazy_view;
use crate::page::sentence::with_code;
use crate::panels::code::shown_line;
use leptos::prelude::*;
use model::address::CodeText;
use model::strings::dialect::in_cuda;
use simt::Finding;

lazy_view! { panels: finding_list(page: Page) { view! { <FindingList page=page /> } } }

#[component]
fn FindingList(page: Page) -> impl IntoView {
    let sentences = move || -> Vec<String> {
        page.run.first.summary.with(|summary| {
            let findings = summary.iter().flat_map(|summary| &summary.findings);
            findings.map(|finding| sentence(page, finding)).collect()
        })
    };
    view! { <ul>{move || sentences().into_iter().map(|sentence| view! { <li>{with_code(&sentence)}</li> }).collect_view()}</ul> }
}

/// Returns the sentence about a finding, with the lines of the shown code and in the words of the text that ran.
fn sentence(page: Page, finding: &Finding) -> String {
    let write = |finding: &Finding| {
        let text = (page.strings().finding_words().finding)(finding);
        match page.run.first.text_that_ran() {
            CodeText::Wgsl => text,
            CodeText::Cuda => in_cuda(text),
        }
    };
    match finding.with_lines(|line| shown_line(page, page.run.first, line)) {
        Some(finding) => write(&finding),
        None => format!("{} (WGSL)", write(finding)),
    }
}
