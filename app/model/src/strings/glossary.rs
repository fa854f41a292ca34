//! Words of the glossary's dialog, in both languages. The terms themselves belong to the lessons.

words!(GlossaryWords {
    title: ("Glossary", "术语对照"),
    find: ("Find a word", "查找"),
    meaning: ("What it is", "含义"),
    none: (
        "No term matches. Try a shorter word.",
        "没有这样的术语。请换个短一点的词。",
    ),
    /// Shown for a dialect that has no word for a term.
    no_word: ("no word for it", "没有专门的词"),
    /// Leads to the slide that shows a term in CUDA and in WGSL.
    slide: (|number| (
        format!("CUDA to WGSL, slide {number}"),
        format!("CUDA 到 WGSL，第 {number} 页"),
    )) as fn(usize) -> String,
    found: (
        |count| match count {
            1 => "1 term".to_owned(),
            _ => format!("{count} terms"),
        },
        |count| format!("{count} 个术语"),
    ) as fn(usize) -> String,
});
