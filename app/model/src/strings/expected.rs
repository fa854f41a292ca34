//! Words of what is expected of a buffer, and of what came of it.

use super::count;
use crate::number::grouped;
use crate::playground::expected::{Comparison, ExpectedError, Wrong};

/// Says how many values are NaN or infinite, if some are.
fn special(comparison: &Comparison, infinite: &str) -> String {
    let counts = [(comparison.nan, "NaN"), (comparison.infinite, infinite)];
    let some = counts.iter().filter(|(count, _)| *count > 0);
    let each = some.map(|(count, name)| format!(", {} {name}", grouped(*count)));
    each.collect()
}

words!(ExpectedWords {
    expected_row: ("Expected", "预期"),
    nothing: ("nothing", "无"),
    list: ("numbers …", "数字……"),
    file: ("a file …", "文件……"),
    /// The heading of the operations on an input.
    of: (|name| (format!("from {name}"), format!("由 {name} 得出"))) as fn(&str) -> String,
    /// Arguments: the operation's name in the list, and the input.
    operation: (|id, name| match id {
        "sum" => (format!("the sum of {name}"), format!("{name} 的和")),
        "least" => (format!("the least of {name}"), format!("{name} 的最小值")),
        "greatest" => (format!("the greatest of {name}"), format!("{name} 的最大值")),
        "scan" => (format!("the inclusive scan of {name}"), format!("{name} 的包含式扫描")),
        "exclusive-scan" => (format!("the exclusive scan of {name}"), format!("{name} 的排除式扫描")),
        "sorted" => (format!("{name}, sorted"), format!("{name} 升序排列")),
        "reversed" => (format!("{name}, reversed"), format!("{name} 倒序")),
        "transposed" => (format!("{name}, transposed"), format!("{name} 转置")),
        _ => (format!("a copy of {name}"), format!("{name} 的副本")),
    }) as fn(&str, &str) -> String,
    references: ("as this entry point leaves it", "与这个入口的结果相同"),
    reference_workgroups: ("Its workgroups", "它的工作组数"),
    bad_workgroups: (
        "Write one to three whole numbers, such as 1 or 4 × 2.",
        "请写一到三个整数，例如 1 或 4 × 2。",
    ),
    columns: ("Columns of the input", "输入的列数"),
    numbers: (
        "The expected numbers, from the first on; values after the list are not compared",
        "从第一个起的预期数字；列表之后的值不比较",
    ),
    tolerance: ("Permitted difference", "允许的误差"),
    permitted: ("rounding that WGSL permits", "WGSL 允许的舍入"),
    bound: ("at most …", "不超过……"),
    absolute: ("absolute", "绝对误差"),
    relative: ("relative", "相对误差"),
    bad_bound: (|text| (
        format!("“{text}” is no number from 0 on."),
        format!("“{text}”不是非负数。"),
    )) as fn(&str) -> String,
    right: (
        |name, comparison| {
            let values = count(comparison.values, "value", "values");
            match comparison.largest > 0.0 {
                false => format!("{name} is as expected ({values})."),
                true => format!(
                    "{name} is as expected ({values}; the largest difference is {:.2e}, within the tolerance).",
                    comparison.largest
                ),
            }
        },
        |name, comparison| {
            let values = grouped(comparison.values);
            match comparison.largest > 0.0 {
                false => format!("{name} 与预期相同（{values} 个值）。"),
                true => format!(
                    "{name} 与预期相同（{values} 个值；最大误差 {:.2e}，在允许范围内）。",
                    comparison.largest
                ),
            }
        },
    ) as fn(&str, &Comparison) -> String,
    wrong: (
        |name, comparison, first| {
            let by = comparison.stored_by.map_or_else(
                || String::from("No block stored it."),
                |by| format!("Block {} stored it last.", by.block),
            );
            format!(
                "{} of {} of {name} {} wrong{}. The first is {name}{}: expected {}, got {}. {by}",
                grouped(comparison.wrong),
                count(comparison.values, "value", "values"),
                if comparison.wrong == 1 { "is" } else { "are" },
                special(comparison, "infinite"),
                first.path,
                first.expected,
                first.got
            )
        },
        |name, comparison, first| {
            let by = comparison.stored_by.map_or_else(
                || String::from("没有块写过它。"),
                |by| format!("最后写它的是块 {}。", by.block),
            );
            format!(
                "{name} 的 {} 个值中有 {} 个不对{}。第一个是 {name}{}：预期 {}，得到 {}。{by}",
                grouped(comparison.values),
                grouped(comparison.wrong),
                special(comparison, "无穷"),
                first.path,
                first.expected,
                first.got
            )
        },
    ) as fn(&str, &Comparison, &Wrong) -> String,
    error: (|name, error| match error {
        ExpectedError::Number(bad) => (
            format!(
                "In what is expected of {name}, item {} (line {}) is “{}”, which is no {}.",
                bad.number,
                bad.line,
                bad.text,
                bad.scalar.name()
            ),
            format!(
                "{name} 的预期中，第 {} 个数（第 {} 行）“{}”不是 {}。",
                bad.number,
                bad.line,
                bad.text,
                bad.scalar.name()
            ),
        ),
        ExpectedError::NoReference { name: reference } => (
            format!(
                "{reference} cannot tell what {name} should be: the text has no such entry point, or it does not use {name}."
            ),
            format!("{reference} 无法给出 {name} 的预期：代码没有这个入口，或者它没有用到 {name}。"),
        ),
        ExpectedError::ReferenceStopped { name: reference } => (
            format!("{reference}, the reference for {name}, did not run to its end."),
            format!("{name} 的参考 {reference} 没有运行到结束。"),
        ),
        ExpectedError::NoInput => (
            format!("What is expected of {name} comes from a buffer that the kernel does not use."),
            format!("{name} 的预期来自一个内核没有用到的缓冲区。"),
        ),
        ExpectedError::Shape { values, columns } => (
            format!(
                "{} values are no matrix with {columns} columns. Write a number of columns that divides them.",
                grouped(*values as u64)
            ),
            format!(
                "{} 个值不能排成 {columns} 列的矩阵。请写能整除的列数。",
                grouped(*values as u64)
            ),
        ),
    }) as fn(&str, &ExpectedError) -> String,
    go: (
        "Go to the step that wrote it last, in its block",
        "转到最后写入它的那一步（在它的块里）",
    ),
    wrong_values: ("Wrong values", "不对的值"),
    expected: ("expected", "预期"),
    got: ("got", "得到"),
    more: (|count| (
        format!("{} more wrong values.", grouped(count)),
        format!("还有 {} 个不对的值。", grouped(count)),
    )) as fn(u64) -> String,
    /// The tip of a wrong cell.
    cell: (|value| (format!("expected {value}"), format!("预期 {value}"))) as fn(&str) -> String,
});

