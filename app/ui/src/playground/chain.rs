//! A chain of entry points: the list of its passes in the form, and the strip that chooses the dispatch that is shown.

use super::checked::{Checked, Sentence, whole};
use super::launch::{calls, left_out, said_in};
use crate::draft::{Moment, Playground, Ran};
use crate::page::Page;
use crate::run::badge::badge;
use engine::protocol::StageReport;
use leptos::prelude::*;
use model::number::grouped;
use model::panels::counters::Kind;
use model::playground::chain::{MOST_PASSES, MOST_STAGES, Pass, Slot, Stage};
use model::playground::expected::Writer;
use model::playground::program::Call;
use simt::{Binding, BindingAccess, EntryPoint, Outcome, Space};
use std::sync::Arc;

/// The button that makes a chain of the text's entry points.
#[component]
pub fn StartChain(page: Page, entry: Memo<Option<EntryPoint>>) -> impl IntoView {
    let playground = Playground::of(page);
    let start = move |_| {
        let declared = playground.declared.get_untracked();
        let now = entry.with_untracked(|entry| entry.as_ref().map(|entry| entry.name.clone()));
        let settled = playground.settled_untracked().workgroups();
        let translated = playground.translated.get_untracked();
        playground.set(|draft| {
            let pass = |entry: &EntryPoint| {
                let is_now = Some(&entry.name) == now.as_ref();
                let launched = || translated.as_ref()?.kernel(&entry.name)?.grid();
                let chosen = draft.workgroups_of.get(&entry.name).copied();
                let chosen = chosen.or_else(launched);
                Pass {
                    entry_point: entry.name.clone(),
                    workgroups: chosen.filter(|_| !is_now).unwrap_or(settled),
                    repeats: 1,
                    swap: None,
                }
            };
            let passes = declared.iter().take(MOST_PASSES).map(pass);
            draft.chain = passes.collect();
            draft.shown = 0;
        });
    };
    view! {
        <div class="setup-row">
            <button
                type="button"
                class="button"
                id="start-chain"
                title=move || said_in(page, page.strings().chain_words().start_hint)
                on:click=start
            >
                {move || said_in(page, page.strings().chain_words().start)}
            </button>
        </div>
    }
}

/// The launches of a CUDA program, as its text has them.
#[component]
pub fn Calls(page: Page, calls: Memo<Vec<Call>>) -> impl IntoView {
    let line = move |line| (page.strings().cuda_words().line)(line);
    let call = move |call: Call| {
        view! {
            <li>
                <code>{call.text}</code>
                " "
                <small>{line(call.line)}</small>
            </li>
        }
    };
    view! {
        <ol class="calls" id="calls" aria-label=move || page.strings().cuda_words().launches>
            {move || calls.get().into_iter().map(call).collect_view()}
        </ol>
    }
}

/// The passes of the chain.
#[component]
pub fn ChainRows(page: Page, buffers: Memo<Vec<(Binding, usize)>>) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().chain_words();
    let passes = Memo::new(move |_| playground.draft.with(|draft| draft.chain.len()));
    let names = Memo::new(move |_| {
        let declared = playground.declared.get();
        let names = declared.iter().map(|entry| entry.name.clone());
        names.collect::<Vec<String>>()
    });
    let add = move |_: web_sys::MouseEvent| {
        playground.set(|draft| {
            if let Some(last) = draft.chain.last().cloned() {
                draft.chain.push(last);
            }
        });
    };
    let stop = move |_| {
        playground.set(|draft| {
            if let Some(first) = draft.chain.first().cloned() {
                draft.entry_point = Some(first.entry_point);
                draft.workgroups = Some(first.workgroups);
            }
            draft.chain.clear();
            draft.shown = 0;
        });
    };
    view! {
        <div class="chain" id="chain" role="group" aria-label=move || said_in(page, words().title)>
            <h3>{move || said_in(page, words().title)}</h3>
            {move || {
                (0..passes.get())
                    .map(|index| view! { <PassRow page=page index=index names=names buffers=buffers /> })
                    .collect_view()
            }}
            <div class="setup-row">
                <button
                    type="button"
                    class="button"
                    id="add-pass"
                    disabled=move || { passes.get() >= MOST_PASSES }
                    on:click=add
                >
                    {move || words().add}
                </button>
                <button type="button" class="button quiet" id="stop-chain" on:click=stop>
                    {move || words().stop}
                </button>
            </div>
        </div>
    }
}

