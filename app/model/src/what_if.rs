//! Changes of a kernel or a machine that a class asks for.

/// The widths of warps that are offered.
pub const WIDTHS: [u32; 4] = [8, 16, 32, 64];

const BARRIERS: [&str; 2] = ["workgroupBarrier();", "storageBarrier();"];

/// Returns a kernel's text with its barriers as comments; `None` if it has none.
pub fn without_barriers(source: &str) -> Option<String> {
    let has_barrier = |line: &str| BARRIERS.iter().any(|barrier| line.trim() == *barrier);
    if !source.lines().any(has_barrier) {
        return None;
    }
    let line = |line: &str| match has_barrier(line) {
        true => {
            let indent = line.len() - line.trim_start().len();
            format!("{}// {}\n", &line[..indent], line.trim_start())
        }
        false => format!("{line}\n"),
    };
    Some(source.lines().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn every_kernel_without_its_barriers_compiles() {
        let mut changed = 0;
        for kernel in GALLERY.iter() {
            let source = &kernel.kernel.source;
            let Some(text) = without_barriers(source) else {
                continue;
            };
            changed += 1;
            assert_eq!(text.lines().count(), source.lines().count());
            assert!(simt::compile(&text, None).is_ok(), "{}", kernel.kernel.name);
            let code = |text: &str| {
                let lines = text
                    .lines()
                    .map(|line| line.split("//").next().unwrap_or(line));
                lines.collect::<String>()
            };
            assert!(
                BARRIERS
                    .iter()
                    .all(|barrier| !code(&text).contains(barrier)),
                "{}",
                kernel.kernel.name
            );
        }
        assert!(changed > 20, "{changed} kernels have barriers");
        assert_eq!(without_barriers("fn main() {}"), None);
    }
}
