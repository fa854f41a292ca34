//! Every CUDA text of the gallery is read, and no text makes the translator panic.

use lessons::GALLERY;
use proptest::prelude::*;

#[test]
fn the_gallery_is_read() {
    for kernel in GALLERY.iter() {
        let (names, errors) = cuda::outline(kernel.twin);
        assert!(errors.is_empty(), "{kernel:?}: {errors:?}");
        assert!(
            names.iter().any(|name| *name == kernel.kernel.name),
            "{kernel:?}: {names:?}"
        );
    }
}

/// Parts that C++ texts are made of, so that mutated texts come far.
const PARTS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<<<",
    ">>>",
    ";",
    ",",
    "*",
    "&",
    "template<int N>",
    "struct A {",
    "int",
    "float4",
    "auto",
    "case 1:",
    "#if 1\n",
    "\n#define M(x) x##x M(",
    "operator",
    "?",
    ":",
    "::",
    "-1",
    "0xffffffffffffffff",
    "sizeof",
    "\"",
    "'",
    "/*",
    "R\"(",
    "\\\n",
    "__shared__",
    "extern",
    "x",
    "++",
    "=",
    "{}",
    "1e999",
    "for(",
    "é",
    "\u{0}",
];

proptest! {
    #[test]
    fn changed_texts_are_read_or_refused(
        kernel in 0..GALLERY.len(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..PARTS.len(), 0..40usize), 1..6),
    ) {
        let mut text = GALLERY[kernel].twin.to_owned();
        for (place, part, cut) in edits {
            let starts: Vec<usize> = text.char_indices().map(|(offset, _)| offset).collect();
            if starts.is_empty() {
                break;
            }
            let place = place.index(starts.len());
            let end = starts.get(place + cut).copied().unwrap_or(text.len());
            text.replace_range(starts[place]..end, PARTS[part]);
        }
        let _ = cuda::outline(&text);
        let _ = cuda::translate(&text, &cuda::Request::default());
    }
}

#[test]
fn deep_texts_are_refused() {
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("-", ""),
        ("!(", ")"),
        ("a<", ">"),
        ("if (1) ", ""),
        ("x = ", ""),
        ("1 ? ", ": 1"),
        ("f(", ")"),
        ("int ", ""),
        ("float4<", ">"),
        ("(float4<", ""),
    ] {
        let inside = format!("{}x{}", open.repeat(20_000), close.repeat(20_000));
        let text = format!("__global__ void k(int* x) {{ {inside}; }}");
        // The runner stops a test that does not come to an end.
        let _ = cuda::outline(&text);
        let is_refused = cuda::translate(&text, &cuda::Request::default()).is_err();
        // `[[…]]` is an attribute, which is skipped whatever it contains.
        assert_eq!(is_refused, open != "[", "{open}");
    }
}
