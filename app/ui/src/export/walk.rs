//! Draws an element of the page again on a surface: boxes, texts, canvases and charts.

use super::shapes;
use super::texts;
use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use crate::run::canvas::drawing_of;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use web_sys::{
    CssStyleDeclaration, DomRect, Element, HtmlCanvasElement, HtmlInputElement, HtmlSelectElement, Node, Range,
};

/// Interactive controls, left out of exported pictures.
const CONTROLS: &str = "button.icon-button, button.button, button.link, a.icon-button, a.button, label.button, button.step, \
     button.round, .segments > button:not([aria-pressed=true]), .times-foot, .predict-bar, .predict-switch, \
     .unseen, .file, summary, details:not([open]), script, style, datalist, input[type=range], input[type=checkbox], input[type=file]";

/// A scrolling element that is drawn at full size; the content below it moves down.
#[derive(Debug)]
struct Spread {
    scroller: Element,
    bottom: f64,
    right: f64,
    down: f64,
}

/// A walk over an element and everything in it.
#[derive(Debug)]
pub struct Walk<'a> {
    pub(super) surface: &'a Surface,
    pub(super) palette: &'a Palette,
    pub(super) range: Range,
    origin: (f64, f64),
    spread: Option<Spread>,
}

/// The offset from window coordinates to the surface, in pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shift {
    x: f64,
    y: f64,
    in_spread: bool,
}

/// Returns the width and height of an element in pixels; `whole` adds what is scrolled out of view.
pub fn size(element: &Element, whole: bool) -> (f64, f64) {
    let rect = element.get_bounding_client_rect();
    let spread = whole.then(|| spread(element)).flatten();
    let (right, down) = spread.map_or((0.0, 0.0), |spread| (spread.right, spread.down));
    (rect.width() + right, rect.height() + down)
}

/// Returns the first scrolling element inside that has more content than it shows.
fn spread(element: &Element) -> Option<Spread> {
    let all = element
        .query_selector_all(
            ".code-scroll, .slot-scroll, .counters-scroll, .times-scroll, .picture-table, .playground-editor",
        )
        .ok()?;
    (0..all.length())
        .filter_map(|index| all.item(index)?.dyn_into::<Element>().ok())
        .map(|scroller| Spread {
            bottom: scroller.get_bounding_client_rect().bottom(),
            right: f64::from((scroller.scroll_width() - scroller.client_width()).max(0)),
            down: f64::from((scroller.scroll_height() - scroller.client_height()).max(0)),
            scroller,
        })
        .find(|spread| spread.right + spread.down > 0.0)
}

/// Draws the content of an element, without its border and background. `whole` includes what is scrolled out of view.
pub fn draw(surface: &Surface, palette: &Palette, element: &Element, whole: bool) -> Option<()> {
    let rect = element.get_bounding_client_rect();
    let walk = Walk {
        surface,
        palette,
        range: window().document()?.create_range().ok()?,
        origin: (rect.left(), rect.top()),
        spread: whole.then(|| spread(element)).flatten(),
    };
    walk.children(element, Shift::default());
    Some(())
}

