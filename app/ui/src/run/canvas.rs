//! Draws a canvas at most once per frame, after what it shows has changed.

use crate::draw::palette::{self, Palette};
use crate::draw::surface::{Still, Surface};
use crate::page::Page;
use crate::run::motion::Motion;
use leptos::html;
use leptos::prelude::*;
use lessons::Language;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, HtmlCanvasElement, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    ResizeObserver,
};

/// Draws `canvas` in the next animation frame after anything that `changes` reads has changed, and after each change of
/// size, theme or language.
pub fn draw_when(
    page: Page,
    canvas: NodeRef<html::Canvas>,
    changes: impl Fn() + 'static,
    draw: impl Fn(&Surface, &Palette) + 'static,
) {
    let draw: Draw = Rc::new(draw);
    keep(canvas, Rc::clone(&draw));
    let frame = move |canvas: HtmlCanvasElement, palette: Rc<Palette>, look: Look| {
        if let Some(surface) = Surface::new(&canvas, look.sharpness) {
            draw(&surface, &palette);
        }
    };
    in_frames(page, canvas, Rc::new(changes), Rc::new(frame));
}

/// The functions that draw a picture from a value of type `T` alone.
pub struct Painter<Shown, Draw, Redraw, Fades, Flies> {
    /// Returns what the picture shows now.
    pub shown: Shown,
    pub draw: Draw,
    /// Draws the differences between the value that the canvas shows and a new one, or returns false.
    pub redraw: Redraw,
    /// Returns true if the picture of one value fades into that of the next one.
    pub fades: Fades,
    /// Draws what flies over the picture of the first value, at a share of the way to the second one from 0 to 1; returns
    /// false if nothing does.
    pub flies: Flies,
}

/// Draws a canvas like [`draw_when`]. If it still shows the last value, only the differences may be drawn; on stage, the
/// change may be shown as a [motion](super::motion).
pub fn draw_changes<T: 'static>(
    page: Page,
    canvas: NodeRef<html::Canvas>,
    changes: impl Fn() + 'static,
    painter: Painter<
        impl Fn() -> Option<T> + 'static,
        impl Fn(&Surface, &Palette, &T) + 'static,
        impl Fn(&Surface, &Palette, &T, &T) -> bool + 'static,
        impl Fn(&T, &T) -> bool + 'static,
        impl Fn(&Surface, &Palette, &T, &T, f64) -> bool + 'static,
    >,
) {
    let painter = Rc::new(painter);
    let whole = {
        let painter = Rc::clone(&painter);
        move |surface: &Surface, palette: &Palette| {
            if let Some(shown) = (painter.shown)() {
                (painter.draw)(surface, palette, &shown);
            }
        }
    };
    keep(canvas, Rc::new(whole));
    let stands = RefCell::new(None);
    let motion = Motion::default();
    let frame = move |canvas: HtmlCanvasElement, palette: Rc<Palette>, look: Look| {
        let now = (painter.shown)().map(Rc::new);
        let stood = stands
            .replace(now.clone().map(|now| (look, now)))
            .filter(|(before_look, _)| *before_look == look)
            .map(|(_, before): (Look, Rc<T>)| before);
        // A picture in motion stands between two values.
        let is_between = motion.stop();
        let changed = stood.zip(now.clone());
        let may_move = changed.is_some() && motion.may_start(page);
        let changed = changed.filter(|_| !is_between);
        // The parts that stand still are drawn once and then copied: a frame draws only the parts that move.
        if let Some((before, now)) = changed.clone()
            && may_move
            && let Some(surface) = Surface::standing(&canvas, look.sharpness)
            && let Some(old) = Still::of(&canvas)
        {
            let (painter, palette) = (Rc::clone(&painter), Rc::clone(&palette));
            let new = (painter.fades)(&before, &now)
                .then(|| {
                    (painter.draw)(surface.cleared(), &palette, &now);
                    Still::of(&canvas)
                })
                .flatten();
            let draw = move |share: f64| match &new {
                Some(new) => {
                    surface.show(new);
                    surface.alpha((1.0 - share).powi(2));
                    surface.lay(&old);
                    surface.alpha(1.0);
                    true
                }
                None if share < 1.0 => {
                    surface.show(&old);
                    (painter.flies)(&surface, &palette, &before, &now, share)
                }
                None => {
                    (painter.draw)(surface.cleared(), &palette, &now);
                    true
                }
            };
            if motion.start(Rc::new(draw)) {
                return;
            }
        }
        let redrawn = changed.is_some_and(|(before, now)| {
            Surface::standing(&canvas, look.sharpness)
                .is_some_and(|surface| (painter.redraw)(&surface, &palette, &before, &now))
        });
        if redrawn {
            return;
        }
        let surface = Surface::new(&canvas, look.sharpness);
        match surface.as_ref().zip(now) {
            Some((surface, now)) => (painter.draw)(surface, &palette, &now),
            // The canvas has no size yet.
            None => drop(stands.take()),
        }
    };
    in_frames(page, canvas, Rc::new(changes), Rc::new(frame));
}

