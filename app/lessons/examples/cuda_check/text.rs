//! Finds declarations in a kernel's WGSL and CUDA texts.

/// Returns names and values of `override NAME: TYPE = VALUE;` or `const …`, in order. A missing value is empty.
pub fn declared<'a>(source: &'a str, keyword: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    source.lines().filter_map(move |line| {
        let declaration = line.strip_prefix(keyword)?;
        let (name, rest) = declaration.split_once(':')?;
        let value = rest.split_once("= ").map_or("", |(_, value)| value);
        Some((name, value.trim_end_matches([';', 'u'])))
    })
}

/// Returns the names of the bindings, in order.
pub fn bindings(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (_, variable) = line.strip_prefix("@group(0)")?.split_once("> ")?;
        Some(variable.split_once(':')?.0)
    })
}

/// Returns the words between the parentheses of `@workgroup_size`.
pub fn workgroup_size(source: &str) -> impl Iterator<Item = &str> {
    let after = source.split_once("@workgroup_size(").map_or("", |(_, after)| after);
    let words = after.split_once(')').map_or("", |(words, _)| words);
    words.split(',').map(str::trim)
}

/// Returns the names of a CUDA function's parameters.
pub fn parameters<'a>(twin: &'a str, function: &str) -> Vec<&'a str> {
    let after = twin
        .split_once(&format!("void {function}("))
        .map_or("", |(_, after)| after);
    let list = after.split_once(')').map_or("", |(list, _)| list);
    let names = list
        .split(',')
        .filter_map(|parameter| parameter.split_whitespace().last());
    names.map(|name| name.trim_start_matches('*')).collect()
}
