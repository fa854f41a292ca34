//! Removes what naga, with which wgpu compiles natively, does not take: it knows few names of directives and of
//! diagnostics (wgpu issue 8202).

/// Returns a valid text without its directives and `@diagnostic` attributes; `f16` stays enabled. Each byte of a directive
/// becomes a space, so that places stay the same.
/// An invalid text is returned as it is.
pub(crate) fn without_directives(source: &str) -> String {
    let mut text = source.to_owned();
    let Ok(checked) = wgsl::check(source) else {
        return text;
    };
    let directives = checked.tree.directives.iter().map(|(_, span)| *span);
    for span in directives.chain(checked.controls.iter().copied()) {
        let removed = &source[span.range()];
        let keeps = removed.starts_with("enable") && removed.contains("f16");
        let blank = if keeps {
            format!("{:<1$}", "enable f16;", removed.len())
        } else {
            removed
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                .collect()
        };
        text.replace_range(span.range(), &blank);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_directives;

    #[test]
    fn names_that_naga_does_not_know_are_removed_and_lines_stay() {
        let source = "enable subgroups, f16;\nrequires /* é */ linear_indexing;\n\
            @compute @workgroup_size(1) @diagnostic(off, derivative_uniformity) fn main() {}";
        assert_eq!(
            without_directives(source),
            "enable f16;           \n                                  \n\
            @compute @workgroup_size(1)                                         fn main() {}"
        );
    }
}
