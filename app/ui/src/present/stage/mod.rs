//! The stage: a slide as its audience sees it. It shows the sentence and the few parts that the slide names, as large as the
//! window allows. Controls appear with the pointer.

mod chapter;
mod chart;
mod choice;
mod clock;
mod code;
mod figures;
mod lanes;
mod picture;
mod scale;
mod tools;

pub use picture::{StagePicture, stage_picture};
pub use scale::follow as follow_scale;

use crate::compare::differences::differing_lines;
use crate::page::{Page, Pane};
use crate::panels::area::panel_view;
use crate::panels::array::ArrayPanel;
use crate::panels::counters::signs;
use crate::panels::formulas::FormulasPanel;
use crate::panels::host::HostPanel;
use crate::panels::printed::Printed;
use crate::panels::timeline::TimelinePanel;
use crate::present::card::CardView;
use crate::present::slides::{Changes, Showing};
use crate::run::caption::Captions;
use crate::run::player::place;
use crate::run::predict::PredictBar;
use crate::run::swipe::Swipe;
use chapter::ChapterStory;
use choice::Choice;
use clock::ClockStory;
pub use clock::{ClockPage, Told};
use code::StageCode;
use engine::protocol::Check;
use figures::Figures;
use lanes::StageLanes;
use leptos::prelude::*;
use lessons::Part;
use model::present::slides::SlideRun;
use model::present::stage::{Arrangement, NUMBERED_ROWS, Scene, is_wide};
pub use tools::{Bar, By};
use tools::{Handle, Tools};

impl Page {
    /// Returns the slide on stage, if there is one. Tracked.
    pub fn on_stage(self) -> Option<Showing> {
        self.route.presenting.get().then(|| self.slide_shown()).flatten()
    }
}

/// A slide with its tools.
#[component]
pub fn Stage(page: Page) -> impl IntoView {
    let bar = Bar::of(page);
    let swipe = Swipe::new(page);
    let slide = move || {
        let showing = page.slide_shown()?;
        let language = page.reads();
        let title = showing.slides.title(language).to_owned();
        let code = page.settings.code_text.get();
        let text = showing.slide.text_in(language, code).into_owned();
        let number = format!("{} / {}", showing.index + 1, showing.slides.count());
        let Some(run) = showing.slide.run().cloned() else {
            let card = view! {
                <section
                    class="stage-words words-on-stage"
                    id="slide"
                    data-slide=showing.index.to_string()
                    aria-label=page.strings().slides
                >
                    <h1 class="unseen">{title}</h1>
                    <CardView slide=showing.slide.clone() language=language />
                </section>
                <footer class="stage-foot">
                    <p class="stage-place" id="place">
                        <b>{number}</b>
                    </p>
                    <Handle page=page is_run=false />
                </footer>
                <Tools page=page showing=showing />
            };
            return Some(card.into_any());
        };
        let captioned = run.clone();
        let slide = view! {
            <section
                class="stage-words"
                id="slide"
                data-slide=showing.index.to_string()
                aria-label=page.strings().slides
            >
                // There is no header, which contains the title otherwise.
                <h1 class="unseen">{title}</h1>
                <p class="slide-text" aria-live="polite">
                    {text}
                </p>
            </section>
            <StageParts page=page slide=run.clone() />
            <footer class="stage-foot">
                <PredictBar page=page />
                <p class="stage-captions" id="caption">
                    <Captions page=page panes=Signal::derive(move || captions_of(&captioned, page.run.columns())) />
                </p>
                {move || wrong_result(page)}
                <Changes page=page />
                <p class="stage-place" id="place">
                    {(!run.parts.contains(&Part::Chapter)).then_some(move || place(page))}
                    <b>{number}</b>
                </p>
                <Handle page=page is_run=true />
            </footer>
            <Tools page=page showing=showing />
        };
        Some(slide.into_any())
    };
    view! {
        <main
            class="on-stage"
            id="stage"
            style=move || format!("--stage-text:{}", Choice::of(page).factor())
            class:with-pointer=move || bar.is_pointed.get()
            class:with-tools=move || bar.is_open.get()
            class:waiting=move || page.run.spec.with(Option::is_some) && page.run.first.step_view.with(Option::is_none)
            on:pointermove=move |_| bar.point()
            on:pointerdown=move |event| swipe.begin(&event)
            on:pointerup=move |event| swipe.end(&event)
        >
            {slide}
            <Stretch page=page />
        </main>
    }
}

