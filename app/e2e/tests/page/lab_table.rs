//! The table of all kernels in the lab: counts, measured times, sorting, files and print.

use crate::lab::{KEEP_FILES, RUN, entries, h200, measure, open};
use e2e::keys::ENTER;
use e2e::page::SCROLLS_SIDEWAYS;
use e2e::typing::open_file;
use e2e::{Browser, Graphics, Site, looks};
use model::lab::collection::Collection;
use model::lab::experiment::COPY;
use serde_json::{Value, json};

/// The names of the kernels in the table, from top to bottom.
const NAMES: &str =
    "return [...document.querySelectorAll('#kernel-table tbody tr')].map(row => row.dataset.kernel).join(',')";

/// The numbers of a column of the table, from top to bottom; null where none is known.
fn numbers(column: &str) -> String {
    format!(
        "return [...document.querySelectorAll('#kernel-table tbody [data-column={column}]')].map(cell => {{
            const text = cell.textContent.replace(/[≈ ,]/g, ''); return text === '–' ? null : Number.parseFloat(text); }})"
    )
}

async fn column(browser: &Browser, column: &str) -> Vec<Option<f64>> {
    let numbers = browser.script(&numbers(column)).await;
    let numbers = numbers.as_array().cloned().unwrap_or_default();
    numbers.iter().map(Value::as_f64).collect()
}

async fn wait_for_counts(browser: &Browser) {
    let counted = "const { rows, counted, counting } = document.querySelector('#kernel-table').dataset;
        return rows === counted && counting === 'false'";
    browser.wait_up_to(counted, RUN).await;
}

/// Without a GPU the table has counters, modelled times and the times that are shipped.
#[tokio::test(flavor = "multi_thread")]
async fn one_table_has_every_kernel_without_a_gpu() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(KEEP_FILES).await;
    browser.open(&site.url("#/lab?lang=en")).await;
    browser.wait_for_attribute("#lab", "data-state", "absent").await;
    browser.click("[data-preset=table]").await;
    browser.wait_for_element("#kernel-table").await;
    let kernels = Collection::Table.kernels();
    let table: Vec<&str> = kernels.iter().map(|kernel| kernel.kernel.name.as_ref()).collect();
    let of_course = format!("{},{COPY}", table.join(","));
    assert_eq!(browser.text(NAMES).await, of_course);
    let pressed = browser.attribute("[data-preset=table]", "aria-pressed");
    assert_eq!(pressed.await, "true");
    let chosen = browser.count("[data-lab-kernel]:checked").await;
    assert_eq!(chosen, kernels.len());
    let shipped = column(&browser, "shipped").await;
    assert!(shipped.iter().flatten().count() > kernels.len() / 2);
    let counted = browser.attribute("#kernel-table", "data-counted").await;
    assert_eq!(counted, "0", "nothing runs by itself");
    browser.screenshot("lab-table-empty").await;
    browser.click("#lab-count").await;
    wait_for_counts(&browser).await;
    browser.screenshot("lab-table-counted").await;
    for name in ["gld_transactions", "bytes_moved", "modelled"] {
        let numbers = column(&browser, name).await;
        assert!(numbers.iter().all(Option::is_some), "{name}: {numbers:?}");
    }
    assert!(column(&browser, "measured").await.iter().all(Option::is_none));
    // The headings sort, also by the keyboard, and say so.
    let loads = "#kernel-table th[data-column=gld_transactions]";
    browser.click(&format!("{loads} button")).await;
    browser.wait_for_attribute(loads, "aria-sort", "ascending").await;
    let rising = column(&browser, "gld_transactions").await;
    assert!(rising.is_sorted(), "{rising:?}");
    browser
        .script(&format!("document.querySelector('{loads} button').focus()"))
        .await;
    browser.press(ENTER).await;
    browser.wait_for_attribute(loads, "aria-sort", "descending").await;
    let falling = column(&browser, "gld_transactions").await;
    assert!(falling.iter().rev().is_sorted(), "{falling:?}");
    assert_eq!(browser.count("#kernel-table [aria-sort]").await, 1);
    // Files have the rows in the shown order.
    let order = browser.text(NAMES).await;
    for (place, format) in ["CSV", "JSON"].into_iter().enumerate() {
        browser.click(&format!("[data-table-export='{format}']")).await;
        browser
            .wait_for(&format!("return saved.length === {}", place + 1))
            .await;
    }
    let csv = browser.text("return saved[0][2]").await;
    let names: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(names.join(","), order);
    let json = browser.text("return saved[1][2]").await;
    assert!(json.contains("\"format\": \"warpstep-kernels\""), "{json}");
    // A kernel that depends on the width of a warp says so.
    let warps = browser
        .seen("#kernel-table tr[data-kernel=divergence_warp] .kernel-warps")
        .await;
    assert!(warps.contains("32") && warps.contains("unknown"), "{warps}");
    // Each name leads to the kernel in its lesson.
    browser.click("#kernel-table tr[data-kernel=reduce_unroll8] a").await;
    browser
        .wait_for_attribute("#page", "data-kernel", "reduce_unroll8")
        .await;
    let lesson = browser.attribute("#page", "data-lesson").await;
    assert_eq!(lesson, "unroll");
    browser.close().await;
}

