//! The WGSL text as the compiler at hand wants it.

use std::borrow::Cow;

/// The text to compile: unchanged in the browser. Natively wgpu compiles by naga, which refuses the directive
/// `enable subgroups;` that browsers require, so it becomes as many spaces: every position stays where it was.
pub(crate) fn for_this_platform(source: &str) -> Cow<'_, str> {
    if cfg!(target_arch = "wasm32") {
        Cow::Borrowed(source)
    } else {
        without_enable_subgroups(source)
    }
}

fn without_enable_subgroups(source: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(source);
    let mut from = 0;
    while let Some(start) = source[from..].find("enable").map(|at| from + at) {
        from = start + "enable".len();
        let Some(end) = directive_end(&source[from..]).map(|length| from + length) else {
            continue;
        };
        let blank: String = source[start..end]
            .chars()
            .map(|c| if c == '\n' { '\n' } else { ' ' })
            .collect();
        text.to_mut().replace_range(start..end, &blank);
        from = end;
    }
    text
}

/// Bytes from behind `enable` to behind the semicolon, where the directive names `subgroups` alone.
fn directive_end(rest: &str) -> Option<usize> {
    let after_space = rest.trim_start();
    if after_space.len() == rest.len() {
        return None;
    }
    let after_name = after_space.strip_prefix("subgroups")?.trim_start();
    let after = after_name.strip_prefix(';')?;
    Some(rest.len() - after.len())
}

#[cfg(test)]
mod tests {
    use super::without_enable_subgroups;

    #[test]
    fn only_the_directive_becomes_spaces() {
        for (source, expected) in [
            (
                "enable subgroups;\nfn f() {}",
                "                 \nfn f() {}",
            ),
            ("enable  subgroups ;x", "                   x"),
            ("enable\nsubgroups;", "      \n          "),
            (
                "enable f16;\nenable subgroups;",
                "enable f16;\n                 ",
            ),
            (
                "let enabled = 1; // enables subgroups",
                "let enabled = 1; // enables subgroups",
            ),
            ("enablesubgroups;", "enablesubgroups;"),
            ("enable", "enable"),
        ] {
            let text = without_enable_subgroups(source);
            assert_eq!(text, expected);
            assert_eq!(text.len(), source.len());
        }
    }
}
