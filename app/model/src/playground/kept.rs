//! Keeps the present draft and earlier ones in the browser's storage, which several tabs share.

use super::draft::Draft;
use serde::{Deserialize, Serialize};

/// The storage's key of the newest draft.
const DRAFT: &str = "warpstep.playground";
/// The storage's key of the newest draft's text as it was opened. Equal texts say that the reader has changed nothing.
const OPENED: &str = "warpstep.playground.opened";
/// The storage's key of the earlier ones.
const EARLIER: &str = "warpstep.playground.earlier";
/// The most earlier drafts in storage.
pub const MOST: usize = 20;

/// A storage of texts by keys, such as the browser's.
pub trait Store {
    fn read(&self, key: &str) -> Option<String>;
    /// # Errors
    /// Returns [`NoRoom`] if the storage is full or forbidden; the old text stays.
    fn write(&mut self, key: &str, text: &str) -> Result<(), NoRoom>;
    fn remove(&mut self, key: &str) -> Result<(), NoRoom>;

    /// Returns the text that this tab alone has stored.
    fn of_tab(&self) -> Option<String>;

    /// Stores a text for this tab alone. Without room, the tab has the newest text of all tabs after it is loaded again.
    fn keep_for_tab(&mut self, text: &str);
}

/// The storage took no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

/// An earlier draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub draft: Draft,
    /// The time when another draft replaced it, in milliseconds since 1970.
    pub moment: f64,
}

/// The drafts of one tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shelf {
    pub draft: Draft,
    /// The draft as a link, a lesson or a file has given it. Unchanged, it is nothing of the reader's own.
    pub opened: Draft,
    pub earlier: Vec<Kept>,
    /// The newest draft as this tab has last read it from the storage, or written it there.
    pub stored: Option<String>,
}

impl Shelf {
    /// Loads the stored drafts, once. A draft that was opened before stays, and the stored one becomes an earlier one.
    pub fn bring_back(&mut self, store: &impl Store, now: f64) {
        self.stored = store.read(DRAFT);
        // The reader can change the storage, so its content is checked like a file.
        if let Some(earlier) = read_earlier(store) {
            self.earlier = earlier;
        }
        // A tab that is loaded again has its own text. A newer one of another tab is among the earlier ones.
        let of_tab = store.of_tab().filter(|text| Draft::from_json(text).is_ok());
        if of_tab.is_some() && of_tab != self.stored && self.draft == Draft::default() {
            let is_own = self.stored != store.read(OPENED);
            let other = self.stored.as_deref().map(Draft::from_json);
            if let (Some(Ok(other)), true) = (other, is_own) {
                put_first(&mut self.earlier, other, now);
            }
            self.stored = of_tab;
        }
        let stored = self.stored.as_deref().map(Draft::from_json);
        let Some(Ok(stored)) = stored else { return };
        let is_own = self.stored != store.read(OPENED);
        if self.draft == Draft::default() {
            self.draft = stored;
            if !is_own {
                self.opened = self.draft.clone();
            }
        } else if self.draft != stored && is_own {
            put_first(&mut self.earlier, stored, now);
        }
    }

    /// Stores the draft and as many earlier ones as there is room for. A draft that another tab has stored meanwhile is
    /// never lost: it becomes an earlier one. Returns the number of earlier drafts that the storage has no room for.
    ///
    /// # Errors
    /// Returns that there is no room for the draft.
    pub fn keep(&mut self, store: &mut impl Store, now: f64) -> Result<usize, NoRoom> {
        let text = self.draft.to_json();
        let newest_stored = store.read(DRAFT);
        // The text that the playground begins with is worth no place in the storage.
        let is_changed = self.stored.is_some() || self.draft != Draft::default();
        let is_new = is_changed && self.stored.as_ref() != Some(&text);
        if is_changed {
            store.keep_for_tab(&text);
        }
        let other = newest_stored.as_deref().map(Draft::from_json);
        let other = other.and_then(Result::ok);
        if is_new && newest_stored != self.stored {
            let is_own = newest_stored != store.read(OPENED);
            let other = other.clone().filter(|other| *other != self.draft);
            if let Some(other) = other.filter(|_| is_own) {
                put_first(&mut self.earlier, other, now);
            }
        }
        // The newest draft is no earlier one; another tab may have stored it.
        let newest = if is_new { Some(self.draft.clone()) } else { other };
        for kept in read_earlier(store).unwrap_or_default() {
            let is_known = self.earlier.iter().any(|each| each.draft == kept.draft);
            if !is_known && Some(&kept.draft) != newest.as_ref() {
                self.earlier.push(kept);
            }
        }
        self.earlier.sort_by(|one, other| other.moment.total_cmp(&one.moment));
        self.earlier.truncate(MOST);
        let all = |count: usize| serde_json::to_string(&self.earlier[..count]).unwrap_or_default();
        let mut counts = (0..=self.earlier.len()).rev();
        let kept = counts.find(|&count| store.write(EARLIER, &all(count)).is_ok());
        let mut dropped = self.earlier.len() - kept.unwrap_or(0);
        // A draft of another tab stays the newest while this tab has nothing new.
        if !is_new {
            return Ok(dropped);
        }
        let mut stored = store.write(DRAFT, &text);
        if stored.is_err() && kept.is_some() {
            dropped = self.earlier.len();
            // The present draft matters more than the earlier ones, so they make room for it.
            stored = store.remove(EARLIER).and_then(|()| store.write(DRAFT, &text));
        }
        stored?;
        // Without room for the second text, the draft counts as the reader's own.
        let _ = if self.is_as_opened() {
            store.write(OPENED, &text)
        } else {
            store.remove(OPENED)
        };
        self.stored = Some(text);
        Ok(dropped)
    }

