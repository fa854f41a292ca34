//! What only a reader's own decks and kernels need: their JSON, the links that carry them, and what makes a run of a draft.
//! It is a part of its own: nobody who has kept none needs it for the first step, and whoever has is given it before the
//! page begins.

use crate::model::deck::{Deck, DeckError};
use crate::model::playground::draft::{Draft, DraftError};
use crate::model::playground::ready::{NotReady, Ready, ready};
use crate::page::apart::{NotLoaded, apart, at_once};
use crate::page::playground::{Kept, open_draft_link};
use crate::page::state::Page;
use simt::EntryPoint;
use std::cell::Cell;
use wasm_bindgen_futures::spawn_local;

/// What is to be read, written, made ready or opened.
pub enum Asked {
    Deck(String),
    DeckText(Deck),
    Draft(String),
    DraftText(Draft),
    Kept(String),
    KeptText(Vec<Kept>),
    Link(Box<Page>, Carried),
    Ready(Draft, Vec<EntryPoint>),
}

/// The answer to each.
pub enum Answer {
    Deck(Result<Deck, DeckError>),
    Draft(Result<Draft, DraftError>),
    Kept(Vec<Kept>),
    Opened,
    Ready(Box<Result<Ready, NotReady>>),
    Text(String),
}

fn answer(asked: Asked) -> Answer {
    match asked {
        Asked::Deck(text) => Answer::Deck(Deck::parse(&text)),
        Asked::DeckText(deck) => Answer::Text(deck.to_json()),
        Asked::Draft(text) => Answer::Draft(Draft::from_json(&text)),
        Asked::DraftText(draft) => Answer::Text(draft.to_json()),
        Asked::Kept(text) => Answer::Kept(serde_json::from_str(&text).unwrap_or_default()),
        Asked::Link(page, carried) => {
            match carried {
                Carried::Deck(letters) => page.open_deck_link(letters),
                Carried::Draft(letters) => open_draft_link(*page, letters),
            }
            Answer::Opened
        }
        Asked::Ready(draft, entries) => Answer::Ready(Box::new(ready(&draft, &entries))),
        Asked::KeptText(kept) => Answer::Text(serde_json::to_string(&kept).unwrap_or_default()),
    }
}

apart! {
    mod part in own {
        fn make(asked: Asked) -> Answer { answer(asked) }
    }
}

/// What a link may carry, in letters that are yet to be unpacked.
pub enum Carried {
    Deck(String),
    Draft(String),
}

/// Opens what a link carries, or says that what opens it did not come.
pub fn open(page: Page, carried: Carried) {
    spawn_local(async move {
        match load().await {
            Ok(()) => drop(ask(Asked::Link(Box::new(page), carried))),
            Err(_) => page.notify(|strings| strings.part_missing.to_owned()),
        }
    });
}

thread_local! {
    static THERE: Cell<bool> = const { Cell::new(false) };
}

/// Loads what reads and writes.
///
/// # Errors
/// [`NotLoaded`]; asked again, it is loaded again.
pub async fn load() -> Result<(), NotLoaded> {
    part::load().await?;
    THERE.set(true);
    Ok(())
}

/// Whether it is loaded.
pub fn is_there() -> bool {
    THERE.get()
}

/// `None` where it is not loaded.
fn ask(asked: Asked) -> Option<Answer> {
    is_there().then(|| at_once(part::make(asked)))?
}

pub fn deck(text: &str) -> Option<Result<Deck, DeckError>> {
    match ask(Asked::Deck(text.to_owned()))? {
        Answer::Deck(deck) => Some(deck),
        _ => None,
    }
}

pub fn draft(text: &str) -> Option<Result<Draft, DraftError>> {
    match ask(Asked::Draft(text.to_owned()))? {
        Answer::Draft(draft) => Some(draft),
        _ => None,
    }
}

pub fn kept(text: &str) -> Option<Vec<Kept>> {
    match ask(Asked::Kept(text.to_owned()))? {
        Answer::Kept(kept) => Some(kept),
        _ => None,
    }
}

pub fn run_of(draft: &Draft, entries: &[EntryPoint]) -> Option<Result<Ready, NotReady>> {
    match ask(Asked::Ready(draft.clone(), entries.to_vec()))? {
        Answer::Ready(ready) => Some(*ready),
        _ => None,
    }
}

pub fn deck_text(deck: &Deck) -> Option<String> {
    text(Asked::DeckText(deck.clone()))
}

pub fn draft_text(draft: &Draft) -> Option<String> {
    text(Asked::DraftText(draft.clone()))
}

pub fn kept_text(kept: &[Kept]) -> Option<String> {
    text(Asked::KeptText(kept.to_vec()))
}

fn text(asked: Asked) -> Option<String> {
    match ask(asked)? {
        Answer::Text(text) => Some(text),
        _ => None,
    }
}
