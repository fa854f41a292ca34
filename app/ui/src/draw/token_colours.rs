//! Tests the colours of all themes: text stands out from its ground, and readers with a missing cone type can distinguish all
//! states, by colour or by a glyph named here.
//!
//! Simulated after Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
//! Deficiency", IEEE TVCG 15(6), 2009, table 1, severity 1.0. Distances are Euclidean in OKLab (Ottosson, 2020), where 1
//! lies between black and white.

use std::collections::HashMap;

const TOKENS: &str = include_str!("../../../../assets/tokens.css");

/// Colours with at least this distance can be distinguished side by side; a just noticeable difference is about 0.02.
const FAR_ENOUGH: f64 = 0.09;

type Matrix = [[f64; 3]; 3];

/// The response of an eye to linear red, green and blue.
const EYES: [(&str, Matrix); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// Colours that appear next to each other and mean different things.
const PICTURES: [(&str, &[&str]); 9] = [
    ("machine", &["active", "load", "store", "barrier"]),
    ("lanes", &["active", "active-pale", "masked", "barrier", "finished"]),
    ("lines", &["load", "store", "sector-idle"]),
    ("banks", &["active", "barrier", "panel"]),
    ("prediction", &["error", "ink"]),
    (
        "scheduler",
        &["active", "active-pale", "wait", "wait-memory", "finished"],
    ),
    ("multiprocessors", &["active", "active-pale", "finished"]),
    ("bars", &["bar", "bar-now", "own"]),
    (
        "series",
        &["series-1", "series-2", "series-3", "series-4", "series-5", "series-6"],
    ),
];

/// Pairs with similar colours, and the glyph that distinguishes them. An unnecessary row fails the test.
const GLYPHS: &[(&str, &str, &str, &str)] = &[
    (
        "machine",
        "load",
        "store",
        "loads are dashed with a round dot, stores solid with an arrowhead and a diamond",
    ),
    (
        "machine",
        "store",
        "barrier",
        "stores are outlines, a lane at a barrier is filled and has two bars",
    ),
    (
        "lines",
        "load",
        "store",
        "loads are dashed with a round dot, stores solid with an arrowhead and a diamond",
    ),
    (
        "bars",
        "bar-now",
        "own",
        "the reader's bar lies over the other one, and the legend names it",
    ),
    (
        "lanes",
        "masked",
        "finished",
        "slanted lines on masked lanes, a dot on finished ones",
    ),
    (
        "scheduler",
        "active-pale",
        "wait-memory",
        "each state has its own height",
    ),
    ("scheduler", "wait", "wait-memory", "each state has a height of its own"),
    (
        "series",
        "series-1",
        "series-2",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-1",
        "series-4",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-1",
        "series-6",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-2",
        "series-5",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-2",
        "series-6",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-3",
        "series-4",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-3",
        "series-5",
        "each series has a sign of its own at its points",
    ),
    (
        "series",
        "series-4",
        "series-5",
        "each series has a sign of its own at its points",
    ),
];

/// Reads the colours of a theme: those of `:root`, replaced by the theme's own.
fn theme(name: &str) -> HashMap<&'static str, [f64; 3]> {
    let tokens = |selector: &str| {
        let (_, rest) = TOKENS.split_once(selector).expect("a theme");
        let (body, _) = rest.split_once("\n}").expect("its end");
        body.lines().filter_map(|line| {
            let (token, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
            Some((token, linear(value.strip_suffix(';')?)?))
        })
    };
    let mut colours: HashMap<_, _> = tokens("\n:root {").collect();
    if name != "light" {
        colours.extend(tokens(&format!(":root[data-theme=\"{name}\"] {{")));
    }
    colours
}

/// Converts a colour written `rrggbb` to linear light.
fn linear(written: &str) -> Option<[f64; 3]> {
    let number = u32::from_str_radix(written, 16).ok()?;
    Some([16, 8, 0].map(|shift| {
        let share = f64::from((number >> shift) & 255) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    }))
}

/// The grounds on which text stands, its colours, and the least contrast (WCAG 2.2, success criteria 1.4.3 and 1.4.11).
const TEXTS: [(&str, &[&str], f64); 17] = [
    (
        "panel",
        &["ink", "soft", "faint", "link", "error", "differ", "code-comment"],
        4.5,
    ),
    ("paper", &["ink", "soft", "link", "error"], 4.5),
    ("sunken", &["ink", "soft"], 4.5),
    ("now", &["ink"], 4.5),
    ("now-wash", &["ink", "code-comment", "differ"], 4.5),
    ("differ-wash", &["ink", "differ", "code-comment"], 4.5),
    ("error-wash", &["ink", "error"], 4.5),
    ("own-wash", &["ink"], 4.5),
    ("ink", &["on-ink"], 4.5),
    ("active", &["active-ink"], 4.5),
    ("active-pale", &["active-pale-ink"], 4.5),
    ("masked", &["masked-ink"], 4.5),
    ("barrier", &["barrier-ink"], 4.5),
    ("finished", &["finished-ink"], 4.5),
    ("load-wash", &["cell-ink"], 4.5),
    ("store-wash", &["cell-ink"], 4.5),
    // Shapes.
    (
        "panel",
        &[
            "active",
            "load",
            "store",
            "own",
            "bar",
            "bar-now",
            "focus",
            "edge-strong",
        ],
        3.0,
    ),
];

/// Returns the contrast of two colours, from 1 to 21.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let light = |colour: [f64; 3]| {
        let [red, green, blue] = colour;
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

#[test]
fn text_and_shapes_stand_out_from_their_ground() {
    let mut wrong = Vec::new();
    for name in ["light", "dark", "projector"] {
        let colours = theme(name);
        for (ground, tokens, least) in TEXTS {
            for token in tokens {
                let ratio = contrast(colours[token], colours[ground]);
                if ratio < least {
                    wrong.push(format!("{name}: {token} on {ground}: {ratio:.2}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

fn oklab(linear: [f64; 3]) -> [f64; 3] {
    let cones = times(
        &[
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ],
        linear,
    );
    times(
        &[
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ],
        cones.map(f64::cbrt),
    )
}

/// Returns the distance in OKLab of two colours as an eye sees them.
fn distance(eye: &Matrix, a: [f64; 3], b: [f64; 3]) -> f64 {
    let seen = |colour| oklab(times(eye, colour).map(|light| light.clamp(0.0, 1.0)));
    let (a, b) = (seen(a), seen(b));
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

#[test]
fn what_means_different_things_is_told_apart_by_every_eye() {
    let mut needed = vec![false; GLYPHS.len()];
    let mut wrong = Vec::new();
    for name in ["light", "dark", "projector"] {
        let colours = theme(name);
        for (picture, tokens) in PICTURES {
            for (place, a) in tokens.iter().enumerate() {
                for b in &tokens[place + 1..] {
                    for (eye, matrix) in &EYES {
                        let far = distance(matrix, colours[a], colours[b]);
                        if far >= FAR_ENOUGH {
                            continue;
                        }
                        let row = GLYPHS
                            .iter()
                            .position(|(name, x, y, _)| (*name, *x, *y) == (picture, *a, *b));
                        match row {
                            Some(row) => needed[row] = true,
                            None => wrong.push(format!("{name} {picture}: {a} {b} with {eye}: {far:.3}")),
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (row, needed) in GLYPHS.iter().zip(needed) {
        assert!(needed, "{row:?} can be distinguished by colour");
        assert!(!row.3.is_empty());
    }
}

#[test]
fn the_eyes_are_what_they_are_called() {
    // White must stay white, and the pair that each eye is known to confuse must come closer.
    for (name, matrix) in &EYES {
        let white = times(matrix, [1.0; 3]);
        assert!(
            white.iter().all(|light| (light - 1.0).abs() < 1e-4),
            "{name}: {white:?}"
        );
    }
    let colour = |written| linear(written).expect("a colour");
    let (red, green) = (colour("b04020"), colour("6a6a00"));
    let seen = |eye: usize| distance(&EYES[eye].1, red, green);
    assert!(
        seen(1) < seen(0) / 2.0 && seen(2) < seen(0) / 2.0,
        "{} {} {}",
        seen(0),
        seen(1),
        seen(2)
    );
    let (blue, teal) = (colour("0072b2"), colour("00785a"));
    let seen = |eye: usize| distance(&EYES[eye].1, blue, teal);
    assert!(seen(3) < seen(0) / 2.0, "{} {}", seen(0), seen(3));
}
