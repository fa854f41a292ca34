//! A line of code that wraps with a hanging indent, with its marks: the next statement, and words that differ.

use leptos::prelude::*;
use model::panels::code::{Piece, Spot};
use simt::Access;

/// The class of the next statement, and of words that differ from another kernel's.
const NEXT: &str = "next-span";
const DIFFERS: &str = "differing-words";
/// The classes of what the next statement loads and stores, which have the marks of the picture.
const LOADS: &str = "loads";
const STORES: &str = "stores";

#[component]
pub fn CodeLine(
    /// From 1.
    number: u32,
    pieces: Vec<(Piece, String)>,
    /// Letters of the indentation that are left out.
    #[prop(optional)]
    indent: usize,
    /// The places of the next statement in the text.
    spots: Memo<Vec<Spot>>,
    /// The accesses of the next statement.
    #[prop(optional)]
    accesses: Option<Memo<Vec<(Spot, Access)>>>,
    /// The words of this line that differ.
    #[prop(optional)]
    words: Vec<Spot>,
    /// The sign before the line.
    #[prop(optional, into)]
    sign: ViewFn,
    /// A note behind the line.
    #[prop(optional, into)]
    after: ViewFn,
    /// The id of the line while it has the first place of the next statement.
    id: Option<&'static str>,
) -> impl IntoView {
    let here = Memo::new(move |_| spots.with(|spots| spots.iter().find(|spot| spot.line == number).copied()));
    let is_first = move || spots.with(|spots| spots.first().is_some_and(|spot| spot.line == number));
    let letters = pieces.iter().flat_map(|(_, text)| text.chars());
    let hang = letters
        .take_while(|letter| *letter == ' ')
        .count()
        .saturating_sub(indent);
    let code = move || {
        let mut marks: Vec<(Spot, &str)> = words.iter().map(|spot| (*spot, DIFFERS)).collect();
        marks.extend(here.get().map(|spot| (spot, NEXT)));
        if let Some(accesses) = accesses.filter(|_| here.get().is_some()) {
            accesses.with(|accesses| {
                for (spot, access) in accesses {
                    marks.extend(access.reads().then_some((*spot, LOADS)));
                    marks.extend(access.writes().then_some((*spot, STORES)));
                }
            });
        }
        marked(&pieces, indent, &marks)
    };
    view! {
        <span
            class="code-line"
            class:next-line=move || here.get().is_some()
            id=move || id.filter(|_| is_first())
            data-line=number.to_string()
            style=format!("--hang:{hang}")
        >
            <i>{number}</i>
            {sign.run()}
            <code>{code}</code>
            {move || after.run()}
        </span>
    }
}

/// Returns a line's pieces, cut where marks begin and end, each with the classes of its marks.
fn marked(pieces: &[(Piece, String)], indent: usize, marks: &[(Spot, &str)]) -> impl IntoView + use<> {
    let edges = |spot: &Spot| [spot.from as usize, spot.to as usize];
    let mut out = Vec::new();
    let mut end = 0;
    for (piece, text) in pieces {
        let letters: Vec<char> = text.chars().collect();
        let begin = end;
        end += letters.len();
        let inner = marks.iter().flat_map(|(spot, _)| edges(spot));
        let mut cuts: Vec<usize> = inner.filter(|cut| (begin..end).contains(cut)).collect();
        cuts.extend([begin, end]);
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0].max(indent), pair[1]);
            if from >= to {
                continue;
            }
            let holds = |(spot, _): &&(Spot, &str)| (spot.from as usize..spot.to as usize).contains(&from);
            let classes = marks.iter().filter(holds).map(|(_, class)| *class);
            let classes: Vec<&str> = std::iter::once(piece.class()).chain(classes).collect();
            let text: String = letters[from - begin..to - begin].iter().collect();
            out.push(view! { <span class=classes.join(" ")>{text}</span> });
        }
    }
    out
}
