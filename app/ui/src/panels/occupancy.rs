//! The occupancy calculator: how many warps a multiprocessor can hold for a kernel's resources, and which limit
//! decides.

use crate::page::{Page, Pane};
use crate::panels::tabs::PanelTabs;
use crate::run::badge::badge;
use crate::run::export::taken;
use leptos::prelude::*;
use lessons::Calculator;
use lessons::claim::achieved_occupancy;
use lessons::occupancy::{
    COMPUTE_CAPABILITIES, Cannot, ComputeCapability, Demand, Input, Limit, Occupancy, WARP, most_registers, occupancy,
};
use lessons::published::title;
use model::address::RunSpec;
use model::export::Taken;
use model::number::{self, NumberError, grouped};
use model::panels::counters::Kind;
use model::panels::occupancy::plot;
use model::strings::Strings;
use simt::Machine;

/// The values in the fields.
#[derive(Clone, Copy, PartialEq)]
struct Asked {
    chip: &'static ComputeCapability,
    demand: Demand,
}

impl Asked {
    /// Returns the settings of what is shown.
    fn of(view: Option<&RunSpec>) -> Self {
        match view {
            Some(view) => Asked {
                chip: view.calculator.chip(&view.machine),
                demand: view.calculator.demand(view.size.block()),
            },
            None => Asked {
                chip: Calculator::USUAL.chip(&Machine::default()),
                demand: Calculator::USUAL.demand(WARP),
            },
        }
    }

    fn answer(self) -> Result<Occupancy, Cannot> {
        occupancy(self.chip, self.demand)
    }
}

/// The reason why the fields give no result.
#[derive(Clone, PartialEq)]
enum Mistake {
    Number(Input, String, NumberError),
    Cannot(Cannot),
}

impl Mistake {
    fn sentence(&self, strings: &'static Strings) -> String {
        match self {
            Mistake::Number(_, text, error) => (strings.bad_number)(text, *error),
            Mistake::Cannot(cannot) => (strings.occupancy_words().cannot)(*cannot),
        }
    }

    /// Returns true if the mistake belongs to this field.
    fn is_of(&self, input: Input) -> bool {
        match self {
            Mistake::Number(own, ..) => *own == input,
            Mistake::Cannot(Cannot::NoThreads | Cannot::Threads { .. }) => input == Input::Threads,
            Mistake::Cannot(Cannot::RegistersOfThread { .. }) => input == Input::Registers,
            Mistake::Cannot(Cannot::RegistersOfBlock { .. }) => input != Input::Shared,
            Mistake::Cannot(Cannot::Shared { .. }) => input == Input::Shared,
        }
    }
}

/// The fields of the panel. The page's content holds their values. Copies are the same.
#[derive(Clone, Copy)]
struct Fields {
    page: Page,
    asked: Memo<Asked>,
    /// The last values that gave a result.
    good: Memo<Option<Asked>>,
    /// A text that is no number.
    typed: RwSignal<Option<Mistake>>,
    mistake: Memo<Option<Mistake>>,
}

impl Fields {
    fn new(page: Page) -> Self {
        let asked = Memo::new(move |_| page.run.spec.with(|view| Asked::of(view.as_ref())));
        let good = Memo::new(move |last: Option<&Option<Asked>>| {
            let asked = asked.get();
            match asked.answer() {
                Ok(_) => Some(asked),
                Err(_) => last.copied().flatten(),
            }
        });
        let typed = RwSignal::new(None);
        Effect::new(move |_| {
            asked.track();
            typed.set(None);
        });
        let mistake = Memo::new(move |_| {
            let cannot = asked.get().answer().err().map(Mistake::Cannot);
            typed.get().or(cannot)
        });
        Fields {
            page,
            asked,
            good,
            typed,
            mistake,
        }
    }

    fn change(self, change: impl FnOnce(&mut Calculator)) {
        self.typed.set(None);
        self.page.change_view(|view| change(&mut view.calculator));
    }

    fn set(self, input: Input, value: u32) {
        self.change(|calculator| calculator.set(input, value));
    }

    fn take(self, input: Input, text: &str) {
        match number::whole(text) {
            Ok(value) => self.set(input, value),
            Err(error) => {
                let start = text.trim().chars().take(24).collect();
                self.typed.set(Some(Mistake::Number(input, start, error)));
            }
        }
    }
}

