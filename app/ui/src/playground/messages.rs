//! Errors in the text and what the run says of itself; each message leads to its line.

use super::editor::EditorPlace;
use super::findings::{Below, Findings};
use super::launch::{is_cuda, said_in};
use super::member_fields::field_id;
use super::verdict;
use crate::browser::window::focus;
use crate::draft::{Playground, Tab, Trouble};
use crate::page::Page;
use crate::page::sentence::with_code;
use crate::run::runs::Runs;
use engine::protocol::TextRefusal;
use launch::printed::{Printed, printed};
use leptos::prelude::*;
use model::playground::draft::{Double, Draft, LongLong};
use model::playground::language::Language;
use model::playground::repair::{Repair, repair};
use model::strings::dialect::spoken;
use simt::{KernelError, Outcome, Wide};

/// The most placeholders that the form offers.
const MOST_PLACEHOLDERS: usize = 8;

#[component]
pub fn Messages(page: Page, place: EditorPlace, runs: Runs, findings: Findings) -> impl IntoView {
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
        <div
            class="playground-messages"
            id="messages"
            role="status"
            aria-live="polite"
            data-state=state
            data-settled=move || playground.is_settled().to_string()
        >
            {move || trouble(page, place)}
            {move || refused_kernels(page, place)}
            {move || stale(page)}
            {move || entry_note(page)}
            {move || unset_member(page)}
            {move || outcome(page)}
            <Below page=page place=place runs=runs findings=findings />
            {move || printed_lines(page)}
            {move || raised(page)}
            {move || notes(page, place)}
        </div>
    }
}

/// Shows the reason why the draft cannot run, and hints for the reader.
fn trouble(page: Page, place: EditorPlace) -> Option<impl IntoView + use<>> {
    let (strings, playground) = (page.strings(), Playground::of(page));
    let trouble = playground.trouble.get()?;
    let source = playground.draft.with_untracked(|draft| draft.source.clone());
    let text = trouble.sentence(page);
    let (hints, location) = match &trouble {
        Trouble::Kernel(error) | Trouble::Text(TextRefusal { first: error, .. }) => {
            let hints = if is_cuda(page) {
                Vec::new()
            } else {
                strings.hints(&source, error)
            };
            (hints, error.location())
        }
        Trouble::Empty | Trouble::Engine | Trouble::NotReady(_) => (Vec::new(), None),
    };
    let others = match &trouble {
        Trouble::Text(refusal) => more_errors(page, place, &refusal.others),
        _ => None,
    };
    let is_template = matches!(trouble, Trouble::Kernel(KernelError::Parse { .. }));
    let names = if is_template {
        simt::placeholders(&source)
    } else {
        Vec::new()
    };
    let damage = matches!(trouble, Trouble::Kernel(_) | Trouble::Text(_))
        .then(|| repair(&source))
        .flatten()
        .map(|repair| mend_button(page, repair));
    let form = (1..=MOST_PLACEHOLDERS)
        .contains(&names.len())
        .then(|| placeholder_form(page, &names));
    Some(view! {
        <div class="message error" id="trouble">
            <p>
                <i aria-hidden="true">"✗"</i>
                {match location {
                    Some((line, column)) => {
                        view! {
                            <button class="message-line" on:click=move |_| place.go(line, column)>
                                {with_code(&text)}
                            </button>
                        }
                            .into_any()
                    }
                    None => view! { <span>{with_code(&text)}</span> }.into_any(),
                }}
            </p>
            {hints.into_iter().map(|hint| view! { <p class="message-hint"><span>{with_code(&hint)}</span></p> }).collect_view()}
            {others}
            {reading_buttons(page, &trouble)}
            {damage}
            {form}
        </div>
    })
}

/// Shows the errors of kernels that do not compile while another one of the text runs.
fn refused_kernels(page: Page, place: EditorPlace) -> impl IntoView {
    let strings = page.strings();
    let message = move |(name, error): (String, KernelError)| {
        let language = Playground::of(page).draft.with_untracked(Draft::language);
        let text = spoken(language, (strings.kernel_error)(&error));
        let text = (strings.playground().kernel_refused)(&name, &text);
        let (line, column) = error.location().unwrap_or((1, 1));
        view! {
            <p class="message error" data-refused=name>
                <i aria-hidden="true">"✗"</i>
                <button class="message-line" on:click=move |_| place.go(line, column)>
                    {with_code(&text)}
                </button>
            </p>
        }
    };
    let refused = Playground::of(page).refused().into_iter();
    refused.take(MOST_ERRORS).map(message).collect_view()
}

