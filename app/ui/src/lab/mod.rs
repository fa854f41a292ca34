//! The lab: experiments on the reader's own GPU, with every sample visible.

mod board;
mod counting;
pub mod drop_zone;
mod export;
mod figure;
mod form;
pub mod history;
mod kernel_table;
mod long;
mod records;
mod run;
mod state;
mod table;
mod under_way;

pub use board::BoardPage;
pub use form::lab_link;
pub use state::{Lab, follow_visibility};

use crate::browser::sheet::Sheet;
use crate::page::Page;
use crate::run::gpu::Bench;
use crate::run::gpu::{self, GpuState};
use crate::run::runs::Runs;
use figure::FigurePanel;
use form::Form;
use kernel_table::KernelTable;
use leptos::prelude::*;
use records::Records;
use state::Step;
use table::Table;
use under_way::UnderWay;

/// The style sheet of the lab, of the board and of the page about counters.
pub static SHEET: Sheet = Sheet::new(include_str!("../../../../assets/lab.css"));

#[component]
pub fn LabPage(page: Page, runs: Runs) -> impl IntoView {
    SHEET.add();
    let lab = Lab::of(page);
    counting::follow(lab, runs);
    gpu::look(page);
    lab.history.set(history::load());
    let state = move || match lab.step.get() {
        Step::Measuring => "measuring",
        Step::Paused(_) => "paused",
        Step::Asking(_) => "asking",
        Step::Lost(_) => "lost",
        Step::Idle => match Bench::of(page).state.get() {
            GpuState::Absent(_) => "absent",
            GpuState::Unknown | GpuState::Looking => "looking",
            GpuState::Ready(_) => {
                if lab.record.with(Option::is_some) {
                    "done"
                } else {
                    "ready"
                }
            }
        },
    };
    let offers_table = Memo::new(move |_| lab.offers_table());
    let json = move || {
        let record = lab.record.get().filter(|record| !record.is_empty());
        record.map_or(String::new(), |record| record.sheet.to_json())
    };
    view! {
        <main class="lab" id="lab" data-state=state>
            <Form page=page />
            <div class="lab-results">
                <UnderWay page=page />
                {move || match lab.has_record() {
                    true => {
                        view! {
                            <FigurePanel page=page />
                            <Table page=page />
                        }
                            .into_any()
                    }
                    false if offers_table.get() => {
                        view! {
                            <section class="panel lab-kernel-panel">
                                <KernelTable page=page />
                            </section>
                        }
                            .into_any()
                    }
                    false => view! { <Empty page=page /> }.into_any(),
                }}
            </div>
            <Records page=page />
            <script type="application/json" id="lab-sheet" prop:textContent=json />
        </main>
    }
    .into_any()
}

/// Explains what an experiment does, before the first one.
#[component]
fn Empty(page: Page) -> impl IntoView {
    view! {
        <section class="panel lab-empty">
            {move || {
                let words = page.strings().lab();
                view! {
                    <h2>{words.empty_title}</h2>
                    <ol>
                        {words
                            .empty_lines
                            .map(|(head, text)| {
                                view! {
                                    <li>
                                        <b>{head}</b>
                                        " "
                                        {text}
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ol>
                    <p class="source">{words.empty_promise}</p>
                }
            }}
        </section>
    }
    .into_any()
}
