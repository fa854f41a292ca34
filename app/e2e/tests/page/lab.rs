//! The lab: an experiment comes from the form or a link, and ends as a chart, a table and files, whatever happens to
//! the GPU.

use e2e::page::{COLLECT_DEVICES, SCROLLS_SIDEWAYS};
use e2e::typing::{open_file, open_playground};
use e2e::{Browser, Graphics, Site, looks};
use serde_json::{Value, json};
use std::time::Duration;

/// A short experiment: two kernels at two sizes.
const SMALL: &str = "#/lab?kernels=reduce_neighbored,reduce_unroll8&n=2^10,2^12&block=64&rounds=3&copy=off";

/// An experiment that lasts long enough for a test to interfere.
const LONG: &str = "#/lab?kernels=reduce_neighbored,reduce_unroll8&n=2^10..2^12&block=64&rounds=40&copy=off";

/// Longest wait for a run on the software device.
pub(crate) const RUN: Duration = Duration::from_secs(120);

/// The frames in which a lab that rests must not change.
const QUIET_FRAMES: u32 = 30;

/// Runs before the page: an adapter without timestamps and with the least limits that any adapter has, 256 lanes and
/// 128 MiB.
const LEAST_ADAPTER: &str = "const features = Object.getOwnPropertyDescriptor(GPUAdapter.prototype, 'features').get;
    Object.defineProperty(GPUAdapter.prototype, 'features', { get() {
        return new Set([...features.call(this)].filter(name => name !== 'timestamp-query')); } });
    const limits = Object.getOwnPropertyDescriptor(GPUAdapter.prototype, 'limits').get;
    const least = { maxStorageBufferBindingSize: 128 << 20, maxBufferSize: 128 << 20, maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupSizeX: 256 };
    Object.defineProperty(GPUAdapter.prototype, 'limits', { get() {
        const own = limits.call(this);
        return new Proxy(own, { get: (_, name) => name in least ? least[name] : own[name] }); } });";

/// Opens the lab with an experiment in a browser with an adapter, and waits until it can begin. `script` runs before
/// the page.
pub(crate) async fn open(link: &str, script: &str) -> (Site, Browser) {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.before_page(script).await;
    go(&browser, &site, link).await;
    (site, browser)
}

/// Opens an experiment and waits until it can begin.
async fn go(browser: &Browser, site: &Site, link: &str) {
    browser.open(&site.url(link)).await;
    wait_for_state(browser, "ready").await;
}

/// Waits for a state of the lab, as long as a run may take.
pub(crate) async fn wait_for_state(browser: &Browser, state: &str) {
    browser
        .wait_up_to(
            &format!("return document.querySelector('#lab')?.dataset.state === '{state}'"),
            RUN,
        )
        .await;
}

/// Measures the whole experiment.
pub(crate) async fn measure(browser: &Browser) {
    browser.click("#lab-run").await;
    wait_for_state(browser, "done").await;
}

