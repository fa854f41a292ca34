//! A slide of words: its title, its text and its picture.

use crate::page::Page;
use crate::present::slides::SlideBar;
use leptos::html;
use leptos::prelude::*;
use lessons::Language;
use model::deck::markup::{self, Block, Piece};
use model::present::slides::ShownSlide;

/// A slide of words outside of the stage, with the bar of the slides.
#[component]
pub fn CardPage(page: Page) -> impl IntoView {
    let card = move || {
        let showing = page.slide_shown()?;
        let language = page.reads();
        Some(view! { <CardView slide=showing.slide language=language /> })
    };
    view! {
        <main class="words-page" id="words-page">
            <SlideBar page=page />
            {card}
        </main>
    }
}

#[component]
pub fn CardView(
    slide: ShownSlide,
    language: Language,
    /// The element of the text.
    #[prop(optional)]
    words: NodeRef<html::Div>,
) -> impl IntoView {
    let card = slide.card().cloned().unwrap_or_default();
    let text = slide.text(language).to_owned();
    let letters = letters(&text, card.picture.is_some());
    let has_words = !(card.title.is_empty() && text.is_empty());
    let text_part = has_words.then(|| {
        view! {
            <div class="words-text">
                {(!card.title.is_empty()).then(|| view! { <h2>{card.title.clone()}</h2> })}
                {(!text.is_empty()).then(|| marked(&text, words))}
            </div>
        }
    });
    let picture = card.picture.map(|picture| {
        view! { <img src=picture.address().to_owned() alt=card.title.clone() /> }
    });
    view! {
        <div class="words-slide" tabindex="0" style=format!("--letters:{letters:.2}")>
            <div class="words-parts">{text_part} {picture}</div>
        </div>
    }
}

/// Shows a text with its lists, bold words and code.
fn marked(text: &str, words: NodeRef<html::Div>) -> impl IntoView + use<> {
    let pieces = |pieces: Vec<Piece>| {
        let piece = |piece: Piece| match piece {
            Piece::Plain(text) => text.into_any(),
            Piece::Bold(text) => view! { <b>{text}</b> }.into_any(),
            Piece::Code(text) => view! { <code translate="no">{text}</code> }.into_any(),
        };
        pieces.into_iter().map(piece).collect_view()
    };
    let block = |block: Block| match block {
        Block::Line(line) if line.is_empty() => view! { <div class="words-gap" /> }.into_any(),
        Block::Line(line) => view! { <p>{pieces(line)}</p> }.into_any(),
        Block::Item {
            marker,
            level,
            pieces: words,
        } => view! {
            <div class="words-item" role="listitem" style=format!("--level:{level}")>
                <span aria-hidden="true">{marker}</span>
                <span>{pieces(words)}</span>
            </div>
        }
        .into_any(),
        Block::Code(code) => view! { <pre translate="no">{code}</pre> }.into_any(),
    };
    let blocks = markup::blocks(text);
    view! {
        <div class="words-blocks" node_ref=words>
            {blocks.into_iter().map(block).collect_view()}
        </div>
    }
}

/// Returns the size of a text's letters that lets it fill its place, in percent of the slide's width.
fn letters(text: &str, beside_picture: bool) -> f64 {
    const LARGEST: f64 = 3.6;
    const SMALLEST: f64 = 1.3;
    /// The part of the slide's area that letters fill, for the ends of lines that stay empty.
    const FILLED: f64 = 0.55;
    // A slide is about 100 wide and 48 high. A line takes 1.35, a letter 0.55, and a Chinese letter 1.0.
    let width = if beside_picture { 45.0 } else { 95.0 };
    let ems: f64 = text
        .chars()
        .map(|letter| if letter < '\u{2000}' { 0.55 } else { 1.0 })
        .sum();
    let by_area = (width * 48.0 * FILLED / (1.35 * ems.max(1.0))).sqrt();
    let by_lines = 48.0 / (1.35 * text.lines().count().max(1) as f64);
    by_area.min(by_lines).clamp(SMALLEST, LARGEST)
}
