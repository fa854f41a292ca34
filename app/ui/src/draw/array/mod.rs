//! Memory as rows of one line each, aligned with the lanes' columns; a large memory is a strip with a lens.

mod arrows;
mod cells;
mod flight;
mod layout;
mod sectors;
mod strip;
mod words;

pub use flight::flying;
pub use layout::Layout;
pub use words::outline;

use crate::draw::palette::Palette;
use crate::draw::surface::Surface;
use model::panels::array::{ArrayModel, Touch};
use model::present::stage::About;

/// Draws the array panel. The arrows of `lane`, the one under the pointer, are highlighted; else those of the lanes that a
/// slide speaks `about`.
pub fn draw(
    surface: &Surface,
    palette: &Palette,
    model: &ArrayModel,
    focus: Option<usize>,
    lane: Option<u32>,
    about: About,
) {
    if model.lines.is_empty() {
        return;
    }
    let layout = Layout::new(palette, surface.width, surface.height, model, focus);
    if layout.strip {
        strip::draw(surface, palette, model, &layout);
    }
    let size = cells::type_size(palette, model, &layout);
    for (row, &index) in layout.rows.iter().enumerate() {
        if let Some(line) = model.lines.get(index) {
            cells::draw(surface, palette, model, &layout, (row, line), size);
            sectors::draw(surface, palette, model, &layout, row, line);
        }
    }
    words::mark(surface, palette, model, &layout, about);
    let chosen = |touch: &Touch| match lane {
        Some(lane) => touch.lane == lane,
        None => about.has_lane(touch.lane),
    };
    arrows::draw(surface, palette, model, &layout, chosen);
}