/// The most further errors that are listed.
const MOST_ERRORS: usize = 8;

/// Lists the other errors of a CUDA text; each leads to its line.
fn more_errors(page: Page, place: EditorPlace, errors: &[KernelError]) -> Option<impl IntoView + use<>> {
    let strings = page.strings();
    if errors.is_empty() {
        return None;
    }
    let items = errors.iter().take(MOST_ERRORS).map(|error| {
        let language = Playground::of(page).draft.with_untracked(Draft::language);
        let text = spoken(language, (strings.kernel_error)(error));
        let (line, column) = error.location().unwrap_or((1, 1));
        view! {
            <li>
                <button class="message-line" on:click=move |_| place.go(line, column)>
                    {with_code(&text)}
                </button>
            </li>
        }
    });
    Some(view! {
        <p class="message-hint">{(strings.cuda_words().more_errors)(errors.len())}</p>
        <ul class="more-errors" id="more-errors">
            {items.collect_view()}
        </ul>
    })
}

/// Offers to read `double` as `float`, or `long long` as `int`, where the text was refused for it.
fn reading_buttons(page: Page, trouble: &Trouble) -> Option<impl IntoView + use<>> {
    let playground = Playground::of(page);
    let (Trouble::Kernel(error) | Trouble::Text(TextRefusal { first: error, .. })) = trouble else {
        return None;
    };
    let others = match trouble {
        Trouble::Text(refusal) => refusal.others.as_slice(),
        _ => &[],
    };
    let has = |asked: Wide| {
        let mut errors = std::iter::once(error).chain(others);
        errors.any(|error| matches!(error, KernelError::Cuda { wide, .. } if *wide == Some(asked)))
    };
    let words = page.strings().cuda_words();
    let (double, long_long) = playground.draft.with(|draft| {
        let is_cuda = draft.language() == Language::Cuda;
        (
            is_cuda && draft.double == Double::Refused && has(Wide::Double),
            is_cuda && draft.long_long == LongLong::Refused && has(Wide::LongLong),
        )
    });
    (double || long_long).then(|| {
        view! {
            <p class="message-hint">
                {double
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                id="double-as-float"
                                on:click=move |_| playground.set(|draft| draft.double = Double::AsFloat)
                            >
                                {words.double_as_float}
                            </button>
                            " "
                            {words.double_hint}
                            " "
                        }
                    })}
                {long_long
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                id="long-long-as-int"
                                on:click=move |_| playground.set(|draft| draft.long_long = LongLong::AsInt)
                            >
                                {words.long_long_as_int}
                            </button>
                            " "
                            {words.long_long_hint}
                        }
                    })}
            </p>
        }
    })
}

/// The most printed lines that are listed.
const MOST_PRINTED: usize = 200;

/// Lists what the kernel prints, by block and thread; a line leads to its step.
fn printed_lines(page: Page) -> Option<impl IntoView + use<>> {
    let playground = Playground::of(page);
    let words = page.strings().cuda_words();
    let kernel = playground.shown_translation()?;
    let ran = playground.ran.get()?;
    if ran.reports.listed.is_empty() || playground.trouble.with(Option::is_some) {
        return None;
    }
    let all = printed(&kernel.reports, &ran.reports, None);
    let count = all.len() as u64 + ran.reports.left_out;
    let line = |printed: Printed| {
        let place = (words.printed_by)(printed.block, printed.thread);
        let show = move |_| match printed.step {
            Some(step) => page.go_to(step as usize),
            None => playground.look(|draft| draft.picture = printed.block),
        };
        view! {
            <li>
                <button class="message-line" title=words.printed_hint on:click=show>
                    <small>{place}</small>
                    <code>{printed.text}</code>
                </button>
            </li>
        }
    };
    let lines = all.into_iter().take(MOST_PRINTED).map(line);
    Some(view! {
        <details class="message notes" id="printed" open=true>
            <summary>{(words.printed)(count)}</summary>
            <ul>{lines.collect_view()}</ul>
        </details>
    })
}

