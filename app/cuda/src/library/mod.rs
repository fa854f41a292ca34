//! Functions of CUDA's headers that are written in CUDA. A text that calls one reads it as if a header declared it.
//!
//! `functions.cu` follows the CUDA Math API: `frexp`, `nextafter` and `__float2half_*` by their bits, `erfinv` by M. Giles
//! (*Approximating the erfinv function*, 2010), `lgamma` and `tgamma` by the coefficients of Lanczos (*Numerical Recipes*).

use crate::lex::{Kind, Token, lex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The name by which messages call it.
pub(crate) const HEADER: &str = "CUDA's headers";

const TEXT: &str = include_str!("functions.cu");

/// The texts of the functions by their names, overloads one behind another, each with the other functions that it calls.
fn functions() -> &'static BTreeMap<String, Vec<&'static str>> {
    static FUNCTIONS: OnceLock<BTreeMap<String, Vec<&'static str>>> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let starts: Vec<usize> = TEXT
            .match_indices("__device__")
            .map(|(at, _)| at)
            .chain([TEXT.len()])
            .collect();
        let mut found: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
        for pair in starts.windows(2) {
            let text = &TEXT[pair[0]..pair[1]];
            let head = text.split('(').next().unwrap_or_default();
            let name = head.split([' ', '*']).next_back().unwrap_or_default();
            found.entry(name.to_owned()).or_default().push(text);
        }
        found
    })
}

/// Returns the functions that a text calls and does not have, each with the ones that it calls, as a text; with the first token
/// that names one. `None` if the text calls none.
pub(crate) fn called(tokens: &[Token]) -> Option<(String, &Token)> {
    let functions = functions();
    let calls = |tokens: &[Token]| -> Vec<usize> {
        let pairs = tokens.windows(2).enumerate();
        let is_call = |pair: &[Token]| pair[0].kind == Kind::Word && pair[1].is("(");
        pairs
            .filter(|(_, pair)| is_call(pair) && functions.contains_key(&*pair[0].text))
            .map(|(at, _)| at)
            .collect()
    };
    let own = calls(tokens);
    let first = &tokens[*own.first()?];
    let mut open: Vec<String> = own.iter().map(|&at| tokens[at].text.to_string()).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut whole = String::new();
    while let Some(name) = open.pop() {
        let Some(texts) = functions.get(&name).filter(|_| !taken.contains(&name)) else {
            continue;
        };
        for text in texts {
            whole.push_str(text);
            let tokens = lex(text);
            open.extend(calls(&tokens).iter().map(|&at| tokens[at].text.to_string()));
        }
        taken.insert(name);
    }
    Some((whole, first))
}
