//! Links and files of others: the page trusts none of them, and loses nothing of the reader's.

use super::Given::{Compressed, File, Link};
use super::{GOOD, Row, row};
use serde_json::json;

pub(super) fn foreign() -> impl Iterator<Item = Row> {
    [links(), drafts(), files()].into_iter().flatten()
}

/// Returns links that hold no kernel.
fn links() -> Vec<Row> {
    vec![
        row(
            "bad base64",
            Link("/playground?code=%%%".to_owned()),
            &["The link is damaged"],
            &["链接已损坏"],
        ),
        row(
            "base64 of nothing",
            Link("/playground?code=AAAA".to_owned()),
            &["The link is damaged"],
            &["链接已损坏"],
        ),
        row(
            "half a link",
            Link("/playground?code=q1ZKLUvNK1".to_owned()),
            &["The link is damaged"],
            &["链接已损坏"],
        ),
        row(
            "a long link",
            Link(format!("/playground?code={}", "A".repeat(100_000))),
            &["100,000 characters", "65,536"],
            &["链接中的内核有 100,000 个字符，最多读取 65,536 个"],
        ),
        row(
            "unknown words in a link",
            Link("/playground?onclick=alert(1)".to_owned()),
            &["onclick"],
            &["链接中的“onclick”无法识别，已忽略"],
        ),
    ]
}

/// Returns links with a kernel and its settings.
fn drafts() -> Vec<Row> {
    let draft = |source: &str, rest: &str| format!("{{\"version\":1,\"source\":{}{rest}}}", json!(source));
    vec![
        row(
            "a compression bomb",
            Compressed(" ".repeat(30 << 20)),
            &["unpacks to more than 8,388,608 bytes"],
            &["链接解压后超过 8,388,608 字节"],
        ),
        row(
            "a link of another version",
            Compressed("{\"version\":99,\"source\":\"\"}".to_owned()),
            &["version 99", "version 1"],
            &["它是第 99 版，本页只读第 1 版"],
        ),
        row(
            "no draft in the link",
            Compressed("[1, 2, 3]".to_owned()),
            &["holds no kernel of this page"],
            &["链接里没有本页的内核：", "不是本页的格式"],
        ),
        row(
            "an unknown machine in the link",
            Compressed(draft(GOOD, ",\"machine\":\"abacus\"")),
            &["“machine” is not valid"],
            &["其中的“machine”不合理"],
        ),
        row(
            "markup in the link",
            Compressed(draft("</script><script>alert(1)</script>", "")),
            &["cannot run", "line 1"],
            &["第 1 行第 1 列，内核无法运行：不是合法的 WGSL"],
        ),
        row(
            "markup in names",
            Compressed(draft(GOOD, ",\"entry_point\":\"</script><script>alert(1)</script>\"")),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "dispatch without end in the link",
            Compressed(draft(GOOD, ",\"workgroups\":[65535,65535,65535]")),
            &["threads are more than"],
            &["2,251,696,736,043,000 条线程超过了"],
        ),
        row(
            "huge buffer in the link",
            Compressed(draft(
                GOOD,
                ",\"buffers\":[{\"group\":0,\"binding\":0,\"words\":4000000000}]",
            )),
            &["“words” is not valid"],
            &["其中的“words”不合理"],
        ),
        row(
            "a good link",
            Compressed(draft(GOOD, ",\"workgroups\":[2,1,1]")),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
    ]
}

/// Returns files of all kinds.
fn files() -> Vec<Row> {
    vec![
        row(
            "a file of bytes",
            File("kernel.wgsl", "\0\u{1}\u{2}".to_owned()),
            &["is not a text file"],
            &["“kernel.wgsl”是二进制数据而不是文本"],
        ),
        row(
            "JSON that is none",
            File("kernel.json", "{".to_owned()),
            &["“kernel.json” cannot be opened"],
            &["无法打开“kernel.json”"],
        ),
        row(
            "JSON of something else",
            File("measured.json", "{\"version\":1,\"entries\":[]}".to_owned()),
            &["cannot be opened", "line 1"],
            &["无法打开“measured.json”", "第 1 行"],
        ),
        row(
            "a file of nine megabytes",
            File("long.wgsl", "// long\n".repeat(1_200_000)),
            &["“long.wgsl” is longer than"],
            &["“long.wgsl”超过 8,388,608 字节"],
        ),
        row(
            "an empty file",
            File("empty.wgsl", String::new()),
            &["There is no text yet"],
            &["还没有代码"],
        ),
        row(
            "a good file",
            File("kernel.wgsl", GOOD.to_owned()),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
    ]
}
