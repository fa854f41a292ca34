//! Functions and types of CUDA's headers that are written in CUDA. A text that uses one reads it as if a header declared it.
//!
//! `functions.cu` follows the CUDA Math API: `frexp`, `nextafter` and `__float2half_*` by their bits, `erfinv` by M. Giles
//! (*Approximating the erfinv function*, 2010), `lgamma` and `tgamma` by the coefficients of Lanczos (*Numerical Recipes*),
//! the Bessel functions by the polynomials 9.4.1 to 9.4.6 and 9.8.1 to 9.8.4 of Abramowitz and Stegun. cuRAND's generator is
//! XORWOW (G. Marsaglia, *Xorshift RNGs*, 2003); the powers of its step that skip ahead are polynomials modulo the step's
//! characteristic polynomial of degree 160.
//!
//! `textures.cu`: a texture is an array with a shape. `mode` has a bit for each property: 1 for linear filtering, 2 for
//! normalised coordinates, 4, 8 and 16 for the addresses `wrap`, `mirror` and `border`; without one of them they are clamped. Source: CUDA
//! C++ Programming Guide, *Texture Fetching*, with fractions of 8 bits.

use crate::lex::{Kind, Token, lex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The name by which messages call it.
pub(crate) const HEADER: &str = "CUDA's headers";

const TEXT: &str = concat!(include_str!("functions.cu"), include_str!("textures.cu"));

/// The items of the library by their names.
struct Items {
    /// Overloads stand one behind another.
    functions: BTreeMap<String, Vec<&'static str>>,
    types: BTreeMap<String, &'static str>,
}

fn items() -> &'static Items {
    static ITEMS: OnceLock<Items> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let begins = |line: &str| line.starts_with(['_', 's', 't']);
        let mut start = 0;
        let mut starts = Vec::new();
        for line in TEXT.split_inclusive('\n') {
            starts.extend(begins(line).then_some(start));
            start += line.len();
        }
        starts.push(TEXT.len());
        let mut items = Items {
            functions: BTreeMap::new(),
            types: BTreeMap::new(),
        };
        for pair in starts.windows(2) {
            let text = &TEXT[pair[0]..pair[1]];
            let last = |head: &str| {
                let word = head.trim_end().split([' ', '*']).next_back();
                word.unwrap_or_default().to_owned()
            };
            let head = |end: char| last(text.split(end).next().unwrap_or_default());
            let is_structure = |head: &str| head.starts_with("struct") || head.contains("> struct ");
            if is_structure(text.split('{').next().unwrap_or_default()) {
                items.types.insert(head('{'), text);
            } else if text.starts_with("typedef") {
                items.types.insert(head(';'), text);
            } else {
                items.functions.entry(head('(')).or_default().push(text);
            }
        }
        items
    })
}

impl Items {
    /// Returns the places of tokens that call a function of the library or name one of its types.
    fn used(&self, tokens: &[Token]) -> Vec<usize> {
        let is_used = |index: &usize| {
            let token = &tokens[*index];
            // `tex2D<float>(…)` is a call, too.
            let is_call = || {
                let mut next = tokens.get(index + 1);
                next = next.filter(|next| next.is("(") || next.is("<") && next.joined);
                next.is_some()
            };
            token.kind == Kind::Word
                && (self.types.contains_key(&*token.text) || self.functions.contains_key(&*token.text) && is_call())
        };
        (0..tokens.len()).filter(is_used).collect()
    }

    fn texts(&self, name: &str) -> Vec<&'static str> {
        match self.types.get(name) {
            Some(text) => vec![text],
            None => self.functions.get(name).cloned().unwrap_or_default(),
        }
    }
}

/// Returns the functions and types that a text uses, each with those that it uses itself, as a text; with the first token that
/// names one. `None` if the text uses none.
pub(crate) fn called(tokens: &[Token]) -> Option<(String, &Token)> {
    let items = items();
    let named = items.used(tokens);
    let first = &tokens[*named.first()?];
    let mut open: Vec<String> = named.iter().map(|&index| tokens[index].text.to_string()).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut whole = String::new();
    while let Some(name) = open.pop() {
        if !taken.insert(name.clone()) {
            continue;
        }
        for text in items.texts(&name) {
            whole.push_str(text);
            let tokens = lex(text);
            let used = items.used(&tokens);
            open.extend(used.iter().map(|&index| tokens[index].text.to_string()));
        }
    }
    Some((whole, first))
}
