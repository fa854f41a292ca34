//! The state of the reader's deck: the browser stores every change, and slides come from lessons, files and links.

use crate::browser::clipboard::copy_text;
use crate::browser::compression::{expand, squeeze};
use crate::browser::files::{download, read_file};
use crate::browser::storage::Storage;
use crate::page::{Offer, Page};
use leptos::prelude::*;
use model::address::Aside;
use model::deck::{Deck, DeckError, DeckSlide, MAX_DECK_BYTES, MOST_NOTES, MOST_TEXT, fitting};
use model::playground::link::SqueezeError;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

/// The `localStorage` keys of the deck, and of the deck that was open before another one replaced it.
const KEY: &str = "warpstep.deck";
const KEY_BEFORE: &str = "warpstep.deck-before";
/// The key of a stored text that this page cannot read. It stays until the reader has saved it.
const KEY_UNREADABLE: &str = "warpstep.deck-unreadable";

/// The most letters of a link: chats and browsers cut or refuse longer ones.
const MOST_LETTERS: usize = 30_000;

/// Returns the JSON text of the deck in a link.
///
/// # Errors
/// Anybody can write a link, so the letters may be too many, damaged, or expand to more than [`MAX_DECK_BYTES`].
async fn text_of_link(letters: &str) -> Result<String, DeckError> {
    if letters.len() > MOST_LETTERS {
        return Err(DeckError::TooLarge {
            most_bytes: MOST_LETTERS,
        });
    }
    let text = expand(letters, MAX_DECK_BYTES).await;
    text.map_err(|error| match error {
        SqueezeError::TooLong { most_bytes } => DeckError::TooLarge { most_bytes },
        SqueezeError::Damaged | SqueezeError::Unsupported => DeckError::Damaged,
    })
}

/// The deck and the last change to it. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct DeckState {
    pub deck: RwSignal<Arc<Deck>>,
    /// A number for each slide, in the deck's order. A slide keeps its number when it moves.
    pub order: RwSignal<Vec<u32>>,
    next_name: StoredValue<u32>,
    /// The slide that was deleted last, and its index before that.
    pub deleted: RwSignal<Option<(usize, DeckSlide)>>,
    /// The old and the new index of the slide that was moved last.
    pub moved: RwSignal<Option<(usize, usize)>>,
    /// The deck that the opened one has replaced.
    pub before: RwSignal<Option<Arc<Deck>>>,
    /// The stored text that this page cannot read, and the reason.
    pub unreadable: RwSignal<Option<(String, DeckError)>>,
    /// The link to the deck; `None` until the reader asks for it, and again after a change.
    pub link: RwSignal<Option<String>>,
}

fn kept(key: &str) -> Option<Deck> {
    Deck::parse(&Storage::Local.read(key)?).ok()
}

/// Copies a text that this page cannot read to its own key, before a new deck overwrites it. Returns the text and the
/// reason.
fn unreadable() -> Option<(String, DeckError)> {
    let fresh = Storage::Local
        .read(KEY)
        .filter(|text| Deck::parse(text).is_err());
    if let Some(text) = &fresh {
        // If storage is full, the text stays under `KEY` until the deck changes.
        let _ = Storage::Local.write(KEY_UNREADABLE, text);
    }
    let text = fresh.or_else(|| Storage::Local.read(KEY_UNREADABLE))?;
    Deck::parse(&text).err().map(|error| (text, error))
}

fn keep(key: &str, deck: &Deck) -> bool {
    let kept = match deck.slides.is_empty() {
        true => Storage::Local.remove(key),
        false => Storage::Local.write(key, &deck.to_json()),
    };
    kept.is_ok()
}

impl DeckState {
    /// The page's deck.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        let desk = DeckState {
            deck: RwSignal::new(Arc::default()),
            order: RwSignal::new(Vec::new()),
            next_name: StoredValue::new(0),
            deleted: RwSignal::new(None),
            moved: RwSignal::new(None),
            before: RwSignal::new(kept(KEY_BEFORE).map(Arc::new)),
            unreadable: RwSignal::new(unreadable()),
            link: RwSignal::new(None),
        };
        if let Some(deck) = kept(KEY) {
            desk.put(Arc::new(deck));
        }
        desk
    }

    fn name(self) -> u32 {
        self.next_name.update_value(|name| *name += 1);
        self.next_name.get_value()
    }

    fn put(self, deck: Arc<Deck>) {
        self.order
            .set(deck.slides.iter().map(|_| self.name()).collect());
        self.deck.set(deck);
        self.deleted.set(None);
        self.moved.set(None);
        self.link.set(None);
    }

    pub fn place_of(self, name: u32) -> Option<usize> {
        self.order
            .with_untracked(|order| order.iter().position(|each| *each == name))
    }
}

