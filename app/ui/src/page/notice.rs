//! Sentences for the reader, shown above everything, each with an offer to do something about it.

use super::Page;
use leptos::prelude::*;
use model::strings::{self, Strings};
use std::sync::Arc;

/// A sentence for the reader, written in whatever language the page has.
#[derive(Clone)]
pub struct Notice {
    pub id: u32,
    pub text: Arc<dyn Fn(&'static Strings) -> String + Send + Sync>,
    pub offer: Offer,
}

/// The action that a notice offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    Nothing,
    /// To start the engine again.
    Engine,
    /// To load the lessons' texts, which could not be loaded.
    Texts,
    /// To load the version of the page that has arrived.
    NewVersion,
    /// To go to one's own deck.
    Deck,
    /// To open the speaker's window by a link, which browsers do not block.
    Speaker {
        address: String,
        target: String,
    },
}

impl Offer {
    /// Returns true if the notice reports that something was done, and not that something is wrong.
    pub const fn is_of_success(&self) -> bool {
        matches!(self, Offer::Deck | Offer::NewVersion)
    }
}

impl Page {
    /// Removes the notice with this offer, because the reader has done what it offers.
    pub fn drop_notice(self, offer: &Offer) {
        let is_there = |notice: &Notice| notice.offer == *offer;
        if self.notices.with_untracked(|notices| notices.iter().any(is_there)) {
            self.notices
                .update(|notices| notices.retain(|notice| !is_there(notice)));
        }
    }

    /// Tells the reader something; the same sentence is told once.
    pub fn notify(self, text: impl Fn(&'static Strings) -> String + Send + Sync + 'static) {
        self.push_notice(Offer::Nothing, text);
    }

    /// The same, with something to do about it.
    pub fn push_notice(self, offer: Offer, text: impl Fn(&'static Strings) -> String + Send + Sync + 'static) {
        const MOST: usize = 4;
        self.notices.update(|notices| {
            let strings = strings::of(self.settings.language.get_untracked());
            let said = text(strings);
            let id = notices.iter().map(|notice| notice.id + 1).max().unwrap_or(0);
            // A newer offer of the same kind replaces an older one.
            let is_older = |notice: &Notice| offer != Offer::Nothing && notice.offer == offer;
            notices.retain(|notice| (notice.text)(strings) != said && !is_older(notice));
            notices.push(Notice {
                id,
                text: Arc::new(text),
                offer,
            });
            let extra = notices.len().saturating_sub(MOST);
            notices.drain(..extra);
        });
    }

    /// Says so if a file could not be saved.
    pub fn report_saved(self, saved: Option<()>) {
        if saved.is_none() {
            self.notify(|strings| strings.lab().not_saved.to_owned());
        }
    }
}
