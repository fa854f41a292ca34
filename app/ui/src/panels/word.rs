//! The dialog with the history of a word: every store and, on request, every load, with one button to each step.

use crate::draw::icons;
use crate::page::{Overlay, Page, Pane, WordAsked};
use crate::panels::code::shown_line;
use leptos::html;
use leptos::prelude::*;
use model::panels::word_history::{AccessKind, Listed, WordAccess, word_history};

#[component]
pub fn WordDialog(page: Page) -> impl IntoView {
    let close = NodeRef::<html::Button>::new();
    let listed = RwSignal::new(Listed::Stores);
    Effect::new(move |_| {
        if let Some(button) = close.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let asked = move || match page.route.overlay.get() {
        Some(Overlay::Word(asked)) => Some(asked),
        _ => None,
    };
    let dialog = move |asked: WordAsked| {
        let words = page.strings().word_words();
        let pane = page.run.panes().nth(asked.pane)?;
        let now = pane.step_view.with(|step_view| Some(step_view.as_ref()?.position))?;
        let history = pane
            .playback
            .with_value(|playback| word_history(playback.as_ref()?.trace(), asked.memory, asked.word, listed.get()))?;
        let rows = history.accesses.iter();
        let rows: Vec<_> = rows.map(|access| access_row(page, pane, now, access)).collect();
        let is_store = |access: &&WordAccess| matches!(access.kind, AccessKind::Stores { .. });
        let stores = history.accesses.iter().filter(is_store).count();
        let mut later = history.accesses.iter().filter(is_store);
        let next = later.find(|access| access.step > now).map(|access| {
            let step = access.step;
            view! {
                <button class="button" id="next-store" on:click=move |_| go(page, pane, step)>
                    {words.next_store}
                </button>
            }
        });
        let sentence = match history.stores {
            0 => words.never.to_owned(),
            all => (words.stores)(all, stores),
        };
        let loads = (history.loads > 0).then(|| loads_choice(page, listed, history.loads));
        let table = (!rows.is_empty()).then(|| access_table(page, rows));
        Some(view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section
                    class="dialog why word"
                    id="word"
                    role="dialog"
                    aria-modal="true"
                    aria-label=words.title
                    on:click=|event| event.stop_propagation()
                >
                    <button
                        node_ref=close
                        class="icon-button dialog-close"
                        aria-label=page.strings().close
                        on:click=move |_| page.route.overlay.set(None)
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=icons::CLOSE />
                        </svg>
                    </button>
                    <h2>{words.title} " " <code>{format!("{}[{}]", history.name, history.word)}</code></h2>
                    <p id="word-said">{sentence} " " {next}</p>
                    {loads}
                    {table}
                </section>
            </div>
        })
    };
    move || asked().and_then(dialog)
}

/// Closes the dialog, and goes to a step of a pane.
fn go(page: Page, pane: Pane, step: usize) {
    page.route.overlay.set(None);
    page.run.playing.set(false);
    // Only the first run's positions are the page's.
    match pane.index {
        0 => page.go_to(step),
        _ => page.go_to_press(pane.press_of(step, page.run.grain.get_untracked())),
    }
}

/// Shows one store or load. `now` is the position of the run.
fn access_row(page: Page, pane: Pane, now: usize, access: &WordAccess) -> AnyView {
    let words = page.strings().word_words();
    let step = access.step;
    let value = match &access.kind {
        AccessKind::Loads { value } => view! { <small>{(words.loads_value)(value)}</small> }.into_any(),
        AccessKind::Stores { before, after } => {
            view! { <code>{before.clone()}" → "<b>{after.clone()}</b></code> }.into_any()
        }
    };
    view! {
        <tr data-step=step.to_string() class:passed=step < now>
            <td>
                <button class="button quiet small" on:click=move |_| go(page, pane, step)>
                    {(words.step)(pane.press_of(step, page.run.grain.get_untracked()))}
                </button>
            </td>
            <td>{(words.lane)(access.warp, access.lane, access.thread)}</td>
            <td>{shown_line(page, pane, access.line)}</td>
            <td>{value}</td>
            <td>{access.barriers}</td>
        </tr>
    }
    .into_any()
}

/// Shows the number of loads, and the choice to list them.
fn loads_choice(page: Page, listed: RwSignal<Listed>, loads: usize) -> impl IntoView {
    let choose = move |event| {
        listed.set(if event_target_checked(&event) {
            Listed::LoadsAndStores
        } else {
            Listed::Stores
        });
    };
    let checked = listed.get() == Listed::LoadsAndStores;
    view! {
        <label class="word-loads">
            <input type="checkbox" id="word-loads" checked=checked on:change=choose />
            {(page.strings().word_words().loads)(loads)}
        </label>
    }
}

/// Shows the accesses as a table.
fn access_table(page: Page, rows: Vec<AnyView>) -> impl IntoView {
    let words = page.strings().word_words();
    let [step, lane, line, value, barriers] = words.columns;
    view! {
        <div class="why-scroll" tabindex="0" role="region" aria-label=words.title>
            <table class="why-table">
                <thead>
                    <tr>
                        <th scope="col">{step}</th>
                        <th scope="col">{lane}</th>
                        <th scope="col">{line}</th>
                        <th scope="col">{value}</th>
                        <th scope="col">{barriers}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