/// Says how many words of a wrong result are right. Tracked.
fn wrong_result(page: Page) -> Option<impl IntoView> {
    let check = page.run.first.summary.with(|summary| summary.as_ref()?.check)?;
    let Check::Differs { words, of, .. } = check else {
        return None;
    };
    let (class, sign, _) = signs(check);
    let text = (page.strings().result_differs)(of - words, of);
    Some(view! {
        <p class=class id="stage-result">
            <i aria-hidden="true">{sign}</i>
            <span>{text}</span>
        </p>
    })
}

/// The parts of a slide, for the runs of a page or of a thumbnail.
#[component]
pub fn StageParts(page: Page, slide: SlideRun) -> impl IntoView {
    // The class may compare other kernels than the slide does.
    let kernels = Memo::new(move |_| page.run.columns());
    move || arranged(page, slide.clone(), kernels.get())
}

fn arranged(page: Page, slide: SlideRun, kernels: usize) -> impl IntoView + use<> {
    let parts = slide.parts.clone();
    let arrangement = Arrangement::of(&parts, kernels);
    let columns = if arrangement == Arrangement::One { 1 } else { kernels };
    let panes: Vec<Pane> = page.run.panes().take(columns).collect();
    let first = panes.clone();
    let warps = Memo::new(move |_| {
        let rows = first.iter().map(|pane| {
            pane.step_view
                .with(|step_view| step_view.as_ref().map_or(1, |view| view.lanes.rows.len()))
        });
        rows.max().unwrap_or(1)
    });
    let is_numbered = Memo::new(move |_| warps.get() * columns <= NUMBERED_ROWS);
    // Where kernels stand below each other, their figures are beside their names.
    let in_head = |part: &Part| arrangement == Arrangement::Below && matches!(part, Part::Figures(_));
    let (heads, others): (Vec<Part>, Vec<Part>) = parts.iter().partition(|part| in_head(part));
    let (below, beside): (Vec<Part>, Vec<Part>) = others.into_iter().partition(|part| is_wide(*part));
    let names: Vec<&str> = parts.iter().map(name).collect();
    let names = names.join(" ");
    let pane = |pane: Pane| {
        let slide = slide.clone();
        let scene = scene(pane, &slide);
        let title = move || {
            let kernel = page
                .run
                .spec
                .with(|view| view.as_ref().and_then(|view| view.kernel_at(pane.index)));
            kernel.map(|kernel| kernel.title.get(page.settings.language.get()))
        };
        let kernel = move || {
            pane.summary.with(|summary| {
                let view = summary.as_ref()?.view.as_ref()?;
                Some(view.kernel.kernel.name.to_string())
            })
        };
        let common = Shown {
            kernels,
            scene,
            warps,
            is_numbered,
        };
        let part = |part: &Part| part_view(page, pane, part, &slide, common);
        view! {
            <section
                class="stage-pane"
                data-column=pane.index.to_string()
                data-kernel=kernel
                data-press=move || {
                    pane.step_view.with(|step_view| step_view.as_ref().map(|step_view| step_view.press.to_string()))
                }
                aria-label=title
            >
                {(columns > 1)
                    .then(|| {
                        view! {
                            <div class="stage-head">
                                <h2>{title}</h2>
                                {heads.iter().map(part).collect_view()}
                            </div>
                        }
                    })}
                {(!beside.is_empty())
                    .then(|| {
                        view! {
                            <div class="stage-top" style=format!("--columns:{}", beside.len())>
                                {beside.iter().map(part).collect_view()}
                            </div>
                        }
                    })}
                {below.iter().map(part).collect_view()}
            </section>
        }
    };
    let panes = panes.into_iter().map(pane).collect_view();
    view! {
        <div
            class="stage-parts"
            data-arrangement=arrangement.name()
            data-kernels=kernels.to_string()
            data-parts=names
            style=move || format!("--warps:{};--kernels:{kernels}", warps.get())
        >
            {panes}
        </div>
    }
}

