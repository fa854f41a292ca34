//! Handles the keys of presenters and players; keys in text fields stay with the field.

use crate::browser::window::focus;
use crate::draft::Turn;
use crate::lesson::list::FIND;
use crate::page::roving::roves;
use crate::page::{Offer, Overlay, Page, SPEEDS};
use crate::present::channel::Line;
use crate::present::stage::{Bar, By};
use leptos::ev;
use leptos::prelude::*;
use model::present::keys::{Action, Key, Place, action};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

pub fn listen(page: Page) {
    // In full screen the browser takes Escape, which clickers send, for itself: it means all slides there too.
    window_event_listener_untyped("fullscreenchange", move |_| {
        let is_over = document().fullscreen_element().is_none();
        let is_on_stage = page.route.presenting.get_untracked();
        let is_bare = page.route.overlay.with_untracked(Option::is_none);
        // The browser also ends full screen for the speaker's window.
        if is_over && is_on_stage && is_bare && !Line::of(page).has_just_opened() {
            page.route.overlay.set(Some(Overlay::Overview));
        }
    });
    window_event_listener(ev::click, |event| release_clicked(&event));
    window_event_listener(ev::keydown, move |event| {
        if event.is_composing() {
            return;
        }
        if event.ctrl_key() || event.meta_key() {
            if event.key() == "p" && !event.alt_key() && prints_slides(page) {
                event.prevent_default();
            }
            return;
        }
        if heard(page, &event) {
            event.prevent_default();
        }
    });
}

/// Opens the print view for the browser's print key, if there are slides. Returns false if it is open already: then the
/// browser prints.
fn prints_slides(page: Page) -> bool {
    let slides = untrack(|| page.slides()).is_some();
    let prints = slides && page.route.overlay.get_untracked() != Some(Overlay::Print);
    if prints {
        page.route.overlay.set(Some(Overlay::Print));
    }
    prints
}

/// Handles a key. Returns true if the page has used it.
fn heard(page: Page, event: &KeyboardEvent) -> bool {
    let (pressed, overlay) = (event.key(), page.route.overlay.get_untracked());
    // These keys close what covers the page, even if the reader has switched the shortcuts off.
    if overlay == Some(Overlay::Black) {
        let held = matches!(pressed.as_str(), "Shift" | "Alt" | "AltGraph" | "CapsLock");
        if !held {
            page.route.overlay.set(None);
        }
        return !held;
    }
    // Escape also closes the tip, so that the reader can see what is below it.
    if pressed == "Escape" && page.run.tip.with_untracked(Option::is_some) {
        page.run.tip.set(None);
    }
    if pressed == "Escape" && overlay.is_some() {
        page.route.overlay.set(None);
        return true;
    }
    if pressed == "Escape" && Bar::of(page).close() {
        return true;
    }
    if roves(event) {
        return true;
    }
    if !page.settings.keys_on.get_untracked() || takes_text(event) {
        return false;
    }
    // A focused button uses these two keys itself.
    if matches!(pressed.as_str(), " " | "Enter") && is_button(event) {
        return false;
    }
    let key = match (event.alt_key(), event.shift_key()) {
        (true, _) => Key::WithAlt(&pressed),
        (false, true) => Key::WithShift(&pressed),
        (false, false) => Key::Alone(&pressed),
    };
    let place = match untrack(|| (page.shows_run(), page.slide_shown())) {
        (_, Some(_)) => Place::Slide,
        (false, None) => Place::Outside,
        (true, None) => Place::Lesson,
    };
    let Some(action) = action(key, place) else {
        return false;
    };
    // An embedded page has a player and no overlays.
    if !action.plays() && untrack(|| page.in_frame()) {
        return false;
    }
    page.act_below(action)
}

impl Page {
    /// Runs the action of a key, unless a dialog is open: then nothing below it moves. Returns true if the page has used the
    /// action.
    pub fn act_below(self, action: Action) -> bool {
        match (self.route.overlay.get_untracked(), action) {
            (Some(Overlay::Black), _) => self.route.overlay.set(None),
            (None | Some(Overlay::Answer | Overlay::WhatIf | Overlay::Menu(_)), _) => self.act(action),
            // The key that has opened a dialog also closes it.
            (Some(Overlay::Overview), Action::Overview)
            | (Some(Overlay::GoTo), Action::GoTo)
            | (Some(Overlay::Help), Action::Help)
            | (Some(Overlay::Glossary), Action::Glossary) => self.route.overlay.set(None),
            // Other dialogs have keys of their own.
            (Some(_), _) => return false,
        }
        true
    }

