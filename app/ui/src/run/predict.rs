//! Prediction: before a step, the reader marks lanes or writes a number; the step then shows the truth.

use crate::page::Page;
use crate::page::lazy_view::lazy_view;
use leptos::prelude::*;
use model::panels::lanes::{LaneState, LanesModel};
use model::run::playback::StepView;
use model::run::predict::lane_list::{self, LaneListError};
use model::run::predict::{Guess, Mark, Question, Score, Truth, Verdict, mark};
use simt::Grain;
use std::collections::BTreeSet;
use std::sync::Arc;

lazy_view! { panels: predict_bar(page: Page) { view! { <Bar page=page /> } } }

/// The state of a prediction. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Predicting {
    pub on: RwSignal<bool>,
    pub question: RwSignal<Question>,
    /// The lanes that are marked for the next step.
    marked: RwSignal<BTreeSet<u32>>,
    number: RwSignal<Option<u32>>,
    /// The verdict about the last guess, until the next guess begins.
    pub verdict: RwSignal<Option<Verdict>>,
    pub score: RwSignal<Score>,
    refused: RwSignal<Option<LaneListError>>,
    /// While the pointer is down: true if the lanes that it crosses become marked, false if unmarked.
    paints: StoredValue<Option<bool>>,
}

impl Predicting {
    /// The page's prediction.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Predicting {
            on: RwSignal::new(false),
            question: RwSignal::new(Question::Lanes),
            marked: RwSignal::new(BTreeSet::new()),
            number: RwSignal::new(None),
            verdict: RwSignal::new(None),
            score: RwSignal::new(Score::default()),
            refused: RwSignal::new(None),
            paints: StoredValue::new(None),
        }
    }

    /// Returns true if the reader can mark lanes now. Tracked.
    pub fn marks_lanes(self) -> bool {
        self.on.get() && self.question.get() == Question::Lanes
    }

    /// Returns the mark on a lane. Tracked.
    pub fn mark_of(self, lane: u32) -> Option<Mark> {
        let judged = self
            .verdict
            .with(|verdict| verdict.as_ref().and_then(|verdict| mark(verdict, lane)));
        let marked = || self.marked.with(|marked| marked.contains(&lane));
        judged.or_else(|| marked().then_some(Mark::Marked))
    }

    /// Tracks everything that the marks depend on.
    pub fn track(self) {
        self.on.track();
        self.question.track();
        self.marked.track();
        self.verdict.track();
    }

    /// Handles the pointer going down on a lane: toggles the lane, and the lanes that the pointer crosses then become
    /// the same.
    pub fn press(self, lane: u32) {
        self.begin();
        let marks = !self.marked.with_untracked(|marked| marked.contains(&lane));
        self.paints.set_value(Some(marks));
        self.paint(lane);
    }

    /// Handles the pointer crossing a lane.
    pub fn paint(self, lane: u32) {
        let Some(marks) = self.paints.get_value() else {
            return;
        };
        if marks != self.marked.with_untracked(|marked| marked.contains(&lane)) {
            self.marked.update(|marked| {
                if marks {
                    marked.insert(lane);
                } else {
                    marked.remove(&lane);
                }
            });
        }
    }

    pub fn release(self) {
        self.paints.set_value(None);
    }

    /// Begins a guess and clears the verdict about the last one.
    fn begin(self) {
        self.refused.set(None);
        if self.verdict.with_untracked(Option::is_some) {
            self.verdict.set(None);
        }
    }

    fn clear(self) {
        self.begin();
        self.marked.set(BTreeSet::new());
        self.number.set(None);
    }

    fn guess(self) -> Option<Guess> {
        match self.question.get_untracked() {
            Question::Lanes => {
                let marked = self.marked.get_untracked();
                (!marked.is_empty()).then_some(Guess::Lanes(marked))
            }
            Question::Lines | Question::Sectors | Question::Wavefronts => {
                self.number.get_untracked().map(Guess::Number)
            }
        }
    }
}