/// Returns a part's name, which style sheets and tests use.
fn name(part: &Part) -> &'static str {
    match part {
        Part::Code => "code",
        Part::Lanes => "lanes",
        Part::Memory => "memory",
        Part::Timeline => "timeline",
        Part::Panel(panel) => panel.id(),
        Part::Formulas(_) => "formulas",
        Part::Host(_) => "host",
        Part::Figures(_) => "figures",
        Part::Clock(_) => "clock",
        Part::Chapter => "chapter",
        Part::Published(_) => "published",
    }
}

/// The values that all parts of a pane share.
#[derive(Clone, Copy)]
struct Shown {
    kernels: usize,
    scene: Memo<Scene>,
    warps: Memo<usize>,
    is_numbered: Memo<bool>,
}

fn part_view(page: Page, pane: Pane, part: &Part, slide: &SlideRun, facts: Shown) -> AnyView {
    let Shown {
        kernels,
        scene,
        warps,
        is_numbered,
    } = facts;
    let several = kernels > 1;
    let content = match part {
        Part::Code => {
            let differing = several.then(|| differing_lines(page, pane));
            view! { <StageCode page=page pane=pane scene=scene differing=differing about=slide.about cited=slide.cited.clone() /> }.into_any()
        }
        Part::Lanes => {
            view! { <StageLanes page=page pane=pane about=slide.about is_numbered=is_numbered /> }.into_any()
        }
        Part::Memory => {
            let about = slide.about;
            let has_code = slide.parts.contains(&Part::Code);
            let lines = Memo::new(move |_| {
                let rows = match (has_code, warps.get()) {
                    (false, _) => 4,
                    // With many rows of lanes, the text has less room.
                    (true, ..=4) => 2,
                    (true, _) => 1,
                };
                scene.with(|scene| scene.memory_rows(rows))
            });
            let style = move || format!("--lines:{}", lines.with(Vec::len));
            view! {
                <div class="stage-memory" style=style>
                    <ArrayPanel page=page pane=pane lines=lines about=about />
                </div>
            }
            .into_any()
        }
        Part::Timeline => view! { <TimelinePanel page=page pane=pane /> }.into_any(),
        Part::Panel(panel) => panel_view(*panel, page, pane),
        Part::Formulas(names) => view! { <FormulasPanel page=page pane=pane names=*names /> }.into_any(),
        Part::Host(phases) => view! { <HostPanel page=page pane=pane phases=*phases /> }.into_any(),
        Part::Figures(names) => view! { <Figures page=page pane=pane names=*names /> }.into_any(),
        Part::Clock(story) => view! { <ClockStory page=page story=*story /> }.into_any(),
        Part::Chapter => view! { <ChapterStory page=page /> }.into_any(),
        Part::Published(table) => view! { <Printed page=page table=*table /> }.into_any(),
    };
    view! {
        <div class="stage-part" data-part=name(part)>
            {content}
        </div>
    }
    .into_any()
}

/// Returns the facts about all steps of the slide; they change with the run.
fn scene(pane: Pane, slide: &SlideRun) -> Memo<Scene> {
    let (pace, presses, about) = (slide.pace, slide.presses, slide.about);
    Memo::new(move |_| {
        pane.summary.track();
        pane.playback.with_value(|playback| {
            let playback = playback.as_ref();
            playback.map_or_else(Scene::default, |playback| Scene::new(playback, pace, presses, about))
        })
    })
}

/// Returns the number of kernels that have a caption.
fn captions_of(slide: &SlideRun, kernels: usize) -> usize {
    match Arrangement::of(&slide.parts, kernels) {
        // The slide is about a chapter, and no step of its run is meant.
        _ if slide.parts.contains(&Part::Chapter) => 0,
        // The parts say nothing about the next statement.
        Arrangement::One if kernels > 1 => 0,
        Arrangement::One => 1,
        Arrangement::Below | Arrangement::Beside => kernels,
    }
}

/// A thin line: the part of the slide's steps that has been shown.
#[component]
fn Stretch(page: Page) -> impl IntoView {
    let share = move || {
        let (from, to) = page.stretch()?;
        let done = page.press_shown().clamp(from, to) - from;
        Some(done as f64 / (to - from).max(1) as f64)
    };
    view! { <div class="stage-stretch" aria-hidden="true" style=move || format!("--share:{}", share().unwrap_or(1.0)) /> }
}