/// Applies the changes of other tabs: a lesson there may add a slide to the deck that is open here.
pub fn follow(page: Page) {
    window_event_listener_untyped("storage", move |_| {
        let deck = kept(KEY).unwrap_or_default();
        if *DeckState::of(page).deck.get_untracked() != deck {
            DeckState::of(page).put(Arc::new(deck));
        }
    });
}

impl Page {
    /// Changes the deck and stores it. A notice appears if the browser cannot store it.
    pub fn change_deck(self, change: impl FnOnce(&mut Deck)) {
        let desk = DeckState::of(self);
        desk.deck.update(|deck| change(Arc::make_mut(deck)));
        desk.link.set(None);
        if !desk.deck.with_untracked(|deck| keep(KEY, deck)) {
            self.notify(|strings| strings.deck().not_kept.to_owned());
        }
    }

    pub fn change_deck_slide(self, name: u32, change: impl FnOnce(&mut DeckSlide)) {
        let Some(place) = DeckState::of(self).place_of(name) else {
            return;
        };
        self.change_deck(|deck| {
            if let Some(slide) = deck.slides.get_mut(place) {
                change(slide);
            }
        });
    }

    /// Appends what is shown now to the deck as a new slide, with the texts of the current slide if there is one.
    pub fn take_into_deck(self) {
        let Some(view) = self.run.spec.get_untracked() else {
            return;
        };
        if DeckState::of(self)
            .deck
            .with_untracked(|deck| deck.is_full())
        {
            return self.notify(|strings| {
                (strings.deck().refused)(&DeckError::TooManySlides {
                    most: model::deck::MOST_SLIDES,
                })
            });
        }
        let language = self.settings.language.get_untracked();
        let showing = untrack(|| self.slide_shown());
        // A slide is copied only with its texts, so the texts are loaded first and the reader must try again.
        if showing.is_some() && !untrack(|| self.has_texts()) {
            return self.load_texts(language);
        }
        let press = untrack(|| self.press_shown());
        let words = |words: Option<&str>, most| fitting(words.unwrap_or_default(), most);
        let slide = showing.as_ref().map(|showing| &showing.slide);
        let pace = untrack(|| self.pace());
        // A slide's range of steps is counted in its own step unit.
        let stretch = slide.filter(|slide| slide.pace == pace);
        let slide = DeckSlide {
            view,
            pace,
            panel: self.run.panel.get_untracked(),
            presses: stretch.map_or((press, press), |slide| slide.presses),
            text: words(slide.map(|slide| slide.text(language)), MOST_TEXT),
            notes: words(slide.map(|slide| slide.notes(language)), MOST_NOTES),
        };
        let name = DeckState::of(self).name();
        DeckState::of(self).order.update(|order| order.push(name));
        self.change_deck(|deck| deck.slides.push(slide));
        let count = DeckState::of(self)
            .deck
            .with_untracked(|deck| deck.slides.len());
        self.push_notice(Offer::Deck, move |strings| (strings.deck().taken)(count));
    }

    pub fn delete_deck_slide(self, name: u32) {
        let Some(place) = DeckState::of(self).place_of(name) else {
            return;
        };
        let slide = DeckState::of(self)
            .deck
            .with_untracked(|deck| deck.slides.get(place).cloned());
        DeckState::of(self).order.update(|order| {
            order.remove(place);
        });
        self.change_deck(|deck| {
            deck.slides.remove(place);
        });
        DeckState::of(self)
            .deleted
            .set(slide.map(|slide| (place, slide)));
        DeckState::of(self).moved.set(None);
    }

    /// Restores the slide that was deleted last.
    pub fn undo_delete(self) {
        let deleted = DeckState::of(self)
            .deleted
            .try_update(Option::take)
            .flatten();
        let Some((place, slide)) = deleted else {
            return;
        };
        let name = DeckState::of(self).name();
        let place = place.min(DeckState::of(self).order.with_untracked(Vec::len));
        DeckState::of(self)
            .order
            .update(|order| order.insert(place, name));
        self.change_deck(|deck| deck.slides.insert(place, slide));
    }

    pub fn duplicate_deck_slide(self, name: u32) {
        let Some(place) = DeckState::of(self).place_of(name) else {
            return;
        };
        let mut done = false;
        self.change_deck(|deck| done = deck.duplicate(place));
        if done {
            let copy = DeckState::of(self).name();
            DeckState::of(self)
                .order
                .update(|order| order.insert(place + 1, copy));
        }
    }

