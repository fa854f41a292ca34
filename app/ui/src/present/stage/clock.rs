//! The slide about the times: the chart, two of its kernels at work, what was counted of them, and the cause.

use super::chapter::ChapterStory;
use super::chart::StageChart;
use crate::page::{Page, Pane};
use crate::panels::lanes::LanesPanel;
use crate::run::badge::kind_id;
use crate::run::gpu::{self, charted, times};
use crate::run::times::{Action, SizeChoice};
use leptos::prelude::*;
use lessons::measured::measured as shipped;
use lessons::{Cause, GalleryKernel, Part, Story};
use model::compare::comparison::shown_ratio;
use model::number::grouped;
use model::panels::counters::{ratio_of, title};
use model::run::times::Rows;

/// The subject of a slide about times: two kernels, or a chapter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    Clock(&'static Story),
    Chapter,
}

impl Told {
    pub fn of(parts: &[Part]) -> Option<Self> {
        parts.iter().find_map(|part| match part {
            Part::Clock(story) => Some(Told::Clock(story)),
            Part::Chapter => Some(Told::Chapter),
            _ => None,
        })
    }

    /// Returns the kernels of its chart.
    pub const fn rows(self) -> Rows {
        match self {
            Told::Clock(_) => Rows::Lesson,
            Told::Chapter => Rows::Ladder,
        }
    }
}

/// The slide beside the lesson, off the stage.
#[component]
pub fn ClockPage(page: Page, told: Told) -> impl IntoView {
    gpu::look(page);
    let rows = told.rows();
    let story = match told {
        Told::Clock(story) => view! { <ClockStory page=page story=story /> }.into_any(),
        Told::Chapter => view! { <ChapterStory page=page /> }.into_any(),
    };
    let measure = move || {
        charted(page, rows).map(|_| {
            view! {
                <div class="clock-measure">
                    <SizeChoice page=page rows=rows />
                    <Action page=page rows=rows />
                </div>
            }
        })
    };
    view! {
        <main class="panels clock-page">
            <section class="panel">{story} {measure}</section>
        </main>
    }
}

#[component]
pub fn ClockStory(page: Page, story: &'static Story) -> impl IntoView {
    let lanes = page.run.panes().take(2).map(|pane| {
        view! {
            <section
                class="clock-lanes"
                data-column=pane.index.to_string()
                style=move || format!("--warps:{}", warps(pane))
            >
                <h3>
                    {move || kernel(pane).map(|kernel| kernel.title.get(page.settings.language.get()))}
                    <small>{move || moment(pane)}</small>
                </h3>
                <LanesPanel page=page pane=pane />
            </section>
        }
    });
    let why = move || {
        let words = page.strings().clock_words();
        match story.cause {
            Cause::Shown(_) => words.why,
            Cause::Open(_) => words.open,
        }
    };
    let remember = move || {
        let language = page.reads();
        page.run
            .spec
            .with(|view| view.as_ref().map(|view| view.lesson.remember.get(language)))
    };
    view! {
        <div class="clock-story">
            <StageChart page=page rows=Rows::Lesson />
            <div class="clock-side">{lanes.collect_view()} <Ratios page=page story=story /></div>
            <p class="clock-cause" id="clock-cause">
                <b>{why}</b>
                " "
                {move || story.cause.text().get(page.reads())}
            </p>
            <p class="clock-remember" id="remember">
                <b>{move || page.strings().clock_words().remember}</b>
                " "
                {remember}
            </p>
        </div>
    }
}

/// Returns the kernel of a pane's run. Tracked.
fn kernel(pane: Pane) -> Option<&'static GalleryKernel> {
    pane.summary
        .with(|summary| Some(summary.as_ref()?.view.as_ref()?.kernel))
}

fn warps(pane: Pane) -> usize {
    pane.step_view
        .with(|view| view.as_ref().map_or(2, |view| view.lanes.rows.len()))
}

