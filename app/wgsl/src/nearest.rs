//! Finds the name that a misspelt one may mean.

/// The longest name that is compared with others.
const LONGEST: usize = 64;

/// Returns the name with the fewest changes to another one: at most one for each three letters.
pub fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let length = wanted.chars().count();
    // The comparison takes the square of the length.
    if length > LONGEST {
        return None;
    }
    let most = (length / 3).min(3);
    let near = names
        .filter(|name| name.chars().count().abs_diff(length) <= most && *name != wanted)
        .map(|name| (changes(wanted, name), name))
        .filter(|(changes, _)| *changes <= most);
    near.min().map(|(_, name)| name.to_owned())
}

/// Returns the number of letters to insert, remove, replace or swap (Damerau and Levenshtein).
fn changes(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &left) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &right) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(left != right);
            let mut least = replaced.min(last[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && left == b[j - 1] && a[i - 1] == right {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or(0)
}
