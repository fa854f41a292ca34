//! The requests of the next step, and the controls that the views of one request share.

use crate::page::{Page, Pane};
use crate::run::badge::badge;
use leptos::prelude::*;
use model::panels::asked::{self, Ahead, Asked, RequestCost, Requests};
use model::panels::counters::Kind;
use model::run::playback::Playback;
use model::strings::Strings;
use simt::{Frame, Grain, Machine, Space};

/// Calls `look` with the frame of the next step. `None` if no run is shown. Tracked.
pub fn at_press<T>(page: Page, pane: Pane, look: impl FnOnce(&Playback, &Frame, &Machine, Grain) -> T) -> Option<T> {
    let grain = page.run.grain.get();
    let position = pane
        .step_view
        .with(|step_view| step_view.as_ref().map(|step_view| step_view.position))?;
    let summary = pane.summary.get()?;
    let looked = pane.playback.try_update_value(|playback| {
        let playback = playback.as_mut()?;
        playback.cursor.seek(position);
        let frame = playback.cursor.frame(grain);
        Some(look(playback, &frame, &summary.machine, grain))
    });
    looked.flatten()
}

/// The warp and the request that the reader looks at.
#[derive(Clone, Copy)]
pub struct Choice {
    warp: RwSignal<Option<u32>>,
    request: RwSignal<usize>,
}

impl Choice {
    pub fn new() -> Self {
        Choice {
            warp: RwSignal::new(None),
            request: RwSignal::new(0),
        }
    }

    /// Returns the warp that the reader chose. Tracked.
    pub fn wanted(self) -> Option<u32> {
        self.warp.get()
    }

    pub fn follow(self, warp: u32) {
        self.warp.set(Some(warp));
    }

    /// Returns the warp to show, among the warps with requests. Tracked.
    pub fn warp(self, asked: &[Asked]) -> Option<u32> {
        asked::shown_warp(asked, self.wanted())
    }

    /// Returns the indices of a warp's requests, and the index of the shown one. Tracked.
    fn requests(self, asked: &[Asked], warp: Option<u32>) -> (Vec<usize>, Option<usize>) {
        let requests = (0..asked.len()).filter(|&index| Some(asked[index].warp) == warp);
        let requests: Vec<usize> = requests.collect();
        let chosen = requests.get(self.request.get()).or(requests.last());
        let chosen = chosen.copied();
        (requests, chosen)
    }

    /// Returns the index of a warp's shown request. Tracked.
    pub fn shown(self, asked: &[Asked], warp: Option<u32>) -> Option<usize> {
        self.requests(asked, warp).1
    }
}

/// The buttons that choose a warp and one of its requests. They keep their places from step to step.
#[component]
pub fn RequestChoice(
    page: Page,
    choice: Choice,
    #[prop(into)] asked: Signal<Vec<Asked>>,
    /// The warps to choose from; `warp` is the shown one.
    #[prop(into)]
    warps: Signal<Vec<u32>>,
    #[prop(into)] warp: Signal<Option<u32>>,
) -> impl IntoView {
    let turn = move |by: i64| {
        let (warps, warp) = (warps.get_untracked(), warp.get_untracked());
        let Some(index) = warps.iter().position(|each| Some(*each) == warp) else {
            return;
        };
        let next = (index as i64 + by).rem_euclid(warps.len() as i64) as usize;
        choice.follow(warps[next]);
    };
    let name = move || {
        let strings = page.strings();
        warp.get().map_or(strings.none.to_owned(), strings.warp)
    };
    let alone = move || warps.with(|warps| warps.len() < 2).to_string();
    let words = move || &page.strings().panel_words().request;
    let tabs = move || {
        let words = words();
        asked.with(|asked| {
            let (requests, chosen) = choice.requests(asked, warp.get());
            let tab = |(place, index): (usize, usize)| {
                let each = &asked[index];
                let class = if each.access.writes() { "store" } else { "load" };
                view! {
                    <button
                        class=class
                        aria-pressed=(Some(index) == chosen).to_string()
                        on:click=move |_| choice.request.set(place)
                    >
                        {(words.request)(each.access, &each.name)}
                    </button>
                }
            };
            requests.into_iter().enumerate().map(tab).collect_view()
        })
    };
    view! {
        <div class="request-choice">
            <span class="segments small" role="group" aria-label=move || words().warp_choice>
                <button aria-label=move || words().warp_before aria-disabled=alone on:click=move |_| turn(-1)>
                    "‹"
                </button>
                <output>{name}</output>
                <button aria-label=move || words().warp_after aria-disabled=alone on:click=move |_| turn(1)>
                    "›"
                </button>
            </span>
            <span class="segments small requests" role="group" aria-label=move || words().requests>
                {tabs}
            </span>
        </div>
    }
}

