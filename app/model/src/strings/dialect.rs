//! Sentences about a kernel in the words of its language: a finding about CUDA names `__syncthreads()`.

use crate::playground::language::Language;
use simt::short;

/// The words for memory that the threads of a block share.
const SHARED: (&str, &str) = ("workgroup memory", "shared memory");

/// Words of WGSL in the page's sentences, and the words of CUDA for them.
const WORDS: &[(&str, &str)] = &[
    ("`workgroupBarrier();`", "`__syncthreads();`"),
    ("`storageBarrier();`", "`__syncthreads();`"),
    ("workgroupBarrier()", "__syncthreads()"),
    ("storageBarrier()", "__syncthreads()"),
    ("subgroupBarrier()", "__syncwarp()"),
    SHARED,
    ("entry points", "kernels"),
    ("入口点", "内核"),
    ("var<storage, read_write> · i32", "int*"),
    ("var<storage, read_write> · u32", "unsigned*"),
    ("var<storage, read_write> · f32", "float*"),
    ("var<storage, read> · i32", "const int*"),
    ("var<storage, read> · u32", "const unsigned*"),
    ("var<storage, read> · f32", "const float*"),
    ("var<storage, read_write> · unsigned char", "unsigned char*"),
    ("var<storage, read_write> · char", "char*"),
    ("var<storage, read_write> · unsigned short", "unsigned short*"),
    ("var<storage, read_write> · short", "short*"),
    ("var<storage, read_write> · bool", "bool*"),
    ("var<storage, read_write> · f16", "half*"),
    ("var<storage, read> · unsigned char", "const unsigned char*"),
    ("var<storage, read> · char", "const char*"),
    ("var<storage, read> · unsigned short", "const unsigned short*"),
    ("var<storage, read> · short", "const short*"),
    ("var<storage, read> · bool", "const bool*"),
    ("var<storage, read> · f16", "const half*"),
    ("atomicCompareExchangeWeak", "atomicCAS"),
    (
        "这里加载得到 0，写入被丢弃；WGSL 也允许访问其他任意元素",
        "CUDA 不检查下标：会读写其他内存",
    ),
    (
        "; loads gave 0 and stores were dropped, WGSL allows any element instead",
        "; CUDA does not check indices: other memory is read or overwritten",
    ),
    ("WGSL allows any value", "the value is undefined"),
    ("zero in WGSL, undefined in CUDA", "undefined in CUDA"),
    ("workgroups", "blocks"),
    ("workgroup", "block"),
    ("invocation", "thread"),
    ("：在 WGSL 中是 0，在 CUDA 中是不确定的值", "：其值不确定"),
    ("这里得到 0；WGSL 允许任意值", "其值不确定"),
    ("违反了 WGSL 的规则：", ""),
];

/// Returns a sentence in the words of a language. A long word that it quotes is cut.
pub fn spoken(language: Language, sentence: String) -> String {
    let sentence = short(sentence);
    match language {
        Language::Wgsl => sentence,
        Language::Cuda => in_cuda(sentence),
    }
}

/// Words of WGSL in the page's own sentences, which quote nothing of a text, and the words of CUDA for them.
const OWN_WORDS: &[(&str, &str)] = &[
    ("entry point", "kernel"),
    ("Entry point", "Kernel"),
    ("dispatch", "launch"),
    ("Dispatch", "Launch"),
    ("workgroup", "block"),
    ("Workgroup", "Block"),
    ("入口", "内核"),
    ("派发", "启动"),
    ("工作组", "线程块"),
];

/// Returns a sentence of the page, which quotes nothing of a text, in the words of the text's language.
pub fn said(language: Language, sentence: String) -> String {
    match language {
        Language::Wgsl => sentence,
        Language::Cuda => {
            let mut sentence = sentence;
            for (from, to) in OWN_WORDS {
                sentence = sentence.replace(from, to);
            }
            sentence
        }
    }
}

/// Returns a sentence in CUDA's words.
pub fn in_cuda(sentence: String) -> String {
    let words = WORDS.iter();
    words.fold(sentence, |sentence, (from, to)| sentence.replace(from, to))
}

/// Returns a caption in CUDA's words. It has no other word of WGSL, so that the page's first program needs no list of them.
pub fn caption_in_cuda(caption: String) -> String {
    caption.replace(SHARED.0, SHARED.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings::of;
    use lessons::Language::{English, SimplifiedChinese};
    use simt::{RunOptions, compile, run};

    #[test]
    fn a_word_as_long_as_the_text_is_cut() {
        let (long, usual) = ("x".repeat(1_000_000), "x".repeat(80));
        for (sentence, said) in [
            (
                format!("`{long}` is not declared"),
                format!("`{}…` is not declared", "x".repeat(40)),
            ),
            (format!("{usual} 没有声明"), format!("{usual} 没有声明")),
            (
                format!("名字{long}没有声明"),
                format!("名字{}…没有声明", "x".repeat(40)),
            ),
        ] {
            assert_eq!(spoken(Language::Wgsl, sentence), said);
        }
    }

    /// The sentences about a draft have CUDA's words for a text in CUDA.
    #[test]
    fn sentences_about_a_cuda_text_speak_cuda() {
        use crate::playground::ready::NotReady;
        for strings in [of(English), of(SimplifiedChinese)] {
            let (playground, chain) = (strings.playground(), strings.chain_words());
            let expected = strings.expected_words();
            let names = ["one".to_owned(), "two".to_owned()];
            for sentence in [
                (playground.several)(&names, "one"),
                (playground.not_ready)(&NotReady::NoWorkgroups),
                (playground.not_ready)(&NotReady::TooManyStages { stages: 90, most: 64 }),
                (playground.not_ready)(&NotReady::TooManyLanes { lanes: 9, most: 8 }),
                chain.title.to_owned(),
                chain.start.to_owned(),
                chain.start_hint.to_owned(),
                chain.show_stage.to_owned(),
                chain.times_hint.to_owned(),
                expected.references.to_owned(),
                expected.reference_workgroups.to_owned(),
                playground.workgroups.to_owned(),
            ] {
                let said = said(Language::Cuda, sentence);
                for word in ["ispatch", "orkgroup", "ntry point", "派发", "工作组", "入口"] {
                    assert!(!said.contains(word), "{said}");
                }
            }
        }
    }

    /// Every finding of the lessons, in both languages of the page, has no word of WGSL left.
    #[test]
    fn findings_of_the_gallery_speak_cuda() {
        let mut said = 0;
        for kernel in lessons::GALLERY.iter() {
            let machine = simt::Machine::default();
            let size = kernel.task.nearest(lessons::Size::fixed(1000, 128));
            let program = compile(&kernel.kernel.source, None).expect("it compiles");
            let result = run(&program, &kernel.dispatch(size, &machine), &RunOptions::default());
            for finding in result.expect("it runs").findings {
                for strings in [of(English), of(SimplifiedChinese)] {
                    let text = spoken(Language::Cuda, (strings.finding_words().finding)(&finding));
                    said += 1;
                    for word in ["Barrier()", "WGSL", "workgroup"] {
                        assert!(!text.contains(word), "{text}");
                    }
                }
            }
        }
        assert!(said > 4, "the gallery has findings");
    }
}
