//! The audience's end of a presentation: opens the speaker's window, sends it each change, and receives its keys.

use crate::browser::storage::Storage;
use crate::deck::DeckState;
use crate::draw::palette;
use crate::page::{Offer, Overlay, Page};
use crate::present::slides::Showing;
use crate::run::caption::lines;
use js_sys::Uint8Array;
use leptos::prelude::*;
use lessons::Language;
use model::address::{Address, Aside, RunSpec};
use model::present::slides::Slides;
use model::present::speaker::{Message, SlideState, State, is_for_audience};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent, PerformanceNavigation};

/// The `sessionStorage` key of the presentation's name: after a reload, the speaker's window is still connected.
const KEY: &str = "warpstep.presentation";

/// The connection to the speaker's window, if there is one. `Copy`: all copies share the same connection.
#[derive(Clone, Copy)]
pub struct Line {
    name: RwSignal<Option<String>>,
    end: StoredValue<Option<End>, LocalStorage>,
    /// The time at which the speaker's window was opened last, in milliseconds.
    opened: StoredValue<f64>,
}

/// One end of a channel; dropping it closes the channel.
pub struct End {
    channel: BroadcastChannel,
    _heard: Closure<dyn Fn(MessageEvent)>,
}

impl Drop for End {
    fn drop(&mut self) {
        self.channel.close();
    }
}

impl End {
    /// Opens an end. `None` if the browser has no `BroadcastChannel`.
    pub fn new(name: &str, hear: impl Fn(Message) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(&format!("warpstep-{name}")).ok()?;
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let bytes = event.data().dyn_into::<Uint8Array>().ok();
            if let Some(message) = bytes.and_then(|bytes| Message::read(&bytes.to_vec())) {
                hear(message);
            }
        });
        channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(End { channel, _heard: heard })
    }

    pub fn tell(&self, message: &Message) {
        // A closed channel has no receiver, so a failure does not matter.
        let bytes = Uint8Array::from(message.write().as_slice());
        let _ = self.channel.post_message(&bytes);
    }
}

impl Line {
    /// The page's connection to the speaker's window.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Line {
            name: RwSignal::new(None),
            end: StoredValue::new_local(None),
            opened: StoredValue::new(f64::NEG_INFINITY),
        }
    }

    /// Returns true if the speaker's window has just been opened: browsers end full screen for it.
    pub fn has_just_opened(self) -> bool {
        /// Time in which a browser ends full screen, in milliseconds.
        const SOON: f64 = 2_000.0;
        js_sys::Date::now() - self.opened.get_value() < SOON
    }

    fn tell(self, message: &Message) {
        self.end.with_value(|end| {
            if let Some(end) = end {
                end.tell(message);
            }
        });
    }
}

/// Returns a random text that no other presentation has.
fn fresh_name() -> String {
    let random = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:08x}{:08x}", random(), random())
}

fn was_reloaded() -> bool {
    window()
        .performance()
        .is_some_and(|performance| performance.navigation().type_() == PerformanceNavigation::TYPE_RELOAD)
}

/// Sends every change to the speaker's window.
pub fn follow(page: Page) {
    // A duplicated tab copies the storage too, but starts its own presentation. Only a reload continues the old one.
    let before = Storage::Session.read(KEY);
    if let Some(name) = before.filter(|_| was_reloaded()) {
        page.connect(name);
    }
    Effect::new(move |_| {
        if Line::of(page).name.with(Option::is_some) {
            Line::of(page).tell(&Message::State(Box::new(state(page))));
        }
    });
    window_event_listener_untyped("pagehide", move |_| Line::of(page).tell(&Message::Bye));
    // Back from where the browser had put it aside.
    window_event_listener_untyped("pageshow", move |_| {
        Line::of(page).name.update(|_| {});
    });
}

impl Page {
    fn connect(self, name: String) {
        let end = End::new(&name, move |message| match message {
            Message::Hello => {
                let state = untrack(|| state(self));
                Line::of(self).tell(&Message::State(Box::new(state)));
            }
            // An open dialog keeps the slide where it is.
            Message::Do(action) if is_for_audience(action) => drop(self.act_below(action)),
            Message::Close => self.route.overlay.set(None),
            Message::GoTo(index) => {
                self.route.overlay.set(None);
                self.show_slide(index);
            }
            Message::Do(_) | Message::State(_) | Message::Bye => {}
        });
        // Without storage, a reload ends the presentation.
        let _ = Storage::Session.write(KEY, &name);
        Line::of(self).end.set_value(end);
        Line::of(self).name.set(Some(name));
    }

