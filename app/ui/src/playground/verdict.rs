//! What came of the expectations: a sentence for each buffer, and the wrong values.

use super::moments::go_to_last_store;
use crate::draft::{Playground, Ran, Tab};
use crate::page::Page;
use leptos::prelude::*;
use model::playground::expected::{Comparison, Judged, Slot};

/// Returns true if a buffer is not as expected.
pub fn has_wrong(ran: &Ran) -> bool {
    let is_wrong = |judged: &Judged| match &judged.result {
        Ok(comparison) => comparison.wrong > 0,
        Err(_) => true,
    };
    ran.expected.iter().any(is_wrong)
}

/// Shows a sentence for each buffer with an expectation. A click on a wrong value goes to the store that wrote it.
pub fn verdicts(page: Page, ran: &Ran) -> impl IntoView + use<> {
    let words = page.strings().expected_words();
    let verdict = |judged: &Judged| {
        let name = judged.name.clone();
        match &judged.result {
            Err(error) => {
                let text = (words.error)(&name, error);
                view! {
                    <p class="message error" data-expected=name>
                        <i aria-hidden="true">"!"</i>
                        <span>{text}</span>
                    </p>
                }
                .into_any()
            }
            Ok(comparison) => match comparison.listed.first() {
                None => {
                    let text = (words.right)(&name, comparison);
                    view! {
                        <p class="message good" data-expected=name data-wrong="0">
                            <i aria-hidden="true">"✓"</i>
                            <span>{text}</span>
                        </p>
                    }
                    .into_any()
                }
                Some(first) => {
                    let text = (words.wrong)(&name, comparison, first);
                    let (variable, word, by) = (name.clone(), first.word, comparison.stored_by);
                    let go = move |_| {
                        Playground::of(page).tab.set(Tab::Buffers);
                        go_to_last_store(page, &variable, word, by);
                    };
                    view! {
                        <p class="message error" data-expected=name data-wrong=comparison.wrong.to_string()>
                            <i aria-hidden="true">"≠"</i>
                            <button class="message-line" title=words.go on:click=go>
                                {text}
                            </button>
                        </p>
                    }
                    .into_any()
                }
            },
        }
    };
    ran.expected.iter().map(verdict).collect_view()
}

/// Returns the comparison of a buffer, if something is expected of it.
pub fn comparison_of(ran: &Ran, slot: Option<Slot>) -> Option<&Comparison> {
    let mut judged = ran.expected.iter();
    let of_slot = judged.find(|judged| Some(judged.slot) == slot)?;
    of_slot.result.as_ref().ok()
}

/// Shows the wrong values of a buffer, the first one first.
pub fn wrong_values(page: Page, name: &str, comparison: &Comparison) -> Option<impl IntoView + use<>> {
    let words = page.strings().expected_words();
    if comparison.listed.is_empty() {
        return None;
    }
    let row = |(number, wrong): (usize, &model::playground::expected::Wrong)| {
        let (variable, word) = (name.to_owned(), wrong.word);
        // Only the first one's block is known; others are looked for in the block that is shown.
        let by = comparison.stored_by.filter(|_| number == 0);
        let go = move |_| go_to_last_store(page, &variable, word, by);
        view! {
            <tr>
                <th scope="row">
                    <button class="word-button" title=words.go on:click=go>
                        {name.to_owned()}
                        {wrong.path.clone()}
                    </button>
                </th>
                <td>{wrong.expected.clone()}</td>
                <td class="wrong">{wrong.got.clone()}</td>
            </tr>
        }
    };
    let rows = comparison.listed.iter().enumerate().map(row).collect_view();
    let more = comparison.wrong - comparison.listed.len() as u64;
    Some(view! {
        <div class="wrong-values" tabindex="0" role="region" aria-label=words.wrong_values>
            <table class="cells compared" id="wrong-values">
                <thead>
                    <tr>
                        <th scope="col" />
                        <th scope="col">{words.expected}</th>
                        <th scope="col">{words.got}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {(more > 0).then(|| view! { <p class="source">{(words.more)(more)}</p> })}
        </div>
    })
}
