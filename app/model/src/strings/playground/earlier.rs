//! The names of earlier texts.

/// Returns the names of a text's kernels, or else its first line.
pub fn name_of(source: &str) -> String {
    let after = |mark: &'static str, word: &'static str| {
        let parts = source.split(mark).skip(1);
        parts.filter_map(move |part| {
            let head = part.split('{').next()?;
            // The bounds of a CUDA kernel stand before its name.
            let bounds = head
                .split_once("__launch_bounds__")
                .and_then(|(_, rest)| rest.split_once(')'));
            let head = bounds.map_or(head, |(_, rest)| rest);
            let head = head.split_once(word)?.1.split_once('(')?.0;
            let name = head
                .rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()?;
            (!name.is_empty()).then(|| name.to_owned())
        })
    };
    let names: Vec<String> = after("@compute", "fn ").chain(after("__global__", " ")).collect();
    match names.is_empty() {
        true => first_line(source),
        false => names.join(", ").chars().take(40).collect(),
    }
}

/// Returns the first line that is not empty, cut to 40 characters.
fn first_line(source: &str) -> String {
    let mut lines = source.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or("…");
    line.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_earlier_text_has_the_names_of_its_kernels() {
        for (source, name) in [
            (
                "// A sum.\n@compute @workgroup_size(64)\nfn sum(@builtin(x) t: vec3u) {}",
                "sum",
            ),
            (
                "#include <cstdio>\n__global__ void add(int *a) {}\n__global__ void\n__launch_bounds__(64) scale(float *b) {}",
                "add, scale",
            ),
            ("\n  nothing yet\n", "nothing yet"),
            ("", "…"),
        ] {
            assert_eq!(super::name_of(source), name);
        }
    }
}
