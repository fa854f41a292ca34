//! The class board: it charts the dropped files by device, and refuses each bad file with its reason.

use crate::lab::h200;
use e2e::page::{COLLECT_FILES, SCROLLS_SIDEWAYS};
use e2e::typing::open_file;
use e2e::{Browser, Graphics, Site};
use serde_json::{Value, json};

/// Drops files on the board, as a visitor does.
async fn drop_files(browser: &Browser, files: &[(&str, &str)]) {
    browser
        .script_of(
            "const [files, done] = arguments; const given = new DataTransfer();
             for (const [name, text] of files) given.items.add(new File([text], name));
             document.querySelector('#board').dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })); done(null);",
            vec![json!(files)],
        )
        .await;
}

async fn members(browser: &Browser) -> Value {
    browser
        .script("return [...document.querySelectorAll('#board-members li')].map(member => member.dataset.member)")
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_s_files_make_a_board() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/board")).await;
    browser.wait_for_element("#board").await;
    browser.screenshot("board-empty").await;
    let (one, other) = (h200("NVIDIA H200").to_string(), h200("Apple M3").to_string());
    let mut slower = h200("Intel Iris Xe");
    for entry in slower["entries"].as_array_mut().expect("entries") {
        for field in entry["samples"].as_array_mut().expect("samples") {
            *field = json!(field.as_f64().unwrap_or(1.0) * 30.0);
        }
    }
    let slower = slower.to_string();
    let files = [
        ("a.json", one.as_str()),
        ("b.json", other.as_str()),
        ("c.json", slower.as_str()),
        ("again.json", one.as_str()),
        ("holiday.jpg", "\u{fffd}JFIF"),
        ("empty.json", ""),
    ];
    drop_files(&browser, &files).await;
    browser.wait_for_attribute("#board-told", "data-refused", "3").await;
    assert_eq!(
        members(&browser).await,
        json!(["NVIDIA H200", "Apple M3", "Intel Iris Xe"])
    );
    let report = browser.seen("#board-told").await;
    for said in ["again.json", "NVIDIA H200", "holiday.jpg", "empty.json", "3 devices"] {
        assert!(report.contains(said), "{said}: {report}");
    }
    // There is one chart per kernel and one row per device, for the largest n.
    browser.wait_for_count("[data-board-kernel] svg", ">= 5").await;
    assert_eq!(browser.count("#board-table tbody tr").await, 3);
    for measure in ["bandwidth", "speed-up", "time"] {
        browser.click(&format!("[data-measure='{measure}']")).await;
        browser.screenshot(&format!("board-{measure}")).await;
    }
    // Members can be renamed and removed, and the browser stores the board.
    browser.fill("#board-members .lab-record-name", "Ming").await;
    browser.wait_for_element("[data-member='Ming']").await;
    browser.click("[data-member='Apple M3'] .lab-record-forget").await;
    browser.wait_for_attribute("#board", "data-members", "2").await;
    browser.reload().await;
    browser.wait_for_attribute("#board", "data-members", "2").await;
    assert_eq!(members(&browser).await, json!(["Ming", "Intel Iris Xe"]));
    browser.close().await;
}

