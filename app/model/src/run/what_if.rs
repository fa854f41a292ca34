//! Changes of a kernel or a machine that a class asks for.

use launch::draft::Draft;
use launch::draft::language::Language;
use lessons::{GalleryKernel, Size};
use simt::Machine;

/// The widths of warps that are offered.
pub const WIDTHS: [u32; 4] = [8, 16, 32, 64];

const BARRIERS: [&str; 3] = ["workgroupBarrier();", "storageBarrier();", "__syncthreads();"];

/// A question whose answer runs in the playground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Blocks of so many threads, which may be a number that no lesson offers.
    Block(u32),
    NoBarriers,
}

/// A lesson's kernel as the playground shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub draft: Draft,
    /// The question, and the lines that it has changed, from 1.
    pub changed: Option<(Question, Vec<u32>)>,
}

/// Returns a lesson's kernel as a draft, changed as the question says. `None` if the kernel has nothing to change. A twin
/// that the playground cannot launch is shown in WGSL.
pub fn asked(
    kernel: &GalleryKernel,
    (size, machine): (Size, &Machine),
    language: Language,
    question: Option<Question>,
) -> Option<Asked> {
    let in_language = |draft: Draft| match language {
        Language::Cuda => Draft::of_twin(kernel, &draft).unwrap_or(draft),
        Language::Wgsl => draft,
    };
    let draft = Draft::of_kernel(kernel, size, machine);
    let plain = in_language(draft.clone());
    let Some(question) = question else {
        return Some(Asked {
            draft: plain,
            changed: None,
        });
    };
    let draft = match question {
        Question::Block(block) => {
            let mut draft = in_language(draft.with_block(block)?);
            if draft.language() == Language::Wgsl {
                draft.source = with_default_block(&draft.source, block);
            }
            draft
        }
        Question::NoBarriers => {
            let mut draft = plain.clone();
            draft.source = without_barriers(&plain.source)?;
            draft
        }
    };
    let pairs = (1..).zip(plain.source.lines().zip(draft.source.lines()));
    let lines = pairs.filter_map(|(line, (was, is))| (was != is).then_some(line));
    let lines = lines.collect();
    Some(Asked {
        draft,
        changed: Some((question, lines)),
    })
}

/// Returns true if a kernel's text has a barrier.
pub fn has_barriers(kernel: &GalleryKernel) -> bool {
    without_barriers(&kernel.kernel.source).is_some()
}

/// Returns true if the blocks of a kernel can have any number of threads.
pub fn has_block(kernel: &GalleryKernel) -> bool {
    kernel.kernel.source.lines().any(declares_block)
}

fn declares_block(line: &str) -> bool {
    line.starts_with("override BLOCK:")
}

/// Returns the text with another block where it declares one, so that the text says what runs.
fn with_default_block(source: &str, block: u32) -> String {
    let line = |line: &str| {
        if declares_block(line) {
            format!("override BLOCK: u32 = {block}u;\n")
        } else {
            format!("{line}\n")
        }
    };
    source.lines().map(line).collect()
}

/// Returns a kernel's text with its barriers as comments; `None` if it has none.
fn without_barriers(source: &str) -> Option<String> {
    let has_barrier = |line: &str| BARRIERS.iter().any(|barrier| line.trim() == *barrier);
    if !source.lines().any(has_barrier) {
        return None;
    }
    let line = |line: &str| {
        if has_barrier(line) {
            let indent = line.len() - line.trim_start().len();
            format!("{}// {}\n", &line[..indent], line.trim_start())
        } else {
            format!("{line}\n")
        }
    };
    Some(source.lines().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    fn ask(kernel: &GalleryKernel, language: Language, question: Question) -> Option<Asked> {
        let size = kernel.task.nearest(Size::fixed(1024, 64));
        let setting = (size, &Machine::default());
        asked(kernel, setting, language, Some(question))
    }

    fn changed_lines(asked: &Asked) -> Vec<&str> {
        let (_, lines) = asked.changed.as_ref().expect("a question has changed it");
        let line = |line: &u32| asked.draft.source.lines().nth(*line as usize - 1);
        lines.iter().filter_map(line).map(str::trim).collect()
    }

    #[test]
    fn every_kernel_without_its_barriers_compiles() {
        let mut changed = 0;
        for kernel in GALLERY.iter() {
            let Some(asked) = ask(kernel, Language::Wgsl, Question::NoBarriers) else {
                assert!(!has_barriers(kernel), "{kernel:?}");
                continue;
            };
            changed += 1;
            let text = &asked.draft.source;
            assert_eq!(text.lines().count(), kernel.kernel.source.lines().count());
            assert!(simt::compile(text, None).is_ok(), "{kernel:?}");
            let code: String = text
                .lines()
                .map(|line| line.split("//").next().unwrap_or(line))
                .collect();
            assert!(BARRIERS.iter().all(|barrier| !code.contains(barrier)), "{kernel:?}");
            let lines = changed_lines(&asked);
            assert!(!lines.is_empty(), "{kernel:?}");
            for line in lines {
                assert!(line.starts_with("// ") && line.ends_with("();"), "{line}");
            }
        }
        assert!(changed > 20, "{changed} kernels have barriers");
        assert_eq!(without_barriers("fn main() {}"), None);
    }

    #[test]
    fn a_question_keeps_the_language_and_marks_its_lines() {
        let kernel = GalleryKernel::by_name("reduce_neighbored").expect("it is in the gallery");
        let lines = |language, question| {
            let asked = ask(kernel, language, question).expect("it can be asked");
            assert_eq!(asked.draft.language(), language);
            changed_lines(&asked).join(" | ")
        };
        let table = [
            (Language::Wgsl, Question::Block(96), "override BLOCK: u32 = 96u;"),
            (
                Language::Cuda,
                Question::Block(96),
                "cudaMalloc(&sums, 11 * sizeof(int)); | reduce_neighbored<96><<<11, 96>>>(data, sums, 1024);",
            ),
            (Language::Wgsl, Question::NoBarriers, "// storageBarrier();"),
            (Language::Cuda, Question::NoBarriers, "// __syncthreads();"),
        ];
        for (language, question, wanted) in table {
            assert_eq!(lines(language, question), wanted);
        }
    }
}