/// The record of the run as the page exports it.
async fn sheet(browser: &Browser) -> Value {
    let text = browser.content("#lab-sheet").await;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The entries of the record.
pub(crate) async fn entries(browser: &Browser) -> Vec<Value> {
    let sheet = sheet(browser).await;
    sheet["entries"].as_array().cloned().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_says_what_is_measured_and_a_click_measures_it() {
    let (_site, browser) = open(SMALL, "").await;
    browser.screenshot("lab-empty").await;
    let nothing = browser.content("#lab-sheet").await;
    assert_eq!(nothing, "", "nothing runs by itself");
    browser.click("#lab-run").await;
    browser.wait_for_element("#lab-cancel").await;
    browser.screenshot("lab-under-way").await;
    wait_for_state(&browser, "done").await;
    browser.screenshot("lab-measured").await;
    let sheet = sheet(&browser).await;
    assert_eq!(sheet["format"], "warpstep-times");
    assert_eq!(sheet["way"], "browser");
    let entries = sheet["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 4, "two kernels at two sizes");
    for entry in entries {
        assert_eq!(entry["block"], 64);
        let samples = entry["samples"].as_array().map(Vec::len);
        assert_eq!(samples, Some(3), "{entry}");
        let nanos = entry["compile_nanos"].as_f64();
        assert!(nanos.is_some_and(|nanos| nanos > 0.0), "{entry}");
    }
    // The table shows the same numbers.
    let rows = browser.count("#lab-table tbody tr[data-samples=\"3\"]").await;
    assert_eq!(rows, entries.len());
    // The browser stores the record: the next visit can open, rename and delete it.
    browser.reload().await;
    browser.wait_for_element("#lab-records li").await;
    browser.fill("#lab-records .lab-record-name", "Monday").await;
    browser.click(".lab-record-open").await;
    browser.wait_for_element("#lab-table tbody tr").await;
    assert_eq!(self::sheet(&browser).await, sheet);
    browser.wait_for_element(".lab-record.shown").await;
    assert_eq!(browser.value(".lab-record-name").await, "Monday");
    browser.click(".lab-record-forget").await;
    browser
        .wait_for_attribute(".lab-record-forget", "data-sure", "true")
        .await;
    browser.click(".lab-record-forget").await;
    browser.wait_until_gone("#lab-records li").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_paused_resumed_and_stopped_and_keeps_what_it_has() {
    let (_site, browser) = open(LONG, "").await;
    let progress = "return document.querySelector('.lab-status output')?.textContent";
    browser.click("#lab-run").await;
    let begun = "return document.querySelectorAll('#lab-table tbody tr').length > 0";
    browser.wait_up_to(begun, RUN).await;
    browser.click("#lab-pause").await;
    browser.wait_for_element("#lab-resume").await;
    wait_for_state(&browser, "paused").await;
    browser.screenshot("lab-paused").await;
    let before = browser.text(progress).await;
    browser.wait_for_frames(QUIET_FRAMES).await;
    assert_eq!(browser.text(progress).await, before, "nothing goes on");
    browser.click("#lab-resume").await;
    browser.wait_for_element("#lab-pause").await;
    browser.wait_up_to(&format!("{progress} !== '{before}'"), RUN).await;
    browser.click("#lab-cancel").await;
    wait_for_state(&browser, "done").await;
    let entries = entries(&browser).await.len();
    assert!(entries >= 2, "the measured entries stay: {entries}");
    browser.close().await;
}

/// Browsers slow down hidden pages, so the lab does not measure in them.
#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_page_pauses_and_goes_on_by_itself() {
    let (_site, browser) = open(LONG, "").await;
    let hide = |hidden: bool| {
        format!(
            "Object.defineProperty(document, 'hidden', {{ get: () => {hidden}, configurable: true }});
             document.dispatchEvent(new Event('visibilitychange', {{ bubbles: true }}))"
        )
    };
    browser.click("#lab-run").await;
    browser.wait_for_element("#lab-pause").await;
    browser.script(&hide(true)).await;
    wait_for_state(&browser, "paused").await;
    browser.script(&hide(false)).await;
    wait_for_state(&browser, "measuring").await;
    browser.click("#lab-cancel").await;
    let stopped = "return document.querySelector('#lab-run') !== null";
    browser.wait_up_to(stopped, RUN).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_device_is_connected_again_and_the_run_goes_on() {
    let (_site, browser) = open(SMALL, COLLECT_DEVICES).await;
    browser.click("#lab-run").await;
    let begun = "return document.querySelector('#lab-doing')?.textContent.length > 5";
    browser.wait_up_to(begun, RUN).await;
    browser.script("devices.at(-1).destroy()").await;
    browser.wait_for("return devices.length >= 2").await;
    wait_for_state(&browser, "done").await;
    assert_eq!(entries(&browser).await.len(), 4);
    browser.discard();
}

#[tokio::test(flavor = "multi_thread")]
async fn after_three_losses_a_button_waits_and_nothing_is_lost() {
    let (_site, browser) = open(SMALL, COLLECT_DEVICES).await;
    browser.script("deadly = true; devices.at(-1).destroy()").await;
    browser.click("#lab-run").await;
    wait_for_state(&browser, "lost").await;
    browser.screenshot("lab-lost").await;
    let requests = browser.number("return devices.length").await;
    browser.wait_for_frames(QUIET_FRAMES).await;
    assert_eq!(
        browser.number("return devices.length").await,
        requests,
        "the page asks for no further device by itself"
    );
    browser.script("deadly = false").await;
    browser.click("#lab-reconnect").await;
    wait_for_state(&browser, "done").await;
    assert_eq!(entries(&browser).await.len(), 4);
    browser.discard();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_least_adapter_measures_by_the_wall_clock_within_its_limits() {
    let link = "#/lab?kernels=reduce_unroll8&n=2^10,2^26&block=64,1024&rounds=2&copy=off";
    let (_site, browser) = open(link, LEAST_ADAPTER).await;
    let left_out = browser.seen("#lab-too-large").await;
    assert!(
        left_out.contains("33,554,432") && left_out.contains("256"),
        "{left_out}"
    );
    measure(&browser).await;
    let entries = entries(&browser).await;
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0]["clock"], "wall");
    let failures = browser.count("#lab-failures li").await;
    assert_eq!(failures, 3, "each case that does not fit has its reason");
    browser.screenshot("lab-least").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_in_the_form_get_sentences_and_change_nothing() {
    let (_site, browser) = open("#/lab", "").await;
    for (text, hint) in [
        ("many", "whole number"),
        ("2^40", "2^29"),
        ("9..3", "is not a range"),
        ("7", "64"),
    ] {
        browser.fill("#lab-n", text).await;
        browser
            .wait_for("return document.querySelector('#lab-n-error').textContent !== ''")
            .await;
        let said = browser.seen("#lab-n-error").await;
        assert!(said.contains(hint), "{text}: {said}");
    }
    let hash = browser.text("return location.hash").await;
    assert!(hash.contains("n=2^20") || hash == "#/lab", "{hash}");
    browser.fill("#lab-n", "4096, 2^13").await;
    browser.wait_for_value("#lab-n", "2^12,2^13").await;
    for kernel in [
        "reduce_neighbored",
        "reduce_neighbored_less",
        "reduce_interleaved",
        "reduce_unroll2",
        "reduce_unroll4",
        "reduce_unroll8",
    ] {
        browser.click(&format!("[data-lab-kernel={kernel}]")).await;
    }
    browser.click(".lab-method summary").await;
    browser.click("#lab-copy").await;
    browser.wait_for_element("#lab-nothing").await;
    browser.close().await;
}

/// A kernel of the reader with a block that can be set.
const OWN: &str = "override BLOCK: u32 = 64;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(BLOCK)

fn twice(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = 2.0 * x[id.x]; }
}
";

/// Each n is one block, and the chart has the operations that the task knows.
#[tokio::test(flavor = "multi_thread")]
async fn one_block_is_drawn_as_operations_per_second() {
    let link = "#/lab?experiment=one-block&n=64,128&values=16&rounds=5&lang=en";
    let (_site, browser) = open(link, "").await;
    for selector in ["[data-preset=one-block]", "[data-lab-block=n]"] {
        let pressed = browser.attribute(selector, "aria-pressed").await;
        assert_eq!(pressed, "true", "{selector}");
    }
    measure(&browser).await;
    let sizes: Vec<(Option<u64>, Option<u64>)> = entries(&browser)
        .await
        .iter()
        .map(|entry| (entry["n"].as_u64(), entry["block"].as_u64()))
        .collect();
    assert_eq!(sizes.len(), 4, "{sizes:?}");
    assert!(sizes.iter().all(|(n, block)| n == block), "{sizes:?}");
    browser
        .wait_for_attribute("#lab-figure", "data-figure", "operations")
        .await;
    browser.wait_for_content("#lab-figure", "Gflop/s").await;
    browser.screenshot("lab-one-block").await;
    // A block of its own replaces the choice.
    browser.click("[data-lab-block='64']").await;
    browser
        .wait_for_attribute("[data-lab-block=n]", "aria-pressed", "false")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_of_ones_own_stands_beside_those_of_the_lessons() {
    let (_site, browser) = open_playground(Graphics::Software, OWN).await;
    browser.click("[data-side-tab=gpu]").await;
    browser.click("#to-own-lab").await;
    browser
        .wait_for("return document.querySelector('[data-lab-kernel=twice]')?.checked === true")
        .await;
    // It alone is ticked, whatever the lab had before.
    browser.wait_for_count("[data-lab-kernel]:checked", "== 1").await;
    browser.screenshot("lab-sent").await;
    // The preset keeps the first kernel of the lesson.
    browser.click("[data-preset=one]").await;
    browser.click("[data-lab-kernel=twice]").await;
    browser.fill("#lab-n", "2^10, 2^12").await;
    browser.screenshot("lab-own").await;
    measure(&browser).await;
    let measured: Vec<(String, u64)> = entries(&browser)
        .await
        .iter()
        .map(|entry| {
            let kernel = entry["kernel"].as_str().unwrap_or_default().to_owned();
            (kernel, entry["n"].as_u64().unwrap_or_default())
        })
        .collect();
    assert_eq!(
        measured.iter().filter(|(kernel, _)| kernel == "twice").count(),
        2,
        "{measured:?}"
    );
    assert!(measured.len() > 2, "{measured:?}");
    browser.screenshot("lab-own-measured").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_adapter_the_lab_says_why_and_still_opens_files() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/lab")).await;
    browser.wait_for_attribute("#lab", "data-state", "absent").await;
    assert!(browser.seen("#gpu-absent").await.contains("WebGPU"));
    open_file(&browser, "#lab-import", "notes.txt", "hello").await;
    browser.wait_for_text("#notices", "notes.txt").await;
    open_file(&browser, "#lab-import", "class.json", &h200("NVIDIA H200").to_string()).await;
    browser.wait_for_element("#lab-table tbody tr").await;
    // A file that is opened twice makes one record.
    open_file(&browser, "#lab-import", "again.json", &h200("NVIDIA H200").to_string()).await;
    open_file(&browser, "#lab-import", "other.json", &h200("Another").to_string()).await;
    browser.wait_for_count("#lab-records li", "=== 2").await;
    browser.close().await;
}

/// A made-up record of a fast GPU: four kernels and a copy at n from 2^10 to 2^28.
pub(crate) fn h200(device: &str) -> Value {
    let kernels = [
        ("reduce_neighbored", 5_200.0, 4.0, 296.0),
        ("reduce_neighbored_less", 5_100.0, 4.0, 546.0),
        ("reduce_interleaved", 5_000.0, 4.0, 600.0),
        ("reduce_unroll8", 4_600.0, 4.0, 3_407.0),
        ("copy_vec4", 4_000.0, 8.0, 4_240.0),
    ];
    let mut entries = Vec::new();
    for power in (10..=28).step_by(2) {
        let n = 1_u64 << power;
        for (kernel, floor, each, rate) in kernels {
            let nanos = floor + each * n as f64 / rate;
            let samples: Vec<f64> = (0..15)
                .map(|round| {
                    nanos * (1.0 + 0.01 * ((round * 7 % 15) as f64 / 15.0) + if round == 11 { 0.06 } else { 0.0 })
                })
                .collect();
            entries.push(json!({
                "kernel": kernel, "n": n, "block": 256, "useful_bytes": each as u64 * n, "samples": samples,
                "method": "slope", "clock": "gpu", "repeats": 400, "step_nanos": 65_536.0,
                "compile_nanos": 31e6, "first_run_nanos": nanos * 3.0,
            }));
        }
    }
    json!({
        "format": "warpstep-times", "version": 1,
        "device": { "name": device, "vendor": "nvidia", "backend": "WebGPU", "is_fallback": false },
        "taken": "2026-11-21T09:30:00Z", "program": "Warpstep 0.1.0", "way": "browser", "entries": entries,
    })
}

/// The lab fits a phone and a projector, with and without a record. On a projector the whole chart is in the window.
#[tokio::test(flavor = "multi_thread")]
async fn the_lab_fits_in_every_theme_and_language() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let phone = Browser::start_sized(Graphics::None, 500, 844).await;
    for (theme, language) in looks() {
        for (browser, size) in [(&browser, "desk"), (&phone, "phone")] {
            browser
                .visit(&site.url(&format!("#/lab?theme={theme}&lang={language}")))
                .await;
            browser.wait_for_attribute("#lab", "data-state", "absent").await;
            browser
                .screenshot(&format!("lab-{size}-{theme}-{language}-empty"))
                .await;
            open_file(browser, "#lab-import", "h200.json", &h200("NVIDIA H200").to_string()).await;
            browser.wait_for_element("#lab-table tbody tr").await;
            let tabs = browser
                .script("return [...document.querySelectorAll('[data-figure-tab]')].map(tab => tab.dataset.figureTab)")
                .await;
            for tab in tabs.as_array().expect("tabs") {
                let tab = tab.as_str().unwrap_or_default();
                browser.click(&format!("[data-figure-tab='{tab}']")).await;
                browser.wait_for_attribute("#lab-figure", "data-figure", tab).await;
                // Some figures need counters, which the machine counts first.
                browser
                    .wait_up_to(
                        "return document.querySelector('#lab-figure').dataset.counting === 'false'",
                        RUN,
                    )
                    .await;
                browser
                    .screenshot(&format!("lab-{size}-{theme}-{language}-{tab}"))
                    .await;
                assert_eq!(
                    browser.script(SCROLLS_SIDEWAYS).await,
                    false,
                    "{size} {theme} {language} {tab}"
                );
                if tab == "kernels" {
                    let whole = "return document.querySelector('#kernel-table .kernel-scroll').clientHeight > 100";
                    assert!(browser.is(whole).await, "{size} {theme} {language}");
                } else if size == "desk" {
                    // The chart is not cut off and no larger than the window.
                    let whole = "const chart = document.querySelector('.lab-chart');
                        chart.firstElementChild.scrollIntoView({ block: 'nearest' });
                        const box = chart.firstElementChild.getBoundingClientRect();
                        return box.height > 100 && box.top >= document.querySelector('.lab-results').getBoundingClientRect().top - 1
                            && box.bottom <= innerHeight + 1 && chart.scrollHeight <= chart.clientHeight + 1";
                    assert_eq!(browser.script(whole).await, true, "{theme} {language} {tab}");
                    let chart = "const chart = document.querySelector('.lab-chart svg').getBoundingClientRect(); return chart.top >= 0 && chart.bottom <= innerHeight";
                    assert_eq!(browser.script(chart).await, true, "{theme} {language} {tab}");
                }
            }
        }
    }
    browser.close().await;
    phone.close().await;
}

/// The button next to a lesson's times opens the same experiment in the lab: at the size of the clock, or of the picture.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_s_times_lead_to_the_lab() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/unroll")).await;
    for (choice, n, block) in [("clock", "2^24", 256), ("picture", "2^13", 128)] {
        browser
            .visit(&site.url("#/unroll?kernel=reduce_unroll4&n=8192&block=128"))
            .await;
        browser.wait_for_element("#clock-size").await;
        browser.choose("#clock-size", choice).await;
        browser.click("#open-in-lab").await;
        browser.wait_for_element("#lab").await;
        assert_eq!(browser.value("#lab-n").await, n);
        let block = format!("[data-lab-block='{block}']");
        let pressed = browser.attribute(&block, "aria-pressed");
        assert_eq!(pressed.await, "true");
    }
    let lesson = lessons::Lesson::by_id("unroll").expect("a lesson");
    let chosen = browser.count("[data-lab-kernel]:checked").await;
    assert_eq!(chosen, lesson.kernels.len());
    browser.close().await;
}

/// Each kind of experiment shows first the figure that fits it, also sweeps over two settings or over a kernel's
/// parameter.
#[tokio::test(flavor = "multi_thread")]
async fn sweeps_show_the_figure_that_says_most() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    for (link, figure, entries) in [
        (
            "#/lab?experiment=both&kernels=reduce_unroll8&n=2^10,2^11&block=64,128&rounds=2",
            "heat-map",
            4,
        ),
        (
            "#/lab?experiment=work&values=1,8&n=2^10&block=64&rounds=2",
            "parameter",
            4,
        ),
        (
            "#/lab?experiment=grid&values=1,4&n=2^12&block=64&rounds=2",
            "parameter",
            2,
        ),
        (
            "#/lab?experiment=per-lane&n=2^12&block=64&rounds=2&copy=off",
            "times",
            4,
        ),
    ] {
        browser.leave().await;
        go(&browser, &site, link).await;
        measure(&browser).await;
        let measured = self::entries(&browser).await.len();
        assert_eq!(measured, entries, "{link}");
        browser.wait_for_attribute("#lab-figure", "data-figure", figure).await;
        browser.screenshot(&format!("lab-sweep-{figure}-{entries}")).await;
    }
    browser.click("[data-figure-tab='per-lane']").await;
    browser
        .wait_for_attribute("#lab-figure", "data-figure", "per-lane")
        .await;
    browser.screenshot("lab-per-lane").await;
    browser.close().await;
}

/// Keeps the texts of all files that the page makes, as `saved`: type, length and text.
pub(crate) const KEEP_FILES: &str = "window.saved = []; const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.saved.push([blob.type, text.length, text.slice(0, 60000)])); return make.call(URL, blob); };";

/// Each format is a self-contained file.
#[tokio::test(flavor = "multi_thread")]
async fn figures_and_records_become_files() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(KEEP_FILES).await;
    browser.open(&site.url("#/lab?theme=dark&lang=en")).await;
    let given = h200("NVIDIA H200");
    open_file(&browser, "#lab-import", "h200.json", &given.to_string()).await;
    browser.wait_for_element("#lab-table tbody tr").await;
    for (place, format) in ["SVG", "PNG", "CSV", "JSON"].into_iter().enumerate() {
        browser.click(&format!("[data-export='{format}']")).await;
        if format == "JSON" {
            // A class board shows the name that the reader gives to the file.
            browser.fill("#lab-name-field", "Table 4").await;
        }
        browser
            .wait_for(&format!("return saved.length === {}", place + 1))
            .await;
    }
    let saved = browser.script("return saved").await;
    let text = |place: usize| saved[place][2].as_str().unwrap_or_default().to_owned();
    let svg = text(0);
    assert!(
        svg.starts_with("<svg") && svg.contains("xmlns") && svg.contains("NVIDIA H200"),
        "{svg}"
    );
    assert!(!svg.contains("var("), "colours are resolved");
    assert_eq!(saved[1][0], "image/png");
    assert!(saved[1][1].as_f64().is_some_and(|bytes| bytes > 5_000.0));
    let csv = text(2);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 51, "a heading and fifty measurements");
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
    assert!(lines[1].contains("reduce_neighbored,1024,256"), "{}", lines[1]);
    // The script above shortens long texts, so the JSON is compared with the one on the page.
    assert!(text(3).starts_with("{\n  \"format\": \"warpstep-times\""));
    assert!(text(3).contains("\"name\": \"Table 4\""));
    assert!(sheet(&browser).await["entries"] == given["entries"]);
    browser.close().await;
}

