//! One Chinese word for each thing: words that were replaced do not come back.

use lessons::{Language, Lesson};
use std::fs;
use std::path::{Path, PathBuf};

/// A replaced word, the characters that make another word of it if they stand behind it, longer words that may contain
/// it, and the word that takes its place.
const REPLACED: [(&str, &[&str], &[&str], &str); 12] = [
    ("波次", &[], &[], "wavefront（在存储体上走的趟数）"),
    ("波前", &[], &[], "wavefront（在存储体上走的趟数）"),
    // A dispatch; the scheduler has the word for itself.
    ("调度", &["器"], &["可供调度", "独立线程调度"], "派发"),
    // A barrier of the workgroup. A fence orders memory only.
    ("屏障", &[], &["内存屏障"], "同步"),
    ("个线程", &["束", "块"], &[], "条线程"),
    ("核函数", &[], &[], "内核"),
    ("课件", &[], &[], "幻灯片"),
    ("您", &[], &[], "你"),
    ("每隔四个", &[], &[], "每四个取一个"),
    ("齐步", &[], &[], "步调一致"),
    // A lane is no thread, and has one word.
    (" 道", &[], &[], "通道"),
    // The word means a cycle, too.
    ("时钟怎么说", &[], &[], "实测结果"),
];

/// Returns all files with sentences of the page.
fn files() -> Vec<PathBuf> {
    fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, into)
            } else {
                into.push(path)
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("index.html")];
    for folder in ["app/model/src", "app/lessons/src"] {
        collect(&root.join(folder), &mut files);
    }
    files
}

#[test]
fn each_thing_has_one_chinese_word() {
    let mut chinese = 0;
    let mut wrong = Vec::new();
    for file in files() {
        let text = fs::read_to_string(&file).expect("a text");
        for (index, line) in text.lines().enumerate() {
            chinese += usize::from(!line.is_ascii());
            for (word, behind, within, instead) in REPLACED {
                let is_wrong = line.match_indices(word).any(|(start, _)| {
                    let (before, rest) = (&line[..start + word.len()], &line[start + word.len()..]);
                    !behind.iter().any(|letter| rest.starts_with(letter))
                        && !within.iter().any(|longer| before.ends_with(longer))
                });
                if is_wrong {
                    let place = format!("{}:{}", file.display(), index + 1);
                    wrong.push(format!("{place}: {word}, should be {instead}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(chinese > 1000, "{chinese} lines");
}

/// A term of the field is named where its thing is shown.
#[test]
fn terms_that_a_student_must_learn_are_named() {
    for (lesson, english, chinese) in [
        ("divergence", "SIMT", "SIMT"),
        ("divergence", "reconverge", "重新汇合"),
        ("interleaved", "coalesced access", "合并访问"),
        ("gemv", "coalesced access", "合并访问"),
        ("threads", "coalesced access", "合并访问"),
        ("ilp", "instruction-level parallelism (ILP)", "指令级并行（ILP）"),
        ("latency-hiding", "thread-level parallelism (TLP)", "线程级并行（TLP）"),
        ("loop-unrolling", "unrolling factor", "循环展开因子"),
    ] {
        let slides = Lesson::by_id(lesson).expect(lesson).slides;
        for (language, term) in [(Language::English, english), (Language::SimplifiedChinese, chinese)] {
            let named = slides.iter().any(|slide| {
                [slide.text, slide.notes]
                    .iter()
                    .any(|prose| prose.get(language).contains(term))
            });
            assert!(named, "{lesson} does not name {term}");
        }
    }
}
