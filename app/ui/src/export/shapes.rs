//! Draws boxes, legend keys and chart shapes with the styles that the browser has computed for them.

use super::walk::{number, property};
use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Shape, Surface};
use leptos::prelude::window;
use web_sys::{CssStyleDeclaration, Element, SvgGraphicsElement};

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// Draws the background and the borders of a box.
pub(super) fn frame(surface: &Surface, style: &CssStyleDeclaration, rect: Rect) {
    let radius = number(style, "border-top-left-radius");
    let round = property(style, "border-top-left-radius").ends_with('%');
    let radius = if round { rect.width / 2.0 } else { radius };
    let ground = property(style, "background-color");
    if is_seen(&ground) && rect.width > 0.0 && rect.height > 0.0 {
        surface.block(&ground, rect, radius);
    }
    let edges = SIDES.map(|side| {
        let drawn = property(style, &format!("border-{side}-style")) != "none";
        let width = number(style, &format!("border-{side}-width"));
        let colour = property(style, &format!("border-{side}-color"));
        (if drawn && is_seen(&colour) { width } else { 0.0 }, colour)
    });
    let (width, colour) = &edges[0];
    if *width > 0.0 && edges.iter().all(|edge| edge == &edges[0]) {
        surface.outline(colour, *width, rect, radius - width / 2.0);
        return;
    }
    let Rect { x, y, width, height } = rect;
    let [top, right, bottom, left] = &edges;
    for (edge, rect) in [
        (top, Rect::new(x, y, width, top.0)),
        (right, Rect::new(x + width - right.0, y, right.0, height)),
        (bottom, Rect::new(x, y + height - bottom.0, width, bottom.0)),
        (left, Rect::new(x, y, left.0, height)),
    ] {
        if edge.0 > 0.0 {
            surface.block(&edge.1, rect, 0.0);
        }
    }
}

fn is_seen(colour: &str) -> bool {
    let clear = colour == "transparent"
        || (colour.starts_with("rgba(") && colour.ends_with(", 0)"))
        || colour.ends_with("/ 0)")
        || colour.is_empty();
    !clear
}

/// Draws the dot that the style sheet puts before a word.
pub(super) fn mark_before(surface: &Surface, element: &Element, rect: Rect) {
    let style = window().get_computed_style_with_pseudo_elt(element, "::before");
    let Ok(Some(style)) = style else { return };
    let ground = property(&style, "background-color");
    let drawn = property(&style, "content") == "\"\"" && is_seen(&ground);
    if !drawn || property(&style, "position") == "absolute" {
        return;
    }
    let (width, height) = (number(&style, "width"), number(&style, "height"));
    let left = rect.x + number_of(element, "padding-left");
    let dot = Rect::new(left, rect.y + (rect.height - height) / 2.0, width, height);
    let round = property(&style, "border-top-left-radius").ends_with('%');
    if round {
        return surface.block(&ground, dot, width / 2.0);
    }
    // The mark is a square that stands on its corner.
    let (x, y, reach) = (
        left + width / 2.0,
        dot.y + height / 2.0,
        width * std::f64::consts::FRAC_1_SQRT_2,
    );
    surface.fill(&ground);
    surface.begin_path();
    surface.move_to(x, y - reach);
    for (x, y) in [(x + reach, y), (x, y + reach), (x - reach, y)] {
        surface.line_to(x, y);
    }
    surface.fill_path();
}

fn number_of(element: &Element, name: &str) -> f64 {
    let style = window().get_computed_style(element).ok().flatten();
    style.map_or(0.0, |style| number(&style, name))
}