#[component]
pub fn OccupancyPanel(page: Page, pane: Pane) -> impl IntoView {
    let fields = Fields::new(page);
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Occupancy)))
            class="panel slot-panel occupancy"
            id="occupancy"
        >
            <h2>
                <PanelTabs page=page />
                <em>{move || page.strings().occupancy_words().title}</em>
            </h2>
            <div
                class="occupancy-scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.strings().occupancy_words().title
            >
                <div class="occupancy-inputs">
                    <Chip page=page fields=fields />
                    {Input::ALL.map(|input| view! { <Amount page=page fields=fields input=input /> }).collect_view()}
                </div>
                <p class="occupancy-mistake" id="occupancy-mistake" role="alert">
                    {move || {
                        fields.mistake.with(|mistake| mistake.as_ref().map(|mistake| mistake.sentence(page.strings())))
                    }}
                </p>
                <Answer page=page fields=fields />
            </div>
        </section>
    }
}

#[component]
fn Chip(page: Page, fields: Fields) -> impl IntoView {
    let chosen = Memo::new(move |_| fields.asked.with(|asked| asked.chip.version()));
    let options = COMPUTE_CAPABILITIES.iter().map(|row| {
        let version = row.version();
        view! {
            <option value=version selected=move || chosen.get() == version>
                {format!("{} · {}", row.versions, row.chip)}
            </option>
        }
    });
    view! {
        <div class="amount">
            <label for="capability">{move || page.strings().occupancy_words().capability}</label>
            <select
                id="capability"
                prop:value=move || chosen.get()
                on:change=move |event| {
                    if let Some(row) = ComputeCapability::by_version(&event_target_value(&event)) {
                        fields.change(|calculator| calculator.capability = Some(row.version()));
                    }
                }
            >
                {options.collect_view()}
            </select>
        </div>
    }
}

/// One number, with a text field and a slider.
#[component]
fn Amount(page: Page, fields: Fields, input: Input) -> impl IntoView {
    let id = match input {
        Input::Threads => "threads-per-block",
        Input::Registers => "registers-per-thread",
        Input::Shared => "shared-per-block",
    };
    let value = Memo::new(move |_| fields.asked.with(|asked| input.of(asked.demand)));
    let range = Memo::new(move |_| fields.asked.with(|asked| input.range(asked.chip)));
    let label = move || (page.strings().occupancy_words().input)(input);
    view! {
        <div class="amount">
            <label for=id title=move || (page.strings().occupancy_words().input_hint)(input)>
                {label}
            </label>
            <input
                id=id
                type="text"
                inputmode="numeric"
                autocomplete="off"
                spellcheck="false"
                title=move || (page.strings().occupancy_words().input_hint)(input)
                aria-describedby="occupancy-mistake"
                aria-invalid=move || {
                    fields
                        .mistake
                        .with(|mistake| mistake.as_ref().is_some_and(|mistake| mistake.is_of(input)))
                        .to_string()
                }
                prop:value=move || value.get().to_string()
                on:change=move |event| {
                    fields.take(input, &event_target_value(&event));
                    if fields.mistake.with_untracked(Option::is_none) {
                        // The reader may write `2^8`; the field then shows the plain number.
                        event_target::<web_sys::HtmlInputElement>(&event).set_value(&value.get_untracked().to_string());
                    }
                }
                on:keydown=move |event| {
                    let (least, most, step) = range.get_untracked();
                    let value = value.get_untracked();
                    let new = match event.key().as_str() {
                        "ArrowUp" => value.saturating_add(step),
                        "ArrowDown" => value.saturating_sub(step),
                        _ => return,
                    };
                    event.prevent_default();
                    fields.set(input, new.clamp(least, most));
                }
            />
            <input
                type="range"
                aria-label=label
                min=move || range.get().0
                max=move || range.get().1
                step=move || range.get().2
                prop:value=move || value.get().to_string()
                on:input=move |event| fields.take(input, &event_target_value(&event))
            />
        </div>
    }
}

