//! Words of the glossary's dialog, in both languages. The terms themselves belong to the lessons.

/// Labels and sentences of the dialog.
#[derive(Debug)]
pub struct GlossaryWords {
    pub title: &'static str,
    pub find: &'static str,
    pub meaning: &'static str,
    pub none: &'static str,
    /// Shown for a dialect that has no word for a term.
    pub no_word: &'static str,
    pub found: fn(usize) -> String,
}

pub static EN: GlossaryWords = GlossaryWords {
    title: "Glossary",
    find: "Find a word",
    meaning: "What it is",
    none: "No term matches. Try a shorter word.",
    no_word: "no word for it",
    found: |count| match count {
        1 => "1 term".to_owned(),
        _ => format!("{count} terms"),
    },
};

pub static ZH: GlossaryWords = GlossaryWords {
    title: "术语对照",
    find: "查找",
    meaning: "含义",
    none: "没有这样的术语。请换个短一点的词。",
    no_word: "没有专门的词",
    found: |count| format!("{count} 个术语"),
};