/// Draws a legend key that is more than a plain colour. Returns false if the element is no such key.
pub(super) fn key(surface: &Surface, palette: &Palette, element: &Element, rect: Rect) -> bool {
    let classes = element.class_list();
    if !classes.contains("key") {
        return false;
    }
    let Rect { x, y, width, height } = rect;
    let band = |colour: &str, from: f64, to: f64| {
        surface.block(
            colour,
            Rect::new(x, y + height * from, width, height * (to - from)),
            0.0,
        );
    };
    if classes.contains("masked") {
        surface.save();
        surface.begin_path();
        surface.rounded(rect, palette.radius);
        surface.clip();
        surface.fill(&palette.masked);
        surface.fill_rect(x, y, width, height);
        surface.stroke(&palette.masked_hatch, palette.stroke);
        surface.begin_path();
        let mut left = x - height;
        while left < x + width {
            surface.move_to(left, y + height);
            surface.line_to(left + height, y);
            left += palette.hatch;
        }
        surface.stroke_path();
        surface.restore();
    } else if classes.contains("barrier") {
        surface.block(&palette.barrier, rect, palette.radius);
        band(&palette.barrier_bar, 0.15, 0.3);
        band(&palette.barrier_bar, 0.7, 0.85);
    } else if classes.contains("finished") {
        surface.block(&palette.finished, rect, palette.radius);
        let dot = width / 4.0;
        let place = Rect::new(x + (width - dot) / 2.0, y + height * 0.6, dot, dot);
        surface.block(&palette.finished_dot, place, dot / 2.0);
    } else if classes.contains("waits-result") {
        band(&palette.wait, 0.38, 0.64);
    } else if classes.contains("waits-memory") {
        band(&palette.wait_memory, 0.75, 1.0);
    } else {
        return false;
    }
    true
}

/// Draws one shape of a chart. Groups and texts have no shape of their own.
pub(super) fn draw(
    surface: &Surface,
    shape: &SvgGraphicsElement,
    style: &CssStyleDeclaration,
    (left, top): (f64, f64),
) {
    let Some(path) = path(shape) else { return };
    let Some(matrix) = shape.get_screen_ctm() else {
        return;
    };
    let colour = |name: &str| {
        let colour = property(style, name);
        (colour != "none" && is_seen(&colour)).then_some(colour)
    };
    let (fill, stroke) = (colour("fill"), colour("stroke"));
    let scale = f64::from(matrix.a())
        .hypot(f64::from(matrix.b()))
        .max(f64::MIN_POSITIVE);
    let mut width = number(style, "stroke-width");
    let mut parts = [matrix.a(), matrix.b(), matrix.c(), matrix.d(), matrix.e(), matrix.f()].map(f64::from);
    parts[4] += left;
    parts[5] += top;
    let scales_not = property(style, "vector-effect") == "non-scaling-stroke";
    let moved;
    let path = if scales_not {
        moved = points_moved(&path, parts);
        parts = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        &moved
    } else {
        width = width.max(f64::MIN_POSITIVE * scale);
        &path
    };
    let dashes: Vec<f64> = property(style, "stroke-dasharray")
        .split([',', ' '])
        .filter_map(|dash| dash.trim_end_matches("px").parse().ok())
        .collect();
    surface.shape(&Shape {
        path,
        matrix: parts,
        fill: fill.as_deref(),
        stroke: stroke.as_deref().map(|stroke| (stroke, width)),
        dashes: &dashes,
    });
}

/// Returns the points of a path after the transform, as `x y` pairs with two decimals.
fn points_moved(path: &str, [a, b, c, d, e, f]: [f64; 6]) -> String {
    let numbers: Vec<f64> = path
        .split(|letter: char| letter == ' ' || letter == ',' || letter.is_ascii_alphabetic())
        .filter_map(|number| number.parse().ok())
        .collect();
    let points = numbers.chunks_exact(2).map(|point| {
        let (x, y) = (point[0], point[1]);
        format!("{:.2} {:.2}", a * x + c * y + e, b * x + d * y + f)
    });
    format!("M{}", points.collect::<Vec<_>>().join("L"))
}

/// Returns the outline of a basic shape as SVG path data.
fn path(shape: &SvgGraphicsElement) -> Option<String> {
    let text = |name: &str| shape.get_attribute(name);
    let value = |name: &str| -> f64 { text(name).and_then(|text| text.parse().ok()).unwrap_or(0.0) };
    match shape.tag_name().as_str() {
        "path" => text("d").filter(|path| !path.is_empty()),
        "line" => Some(format!(
            "M{} {}L{} {}",
            value("x1"),
            value("y1"),
            value("x2"),
            value("y2")
        )),
        "polyline" => Some(format!("M{}", text("points")?)),
        "polygon" => Some(format!("M{}Z", text("points")?)),
        "rect" => {
            let (x, y, width, height) = (value("x"), value("y"), value("width"), value("height"));
            Some(format!("M{x} {y}h{width}v{height}h{}Z", -width))
        }
        "circle" => {
            let (x, y, r) = (value("cx"), value("cy"), value("r"));
            Some(format!(
                "M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0Z",
                x - r,
                2.0 * r,
                -2.0 * r
            ))
        }
        _ => None,
    }
}