#[component]
fn PassRow(page: Page, index: usize, names: Memo<Vec<String>>, buffers: Memo<Vec<(Binding, usize)>>) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().chain_words();
    let pass = Memo::new(move |_| playground.draft.with(|draft| draft.chain.get(index).cloned()));
    let pairs = Memo::new(move |_| buffers.with(|buffers| pairs_of(buffers)));
    let remove = move |_| {
        playground.set(|draft| {
            draft.chain.remove(index);
            draft.shown = 0;
        });
    };
    let up = move |_| {
        playground.set(|draft| {
            if index > 0 {
                draft.chain.swap(index - 1, index);
            }
        });
    };
    view! {
        <fieldset class="pass" data-pass=index.to_string()>
            <div class="setup-row">
                <span class="pass-number">{index + 1}</span>
                {entry_list(page, index, names, pass)}
                <button
                    type="button"
                    class="icon-button"
                    title=move || words().up
                    aria-label=move || words().up
                    disabled=index == 0
                    on:click=up
                >
                    "↑"
                </button>
                <button
                    type="button"
                    class="icon-button"
                    title=move || words().remove
                    aria-label=move || words().remove
                    on:click=remove
                >
                    "✕"
                </button>
            </div>
            <div class="setup-row three">
                <span>{move || said_in(page, page.strings().playground().workgroups)}</span>
                {axis_field(page, index, pass, 0)}
                {axis_field(page, index, pass, 1)}
                {axis_field(page, index, pass, 2)}
            </div>
            <div class="setup-row">
                <span>{move || words().repeats}</span>
                {repeats_field(page, index, pass)}
                {move || swap_list(page, index, pass, pairs)}
            </div>
        </fieldset>
    }
}

/// Changes a pass of the chain.
fn change_pass(page: Page, index: usize, change: &dyn Fn(&mut Pass)) {
    Playground::of(page).set(|draft| {
        if let Some(pass) = draft.chain.get_mut(index) {
            change(pass);
        }
    });
}

/// Shows the list of entry points of a pass.
fn entry_list(page: Page, index: usize, names: Memo<Vec<String>>, pass: Memo<Option<Pass>>) -> impl IntoView {
    let name =
        Memo::new(move |_| pass.with(|pass| pass.as_ref().map(|pass| pass.entry_point.clone()).unwrap_or_default()));
    let choose = move |event| {
        let name: String = event_target_value(&event);
        change_pass(page, index, &|pass| pass.entry_point.clone_from(&name));
    };
    view! {
        <select
            id=format!("pass-{index}-entry")
            aria-label=move || said_in(page, page.strings().playground().entry)
            on:change=choose
        >
            {move || {
                names
                    .get()
                    .into_iter()
                    .map(|each| {
                        let value = each.clone();
                        view! {
                            <option value=each.clone() selected=move || name.get() == value>
                                {each.clone()}
                            </option>
                        }
                    })
                    .collect_view()
            }}
            // A name that the text no longer has stays until the reader chooses another.
            {move || {
                (!names.with(|names| names.contains(&name.get())))
                    .then(|| {
                        view! {
                            <option value=name.get() selected=true>
                                {name.get()}
                            </option>
                        }
                    })
            }}
        </select>
    }
}

/// Shows the field for the workgroups of a pass along an axis.
fn axis_field(page: Page, index: usize, pass: Memo<Option<Pass>>, axis: usize) -> impl IntoView {
    let letter = ["x", "y", "z"][axis];
    let value =
        Signal::derive(move || pass.with(|pass| pass.as_ref().map_or(0, |pass| pass.workgroups[axis]).to_string()));
    let label = Signal::derive(move || {
        let name = said_in(page, page.strings().playground().workgroups);
        format!("{name} {letter}")
    });
    let take = move |text: &str| {
        let count = whole(text)?;
        change_pass(page, index, &|pass| pass.workgroups[axis] = count);
        Ok(())
    };
    let id = format!("pass-{index}-{letter}");
    view! { <Checked page=page id=id label=label value=value take=take /> }
}

/// Shows the field for the number of times that a pass runs.
fn repeats_field(page: Page, index: usize, pass: Memo<Option<Pass>>) -> impl IntoView {
    let value = Signal::derive(move || pass.with(|pass| pass.as_ref().map_or(1, |pass| pass.repeats).to_string()));
    let label = Signal::derive(move || page.strings().chain_words().repeats.to_owned());
    let take = move |text: &str| {
        let count = whole(text)?;
        if count == 0 || count as usize > MOST_STAGES {
            return Err(Arc::new(move |strings: &'static model::strings::Strings| {
                (strings.chain_words().bad_repeats)(MOST_STAGES)
            }) as Sentence);
        }
        change_pass(page, index, &|pass| pass.repeats = count);
        Ok(())
    };
    let id = format!("pass-{index}-repeats");
    view! { <Checked page=page id=id label=label value=value take=take /> }
}

