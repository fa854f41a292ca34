//! The content of a lesson card's picture, and of the moving picture at the head of the list.

use crate::panels::lanes::LaneState;
use crate::panels::timeline::Timeline;
use crate::run::playback::{Playback, StepView};
use lessons::Lesson;
use lessons::order::CHAPTERS;
use lessons::picture::Shows;
use simt::Grain;
use std::sync::Arc;

/// Rows of lanes.
pub type Rows = Vec<Vec<LaneState>>;

/// A word of a variable, and the lane that loads or stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub lane: u32,
    /// Index of the variable among those that are shown, and of the word in it.
    pub word: (usize, u32),
    pub stores: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LessonPicture {
    Rows(Rows),
    /// The lanes of a warp, the number of words of each variable that they access, and who accesses which word.
    Words {
        lanes: Vec<LaneState>,
        words: Vec<u32>,
        links: Vec<Link>,
    },
    /// A number of words, and pairs of them: the word that is loaded, and the word that it is added to.
    Pairs {
        words: u32,
        pairs: Vec<(u32, u32)>,
    },
    Run(Arc<Timeline>),
}

/// Variables have room for whole cache lines of 32 words.
const LINE: u32 = 32;

impl LessonPicture {
    /// Returns the part of a run that a card shows; `None` if the run is too short for it.
    pub fn of(playback: &mut Playback, shows: Shows) -> Option<Self> {
        let mut view = |press: usize| {
            let position = playback.cursor.stops(Grain::Statement).at(press)?;
            Some(playback.step_view(position, Grain::Statement))
        };
        Some(match shows {
            Shows::Lanes(press) => LessonPicture::Rows(rows(&view(press)?)),
            Shows::Steps(presses) => {
                let first = |press: &usize| rows(&view(*press)?).into_iter().next();
                LessonPicture::Rows(presses.iter().map(first).collect::<Option<_>>()?)
            }
            Shows::Words(press) => words(&view(press)?)?,
            Shows::Pairs(press) => pairs(&view(press)?),
            Shows::Run => LessonPicture::Run(Arc::clone(&playback.timeline)),
        })
    }
}

fn rows(step: &StepView) -> Rows {
    let rows = step.lanes.rows.iter();
    rows.map(|row| row.states.clone()).collect()
}

fn words(step: &StepView) -> Option<LessonPicture> {
    let lanes = rows(step).into_iter().next()?;
    let mut memories: Vec<(usize, u32)> = Vec::new();
    let mut links = Vec::new();
    let touches = step.array.touches.iter();
    for touch in touches.filter(|touch| touch.lane < lanes.len() as u32) {
        let all = [(&touch.loads, false), (&touch.stores, true)];
        for (&(memory, word), stores) in all
            .into_iter()
            .flat_map(|(words, stores)| words.iter().map(move |word| (word, stores)))
        {
            let listed = memories.iter().position(|(each, _)| *each == memory);
            let place = listed.unwrap_or_else(|| {
                memories.push((memory, 0));
                memories.len() - 1
            });
            memories[place].1 = memories[place].1.max((word / LINE + 1) * LINE);
            links.push(Link {
                lane: touch.lane,
                word: (place, word),
                stores,
            });
        }
    }
    let words = memories.into_iter().map(|(_, words)| words).collect();
    Some(LessonPicture::Words { lanes, words, links })
}

fn pairs(step: &StepView) -> LessonPicture {
    let mut pairs = Vec::new();
    for touch in &step.array.touches {
        for &(memory, to) in &touch.stores {
            let loads = touch.loads.iter().filter(|load| **load != (memory, to));
            pairs.extend(loads.map(|(_, from)| (*from, to)));
        }
    }
    let most = pairs.iter().map(|(one, other)| *one.max(other)).max();
    let words = (most.unwrap_or(0) / LINE + 1) * LINE;
    LessonPicture::Pairs { words, pairs }
}

/// The lessons whose kernels move at the head of the list: they add the same pairs, with other lanes.
pub const FILM: [&str; 2] = ["neighbored", "neighbored-less"];

/// Iterates over all lessons in the order in which the list runs them: those of the moving picture, then the chapters'.
pub fn in_order() -> impl Iterator<Item = &'static Lesson> {
    let moving = FILM.into_iter().filter_map(Lesson::by_id);
    let chapters = CHAPTERS.iter().flat_map(|chapter| chapter.lessons());
    moving.chain(chapters.filter(|lesson| !FILM.contains(&lesson.id)))
}

/// The lanes of all warps while they add with one stride.
#[derive(Clone, Debug, PartialEq)]
pub struct Still {
    pub stride: String,
    pub rows: Rows,
}