/// The inputs of a drawing beside what it shows. A change needs a full redraw.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    epoch: u32,
    language: Language,
    /// Canvas pixels for each pixel of the screen.
    sharpness: f64,
}

/// Draws a canvas in an animation frame.
type Frame = Rc<dyn Fn(HtmlCanvasElement, Rc<Palette>, Look)>;

/// Calls `frame` in the next animation frame after a change. Not generic: the page has many pictures.
fn in_frames(page: Page, canvas: NodeRef<html::Canvas>, changes: Rc<dyn Fn()>, frame: Frame) {
    let waiting = Rc::new(Cell::new(false));
    Effect::new(move |_| {
        changes();
        page.epoch.track();
        page.settings.language.track();
        if canvas.get().is_none() || waiting.replace(true) {
            return;
        }
        let (waiting, frame) = (Rc::clone(&waiting), Rc::clone(&frame));
        let draw = move || {
            waiting.set(false);
            let Some(canvas) = canvas.try_get_untracked().flatten() else {
                return;
            };
            let palette = palette::current();
            // Paper has more pixels per length than a screen.
            let sharpness = if page.run.is_thumbnail() { palette.print } else { 1.0 };
            let look = Look {
                epoch: page.epoch.get_untracked(),
                language: page.settings.language.get_untracked(),
                sharpness,
            };
            frame(canvas, palette, look);
        };
        if page.route.printing.get_untracked() {
            draw()
        } else {
            request_animation_frame(draw)
        }
    });
    watch_size(page, canvas);
}

/// A function that draws a canvas.
pub type Draw = Rc<dyn Fn(&Surface, &Palette)>;

thread_local! {
    /// All canvases on the page, each with a unique number.
    static DRAWN: RefCell<Vec<(usize, NodeRef<html::Canvas>, Draw)>> = RefCell::default();
}

/// Registers a canvas and its drawing, until the component is removed.
fn keep(canvas: NodeRef<html::Canvas>, draw: Draw) {
    let number = DRAWN.with_borrow_mut(|drawn| {
        let number = drawn.last().map_or(0, |(last, ..)| last + 1);
        drawn.push((number, canvas, draw));
        number
    });
    on_cleanup(move || DRAWN.with_borrow_mut(|drawn| drawn.retain(|each| each.0 != number)));
}

/// Returns the drawing of a canvas on the page, so that the same picture can be drawn elsewhere.
pub fn drawing_of(canvas: &HtmlCanvasElement) -> Option<Draw> {
    DRAWN.with_borrow(|drawn| {
        let mut all = drawn.iter();
        let entry = all.find(|(_, place, _)| {
            let place = place.try_get_untracked().flatten();
            place.is_some_and(|place| &place == canvas)
        });
        entry.map(|(_, _, draw)| Rc::clone(draw))
    })
}

/// Draws a canvas again after its size has changed.
fn watch_size(page: Page, canvas: NodeRef<html::Canvas>) {
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let changed = Closure::<dyn Fn()>::new(move || page.epoch.update(|epoch| *epoch = epoch.wrapping_add(1)));
        let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(&canvas);
        until_cleanup((observer, changed), |(observer, _)| observer.disconnect());
    });
}