/// The last result, the warps that each limit allows, and how the result changes with each input.
#[component]
fn Answer(page: Page, fields: Fields) -> impl IntoView {
    move || {
        let strings = page.strings();
        let words = strings.occupancy_words();
        let asked = fields.good.get()?;
        let (chip, occupancy) = (asked.chip, asked.answer().ok()?);
        let warps = asked.demand.threads_per_block.div_ceil(WARP);
        let binding = occupancy.binding().collect::<Vec<_>>();
        let (share, rest) = (words.result)(&occupancy);
        let row = |limit: Limit| {
            let allowed = occupancy
                .allowed(limit)
                .map_or(words.unlimited.to_owned(), words.blocks);
            view! {
                <tr class:binds=binding.contains(&limit)>
                    <th scope="row">{(words.limit)(limit)}</th>
                    <td>{(words.room)(limit, chip)}</td>
                    <td>{(words.share)(limit, chip, &occupancy, warps)}</td>
                    <td>{allowed}</td>
                </tr>
            }
        };
        // As many blocks as all other limits allow.
        let others = Limit::ALL.into_iter().filter(|limit| *limit != Limit::Registers);
        let blocks = others.filter_map(|limit| occupancy.allowed(limit)).min();
        let bounds = blocks.and_then(|blocks| {
            let registers = most_registers(chip, asked.demand, blocks)?;
            let threads = asked.demand.threads_per_block;
            Some((words.launch_bounds)(threads, blocks, registers))
        });
        let achieved = page.run.spec.with(|view| {
            let (claim, share) = achieved_occupancy(view.as_ref()?.kernel)?;
            let table = claim.table;
            Some((words.achieved)(share, &table.device, table.n, title(&table.source)))
        });
        Some(view! {
            <div class="occupancy-answer" class:stale=move || fields.mistake.with(Option::is_some)>
                <div class="occupancy-result" aria-live="polite">
                    <p id="occupancy-result">
                        <strong>{share}</strong>
                        " · "
                        {rest}
                        " "
                        {badge(strings, Kind::Modelled)}
                    </p>
                    <p id="occupancy-bound">{(words.bound)(&binding, occupancy.warps == occupancy.of)}</p>
                </div>
                <table class="limits">
                    <thead>
                        <tr>
                            <td />
                            <th scope="col">{words.has} " " {badge(strings, Kind::Published)}</th>
                            <th scope="col">{words.takes} " " {badge(strings, Kind::Modelled)}</th>
                            <th scope="col">{words.allows} " " {badge(strings, Kind::Modelled)}</th>
                        </tr>
                    </thead>
                    <tbody>{Limit::ALL.map(row).collect_view()}</tbody>
                </table>
                {bounds.map(|text| view! { <p id="occupancy-bounds">{text} " " {badge(strings, Kind::Modelled)}</p> })}
                <div class="plots">{Input::ALL.map(|input| figure(page, asked, &occupancy, input)).collect_view()}</div>
                <p class="source">{badge(strings, Kind::Modelled)} " " {words.model}</p>
                {achieved
                    .map(|text| {
                        view! {
                            <p class="source" id="occupancy-achieved">
                                {badge(strings, Kind::Published)}
                                " "
                                {text}
                            </p>
                        }
                    })}
                <p class="source">{badge(strings, Kind::Published)} " " {(words.source)(chip)}</p>
            </div>
        })
    }
}

/// Shows the warps that a multiprocessor holds, for each value of one input.
fn figure(page: Page, asked: Asked, occupancy: &Occupancy, input: Input) -> impl IntoView + use<> {
    let words = page.strings().occupancy_words();
    let plot = plot(asked.chip, asked.demand, input);
    let value = input.of(asked.demand);
    let mark = plot.mark.map(|(x, y)| {
        view! { <i style=format!("--x:{x};--y:{y}") /> }
    });
    view! {
        <figure class="plot" aria-label=(words.plot)(input, occupancy, value)>
            <figcaption>{(words.input)(input)} <span aria-hidden="true">"100 %"</span></figcaption>
            <div class="plot-frame" aria-hidden="true">
                <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                    <path d=plot.line />
                </svg>
                {mark}
            </div>
            <div class="plot-range" aria-hidden="true">
                <span>{grouped(plot.range.0.into())}</span>
                <span>{grouped(plot.range.1.into())}</span>
            </div>
        </figure>
    }
}
