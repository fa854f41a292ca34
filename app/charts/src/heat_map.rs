//! Heat maps: the value for each pair of two settings, as a shade and as a number.

use crate::number::Unit;
use crate::style::{Role, Style};
use crate::svg::{Align, Canvas, Word, draw};
use crate::text::{Face, Weight, clean, fit, stack, width, wrap};

/// A heat map. The caller provides all texts.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Drawn above the heat map if it is not empty; screen readers read it first.
    pub title: String,
    /// Not drawn; screen readers read it after the title. States in a sentence what the heat map shows.
    pub description: String,
    /// The quantity of the columns in a few words; `columns` holds the label of each column.
    pub x_label: String,
    pub columns: Vec<String>,
    /// The quantity of the rows; `rows` holds the label of each row.
    pub y_label: String,
    pub rows: Vec<String>,
    /// Values row by row. A value that is not finite or not above 0 is drawn as missing. Shades follow the logarithm.
    pub cells: Vec<Vec<f64>>,
    pub unit: Unit,
    /// The best cell is outlined: the lowest or the highest value.
    pub best: Best,
    /// Drawn instead of the cells if there are none.
    pub empty: String,
    pub footnote: String,
}

/// Selects the best cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    Least,
    Most,
}

/// Draws the heat map as SVG text.
pub fn heat_map(map: &HeatMap, style: &Style) -> String {
    let layout = Layout::new(map, style);
    let words = [map.title.as_str(), map.description.as_str()];
    draw(style, (layout.width, layout.height), words, |canvas| {
        layout.paint(canvas, map);
    })
}

/// Positions in whole pixels.
struct Layout {
    width: i32,
    height: i32,
    size: i32,
    title: Vec<(String, i32)>,
    /// Vertical middle of the rows' quantity, above their labels.
    y_label: i32,
    left: i32,
    top: i32,
    cell: (i32, i32),
    below: Vec<(String, i32)>,
}

