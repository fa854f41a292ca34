//! From what is to be shown to a run that is shown.

use crate::page::client::{Client, Heard};
use crate::page::first_step;
use crate::page::playground::{Ran, Trouble};
use crate::page::present::Missing;
use crate::page::previews::Previews;
use crate::page::recorded::Recorded;
use crate::page::state::{Arrival, EngineState, Offer, Overlay, Page, Pane, Shown};
use crate::page::trust::Trust;
use engine::protocol::{Job, News, Report};
use leptos::prelude::*;
use model::address::{Aside, View};
use model::jobs;
use model::lab::counts::part;
use model::lab::experiment::Case;
use model::moment::Scene;
use model::playground::ready::{NotReady, Ready, ready};
use model::representative::{Representative, representative};
use simt::{EntryPoint, RunOptions, Trace};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// A run that takes longer is worth a word, a bar and a way to stop it.
const SLOW: Duration = Duration::from_millis(300);

/// Keeps what a run has counted; `None` where there was none.
type KeepCount = Box<dyn FnOnce(Option<&Report>)>;

/// What the job in flight is for.
enum Purpose {
    Lesson {
        view: View,
        part: Representative,
    },
    /// For a pane beside the first.
    Beside {
        pane: Pane,
        view: View,
        part: Representative,
    },
    Preview(usize),
    /// For the overview or for print.
    Plate {
        missing: Missing,
        part: Representative,
    },
    /// What the playground's text declares.
    Inspect,
    /// The playground's kernel.
    Own(Box<Ready>),
    /// For the page about published counters.
    Claim,
    /// For a figure of the lab, whose own code keeps what came of it.
    Count(KeepCount),
}

struct Desk {
    client: Client,
    next_id: u32,
    in_flight: Option<(u32, Purpose)>,
}

/// Asks the engine for runs and puts the answers on the page. Copies are the same.
#[derive(Clone, Copy)]
pub struct Runs {
    page: Page,
    previews: Previews,
    trust: Trust,
    desk: StoredValue<Option<Rc<RefCell<Desk>>>, LocalStorage>,
}

impl Runs {
    pub fn new(page: Page, previews: Previews, trust: Trust) -> Self {
        let runs = Runs {
            page,
            previews,
            trust,
            desk: StoredValue::new_local(None),
        };
        let client = Client::new(Recorded::of_the_opening(), move |heard| runs.hear(heard));
        let warmed = client.clone();
        first_step::when_idle(move || warmed.warm());
        runs.desk.set_value(Some(Rc::new(RefCell::new(Desk {
            client,
            next_id: 0,
            in_flight: None,
        }))));
        // At once for the first time, and not after all has been built: the engine runs while the page is being built.
        let asking = RenderEffect::new(move |_: Option<()>| {
            let (view, aside) = (page.view.get(), page.aside.get());
            match view {
                Some(view) => runs.ask_for(view),
                None => runs.ask_for_more(aside),
            }
        });
        StoredValue::new_local(asking);
        Effect::new(move |_| {
            page.playground.asked.track();
            if page.in_playground() {
                runs.ask_for_own();
            }
        });
        Effect::new(move |_| {
            page.overlay.track();
            page.plates.list.track();
            runs.ask_for_plate();
        });
        runs
    }

    fn with_desk<T>(self, action: impl FnOnce(&mut Desk) -> T) -> Option<T> {
        let desk = self.desk.get_value()?;
        let mut desk = desk.try_borrow_mut().ok()?;
        Some(action(&mut desk))
    }

