//! The state of the reader's deck: the browser stores every change, and slides come from lessons, files and links.

use crate::browser::clipboard::copy_text;
use crate::browser::compression::{expand, squeeze};
use crate::browser::files::{download, read_file};
use crate::browser::storage::Storage;
use crate::browser::window::page_address;
use crate::page::{Offer, Page};
use leptos::prelude::*;
use lessons::path::Path;
use model::address::{Aside, CodeText};
use model::deck::{
    Body, Deck, DeckError, DeckSlide, MAX_DECK_BYTES, MOST_NOTES, MOST_TEXT, Parts, Pictures, PinnedRun, QrCode,
    fitting,
};
use model::playground::link::SqueezeError;
use model::present::slides::Slides;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

/// The `localStorage` keys of the deck, and of the reader's own decks that were open before another one replaced them.
const KEY: &str = "warpstep.deck";
const KEY_BEFORE: &str = "warpstep.deck-before";
/// The key of the text of the last deck that came by a link. An equal deck is nothing of the reader's own.
const KEY_OF_LINK: &str = "warpstep.deck-of-link";
/// The most decks that are kept after others have replaced them.
const MOST_BEFORE: usize = 5;
/// The key of a stored text that this page cannot read. It stays until the reader has saved it.
const KEY_UNREADABLE: &str = "warpstep.deck-unreadable";

/// The most letters of a link: chats and browsers cut or refuse longer ones.
const MOST_LETTERS: usize = 30_000;

/// Returns the deck in a link, without pictures.
///
/// # Errors
/// Anybody can write a link, so the letters may be too many, damaged, or expand to more than [`MAX_DECK_BYTES`], and the
/// text may be no deck.
async fn deck_of_link(letters: &str) -> Result<Deck, DeckError> {
    if letters.len() > MOST_LETTERS {
        return Err(DeckError::TooLarge {
            most_bytes: MOST_LETTERS,
        });
    }
    let text = expand(letters, MAX_DECK_BYTES).await;
    let text = text.map_err(|error| match error {
        SqueezeError::TooLong { most_bytes } => DeckError::TooLarge { most_bytes },
        SqueezeError::Damaged | SqueezeError::Unsupported => DeckError::Damaged,
    });
    Deck::parse(&text?, Pictures::LeftOut)
}

/// The deck and the last change to it. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct DeckState {
    pub deck: RwSignal<Arc<Deck>>,
    /// A number for each slide, in the deck's order. A slide keeps its number when it moves.
    pub order: RwSignal<Vec<u32>>,
    next_name: StoredValue<u32>,
    /// The number of the slide that the last change has deleted.
    pub deleted: RwSignal<Option<usize>>,
    /// The old and the new index of the slide that was moved last.
    pub moved: RwSignal<Option<(usize, usize)>>,
    /// The reader's own decks that others have replaced, the newest first.
    pub before: RwSignal<Vec<Arc<Deck>>>,
    /// The stored text that this page cannot read, and the reason.
    pub unreadable: RwSignal<Option<(String, DeckError)>>,
    /// The links to the deck; `None` until the reader asks for them, and again after a change.
    pub links: RwSignal<Option<Arc<Links>>>,
    /// The versions before each change, and those that were undone.
    pub undo: RwSignal<Vec<Version>>,
    pub redo: RwSignal<Vec<Version>>,
    /// The field of the last change and its time, in milliseconds: what is typed in one go is one change.
    typed: StoredValue<Option<(Field, f64)>>,
    /// The text of kernels (WGSL or CUDA) that was chosen before a slide chose another.
    code_before: StoredValue<Option<CodeText>>,
    /// The slides that are read by a link, with the letters of the link. They do not replace the reader's own deck.
    reading: RwSignal<Option<(String, Slides)>>,
}

/// A deck as it was, with the numbers of its slides.
#[derive(Clone, Debug)]
pub struct Version {
    deck: Arc<Deck>,
    order: Vec<u32>,
}