/// Lists what the translation changes, folded.
fn notes(page: Page, place: EditorPlace) -> Option<impl IntoView + use<>> {
    let playground = Playground::of(page);
    let words = page.strings().cuda_words();
    let kernel = playground.shown_translation()?;
    if kernel.notes.is_empty() || playground.trouble.with(Option::is_some) {
        return None;
    }
    let items = kernel.notes.iter().map(|note| {
        let line = note.line;
        view! {
            <li>
                <button class="message-line" on:click=move |_| place.go(line, 1)>
                    {(words.line)(line)}
                    ": "
                    {with_code(&note.text)}
                </button>
            </li>
        }
    });
    Some(view! {
        <details class="message notes" id="cuda-notes">
            <summary>{words.notes} " ("{kernel.notes.len()}")"</summary>
            <ul>{items.collect_view()}</ul>
        </details>
    })
}

/// Says what happened to a text on its way, with a button that writes the text without it.
fn mend_button(page: Page, repair: Repair) -> impl IntoView {
    let words = page.strings().playground();
    let text = (words.damaged)(&repair.found);
    let mend = move |_| {
        let playground = Playground::of(page);
        let mut draft = playground.draft.get_untracked();
        draft.source = repair.text.clone();
        playground.take_own(draft);
    };
    view! {
        <p class="message-hint damage">
            {text} " " <button class="button" id="mend-text" type="button" on:click=mend>
                {words.mend}
            </button>
        </p>
    }
}

/// Shows a field for each placeholder of a template. The button writes the values into the text.
fn placeholder_form(page: Page, names: &[&str]) -> impl IntoView + use<> {
    let words = page.strings().playground();
    let values = StoredValue::new(vec![String::new(); names.len()]);
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let fields = names.iter().enumerate().map(|(index, name)| {
        let write = move |event| {
            values.update_value(|values| values[index] = event_target_value(&event));
        };
        view! {
            <label>
                <code>{name.clone()}</code>
                <input type="text" autocomplete="off" spellcheck="false" data-placeholder=name.clone() on:input=write />
            </label>
        }
    });
    let fields = fields.collect_view();
    let fill = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let playground = Playground::of(page);
        let mut draft = playground.draft.get_untracked();
        values.with_value(|values| {
            // A field that is left empty keeps its placeholder.
            for (name, value) in names.iter().zip(values).filter(|(_, value)| !value.trim().is_empty()) {
                draft.source = draft.source.replace(name, value.trim());
            }
        });
        if draft.source != playground.draft.with_untracked(|draft| draft.source.clone()) {
            playground.take_own(draft);
        }
    };
    view! {
        <form class="placeholders" id="placeholders" on:submit=fill>
            <p>{words.placeholders}</p>
            {fields}
            <button class="button" type="submit">
                {words.fill_in}
            </button>
        </form>
    }
}

/// Shows which limits a device must be asked for.
fn raised(page: Page) -> Option<impl IntoView + use<>> {
    let ran = Playground::of(page).ran.get()?;
    let is_shown = !ran.raised.is_empty() && Playground::of(page).trouble.with(Option::is_none);
    is_shown.then(|| {
        let text = (page.strings().playground().raised)(&ran.raised);
        view! {
            <p class="message" id="raised-limits">
                <i aria-hidden="true">"·"</i>
                <span>{text}</span>
            </p>
        }
    })
}

/// Names a member that is not set, and whose default leads outside of a buffer. The button shows its field.
fn unset_member(page: Page) -> Option<impl IntoView + use<>> {
    let playground = Playground::of(page);
    let ran = playground.ran.get()?;
    let unset = ran.unset.clone()?;
    if playground.trouble.with(Option::is_some) {
        return None;
    }
    let words = page.strings().playground();
    let text = (words.unset)(&unset.name, unset.default, unset.value);
    let show = move |_| {
        playground.tab.set(Tab::Setup);
        let id = field_id(unset.slot, &unset.path);
        // The form is shown first.
        request_animation_frame(move || focus(&id));
    };
    Some(view! {
        <p class="message error" id="unset-member">
            <i aria-hidden="true">"!"</i>
            <button class="message-line" title=words.unset_hint on:click=show>
                {text}
            </button>
        </p>
    })
}

