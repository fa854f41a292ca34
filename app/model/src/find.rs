//! Finds lessons by the words that a reader types.

use crate::strings;
use lessons::{Language, Lesson};

/// Returns true if every word of `query` is part of the lesson's title, question, chapter or kernels. Both languages are
/// searched, as far as their texts are loaded.
pub fn is_found(lesson: &Lesson, query: &str) -> bool {
    let mut texts = vec![lesson.id.to_owned()];
    for language in Language::ALL {
        texts.push(lesson.title.get(language).to_owned());
        texts.push(lesson.question.get(language).to_owned());
        texts.push((strings::of(language).group)(lesson.group).to_owned());
        let kernels = lesson.kernels.iter();
        texts.extend(kernels.map(|kernel| kernel.title.get(language).to_owned()));
    }
    let kernels = lesson.kernels.iter();
    texts.extend(kernels.map(|kernel| kernel.kernel.name.to_string()));
    let text = texts.join("\n").to_lowercase();
    let query = query.to_lowercase();
    query.split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::LESSONS;

    #[test]
    fn lessons_are_found_by_title_kernel_and_chapter_in_both_languages() {
        let found = |query: &str| -> Vec<&str> {
            let lessons = LESSONS.iter().filter(|lesson| is_found(lesson, query));
            lessons.map(|lesson| lesson.id).collect()
        };
        assert_eq!(found("").len(), LESSONS.len());
        assert_eq!(found("  "), found(""));
        // (query, a lesson that it finds)
        for (query, lesson) in [
            ("Neighbored pairs", "neighbored"),
            ("BANK conf", "bank-conflicts"),
            ("matmul_tile_rows", "bank-conflicts"),
            ("相邻配对", "neighbored"),
            ("latency", "latency-hiding"),
        ] {
            assert!(found(query).contains(&lesson), "{query}");
        }
        assert_eq!(found("no such lesson"), [] as [&str; 0]);
        let (one, two) = (found("divergence"), found("divergence switch"));
        assert!(two.len() < one.len() && two.iter().all(|lesson| one.contains(lesson)));
    }
}
