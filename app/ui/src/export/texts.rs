//! Draws the page's texts line by line, at the positions where the browser has put them.

use super::walk::{Shift, Walk, number, property};
use crate::draw::surface::{Align, Rect};
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use web_sys::{CssStyleDeclaration, DomRect, Node};

/// The part of a text that is on one line.
struct Line {
    text: String,
    rect: Rect,
}

/// Draws a text node.
pub(super) fn draw(walk: &Walk<'_>, node: &Node, shift: Shift) {
    let Some(text) = node.node_value().filter(|text| !text.trim().is_empty()) else {
        return;
    };
    let Some(parent) = node.parent_element() else {
        return;
    };
    let Ok(Some(style)) = window().get_computed_style(&parent) else {
        return;
    };
    if property(&style, "visibility") != "visible" {
        return;
    }
    let ink = if parent.has_type::<web_sys::SvgElement>() {
        "fill"
    } else {
        "color"
    };
    for line in lines(walk, node, &text, shift) {
        write(walk, &style, &line.text, line.rect, ink);
    }
}

/// Draws a text from the left end of `rect`, in the middle of its height.
pub(super) fn write(walk: &Walk<'_>, style: &CssStyleDeclaration, text: &str, rect: Rect, ink: &str) {
    let weight = number(style, "font-weight") as u32;
    walk.surface
        .font(weight, number(style, "font-size"), &property(style, "font-family"));
    walk.surface.fill(&property(style, ink));
    walk.surface.align(Align::Left);
    let text = match property(style, "text-transform").as_str() {
        "uppercase" => text.to_uppercase(),
        _ => text.to_owned(),
    };
    // A letter's width can differ by a fraction of a pixel between HTML and a canvas.
    walk.surface
        .text(&text, rect.x, rect.y + rect.height / 2.0, rect.width + 1.0);
}

/// Returns the words of a text with the start and end of each in UTF-16 units, as DOM ranges count.
fn words(text: &str) -> Vec<(u32, u32, &str)> {
    let mut words = Vec::new();
    let (mut position, mut begin) = (0, None);
    for (byte, letter) in text.char_indices() {
        match (letter.is_whitespace(), begin) {
            (false, None) => begin = Some((position, byte)),
            (true, Some((from, from_byte))) => {
                words.push((from, position, &text[from_byte..byte]));
                begin = None;
            }
            _ => {}
        }
        position += letter.len_utf16() as u32;
    }
    if let Some((from, from_byte)) = begin {
        words.push((from, position, &text[from_byte..]));
    }
    words
}

fn lines(walk: &Walk<'_>, node: &Node, text: &str, shift: Shift) -> Vec<Line> {
    let words = words(text);
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return Vec::new();
    };
    if let [rect] = &rects(walk, node, first.0, last.1)[..] {
        let inside = text.trim();
        let joined = if inside.contains(['\n', '\t']) {
            words.iter().map(|word| word.2).collect::<Vec<_>>().join(" ")
        } else {
            inside.to_owned()
        };
        return vec![Line {
            text: joined,
            rect: walk.place(rect, shift),
        }];
    }
    let mut lines: Vec<Line> = Vec::new();
    for (from, to, word) in words {
        for (piece, rect) in pieces(walk, node, from, to, word) {
            let rect = walk.place(&rect, shift);
            match lines
                .last_mut()
                .filter(|line| (line.rect.y - rect.y).abs() < rect.height / 2.0)
            {
                Some(line) => {
                    let gap = rect.x - (line.rect.x + line.rect.width);
                    if gap > 0.5 {
                        line.text.push(' ');
                    }
                    line.text.push_str(piece);
                    line.rect.width = rect.x + rect.width - line.rect.x;
                }
                None => lines.push(Line {
                    text: piece.to_owned(),
                    rect,
                }),
            }
        }
    }
    lines
}

/// Returns a word with its box. If a line ends inside the word, as in Chinese, returns its letters with their boxes.
fn pieces<'a>(walk: &Walk<'_>, node: &Node, from: u32, to: u32, word: &'a str) -> Vec<(&'a str, DomRect)> {
    let mut boxes = rects(walk, node, from, to);
    match boxes.len() {
        0 => Vec::new(),
        1 => vec![(word, boxes.remove(0))],
        _ => {
            let mut position = from;
            let mut pieces = Vec::new();
            for (byte, letter) in word.char_indices() {
                let next = position + letter.len_utf16() as u32;
                if let Some(rect) = rects(walk, node, position, next).pop() {
                    pieces.push((&word[byte..byte + letter.len_utf8()], rect));
                }
                position = next;
            }
            pieces
        }
    }
}

/// Returns the boxes of a range of a text node; none if it is not visible.
fn rects(walk: &Walk<'_>, node: &Node, from: u32, to: u32) -> Vec<DomRect> {
    let set = walk
        .range
        .set_start(node, from)
        .and_then(|()| walk.range.set_end(node, to));
    let Some(list) = set.ok().and_then(|()| walk.range.get_client_rects()) else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|index| list.item(index))
        .filter(|rect| rect.width() > 0.0)
        .collect()
}
