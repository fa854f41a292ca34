//! The CUDA twin of a kernel: the lines of the two texts that say the same.
//!
//! Twins have the same names in the same order, so their lines are aligned as texts: each pair of lines has a likeness by
//! its words, and the pairs that are chosen keep the order of both texts and have the largest sum.

/// The least likeness of two lines that say the same, from 0 to 1.
const LEAST: f64 = 0.3;

/// Words that say how something is declared, and not what: the languages differ in them.
const LEFT_OUT: [&str; 18] = [
    "let", "var", "const", "fn", "u32", "i32", "f32", "int", "unsigned", "float", "bool", "void", "u", "i", "f",
    "array", "atomic", "static",
];

/// Words of WGSL with the word of CUDA that says the same.
const SAME: [(&str, &str); 8] = [
    ("workgroupBarrier", "__syncthreads"),
    ("storageBarrier", "__syncthreads"),
    ("subgroupBarrier", "__syncwarp"),
    ("workgroup", "__shared__"),
    ("vec4", "float4"),
    ("vec4f", "float4"),
    ("vec4i", "int4"),
    ("private", ""),
];

/// Returns for each line of a WGSL text, from the first, the line of its CUDA twin, from 1; `None` if it has none.
pub fn aligned(wgsl: &str, cuda: &str) -> Vec<Option<u32>> {
    let ours: Vec<Vec<&str>> = wgsl.lines().map(words).collect();
    let theirs: Vec<Vec<&str>> = cuda.lines().map(words).collect();
    let mut pairs = by_likeness(&ours, &theirs);
    for (line, pair) in wgsl.lines().zip(&mut pairs) {
        if let (None, Some(name)) = (&pair, declared(line)) {
            *pair = line_with(&theirs, name);
        }
    }
    pairs
}

/// Returns the line of the CUDA twin for a line of the WGSL text, both from 1.
pub fn line_of(wgsl: &str, cuda: &str, line: u32) -> Option<u32> {
    let index = line.checked_sub(1)? as usize;
    aligned(wgsl, cuda).get(index).copied().flatten()
}

/// Chooses the pairs of lines in the order of both texts that are the most alike together.
fn by_likeness(ours: &[Vec<&str>], theirs: &[Vec<&str>]) -> Vec<Option<u32>> {
    let width = theirs.len() + 1;
    // The largest sum for the first lines of each text.
    let mut best = vec![0.0_f64; (ours.len() + 1) * width];
    let mut paired = vec![false; best.len()];
    for (from, our) in ours.iter().enumerate() {
        for (to, their) in theirs.iter().enumerate() {
            let here = (from + 1) * width + to + 1;
            best[here] = best[here - 1].max(best[here - width]);
            let alike = likeness(our, their);
            let with = best[here - width - 1] + alike;
            if alike > LEAST && with > best[here] {
                (best[here], paired[here]) = (with, true);
            }
        }
    }
    let mut pairs = vec![None; ours.len()];
    let (mut from, mut to) = (ours.len(), theirs.len());
    while from > 0 && to > 0 {
        let here = from * width + to;
        if paired[here] {
            pairs[from - 1] = Some(to as u32);
            (from, to) = (from - 1, to - 1);
        } else if best[here - width] >= best[here - 1] {
            from -= 1;
        } else {
            to -= 1;
        }
    }
    pairs
}

/// Returns the share of the words that two lines have in common.
fn likeness(one: &[&str], other: &[&str]) -> f64 {
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    let mut left = one.to_vec();
    for word in other {
        if let Some(index) = left.iter().position(|each| each == word) {
            left.swap_remove(index);
        }
    }
    let common = one.len() - left.len();
    2.0 * common as f64 / (one.len() + other.len()) as f64
}

/// Returns the names, numbers and operators of a line, as CUDA writes them.
fn words(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    // The parameters of a template are overrides in WGSL, which declare no step.
    if code.starts_with("template") {
        return Vec::new();
    }
    let mut words = Vec::new();
    let mut rest = code;
    while let Some(letter) = rest.chars().next() {
        let of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let of_operator = |letter: char| "-+*/%&|^<>=!".contains(letter);
        let length = if of_name(letter) {
            let is_number = letter.is_ascii_digit();
            rest.find(|letter: char| !(of_name(letter) || is_number && letter == '.'))
        } else if of_operator(letter) {
            rest.find(|letter: char| !of_operator(letter))
        } else {
            Some(letter.len_utf8())
        };
        let (word, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after;
        if of_operator(letter) || "?:[]".contains(letter) {
            words.push(word);
        } else if letter.is_ascii_digit() {
            let number = word.trim_end_matches(['u', 'i', 'f']);
            words.push(number.strip_suffix(".0").unwrap_or(number));
        } else if of_name(letter) && !LEFT_OUT.contains(&word) {
            let same = SAME.iter().find(|(ours, _)| *ours == word);
            words.push(same.map_or(word, |(_, theirs)| theirs));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the name that a line of WGSL declares: a built-in value, a variable of a module, or a `let`.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim();
    let after = match line.strip_prefix("@builtin(") {
        Some(rest) => rest.split_once(')')?.1,
        None if line.starts_with("var<") || line.starts_with('@') => line.split_once('>')?.1,
        None => line.strip_prefix("let ").or(line.strip_prefix("var "))?,
    };
    let name = after.trim_start();
    let end = name.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'))?;
    Some(&name[..end]).filter(|name| !name.is_empty())
}

/// Returns the first line with a name.
fn line_with(lines: &[Vec<&str>], name: &str) -> Option<u32> {
    let mut numbered = (1..).zip(lines);
    let line = numbered.find(|(_, words)| words.contains(&name));
    line.map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_say_the_same_are_found() {
        let wgsl = "var<workgroup> part: array<f32, 64>;\n\
            @compute @workgroup_size(64)\n\
            fn main(\n  @builtin(local_invocation_index) tid: u32,\n) {\n\
              let n = arrayLength(&data);\n\
              part[tid] = data[tid];\n\
              workgroupBarrier();\n\
              if (tid == 0u) {\n    sums[0] = part[63];\n  }\n}";
        let cuda = "// Sums.\n\
            __global__ void k(float* data, float* sums, unsigned n) {\n\
              __shared__ float part[64];\n\
              unsigned tid = threadIdx.x;\n\
              part[tid] = data[tid];\n\
              __syncthreads();\n\
              if (tid == 0) {\n    sums[0] = part[63];\n  }\n}";
        let expected = [3, 0, 0, 4, 0, 2, 5, 6, 7, 8, 0, 0];
        let pairs = aligned(wgsl, cuda);
        let pairs: Vec<u32> = pairs.into_iter().map(Option::unwrap_or_default).collect();
        assert_eq!(pairs, expected);
    }
}
