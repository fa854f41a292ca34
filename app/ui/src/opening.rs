//! What the page shows when it opens, run when it is built.

use crate::engine::protocol::{Job, Report, encode};
use crate::engine::recording::Recording;
use crate::engine::run::Comparison;
use crate::hash::{Address, DEFAULT_GRAIN};
use crate::model::jobs;
use crate::model::moment::Scene;
use crate::model::poster::Pictures;
use crate::model::representative::representative;
use crate::model::timeline::Timeline;
use lessons::LESSONS;
use simt::KernelError;

/// What stands in a file's name for the list of lessons; no lesson is called so.
const LIST: &str = "list";

/// Presses that a poster walks until the page itself is there: a reader has time for one or two, on a slow network for more.
pub const POSTER_PRESSES: usize = 4;

/// A poster whose pictures are larger, before they are compressed, walks fewer.
const POSTER_BYTES: usize = 40_000;

/// Cards side by side in a wide window.
const FIRST_ROW: usize = 3;

/// Jobs that the page gives when an address is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The lesson's name in links; `None`: the list of lessons.
    pub lesson: Option<&'static str>,
    pub jobs: Vec<Job>,
}

impl Opening {
    /// The name by which `assets/early.js` asks for it.
    pub fn name(&self) -> &'static str {
        self.lesson.unwrap_or(LIST)
    }
}

/// The list's, and each lesson's.
pub fn all() -> Vec<Opening> {
    let lessons = LESSONS.iter().map(|lesson| {
        let (address, _) = Address::read(lesson.id);
        let jobs = address.view.map(|view| {
            let part = representative(view.kernel, view.size);
            jobs::of_view(&view, part)
        });
        Opening {
            lesson: Some(lesson.id),
            jobs: jobs.into_iter().collect(),
        }
    });
    std::iter::once(list()).chain(lessons).collect()
}

/// The small pictures of the first lessons: the engine is there before a reader has come to the others.
pub fn list() -> Opening {
    let jobs = LESSONS
        .iter()
        .filter_map(|lesson| jobs::preview(lesson))
        .take(FIRST_ROW);
    Opening {
        lesson: None,
        jobs: jobs.collect(),
    }
}

/// What an opening's runs have left, as files.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The runs themselves.
    pub runs: Vec<u8>,
    /// The pictures of a poster that shows it.
    pub pictures: Vec<u8>,
}

/// Runs an opening's jobs.
///
/// # Errors
/// Those of [`simt::compile`] and of [`simt::Execution::new`].
pub fn record(opening: &Opening) -> Result<Recorded, KernelError> {
    let mut recording = Recording::default();
    let mut scenes = Vec::new();
    for job in &opening.jobs {
        let program = simt::compile(&job.kernel.source, job.kernel.entry_point.as_deref())?;
        let run = simt::run(&program, &job.dispatch, &job.options)?;
        let check = Comparison::new(job).and_then(|mut all| all.advance(&run, usize::MAX));
        let mut report = Report::of(job, &program, run, check);
        recording.keep(job, &report);
        let source = job.kernel.source.to_string();
        scenes.extend(report.trace.take().map(|trace| Scene::new(source, trace)));
    }
    Ok(Recorded {
        runs: recording.write(),
        pictures: encode(&pictures(opening, scenes)),
    })
}

fn pictures(opening: &Opening, mut scenes: Vec<Scene>) -> Pictures {
    let timeline = |scene: &Scene| {
        let mut timeline = Timeline::clone(&scene.timeline);
        // Where its rounds begin, no picture shows.
        timeline.starts.clear();
        timeline
    };
    match (opening.lesson, scenes.first_mut()) {
        (Some(_), Some(scene)) => {
            let positions: Vec<usize> = {
                let stops = scene.cursor.stops(DEFAULT_GRAIN);
                let presses = stops.count().min(POSTER_PRESSES + 1);
                (0..presses).filter_map(|press| stops.at(press)).collect()
            };
            let mut presses = Vec::new();
            let mut bytes = 0;
            for position in positions {
                let moment = scene.moment(position, DEFAULT_GRAIN);
                let press = (moment.lanes, moment.array);
                bytes += encode(&press).len();
                if bytes > POSTER_BYTES && !presses.is_empty() {
                    break;
                }
                presses.push(press);
            }
            Pictures::Lesson {
                presses,
                timeline: timeline(scene),
            }
        }
        _ => {
            let cards = scenes.iter_mut();
            Pictures::List(
                cards
                    .map(|scene| (timeline(scene), scene.beat(0)))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::protocol::encode;

    fn pictures_of(opening: &Opening) -> Pictures {
        let recorded = record(opening).expect("the gallery's kernels run");
        Pictures::read(&recorded.pictures).expect("what was written is read")
    }

    #[test]
    fn the_list_and_every_lesson_have_pictures() {
        let (mut walked, mut most) = (0, 0);
        for opening in all() {
            let pictures = pictures_of(&opening);
            match (&pictures, opening.lesson) {
                (Pictures::List(cards), None) => assert_eq!(cards.len(), FIRST_ROW),
                (Pictures::Lesson { presses, .. }, Some(lesson)) => {
                    assert!(!presses.is_empty(), "{lesson}");
                    walked += usize::from(presses.len() > 1);
                    most = most.max(pictures.presses());
                    // The first is there in any case; more only as long as they are small.
                    let bytes: usize = presses[1..].iter().map(|press| encode(press).len()).sum();
                    assert!(bytes <= POSTER_BYTES, "{lesson}: {bytes} bytes");
                }
                (pictures, lesson) => panic!("{lesson:?} has {pictures:?}"),
            }
        }
        assert!(walked > LESSONS.len() * 3 / 4, "{walked} can be walked");
        assert_eq!(most, POSTER_PRESSES);
    }

    /// A press of a poster stands where the same press of the page does.
    #[test]
    fn a_poster_walks_as_the_page_does() {
        let (address, _) = Address::read("neighbored");
        let view = address.view.as_ref().expect("a lesson");
        let opening = all()
            .into_iter()
            .find(|opening| opening.lesson == Some(view.lesson.id))
            .expect("each lesson has one");
        let Pictures::Lesson { presses, timeline } = pictures_of(&opening) else {
            panic!("a lesson has panels");
        };
        let job = &opening.jobs[0];
        let program = simt::compile(&job.kernel.source, None).expect("it compiles");
        let run = simt::run(&program, &job.dispatch, &job.options).expect("it runs");
        let trace = run.trace.expect("it is traced");
        let mut scene = Scene::new(job.kernel.source.to_string(), trace);
        let mut position = 0;
        for (lanes, memory) in &presses {
            let moment = scene.moment(position, address.usual_grain());
            assert_eq!((&moment.lanes, &moment.array), (lanes, memory));
            position = scene.cursor.next(address.usual_grain());
        }
        assert_eq!(presses.len(), POSTER_PRESSES + 1);
        assert_eq!(timeline.rounds, scene.timeline.rounds);
    }
}
