//! Charts as reviewed snapshots, and properties of all charts.

mod bars;
mod plots;

use charts::{Palette, Style};

fn style(width_px: u32) -> Style {
    let colour = |name: &str| format!("var(--{name})");
    Style {
        width_px,
        text_px: 11,
        font_family: "var(--sans)".to_owned(),
        palette: Palette {
            bar: colour("bar"),
            highlight: colour("bar-now"),
            own: colour("own"),
            whisker: colour("ink"),
            ghost: colour("edge-strong"),
            text: colour("ink"),
            soft_text: colour("soft"),
            grid: colour("edge"),
            series: (1..=6).map(|place| colour(&format!("series-{place}"))).collect(),
            heat: [colour("shade-low"), colour("shade-high")],
        },
    }
}
