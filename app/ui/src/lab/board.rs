//! The class board: readers drop each device's file on the page and compare the times. It needs no server.

use super::drop_zone::{drop_zone, follow_drops};
use super::export::{Format, save_picture};
use crate::browser::files::{download, read_file};
use crate::browser::storage::Storage;
use crate::draw::icons;
use crate::draw::palette;
use crate::page::Page;
use crate::run::badge::badge;
use crate::run::canvas::watch_box;
use leptos::html;
use leptos::prelude::*;
use model::address::Aside;
use model::lab::board::{Board, BoardError, BoardKernel, Devices, MAX_BOARD_BYTES, Member, Subject, chart};
use model::lab::figures::{Look, Measure, time_text};
use model::lab::list;
use model::panels::counters::Kind;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

/// The board, and what happened to the last files. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct BoardState {
    pub board: RwSignal<Board>,
    /// Each file that the reader has added: its name, and the member's name or the reason for refusing it.
    told: RwSignal<Vec<(String, Result<String, BoardError>)>>,
    size: RwSignal<Option<(u64, u32)>>,
    measure: RwSignal<Measure>,
    /// True while files are dragged over the page.
    over: RwSignal<bool>,
}

/// The `localStorage` key of the board.
const KEY: &str = "warpstep.board";

impl BoardState {
    /// The page's class board.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        BoardState {
            board: RwSignal::new(Board::default()),
            told: RwSignal::new(Vec::new()),
            size: RwSignal::new(None),
            measure: RwSignal::new(Measure::Time),
            over: RwSignal::new(false),
        }
    }

    /// Returns the shown size (n, block): the reader's choice, or else the size that most devices have measured.
    /// Tracked.
    fn shown_size(self) -> Option<(u64, u32)> {
        let sizes = self.board.with(Board::sizes);
        let chosen = self.size.get().filter(|size| sizes.contains(size));
        chosen.or(sizes.first().copied())
    }
}

impl Page {
    /// Adds files to the board, one after the other, and records the result of each.
    fn bring_files(self, files: Vec<File>) {
        let desk = BoardState::of(self);
        desk.told.set(Vec::new());
        spawn_local(async move {
            for file in files {
                let name: String = file.name().chars().take(80).collect();
                let Some(text) = read_file(&file, MAX_BOARD_BYTES).await else {
                    self.notify(move |strings| (strings.lab().unreadable)(&name));
                    continue;
                };
                let mut board = desk.board.get_untracked();
                let answers = board.add(&name, &text);
                desk.board.set(board);
                desk.told
                    .update(|told| told.extend(answers.into_iter().map(|answer| (name.clone(), answer))));
            }
            keep(self);
        });
    }

    fn change_board(self, change: impl FnOnce(&mut Board)) {
        BoardState::of(self).board.update(change);
        keep(self);
    }
}

/// Stores the board. If the browser has no room, a notice says so; saving a file is the safe way.
fn keep(page: Page) {
    let json = BoardState::of(page).board.with_untracked(Board::to_json);
    if Storage::Local.write(KEY, &json).is_err() {
        page.notify(|strings| strings.board().not_kept.to_owned());
    }
}

/// Loads the board of the last visit, unless the board already has members.
fn remember(page: Page) {
    if !BoardState::of(page)
        .board
        .with_untracked(|board| board.members.is_empty())
    {
        return;
    }
    if let Some(text) = Storage::Local.read(KEY) {
        let mut board = Board::default();
        board.add("", &text);
        BoardState::of(page).board.set(board);
    }
}