/// If the browser's storage is full the page says so. The record stays on the page and can be exported.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_browser_says_that_a_record_is_not_kept() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/lab?lang=en")).await;
    browser
        .script("let part = 'x'.repeat(1 << 20); for (let i = 0; i < 60 && part.length; i++) { try { localStorage.setItem('full' + i, part); } catch { part = part.slice(part.length / 2); } }")
        .await;
    open_file(&browser, "#lab-import", "h200.json", &h200("NVIDIA H200").to_string()).await;
    browser.wait_for_text("#notices", "no room").await;
    browser.wait_for_element("#lab-table tbody tr").await;
    browser.close().await;
}

/// Run it on a computer with a GPU: `WARPSTEP_ADAPTER_FLAGS="…" cargo test --workspace --test page -- --ignored on_a_gpu`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a GPU with 2 GiB of memory"]
async fn a_large_sweep_runs_on_a_gpu() {
    let large = "#/lab?kernels=reduce_neighbored,reduce_interleaved_unrolled,reduce_single_pass_tile&n=2^20,2^24,2^28&block=256&rounds=10";
    let (_site, browser) = open(large, "").await;
    browser.click("#lab-run").await;
    let done = "return document.querySelector('#lab').dataset.state === 'done'";
    browser.wait_up_to(done, Duration::from_secs(300)).await;
    browser.screenshot("lab-gpu").await;
    let sheet = sheet(&browser).await;
    assert_eq!(sheet["device"]["is_fallback"], false, "{}", sheet["device"]);
    let entries = sheet["entries"].as_array().expect("entries");
    let largest = entries.iter().filter(|entry| entry["n"] == 1_u64 << 28);
    assert_eq!(largest.count(), 4, "three kernels and the copy: {entries:?}");
    browser.close().await;
}