/// A field of the deck: the number of a slide (0 for the deck's title), and its name.
pub type Field = (u32, &'static str);

/// Links to a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// For readers: slides, steps and sentences.
    pub read: String,
    /// With notes, to edit.
    pub edit: String,
    /// The modules of the QR code of `read`, or of the first slide where the link is too long for one.
    pub code: Option<QrCode>,
    pub is_code_of_first: bool,
    /// True if the browser has copied `read`.
    pub is_copied: bool,
    /// True if the deck has pictures, which the links do not carry.
    pub leaves_out_pictures: bool,
}

fn kept(key: &str) -> Option<Deck> {
    Deck::parse(&Storage::Local.read(key)?, Pictures::Usable).ok()
}

/// Copies a text that this page cannot read to its own key, before a new deck overwrites it. Returns the text and the
/// reason.
fn unreadable() -> Option<(String, DeckError)> {
    let error_of = |text: &str| Deck::parse(text, Pictures::Needed).err();
    let fresh = Storage::Local.read(KEY).filter(|text| error_of(text).is_some());
    if let Some(text) = &fresh {
        // If storage is full, the text stays under `KEY` until the deck changes.
        let is_copied = Storage::Local.write(KEY_UNREADABLE, text).is_ok();
        // A deck without the pictures that cannot be shown is no longer unreadable.
        if let Some(deck) = kept(KEY).filter(|_| is_copied) {
            keep(KEY, &deck);
        }
    }
    let text = fresh.or_else(|| Storage::Local.read(KEY_UNREADABLE))?;
    error_of(&text).map(|error| (text, error))
}

fn keep(key: &str, deck: &Deck) -> bool {
    let kept = if deck.slides.is_empty() {
        Storage::Local.remove(key)
    } else {
        Storage::Local.write(key, &deck.to_json())
    };
    kept.is_ok()
}

/// Returns the decks that others have replaced. Earlier versions of the page stored only one, without a list.
fn kept_before() -> Vec<Arc<Deck>> {
    let text = Storage::Local.read(KEY_BEFORE).unwrap_or_default();
    let texts: Vec<String> = serde_json::from_str(&text).unwrap_or_else(|_| vec![text]);
    let decks = texts.iter().map(|text| Deck::parse(text, Pictures::Usable));
    decks.flatten().map(Arc::new).collect()
}

/// Stores as many decks as there is room for. Returns false if there is no room for the first.
fn keep_before(decks: &[Arc<Deck>]) -> bool {
    if decks.is_empty() {
        return Storage::Local.remove(KEY_BEFORE).is_ok();
    }
    let texts: Vec<String> = decks.iter().map(|deck| deck.to_json()).collect();
    let store = |count: usize| {
        let text = serde_json::to_string(&texts[..count]).unwrap_or_default();
        Storage::Local.write(KEY_BEFORE, &text).is_ok()
    };
    (1..=texts.len()).rev().any(store)
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
            undo: RwSignal::new(Vec::new()),
            redo: RwSignal::new(Vec::new()),
            typed: StoredValue::new(None),
            code_before: StoredValue::new(None),
            reading: RwSignal::new(None),
            before: RwSignal::new(kept_before()),
            unreadable: RwSignal::new(unreadable()),
            links: RwSignal::new(None),
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
        self.order.set(deck.slides.iter().map(|_| self.name()).collect());
        self.deck.set(deck);
        self.forget();
        self.undo.set(Vec::new());
        self.redo.set(Vec::new());
    }

    /// Forgets what was said about the last change.
    fn forget(self) {
        self.deleted.set(None);
        self.moved.set(None);
        self.links.set(None);
    }

    /// Returns the slides that are shown: those that are read by a link, or the reader's own. Tracked.
    pub fn shown(self) -> Slides {
        let reading = self.reading.with(|reading| Some(reading.as_ref()?.1.clone()));
        reading.unwrap_or_else(|| Slides::Deck(self.deck.get()))
    }

    /// Returns true if a deck is read by a link. Tracked.
    pub fn is_reading(self) -> bool {
        self.reading.with(Option::is_some)
    }

    /// Returns the letters of the link by which a deck is read. Untracked.
    pub fn letters(self) -> Option<String> {
        self.reading.with_untracked(|reading| Some(reading.as_ref()?.0.clone()))
    }

    pub fn close_reading(self) {
        if self.reading.with_untracked(Option::is_some) {
            self.reading.set(None);
        }
    }

    fn version(self) -> Version {
        Version {
            deck: self.deck.get_untracked(),
            order: self.order.get_untracked(),
        }
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
        DeckState::of(page).before.set(kept_before());
    });
}

