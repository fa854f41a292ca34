//! Exports of a whole run: the trace as the command line writes it, and an animation of the steps.

use e2e::exports::{COLLECT_EXPORTS, last_file};
use e2e::keys::RIGHT;
use e2e::page::CYCLE;
use e2e::{Browser, Graphics, Site};
use lessons::{GalleryKernel, Size};
use simt::{Machine, RunOptions, TraceDocument};

/// Returns what `warpstep trace` writes for a kernel's first block.
fn document(name: &str, n: u32, block: u32, machine: &Machine) -> String {
    let kernel = GalleryKernel::by_name(name).expect("in the gallery");
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let dispatch = kernel.dispatch(Size::fixed(n, block), machine);
    let options = RunOptions {
        machine: machine.clone(),
        ..RunOptions::default()
    };
    let run = simt::run(&program, &dispatch, &options).expect("runs");
    let document = TraceDocument {
        kernel: name,
        entry_point: &program.entry_point,
        source: &kernel.kernel.source,
        machine,
        outcome: &run.outcome,
        workgroup: 0,
        trace: run.trace.as_ref().expect("a trace"),
    };
    format!("{}\n", serde_json::to_string(&document).expect("plain data"))
}

async fn open_part(browser: &Browser, control: &str, part: &str) {
    browser.click(control).await;
    browser.wait_for_element("#take-dialog").await;
    browser.click(&format!("[data-take-tab={part}]")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_trace_of_the_page_is_that_of_the_command_line() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_EXPORTS).await;
    let cases = [
        (
            "neighbored?kernel=reduce_neighbored",
            "reduce_neighbored",
            4096,
            64,
            "k80",
        ),
        (
            "shared-strided?kernel=reduce_shared_strided",
            "reduce_shared_strided",
            2048,
            256,
            "g80",
        ),
    ];
    for (address, name, n, block, machine) in cases {
        let sized = format!("#/{address}&n={n}&block={block}&values=source&machine={machine}&lang=en");
        browser.visit(&site.url(&sized)).await;
        open_part(&browser, "#take-home", "trace").await;
        browser
            .wait_for("return document.querySelector('#take-trace-size').textContent.includes('steps')")
            .await;
        let promised: f64 = browser
            .attribute("#take-trace-size", "data-bytes")
            .await
            .parse()
            .expect("a size");
        browser.click("#take-trace").await;
        let (file, text) = last_file(&browser, 1).await;
        assert_eq!(file, format!("warpstep-{name}-trace.json"));
        let machine = Machine::by_name(machine).expect("a preset");
        let wanted = document(name, n, block, &machine);
        assert!(
            text == wanted,
            "{name}: {} bytes are not the {} of the command line",
            text.len(),
            wanted.len()
        );
        let share = promised / wanted.len() as f64;
        assert!(
            (0.7..1.4).contains(&share),
            "{name}: the page says {promised} bytes, the file has {}",
            wanted.len()
        );
    }
    browser.close().await;
}

/// Decodes the last exported GIF with the browser's own decoder, and compares its last frame with the panel's canvas:
/// `share` is the fraction of equal points of a grid.
const PLAYED: &str = "
    const [selector, panel, done] = arguments;
    (async () => {
        const blob = window.blobs.at(-1);
        const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: 'image/gif' });
        await decoder.tracks.ready;
        await decoder.completed;
        const track = decoder.tracks.selectedTrack;
        const delays = [];
        let last = null;
        const seen = new Set();
        for (let index = 0; index < track.frameCount; index++) {
            const { image } = await decoder.decode({ frameIndex: index });
            delays.push(image.duration / 1000);
            const copy = new OffscreenCanvas(image.displayWidth, image.displayHeight);
            const context = copy.getContext('2d', { willReadFrequently: true });
            context.drawImage(image, 0, 0);
            const { data, width, height } = context.getImageData(0, 0, copy.width, copy.height);
            let sum = 0;
            for (let byte = 0; byte < data.length; byte += 7) sum = (sum * 31 + data[byte]) >>> 0;
            seen.add(sum);
            last = { data, width, height };
        }
        const canvas = document.querySelector(selector);
        const [inside, outside] = [canvas.getBoundingClientRect(), document.querySelector(panel).getBoundingClientRect()];
        const own = new OffscreenCanvas(canvas.width, canvas.height);
        const page = own.getContext('2d', { willReadFrequently: true });
        page.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
        page.fillRect(0, 0, own.width, own.height);
        page.drawImage(canvas, 0, 0);
        const here = page.getImageData(0, 0, own.width, own.height).data;
        const [left, top] = [inside.left - outside.left, inside.top - outside.top];
        let [same, all] = [0, 0];
        for (let x = 2; x < canvas.width - 2; x += 3) {
            for (let y = 2; y < canvas.height - 2; y += 3) {
                const wanted = 4 * (y * canvas.width + x);
                const near = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]].some(([right, down]) => {
                    const found = 4 * (Math.round(top + y + down) * last.width + Math.round(left + x + right));
                    return [0, 1, 2].every(part => Math.abs(last.data[found + part] - here[wanted + part]) < 40);
                });
                [same, all] = [same + near, all + 1];
            }
        }
        done({ frames: track.frameCount, repeats: String(track.repetitionCount), delays, seen: seen.size, width: last.width, outside: outside.width, share: same / all, type: blob.type });
    })().catch(error => done({ error: String(error) }));