    /// Moves a slide by `by` places; a negative number moves it towards the start.
    pub fn move_deck_slide(self, name: u32, by: isize) {
        let place = DeckState::of(self).place_of(name);
        if let Some(to) = place.and_then(|from| from.checked_add_signed(by)) {
            self.carry_deck_slide(name, to);
        }
    }

    /// Moves a slide to the index `to`.
    pub fn carry_deck_slide(self, name: u32, to: usize) {
        let Some(from) = DeckState::of(self).place_of(name) else {
            return;
        };
        let mut done = false;
        self.change_deck(|deck| done = deck.carry(from, to));
        if done {
            DeckState::of(self).order.update(|order| {
                order.remove(from);
                order.insert(to, name);
            });
            DeckState::of(self).moved.set(Some((from, to)));
        }
    }

    /// Replaces the deck. The reader can bring the old one back.
    fn open_deck(self, deck: Deck) {
        let old = DeckState::of(self).deck.get_untracked();
        if !old.slides.is_empty() && *old != deck {
            keep(KEY_BEFORE, &old);
            DeckState::of(self).before.set(Some(old));
        }
        DeckState::of(self).put(Arc::new(deck));
        self.change_deck(|_| {});
    }

    /// Swaps the deck with the one that it replaced.
    pub fn bring_deck_back(self) {
        let before = DeckState::of(self)
            .before
            .try_update(Option::take)
            .flatten();
        if let Some(before) = before {
            self.open_deck(Deck::clone(&before));
        }
    }

    pub fn open_deck_file(self, file: File) {
        spawn_local(async move {
            let name: String = file.name().chars().take(80).collect();
            let Some(text) = read_file(&file, MAX_DECK_BYTES).await else {
                return self.notify(move |strings| (strings.lab().unreadable)(&name));
            };
            match Deck::parse(&text) {
                Ok(deck) => self.open_deck(deck),
                Err(error) => {
                    self.notify(move |strings| (strings.deck().file_refused)(&name, &error))
                }
            }
        });
    }

    /// Opens the deck in a link (its `d` parameter).
    pub fn open_deck_link(self, letters: String) {
        spawn_local(async move {
            let text = text_of_link(&letters).await;
            match text.and_then(|text| Deck::parse(&text)) {
                Ok(deck) => self.open_deck(deck),
                Err(error) => self.notify(move |strings| (strings.deck().link_refused)(&error)),
            }
        });
    }

    pub fn save_deck(self) {
        let json = DeckState::of(self)
            .deck
            .with_untracked(|deck| deck.to_json());
        if download("warpstep-deck.json", "application/json", &json).is_none() {
            self.notify(|strings| strings.lab().not_saved.to_owned());
        }
    }

    /// Saves the unreadable text as a file, then removes it from storage.
    pub fn save_unreadable_deck(self) {
        let Some((text, _)) = DeckState::of(self).unreadable.get_untracked() else {
            return;
        };
        if download("warpstep-deck-kept.json", "application/json", &text).is_none() {
            return self.notify(|strings| strings.lab().not_saved.to_owned());
        }
        // If it cannot be removed, the page offers it again at the next visit.
        let _ = Storage::Local.remove(KEY_UNREADABLE);
        DeckState::of(self).unreadable.set(None);
    }

    /// Makes a link to the deck, and copies it if the browser allows that.
    pub fn share_deck(self) {
        let json = DeckState::of(self)
            .deck
            .with_untracked(|deck| deck.to_json());
        spawn_local(async move {
            let letters = squeeze(&json).await;
            if !(1..=MOST_LETTERS).contains(&letters.len()) {
                return self.notify(|strings| strings.deck().no_link.to_owned());
            }
            let location = window().location();
            let base = location.origin().ok().zip(location.pathname().ok());
            let (origin, path) = base.unwrap_or_default();
            let link = format!("{origin}{path}#/{}?d={letters}", Aside::Deck.name());
            DeckState::of(self).link.set(Some(link.clone()));
            // Where the browser does not let it, the field with the link stands there.
            let _copied = copy_text(&link).await;
        });
    }

    /// Leaves the slides: returns to the deck if they are its slides, otherwise to the lesson.
    pub fn close_slides(self) {
        if untrack(|| self.slide_shown()).is_some_and(|now| now.slides.is_deck()) {
            self.run.playing.set(false);
            self.route.aside.set(Some(Aside::Deck));
            self.run.spec.set(None);
        }
        self.route.slide.set(None);
    }
}