fn is_value(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

impl Layout {
    fn new(map: &HeatMap, style: &Style) -> Self {
        let (width_px, size) = style.sane();
        let em = |times: f64| (times * f64::from(size)).round() as i32;
        let mut layout = Layout {
            width: width_px,
            height: 0,
            size,
            title: Vec::new(),
            y_label: 0,
            left: 0,
            top: 0,
            cell: (0, em(1.9)),
            below: Vec::new(),
        };
        let mut y = 0;
        layout.title = lines(&map.title, width_px, layout.bold(), em(1.5), &mut y);
        if map.rows.is_empty() || map.columns.is_empty() {
            y += em(2.0);
            layout.below = lines(&map.empty, width_px, layout.normal(), em(1.5), &mut y);
            y += em(2.0);
        } else {
            layout.y_label = y + em(0.7);
            y += em(1.6);
            let labels = map.rows.iter().map(|row| width(&clean(row), layout.small()));
            layout.left = labels.max().unwrap_or(0).min(width_px * 3 / 10) + em(0.6);
            layout.top = y;
            let columns = map.columns.len() as i32;
            layout.cell.0 = ((width_px - layout.left) / columns.max(1)).clamp(em(0.8), em(6.0));
            y += layout.cell.1 * map.rows.len() as i32 + em(3.2);
        }
        layout
            .below
            .extend(lines(&map.footnote, width_px, layout.small(), em(1.3), &mut y));
        layout.height = y + em(0.2);
        layout
    }

    fn paint(&self, canvas: &Canvas<'_>, map: &HeatMap) {
        let word = |text: &str, x: i32, y: i32, face: Face, align: Align, role: Role| {
            canvas.text(Word {
                text,
                x,
                y,
                face,
                align,
                role,
            });
        };
        for (text, y) in &self.title {
            word(text, 0, *y, self.bold(), Align::Left, Role::Text);
        }
        for (text, y) in &self.below {
            word(text, 0, *y, self.small(), Align::Left, Role::SoftText);
        }
        if map.rows.is_empty() || map.columns.is_empty() {
            return;
        }
        let em = |times: f64| (times * f64::from(self.size)).round() as i32;
        let (wide, high) = self.cell;
        let label = fit(&clean(&map.y_label), self.width, self.small());
        word(&label, 0, self.y_label, self.small(), Align::Left, Role::SoftText);
        for (place, row) in map.rows.iter().enumerate() {
            let y = self.top + high * place as i32 + high / 2;
            let text = fit(&clean(row), self.left - em(0.4), self.small());
            word(&text, self.left - em(0.5), y, self.small(), Align::Right, Role::Text);
        }
        let bottom = self.top + high * map.rows.len() as i32;
        for (place, column) in map.columns.iter().enumerate() {
            let x = self.left + wide * place as i32 + wide / 2;
            let text = fit(&clean(column), wide, self.small());
            word(&text, x, bottom + em(0.8), self.small(), Align::Middle, Role::Text);
        }
        let middle = self.left + wide * map.columns.len() as i32 / 2;
        let label = fit(&clean(&map.x_label), self.width, self.small());
        let half = width(&label, self.small()) / 2;
        word(
            &label,
            middle.max(half),
            bottom + em(2.2),
            self.small(),
            Align::Middle,
            Role::SoftText,
        );
        self.paint_cells(canvas, map);
    }

    fn paint_cells(&self, canvas: &Canvas<'_>, map: &HeatMap) {
        let (wide, high) = self.cell;
        let values = || map.cells.iter().flatten().copied().filter(|&value| is_value(value));
        let least = values().fold(f64::INFINITY, f64::min);
        let most = values().fold(0.0, f64::max);
        let best = match map.best {
            Best::Least => least,
            Best::Most => most,
        };
        let mut outlined = None;
        for (row, cells) in map.cells.iter().take(map.rows.len()).enumerate() {
            for (column, &value) in cells.iter().take(map.columns.len()).enumerate() {
                let x = self.left + wide * column as i32;
                let y = self.top + high * row as i32;
                let (from, to) = ((x, y), (x + wide - 1, y + high - 1));
                if !is_value(value) {
                    canvas.outline(from, to, Role::Grid);
                    continue;
                }
                let span = (most / least).ln();
                let shade = if span > 0.0 { (value / least).ln() / span } else { 0.0 };
                canvas.fill(from, to, Role::HeatLow);
                canvas.wash(from, to, Role::HeatHigh, shade);
                let text = map.unit.for_largest(most).number(value);
                if width(&text, self.small()) <= wide {
                    let (x, y) = (x + wide / 2, y + high / 2);
                    let (face, align) = (self.small(), Align::Middle);
                    canvas.text(Word {
                        text: &text,
                        x,
                        y,
                        face,
                        align,
                        role: Role::Text,
                    });
                }
                if value == best && outlined.is_none() {
                    outlined = Some((from, to));
                }
            }
        }
        if let Some((from, to)) = outlined {
            let corners = vec![from, (to.0, from.1), to, (from.0, to.1), from];
            canvas.path(corners, Role::Highlight, 2);
        }
    }

    fn normal(&self) -> Face {
        Face {
            size: self.size,
            weight: Weight::Normal,
        }
    }

    fn bold(&self) -> Face {
        Face {
            size: self.size,
            weight: Weight::Bold,
        }
    }

    fn small(&self) -> Face {
        Face {
            size: (self.size * 9 + 5) / 10,
            weight: Weight::Normal,
        }
    }
}

/// Returns the lines of a longer text with their vertical middles, from `y` downward.
fn lines(text: &str, room: i32, face: Face, pitch: i32, y: &mut i32) -> Vec<(String, i32)> {
    let lines = wrap(&clean(text), room, face);
    let heights = stack(lines.len(), y, pitch);
    lines.into_iter().zip(heights).collect()
}