/// The table takes the measured times, and the warps of the reader's adapter. A link with the name of the set opens it.
///
/// Its numbers are in the next test: on a software device the noise may be longer than a kernel.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_takes_measured_times() {
    let link =
        "#/lab?experiment=table&kernels=divergence_warp,reduce_neighbored,reduce_unroll8&n=2^12&block=64&rounds=3";
    let (_site, browser) = open(link, "").await;
    browser.wait_for_count("#kernel-table tbody tr", "=== 4").await;
    measure(&browser).await;
    // A part of the set shows its bars first.
    browser.click("[data-figure-tab=kernels]").await;
    browser.wait_for_element("#kernel-table").await;
    wait_for_counts(&browser).await;
    browser.screenshot("lab-table-measured").await;
    assert_eq!(entries(&browser).await.len(), 4);
    let names = browser.text(NAMES).await;
    assert_eq!(names, "divergence_warp,reduce_neighbored,reduce_unroll8,copy_vec4");
    let warps = browser
        .seen("#kernel-table tr[data-kernel=divergence_warp] .kernel-warps")
        .await;
    assert!(warps.contains("32") && !warps.contains("unknown"), "{warps}");
    assert_eq!(browser.count("[data-export]").await, 0);
    browser.close().await;
}

/// Each bandwidth is a share of the copy's. A time that the noise hides has a limit, and no number and no share.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_compares_measured_times_with_the_copy() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/lab?lang=en")).await;
    let n = 1_u64 << 16;
    let entry = |kernel: &str, useful_bytes: u64, samples: [f64; 3]| {
        json!({
            "kernel": kernel, "n": n, "block": 64, "useful_bytes": useful_bytes, "samples": samples,
            "method": "slope", "clock": "gpu", "repeats": 400, "step_nanos": 1.0,
            "compile_nanos": 31e6, "first_run_nanos": 60e3,
        })
    };
    let mut record = h200("NVIDIA H200");
    record["entries"] = json!([
        entry("divergence_warp", 8 * n, [-5_000.0, 1_000.0, 6_000.0]),
        entry("reduce_neighbored", 4 * n, [40_000.0; 3]),
        entry("reduce_unroll8", 4 * n, [20_000.0; 3]),
        entry(COPY, 8 * n, [8_000.0; 3]),
    ]);
    open_file(&browser, "#lab-import", "h200.json", &record.to_string()).await;
    browser.wait_for_element("#lab-table tbody tr").await;
    browser.click("[data-figure-tab=kernels]").await;
    browser.wait_for_element("#kernel-table").await;
    wait_for_counts(&browser).await;
    let columns = [
        ("measured", [None, Some(40.0), Some(20.0), Some(8.0)]),
        ("gb_per_s", [None, Some(6.55), Some(13.1), Some(65.5)]),
        ("share_of_copy", [None, Some(10.0), Some(20.0), Some(100.0)]),
    ];
    for (name, expected) in columns {
        assert_eq!(column(&browser, name).await, expected, "{name}");
    }
    let hidden = "#kernel-table tr[data-kernel=divergence_warp] [data-column=measured]";
    assert_eq!(browser.content(hidden).await.trim(), "< 6.00 µs");
    browser.close().await;
}

/// The table is printed alone, on white paper, across the page.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_printed_alone() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/lab?experiment=table&theme=dark&lang=en"))
        .await;
    browser.wait_for_element("#kernel-table tbody tr").await;
    let pdf = browser.print("print-lab-table").await;
    let pages = crate::print::pages(&pdf);
    assert!((1..=4).contains(&pages), "{pages}");
    browser
        .wait_for("return document.documentElement.dataset.theme === 'dark'")
        .await;
    browser.close().await;
}

/// The table scrolls in its box, and the page does not scroll sideways.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_fits_in_every_theme_and_language() {
    let site = Site::start();
    let desk = Browser::start(Graphics::None).await;
    let phone = Browser::start_sized(Graphics::None, 500, 844).await;
    for (theme, language) in looks() {
        for (browser, size) in [(&desk, "desk"), (&phone, "phone")] {
            let link = format!("#/lab?experiment=table&theme={theme}&lang={language}");
            browser.visit(&site.url(&link)).await;
            browser.wait_for_element("#kernel-table tbody tr").await;
            browser
                .screenshot(&format!("lab-table-{size}-{theme}-{language}"))
                .await;
            let sideways = browser.is(SCROLLS_SIDEWAYS).await;
            assert!(!sideways, "{size} {theme} {language}");
            let results = "const results = document.querySelector('.lab-results'); return results.scrollWidth > results.clientWidth";
            let sideways = browser.is(results).await;
            assert!(!sideways, "{size} {theme} {language}");
        }
    }
    desk.close().await;
    phone.close().await;
}