/// Returns the iteration that a pane shows, as `stride 8`. Tracked.
fn moment(pane: Pane) -> Option<String> {
    pane.step_view.with(|view| {
        let (name, value) = view.as_ref()?.caption.stride.clone()?;
        Some(format!("{name} {value}"))
    })
}

/// Says what was counted: n, the block and the machine of the picture, which are not those of the clock. Tracked.
fn set_up(page: Page) -> Option<String> {
    let (words, tools) = (page.strings().clock_words(), page.strings().tools());
    page.run.spec.with(|view| {
        let view = view.as_ref()?;
        let n = grouped(view.size.n().into());
        let (block, machine) = (view.size.block(), &view.machine.name);
        Some(format!(
            "{}: n {n} · {} {block} · {machine}",
            words.counted, tools.blocks_of
        ))
    })
}

/// The counters of the second kernel divided by those of the first, beside the ratio of their times.
#[component]
fn Ratios(page: Page, story: &'static Story) -> impl IntoView {
    move || {
        let (words, language) = (page.strings().clock_words(), page.settings.language.get());
        let [first, second] = [page.run.first, page.run.beside[0]];
        let [one, two] = [first.summary.get()?, second.summary.get()?];
        let [a, b] = [kernel(first)?, kernel(second)?];
        let row = |name: &&str| {
            let ratio = ratio_of(name, &one.metrics, &two.metrics);
            let mut counters = two.counters.iter();
            let counter = counters.find(|counter| counter.id.name() == *name);
            Some((
                title(name)?.get(language),
                kind_id(counter.map_or_else(|| two.counted(), |counter| counter.kind)),
                ratio.map_or_else(|| page.strings().none.to_owned(), shown_ratio),
            ))
        };
        let rows: Vec<_> = story.counters.iter().filter_map(row).collect();
        let [a_name, b_name] = [a, b].map(|kernel| kernel.kernel.name.as_ref());
        let times = times(page);
        let clock = times.as_ref().and_then(|times| times.ratio(a_name, b_name));
        let there = times.as_ref().and_then(|times| times.shipped_ratio(a_name, b_name));
        let device = shipped().device.as_str();
        // The shipped ratio stays in sight, so that a difference of this GPU is seen.
        let beside = match (clock, there) {
            (Some((_, true)), there) => there,
            _ => None,
        };
        let is_other_order = match (clock, beside) {
            (Some((here, _)), Some(there)) => (here - 1.0) * (there - 1.0) < 0.0,
            _ => false,
        };
        let clock = move || match clock {
            Some((ratio, is_own)) => view! {
                <b>{shown_ratio(ratio)}</b>
                {is_own.then(|| view! { <small>" " {words.here}</small> })}
                {beside
                    .map(|there| {
                        view! { <small class="there">{(words.there)(&shown_ratio(there), device)}</small> }
                    })}
            }
            .into_any(),
            None => page.strings().none.into_any(),
        };
        let all = rows.len();
        let rows = rows.into_iter().enumerate().map(|(index, (title, kind, ratio))| {
            let clock = (index == 0).then(|| {
                view! {
                    <td class="clock-ratio" rowspan=all.to_string()>
                        {clock()}
                    </td>
                }
            });
            view! {
                <tr>
                    <th scope="row">{title}</th>
                    <td data-kind=kind>{ratio}</td>
                    {clock}
                </tr>
            }
        });
        Some(view! {
            <table class="clock-table" id="clock-table">
                <caption>
                    {set_up(page)}
                    {is_other_order.then(|| view! { <b id="other-order">{(words.other_order)(device)}</b> })}
                </caption>
                <thead>
                    <tr>
                        <th scope="col">{(words.second_by_first)(b.title.get(language), a.title.get(language))}</th>
                        <th scope="col">{words.counted}</th>
                        <th scope="col">{words.on_the_clock}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        })
    }
}
