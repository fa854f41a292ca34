//! The counters of a real chip for the same kernels, compared with the model's.

use super::Trust;
use crate::page::Page;
use crate::run::badge::badge;
use leptos::prelude::*;
use lessons::measured::{Counters, Difference, Verdict, measured};
use model::number::grouped;
use model::panels::counters::Kind;
use model::trust::{ChipCell, chip_row};

/// The columns, by the names of the model's metrics.
const COLUMNS: [&str; 8] = [
    "gld_requests",
    "gld_sectors",
    "gld_efficiency",
    "gst_requests",
    "gst_sectors",
    "gst_efficiency",
    "shared_st_wavefronts",
    "shared_ld_wavefronts",
];

/// A kernel's cells, one for each column.
type ChipRow = Vec<Option<ChipCell>>;

#[component]
pub fn ChipTable(page: Page, trust: Trust) -> impl IntoView {
    // Each row is compared once, after its kernel has been counted.
    let rows: Vec<Memo<Option<ChipRow>>> = measured()
        .counters
        .iter()
        .enumerate()
        .map(|(index, counters)| {
            let counted = Memo::new(move |_| trust.of_chip(index));
            Memo::new(move |_| Some(chip_row(counters, &*counted.get()?, &COLUMNS)))
        })
        .collect();
    let all = rows.clone();
    let tally = Memo::new(move |_| {
        let counted = all.iter().filter_map(|row| row.get());
        let cells: Vec<ChipCell> = counted.flatten().flatten().collect();
        let count = |wanted: fn(Verdict) -> bool| cells.iter().filter(|cell| wanted(cell.verdict)).count();
        [
            count(|verdict| verdict == Verdict::Equal),
            count(|verdict| verdict == Verdict::Differs),
            count(|verdict| matches!(verdict, Verdict::Explained(_))),
        ]
    });
    let row = move |(counters, cells): (&'static Counters, Memo<Option<ChipRow>>)| {
        let kernel = counters.gallery_kernel()?;
        let cells = move || match cells.get() {
            Some(row) => {
                let row = row.into_iter().map(|cell| chip_cell(page, cell));
                row.collect_view()
            }
            None => COLUMNS
                .map(|_| view! { <td>"…"</td> }.into_any())
                .into_iter()
                .collect_view(),
        };
        Some(view! {
            <tr data-chip=counters.kernel.clone()>
                <th scope="row">
                    {move || kernel.title.get(page.settings.language.get())}
                    <small>
                        {move || {
                            format!(
                                "n = {} · {}",
                                grouped(counters.n.into()),
                                (page.strings().trust().block)(counters.block),
                            )
                        }}
                    </small>
                </th>
                {cells}
            </tr>
        })
    };
    let words = move || page.strings().trust();
    view! {
        <section
            class="claim chip"
            id="chip"
            data-equal=move || tally.get()[0].to_string()
            data-differing=move || tally.get()[1].to_string()
            data-explained=move || tally.get()[2].to_string()
        >
            <h3>
                {move || (words().chip_title)(&measured().device)} " " {move || badge(page.strings(), Kind::Measured)}
                <small>{move || (words().chip_lead)(&measured().driver, &measured().taken)}</small>
            </h3>
            <div
                class="chip-scroll"
                tabindex="0"
                role="region"
                aria-label=move || (words().chip_title)(&measured().device)
            >
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{move || page.strings().kernel}</th>
                            {COLUMNS
                                .map(|name| {
                                    view! {
                                        <th scope="col">
                                            <code>{words_of(name)}</code>
                                        </th>
                                    }
                                })
                                .into_iter()
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>{measured().counters.iter().zip(rows).map(row).collect_view()}</tbody>
                </table>
            </div>
            <p class="source" role="status">
                {move || (words().chip_verdict)(tally.get())}
            </p>
            <dl class="chip-reasons">{move || reasons(page)}</dl>
        </section>
    }
}

/// Shows the reasons why a counter need not be equal, each with its letter.
fn reasons(page: Page) -> Vec<AnyView> {
    let differences = [
        Difference::Arbitration,
        Difference::DistinctBytes,
        Difference::Cleared,
        Difference::Kept,
        Difference::Joined,
    ];
    let words = page.strings().trust();
    let reason = |why| {
        view! {
            <div>
                <dt>{mark(Verdict::Explained(why))}</dt>
                <dd>{(words.difference)(why)}</dd>
            </div>
        }
        .into_any()
    };
    differences.map(reason).into()
}

/// Shows a name that may break after its underscores.
pub(super) fn words_of(name: &'static str) -> impl IntoView {
    let words = name.split_inclusive('_');
    words
        .map(|word| {
            view! {
                {word}
                <wbr />
            }
        })
        .collect_view()
}

/// Shows the chip's number; the model's is below it if it differs.
fn chip_cell(page: Page, cell: Option<ChipCell>) -> AnyView {
    let Some(cell) = cell else {
        return view! { <td>{move || page.strings().none}</td> }.into_any();
    };
    let class = match cell.verdict {
        Verdict::Equal => "equal",
        Verdict::Explained(_) => "explained",
        Verdict::Differs => "differs",
    };
    let ours = (cell.verdict != Verdict::Equal).then(|| {
        view! { <small>{move || page.strings().trust().ours} " " {cell.ours.clone()}</small> }
    });
    view! {
        <td class=class data-verdict=class>
            {cell.chip}
            " "
            <b aria-hidden="true">{mark(cell.verdict)}</b>
            {ours}
        </td>
    }
    .into_any()
}

/// Returns the sign of a verdict: equal, different, or the letter of the reason.
fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equal => "=",
        Verdict::Explained(Difference::Arbitration) => "a",
        Verdict::Explained(Difference::DistinctBytes) => "b",
        Verdict::Explained(Difference::Cleared) => "c",
        Verdict::Explained(Difference::Kept) => "d",
        Verdict::Explained(Difference::Joined) => "e",
        Verdict::Differs => "≠",
    }
}