#[cfg(test)]
mod tests {
    use crate::playground::expected::{Comparison, Wrong};
    use crate::strings::of;
    use lessons::Language::English;
    use simt::{Absent, Finding, FindingKind, Whereabouts};

    /// Returns true if a sentence has the number 1 before a noun in the plural.
    fn has_wrong_plural(sentence: &str) -> bool {
        let words: Vec<&str> = sentence
            .split(|letter: char| !letter.is_alphanumeric() && letter != '.')
            .filter(|word| !word.is_empty())
            .collect();
        let verbs = ["is", "was", "has", "waits", "never", "still"];
        words
            .windows(2)
            .any(|pair| pair[0] == "1" && pair[1].ends_with('s') && !verbs.contains(&pair[1]))
    }

    #[test]
    fn one_thing_has_no_plural() {
        let strings = of(English);
        let one = Comparison {
            values: 1,
            wrong: 1,
            listed: Vec::new(),
            ..Comparison::default()
        };
        let first = Wrong {
            word: 0,
            path: "[0]".to_owned(),
            expected: "1.5".to_owned(),
            got: "2.5".to_owned(),
        };
        let kinds = [
            FindingKind::OutOfBounds {
                variable: "x".to_owned(),
                text: "x[i]".to_owned(),
                index: 3,
                length: 1,
                endless: None,
            },
            FindingKind::DiscardedRead {
                variable: "x".to_owned(),
                text: "x[i]".to_owned(),
                index: 3,
                length: 1,
            },
            FindingKind::UnfinishedLoop {
                iterations: 1,
                lanes: 1,
            },
            FindingKind::GridBarrier {
                waiting: 1,
                finished: 1,
            },
            FindingKind::WorkgroupWaits {
                iterations: 1,
                workgroups: 2,
            },
            FindingKind::DivergentBarrier {
                waiting: 1,
                missing: 1,
                absent: vec![Absent {
                    whereabouts: Whereabouts::Elsewhere,
                    lanes: 1,
                    example: 0,
                }],
            },
        ];
        let findings = kinds.map(|kind| Finding {
            kind,
            line: 7,
            column: 1,
            workgroup: 0,
            invocation: 0,
            count: 1,
            suggested_fix: None,
            edit: None,
            also: Vec::new(),
            header: None,
        });
        let words = strings.finding_words();
        let mut sentences: Vec<String> = findings.iter().map(words.finding).collect();
        sentences.extend(findings.iter().map(ToString::to_string));
        let expected = strings.expected_words();
        sentences.push((expected.right)("x", &one));
        sentences.push((expected.wrong)("x", &one, &first));
        sentences.push((strings.timeline_label)((1, 1, 50.0)));
        sentences.push((strings.playground().orders_same)(1));
        sentences.push((strings.panel_words().launch.label)(1, 1, 0));
        for sentence in sentences {
            assert!(!has_wrong_plural(&sentence), "{sentence}");
        }
    }
}
