//! Names of functions as ncu prints them.

/// Returns the function of a name such as `void space::reduce<(int)256>(int *)` or `_Z6reducePi`, and its template
/// arguments without spaces and casts.
pub fn function(name: &str) -> (String, String) {
    if let Some(mangled) = name.strip_prefix("_Z") {
        let digits = mangled.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let length = mangled[..digits].parse().unwrap_or(0);
        let own = mangled[digits..].get(..length).unwrap_or(name);
        return (own.to_owned(), String::new());
    }
    let name = name.replace("<unnamed>::", "").replace("(anonymous namespace)::", "");
    // The parameters begin at the first bracket outside of template arguments.
    let mut depth = 0_u32;
    let mut begin = 0;
    let (mut arguments, mut end) = (None, name.len());
    for (at, c) in name.char_indices() {
        match c {
            '<' => {
                if depth == 0 {
                    arguments = Some(at);
                }
                depth += 1;
            }
            '>' => depth = depth.saturating_sub(1),
            '(' | '[' if depth == 0 => {
                end = at;
                break;
            }
            ':' if depth == 0 => (begin, arguments) = (at + 1, None),
            // The type ends at a space; a space behind the name stands before a mark.
            ' ' if depth == 0 && !name[at + 1..].starts_with(['[', '(']) => {
                (begin, arguments) = (at + 1, None);
            }
            _ => {}
        }
    }
    let own = name[begin..arguments.unwrap_or(end).max(begin)].trim();
    let template = arguments.map_or("", |arguments| &name[arguments..end]);
    (own.to_owned(), plain_template(template))
}

/// Returns template arguments without brackets, spaces, casts and suffixes of numbers.
pub fn plain_template(arguments: &str) -> String {
    let inner = arguments.trim().trim_start_matches('<').trim_end_matches('>');
    let plain = inner.split(',').map(|argument| {
        let argument = argument.trim();
        let argument = match argument.strip_prefix('(') {
            Some(cast) => cast.split_once(')').map_or(argument, |(_, value)| value),
            None => argument,
        };
        let is_number = argument.starts_with(|c: char| c.is_ascii_digit());
        if is_number {
            argument.trim_end_matches(['u', 'U', 'l', 'L'])
        } else {
            argument
        }
        .trim()
    });
    plain.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_in_their_names() {
        for (name, kernel, template) in [
            ("copy", "copy", ""),
            ("copy(float *, int)", "copy", ""),
            ("void k<(int)4>(float *)", "k", "4"),
            ("void k<256u, float>(float *)", "k", "256,float"),
            ("space::inner::k(int)", "k", ""),
            ("<unnamed>::transpose(const float *)", "transpose", ""),
            (
                "void <unnamed>::copyk<<unnamed>::Op>(float *, <unnamed>::Op)",
                "copyk",
                "Op",
            ),
            (
                "void (anonymous namespace)::k<(anonymous namespace)::Op>(int)",
                "k",
                "Op",
            ),
            ("void Outer<int>::copy(int *)", "copy", ""),
            ("copy [clone .1]", "copy", ""),
            ("_Z4copyPfi", "copy", ""),
            ("", "", ""),
        ] {
            assert_eq!(function(name), (kernel.to_owned(), template.to_owned()), "{name}");
        }
    }
}
