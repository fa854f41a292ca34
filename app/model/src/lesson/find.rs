//! Finds terms and lessons by the words that a reader types: names of WGSL, CUDA and the sources, words of the lessons.

use lessons::glossary::{TERMS, Term};
use lessons::order::CHAPTERS;
use lessons::{Language, Lesson, published};

/// The most terms and lessons of an answer.
const MOST_TERMS: usize = 2;
const MOST_LESSONS: usize = 12;

/// The answer to a query.
#[derive(Debug, Default)]
pub struct Found {
    pub terms: Vec<&'static Term>,
    /// The best lessons, those with the query in their title first.
    pub lessons: Vec<Hit>,
    /// The number of all lessons that have the words, those that are left out included.
    pub all: usize,
}

/// A lesson that has the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub id: &'static str,
    /// The sentence of the lesson that has the words; `None` if they are in its title, its code, or a source.
    pub sentence: Option<String>,
}

/// The words of a query, prepared for a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    pub fn of(query: &str) -> Self {
        let words = query.split_whitespace().map(|word| {
            let word = word.to_ascii_lowercase();
            let word = word.trim_end_matches(['(', ')', ';', ',', '<', '>']);
            // `threadIdx.x` is a part of `threadIdx`.
            let whole = [".x", ".y", ".z"].iter().find_map(|part| word.strip_suffix(part));
            stem(whole.unwrap_or(word)).to_owned()
        });
        Words(words.filter(|word| !word.is_empty()).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn are_in(&self, text: &str) -> bool {
        let text = text.to_ascii_lowercase();
        self.0.iter().all(|word| text.contains(word))
    }

    /// Splits a text into parts; true marks the words, with the ending that was cut from them.
    pub fn mark<'a>(&self, text: &'a str) -> Vec<(bool, &'a str)> {
        // Only ASCII letters change their case, so that places are the same in both texts.
        let small = text.to_ascii_lowercase();
        let mut parts = Vec::new();
        let mut from = 0;
        while let Some((start, word)) = self.first_in(&small, from) {
            let ending = text[start + word..].bytes();
            let end = start + word + ending.take_while(u8::is_ascii_alphabetic).count();
            parts.push((false, &text[from..start]));
            parts.push((true, &text[start..end]));
            from = end;
        }
        parts.push((false, &text[from..]));
        parts.retain(|(_, part)| !part.is_empty());
        parts
    }

    /// Returns the place and the length of the first word after `from`.
    fn first_in(&self, small: &str, from: usize) -> Option<(usize, usize)> {
        let places = self
            .0
            .iter()
            .filter_map(|word| Some((from + small[from..].find(word)?, word.len())));
        places.min_by_key(|(start, length)| (*start, usize::MAX - length))
    }
}

/// Cuts the ending of an English word, so that `coalescing` finds `coalesced`. Names of code stay as they are.
fn stem(word: &str) -> &str {
    /// A shorter beginning would find other words.
    const LEAST: usize = 5;
    let is_plain = word.bytes().all(|letter| letter.is_ascii_lowercase());
    let endings = ["ing", "ed", "es", "s"];
    let cut = endings.iter().find_map(|ending| word.strip_suffix(ending));
    cut.filter(|rest| is_plain && rest.len() >= LEAST).unwrap_or(word)
}

/// Returns how well a term has the words, the best first: a name equals them, has them, or the meaning has them.
fn rank_of_term(term: &Term, words: &Words, language: Language) -> Option<usize> {
    let names = || term.words.into_iter().flatten().flat_map(|word| word.split(", "));
    let equals = |name: &str| Words::of(name) == *words;
    let texts = [
        term.words.map(Option::unwrap_or_default).join(" "),
        term.meaning.get(language).to_owned(),
    ];
    match () {
        () if names().any(equals) => Some(0),
        () if names().any(|name| words.are_in(name)) => Some(1),
        () if words.are_in(&texts.join(" ")) => Some(2),
        () => None,
    }
}

