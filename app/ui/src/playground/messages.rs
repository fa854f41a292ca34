//! Errors in the text and findings of the run; each message leads to its line.

use super::editor::EditorPlace;
use crate::draft::Playground;
use crate::draft::Trouble;
use crate::page::Page;
use leptos::prelude::*;
use model::playground::foreign::recognise;
use model::playground::hint::hint;
use simt::{KernelError, Severity};

#[component]
pub fn Messages(page: Page, place: EditorPlace) -> impl IntoView {
    let playground = Playground::of(page);
    let state = move || match (
        playground.trouble.with(Option::is_some),
        playground.ran.with(Option::is_some),
    ) {
        (true, _) => "refused",
        (false, true) => "ran",
        (false, false) => "waiting",
    };
    view! {
        <div class="playground-messages" id="messages" role="status" aria-live="polite" data-state=state data-settled=move || playground.is_settled().to_string()>
            {move || trouble(page, place)}
            {move || stale(page)}
            {move || entry_note(page)}
            {move || findings(page, place)}
        </div>
    }
}

/// Shows the reason why the draft cannot run, and hints for the reader.
fn trouble(page: Page, place: EditorPlace) -> Option<impl IntoView + use<>> {
    let (strings, playground) = (page.strings(), Playground::of(page));
    let words = strings.playground();
    let trouble = playground.trouble.get()?;
    let source = playground
        .draft
        .with_untracked(|draft| draft.source.clone());
    let (text, hints, at) = match &trouble {
        Trouble::Empty => (words.empty.to_owned(), Vec::new(), None),
        Trouble::Engine => (words.engine.to_owned(), Vec::new(), None),
        Trouble::NotReady(error) => ((words.not_ready)(error), Vec::new(), None),
        Trouble::Kernel(error) => {
            let is_text = matches!(
                error,
                KernelError::Parse { .. }
                    | KernelError::Validation { .. }
                    | KernelError::NoEntryPoint { .. }
            );
            let foreign = is_text.then(|| recognise(&source)).flatten();
            let hints = match foreign {
                Some(foreign) => vec![(words.foreign)(&foreign)],
                None => hint(&source, error).iter().map(words.hint).collect(),
            };
            ((strings.kernel_error)(error), hints, error.location())
        }
    };
    Some(view! {
        <div class="message error" id="trouble">
            <p>
                <i aria-hidden="true">"✗"</i>
                {match at {
                    Some((line, column)) => view! { <button class="message-line" on:click=move |_| place.go(line, column)>{text}</button> }.into_any(),
                    None => view! { <span>{text}</span> }.into_any(),
                }}
            </p>
            {hints.into_iter().map(|hint| view! { <p class="message-hint">{hint}</p> }).collect_view()}
        </div>
    })
}

/// Shows a note that the picture belongs to an older text.
fn stale(page: Page) -> Option<impl IntoView + use<>> {
    let playground = Playground::of(page);
    let troubled = playground.trouble.with(Option::is_some);
    let shown = playground.ran.with(Option::is_some);
    (shown && troubled).then(|| {
        view! { <p class="message" id="stale"><i aria-hidden="true">"↺"</i>{page.strings().playground().stale}</p> }
    })
}

/// Shows which entry point runs, if there are several.
fn entry_note(page: Page) -> Option<impl IntoView + use<>> {
    let ran = Playground::of(page).ran.get()?;
    (ran.ready.names.len() > 1 && Playground::of(page).trouble.with(Option::is_none)).then(|| {
        let text = (page.strings().playground().several)(&ran.ready.names, &ran.ready.entry.name);
        view! { <p class="message" id="entry-note"><i aria-hidden="true">"·"</i>{text}</p> }
    })
}

/// Shows a note that the picture ends before the kernel does.
fn cut_off(page: Page) -> Option<impl IntoView + use<>> {
    let end = page
        .run
        .first
        .summary
        .with(|shown| shown.as_ref().map(|shown| shown.picture_end()));
    let text = (page.strings().picture_end)(end?)?;
    Some(view! { <p class="message" id="cut-off"><i aria-hidden="true">"·"</i>{text}</p> })
}

fn findings(page: Page, place: EditorPlace) -> Option<impl IntoView + use<>> {
    let strings = page.strings();
    let ran = Playground::of(page).ran.get()?;
    if Playground::of(page).trouble.with(Option::is_some) {
        return None;
    }
    let outcome = (strings.outcome)(&ran.outcome);
    let quiet = ran.findings.is_empty() && outcome.is_none();
    let finding = |finding: &simt::Finding| {
        let (class, sign) = match finding.severity() {
            Severity::Error => ("message error", "!"),
            Severity::Warning => ("message warning", "!"),
            Severity::Hint => ("message", "·"),
        };
        let (line, column) = (finding.line, finding.column);
        let text = (strings.finding)(finding);
        view! {
            <li class=class data-finding=finding.kind.name()>
                <p><i aria-hidden="true">{sign}</i><button class="message-line" on:click=move |_| place.go(line, column)>{text}</button></p>
            </li>
        }
    };
    Some(view! {
        {outcome.map(|outcome| view! { <p class="message error" id="outcome"><i aria-hidden="true">"!"</i>{outcome}</p> })}
        {move || cut_off(page)}
        {quiet.then(|| view! { <p class="message good" id="all-well"><i aria-hidden="true">"✓"</i>{strings.playground().all_well}</p> })}
        <ul>{ran.findings.iter().map(finding).collect_view()}</ul>
    })
}