";

#[tokio::test(flavor = "multi_thread")]
async fn an_animation_has_a_frame_for_each_step_and_leaves_the_page_where_it_was() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_EXPORTS).await;
    browser.visit(&site.url("#/neighbored?n=4096&block=64&lang=en")).await;
    // The animation ends at the page's step, so that its last frame can be compared with the page.
    for _ in 0..4 {
        browser.press(RIGHT).await;
    }
    browser
        .wait_for("return document.querySelector('#place').textContent.startsWith('step 4 ')")
        .await;
    let before = browser.attribute("#page", "data-step").await;
    open_part(&browser, "#take-home", "animation").await;
    browser.choose("#take-what", "lanes/0").await;
    browser.fill("#take-to", "4").await;
    browser
        .wait_for("return document.querySelector('#take-plan').textContent.startsWith('5 pictures, 5.0 seconds')")
        .await;
    browser.screenshot("take-animation").await;
    browser.click("#take-make").await;
    browser.wait_for_attribute("#take-film", "data-frames", "5").await;
    browser.screenshot("take-animation-made").await;
    assert_eq!(browser.attribute("#page", "data-step").await, before);
    browser.click("#take-gif").await;
    browser.wait_for("return window.names.length === 1").await;
    assert_eq!(
        browser.text("return window.names[0]").await,
        "warpstep-reduce_neighbored-lanes-steps-0-4.gif"
    );
    let film = browser
        .script_of(PLAYED, vec!["#lanes".into(), ".panel:has(#lanes)".into()])
        .await;
    assert_eq!(film["frames"], 5, "{film}");
    assert_eq!(film["repeats"], "Infinity", "{film}");
    assert_eq!(film["type"], "image/gif");
    assert_eq!(
        film["delays"],
        serde_json::json!([1000, 1000, 1000, 1000, 2000]),
        "{film}"
    );
    assert!(film["seen"].as_u64() >= Some(4), "the steps look alike: {film}");
    assert!(
        (film["width"].as_f64().unwrap_or(0.0) - film["outside"].as_f64().unwrap_or(1e9)).abs() <= 1.0,
        "{film}"
    );
    assert!(film["share"].as_f64() > Some(0.85), "{film}");
    browser.close().await;
}

/// In a comparison by modelled cycles, the animation goes from cycle to cycle and leaves the page at its cycle. Several
/// cycles can have the first run at the same step.
#[tokio::test(flavor = "multi_thread")]
async fn an_animation_by_cycle_leaves_the_page_at_its_cycle() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_EXPORTS).await;
    browser
        .visit(&site.url("#/ilp?kernel=ilp_4&with=ilp_1&n=1024&block=64&cycle=0&lang=en"))
        .await;
    browser.wait_for_element("#cycle").await;
    // Steps to a cycle at which only the second run moves.
    let mut steps = Vec::new();
    loop {
        steps.push(browser.attribute("#page", "data-step").await);
        if let [.., before, now] = steps.as_slice()
            && before == now
        {
            break;
        }
        let before = browser.number(CYCLE).await;
        browser.press(RIGHT).await;
        browser.wait_for(&format!("{CYCLE} > {before}")).await;
    }
    let cycle = browser.number(CYCLE).await;
    open_part(&browser, "#take-home", "animation").await;
    browser.choose("#take-what", "lanes/0").await;
    browser.fill("#take-to", "2").await;
    browser.click("#take-make").await;
    browser.wait_for_attribute("#take-film", "data-frames", "3").await;
    assert_eq!(browser.number(CYCLE).await, cycle);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_animation_that_is_too_long_is_refused_and_one_under_way_can_be_stopped() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .visit(&site.url("#/neighbored?n=65536&block=1024&grain=warp&step=5&lang=en"))
        .await;
    let before = browser.attribute("#page", "data-step").await;
    open_part(&browser, "#take-home", "animation").await;
    browser.fill("#take-to", "100000").await;
    browser.wait_for_attribute("#take-plan", "data-wrong", "true").await;
    let said = browser.seen("#take-plan").await;
    assert!(said.contains("more than the 240 that fit"), "{said}");
    browser.click("#take-make").await;
    assert!(!browser.has("#take-cancel").await);
    browser.fill("#take-to", "200").await;
    browser.wait_for_attribute("#take-plan", "data-wrong", "false").await;
    browser.click("#take-make").await;
    browser.wait_for_element("#take-cancel").await;
    browser.click("#take-cancel").await;
    browser.wait_until_gone("#take-cancel").await;
    browser.wait_for_attribute("#page", "data-step", &before).await;
    assert!(!browser.has("#take-film").await);
    browser.close().await;
}