    /// Runs the action of a key.
    pub fn act(self, action: Action) {
        let moves = matches!(action, Action::Next | Action::Back | Action::Start | Action::End);
        if moves {
            self.run.playing.set(false);
        }
        match action {
            Action::Next => self.advance(),
            Action::Back => self.retreat(),
            Action::Start => self.go_to(0),
            Action::End => self.to_end(),
            Action::Restart => self.restart_slide(),
            Action::AsSlide => self.as_it_was(),
            Action::SlideNext => self.turn_slide(1),
            Action::SlideBack => self.turn_slide(-1),
            Action::FirstSlide => self.show_slide(0),
            Action::LastSlide => self.to_last_slide(),
            Action::Play => self.toggle_play(),
            Action::Predict => self.toggle_predicting(),
            Action::Faster => self.faster(),
            Action::Slower => self.slower(),
            Action::StepBy(grain) => self.step_by(grain),
            Action::StepByCycle => self.step_by_cycle(),
            Action::Reconverge => self.to_reconvergence(),
            Action::FullScreen => self.present(!self.route.presenting.get_untracked()),
            Action::Overview => self.open_over_slides(Overlay::Overview),
            Action::Controls => self.toggle_controls(),
            Action::GoTo => self.open_over_slides(Overlay::GoTo),
            Action::Speaker => self.open_speaker(),
            Action::Black => self.route.overlay.set(Some(Overlay::Black)),
            Action::Theme => self.choose_theme(self.settings.theme.get_untracked().next()),
            Action::Glossary => self.route.overlay.set(Some(Overlay::Glossary)),
            Action::Find => focus(FIND),
            Action::Help => self.route.overlay.set(Some(Overlay::Help)),
        }
    }

    /// Opens or closes the bar, which only the stage has.
    fn toggle_controls(self) {
        if self.route.presenting.get_untracked() {
            Bar::of(self).toggle(By::Key);
        }
    }

    /// Opens an overlay about slides, if there are slides.
    fn open_over_slides(self, overlay: Overlay) {
        if untrack(|| self.slides()).is_some() {
            self.route.overlay.set(Some(overlay));
        }
    }

    /// Starts playing from here. At the end of the slide's range or of the run it starts from the start: in the
    /// playground's chain with the next dispatch, and after the last one with the first. Stops if it plays.
    pub fn toggle_play(self) {
        if self.run.playing.get_untracked() {
            self.run.playing.set(false);
            return;
        }
        if self.is_at_end_of_slide() {
            self.restart_slide();
        } else if self.is_at_end() {
            if self.turn_stage(Turn::Play) {
                // It plays as soon as it is there.
                return;
            }
            self.go_to(0);
        }
        // A run without steps cannot play.
        self.run.playing.set(untrack(|| self.presses()) > 0);
    }

    /// Switches full screen on or off. A slide then hides the header and the lesson bar.
    pub fn present(self, on: bool) {
        self.route.presenting.set(on);
        // The audience need not know what was added to the deck.
        self.drop_notice(&Offer::Deck);
        let document = document();
        match (on, document.fullscreen_element()) {
            (false, Some(_)) => document.exit_fullscreen(),
            // A link has opened the stage, in a page that is not in full screen.
            (false, None) => {}
            (true, _) => {
                if let Some(root) = document.document_element() {
                    // If full screen is forbidden (in an embedded page), the slide fills the page instead.
                    let _ = root.request_fullscreen();
                }
            }
        }
    }

    pub fn faster(self) {
        self.settings
            .speed
            .update(|speed| *speed = (*speed + 1).min(SPEEDS.len() - 1));
    }

    pub fn slower(self) {
        self.settings.speed.update(|speed| *speed = speed.saturating_sub(1));
    }
}

/// Moves the focus to the player, for the link at the top of the page.
pub fn focus_player(event: web_sys::MouseEvent) {
    event.prevent_default();
    let next = document()
        .get_element_by_id("next")
        .and_then(|next| next.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(next) = next {
        // If the browser refuses, the focus stays where it was.
        let _ = next.focus();
    }
}

/// Returns the element where the key was pressed. In a shadow tree, the event's target at the window is only the host.
fn tag_of(event: &KeyboardEvent) -> Option<(String, web_sys::Element)> {
    let element: web_sys::Element = event.composed_path().get(0).dyn_into().ok()?;
    Some((element.tag_name(), element))
}

fn takes_text(event: &KeyboardEvent) -> bool {
    let Some((tag, element)) = tag_of(event) else {
        return false;
    };
    match tag.as_str() {
        "TEXTAREA" | "SELECT" => true,
        // The slider uses the arrow keys with the same meaning as the page.
        "INPUT" => !matches!(
            element.get_attribute("type").as_deref(),
            Some("range" | "checkbox" | "button")
        ),
        _ => element
            .get_attribute("contenteditable")
            .is_some_and(|editable| editable != "false"),
    }
}

fn is_button(event: &KeyboardEvent) -> bool {
    tag_of(event).is_some_and(|(tag, _)| matches!(tag.as_str(), "BUTTON" | "A" | "SUMMARY" | "INPUT"))
}

/// Removes the focus from a button after a mouse click: otherwise Space would press it again instead of playing. A
/// button that was reached by keyboard keeps the focus.
fn release_clicked(event: &web_sys::MouseEvent) {
    let by_pointer = event.detail() > 0;
    let focused = document()
        .active_element()
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(button) = focused.filter(|element| by_pointer && element.tag_name() == "BUTTON") {
        // If the browser refuses, the button keeps the focus.
        let _ = button.blur();
    }
}