impl Walk<'_> {
    pub(super) fn place(&self, rect: &DomRect, shift: Shift) -> Rect {
        let below = self
            .spread
            .as_ref()
            .filter(|spread| !shift.in_spread && rect.top() >= spread.bottom - 0.5);
        Rect::new(
            rect.left() - self.origin.0 + shift.x,
            rect.top() - self.origin.1 + shift.y + below.map_or(0.0, |spread| spread.down),
            rect.width(),
            rect.height(),
        )
    }

    fn children(&self, parent: &Node, shift: Shift) {
        let mut child = parent.first_child();
        while let Some(node) = child {
            child = node.next_sibling();
            match node.dyn_into::<Element>() {
                Ok(element) => self.element(&element, shift),
                Err(node) if node.node_type() == Node::TEXT_NODE => texts::draw(self, &node, shift),
                Err(_) => {}
            }
        }
    }

    fn element(&self, element: &Element, shift: Shift) {
        if element.matches(CONTROLS).unwrap_or(false) {
            return;
        }
        let Ok(Some(style)) = window().get_computed_style(element) else {
            return;
        };
        let opacity = number(&style, "opacity");
        // Screen readers alone read text that is clipped away.
        let is_clipped = property(&style, "clip-path") == "inset(50%)";
        if property(&style, "display") == "none" || opacity == 0.0 || is_clipped {
            return;
        }
        let alpha = self.surface.current_alpha();
        self.surface.alpha(alpha * opacity);
        match element.dyn_ref::<web_sys::SvgGraphicsElement>() {
            Some(shape) => self.drawing(shape, &style, shift),
            None => self.boxed(element, &style, shift),
        }
        self.surface.alpha(alpha);
    }

    /// Draws a chart, or a part of one.
    fn drawing(&self, shape: &web_sys::SvgGraphicsElement, style: &CssStyleDeclaration, shift: Shift) {
        if property(style, "visibility") == "visible" {
            let window = (shift.x - self.origin.0, shift.y - self.origin.1);
            shapes::draw(self.surface, shape, style, window);
        }
        self.children(shape, shift);
    }

    fn boxed(&self, element: &Element, style: &CssStyleDeclaration, shift: Shift) {
        let spreads = self.spread.as_ref().filter(|spread| &spread.scroller == element);
        let mut rect = self.place(&element.get_bounding_client_rect(), shift);
        if let Some(spread) = spreads {
            rect = Rect::new(rect.x, rect.y, rect.width + spread.right, rect.height + spread.down);
        }
        let contents = property(style, "display") == "contents";
        if property(style, "visibility") == "visible" && !contents {
            // A group of choices has no frame in a picture; only the chosen one is drawn.
            let is_choice = element.class_list().contains("segments");
            if !is_choice && !shapes::key(self.surface, self.palette, element, rect) {
                shapes::frame(self.surface, style, rect);
            }
            shapes::mark_before(self.surface, element, rect);
            self.held(element, style, rect);
        }
        if let Some(canvas) = element.dyn_ref::<HtmlCanvasElement>() {
            if let Some(draw) = drawing_of(canvas) {
                self.surface.within(rect, |surface| draw(surface, self.palette));
            }
            return;
        }
        let inside = match spreads {
            Some(_) => Shift {
                x: shift.x + f64::from(element.scroll_left()),
                y: shift.y + f64::from(element.scroll_top()),
                in_spread: true,
            },
            None => Shift {
                x: shift.x - before_chosen(element),
                ..shift
            },
        };
        let clips = spreads.is_none() && !contents && is_cut(element, style);
        if clips {
            self.surface.save();
            self.surface.begin_path();
            self.surface.rounded(rect, 0.0);
            self.surface.clip();
        }
        // The editor keeps its text in a shadow tree.
        if let Some(root) = element.shadow_root() {
            self.children(&root, inside);
        }
        self.children(element, inside);
        if clips {
            self.surface.restore();
        }
    }

    /// Draws the text in a form field.
    fn held(&self, element: &Element, style: &CssStyleDeclaration, rect: Rect) {
        let text = if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
            input.value()
        } else if let Some(select) = element.dyn_ref::<HtmlSelectElement>() {
            let chosen = select.selected_options().item(0);
            chosen.and_then(|option| option.text_content()).unwrap_or_default()
        } else {
            return;
        };
        let inset = number(style, "padding-left") + number(style, "border-left-width");
        let rect = rect.grown(-inset);
        texts::write(self, style, text.trim(), rect, "color");
    }
}

/// Returns the distance in pixels from the left edge of the tabs to the chosen tab. The picture shows the chosen tab at
/// the left edge, as a heading.
fn before_chosen(element: &Element) -> f64 {
    let chosen = element
        .class_list()
        .contains("slot-tabs")
        .then(|| element.query_selector("[aria-pressed=true]").ok().flatten());
    chosen.flatten().map_or(0.0, |chosen| {
        chosen.get_bounding_client_rect().left() - element.get_bounding_client_rect().left()
    })
}

/// Returns true if an element clips its content.
fn is_cut(element: &Element, style: &CssStyleDeclaration) -> bool {
    let hides = property(style, "overflow-x") != "visible" || property(style, "overflow-y") != "visible";
    hides && (element.scroll_width() > element.client_width() || element.scroll_height() > element.client_height())
}

pub(super) fn property(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default()
}

/// Returns the first length of a property in pixels, or its plain number; 0 if it is neither.
pub(super) fn number(style: &CssStyleDeclaration, name: &str) -> f64 {
    let text = property(style, name);
    let first = text.split(' ').next().unwrap_or_default();
    first.trim_end_matches("px").parse().unwrap_or(0.0)
}