#[component]
pub fn BoardPage(page: Page) -> impl IntoView {
    super::SHEET.add();
    let desk = BoardState::of(page);
    remember(page);
    let is_empty = Memo::new(move |_| desk.board.with(|board| board.members.is_empty()));
    let bring = move |files: Vec<File>| page.bring_files(files);
    follow_drops(desk.over, bring);
    view! {
        <main
            class="lab board"
            id="board"
            class:over=move || desk.over.get()
            data-members=move || desk.board.with(|board| board.members.len()).to_string()
        >
            <div class="lab-form panel board-side">
                <p class="source">{move || page.strings().board().lead}</p>
                {drop_zone("board-files", ".json,application/json", bring, move || {
                    let words = page.strings().board();
                    [words.drop, words.or_choose]
                })}
                <FileResults page=page />
                <Members page=page />
                <div class="lab-files">
                    <button
                        id="board-save"
                        class="button"
                        disabled=move || is_empty.get()
                        on:click=move |_| save_board(page)
                    >
                        {move || page.strings().board().save}
                    </button>
                    <a class="button" href="#/lab">
                        {move || (page.strings().place)(Aside::Lab)}
                    </a>
                </div>
            </div>
            <div class="lab-results board-results">
                {move || {
                    if is_empty.get() {
                        view! { <Empty page=page /> }.into_any()
                    } else {
                        view! { <Charts page=page /> }.into_any()
                    }
                }}
            </div>
        </main>
    }
    .into_any()
}

fn save_board(page: Page) {
    let json = BoardState::of(page).board.with_untracked(Board::to_json);
    if download("warpstep-board.json", "application/json", &json).is_none() {
        page.notify(|strings| strings.lab().not_saved.to_owned());
    }
}

/// The results of the files that were added last.
#[component]
fn FileResults(page: Page) -> impl IntoView {
    let desk = BoardState::of(page);
    move || {
        let told = desk.told.get();
        if told.is_empty() {
            return None;
        }
        let words = page.strings().board();
        let added = told.iter().filter(|(_, answer)| answer.is_ok()).count();
        let refused = told.iter().filter_map(|(file, answer)| {
            let error = answer.as_ref().err()?;
            Some(view! { <li>{(words.refused)(file, error)}</li> })
        });
        let refused = refused.collect_view();
        Some(view! {
            <div
                id="board-told"
                role="status"
                data-added=added.to_string()
                data-refused=(told.len() - added).to_string()
            >
                <p>{(words.added)(added)}</p>
                <ul>{refused}</ul>
            </div>
        })
    }
}

#[component]
fn Members(page: Page) -> impl IntoView {
    let desk = BoardState::of(page);
    let members = move || {
        let members = desk.board.with(|board| board.members.clone());
        members.into_iter().enumerate().collect::<Vec<(usize, Member)>>()
    };
    view! {
        <ul id="board-members">
            <For each=members key=|(index, member)| format!("{index} {}", member.name) let:pair>
                {
                    let (index, member) = pair;
                    let sheet = &member.record.sheet;
                    let about = (sheet.entries.len(), sheet.device.name.clone(), sheet.device.is_fallback);
                    view! {
                        <li class="lab-record" data-member=member.name.clone() title=tip(page, &member)>
                            <input
                                class="lab-record-name"
                                type="text"
                                autocomplete="off"
                                aria-label=move || page.strings().lab().name
                                prop:value=member.name.clone()
                                on:change=move |event| {
                                    page.change_board(|board| board.rename(index, &event_target_value(&event)))
                                }
                            />
                            <p class="source">
                                {move || (page.strings().lab().entries)(about.0)} " · " {about.1.clone()}
                                {about
                                    .2
                                    .then(|| {
                                        view! {
                                            " "
                                            <b>{move || page.strings().board().software}</b>
                                        }
                                    })}
                            </p>
                            <button
                                class="icon-button plain-button lab-record-forget"
                                aria-label=move || page.strings().board().remove
                                title=move || page.strings().board().remove
                                on:click=move |_| page.change_board(|board| board.remove(index))
                            >
                                <svg viewBox="0 0 16 16" aria-hidden="true">
                                    <path d=icons::CLOSE />
                                </svg>
                            </button>
                        </li>
                    }
                }
            </For>
        </ul>
    }
    .into_any()
}