    /// Opens the speaker's window, and shows the first slide if none is shown.
    pub fn open_speaker(self) {
        if untrack(|| self.slides()).is_none() {
            return;
        }
        if untrack(|| self.slide_shown()).is_none() {
            self.show_slide(0);
        }
        let name = Line::of(self).name.get_untracked().unwrap_or_else(|| {
            let name = fresh_name();
            self.connect(name.clone());
            name
        });
        let address = format!(
            "#/speaker?id={name}&lang={}&theme={}",
            match self.settings.language.get_untracked() {
                Language::English => "en",
                Language::SimplifiedChinese => "zh",
            },
            self.settings.theme.get_untracked().name()
        );
        let features = palette::token("speaker-window");
        let target = format!("warpstep-{name}");
        Line::of(self).opened.set_value(js_sys::Date::now());
        let opened = window().open_with_url_and_target_and_features(&address, &target, &features);
        match opened {
            // A window that was open already comes to the front, if the browser allows it.
            Ok(Some(opened)) => drop(opened.focus()),
            Ok(None) | Err(_) => self.push_notice(Offer::Speaker { address, target }, |strings| {
                strings.present().blocked.to_owned()
            }),
        }
    }
}

/// Returns the state that the audience sees. Tracked.
fn state(page: Page) -> State {
    let (language, code) = (page.reads(), page.settings.code_text.get());
    let showing = page.slide_shown();
    let title = showing.as_ref().map(|now| now.slides.title(language));
    let slide = showing.as_ref().map(|now| SlideState {
        index: now.index,
        count: now.slides.count(),
        text: now.slide.all_words(language, code),
        notes: now.slide.notes_in(language, code).into_owned(),
        next: now.slides.get(now.index + 1).map(|next| next.all_words(language, code)),
        picture: picture(page, now),
        next_picture: next_picture(page, now),
        planned: match &now.slides {
            Slides::Deck(deck) => deck.planned(now.index),
            Slides::Lesson(_) | Slides::Path(_) => None,
        },
        stretch: now.slide.run().map(|run| run.presses),
    });
    State {
        language,
        theme: page.settings.theme.get().name().to_owned(),
        title: title.unwrap_or_default().to_owned(),
        slide,
        press: (page.press_shown(), page.presses()),
        captions: if page.run.spec.with(Option::is_some) {
            lines(page, page.run.columns())
        } else {
            Vec::new()
        },
        changes: page.changes(),
        covered: page
            .route
            .overlay
            .get()
            .is_some_and(|overlay| overlay != Overlay::Black),
        is_black: page.route.overlay.get() == Some(Overlay::Black),
    }
}

/// Returns the link to the picture of the stage as it is. Tracked.
fn picture(page: Page, showing: &Showing) -> String {
    Address {
        view: page.run.spec.get().filter(|_| !showing.slides.is_deck()),
        step: page.run.position.get(),
        grain: Some(page.run.grain.get()),
        cycle: page.run.cycles.at.get(),
        panel: page.run.panel.get(),
        slide: Some(showing.index),
        ..of_picture(page, &showing.slides)
    }
    .write()
}

/// Returns the link to the picture of the next slide, if there is one. Tracked.
fn next_picture(page: Page, showing: &Showing) -> Option<String> {
    let next = showing.index + 1;
    let view = match &showing.slides {
        Slides::Lesson(lesson) => RunSpec::of_lesson(lesson),
        Slides::Path(_) | Slides::Deck(_) => None,
    };
    let address = Address {
        view,
        slide: Some(next),
        ..of_picture(page, &showing.slides)
    };
    (next < showing.slides.count()).then(|| address.write())
}

/// Returns the parts of a picture's address that do not depend on the slide. Tracked.
fn of_picture(page: Page, slides: &Slides) -> Address {
    Address {
        aside: slides.is_deck().then_some(Aside::Deck),
        reading: DeckState::of(page).letters(),
        language: Some(page.settings.language.get()),
        theme: Some(page.settings.theme.get()),
        stage: true,
        embed: true,
        ..Address::default()
    }
}