impl Page {
    /// Changes the deck and stores it.
    pub fn change_deck(self, change: impl FnOnce(&mut Deck, &mut Vec<u32>)) {
        self.change_field(None, change);
    }

    /// Changes the deck by what is typed into a field.
    fn change_field(self, field: Option<Field>, change: impl FnOnce(&mut Deck, &mut Vec<u32>)) {
        /// Typing goes on if the next letter comes within this time, in milliseconds.
        const PAUSE: f64 = 1_500.0;
        const MOST_VERSIONS: usize = 500;
        let desk = DeckState::of(self);
        let before = desk.version();
        let (mut deck, mut order) = (Deck::clone(&before.deck), before.order.clone());
        change(&mut deck, &mut order);
        if deck == *before.deck {
            return;
        }
        let now = js_sys::Date::now();
        let last = desk.typed.get_value();
        let goes_on = field.is_some() && last.is_some_and(|(last, moment)| Some(last) == field && now - moment < PAUSE);
        desk.typed.set_value(field.map(|field| (field, now)));
        if !goes_on {
            desk.undo.update(|undo| {
                undo.push(before);
                let extra = undo.len().saturating_sub(MOST_VERSIONS);
                undo.drain(..extra);
            });
        }
        desk.redo.set(Vec::new());
        self.put_version(Version {
            deck: Arc::new(deck),
            order,
        });
    }

    /// Shows a version and stores it. A notice appears if the browser cannot store it.
    fn put_version(self, version: Version) {
        let desk = DeckState::of(self);
        desk.forget();
        if desk.order.with_untracked(|order| *order != version.order) {
            desk.order.set(version.order);
        }
        desk.deck.set(version.deck);
        if !desk.deck.with_untracked(|deck| keep(KEY, deck)) {
            self.notify(|strings| strings.deck().not_kept.to_owned());
        }
    }

    /// Undoes the last change of the deck.
    pub fn undo_deck(self) {
        let desk = DeckState::of(self);
        if let Some(version) = desk.undo.try_update(Vec::pop).flatten() {
            desk.redo.update(|redo| redo.push(desk.version()));
            desk.typed.set_value(None);
            self.put_version(version);
        }
    }

    /// Does the change again that was undone last.
    pub fn redo_deck(self) {
        let desk = DeckState::of(self);
        if let Some(version) = desk.redo.try_update(Vec::pop).flatten() {
            desk.undo.update(|undo| undo.push(desk.version()));
            self.put_version(version);
        }
    }

    pub fn title_deck(self, title: String) {
        self.change_field(Some((0, "title")), |deck, _| deck.title = title);
    }

    /// Changes a field of a slide.
    pub fn change_deck_slide(self, name: u32, field: &'static str, change: impl FnOnce(&mut DeckSlide)) {
        let Some(place) = DeckState::of(self).place_of(name) else {
            return;
        };
        self.change_field(Some((name, field)), |deck, _| {
            if let Some(slide) = deck.slides.get_mut(place) {
                change(slide);
            }
        });
    }

    /// Returns true if the deck takes no more slides, and says so in a notice.
    fn is_deck_full(self) -> bool {
        let deck = DeckState::of(self).deck;
        let is_full = deck.with_untracked(|deck| deck.is_full());
        if is_full {
            self.notify(|strings| {
                (strings.deck().refused)(&DeckError::TooManySlides {
                    most: model::deck::MOST_SLIDES,
                })
            });
        }
        is_full
    }

    fn push_deck_slide(self, slide: DeckSlide) {
        let name = DeckState::of(self).name();
        self.change_deck(|deck, order| {
            order.push(name);
            deck.slides.push(slide);
        });
    }

    /// Appends an empty slide of words.
    pub fn add_words_to_deck(self) {
        if !self.is_deck_full() {
            self.push_deck_slide(DeckSlide::of_words());
        }
    }

