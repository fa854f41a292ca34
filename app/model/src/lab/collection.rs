//! The kernels that the lab's form offers: those of one lesson, or all of divergence and reductions.

use lessons::{GalleryKernel, Group, LESSONS, Language, Lesson};
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug)]
pub enum Collection {
    Lesson(&'static Lesson),
    /// Every kernel that a lesson about divergence or reductions runs, each once.
    Table,
}

impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

/// The groups whose kernels are in [`Collection::Table`].
const GROUPS: [Group; 4] = [
    Group::Divergence,
    Group::ReductionInGlobalMemory,
    Group::ReductionInSharedMemory,
    Group::ReductionBeyond,
];

/// In the order of the course: a lesson's kernels stand where the lesson introduces them.
static TABLE: LazyLock<Vec<&'static GalleryKernel>> = LazyLock::new(|| {
    let of_lesson = |lesson: &'static Lesson| {
        let kernels = lesson.kernels.iter().copied();
        kernels.filter(|kernel| lesson_of(kernel).is_some_and(|owner| owner.id == lesson.id))
    };
    table_lessons().flat_map(of_lesson).collect()
});

fn table_lessons() -> impl DoubleEndedIterator<Item = &'static Lesson> {
    let lessons = LESSONS.iter().copied();
    lessons.filter(|lesson| GROUPS.contains(&lesson.group))
}

impl Collection {
    /// Returns a stable name for the form.
    pub const fn id(self) -> &'static str {
        match self {
            Collection::Lesson(lesson) => lesson.id,
            Collection::Table => "table",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        match id {
            "table" => Some(Collection::Table),
            _ => Lesson::by_id(id).map(Collection::Lesson),
        }
    }

    pub fn kernels(self) -> &'static [&'static GalleryKernel] {
        match self {
            Collection::Lesson(lesson) => lesson.kernels,
            Collection::Table => &TABLE,
        }
    }

    /// Returns the lesson's title; `None` for the table, whose title is a string of the lab.
    pub fn lesson_title(self, language: Language) -> Option<&'static str> {
        match self {
            Collection::Lesson(lesson) => Some(lesson.title.get(language)),
            Collection::Table => None,
        }
    }
}

/// Returns the lesson that a kernel's name links to: the one that introduces it. Several lessons run most kernels, and
/// each begins its list with those that it introduces.
pub fn lesson_of(kernel: &GalleryKernel) -> Option<&'static Lesson> {
    let is_head = |kernel: &GalleryKernel| {
        table_lessons().any(|lesson| lesson.kernels.first().is_some_and(|head| *head == kernel))
    };
    // The lesson about recursion runs another lesson's kernel first, so the last one counts.
    let headed = table_lessons().rfind(|lesson| lesson.kernels.first() == Some(&kernel));
    let introduced = || {
        table_lessons().find(|lesson| {
            let before = lesson.kernels.iter().position(|each| *each == kernel);
            // From the second kernel on, the head of another lesson ends those that are new.
            before.is_some_and(|before| {
                let others = lesson.kernels[..before].iter().skip(1);
                others.copied().all(|other| !is_head(other))
            })
        })
    };
    let has_it = |lesson: &&'static Lesson| lesson.kernels.contains(&kernel);
    headed
        .or_else(introduced)
        .or_else(|| table_lessons().find(has_it))
        .or_else(|| LESSONS.iter().copied().find(has_it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_kernel_of_its_groups_once() {
        let table = Collection::Table.kernels();
        for (place, kernel) in table.iter().enumerate() {
            assert!(!table[..place].contains(kernel), "{kernel:?} comes twice");
        }
        let mut all = Vec::new();
        for lesson in LESSONS.iter().filter(|lesson| GROUPS.contains(&lesson.group)) {
            for kernel in lesson.kernels {
                assert!(table.contains(kernel), "{lesson:?} {kernel:?}");
                if !all.contains(kernel) {
                    all.push(*kernel);
                }
            }
        }
        assert_eq!(table.len(), all.len());
    }

    #[test]
    fn a_kernel_links_to_the_lesson_that_introduces_it() {
        for (kernel, lesson) in [
            ("divergence_parity", "divergence"),
            ("divergence_warp", "divergence"),
            ("reduce_neighbored", "neighbored"),
            ("reduce_interleaved", "interleaved"),
            ("reduce_unroll8", "unroll"),
            ("reduce_complete_unroll", "complete-unroll"),
            ("reduce_subgroup_add", "subgroup"),
            ("reduce_grid_stride_vec4", "grid-stride"),
            ("reduce_single_pass_warps", "single-pass"),
        ] {
            let owner = GalleryKernel::by_name(kernel).and_then(lesson_of);
            assert_eq!(owner.map(|lesson| lesson.id), Some(lesson), "{kernel}");
        }
        let lessons = Collection::Table.kernels().iter().map(|kernel| {
            let lesson = lesson_of(kernel).expect("a lesson runs it");
            assert!(lesson.kernels.contains(kernel), "{lesson:?} {kernel:?}");
            LESSONS.iter().position(|each| each.id == lesson.id)
        });
        assert!(lessons.is_sorted(), "the order is that of the course");
    }

    #[test]
    fn names_are_read_back() {
        let lessons = LESSONS.iter().copied().map(Collection::Lesson);
        for collection in lessons.chain([Collection::Table]) {
            assert_eq!(Collection::by_id(collection.id()), Some(collection));
        }
        assert_eq!(Collection::by_id("none"), None);
    }
}