impl Page {
    pub fn toggle_predicting(self) {
        self.run.playing.set(false);
        // A prediction is about statements, and one cycle can pass several.
        if self.run.cycles.is_on_untracked() {
            self.step_by(Grain::Statement);
        }
        Predicting::of(self).on.update(|on| *on = !*on);
    }
}

/// Judges the guess at the next step; any other move drops it. Each lesson starts with a new score.
pub fn follow(page: Page) {
    let predicting = Predicting::of(page);
    Effect::new(move |before: Option<Option<Arc<StepView>>>| {
        let now = page.run.first.step_view.get();
        if let (Some(Some(before)), Some(now)) = (&before, &now)
            && before.position != now.position
        {
            let is_next = now.press == before.press + 1;
            if is_next && predicting.on.get_untracked() {
                judge(page, now)
            } else {
                predicting.clear()
            }
        }
        now
    });
    let lesson = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map(|view| view.lesson.id)));
    Effect::new(move |_| {
        // `get`, because a memo that is only tracked is never computed.
        lesson.get();
        predicting.score.set(Score::default());
    });
    Effect::new(move |_| {
        if page.run.cycles.is_on() {
            predicting.on.set(false);
        }
    });
    Effect::new(move |_| {
        page.run.spec.track();
        page.run.grain.track();
        predicting.question.track();
        predicting.clear();
    });
}

/// Returns one letter per lane and one row per warp, joined by `/`, like [`LanesModel::letters`]: `m` marked, `r`
/// right, `-` missed, `+` marked but wrong, `.` no mark.
pub fn letters(page: Page, model: &LanesModel) -> String {
    let row = |warp: u32, states: &[LaneState]| -> String {
        (0..)
            .zip(states)
            .map(
                |(lane, _)| match Predicting::of(page).mark_of(warp * model.warp_width + lane) {
                    None => '.',
                    Some(Mark::Marked) => 'm',
                    Some(Mark::Right) => 'r',
                    Some(Mark::Missed) => '-',
                    Some(Mark::Extra) => '+',
                },
            )
            .collect()
    };
    let rows = (0..)
        .zip(&model.rows)
        .map(|(warp, warp_row)| row(warp, &warp_row.states));
    rows.collect::<Vec<_>>().join("/")
}

/// The switch beside the question.
#[component]
pub fn PredictSwitch(page: Page) -> impl IntoView {
    view! {
        <button
            id="predict"
            class="button quiet"
            aria-pressed=move || Predicting::of(page).on.get().to_string()
            title=move || page.strings().predict_hint
            on:click=move |_| page.toggle_predicting()
        >
            {move || page.strings().predict}
        </button>
    }
}

/// Returns what the next step does, starting at the shown moment.
fn truth(page: Page, step_view: &StepView) -> Option<Truth> {
    let machine = page
        .run
        .first
        .summary
        .with_untracked(|summary| summary.as_ref().map(|summary| summary.machine.clone()))?;
    let grain = page.run.grain.get_untracked();
    page.run
        .first
        .playback
        .try_update_value(|playback| {
            let playback = playback.as_mut()?;
            playback.cursor.seek(step_view.position);
            let frame = playback.cursor.frame(grain);
            Some(Truth::new(step_view, playback.trace(), &frame, &machine))
        })
        .flatten()
}

/// Compares the guess, if there is one, with the truth, and clears it for the next.
fn judge(page: Page, step_view: &StepView) {
    let predicting = Predicting::of(page);
    let guess = predicting.guess();
    predicting.clear();
    let question = predicting.question.get_untracked();
    let verdict = guess.and_then(|guess| truth(page, step_view).and_then(|truth| truth.judge(question, guess)));
    if let Some(verdict) = verdict {
        predicting.score.update(|score| *score = score.with(&verdict));
        predicting.verdict.set(Some(verdict));
    }
}

/// Shows the prediction bar, which is loaded lazily, while the reader predicts. The stage has it at its foot, so that the
/// lanes keep their size.
#[component]
pub fn PredictBar(page: Page) -> impl IntoView {
    move || Predicting::of(page).on.get().then(|| predict_bar(page))
}

