//! Draws the lanes of a run as SVG on an empty page, with everything that the canvas shows: for each lane a rectangle,
//! hatched while it is masked, its number in the colour and weight of its state, and the bars of a barrier.

use crate::frames::PROBE;
use crate::samples::{Samples, numbers};
use e2e::{Browser, Graphics, Site};
use serde_json::json;

/// Steps to draw both ways, one after another as in an animation. The number is limited by the driver's time for a
/// script.
const STEPS: u32 = 200;
/// Frames to measure without drawing, and with almost none.
const FRAMES: u32 = 200;

/// Returns the states of all lanes after each press, and the milliseconds of the callbacks that drew them on the canvas.
const WALK: &str = "
    const [count, done] = arguments;
    const slider = document.querySelector('#slider');
    const canvas = document.querySelector('#lanes');
    const states = [];
    probe.draws.length = 0;
    (async () => {
        for (let turn = 0; turn < count; turn += 1) {
            await probe.step(() => {
                slider.value = Math.round(Number(slider.max) / 3) + turn;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            });
            states.push(canvas.dataset.lanes);
        }
        const draws = probe.draws.filter(([, name]) => name === 'lanes').map(([,, spent]) => spent);
        done([states, draws]);
    })();
";

/// Draws the states with elements for each lane, once changing only the lanes that differ, once making all elements
/// anew. Returns the milliseconds of scripts, style, layout and paint of both.
const PEER: &str = r##"
    const [states, done] = arguments;
    const NS = 'http://www.w3.org/2000/svg';
    const svg = document.body.appendChild(document.createElementNS(NS, 'svg'));
    svg.setAttribute('viewBox', '0 0 800 400');
    const rows = states[0].split('/');
    const hatch = '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#eeeeee"/><path d="M0 5L5 0" stroke="#cccccc"/></pattern>';
    const colours = { A: '#0072b2', M: 'url(#hatch)', B: '#e69f00', F: '#f4f4f4', '-': 'none' };
    const inks = { A: '#ffffff', M: '#555555', B: '#1a1a1a', F: '#777777', '-': 'none' };
    const weight = (letter) => (letter === 'A' ? 700 : 400);
    const bars = (letter) => (letter === 'B' ? '#1a1a1a' : 'none');
    const cell = (letter, at) => {
        const width = rows[0].length;
        const [left, top] = [at % width * 800 / width, Math.floor(at / width) * 400 / rows.length];
        return `<rect x="${left}" y="${top}" width="${700 / width}" height="${350 / rows.length}" rx="2" fill="${colours[letter]}"/>`
            + `<path d="M${left + 2} ${top + 1}h${700 / width - 4}v2h${4 - 700 / width}zM${left + 2} ${top + 350 / rows.length - 3}h${700 / width - 4}v2h${4 - 700 / width}z" fill="${bars(letter)}"/>`
            + `<text x="${left + 350 / width}" y="${top + 300 / rows.length}" font-size="8" text-anchor="middle" fill="${inks[letter]}" font-weight="${weight(letter)}">${at}</text>`;
    };
    const make = (letters) => { svg.innerHTML = hatch + [...letters].map(cell).join(''); };
    const touched = [];
    const anew = [];
    (async () => {
        let drawn = states[0].replaceAll('/', '');
        make(drawn);
        const [cells, marks, numbers] = ['rect', 'path', 'text'].map((name) => svg.querySelectorAll(`:scope > ${name}`));
        for (const state of states) {
            const letters = state.replaceAll('/', '');
            touched.push(await probe.step(() => cells.forEach((rect, index) => {
                const letter = letters[index];
                if (letter === drawn[index]) return;
                rect.setAttribute('fill', colours[letter]);
                marks[index].setAttribute('fill', bars(letter));
                numbers[index].setAttribute('fill', inks[letter]);
                numbers[index].setAttribute('font-weight', weight(letter));
            })));
            drawn = letters;
        }
        for (const state of states) anew.push(await probe.step(() => make(state.replaceAll('/', ''))));
        done([touched, anew]);
    })();
"##;

/// Returns the milliseconds of frames without drawing, and of frames that present a canvas of the same size.
const FRAMES_ALONE: &str = "
    const [count, done] = arguments;
    document.body.replaceChildren();
    (async () => {
        const canvas = document.body.appendChild(document.createElement('canvas'));
        [canvas.width, canvas.height] = [800, 400];
        const context = canvas.getContext('2d');
        const idle = [];
        const handed = [];
        for (let turn = 0; turn < count; turn += 1) {
            idle.push(await probe.step(() => {}));
            handed.push(await probe.step(() => context.fillRect(turn, 0, 1, 1)));
        }
        done([idle, handed]);
    })();
";

/// Prints the times of both ways for the same steps.
pub async fn print(site: &Site) {
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(PROBE).await;
    browser.open(&site.url("#/neighbored?n=1024&block=1024")).await;
    browser.click("#grain-warp").await;
    let walked = browser.script_of(WALK, vec![json!(STEPS)]).await;
    let draws = Samples::new(numbers(&walked[1])).mean();
    let empty = Site::empty();
    browser.visit(&empty.url("")).await;
    let drawn = browser.script_of(PEER, vec![json!(walked[0])]).await;
    let [touched, anew] = [0, 1].map(|index| Samples::new(numbers(&drawn[index])).mean());
    let alone = browser.script_of(FRAMES_ALONE, vec![json!(FRAMES)]).await;
    let [idle, handed] = [0, 1].map(|index| Samples::new(numbers(&alone[index])).mean());
    // Presenting a canvas cannot take negative time: a difference below the clock's resolution counts as 0.
    let canvas = draws + (handed - idle).max(0.0);
    println!(
        "1024 lanes with hatches and numbers, {STEPS} steps one after another, main thread in a step without that of empty frames ({idle:.2} ms); measured"
    );
    println!(
        "  canvas: {canvas:.2} ms, of which drawing {draws:.2} ms and handing over {:.2} ms",
        canvas - draws
    );
    for (way, millis) in [("of which those change that differ", touched), ("made anew", anew)] {
        let peer = millis - idle;
        println!(
            "  SVG rectangles {way}: {peer:.2} ms, {:.1} times as long",
            peer / canvas
        );
    }
    browser.close().await;
}
