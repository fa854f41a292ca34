//! The progress of a run with its buttons, and the questions that it asks.

use super::state::{Long, Step, Why};
use crate::lab::Lab;
use crate::page::Page;
use crate::run::badge::badge;
use leptos::prelude::*;
use lessons::GalleryKernel;
use model::panels::counters::Kind;
use std::sync::Arc;

#[component]
pub fn UnderWay(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    move || match lab.step.get() {
        Step::Idle => ().into_any(),
        Step::Measuring => view! { <Bar page=page paused=None /> }.into_any(),
        Step::Paused(why) => view! { <Bar page=page paused=Some(why) /> }.into_any(),
        Step::Asking(long) => view! { <Ask page=page long=long /> }.into_any(),
        Step::Lost(error) => {
            let text = move || (page.strings().lab().lost)(&error);
            view! {
                <section class="lab-status trouble" role="alert">
                    <p id="lab-lost">{text}</p>
                    <button id="lab-reconnect" class="button" on:click=move |_| page.reconnect()>
                        {move || page.strings().lab().reconnect}
                    </button>
                    <button id="lab-cancel" class="button quiet" on:click=move |_| lab.cancel()>
                        {move || page.strings().cancel}
                    </button>
                </section>
            }
            .into_any()
        }
    }
}

/// Returns a kernel's title, n and block as one line.
pub fn case_text(page: Page, kernel: &'static GalleryKernel, n: u32, block: u32) -> String {
    let title = kernel.title.get(page.settings.language.get());
    format!("{title} · {}", (page.strings().times_of)(n, Some(block)))
}

#[component]
fn Bar(page: Page, paused: Option<Why>) -> impl IntoView {
    let lab = Lab::of(page);
    let share = move || {
        lab.progress
            .with(|progress| progress.as_ref().map_or(0.0, |progress| progress.fraction))
    };
    let doing = move || {
        let strings = page.strings();
        let progress = lab.progress.get()?;
        let case = &progress.case;
        let what = case_text(page, case.kernel, case.size.n(), case.size.block());
        Some(match paused {
            None => format!("{what} · {}", (strings.phase)(progress.phase)),
            Some(Why::Reader) => format!("{} · {what}", strings.lab().paused),
            Some(Why::Hidden) => strings.lab().paused_hidden.to_owned(),
        })
    };
    view! {
        <section class="lab-status" role="status">
            <div class="measuring-bar" style=move || format!("--share:{}", share()) />
            <p id="lab-doing">{doing}</p>
            <output>{move || format!("{:.0} %", 100.0 * share())}</output>
            {match paused {
                None => {
                    view! {
                        <button id="lab-pause" class="button" on:click=move |_| lab.pause(Why::Reader)>
                            {move || page.strings().pause}
                        </button>
                    }
                        .into_any()
                }
                Some(_) => {
                    view! {
                        <button id="lab-resume" class="button" on:click=move |_| lab.resume()>
                            {move || page.strings().lab().resume}
                        </button>
                    }
                        .into_any()
                }
            }}
            <button id="lab-cancel" class="button" on:click=move |_| lab.cancel()>
                {move || page.strings().lab().stop}
            </button>
        </section>
    }
    .into_any()
}

/// Asks about kernels that may take too long: run them, or leave them out.
#[component]
fn Ask(page: Page, long: Arc<Vec<Long>>) -> impl IntoView {
    let lab = Lab::of(page);
    let line = move |long: &Long| {
        let case = &long.case;
        let what = case_text(page, case.kernel, case.size.n(), case.size.block());
        let words = page.strings().lab();
        let (said, kind) = match long.nanos {
            Some(nanos) => ((words.may_take)(&what, nanos / 1e9), Some(Kind::Modelled)),
            None => ((words.unknown_length)(&what), None),
        };
        view! {
            <li
                data-kernel=case.kernel.kernel.name.to_string()
                data-n=case.size.n().to_string()
                data-nanos=long.nanos.map(|nanos| nanos.to_string())
            >
                {said}
                " "
                {kind.map(|kind| badge(page.strings(), kind))}
            </li>
        }
    };
    let is_known = long.iter().any(|long| long.nanos.is_some());
    let lines = move || long.iter().map(line).collect_view();
    let about = move || {
        if is_known {
            page.strings().lab().long
        } else {
            page.strings().lab().may_be_long
        }
    };
    view! {
        <section class="lab-status trouble" role="alert">
            <div>
                <p id="lab-long">{about}</p>
                <ul>{lines}</ul>
            </div>
            <button id="lab-leave-out" class="button" on:click=move |_| page.answer_long(false)>
                {move || page.strings().lab().leave_out}
            </button>
            <button id="lab-go-on" class="button quiet" on:click=move |_| page.answer_long(true)>
                {move || page.strings().lab().run_anyway}
            </button>
            <button id="lab-cancel" class="button quiet" on:click=move |_| lab.cancel()>
                {move || page.strings().lab().stop}
            </button>
        </section>
    }
    .into_any()
}