/// Shows the list of pairs of buffers that can change places after a pass. Tracked.
fn swap_list(
    page: Page,
    index: usize,
    pass: Memo<Option<Pass>>,
    pairs: Memo<Vec<(String, [Slot; 2])>>,
) -> impl IntoView {
    let words = page.strings().chain_words();
    let pairs = pairs.get();
    if pairs.is_empty() {
        return None;
    }
    let now = pass.with(|pass| pass.as_ref().and_then(|pass| pass.swap));
    let options = pairs.iter().enumerate().map(|(number, (text, slots))| {
        view! {
            <option value=number.to_string() selected=now == Some(*slots)>
                {text.clone()}
            </option>
        }
    });
    let options = options.collect_view();
    let choose = move |event| {
        let number: Option<usize> = event_target_value(&event).parse().ok();
        let slots = number.and_then(|number| Some(pairs.get(number)?.1));
        change_pass(page, index, &|pass| pass.swap = slots);
    };
    Some(view! {
        <select id=format!("pass-{index}-swap") aria-label=words.swap title=words.swap on:change=choose>
            <option value="">{words.no_swap}</option>
            {options}
        </select>
    })
}

/// Returns the pairs of buffers of one type, which can change places.
fn pairs_of(buffers: &[(Binding, usize)]) -> Vec<(String, [Slot; 2])> {
    let lists = buffers.iter().map(|(binding, _)| binding);
    let lists: Vec<&Binding> = lists
        .filter(|binding| binding.space == Space::Storage && binding.image.is_none())
        .collect();
    let mut pairs = Vec::new();
    for (number, one) in lists.iter().enumerate() {
        for other in &lists[number + 1..] {
            let writes = [one, other].map(|each| each.access == BindingAccess::ReadWrite);
            let (Some(a), Some(b)) = (one.slot, other.slot) else {
                continue;
            };
            if one.layout == other.layout && writes.contains(&true) {
                pairs.push((format!("{} ⇄ {}", one.name, other.name), [a, b]));
            }
        }
    }
    pairs
}

/// A dispatch of the chain, as the strip names it.
#[derive(Clone, Debug, PartialEq)]
struct StageName {
    name: String,
    /// The text of its launch in a CUDA program.
    call: Option<String>,
    state: &'static str,
    hint: String,
}

/// The dispatches of the chain, above the picture: one is shown. A sentence says why launches of a CUDA program are not
/// among them.
#[component]
pub fn StageStrip(page: Page) -> impl IntoView {
    /// Above so many, the dispatches are options of a list.
    const MOST_BUTTONS: usize = 8;
    let playground = Playground::of(page);
    // The elements stay when another dispatch is shown, and one of them keeps the focus.
    let stages = Memo::new(move |_| stage_names(page));
    let shown_stage = Memo::new(move |_| {
        let stage = |ran: &Option<Arc<Ran>>| ran.as_ref().map_or(0, |ran| ran.shown().stage);
        playground.ran.with(stage)
    });
    view! {
        {move || {
            stages
                .get()
                .map(|stages| {
                    if stages.len() > MOST_BUTTONS {
                        stage_list(page, stages, shown_stage).into_any()
                    } else {
                        stage_buttons(page, stages, shown_stage).into_any()
                    }
                })
        }}
        {move || {
            left_out(page)
                .map(|why| {
                    view! {
                        <p class="source" id="left-out">
                            {why}
                        </p>
                    }
                })
        }}
    }
}

/// Shows the dispatches as buttons.
fn stage_buttons(page: Page, stages: Vec<StageName>, shown_stage: Memo<usize>) -> impl IntoView {
    let button = move |(number, stage): (usize, StageName)| {
        view! {
            <button
                type="button"
                class="stage-button"
                data-stage=number.to_string()
                data-state=stage.state
                aria-pressed=move || (number == shown_stage.get()).to_string()
                title=stage.hint
                on:click=move |_| show_stage(page, number)
            >
                <b>{number + 1}</b>
                " "
                {stage.name}
            </button>
        }
    };
    let buttons = stages.into_iter().enumerate().map(button).collect_view();
    let title = move || said_in(page, page.strings().chain_words().title);
    view! {
        <div class="segments stage-strip" id="stages" role="group" aria-label=title>
            {buttons}
        </div>
    }
}