/// Returns the name of a member's file.
fn tip(page: Page, member: &Member) -> Option<String> {
    (!member.file.is_empty()).then(|| (page.strings().board().from_file)(&member.file))
}

#[component]
fn Empty(page: Page) -> impl IntoView {
    view! {
        <section class="panel lab-empty">
            {move || {
                let words = page.strings().board();
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
                }
            }}
        </section>
    }
}

/// A chart for each kernel with one row per device, and a table of all times.
#[component]
fn Charts(page: Page) -> impl IntoView {
    let desk = BoardState::of(page);
    let size = Memo::new(move |_| desk.shown_size());
    let kernels = Memo::new(move |_| {
        size.get()
            .map_or(Vec::new(), |size| desk.board.with(|board| board.kernels(size)))
    });
    view! {
        <section class="panel board-head">
            <div class="lab-figure-head">
                {measures(page)}
                {size_list(page, size)}
                <span class="grow" />
                {move || badge(page.strings(), Kind::Measured)}
            </div>
        </section>
        <div class="board-charts" id="board-charts">
            {move || Some(charts(page, kernels.get(), size.get()?))}
        </div>
        <section class="panel lab-table-panel">
            <div class="lab-table-scroll" tabindex="0" role="region" aria-label=move || page.strings().lab().table>
                <table class="lab-table" id="board-table">
                    <caption>{move || size.get().map(|size| size_text(page, size))}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{move || page.strings().board().device}</th>
                            {move || {
                                kernels
                                    .get()
                                    .into_iter()
                                    .map(|kernel| {
                                        view! { <th scope="col">{kernel.title(page.settings.language.get())}</th> }
                                    })
                                    .collect_view()
                            }}
                        </tr>
                    </thead>
                    <tbody>
                        {move || Some(time_rows(page, &kernels.get(), size.get()?))}
                    </tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

/// Returns a size as the list and the table name it. Tracked.
fn size_text(page: Page, (n, block): (u64, u32)) -> String {
    let n = u32::try_from(n).map_or_else(|_| n.to_string(), list::one);
    (page.strings().board().size_of)(&n, block)
}

/// Shows the choice of the measure.
fn measures(page: Page) -> impl IntoView {
    let desk = BoardState::of(page);
    view! {
        <div class="segments" role="group" aria-label=move || page.strings().board().measure>
            {Measure::ALL
                .map(|measure| {
                    view! {
                        <button
                            data-measure=measure.id()
                            aria-pressed=move || (desk.measure.get() == measure).to_string()
                            on:click=move |_| desk.measure.set(measure)
                        >
                            {move || (page.strings().board().measure_name)(measure)}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

/// Shows the list of sizes that the devices have measured.
fn size_list(page: Page, size: Memo<Option<(u64, u32)>>) -> impl IntoView {
    let desk = BoardState::of(page);
    let sizes = Memo::new(move |_| desk.board.with(Board::sizes));
    view! {
        <label class="field">
            {move || page.strings().board().size}
            <select
                id="board-size"
                on:change=move |event| {
                    let chosen = event_target_value(&event).parse::<usize>().ok();
                    desk.size.set(chosen.and_then(|index| sizes.get_untracked().get(index).copied()));
                }
            >
                {move || {
                    sizes
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(index, each)| {
                            view! {
                                <option value=index.to_string() selected=move || size.get() == Some(each)>
                                    {size_text(page, each)}
                                </option>
                            }
                        })
                        .collect_view()
                }}
            </select>
        </label>
    }
}

/// Shows the chart of each kernel, for GPUs and below them for devices in software. Tracked.
fn charts(page: Page, kernels: Vec<BoardKernel>, size: (u64, u32)) -> impl IntoView {
    let desk = BoardState::of(page);
    let has_software = desk.board.with(|board| {
        let mut members = board.members.iter();
        members.any(|member| Devices::of(member) == Devices::Software)
    });
    let charts = |devices: Devices| {
        let kernels = kernels.iter();
        let kernels = kernels
            .filter(|kernel| desk.board.with(|board| board.has(devices, kernel, size)))
            .cloned();
        kernels
            .map(|kernel| view! { <Small page=page kernel=kernel devices=devices size=size /> })
            .collect_view()
    };
    view! {
        {charts(Devices::Gpus)}
        {has_software
            .then(|| {
                view! {
                    <h2 class="board-software" id="board-software">
                        {page.strings().board().software_devices}
                    </h2>
                    {charts(Devices::Software)}
                }
            })}
    }
}

/// Shows the rows of all times, GPUs first. Tracked.
fn time_rows(page: Page, kernels: &[BoardKernel], size: (u64, u32)) -> impl IntoView + use<> {
    let row = |member: &Member| {
        let cell = |kernel: &BoardKernel| {
            let text = member.time(kernel, size).map_or_else(|| "–".to_owned(), time_text);
            view! { <td>{text}</td> }
        };
        view! {
            <tr data-member=member.name.clone() title=tip(page, member)>
                <th scope="row">{member.name.clone()}</th>
                {kernels.iter().map(cell).collect_view()}
            </tr>
        }
    };
    BoardState::of(page).board.with(|board| {
        let rows = |devices| {
            board
                .members
                .iter()
                .filter(move |member| Devices::of(member) == devices)
        };
        let software = rows(Devices::Software).map(row).collect_view();
        view! {
            {rows(Devices::Gpus).map(row).collect_view()}
            {(!software.is_empty())
                .then(|| {
                    view! {
                        <tr class="board-software">
                            <th
                                scope="rowgroup"
                                colspan=(kernels.len() + 1).to_string()
                            >
                                {page.strings().board().software_devices}
                            </th>
                        </tr>
                    }
                })}
            {software}
        }
    })
}

/// The chart of one kernel on every device.
#[component]
fn Small(page: Page, kernel: BoardKernel, devices: Devices, size: (u64, u32)) -> impl IntoView {
    let desk = BoardState::of(page);
    let place = NodeRef::<html::Div>::new();
    let wide = RwSignal::new(0.0);
    watch_box(page, place, move |width, _, _| {
        if wide.get_untracked() != width {
            wide.set(width);
        }
    });
    let (drawn, saved) = (kernel.clone(), kernel.clone());
    let svg = move || {
        page.epoch.track();
        let palette = palette::current();
        let width = Some(wide.get()).filter(|width| *width > 0.0);
        let look = Look {
            width: width.unwrap_or(palette.chart),
            text: palette.chart_text,
            token: &|token| format!("var(--{token})"),
        };
        let (strings, language, measure) = (page.strings(), page.settings.language.get(), desk.measure.get());
        desk.board.with(|board| {
            chart(
                board,
                Subject {
                    devices,
                    kernel: &drawn,
                    size,
                    measure,
                },
                strings,
                language,
                &look,
            )
        })
    };
    let save = move |_| {
        let palette = palette::current();
        let look = Look {
            width: palette.chart_wide,
            text: palette.chart_text_wide,
            token: &|token| palette::token(token),
        };
        let (strings, language, measure) =
            untrack(|| (page.strings(), page.settings.language.get(), desk.measure.get()));
        let picture = desk.board.with_untracked(|board| {
            chart(
                board,
                Subject {
                    devices,
                    kernel: &saved,
                    size,
                    measure,
                },
                strings,
                language,
                &look,
            )
        });
        save_picture(page, Format::Svg, &format!("warpstep-board-{}", saved.name), &picture);
    };
    view! {
        <section class="panel board-chart" data-board-kernel=kernel.name.clone()>
            <div class="chart" node_ref=place inner_html=svg />
            <button
                class="icon-button plain-button"
                aria-label=move || (page.strings().lab().export_as)("SVG")
                title=move || (page.strings().lab().export_as)("SVG")
                on:click=save
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icons::SAVE />
                </svg>
            </button>
        </section>
    }
    .into_any()
}