/// A sentence in place of a picture, with a button that goes to the next step that has one.
#[component]
pub fn NothingAsked(
    page: Page,
    pane: Pane,
    #[prop(into)] sentences: Signal<String>,
    #[prop(into)] ahead: Signal<Option<Ahead>>,
) -> impl IntoView {
    view! {
        <p class="nothing-asked">
            <span>{move || sentences.get()}</span>
            {move || {
                ahead
                    .get()
                    .filter(|ahead| pane.index == 0 || ahead.press.is_some())
                    .map(|ahead| {
                        let words = &page.strings().panel_words().request;
                        let go = move |_| match ahead.press.filter(|_| pane.index > 0) {
                            Some(press) => page.go_to_press(press),
                            None => page.go_to(ahead.position),
                        };
                        // Columns share their slider steps, but not their trace positions.
                        view! {
                            <button class="button" data-ahead=ahead.position on:click=go>
                                {(words.go_to_press)(ahead.press)}
                            </button>
                        }
                    })
            }}
        </p>
    }
}

/// The data of a view of one request.
#[derive(Clone, Copy)]
pub struct Looked<C: Send + Sync + 'static> {
    pub choice: Choice,
    pub model: Memo<Requests<C>>,
    /// The chosen request of this step and its cost; `None` if the step has no request.
    pub drawn: Memo<Option<(Asked, C)>>,
    pub nothing: Memo<bool>,
    /// The next step with a request, if this one has none.
    pub next: Memo<Option<Ahead>>,
}

/// Follows a run's requests to one kind of memory.
pub fn look<C>(page: Page, pane: Pane) -> Looked<C>
where
    C: RequestCost + PartialEq + Send + Sync + 'static,
{
    let choice = Choice::new();
    let model = Memo::new(move |_| {
        at_press(page, pane, |playback, frame, machine, _| {
            Requests::<C>::new(playback.trace(), frame, machine)
        })
        .unwrap_or_default()
    });
    let drawn = Memo::new(move |_| {
        model.with(|model| {
            let index = choice.shown(&model.asked, choice.warp(&model.asked))?;
            Some((model.asked.get(index)?.clone(), *model.costs.get(index)?))
        })
    });
    let nothing = Memo::new(move |_| drawn.with(Option::is_none));
    let next = move |_: Option<&Option<Ahead>>| nothing.get().then(|| ahead(page, pane, C::SPACE)).flatten();
    Looked {
        choice,
        model,
        drawn,
        nothing,
        next: Memo::new(next),
    }
}

impl<C> Looked<C>
where
    C: RequestCost + PartialEq + Send + Sync + 'static,
{
    /// Shows the buttons that choose a warp and its request.
    pub fn choice(self, page: Page) -> impl IntoView {
        let (choice, model) = (self.choice, self.model);
        view! {
            <RequestChoice
                page=page
                choice=choice
                asked=Signal::derive(move || model.with(|model| model.asked.clone()))
                warps=Signal::derive(move || model.with(|model| asked::warps(&model.asked)))
                warp=Signal::derive(move || model.with(|model| choice.warp(&model.asked)))
            />
        }
    }

    /// Returns one number, summed over all requests of the step. Tracked.
    pub fn of_total(self, count: fn(&C) -> u64) -> u64 {
        self.model.with(|model| count(&model.total()))
    }

    /// Returns the warp of the shown request. Tracked.
    pub fn warp(self) -> Option<u32> {
        self.drawn.with(|drawn| drawn.as_ref().map(|(asked, _)| asked.warp))
    }
}

/// Returns true if a run is at its end. Tracked.
pub fn is_over(pane: Pane) -> bool {
    pane.step_view.with(|step_view| {
        step_view
            .as_ref()
            .is_some_and(|step_view| step_view.position == step_view.end)
    })
}

/// Returns the next step with a request to this memory. Tracked.
pub fn ahead(page: Page, pane: Pane, space: Space) -> Option<Ahead> {
    at_press(page, pane, |playback, _, _, grain| {
        asked::ahead(&playback.cursor, grain, space)
    })
    .flatten()
}

/// Shows a label with its value, over `columns` of the row's twelve columns.
pub fn fact(columns: u32, name: &str, value: String) -> impl IntoView + use<> {
    marked(columns, name, value, "", String::new())
}

/// Shows the kind of the numbers before it.
pub fn kind_fact(columns: u32, strings: &'static Strings, kind: Kind) -> impl IntoView + use<> {
    view! {
        <div class="fact badge" style=format!("--columns:{columns}")>
            <dt class="unseen">{strings.kind_title}</dt>
            <dd>{badge(strings, kind)}</dd>
        </div>
    }
}

/// Shows a label with its value, highlighted: `class` is the style, `title` the reason.
pub fn marked(columns: u32, name: &str, value: String, class: &'static str, title: String) -> impl IntoView + use<> {
    view! {
        <div class=format!("fact {class}") style=format!("--columns:{columns}") title=title>
            <dt>{name.to_owned()}</dt>
            <dd>{value}</dd>
        </div>
    }
}

/// The heading: the step in one line, with the kind of its numbers.
#[component]
pub fn Counted(page: Page, #[prop(into)] total: Signal<Option<String>>) -> impl IntoView {
    view! {
        <em>
            {move || {
                total
                    .get()
                    .map(|total| {
                        view! {
                            {total}
                            " "
                            {badge(page.strings(), Kind::Exact)}
                        }
                    })
            }}
        </em>
    }
}