/// Files have names, software devices stand apart from GPUs, and no chart has times of different iterations.
#[tokio::test(flavor = "multi_thread")]
async fn names_software_devices_and_iterations_are_told_apart() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/board?lang=en")).await;
    let loops = |device: &str, iterations: Option<u32>| {
        let mut sheet = h200(device);
        let entries = sheet["entries"].as_array_mut().expect("entries");
        entries.truncate(1);
        let entry = &mut entries[0];
        entry["kernel"] = json!("divergence_parity");
        if let Some(iterations) = iterations {
            entry["parameters"] = json!({ "ITERATIONS": iterations });
        }
        sheet
    };
    let mut named = loops("NVIDIA H200", None);
    named["name"] = json!("Table 4");
    let mut software = loops("llvmpipe", Some(64));
    software["device"]["is_fallback"] = json!(true);
    let (named, software) = (named.to_string(), software.to_string());
    let long = loops("Apple M3", Some(4_096)).to_string();
    let files = [
        ("table-4.json", named.as_str()),
        ("cpu.json", software.as_str()),
        ("long.json", long.as_str()),
    ];
    drop_files(&browser, &files).await;
    browser.wait_for_attribute("#board", "data-members", "3").await;
    assert_eq!(members(&browser).await, json!(["Table 4", "llvmpipe", "Apple M3"]));
    let tips = "return [...document.querySelectorAll('#board-table [data-member]')].map(row => row.title)";
    assert_eq!(
        browser.script(tips).await,
        json!(["File: table-4.json", "File: long.json", "File: cpu.json"])
    );
    // The tables name n, block and iterations.
    assert_eq!(browser.seen("#board-table caption").await, "n = 2^10 · block size 256");
    let heads = "return [...document.querySelectorAll('#board-table thead th')].slice(1).map(head => head.innerText)";
    assert_eq!(
        browser.script(heads).await,
        json!(["by lane · 64 iterations", "by lane · 4,096 iterations"])
    );
    let charts = "return [...document.querySelectorAll('#board-charts .board-chart')].map(chart => chart.textContent)";
    let charts = browser.script(charts).await;
    // A device without the measurement has an empty row. (chart, the device with a time in it, one of the other kind,
    // empty rows)
    for (chart, there, other, empty) in [
        (0, "Table 4", "llvmpipe", 1),
        (1, "Apple M3", "llvmpipe", 1),
        (2, "llvmpipe", "Table 4", 0),
    ] {
        let text = charts[chart].as_str().expect("a chart");
        assert!(text.contains(there), "{there}: {text}");
        assert!(!text.contains(other), "{text}");
        assert_eq!(text.contains("iterations · software"), chart == 2, "{text}");
        assert_eq!(text.matches("none").count(), empty, "{text}");
    }
    let heading = browser.seen("#board-software").await;
    assert!(heading.contains("CPU"), "{heading}");
    browser.screenshot("board-software").await;
    browser.close().await;
}

/// The board is saved as one file, which another teacher's page can open.
#[tokio::test(flavor = "multi_thread")]
async fn a_saved_board_opens_elsewhere() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_FILES).await;
    browser.open(&site.url("#/board")).await;
    open_file(&browser, "#board-files", "a.json", &h200("NVIDIA H200").to_string()).await;
    open_file(&browser, "#board-files", "b.json", &h200("Apple M3").to_string()).await;
    browser.wait_for_attribute("#board", "data-members", "2").await;
    browser.click("#board-save").await;
    browser.wait_for("return saved.length === 1").await;
    let file = browser.text("return saved[0]").await;
    let other = Browser::start(Graphics::None).await;
    other.open(&site.url("#/board?lang=zh")).await;
    drop_files(&other, &[("board.json", &file)]).await;
    other.wait_for_attribute("#board", "data-members", "2").await;
    other.wait_for_count("[data-board-kernel] svg", ">= 5").await;
    other.screenshot("board-zh").await;
    browser.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_fits_in_every_theme_and_language() {
    let site = Site::start();
    for (size, width, height) in [("desk", 1280, 720), ("phone", 500, 844)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in [("light", "en"), ("dark", "zh-Hans"), ("projector", "en")] {
            browser
                .visit(&site.url(&format!("#/board?theme={theme}&lang={language}")))
                .await;
            browser.wait_for_element("#board").await;
            open_file(
                &browser,
                "#board-files",
                "a.json",
                &h200(&format!("NVIDIA H200 {theme}")).to_string(),
            )
            .await;
            browser.wait_for_element("#board-table tbody tr").await;
            browser.screenshot(&format!("board-{size}-{theme}")).await;
            assert_eq!(browser.script(SCROLLS_SIDEWAYS).await, false, "{size} {theme}");
        }
        browser.close().await;
    }
}
