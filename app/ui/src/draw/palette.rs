//! Colours and sizes of drawings, read from `assets/tokens.css`, so that canvases follow the theme.

use std::cell::RefCell;
use std::rc::Rc;

/// Parses a number with the browser's parser: Rust's own would add much code to the program.
fn number(text: &str) -> f64 {
    let number = js_sys::parse_float(text);
    if number.is_nan() { 1.0 } else { number }
}

/// The token for the enlargement of everything in this window.
const ENLARGE: &str = "--enlarge";

macro_rules! palette {
    (colours { $($colour:ident = $colour_token:literal,)* } sizes { $($size:ident = $size_token:literal,)* } factors { $($factor:ident = $factor_token:literal,)* }) => {
        /// The values of one theme.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Palette {
            $(pub $colour: String,)*
            $(pub $size: f64,)*
            $(pub $factor: f64,)*
        }

        impl Palette {
            /// Returns all colours, as the style sheet writes them.
            pub fn colours(&self) -> Vec<&str> {
                vec![$(self.$colour.as_str(),)*]
            }

            fn read(style: &web_sys::CssStyleDeclaration) -> Self {
                let text = |token: &str| style.get_property_value(token).unwrap_or_default().trim().to_owned();
                // Drawings grow with the text around them.
                let enlarge = number(&text(ENLARGE));
                Palette {
                    $($colour: text($colour_token),)*
                    $($size: enlarge * number(&text($size_token)),)*
                    $($factor: number(&text($factor_token)),)*
                }
            }
        }
    };
}

palette! {
    colours {
        mono = "--font-mono",
        sans = "--font-sans",
        ink = "--ink",
        soft = "--soft",
        faint = "--faint",
        panel = "--panel",
        edge = "--edge",
        active = "--active",
        active_ink = "--active-ink",
        active_pale = "--active-pale",
        active_pale_ink = "--active-pale-ink",
        masked = "--masked",
        masked_hatch = "--masked-hatch",
        masked_ink = "--masked-ink",
        barrier = "--barrier",
        barrier_ink = "--barrier-ink",
        barrier_bar = "--barrier-bar",
        finished = "--finished",
        finished_ink = "--finished-ink",
        finished_dot = "--finished-dot",
        load = "--load",
        load_wash = "--load-wash",
        store = "--store",
        error = "--error",
        store_wash = "--store-wash",
        cell = "--cell",
        cell_edge = "--cell-edge",
        cell_ink = "--cell-ink",
        cell_ink_far = "--cell-ink-far",
        sector_idle = "--sector-idle",
        line_edge = "--line-edge",
        heat_low = "--heat-low",
        heat_high = "--heat-high",
        wait = "--wait",
        wait_memory = "--wait-memory",
    }
    sizes {
        label = "--draw-label",
        gap = "--draw-gap",
        sector_gap = "--draw-sector-gap",
        radius = "--draw-radius",
        lane_most = "--draw-lane-most",
        row_gap = "--draw-row-gap",
        text = "--draw-text",
        text_small = "--draw-text-small",
        text_note = "--draw-text-note",
        text_least = "--draw-text-least",
        arc = "--draw-arc",
        cell_most = "--draw-cell-most",
        cell_least = "--draw-cell-least",
        hatch = "--draw-hatch",
        stroke = "--draw-stroke",
        strip = "--draw-strip",
        chart = "--draw-chart",
        chart_wide = "--draw-chart-wide",
        chart_text = "--draw-chart-text",
        chart_text_wide = "--draw-chart-text-wide",
        cycle = "--draw-cycle",
    }
    factors {
        enlarge = "--enlarge",
        print = "--draw-print",
        step_back = "--draw-step-back",
        squeeze = "--draw-squeeze",
    }
}

thread_local! {
    static CURRENT: RefCell<Rc<Palette>> = RefCell::default();
}

/// Reads the tokens again if a new window size has changed the enlargement. Returns true if it has.
pub fn follows_window() -> bool {
    let enlarged = number(&token(ENLARGE.trim_start_matches('-')));
    let is_other = enlarged != current().enlarge;
    if is_other {
        refresh();
    }
    is_other
}

/// Reads the tokens again; call it after the theme has changed.
pub fn refresh() {
    let root = web_sys::window().and_then(|window| Some((window.document()?.document_element()?, window)));
    let style = root.and_then(|(root, window)| window.get_computed_style(&root).ok().flatten());
    if let Some(style) = style {
        CURRENT.with(|current| *current.borrow_mut() = Rc::new(Palette::read(&style)));
    }
}

/// Returns the theme's values as last read.
pub fn current() -> Rc<Palette> {
    CURRENT.with(|current| Rc::clone(&current.borrow()))
}

/// Returns the value of any token, for pictures that are exported.
pub fn token(name: &str) -> String {
    let style = web_sys::window().and_then(|window| {
        let root = window.document()?.document_element()?;
        window.get_computed_style(&root).ok().flatten()
    });
    let value = style.and_then(|style| style.get_property_value(&format!("--{name}")).ok());
    value.unwrap_or_default().trim().to_owned()
}