/// The question, the field for the answer, and the verdict about the last guess.
#[component]
pub fn Bar(page: Page) -> impl IntoView {
    let predicting = Predicting::of(page);
    let words = move || page.strings().predict_words();
    let written = move || match predicting.question.get() {
        Question::Lanes => predicting.marked.with(lane_list::show),
        Question::Lines | Question::Sectors | Question::Wavefronts => predicting
            .number
            .get()
            .map_or(String::new(), |number| number.to_string()),
    };
    let sign = move || match answer_state(page) {
        "right" => Some("✓"),
        "wrong" => Some("✗"),
        _ => None,
    };
    let options = move || {
        let chosen = predicting.question.get();
        Question::ALL
            .map(|question| {
                view! {
                    <option value=question.id() selected=question == chosen>
                        {(words().question)(question)}
                    </option>
                }
            })
            .collect_view()
    };
    // After an answer, keys and clickers step again.
    let give_back = |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" {
            let field = event_target::<web_sys::HtmlElement>(&event);
            // If the browser refuses, the field keeps the keys.
            let _ = field.blur();
        }
    };
    let field_label = move || match predicting.question.get() {
        Question::Lanes => words().lanes_field,
        Question::Lines | Question::Sectors | Question::Wavefronts => words().number_field,
    };
    let placeholder = move || (predicting.question.get() == Question::Lanes).then(|| words().lanes_placeholder);
    view! {
        <div class="predict-bar" id="predict-bar" data-state=move || answer_state(page)>
            <p class="predict-said grow" id="predict-said" role="status">
                {move || sign().map(|sign| view! { <i aria-hidden="true">{sign}" "</i> })}
                {move || sentence(page)}
            </p>
            <select
                id="predict-question"
                aria-label=move || words().question_label
                on:change=move |event| {
                    if let Some(question) = Question::by_id(&event_target_value(&event)) {
                        predicting.question.set(question)
                    }
                }
            >
                {options}
            </select>
            <input
                id="predict-answer"
                type="text"
                autocomplete="off"
                spellcheck="false"
                aria-label=field_label
                placeholder=placeholder
                prop:value=written
                on:change=move |event| write(page, &event_target_value(&event))
                on:keydown=give_back
            />
            <output class="predict-score" id="predict-score" title=move || words().score_hint>
                {move || (words().score)(predicting.score.get())}
            </output>
        </div>
    }
}

/// Reads the reader's answer to the question.
fn write(page: Page, text: &str) {
    let predicting = Predicting::of(page);
    predicting.begin();
    match predicting.question.get_untracked() {
        Question::Lanes => {
            let lanes = page.run.first.step_view.with_untracked(|step_view| {
                let step_view = step_view.as_ref();
                step_view.map_or(0, |step_view| step_view.lanes.present)
            });
            match lane_list::parse(text, lanes) {
                Ok(marked) => predicting.marked.set(marked),
                Err(error) => predicting.refused.set(Some(error)),
            }
        }
        Question::Lines | Question::Sectors | Question::Wavefronts => {
            predicting.number.set(text.trim().parse().ok());
        }
    }
}

/// Returns what is wrong with the answer, else the verdict about the last one, else the question. Tracked.
fn sentence(page: Page) -> String {
    let predicting = Predicting::of(page);
    let words = page.strings().predict_words();
    let refused = predicting.refused.get().map(|error| (words.bad_list)(&error));
    let verdict = || predicting.verdict.get().map(|verdict| (words.verdict)(&verdict));
    let ask = || (words.ask)(predicting.question.get(), page.run.grain.get()).to_owned();
    refused.or_else(verdict).unwrap_or_else(ask)
}

/// Returns the state of the answer, for the style sheet. Tracked.
fn answer_state(page: Page) -> &'static str {
    let predicting = Predicting::of(page);
    let refused = predicting.refused.with(Option::is_some);
    match predicting
        .verdict
        .with(|verdict| verdict.as_ref().map(Verdict::is_right))
    {
        _ if refused => "refused",
        Some(true) => "right",
        Some(false) => "wrong",
        None => "asked",
    }
}