/// Shows a note that the picture belongs to an older text.
fn stale(page: Page) -> Option<impl IntoView + use<>> {
    let playground = Playground::of(page);
    let troubled = playground.trouble.with(Option::is_some);
    let has_run = playground.ran.with(Option::is_some);
    (has_run && troubled).then(|| {
        view! {
            <p class="message" id="stale">
                <i aria-hidden="true">"↺"</i>
                {page.strings().playground().stale}
            </p>
        }
    })
}

/// Shows which entry point runs, if there are several.
fn entry_note(page: Page) -> Option<impl IntoView + use<>> {
    let ran = Playground::of(page).ran.get()?;
    let is_alone = ran.ready.chain.is_none();
    (ran.ready.names.len() > 1 && is_alone && Playground::of(page).trouble.with(Option::is_none)).then(|| {
        let text = (page.strings().playground().several)(&ran.ready.names, &ran.ready.entry.name);
        let text = said_in(page, text);
        view! {
            <p class="message" id="entry-note">
                <i aria-hidden="true">"·"</i>
                {text}
            </p>
        }
    })
}

/// Shows a note that the picture ends before the kernel does.
fn cut_off(page: Page) -> Option<impl IntoView + use<>> {
    let end = page
        .run
        .first
        .summary
        .with(|summary| summary.as_ref().map(|summary| summary.picture_end()));
    let text = (page.strings().picture_end)(end?)?;
    Some(view! {
        <p class="message" id="cut-off">
            <i aria-hidden="true">"·"</i>
            {text}
        </p>
    })
}

/// Shows why the run ended early, and what came of the expectations.
fn outcome(page: Page) -> Option<impl IntoView + use<>> {
    let strings = page.strings();
    let ran = Playground::of(page).ran.get()?;
    if Playground::of(page).trouble.with(Option::is_some) {
        return None;
    }
    let mut outcomes = ran.stages.iter().map(|stage| &stage.outcome);
    let ended = outcomes.find(|outcome| **outcome != Outcome::Completed);
    let stopped = (strings.outcome)(ended.unwrap_or(&ran.outcome));
    Some(view! {
        {stopped
            .map(|outcome| {
                view! {
                    <p class="message error" id="outcome">
                        <i aria-hidden="true">"!"</i>
                        {outcome}
                    </p>
                }
            })}
        {move || cut_off(page)}
        {verdict::verdicts(page, &ran)}
    })
}

/// The sentence above the text: it does not compile, it runs, or what was found.
#[component]
pub fn State(page: Page, place: EditorPlace, findings: Findings) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().playground();
    let state = move || {
        let ran = playground.ran.get();
        let refused = playground.refused().len();
        match (playground.trouble.with(Option::is_some), ran) {
            (true, _) => view! {
                <b class="state refused">
                    <i aria-hidden="true">"✗"</i>
                    {words().refused}
                </b>
            }
            .into_any(),
            // A newer text has not run yet.
            (false, Some(_)) if !playground.is_of_this_text() => ().into_any(),
            (false, None) => ().into_any(),
            (false, Some(_)) if refused > 0 => view! {
                <b class="state refused">
                    <i aria-hidden="true">"✗"</i>
                    {(words().kernels_refused)(refused)}
                </b>
            }
            .into_any(),
            (false, Some(ran)) => {
                let [errors, warnings, hints] = findings.counts();
                let is_wrong = ran.outcome != Outcome::Completed || verdict::has_wrong(&ran);
                match (errors + warnings + hints, is_wrong) {
                    (0, false) => view! {
                        <b class="state" id="all-well">
                            <i aria-hidden="true">"✓"</i>
                            {words().all_well}
                        </b>
                    }
                    .into_any(),
                    (0, true) => view! {
                        <b class="state">
                            <i aria-hidden="true">"!"</i>
                            {words().runs}
                        </b>
                    }
                    .into_any(),
                    _ => {
                        let class = if errors > 0 { "state refused" } else { "state" };
                        view! {
                            <b class=class>
                                <i aria-hidden="true">"!"</i>
                                {(words().found)(errors, warnings, hints)}
                            </b>
                        }
                        .into_any()
                    }
                }
            }
        }
    };
    let has_findings = move || findings.counts().iter().sum::<usize>() > 0;
    view! {
        <span class="run-state" aria-live="polite">
            {state}
        </span>
        <button
            type="button"
            class="button quiet"
            id="next-finding"
            hidden=move || !has_findings()
            title="F8"
            on:click=move |_| place.call("nextFinding", &[])
        >
            {move || words().next_finding}
        </button>
    }
}