/// Shows the dispatches as a list, with buttons for the one before and the one after.
fn stage_list(page: Page, stages: Vec<StageName>, shown_stage: Memo<usize>) -> impl IntoView {
    let count = stages.len();
    let option = move |(number, stage): (usize, StageName)| {
        let mark = match stage.state {
            "well" => "",
            "not-run" => " –",
            _ => " !",
        };
        let text = stage.call.unwrap_or(stage.name);
        view! {
            <option value=number.to_string() data-state=stage.state prop:selected=move || number == shown_stage.get()>
                {(page.strings().chain_words().stage_of)(number + 1, count, &text)}
                {mark}
            </option>
        }
    };
    let options = stages.into_iter().enumerate().map(option).collect_view();
    let choose = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            show_stage(page, number);
        }
    };
    let before = move || shown_stage.get().checked_sub(1);
    let after = move || Some(shown_stage.get() + 1).filter(|&next| next < count);
    let words = move || page.strings().chain_words();
    let title = move || said_in(page, words().title);
    let before_title = move || said_in(page, words().stage_before);
    let after_title = move || said_in(page, words().stage_after);
    view! {
        <div class="stage-list" id="stages" role="group" aria-label=title>
            <button
                type="button"
                class="icon-button"
                id="stage-before"
                title=before_title
                aria-label=before_title
                aria-disabled=move || before().is_none().to_string()
                on:click=move |_| {
                    if let Some(to) = untrack(before) {
                        show_stage(page, to)
                    }
                }
            >
                "←"
            </button>
            <select id="stage" aria-label=title on:change=choose>
                {options}
            </select>
            <button
                type="button"
                class="icon-button"
                id="stage-after"
                title=after_title
                aria-label=after_title
                aria-disabled=move || after().is_none().to_string()
                on:click=move |_| {
                    if let Some(to) = untrack(after) {
                        show_stage(page, to)
                    }
                }
            >
                "→"
            </button>
        </div>
    }
}

/// Shows a dispatch of the chain from its first step.
fn show_stage(page: Page, stage: usize) {
    Playground::of(page).show(Writer { stage, block: 0 }, Moment::Step(0));
}

/// Returns the dispatches of the chain that has run. Tracked.
fn stage_names(page: Page) -> Option<Vec<StageName>> {
    let ran = Playground::of(page).ran.get()?;
    let chain = ran.ready.chain.as_ref()?;
    let (words, cuda) = (page.strings().chain_words(), page.strings().cuda_words());
    let calls = calls(page).unwrap_or_default();
    let name = |(number, stage): (usize, &Stage)| {
        let report = ran.stages.get(number);
        let (state, title) = match report {
            None => ("not-run", words.not_run),
            Some(report) if report.outcome != Outcome::Completed => ("stopped", words.stopped),
            Some(report) if report.findings.is_empty() => ("well", words.show_stage),
            Some(_) => ("found", words.show_stage),
        };
        let call = calls.get(number);
        StageName {
            name: match stage.repeat {
                0 => stage.entry_point.clone(),
                repeat => format!("{} ({})", stage.entry_point, repeat + 1),
            },
            call: call.map(|call| call.text.clone()),
            state,
            hint: match call.filter(|_| report.is_some()) {
                Some(call) => (cuda.launch_at)(call.line, &call.text),
                None => said_in(page, title),
            },
        }
    };
    Some(chain.stages.iter().enumerate().map(name).collect())
}

/// The main counters of every dispatch of the chain.
#[component]
pub fn ChainCounters(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    move || {
        let ran = playground.ran.get()?;
        let chain = ran.ready.chain.as_ref()?;
        let words = page.strings().chain_words();
        let row = |(number, (stage, report)): (usize, (&Stage, &StageReport))| {
            let metrics = &report.metrics;
            let shared = metrics.shared_loads.wavefronts + metrics.shared_stores.wavefronts;
            let cells = [
                metrics.instructions,
                metrics.global_loads.transactions,
                metrics.global_stores.transactions,
                shared,
            ];
            let cells = cells.map(|value| view! { <td>{grouped(value)}</td> });
            view! {
                <tr data-stage=number.to_string()>
                    <th scope="row">{number + 1} " " {stage.entry_point.clone()}</th>
                    {cells.collect_view()}
                </tr>
            }
        };
        let rows = chain.stages.iter().zip(&ran.stages).enumerate().map(row);
        let [instructions, loads, stores, shared] = words.counters;
        Some(view! {
            <section class="panel chain-counters" id="chain-counters">
                <h2>{said_in(page, words.title)} <em>{badge(page.strings(), Kind::Exact)}</em></h2>
                <div class="cells-scroll" tabindex="0" role="region" aria-label=said_in(page, words.title)>
                    <table class="cells">
                        <thead>
                            <tr>
                                <th />
                                <th scope="col">{instructions}</th>
                                <th scope="col">{loads}</th>
                                <th scope="col">{stores}</th>
                                <th scope="col">{shared}</th>
                            </tr>
                        </thead>
                        <tbody>{rows.collect_view()}</tbody>
                    </table>
                </div>
            </section>
        })
    }
}
