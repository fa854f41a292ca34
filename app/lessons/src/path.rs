//! Paths: a few lessons in the order in which they need each other, each with the slides that fit into the time.

use crate::{Lesson, Slide, Text};

/// Minutes for one slide, an estimate: to read it aloud, and to step through its range twice. Every number of minutes on the
/// page comes from it, and says "about".
pub const MINUTES_FOR_SLIDE: usize = 2;

/// Returns the estimated minutes for a number of slides.
pub const fn minutes(slides: usize) -> usize {
    slides * MINUTES_FOR_SLIDE
}

/// A few lessons in their order.
#[derive(Debug, PartialEq, Eq)]
pub struct Path {
    /// Stable name for links.
    pub id: &'static str,
    pub title: Text,
    pub about: Text,
    stops: &'static [(&'static str, &'static [usize])],
}

/// One lesson of a path.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    pub lesson: &'static Lesson,
    /// The slides on stage, as indices; empty: all.
    chosen: &'static [usize],
}

impl Stop {
    /// Iterates over the indices of the slides on stage.
    fn slides(self) -> impl Iterator<Item = usize> {
        let all = 0..self.lesson.slides.len();
        all.filter(move |slide| self.chosen.is_empty() || self.chosen.contains(slide))
    }
}

impl Path {
    pub fn by_id(id: &str) -> Option<&'static Path> {
        PATHS.iter().find(|path| path.id == id)
    }

    pub fn stops(&self) -> impl Iterator<Item = Stop> + use<> {
        let stops = self.stops.iter();
        stops.filter_map(|&(id, chosen)| {
            Some(Stop {
                lesson: Lesson::by_id(id)?,
                chosen,
            })
        })
    }

    /// Returns the slides on stage: their lessons, and their indices there.
    pub fn slides(&self) -> Vec<(&'static Lesson, usize)> {
        let of_stop = |stop: Stop| stop.slides().map(move |slide| (stop.lesson, slide));
        self.stops().flat_map(of_stop).collect()
    }

    /// Returns one slide of the path, with its lesson.
    pub fn slide(&self, index: usize) -> Option<(&'static Lesson, &'static Slide)> {
        let (lesson, slide) = self.slides().get(index).copied()?;
        Some((lesson, lesson.slides.get(slide)?))
    }

    pub fn minutes(&self) -> usize {
        minutes(self.slides().len())
    }
}

#[rustfmt::skip]
pub static PATHS: [Path; 4] = [
    Path {
        id: "first-hour",
        title: Text::new("A first hour", "第一个小时"),
        about: Text::new("From one thread for each element to the first reduction.", "从一条线程负责一个元素，到第一个归约。"),
        stops: &[("threads", &[]), ("divergence", &[]), ("gemv", &[]), ("neighbored", &[])],
    },
    Path {
        id: "reduction",
        title: Text::new("The reduction, rung by rung", "归约，逐级加速"),
        about: Text::new("The same sum in seven kernels, and what each change saves.", "同一个求和的七个内核，以及每次改动省下了什么。"),
        stops: &[
            ("neighbored", &[0, 1, 3]), ("neighbored-less", &[0, 1, 5]), ("interleaved", &[0, 1, 5]), ("unroll", &[1, 2, 5]),
            ("shared-modulo", &[0, 1, 5]), ("shared-strided", &[0, 1, 5]), ("shared-sequential", &[0, 1, 4, 5]),
        ],
    },
    Path {
        id: "memory",
        title: Text::new("Memory", "内存"),
        about: Text::new("Cache lines, sectors and banks, and the order of words.", "缓存行、扇区、存储体，以及字的排列次序。"),
        stops: &[
            ("gemv", &[0, 1, 2, 5]), ("shared-pattern", &[0, 1, 2, 3]), ("bank-conflicts", &[0, 1, 2, 3]),
            ("matrix-add", &[0, 1, 2, 3]), ("gemv-fast-x", &[0, 1, 2, 3]),
        ],
    },
    Path {
        id: "from-cuda",
        title: Text::new("Coming from CUDA", "从 CUDA 过来"),
        about: Text::new("What each word of CUDA becomes in WGSL, and what stays.", "CUDA 的每个词在 WGSL 里变成什么，什么不变。"),
        stops: &[("subgroup", &[1, 2, 3]), ("single-pass", &[0, 1, 2, 3]), ("cuda-to-wgsl", &[])],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_stop_of_a_path_is_a_lesson_and_has_its_slides() {
        let ids: BTreeSet<_> = PATHS.iter().map(|path| path.id).collect();
        assert_eq!(ids.len(), PATHS.len());
        for path in &PATHS {
            assert_eq!(path.stops().count(), path.stops.len(), "{}", path.id);
            assert!(Path::by_id(path.id) == Some(path) && path.stops.len() > 2);
            for stop in path.stops() {
                let chosen = stop.chosen.len();
                assert!(
                    chosen == 0 || stop.slides().count() == chosen,
                    "{} of {}",
                    stop.lesson.id,
                    path.id
                );
                assert!(stop.slides().is_sorted());
            }
            let slides = path.slides();
            assert!(path.slide(slides.len()).is_none());
            assert!((0..slides.len()).all(|slide| path.slide(slide).is_some()));
            assert_eq!(path.minutes(), MINUTES_FOR_SLIDE * slides.len());
        }
    }

    #[test]
    fn a_path_has_a_lesson_after_those_to_know_first() {
        for path in &PATHS {
            let ids: Vec<_> = path.stops().map(|stop| stop.lesson.id).collect();
            let place = |id: &str| ids.iter().position(|each| *each == id);
            for stop in path.stops() {
                let place_of_stop = place(stop.lesson.id);
                for need in stop.lesson.needs() {
                    assert!(place(need.id) < place_of_stop, "{} before {}", need.id, stop.lesson.id);
                }
            }
        }
    }

    #[test]
    fn a_first_hour_takes_about_an_hour() {
        let path = Path::by_id("first-hour").expect("it is there");
        assert!((50..=65).contains(&path.minutes()), "{}", path.minutes());
        assert_eq!(path.stops().next().map(|stop| stop.lesson.id), Some("threads"));
    }
}