/// Returns the terms of a query, the best first. Terms that have the words in their meaning are left out if a name has them.
fn terms(words: &Words, language: Language) -> Vec<&'static Term> {
    let ranked = TERMS
        .iter()
        .filter_map(|term| Some((rank_of_term(term, words, language)?, term)));
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let is_named = ranked.first().is_some_and(|(rank, _)| *rank < 2);
    ranked.retain(|(rank, _)| *rank < 2 || !is_named);
    ranked.into_iter().take(MOST_TERMS).map(|(_, term)| term).collect()
}

/// The parts of a lesson that are searched, the best first.
fn rank_of_lesson(lesson: &Lesson, words: &Words, language: Language) -> Option<(usize, Option<String>)> {
    let both = |text: lessons::Text| Language::ALL.map(|language| text.get(language)).join("\n");
    let titles = both(lesson.title) + "\n" + lesson.id;
    if words.are_in(&titles) {
        return Some((0, None));
    }
    let slides = lesson.slides.iter().map(|slide| slide.text.get(language));
    let texts = [lesson.question, lesson.remember, lesson.answer];
    let texts = texts.map(|text| text.get(language)).into_iter();
    let prose: Vec<&str> = texts.chain(slides).collect();
    let sentence = prose
        .iter()
        .flat_map(|text| sentences(text))
        .find(|sentence| words.are_in(sentence));
    if let Some(sentence) = sentence {
        return Some((1, Some(sentence.to_owned())));
    }
    let kernels = lesson.kernels.iter();
    let names = kernels.map(|kernel| {
        let sources = kernel
            .published
            .iter()
            .map(|(source, name)| format!("{} {name}", published::title(source)));
        format!(
            "{} {} {}",
            kernel.kernel.name,
            both(kernel.title),
            sources.collect::<Vec<_>>().join(" ")
        )
    });
    let names: Vec<String> = names.collect();
    if names.iter().any(|name| words.are_in(name)) {
        return Some((2, None));
    }
    let chapter = CHAPTERS
        .iter()
        .find(|chapter| chapter.lessons().any(|each| each.id == lesson.id));
    let chapter = chapter.map_or(String::new(), |chapter| both(chapter.title));
    let text = [titles, chapter, prose.join("\n"), names.join("\n")].join("\n");
    if words.are_in(&text) {
        return Some((3, None));
    }
    let mut codes = lesson
        .kernels
        .iter()
        .flat_map(|kernel| [&*kernel.kernel.source, kernel.twin]);
    codes.any(|code| words.are_in(code)).then_some((4, None))
}

/// Splits a text at the ends of its sentences.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['。', '？', '！', '；'])
        .flat_map(|part| part.split_inclusive(". "))
        .flat_map(|part| part.split_inclusive("? "))
        .map(str::trim)
}