/// Returns the lanes at each stride of a reduction: before the statement that adds.
pub fn strides(playback: &mut Playback) -> Vec<Still> {
    let mut stills: Vec<Still> = Vec::new();
    let cursor = playback.cursor.clone();
    let stops = cursor.stops(Grain::Statement);
    for position in (0..stops.count()).filter_map(|press| stops.at(press)) {
        let step = playback.step_view(position, Grain::Statement);
        let adds = !step.array.loaded.is_empty() && !step.array.stored.is_empty();
        let stride = playback.stride_shown();
        if let Some(stride) = stride.filter(|stride| adds && stills.iter().all(|still| still.stride != *stride)) {
            stills.push(Still {
                stride,
                rows: rows(&step),
            });
        }
    }
    stills
}

/// Returns the first line of a kernel's loop, without the guard of the last block: the rule that says who works.
pub fn rule(source: &str) -> Option<&str> {
    let inside = source.split_once("for (")?.1;
    let line = inside.lines().nth(1)?.trim();
    let rule = line.trim_start_matches("let ").trim_end_matches(';');
    let rule = rule
        .strip_prefix("if (")
        .map_or(rule, |rule| rule.trim_end_matches(") {"));
    Some(rule.split_once(" && ").map_or(rule, |(rule, _)| rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::jobs;
    use lessons::LESSONS;

    fn run(lesson: &Lesson) -> Playback {
        let job = jobs::preview(lesson).expect("it has a kernel");
        let program = simt::compile(&job.kernel.source, job.kernel.entry_point.as_deref()).expect("it compiles");
        let run = simt::run(&program, &job.dispatch, &job.options).expect("it runs");
        Playback::new(job.kernel.source.to_string(), run.trace.expect("it is traced"))
    }

    fn picture(lesson: &Lesson) -> Option<LessonPicture> {
        LessonPicture::of(&mut run(lesson), lesson.picture().shows)
    }

    #[test]
    fn every_picture_shows_something_and_none_comes_twice_in_a_chapter() {
        for chapter in &CHAPTERS {
            let mut seen: Vec<LessonPicture> = Vec::new();
            for lesson in chapter.lessons() {
                let picture = picture(lesson).expect(lesson.id);
                match &picture {
                    LessonPicture::Rows(rows) => {
                        let working = |row: &Vec<LaneState>| row.contains(&LaneState::Active);
                        assert!(rows.iter().any(working), "{}", lesson.id);
                        let all_work = rows.iter().flatten().all(|state| *state == LaneState::Active);
                        // Occupancy counts the warps of a full block.
                        assert!(!all_work || rows.len() == 32, "{} {rows:?}", lesson.id);
                    }
                    LessonPicture::Words { words, links, .. } => {
                        assert!(!links.is_empty() && words.len() <= 3, "{} {words:?}", lesson.id);
                        assert!(links.iter().all(|link| link.word.1 < words[link.word.0]));
                    }
                    LessonPicture::Pairs { pairs, .. } => assert!(pairs.len() > 3, "{}", lesson.id),
                    LessonPicture::Run(timeline) => assert!(timeline.rounds > 4, "{}", lesson.id),
                }
                assert!(!seen.contains(&picture), "{}", lesson.id);
                seen.push(picture);
            }
        }
        assert!(LESSONS.iter().all(|lesson| jobs::preview(lesson).is_some()));
    }

    #[test]
    fn two_kernels_show_who_works_at_each_stride() {
        let stills = FILM.map(|id| strides(&mut run(Lesson::by_id(id).expect("a lesson"))));
        for stills in &stills {
            let strides: Vec<_> = stills.iter().map(|still| still.stride.as_str()).collect();
            assert_eq!(strides, ["1", "2", "4", "8", "16", "32"]);
        }
        let busy = |still: &Still| still.rows.iter().filter(|row| row.contains(&LaneState::Active)).count();
        let working = |still: &Still| {
            still
                .rows
                .iter()
                .flatten()
                .filter(|state| **state == LaneState::Active)
                .count()
        };
        assert_eq!(stills[0].iter().map(busy).collect::<Vec<_>>(), [2, 2, 2, 2, 2, 1]);
        assert_eq!(stills[1].iter().map(busy).collect::<Vec<_>>(), [1; 6]);
        for stills in &stills {
            assert_eq!(stills.iter().map(working).collect::<Vec<_>>(), [32, 16, 8, 4, 2, 1]);
        }
    }

    #[test]
    fn a_rule_is_written_as_in_the_kernel() {
        let rule_of = |id: &str| Lesson::by_id(id).and_then(|lesson| rule(&lesson.kernels[0].kernel.source));
        assert_eq!(rule_of("neighbored"), Some("tid % (2u * stride) == 0u"));
        assert_eq!(rule_of("neighbored-less"), Some("i = base + 2u * stride * tid"));
        assert_eq!(rule("fn main() {}"), None);
    }
}