    /// Returns true if the reader has changed nothing but what the picture follows.
    fn is_as_opened(&self) -> bool {
        let mut opened = self.opened.clone();
        (opened.picture, opened.shown) = (self.draft.picture, self.draft.shown);
        self.draft == opened
    }

    /// Opens another draft. The old one becomes an earlier one if the reader has changed it.
    pub fn replace(&mut self, draft: Draft, now: f64) {
        if self.draft == draft {
            return;
        }
        if !self.is_as_opened() {
            put_first(&mut self.earlier, self.draft.clone(), now);
        }
        // An earlier draft that comes back, by a link too, is still the reader's own.
        let earlier = self.earlier.len();
        self.earlier.retain(|kept| kept.draft != draft);
        self.opened = if self.earlier.len() == earlier {
            draft.clone()
        } else {
            Draft::default()
        };
        self.draft = draft;
    }
}

/// Adds an earlier draft in front of the others.
pub fn put_first(earlier: &mut Vec<Kept>, draft: Draft, now: f64) {
    earlier.retain(|kept| kept.draft != draft);
    earlier.insert(0, Kept { draft, moment: now });
    earlier.truncate(MOST);
}

fn read_earlier(store: &impl Store) -> Option<Vec<Kept>> {
    let mut earlier: Vec<Kept> = serde_json::from_str(&store.read(EARLIER)?).ok()?;
    earlier.truncate(MOST);
    Some(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// A storage with room for so many bytes.
    struct Room {
        texts: BTreeMap<String, String>,
        bytes: usize,
        /// True for a test of one tab's own text.
        has_tab: bool,
        of_tab: Option<String>,
    }

    impl Store for Room {
        fn read(&self, key: &str) -> Option<String> {
            self.texts.get(key).cloned()
        }

        fn write(&mut self, key: &str, text: &str) -> Result<(), NoRoom> {
            let others = self.texts.iter().filter(|(each, _)| *each != key);
            let taken: usize = others.map(|(_, text)| text.len()).sum();
            if taken + text.len() > self.bytes {
                return Err(NoRoom);
            }
            self.texts.insert(key.to_owned(), text.to_owned());
            Ok(())
        }

        fn remove(&mut self, key: &str) -> Result<(), NoRoom> {
            self.texts.remove(key);
            Ok(())
        }

        fn of_tab(&self) -> Option<String> {
            self.of_tab.clone()
        }

        fn keep_for_tab(&mut self, text: &str) {
            if self.has_tab {
                self.of_tab = Some(text.to_owned());
            }
        }
    }

    /// A tab that is loaded again has its own text, also if another tab has stored a newer one; and that one is not lost.
    #[test]
    fn each_tab_keeps_its_own_text() {
        let mut store = Room {
            texts: BTreeMap::new(),
            bytes: 100_000,
            has_tab: true,
            of_tab: None,
        };
        let mut of_first_tab = None;
        for (now, letter) in [(1.0, "first"), (2.0, "second")] {
            // The second tab begins without a text of its own.
            of_first_tab = of_first_tab.or(store.of_tab.take());
            let mut shelf = open(&store, now);
            shelf.draft.source = letter.to_owned();
            shelf.keep(&mut store, now).expect("there is room");
        }
        assert_eq!(open(&store, 3.0).draft.source, "second");
        store.of_tab = of_first_tab;
        let mut first = open(&store, 3.0);
        assert_eq!(first.draft.source, "first");
        assert_eq!(first.earlier[0].draft.source, "second");
        first.draft.source = "first, edited".to_owned();
        first.keep(&mut store, 4.0).expect("there is room");
        assert!(first.earlier.iter().any(|kept| kept.draft.source == "second"));
    }

    #[derive(Clone, Debug)]
    enum Act {
        /// Types one more letter: the text before is part of the new one.
        Type,
        /// Opens another text in place of this one.
        Open,
        /// The tab is loaded again; it stores its draft before.
        Reload,
        /// The tab ends without a chance to store anything.
        Crash,
    }

    fn acts() -> impl Strategy<Value = Vec<(usize, Act)>> {
        let act = prop_oneof![
            4 => Just(Act::Type),
            1 => Just(Act::Open),
            1 => Just(Act::Reload),
            1 => Just(Act::Crash),
        ];
        prop::collection::vec((0_usize..2, act), 1..16)
    }

    fn open(store: &Room, now: f64) -> Shelf {
        let mut shelf = Shelf::default();
        shelf.bring_back(store, now);
        shelf
    }

    /// Plays the acts of two tabs. Returns the texts that must be somewhere, those that the storage has, and true if a
    /// tab has told its reader that there is no room.
    fn play(acts: &[(usize, Act)], bytes: usize) -> (BTreeSet<String>, BTreeSet<String>, bool) {
        let mut store = Room {
            texts: BTreeMap::new(),
            bytes,
            has_tab: false,
            of_tab: None,
        };
        let mut tabs = [open(&store, 0.0), open(&store, 0.0)];
        let (mut wanted, mut told) = (BTreeSet::new(), false);
        for (number, (tab, act)) in (1_u32..).zip(acts) {
            let (tab, now) = (&mut tabs[*tab], f64::from(number));
            match act {
                Act::Type => {
                    // The text before is reached by undo, and part of the new one.
                    wanted.remove(&tab.draft.source);
                    tab.draft.source.push_str(&format!(" {number}"));
                    wanted.insert(tab.draft.source.clone());
                    told |= tab.keep(&mut store, now) != Ok(0);
                }
                Act::Open => {
                    tab.replace(Draft::of_text(format!("text {number}")), now);
                    told |= tab.keep(&mut store, now) != Ok(0);
                }
                Act::Reload => {
                    told |= tab.keep(&mut store, now) != Ok(0);
                    *tab = open(&store, now);
                }
                Act::Crash => *tab = open(&store, now),
            }
        }
        for (number, tab) in tabs.iter_mut().enumerate() {
            told |= tab.keep(&mut store, 1e6 + number as f64) != Ok(0);
        }
        let last = open(&store, 2e6);
        let earlier = last.earlier.into_iter().map(|kept| kept.draft.source);
        let texts = earlier.chain([last.draft.source]).collect();
        (wanted, texts, told)
    }

    /// Opens more links than there are places for earlier drafts, each in this way.
    fn after_links(open_link: impl Fn(&mut Shelf, &mut Room, Draft, f64)) -> Vec<String> {
        let mut store = Room {
            texts: BTreeMap::new(),
            bytes: usize::MAX,
            has_tab: false,
            of_tab: None,
        };
        let mut tab = open(&store, 0.0);
        for (now, name) in [(1.0, "first"), (2.0, "second")] {
            tab.replace(Draft::of_text(format!("lesson {name}")), now);
            tab.draft.source = name.to_owned();
            assert_eq!(tab.keep(&mut store, now), Ok(0));
        }
        for number in 0..=MOST {
            // The reader's own texts come by links, too.
            let text = match number {
                3 => "first".to_owned(),
                5 => "second".to_owned(),
                _ => format!("link {number}"),
            };
            open_link(&mut tab, &mut store, Draft::of_text(text), 3.0 + number as f64);
        }
        let earlier = open(&store, 1e6).earlier.into_iter();
        earlier.map(|kept| kept.draft.source).collect()
    }

    #[test]
    fn links_in_one_tab_leave_the_readers_own_texts() {
        let earlier = after_links(|tab, store, draft, now| {
            tab.replace(draft, now);
            // To look at another block of a link's kernel changes no text.
            if tab.draft.source.starts_with("link") {
                tab.draft.picture = 3;
            }
            assert_eq!(tab.keep(store, now), Ok(0));
        });
        assert_eq!(earlier, ["second", "first"]);
    }

    #[test]
    fn links_in_new_tabs_leave_the_readers_own_texts() {
        let earlier = after_links(|tab, store, draft, now| {
            *tab = open(store, now);
            tab.replace(draft, now);
            assert_eq!(tab.keep(store, now), Ok(0));
        });
        assert_eq!(earlier, ["second", "first"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Whatever two tabs do in whatever order, no text that was typed is lost.
        #[test]
        fn no_text_of_two_tabs_is_lost(acts in acts()) {
            let (wanted, texts, told) = play(&acts, usize::MAX);
            prop_assert!(!told);
            let lost: Vec<_> = wanted.difference(&texts).collect();
            prop_assert!(lost.is_empty(), "lost {lost:?}, found {texts:?}");
        }

        /// A full or forbidden storage is told.
        #[test]
        fn a_text_that_has_no_room_is_told(acts in acts(), bytes in 0_usize..6000) {
            let (wanted, texts, told) = play(&acts, bytes);
            let is_there = wanted.is_subset(&texts);
            prop_assert!(is_there || told, "lost in {bytes} bytes without a word");
        }
    }
}
