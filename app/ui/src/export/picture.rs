//! Draws a panel as a separate picture, with its own background and a line below that names what it shows.

use super::walk;
use crate::draft::Playground;
use crate::draw::palette::{self, Palette};
use crate::draw::surface::{Align, Rect, Surface};
use crate::page::{Page, Pane};
use crate::run::export::ExportTarget;
use leptos::prelude::*;
use model::export::{About, Taken};
use model::strings;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement};

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    Svg,
    /// Pixels of the picture per CSS pixel.
    Pixels(f64),
}

/// The longest side of a canvas that browsers support on all devices.
const MOST_PIXELS: f64 = 8192.0;

/// A drawn picture.
#[derive(Debug)]
pub struct Paper {
    pub canvas: HtmlCanvasElement,
    surface: Surface,
    ground: String,
    title: String,
}

impl Paper {
    /// Returns the SVG file, if the picture was drawn in [`Form::Svg`].
    pub fn svg(&self) -> Option<String> {
        self.surface.svg_file(&self.ground, &self.title)
    }
}

/// Returns the element to draw; `None` if it is no longer on the page.
pub fn element_of(what: ExportTarget) -> Option<Element> {
    if what.taken == Taken::Stage {
        return document().query_selector("main.panels").ok()?;
    }
    let selector = format!("main [data-take=\"{}/{}\"]", what.taken.name(), what.pane);
    document().query_selector(&selector).ok()?
}

/// Returns the panels on the page, from left to right and from top to bottom. The whole stage is the first entry.
pub fn offered() -> Vec<ExportTarget> {
    let mut offered = vec![ExportTarget::STAGE];
    let Ok(panels) = document().query_selector_all("main [data-take]") else {
        return offered;
    };
    for index in 0..panels.length() {
        let panel = panels.item(index).and_then(|node| node.dyn_into::<Element>().ok());
        let target = panel.and_then(|panel| {
            let mark = panel.get_attribute("data-take")?;
            let (name, pane) = mark.rsplit_once('/')?;
            let (taken, pane) = (Taken::by_name(name)?, pane.parse().ok()?);
            Some(ExportTarget { taken, pane })
        });
        let seen =
            |what: &ExportTarget| element_of(*what).is_some_and(|element| element.get_client_rects().length() > 0);
        offered.extend(target.filter(seen).filter(|what| !offered.contains(what)));
    }
    offered
}

/// Returns the facts of the caption: what is shown at the moment.
pub fn about(page: Page, what: ExportTarget) -> About {
    let panes: Vec<Pane> = page
        .run
        .panes()
        .filter(|pane| what.taken == Taken::Stage || pane.index == what.pane)
        .filter(|pane| pane.summary.with_untracked(Option::is_some))
        .collect();
    let kernel = |pane: &Pane| {
        pane.summary.with_untracked(|summary| match &summary.as_ref()?.view {
            Some(view) => Some(view.kernel.kernel.name.to_string()),
            None => Playground::of(page)
                .ran
                .with_untracked(|ran| Some(ran.as_ref()?.ready.kernel.name.to_string())),
        })
    };
    let first = panes.first();
    let summary = first.and_then(|pane| pane.summary.get_untracked());
    let view = summary.as_ref().and_then(|summary| summary.view.as_ref());
    let mut kinds = what.taken.kinds().to_vec();
    let all = offered();
    if what.taken == Taken::Stage {
        kinds = all.iter().flat_map(|what| what.taken.kinds().iter().copied()).collect();
    }
    if kinds.is_empty() || what.taken == Taken::Stage {
        let counters = summary.iter().flat_map(|summary| summary.counters.iter());
        kinds.extend(counters.map(|counter| counter.kind));
    }
    let mut seen = Vec::new();
    kinds.retain(|kind| {
        let new = !seen.contains(kind);
        seen.push(*kind);
        new
    });
    let step_view = first.and_then(|pane| pane.step_view.get_untracked());
    let whole = what.taken == Taken::Stage || what.pane == 0;
    About {
        kernels: panes.iter().filter_map(kernel).collect(),
        size: view.map(|view| (view.size.n(), view.size.block())),
        machine: summary
            .as_ref()
            .map_or(String::new(), |summary| summary.machine.name.to_string()),
        step: match (&step_view, whole) {
            (Some(step_view), false) => step_view.press,
            _ => untrack(|| page.press_shown()),
        },
        steps: match (&step_view, whole) {
            (Some(step_view), false) => step_view.presses,
            _ => untrack(|| page.presses()),
        },
        kinds,
    }
}

/// Draws a picture. `None` if the panel is gone, or if the browser has no canvas of its size.
pub fn draw(page: Page, what: ExportTarget, form: Form) -> Option<Paper> {
    let element = element_of(what)?;
    let palette = palette::current();
    let strings = strings::of(page.settings.language.get_untracked());
    let whole = what.taken != Taken::Stage;
    let (width, height) = walk::size(&element, whole);
    let about = about(page, what);
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let measure = Surface::sized(&canvas, (width, height), 1.0)?;
    let lines = lines(&measure, &palette, &about.parts(strings), width);
    let line = palette.text * 1.6;
    let size = (width, height + line * (lines.len() as f64 + 0.6));
    let surface = match form {
        Form::Svg => Surface::of_svg(&canvas, what.taken.name(), size)?,
        Form::Pixels(ratio) => {
            let most = MOST_PIXELS / size.0.max(size.1);
            Surface::sized(&canvas, size, ratio.min(most))?
        }
    };
    let ground = match what.taken {
        Taken::Stage => palette::token("paper"),
        _ => palette.panel.clone(),
    };
    if form != Form::Svg {
        surface.fill(&ground);
        surface.fill_rect(0.0, 0.0, size.0, size.1);
    }
    untrack(|| {
        surface.within(Rect::new(0.0, 0.0, width, height), |surface| {
            walk::draw(surface, &palette, &element, whole);
        });
    });
    surface.font(400, palette.text, &palette.sans);
    surface.fill(&palette.soft);
    surface.align(Align::Left);
    for (row, text) in lines.iter().enumerate() {
        let y = height + line * (row as f64 + 0.5);
        surface.text(text, palette.text, y, width - 2.0 * palette.text);
    }
    Some(Paper {
        canvas,
        surface,
        ground,
        title: format!("{}: {}", what.taken.title(strings), about.parts(strings).join(" · ")),
    })
}

/// Joins the parts of the caption into lines of at most `width` pixels.
fn lines(surface: &Surface, palette: &Palette, parts: &[String], width: f64) -> Vec<String> {
    surface.font(400, palette.text, &palette.sans);
    let room = width - 2.0 * palette.text;
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let longer = lines.last().map(|line| format!("{line} · {part}"));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(last)) if surface.text_width(&longer) <= room => *last = longer,
            _ => lines.push(part.clone()),
        }
    }
    lines
}
