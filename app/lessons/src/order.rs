//! Two orders over the same lessons, by the book and by concept, and what to know before each lesson.

use crate::{LESSONS, Lesson, Text};

/// The order in which the list has the lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the books and courses that the lessons follow.
    #[default]
    Book,
    /// An idea comes before the lessons that need it.
    Concept,
}

impl Order {
    pub const ALL: [Order; 2] = [Order::Book, Order::Concept];

    /// Returns the name under which the reader's choice is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Book => "book",
            Order::Concept => "concept",
        }
    }

    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }
}

/// A chapter of the order by concept.
#[derive(Debug)]
pub struct Chapter {
    pub title: Text,
    ids: &'static [&'static str],
}

impl Chapter {
    pub fn lessons(&self) -> impl Iterator<Item = &'static Lesson> + use<> {
        self.ids.iter().filter_map(|id| Lesson::by_id(id))
    }
}

#[rustfmt::skip]
pub static BY_CONCEPT: [Chapter; 9] = [
    Chapter { title: Text { en: "Threads", zh: "线程" }, ids: &["threads", "host", "launch"] },
    Chapter { title: Text { en: "Divergence", zh: "分化" }, ids: &["divergence", "thread-or-warp", "conditions", "leaving-loops", "predication", "switch", "nested", "each-lane", "vote", "sorting"] },
    Chapter { title: Text { en: "Global memory", zh: "全局内存" }, ids: &["gemv", "formulas"] },
    Chapter { title: Text { en: "Shared memory", zh: "共享内存" }, ids: &["shared-pattern", "bank-conflicts", "independent-threads"] },
    Chapter { title: Text { en: "Occupancy and latency", zh: "占用率与延迟" }, ids: &["waves", "occupancy", "matrix-add", "latency-hiding", "ilp", "loop-unrolling", "littles-law"] },
    Chapter { title: Text { en: "Reduction", zh: "归约" }, ids: &["recursion", "neighbored", "neighbored-less", "neighbored-unroll-warp", "interleaved", "unroll", "unroll-warps", "complete-unroll", "unrolled-in-place"] },
    Chapter { title: Text { en: "Reduction in shared memory", zh: "共享内存中的归约" }, ids: &["shared-modulo", "shared-strided", "shared-sequential", "first-add", "bad-idea", "shared-max", "subgroup", "grid-stride", "single-pass"] },
    Chapter { title: Text { en: "Matrix times vector, faster", zh: "更快的矩阵乘向量" }, ids: &["gemv-fast-x", "gemv-shuffle"] },
    Chapter { title: Text { en: "CUDA and WGSL", zh: "CUDA 与 WGSL" }, ids: &["cuda-to-wgsl"] },
];

/// The lessons to know first, by lesson. Those that need others only through these are not repeated.
const NEEDS: &[(&str, &[&str])] = &[
    ("host", &["threads"]),
    ("launch", &["host"]),
    ("divergence", &["threads"]),
    ("thread-or-warp", &["divergence"]),
    ("conditions", &["divergence"]),
    ("leaving-loops", &["conditions"]),
    ("predication", &["conditions"]),
    ("switch", &["divergence"]),
    ("nested", &["divergence"]),
    ("each-lane", &["switch"]),
    ("vote", &["divergence"]),
    ("sorting", &["divergence"]),
    ("independent-threads", &["conditions", "shared-pattern"]),
    ("gemv", &["threads"]),
    ("formulas", &["divergence", "gemv"]),
    ("shared-pattern", &["threads"]),
    ("bank-conflicts", &["shared-pattern"]),
    ("waves", &["threads"]),
    ("occupancy", &["threads"]),
    ("matrix-add", &["gemv", "occupancy"]),
    ("latency-hiding", &["occupancy"]),
    ("ilp", &["latency-hiding"]),
    ("loop-unrolling", &["ilp"]),
    ("littles-law", &["latency-hiding"]),
    ("recursion", &["threads"]),
    ("neighbored", &["divergence", "recursion"]),
    ("neighbored-less", &["neighbored"]),
    ("neighbored-unroll-warp", &["neighbored-less"]),
    ("interleaved", &["neighbored-less", "gemv"]),
    ("unroll", &["interleaved", "loop-unrolling"]),
    ("unroll-warps", &["unroll"]),
    ("complete-unroll", &["unroll-warps"]),
    ("unrolled-in-place", &["complete-unroll"]),
    ("shared-modulo", &["neighbored", "shared-pattern"]),
    ("shared-strided", &["shared-modulo", "bank-conflicts"]),
    ("shared-sequential", &["shared-strided"]),
    ("first-add", &["shared-sequential"]),
    ("bad-idea", &["first-add"]),
    ("shared-max", &["shared-sequential"]),
    ("subgroup", &["shared-sequential"]),
    ("grid-stride", &["first-add"]),
    ("single-pass", &["grid-stride"]),
    ("gemv-fast-x", &["gemv", "shared-pattern"]),
    ("gemv-shuffle", &["gemv-fast-x", "subgroup"]),
    ("cuda-to-wgsl", &["launch", "single-pass", "subgroup"]),
];

impl Lesson {
    /// Returns the lessons to know before this one.
    pub fn needs(&self) -> impl Iterator<Item = &'static Lesson> + use<> {
        let own = NEEDS.iter().find(|(id, _)| *id == self.id);
        let ids = own.map_or(&[][..], |(_, ids)| ids);
        ids.iter().filter_map(|id| Lesson::by_id(id))
    }

    /// Returns the lessons that need this one, in the order of the course.
    pub fn leads_to(&'static self) -> impl Iterator<Item = &'static Lesson> {
        let lessons = LESSONS.iter().copied();
        lessons.filter(|lesson| lesson.needs().any(|needed| needed.id == self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn by_concept() -> Vec<&'static str> {
        BY_CONCEPT
            .iter()
            .flat_map(|chapter| chapter.ids.iter().copied())
            .collect()
    }

    #[test]
    fn both_orders_have_every_lesson_once() {
        let all: BTreeSet<_> = LESSONS.iter().map(|lesson| lesson.id).collect();
        let ids = by_concept();
        assert_eq!(ids.len(), all.len());
        assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), all);
    }

    #[test]
    fn by_concept_a_lesson_comes_after_those_to_know_first() {
        let ids = by_concept();
        let place = |id: &str| ids.iter().position(|each| *each == id);
        for (id, needs) in NEEDS {
            let own = place(id);
            assert!(own.is_some(), "no lesson {id}");
            for need in *needs {
                assert!(
                    place(need).is_some_and(|need| Some(need) < own),
                    "{need} before {id}"
                );
            }
        }
    }

    #[test]
    fn only_the_first_lesson_needs_nothing() {
        let free = LESSONS
            .iter()
            .filter(|lesson| lesson.needs().next().is_none());
        assert_eq!(
            free.map(|lesson| lesson.id).collect::<Vec<_>>(),
            ["threads"]
        );
    }
}
