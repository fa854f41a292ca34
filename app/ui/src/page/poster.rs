//! The poster: the page as it stood when it was built, shown until the page itself is there (`assets/poster.js`). Its pictures
//! are drawn here, by what draws the page's own.

use crate::draw::surface::Surface;
use crate::draw::{array, lanes, palette, preview, timeline};
use crate::model::poster::Pictures;
use crate::page::panels::code;
use crate::page::{first_step, head};
use crate::strings;
use js_sys::{ArrayBuffer, Promise, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlCanvasElement, HtmlElement};

#[wasm_bindgen]
extern "C" {
    /// The file with its pictures, if there is a poster; it stands then.
    #[wasm_bindgen(js_namespace = warpstepPoster)]
    fn standing() -> Promise;

    /// Gives what draws the pictures of a press, and how many presses have some.
    #[wasm_bindgen(js_namespace = warpstepPoster)]
    fn walks(draw: &Closure<dyn Fn(usize)>, presses: usize);

    /// Its pictures are drawn, or there are none: what the page opens with may come.
    #[wasm_bindgen(js_namespace = warpstepPoster)]
    fn drawn();

    /// The page is there: it gets what was pressed and clicked, and the poster goes.
    #[wasm_bindgen(js_namespace = warpstepPoster, js_name = leave)]
    fn taken_down();
}

/// Shows the first step, where there is a poster.
pub async fn show() {
    let file = JsFuture::from(standing()).await.ok();
    let file = file.and_then(|file| file.dyn_into::<ArrayBuffer>().ok());
    let pictures = file.and_then(|file| Pictures::read(&Uint8Array::new(&file).to_vec()));
    if let Some(pictures) = pictures {
        palette::refresh();
        draw(&pictures, 0);
        frame().await;
        first_step::stands();
        let presses = pictures.presses();
        let drawing = Closure::<dyn Fn(usize)>::new(move |press| draw(&pictures, press));
        walks(&drawing, presses);
        // A poster is taken down once, and this is small.
        drawing.forget();
    }
    drawn();
}

/// The page is there, or what it has to say instead.
pub fn leave() {
    taken_down();
}

/// Until the next frame is drawn; in a window that nobody sees there is none.
async fn frame() {
    if document().hidden() {
        return;
    }
    let next = Promise::new(&mut |resolve, _| {
        // Without frames nothing is drawn either.
        let _ = window().request_animation_frame(&resolve);
    });
    let _ = JsFuture::from(next).await;
}

fn draw(pictures: &Pictures, press: usize) {
    let (palette, strings) = (palette::current(), strings::of(head::language()));
    match pictures {
        Pictures::List(cards) => {
            for (surface, (timeline, glance)) in surfaces("card").zip(cards) {
                preview::draw(&surface, &palette, timeline, glance);
            }
        }
        Pictures::Lesson {
            timeline: whole,
            presses,
        } => {
            let Some((now, memory)) = presses.get(press) else {
                return;
            };
            for surface in surfaces("lanes") {
                lanes::draw(&surface, &palette, strings, now, None);
            }
            for surface in surfaces("array") {
                array::draw(&surface, &palette, memory, None, None);
            }
            // A press leaves it as it is.
            if press == 0 {
                for surface in surfaces("timeline") {
                    timeline::draw(&surface, &palette, strings, whole);
                }
            }
            place_playhead(timeline::left(&palette));
            if let Some(line) = now.lit_line {
                show_code(line);
            }
        }
    }
}

/// How far from its left edge the timeline begins is the theme's.
fn place_playhead(left: f64) {
    let place = document().query_selector("#poster .timeline-place");
    let place = place.ok().flatten();
    if let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) {
        // A custom property takes any value.
        let _ = place.style().set_property("--left", &format!("{left}px"));
    }
}

fn show_code(line: u32) {
    let found = |selector| document().query_selector(selector).ok().flatten();
    let lines = found("#poster .code-text code").map(|lines| lines.child_element_count());
    if let (Some(scroller), Some(lines)) = (found("#poster .code-scroll"), lines) {
        code::show_line(&scroller, line, lines as usize);
    }
}

/// The poster's canvases of a kind, in their order, emptied.
fn surfaces(kind: &str) -> impl Iterator<Item = Surface> {
    let selector = format!("#poster [data-picture={kind}]");
    let found = document().query_selector_all(&selector).ok();
    let canvases = (0..).map_while(move |place| found.as_ref()?.get(place));
    canvases.filter_map(|canvas| {
        let canvas = canvas.dyn_into::<HtmlCanvasElement>().ok()?;
        Surface::new(&canvas, 1.0)
    })
}
