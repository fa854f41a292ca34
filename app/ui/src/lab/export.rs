//! Saves files: a chart as SVG or PNG, a record or the table of all kernels as CSV or JSON.

use crate::browser::files::{download, give_canvas};
use crate::browser::storage::Storage;
use crate::draw::palette;
use crate::page::Page;
use leptos::prelude::*;
use model::lab::csv::csv;
use model::lab::kernel_table::{Row, files};
use model::lab::record::Record;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// The file formats of a figure or a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    Csv,
    Json,
}

impl Format {
    pub const ALL: [Format; 4] = [Format::Svg, Format::Png, Format::Csv, Format::Json];

    pub const fn name(self) -> &'static str {
        match self {
            Format::Svg => "SVG",
            Format::Png => "PNG",
            Format::Csv => "CSV",
            Format::Json => "JSON",
        }
    }
}

/// Pixels of a PNG per pixel of the chart: sharp on a projector and on paper.
const PNG_SCALE: f64 = 2.0;

/// Saves a record, or its chart: `picture` draws the chart with resolved colours.
pub fn save(page: Page, format: Format, record: &Record, picture: impl FnOnce() -> String) {
    let name = file_name(record);
    match format {
        Format::Svg | Format::Png => save_picture(page, format, &name, &picture()),
        Format::Csv => {
            page.report_saved(download(&format!("{name}.csv"), "text/csv", &csv(record)));
        }
        Format::Json => save_named(page, record, &record.name),
    }
}

/// Saves the table of all kernels in its shown order, as JSON or else as CSV.
pub fn save_table(page: Page, format: Format, rows: &[Row], record: Option<&Record>) {
    let record = record.filter(|record| !record.is_empty());
    let name = match record {
        Some(record) => format!("{}-kernels", file_name(record)),
        None => plain("warpstep kernels"),
    };
    page.report_saved(match format {
        Format::Json => {
            let json = files::json(rows, record);
            download(&format!("{name}.json"), "application/json", &json)
        }
        _ => download(&format!("{name}.csv"), "text/csv", &files::csv(rows, record)),
    });
}

/// The `localStorage` key of the last name that the reader has given to a file.
const NAME: &str = "warpstep.file-name";

/// Returns the last name that the reader has given to a file.
pub fn kept_name() -> String {
    Storage::Local.read(NAME).unwrap_or_default()
}

/// Saves a record as JSON under a name, which a class board shows.
pub fn save_named(page: Page, record: &Record, name: &str) {
    let name: String = name.trim().chars().take(60).collect();
    // A name that cannot be stored is asked for again.
    let _ = Storage::Local.write(NAME, &name);
    let mut sheet = record.sheet.clone();
    sheet.name.clone_from(&name);
    let file = if name.is_empty() {
        file_name(record)
    } else {
        plain(&format!("warpstep {name}"))
    };
    let json = sheet.to_json();
    page.report_saved(download(&format!("{file}.json"), "application/json", &json));
}

/// Saves a chart with resolved colours, as PNG or else as SVG.
pub fn save_picture(page: Page, format: Format, name: &str, svg: &str) {
    let svg = alone(svg);
    let saved = match format {
        Format::Png => png(page, format!("{name}.png"), &svg),
        _ => download(&format!("{name}.svg"), "image/svg+xml", &svg),
    };
    page.report_saved(saved);
}

/// Returns the device and the time as a file name that every file system accepts.
fn file_name(record: &Record) -> String {
    let device = &record.sheet.device.name;
    let moment = record.sheet.taken.get(..16).unwrap_or_default();
    plain(&format!("warpstep {device} {moment}"))
}

/// Returns a text in letters, digits and single hyphens.
fn plain(text: &str) -> String {
    let plain: String = text
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(80).collect()
}

/// Adds the panel's background to a chart, so that it looks as on the page.
fn alone(svg: &str) -> String {
    let ground = format!(
        "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
        palette::token("panel")
    );
    match svg.find(">\n") {
        Some(end) => format!("{}{ground}\n{}", &svg[..end + 2], &svg[end + 2..]),
        None => svg.to_owned(),
    }
}

/// Draws the chart on a canvas and hands that out.
fn png(page: Page, name: String, svg: &str) -> Option<()> {
    let image = HtmlImageElement::new().ok()?;
    let drawn = image.clone();
    let failed = move || page.notify(|strings| strings.lab().not_saved.to_owned());
    let on_load = Closure::once_into_js(move || {
        if draw_png(&drawn, name).is_none() {
            failed();
        }
    });
    let on_error = Closure::once_into_js(failed);
    image.set_onload(Some(on_load.unchecked_ref()));
    image.set_onerror(Some(on_error.unchecked_ref()));
    let text = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{text}"));
    Some(())
}

fn draw_png(image: &HtmlImageElement, name: String) -> Option<()> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    canvas.set_width((width * PNG_SCALE) as u32);
    canvas.set_height((height * PNG_SCALE) as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width * PNG_SCALE, height * PNG_SCALE)
        .ok()?;
    give_canvas(&canvas, name)
}