/// Returns the terms and the lessons that have every word of a query. Texts that are not loaded are left out.
pub fn find(query: &str, language: Language) -> Found {
    let words = Words::of(query);
    if words.is_empty() {
        return Found::default();
    }
    let lessons = CHAPTERS.iter().flat_map(|chapter| chapter.lessons());
    let ranked = lessons.filter_map(|lesson| {
        let (rank, sentence) = rank_of_lesson(lesson, &words, language)?;
        Some((
            rank,
            Hit {
                id: lesson.id,
                sentence,
            },
        ))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    Found {
        terms: terms(&words, language),
        all: ranked.len(),
        lessons: ranked.into_iter().take(MOST_LESSONS).map(|(_, hit)| hit).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::LESSONS;
    use lessons::glossary::Dialect;

    #[test]
    fn a_query_is_answered_with_the_term_and_the_best_lessons() {
        let (english, chinese) = (Language::English, Language::SimplifiedChinese);
        // (query, language, CUDA's name of the first term, a lesson among the first three)
        for (query, language, term, lesson) in [
            ("coalescing", english, "memory coalescing", "gemv"),
            ("Coalesced", english, "memory coalescing", "gemv"),
            ("__syncthreads", english, "__syncthreads", "cuda-to-wgsl"),
            ("__syncthreads();", english, "__syncthreads", "cuda-to-wgsl"),
            ("workgroupBarrier", english, "__syncthreads", "cuda-to-wgsl"),
            (
                "__shfl_down_sync",
                english,
                "__shfl_down_sync, __shfl_xor_sync",
                "cuda-to-wgsl",
            ),
            ("threadIdx.x", english, "threadIdx", "cuda-to-wgsl"),
            ("warp", english, "warp", "thread-or-warp"),
            ("BANK conflict", english, "bank conflict", "bank-conflicts"),
            ("bank conflicts", english, "bank conflict", "bank-conflicts"),
            ("occupancy", english, "occupancy", "occupancy"),
            ("divergence", english, "warp divergence", "neighbored-less"),
            ("wavefront", english, "warp", "shared-strided"),
            ("shared memory", english, "__shared__ memory", "shared-modulo"),
            ("atomicAdd", english, "atomicAdd", "single-pass"),
            ("占用率", chinese, "", "occupancy"),
            ("__syncthreads", chinese, "__syncthreads", "cuda-to-wgsl"),
            ("相邻配对", chinese, "", "neighbored"),
            ("Neighbored pairs", chinese, "", "neighbored"),
            ("matmul_tile_rows", english, "", "bank-conflicts"),
            ("reduceNeighboredLess", english, "", "neighbored"),
            ("latency", english, "", "latency-hiding"),
        ] {
            let hits = find(query, language);
            let first = hits.terms.first().and_then(|term| term.word(Dialect::Cuda));
            assert_eq!(first.unwrap_or_default(), term, "{query}");
            let best: Vec<_> = hits.lessons.iter().take(3).map(|hit| hit.id).collect();
            assert!(best.contains(&lesson), "{query}: {best:?}");
            assert!(hits.terms.len() <= MOST_TERMS && hits.lessons.len() <= MOST_LESSONS.min(hits.all));
        }
    }

    #[test]
    fn every_lesson_is_found_by_its_title_in_both_languages() {
        for lesson in LESSONS {
            for language in Language::ALL {
                let hits = find(lesson.title.get(language), language);
                assert!(hits.lessons.iter().any(|hit| hit.id == lesson.id), "{}", lesson.id);
            }
        }
    }

    #[test]
    fn a_sentence_has_the_words() {
        let words = Words::of("coalescing");
        let hits = find("coalescing", Language::English);
        let sentences: Vec<_> = hits.lessons.iter().filter_map(|hit| hit.sentence.as_deref()).collect();
        assert!(sentences.len() > 2);
        for sentence in sentences {
            assert!(
                words.are_in(sentence) && words.mark(sentence).iter().any(|(is_word, _)| *is_word),
                "{sentence}"
            );
            assert!(!sentence.trim_end_matches(['.', '?']).contains(". "), "{sentence}");
        }
    }

    #[test]
    fn nothing_is_found_by_nothing_and_by_other_words() {
        for query in ["", "  ", "();", "no such lesson"] {
            let hits = find(query, Language::English);
            assert!(
                hits.terms.is_empty() && hits.lessons.is_empty() && hits.all == 0,
                "{query}"
            );
        }
    }

    #[test]
    fn words_are_marked() {
        // (query, text, its parts)
        for (query, text, parts) in [
            (
                "warp lane",
                "A Warp has lanes.",
                &[
                    (false, "A "),
                    (true, "Warp"),
                    (false, " has "),
                    (true, "lanes"),
                    (false, "."),
                ][..],
            ),
            (
                "束",
                "线程束等待。",
                &[(false, "线程"), (true, "束"), (false, "等待。")],
            ),
            ("none", "text", &[(false, "text")]),
        ] {
            assert_eq!(Words::of(query).mark(text), parts, "{query}");
        }
    }
}