    /// Appends what is shown now to the deck as a new slide, with the texts of the current slide if there is one.
    pub fn take_into_deck(self) {
        let Some(view) = self.run.spec.get_untracked() else {
            return;
        };
        if self.is_deck_full() {
            return;
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
        let stretch = slide.and_then(|slide| slide.run());
        let stretch = stretch.filter(|run| run.pace == pace);
        let of_lesson = showing
            .as_ref()
            .and_then(|showing| showing.slides.index_in_lesson(showing.index));
        // Without a slide, the lesson's question is what the audience reads.
        let question = view.lesson.question.get(language);
        let text = slide.map_or(question, |slide| slide.text(language));
        let slide = DeckSlide {
            body: Body::Run(Box::new(PinnedRun {
                view,
                pace,
                panel: self.run.panel.get_untracked(),
                presses: stretch.map_or((press, press), |run| run.presses),
                code: Some(self.settings.code_text.get_untracked()),
                parts: of_lesson.map_or(Parts::Usual, Parts::OfLesson),
            })),
            text: words(Some(text), MOST_TEXT),
            notes: words(slide.map(|slide| slide.notes(language)), MOST_NOTES),
            minutes: None,
        };
        self.push_deck_slide(slide);
        let count = DeckState::of(self).deck.with_untracked(|deck| deck.slides.len());
        self.push_notice(Offer::Deck, move |strings| (strings.deck().taken)(count));
    }

    pub fn delete_deck_slide(self, name: u32) {
        let Some(place) = DeckState::of(self).place_of(name) else {
            return;
        };
        self.change_deck(|deck, order| {
            order.remove(place);
            deck.slides.remove(place);
        });
        DeckState::of(self).deleted.set(Some(place + 1));
    }

    pub fn duplicate_deck_slide(self, name: u32) {
        let Some(place) = DeckState::of(self).place_of(name) else {
            return;
        };
        let copy = DeckState::of(self).name();
        self.change_deck(|deck, order| {
            if deck.duplicate(place) {
                order.insert(place + 1, copy);
            }
        });
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
        self.change_deck(|deck, order| {
            done = deck.carry(from, to);
            if done {
                order.remove(from);
                order.insert(to, name);
            }
        });
        if done {
            DeckState::of(self).moved.set(Some((from, to)));
        }
    }

    /// Replaces the deck. The reader can bring the old one back, unless a link has it.
    fn open_deck(self, deck: Deck) {
        let desk = DeckState::of(self);
        let old = desk.deck.get_untracked();
        let is_of_link = Storage::Local.read(KEY_OF_LINK) == Some(old.to_json());
        if !old.slides.is_empty() && *old != deck && !is_of_link {
            desk.before.update(|before| {
                before.insert(0, old);
                before.truncate(MOST_BEFORE);
            });
        }
        let deck = Arc::new(deck);
        desk.put(Arc::clone(&deck));
        // The second frame comes when the first one is drawn: a deck that keeps the browser busy for ever is not stored, and
        // so not opened again at the next visit.
        let store = move || {
            if !desk.deck.with_untracked(|now| Arc::ptr_eq(now, &deck)) {
                return;
            }
            if desk.before.with_untracked(|before| keep_before(before)) {
                self.put_version(desk.version())
            } else {
                // The stored deck is the only copy of the old one.
                self.notify(|strings| strings.deck().not_kept.to_owned())
            }
        };
        request_animation_frame(|| request_animation_frame(store));
    }

    /// Opens a deck again that another one has replaced.
    pub fn bring_deck_back(self, index: usize) {
        let desk = DeckState::of(self);
        let take = |before: &mut Vec<Arc<Deck>>| (index < before.len()).then(|| before.remove(index));
        if let Some(before) = desk.before.try_update(take).flatten() {
            self.open_deck(Deck::clone(&before));
        }
    }

    pub fn open_deck_file(self, file: File) {
        spawn_local(async move {
            let name: String = file.name().chars().take(80).collect();
            let Some(text) = read_file(&file, MAX_DECK_BYTES).await else {
                return self.notify(move |strings| (strings.lab().unreadable)(&name));
            };
            match Deck::parse(&text, Pictures::Needed) {
                Ok(deck) => self.open_deck(deck),
                Err(error) => self.notify(move |strings| (strings.deck().file_refused)(&name, &error)),
            }
        });
    }

    /// Opens the deck in a link (its `d` parameter).
    pub fn open_deck_link(self, letters: String) {
        spawn_local(async move {
            match deck_of_link(&letters).await {
                Ok(deck) => {
                    let text = deck.to_json();
                    self.open_deck(deck);
                    // Without room for it, the deck counts as the reader's own.
                    let _ = Storage::Local.write(KEY_OF_LINK, &text);
                }
                Err(error) => self.notify(move |strings| (strings.deck().link_refused)(&error)),
            }
        });
    }

    /// Shows the deck of a link to read (its `r` parameter: a deck, or the name of a path), at a slide and a step.
    pub fn read_deck(self, letters: String, place: (usize, usize)) {
        let desk = DeckState::of(self);
        let is_open = desk.letters().as_ref() == Some(&letters);
        if let Some(path) = Path::by_id(&letters) {
            desk.reading.set(Some((letters, Slides::Path(path))));
            return self.present_deck_from(place);
        }
        spawn_local(async move {
            if !is_open {
                match deck_of_link(&letters).await {
                    Ok(mut deck) => {
                        if deck.title.trim().is_empty() {
                            let strings = untrack(|| self.strings());
                            deck.title = strings.deck().shared_deck.to_owned();
                        }
                        let slides = Slides::Deck(Arc::new(deck));
                        desk.reading.set(Some((letters, slides)));
                    }
                    Err(error) => {
                        return self.notify(move |strings| (strings.deck().link_refused)(&error));
                    }
                }
            }
            self.present_deck_from(place);
        });
    }

    pub fn save_deck(self) {
        let deck = DeckState::of(self).deck.get_untracked();
        if download(&deck.file_name(), "application/json", &deck.to_json()).is_none() {
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

    /// Makes the links to the deck, and copies the one to read if the browser allows that.
    pub fn share_deck(self) {
        let whole = DeckState::of(self).deck.get_untracked();
        spawn_local(async move {
            let deck = whole.without_pictures();
            let link = async |deck: &Deck, key: &str| {
                let letters = squeeze(&deck.to_json()).await;
                let page = page_address();
                let fits = (1..=MOST_LETTERS).contains(&letters.len());
                fits.then(|| format!("{page}#/{}?{key}={letters}", Aside::Deck.name()))
            };
            let read = link(&deck.to_read(), "r").await;
            let edit = link(&deck, "d").await;
            let Some((read, edit)) = read.zip(edit) else {
                return self.notify(|strings| strings.deck().no_link.to_owned());
            };
            let code = QrCode::new(&read);
            let first = whole.slides.iter().find_map(DeckSlide::run);
            let of_first = || QrCode::new(&format!("{}{}", page_address(), first?.address()));
            // Where the browser does not let it, the field with the link stands there.
            let is_copied = copy_text(&read).await.is_some();
            let links = Links {
                is_copied,
                read,
                edit,
                is_code_of_first: code.is_none(),
                code: code.or_else(of_first),
                leaves_out_pictures: whole.has_pictures(),
            };
            DeckState::of(self).links.set(Some(Arc::new(links)));
        });
    }

    /// Shows the text of kernels that a slide of a deck chooses, until the deck is left.
    pub fn show_code_of_slide(self, code: CodeText) {
        let before = DeckState::of(self).code_before;
        if before.get_value().is_none() {
            before.set_value(Some(self.settings.code_text.get_untracked()));
        }
        self.settings.code_text.set(code);
    }

    /// Leaves the slides: returns to the deck if they are its slides, otherwise to the lesson.
    pub fn close_slides(self) {
        if untrack(|| self.slide_shown()).is_some_and(|now| now.slides.is_deck()) {
            let desk = DeckState::of(self);
            // A deck that is read has no editor.
            let aside = (!untrack(|| desk.is_reading())).then_some(Aside::Deck);
            desk.close_reading();
            let code = desk.code_before.try_update_value(Option::take).flatten();
            if let Some(code) = code {
                self.settings.code_text.set(code);
            }
            self.run.playing.set(false);
            self.route.aside.set(aside);
            self.run.spec.set(None);
        }
        self.route.slide.set(None);
    }
}
