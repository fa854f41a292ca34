//! The chapters of the list: an idea comes before the lessons that need it. And what to know before each lesson.

use crate::{GalleryKernel, Lesson, Text};

/// A chapter of the list.
#[derive(Debug)]
pub struct Chapter {
    /// A stable name.
    pub id: &'static str,
    pub title: Text,
    pub about: Text,
    ids: &'static [&'static str],
    /// The kernels whose times sum the chapter up, by name; empty for a chapter without such a row.
    ladder: &'static [&'static str],
}

impl Chapter {
    pub fn lessons(&self) -> impl Iterator<Item = &'static Lesson> + use<> {
        self.ids.iter().filter_map(|id| Lesson::by_id(id))
    }

    pub fn ladder(&self) -> impl Iterator<Item = &'static GalleryKernel> + use<> {
        let names = self.ladder.iter();
        names.filter_map(|name| GalleryKernel::by_name(name))
    }
}

#[rustfmt::skip]
pub static CHAPTERS: [Chapter; 9] = [
    Chapter { id: "chapter-threads", title: Text::new("Threads", "线程"), about: Text::new("Who does which element, and who has none.", "谁负责哪个元素，谁没有元素。"), ids: &["threads", "host", "launch"], ladder: &[] },
    Chapter { id: "chapter-divergence", title: Text::new("Divergence", "分化"), about: Text::new("One warp, two paths: what masking costs.", "一个线程束，两条路：屏蔽的代价。"), ids: &["divergence", "thread-or-warp", "conditions", "leaving-loops", "predication", "switch", "nested", "each-lane", "vote", "sorting"], ladder: &["divergence_warp", "divergence_parity", "divergence_switch", "divergence_nested3", "divergence_each_lane"] },
    Chapter { id: "chapter-global-memory", title: Text::new("Global memory", "全局内存"), about: Text::new("Which cache lines a warp touches.", "线程束触及哪些缓存行。"), ids: &["gemv", "formulas"], ladder: &["gemv_row_major", "gemv_column_major"] },
    Chapter { id: "chapter-shared-memory", title: Text::new("Shared memory", "共享内存"), about: Text::new("Banks, and the barrier between writing and reading.", "存储体，以及写和读之间的同步。"), ids: &["shared-pattern", "bank-conflicts", "independent-threads"], ladder: &["matmul_tile_columns", "matmul_tile_rows"] },
    Chapter { id: "chapter-occupancy-and-latency", title: Text::new("Occupancy and latency", "占用率与延迟"), about: Text::new("Why many warps hide long waits.", "为什么线程束多就能掩盖长时间的等待。"), ids: &["waves", "occupancy", "matrix-add", "latency-hiding", "ilp", "loop-unrolling", "littles-law"], ladder: &["copy_scalar", "copy_scalar4", "copy_vec4"] },
    Chapter { id: "chapter-reduction", title: Text::new("Reduction", "归约"), about: Text::new("One sum, faster rung by rung.", "同一个求和，一级一级变快。"), ids: &["recursion", "neighbored", "neighbored-less", "neighbored-unroll-warp", "interleaved", "unroll", "unroll-warps", "complete-unroll", "unrolled-in-place"], ladder: &["reduce_neighbored", "reduce_neighbored_less", "reduce_interleaved", "reduce_unroll2", "reduce_unroll4", "reduce_unroll8"] },
    Chapter { id: "chapter-shared-reduction", title: Text::new("Reduction in shared memory", "共享内存中的归约"), about: Text::new("The same tree between banks.", "同一棵树，放在存储体之间。"), ids: &["shared-modulo", "shared-strided", "shared-sequential", "first-add", "bad-idea", "shared-max", "subgroup", "grid-stride", "single-pass"], ladder: &["reduce_shared_modulo", "reduce_shared_strided", "reduce_shared_sequential", "reduce_shared_first_add", "reduce_shared_last_warp_barriers", "reduce_grid_stride_vec4", "reduce_single_pass_once"] },
    Chapter { id: "chapter-matrix-vector", title: Text::new("Matrix times vector, faster", "更快的矩阵乘向量"), about: Text::new("Where x should live.", "x 应该放在哪里。"), ids: &["gemv-fast-x", "gemv-shuffle"], ladder: &["gemv_row_major", "gemv_column_major", "gemv_shuffle", "gemv_shared", "gemv_constant", "gemv_tuned"] },
    Chapter { id: "chapter-cuda-and-wgsl", title: Text::new("CUDA and WGSL", "CUDA 与 WGSL"), about: Text::new("The same machine under two names.", "同一台机器，两套名称。"), ids: &["cuda-to-wgsl"], ladder: &[] },
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
        let needs = NEEDS.iter().find(|(id, _)| *id == self.id);
        let ids = needs.map_or(&[][..], |(_, ids)| ids);
        ids.iter().filter_map(|id| Lesson::by_id(id))
    }

    /// Returns the chapter of the lesson, and its number in the list, from 1.
    pub fn place(&self) -> Option<(&'static Chapter, usize)> {
        let all = CHAPTERS.iter();
        let mut all = all.flat_map(|chapter| chapter.ids.iter().map(move |id| (chapter, id)));
        let index = all.clone().position(|(_, id)| *id == self.id)?;
        Some((all.nth(index)?.0, index + 1))
    }

    /// Returns the lessons that need this one, in the order of the list.
    pub fn leads_to(&'static self) -> impl Iterator<Item = &'static Lesson> {
        let lessons = CHAPTERS.iter().flat_map(Chapter::lessons);
        lessons.filter(|lesson| lesson.needs().any(|needed| needed.id == self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LESSONS;
    use std::collections::BTreeSet;

    fn in_chapters() -> Vec<&'static str> {
        CHAPTERS
            .iter()
            .flat_map(|chapter| chapter.ids.iter().copied())
            .collect()
    }

    #[test]
    fn the_chapters_have_every_lesson_once() {
        let all: BTreeSet<_> = LESSONS.iter().map(|lesson| lesson.id).collect();
        let ids = in_chapters();
        assert_eq!(ids.len(), all.len());
        assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), all);
    }

    #[test]
    fn a_ladder_names_kernels_of_its_chapter_or_of_one_before() {
        let mut earlier = Vec::new();
        let ids: BTreeSet<_> = CHAPTERS.iter().map(|chapter| chapter.id).collect();
        assert_eq!(ids.len(), CHAPTERS.len());
        for chapter in &CHAPTERS {
            let kernels = chapter.lessons().flat_map(|lesson| lesson.kernels);
            earlier.extend(kernels.map(|kernel| kernel.kernel.name.as_ref()));
            assert!(Lesson::by_id(chapter.id).is_none());
            for name in chapter.ladder {
                assert!(earlier.contains(name), "{name} in {}", chapter.id);
            }
        }
    }

    #[test]
    fn a_lesson_comes_after_those_to_know_first() {
        let ids = in_chapters();
        let place = |id: &str| ids.iter().position(|each| *each == id);
        for (id, needs) in NEEDS {
            let place_of_lesson = place(id);
            assert!(place_of_lesson.is_some(), "no lesson {id}");
            for need in *needs {
                assert!(
                    place(need).is_some_and(|need| Some(need) < place_of_lesson),
                    "{need} before {id}"
                );
            }
        }
    }

    #[test]
    fn only_the_first_lesson_needs_nothing() {
        let free = LESSONS.iter().filter(|lesson| lesson.needs().next().is_none());
        assert_eq!(free.map(|lesson| lesson.id).collect::<Vec<_>>(), ["threads"]);
    }
}