    fn ask_for(self, view: View) {
        let page = self.page;
        // Another lesson about the same run needs no other run.
        if page.pane().shows(&view) {
            self.with_desk(|desk| {
                if desk.in_flight.take().is_some() {
                    desk.client.cancel();
                }
            });
            page.engine.set(EngineState::Idle);
            match page.arrival.try_update_value(Option::take).flatten() {
                Some(Arrival::Step(step)) => page.position.set(step),
                Some(Arrival::Press(press)) => page.go_to_press(press),
                Some(Arrival::SamePress) | None => {}
            }
            self.ask_for_beside();
            return;
        }
        if page
            .shown
            .with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.view.is_none()))
        {
            page.pane().clear();
        }
        let part = representative(view.kernel, view.size);
        self.send_view(view.clone(), part, Purpose::Lesson { view, part });
    }

    /// What the playground's text declares; then it runs.
    fn ask_for_own(self) {
        let page = self.page;
        let playground = page.playground;
        if page
            .shown
            .with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.view.is_some()))
        {
            page.pane().clear();
        }
        for pane in page.beside {
            pane.clear();
        }
        let source = playground
            .draft
            .with_untracked(|draft| draft.source.clone());
        if source.trim().is_empty() {
            self.with_desk(|desk| {
                if desk.in_flight.take().is_some() {
                    desk.client.cancel();
                }
            });
            page.engine.set(EngineState::Idle);
            return playground.trouble.set(Some(Trouble::Empty));
        }
        let sent = self.with_desk(|desk| {
            desk.next_id = desk.next_id.wrapping_add(1);
            desk.in_flight = Some((desk.next_id, Purpose::Inspect));
            (desk.client.clone(), desk.next_id)
        });
        if let Some((client, id)) = sent {
            client.inspect(id, source);
            self.begin(0);
        }
    }

    /// The text is WGSL and declares this: it runs, or what is missing is said.
    fn run_own(self, declared: Vec<EntryPoint>) {
        let playground = self.page.playground;
        let ready = playground
            .draft
            .with_untracked(|draft| ready(draft, &declared));
        playground.declared.set(Arc::new(declared));
        match ready {
            Err(error) => {
                self.page.engine.set(EngineState::Idle);
                let trouble = match error {
                    NotReady::Kernel(error) => Trouble::Kernel(error),
                    other => Trouble::NotReady(other),
                };
                playground.trouble.set(Some(trouble));
            }
            Ok(ready) => {
                let all = ready.dispatch.workgroup_count();
                let (kernel, dispatch) = (ready.kernel.clone(), ready.dispatch.clone());
                let options = ready.options.clone();
                self.send(Purpose::Own(Box::new(ready)), |id| Job {
                    id,
                    kernel,
                    dispatch,
                    options,
                    check: None,
                    with_buffers: true,
                });
                self.begin(all);
            }
        }
    }

    fn show_own(self, ready: Ready, mut report: Report) {
        let page = self.page;
        let playground = page.playground;
        let (Some(trace), machine) = (report.trace.take(), ready.options.machine.clone()) else {
            // No workgroup, no trace: there is nothing to step through.
            page.pane().clear();
            playground
                .trouble
                .set(Some(Trouble::NotReady(NotReady::NoWorkgroups)));
            return;
        };
        let scene = Scene::new(ready.kernel.source.to_string(), trace);
        let all = ready.dispatch.workgroup_count() as u32;
        let shown = Shown::own(machine, all, &report, scene.trace.truncated);
        self.put(shown, scene);
        playground.trouble.set(None);
        playground.ran.set(Some(Arc::new(Ran {
            ready,
            buffers: report.buffers,
            findings: report.findings,
            outcome: report.outcome,
        })));
    }

    fn send_traced(self, view: &View, part: Representative, purpose: Purpose) {
        let job = jobs::of_view(view, part);
        self.send(purpose, |id| Job { id, ..job });
    }

    /// Sends a run that the reader waits for: once it has taken long, the page says so and offers to stop it.
    fn send_view(self, view: View, part: Representative, purpose: Purpose) {
        self.send_traced(&view, part, purpose);
        self.begin(u64::from(part.ran));
    }

    /// The page says that the engine works, and after a while what at.
    fn begin(self, all: u64) {
        let page = self.page;
        page.engine.set(EngineState::Working {
            done: 0,
            all,
            slow: false,
        });
        let id = self
            .with_desk(|desk| desk.in_flight.as_ref().map(|(id, _)| *id))
            .flatten();
        set_timeout(
            move || {
                let still = self
                    .with_desk(|desk| desk.in_flight.as_ref().map(|(id, _)| *id))
                    .flatten()
                    == id;
                if still {
                    page.engine.update(|engine| {
                        if let EngineState::Working { slow, .. } = engine {
                            *slow = true;
                        }
                    });
                }
            },
            SLOW,
        );
    }

    /// The runs beside the first one, each when the one before it is there.
    fn ask_for_beside(self) {
        let page = self.page;
        let views = page
            .view
            .with_untracked(|view| view.as_ref().map_or(Vec::new(), View::views_beside));
        for pane in page.beside.iter().skip(views.len()) {
            pane.clear();
        }
        let missing = page
            .beside
            .into_iter()
            .zip(views)
            .find(|(pane, view)| !pane.shows(view));
        if let Some((pane, view)) = missing {
            let part = representative(view.kernel, view.size);
            self.send_view(view.clone(), part, Purpose::Beside { pane, view, part });
        } else {
            self.ask_for_plate();
        }
    }

    /// The next run that overview or print wait for, when nothing else is at work.
    fn ask_for_plate(self) {
        let wanted = matches!(
            self.page.overlay.get_untracked(),
            Some(Overlay::Overview | Overlay::Print)
        );
        let busy = self.with_desk(|desk| desk.in_flight.is_some()) != Some(false);
        if !wanted || busy {
            return;
        }
        if let Some(missing) = self.page.missing_of_plates() {
            let view = missing.view.clone();
            let part = representative(view.kernel, view.size);
            self.send_traced(&view, part, Purpose::Plate { missing, part });
        }
    }

    fn keep_on_plate(self, missing: &Missing, run: Option<(Shown, Scene)>) {
        self.page.keep_on_plate(missing, run);
        self.ask_for_plate();
    }

    /// What a page without a lesson shows: published counters, or previews of the lessons.
    fn ask_for_more(self, aside: Option<Aside>) {
        match aside {
            Some(Aside::Trust) => self.ask_for_claim(),
            // What is timed there wants the processor for itself.
            Some(Aside::Lab | Aside::Board | Aside::Deck) => {}
            // Follows its own text.
            Some(Aside::Playground) => {}
            None => self.ask_for_preview(),
        }
    }

    /// The next run for a published counter, one after the other.
    fn ask_for_claim(self) {
        self.page.engine.set(EngineState::Idle);
        let Some(run) = self.trust.next() else { return };
        let options = RunOptions {
            machine: run.machine,
            findings: false,
            traced: None,
            ..RunOptions::default()
        };
        self.send(Purpose::Claim, |id| Job {
            id,
            kernel: run.kernel,
            dispatch: run.dispatch,
            options,
            check: None,
            with_buffers: false,
        });
    }

    /// Counts what the lab's figures need, as long as the lab stands on the page; its code is loaded with it.
    pub fn follow_lab(self) {
        let lab = self.page.lab;
        Effect::new(move |_| self.ask_for_count(lab.uncounted()));
    }

    /// The next case that a figure of the lab needs; nothing else may be at work while the lab measures.
    fn ask_for_count(self, case: Option<Case>) {
        let counts = |desk: &mut Desk| matches!(desk.in_flight, Some((_, Purpose::Count(_))));
        match (case, self.with_desk(counts) == Some(true)) {
            (Some(_), true) | (None, false) => {}
            (None, true) => {
                self.with_desk(|desk| {
                    desk.in_flight = None;
                    desk.client.cancel();
                });
            }
            (Some(case), false) => {
                let part = part(&case);
                let (kernel, dispatch) = (case.kernel.kernel.clone(), part.dispatch.clone());
                let options = RunOptions {
                    machine: part.machine.clone(),
                    findings: false,
                    traced: Some(0),
                    ..RunOptions::default()
                };
                let counts = self.page.lab.counts;
                let keep = move |report: Option<&Report>| {
                    let counted = report.map(|report| {
                        let trace = report.trace.as_ref();
                        part.counted(&report.metrics, report.blocks_alike, trace)
                    });
                    counts.update(|counts| counts.push((case, counted)));
                };
                self.send(Purpose::Count(Box::new(keep)), |id| Job {
                    id,
                    kernel,
                    dispatch,
                    options,
                    check: None,
                    with_buffers: false,
                });
            }
        }
    }

    fn ask_for_preview(self) {
        self.page.engine.set(EngineState::Idle);
        if let Some((index, job)) = self.previews.missing() {
            self.send(Purpose::Preview(index), |id| Job { id, ..job });
        }
    }

    /// The next preview, if the list is still shown and nobody has asked for anything else.
    fn go_on_with_previews(self) {
        let page = self.page;
        let is_list =
            page.view.with_untracked(Option::is_none) && page.aside.get_untracked().is_none();
        if is_list && self.with_desk(|desk| desk.in_flight.is_none()) == Some(true) {
            self.ask_for_preview();
        }
    }

    fn send(self, purpose: Purpose, job: impl FnOnce(u32) -> Job) {
        let sent = self.with_desk(|desk| {
            desk.next_id = desk.next_id.wrapping_add(1);
            desk.in_flight = Some((desk.next_id, purpose));
            (desk.client.clone(), job(desk.next_id))
        });
        if let Some((client, job)) = sent {
            client.run(job);
        }
    }

    /// The reader stops a run; the last complete one stays.
    pub fn cancel(self) {
        self.with_desk(|desk| {
            desk.in_flight = None;
            desk.client.cancel();
        });
        self.page.engine.set(EngineState::Idle);
        self.page.notify(|strings| strings.cancelled.to_owned());
        self.return_to_shown();
    }

    /// The reader starts the engine again.
    pub fn start_engine(self) {
        self.with_desk(|desk| desk.client.start_again());
        self.page.engine.set(EngineState::Idle);
        self.page
            .notices
            .update(|notices| notices.retain(|notice| notice.offer != Offer::Engine));
        match self.page.view.get_untracked() {
            Some(view) => self.ask_for(view),
            None if untrack(|| self.page.in_playground()) => self.ask_for_own(),
            None => untrack(|| self.ask_for_more(self.page.aside.get())),
        }
    }

    fn return_to_shown(self) {
        self.page.arrival.set_value(None);
        let shown = self.page.shown.get_untracked();
        if let Some(mut view) = shown.and_then(|shown| shown.view.clone()) {
            // A run beside that was stopped or refused would be asked for again.
            let beside = view.views_beside().into_iter().zip(self.page.beside);
            view.beside = beside
                .take_while(|(view, pane)| pane.shows(view))
                .map(|(view, _)| view.kernel)
                .collect();
            self.page.view.set(Some(view));
        }
    }

    fn hear(self, heard: Heard) {
        let page = self.page;
        match heard {
            Heard::News(news) => self.take_news(news),
            Heard::Died | Heard::Hangs => {
                let hangs = matches!(heard, Heard::Hangs);
                page.notify(move |strings| {
                    if hangs {
                        strings.engine_hangs
                    } else {
                        strings.engine_died
                    }
                    .to_owned()
                });
                let lost = self.with_desk(|desk| desk.in_flight.take()).flatten();
                match lost {
                    Some((_, Purpose::Lesson { view, .. })) => self.ask_for(view),
                    Some((_, Purpose::Beside { .. })) => self.ask_for_beside(),
                    Some((_, Purpose::Preview(_))) => self.ask_for_preview(),
                    Some((_, Purpose::Inspect | Purpose::Own(_))) => {
                        page.engine.set(EngineState::Idle);
                        page.playground.trouble.set(Some(Trouble::Engine));
                    }
                    Some((_, Purpose::Claim)) => self.ask_for_claim(),
                    Some((_, Purpose::Plate { missing, .. })) => self.keep_on_plate(&missing, None),
                    // What kills the engine is not tried again.
                    Some((_, Purpose::Count(keep))) => keep(None),
                    None => {}
                }
            }
            Heard::GaveUp => {
                self.with_desk(|desk| desk.in_flight = None);
                page.engine.set(EngineState::GaveUp);
                page.push_notice(Offer::Engine, |strings| strings.engine_gave_up.to_owned());
            }
        }
    }

    fn take_news(self, news: News) {
        let page = self.page;
        let id = match &news {
            News::Ready => return,
            News::Progress { id, .. }
            | News::Finished { id, .. }
            | News::Refused { id, .. }
            | News::Cancelled { id }
            | News::Inspected { id, .. }
            | News::Part { id, .. } => *id,
        };
        // News of a job that a newer one has replaced is old.
        if self.with_desk(|desk| {
            desk.in_flight
                .as_ref()
                .is_some_and(|(in_flight, _)| *in_flight == id)
        }) != Some(true)
        {
            return;
        }
        if let News::Progress { done, all, .. } = news {
            page.engine.update(|engine| {
                if let EngineState::Working {
                    done: d, all: a, ..
                } = engine
                {
                    (*d, *a) = (done, all);
                }
            });
            return;
        }
        let purpose = self
            .with_desk(|desk| desk.in_flight.take())
            .flatten()
            .map(|(_, purpose)| purpose);
        match (purpose, news) {
            (Some(Purpose::Lesson { view, part }), News::Finished { report, .. }) => {
                page.engine.set(EngineState::Idle);
                self.show(view, part, *report);
                self.ask_for_beside();
            }
            (Some(Purpose::Beside { pane, view, part }), News::Finished { report, .. }) => {
                page.engine.set(EngineState::Idle);
                self.show_beside(pane, view, part, *report);
                self.ask_for_beside();
            }
            (Some(Purpose::Inspect), News::Inspected { declared, .. }) => match declared {
                Ok(declared) => self.run_own(declared),
                Err(error) => {
                    page.engine.set(EngineState::Idle);
                    page.playground.trouble.set(Some(Trouble::Kernel(error)));
                }
            },
            (Some(Purpose::Own(ready)), News::Finished { report, .. }) => {
                page.engine.set(EngineState::Idle);
                self.show_own(*ready, *report);
            }
            (Some(Purpose::Own(_)), News::Refused { error, .. }) => {
                page.engine.set(EngineState::Idle);
                page.playground.trouble.set(Some(Trouble::Kernel(error)));
            }
            (Some(Purpose::Inspect | Purpose::Own(_)), _) => page.engine.set(EngineState::Idle),
            (Some(Purpose::Preview(index)), News::Finished { report, .. }) => {
                self.previews.keep(index, report.trace);
                // The engine's start would hold up the first picture.
                first_step::when_idle(move || self.go_on_with_previews());
            }
            (
                Some(Purpose::Lesson { .. } | Purpose::Beside { .. }),
                News::Refused { error, .. },
            ) => {
                page.engine.set(EngineState::Idle);
                page.notify(move |strings| (strings.kernel_error)(&error));
                self.return_to_shown();
            }
            (Some(Purpose::Lesson { .. } | Purpose::Beside { .. }), _) => {
                page.engine.set(EngineState::Idle)
            }
            (Some(Purpose::Claim), News::Finished { report, .. }) => {
                self.trust.keep(report.metrics);
                if page.view.with_untracked(Option::is_none)
                    && page.aside.get_untracked() == Some(Aside::Trust)
                {
                    self.ask_for_claim();
                }
            }
            (Some(Purpose::Plate { missing, part }), News::Finished { mut report, .. }) => {
                let trace = report.trace.take();
                let run = trace.map(|trace| shown_run(missing.view.clone(), part, &report, trace));
                self.keep_on_plate(&missing, run);
            }
            (Some(Purpose::Plate { missing, .. }), News::Refused { .. }) => {
                self.keep_on_plate(&missing, None)
            }
            (Some(Purpose::Count(keep)), News::Finished { report, .. }) => keep(Some(&report)),
            (Some(Purpose::Count(keep)), News::Refused { .. }) => keep(None),
            (
                Some(
                    Purpose::Preview(_)
                    | Purpose::Claim
                    | Purpose::Count(_)
                    | Purpose::Plate { .. },
                )
                | None,
                _,
            ) => {}
        }
    }

    fn show(self, view: View, part: Representative, mut report: Report) {
        let Some(trace) = report.trace.take() else {
            return;
        };
        let (shown, scene) = shown_run(view, part, &report, trace);
        self.put(shown, scene);
    }

    /// Puts a run on the page, at the step or press that is asked for.
    fn put(self, shown: Shown, scene: Scene) {
        let page = self.page;
        let end = scene.cursor.end();
        let grain = page.grain.get_untracked();
        let position = match page.arrival.try_update_value(Option::take).flatten() {
            Some(Arrival::Step(step)) => {
                if step > end {
                    page.notify(move |strings| (strings.step_beyond)((step, end)));
                }
                step.min(end)
            }
            // Where the cycle stands is known as soon as all runs are there.
            Some(Arrival::SamePress | Arrival::Press(_)) if page.cycles.is_on_untracked() => 0,
            Some(arrival @ (Arrival::SamePress | Arrival::Press(_))) => {
                let press = match arrival {
                    Arrival::Press(press) => press,
                    _ => untrack(|| page.press_shown()),
                };
                let stops = scene.cursor.stops(grain);
                stops
                    .at(press.min(stops.count().saturating_sub(1)))
                    .unwrap_or(0)
            }
            None => page.position.get_untracked().min(end),
        };
        page.hover.set(None);
        page.tip.set(None);
        page.cycles.forget_walk();
        page.go_to(position);
        page.pane().put(Arc::new(shown), scene, position, grain);
    }

    fn show_beside(self, pane: Pane, view: View, part: Representative, mut report: Report) {
        let Some(trace) = report.trace.take() else {
            return;
        };
        let (shown, scene) = shown_run(view, part, &report, trace);
        let grain = self.page.grain.get_untracked();
        self.page.cycles.forget_walk();
        pane.put(Arc::new(shown), scene, 0, grain);
        pane.seek_press(untrack(|| self.page.press_shown()), grain);
    }
}

/// What came back, ready for a pane.
fn shown_run(view: View, part: Representative, report: &Report, trace: Trace) -> (Shown, Scene) {
    let scene = Scene::new(view.kernel.kernel.source.to_string(), trace);
    let shown = Shown::new(view, part, report, scene.trace.truncated);
    (shown, scene)
}

/// The panels follow position and grain; runs beside the first follow its presses.
pub fn follow_position(page: Page) {
    Effect::new(move |_| {
        let (position, grain) = (page.position.get(), page.grain.get());
        page.pane().seek(position, grain);
        // A link may ask for a step beyond the last.
        let reached = page
            .moment
            .with_untracked(|moment| moment.as_ref().map(|moment| moment.position));
        if let Some(reached) = reached.filter(|&reached| reached != position) {
            page.position.set(reached);
        }
    });
    Effect::new(move |_| {
        let (press, grain) = (page.press_shown(), page.grain.get());
        // By cycles each run has places of its own.
        if page.cycles.is_on() {
            return;
        }
        for pane in page.beside {
            pane.seek_press(press, grain);
        }
    });
}