/// Calls `changed` with the width, the height and the size of the letters of an element, in CSS pixels, now and after each
/// change of its size.
pub fn watch_box(page: Page, place: NodeRef<html::Div>, changed: impl Fn(f64, f64, f64) + Clone + 'static) {
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let (changed, measured) = (changed.clone(), element.clone());
        let measure = move || {
            changed(
                f64::from(measured.client_width()),
                f64::from(measured.client_height()),
                letter_size(&measured),
            );
        };
        if page.route.printing.get_untracked() {
            measure();
        }
        let changed = Closure::<dyn Fn()>::new(measure);
        let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(&element);
        until_cleanup((observer, changed), |(observer, _)| observer.disconnect());
    });
}

/// Returns the size of an element's text, in pixels.
pub fn letter_size(element: &Element) -> f64 {
    let style = window().get_computed_style(element).ok().flatten();
    let letter = style
        .and_then(|style| style.get_property_value("font-size").ok())
        .map(|size| js_sys::parse_float(&size));
    letter.filter(|letter| *letter > 0.0).unwrap_or(16.0)
}

/// Keeps a value until the component is removed, then passes it to `end`.
pub fn until_cleanup<T: 'static>(kept: T, end: fn(T)) {
    let kept = StoredValue::new_local(Some(kept));
    on_cleanup(move || {
        if let Some(kept) = kept.try_update_value(Option::take).flatten() {
            end(kept);
        }
    });
}

/// The elements that are in the window at least partly, or near it; others need no drawing. One observer watches all of them,
/// because each observer costs time in every frame. `Copy`: all copies share the same observer.
#[derive(Clone, Copy)]
pub struct InWindow {
    observer: StoredValue<Option<IntersectionObserver>, LocalStorage>,
    watched: StoredValue<Vec<(Element, RwSignal<bool>)>, LocalStorage>,
}

impl InWindow {
    /// `margin`: the distance from the window that counts as in it, as CSS writes it.
    pub fn new(margin: &str) -> Self {
        let watched = StoredValue::new_local(Vec::<(Element, RwSignal<bool>)>::new());
        let changed = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            for entry in entries {
                let entry: IntersectionObserverEntry = entry.unchecked_into();
                let seen = watched.try_with_value(|watched| {
                    let mut watched = watched.iter();
                    let watched = watched.find(|(element, _)| *element == entry.target());
                    watched.map(|(_, seen)| *seen)
                });
                if let Some(seen) = seen.flatten() {
                    seen.set(entry.is_intersecting());
                }
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(margin);
        let changed_by = changed.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(changed_by, &options).ok();
        until_cleanup((observer.clone(), changed), |(observer, _)| {
            if let Some(observer) = observer {
                observer.disconnect();
            }
        });
        InWindow {
            observer: StoredValue::new_local(observer),
            watched,
        }
    }

    pub fn watch<E>(self, place: NodeRef<E>) -> RwSignal<bool>
    where
        E: html::ElementType + 'static,
        E::Output: JsCast + Clone + Into<Element> + 'static,
    {
        let seen = RwSignal::new(false);
        Effect::new(move |_| {
            let Some(element) = place.get().map(Into::<Element>::into) else {
                return;
            };
            self.observer.with_value(|observer| {
                if let Some(observer) = observer {
                    observer.observe(&element);
                }
            });
            self.watched.update_value(|watched| watched.push((element, seen)));
        });
        seen
    }
}

/// Returns the pointer's x and y inside the canvas, and the canvas' width and height, in CSS pixels.
pub fn place(event: &web_sys::PointerEvent) -> Option<(f64, f64, f64, f64)> {
    let element: Element = event.current_target()?.dyn_into().ok()?;
    let rect = element.get_bounding_client_rect();
    Some((
        f64::from(event.client_x()) - rect.left(),
        f64::from(event.client_y()) - rect.top(),
        rect.width(),
        rect.height(),
    ))
}
