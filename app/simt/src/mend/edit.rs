//! The change of a text as a reader writes it: a barrier has a line of its own.

use super::language::Language;
use crate::hazard::Edit;
use crate::program::BarrierKind;

const BARRIERS: [BarrierKind; 3] = [BarrierKind::Workgroup, BarrierKind::Storage, BarrierKind::Texture];

/// Returns the change that makes one text the other, which has the same number of lines.
pub(super) fn between(language: &dyn Language, old: &str, new: &str) -> Edit {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let differs = |index: &usize| old.get(*index) != new.get(*index);
    let all = 0..new.len().min(old.len());
    let first = all.clone().find(differs).unwrap_or(0);
    let last = all.rev().find(differs).unwrap_or(first);
    // A statement of several lines may have become one line, with empty ones behind it.
    let is_left = |index: &usize| !new[*index].is_empty() || old[*index].is_empty();
    let lines = (first..=last).filter(is_left);
    let lines = lines.map(|index| with_own_line(language, old[index], new[index]));
    Edit {
        first: first as u32 + 1,
        last: last as u32 + 1,
        text: lines.collect::<Vec<String>>().join("\n"),
    }
}

/// Returns the changed line; a barrier that was put before or behind its statement stands in a line of its own.
fn with_own_line(language: &dyn Language, old: &str, new: &str) -> String {
    let indent = &old[..old.len() - old.trim_start().len()];
    let statement = old.trim();
    for barrier in BARRIERS {
        let call = language.barrier(barrier);
        if new.trim() == format!("{call} {statement}") {
            return format!("{indent}{call}\n{indent}{statement}");
        }
        if new.trim() == format!("{statement} {call}") {
            return format!("{indent}{statement}\n{indent}{call}");
        }
    }
    new.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mend::of_wgsl::Wgsl;

    const WGSL: Wgsl<'static> = Wgsl { entry_point: None };

    #[test]
    fn a_barrier_has_a_line_of_its_own() {
        for (old, new, text) in [
            (
                "  x = 1;",
                "  x = 1; storageBarrier();",
                "  x = 1;\n  storageBarrier();",
            ),
            (
                "\tx = 1;",
                "\tworkgroupBarrier(); x = 1;",
                "\tworkgroupBarrier();\n\tx = 1;",
            ),
            // A comment stays with its statement.
            (
                "x = 1; // sum",
                "x = 1; storageBarrier(); // sum",
                "x = 1; storageBarrier(); // sum",
            ),
            ("x = 1;", "if (t < n) { x = 1; }", "if (t < n) { x = 1; }"),
        ] {
            let (old, new) = (format!("a\n{old}\nb\n"), format!("a\n{new}\nb\n"));
            let edit = Edit {
                first: 2,
                last: 2,
                text: text.to_owned(),
            };
            assert_eq!(between(&WGSL, &old, &new), edit);
        }
    }

    #[test]
    fn a_statement_of_several_lines_may_become_one() {
        let edit = between(&WGSL, "a\nx = b +\n  c;\nd", "a\n{ mend }\n\nd");
        let text = "{ mend }".to_owned();
        assert_eq!(
            edit,
            Edit {
                first: 2,
                last: 3,
                text
            }
        );
    }

    #[test]
    fn lines_between_two_changes_stay() {
        let edit = between(&WGSL, "a\nb\nc\nd", "a\nB\nc\nD");
        assert_eq!((edit.first, edit.last, edit.text.as_str()), (2, 4, "B\nc\nD"));
    }
}
