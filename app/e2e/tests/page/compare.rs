//! Kernels side by side: the same data, stepped together, each as it is alone.

use e2e::typing::{paste, settled};
use e2e::{Browser, Graphics, LOOKS, Site};
use std::time::Duration;

const NEXT: &str = "\u{e014}";
const READY: &str = "const page = document.querySelector('#page').dataset; return page.ready === 'true' && page.busy === 'false'";
const COLUMNS: &str = "return [...document.querySelectorAll('[data-column]')].map(c => c.dataset.kernel + ':' + c.dataset.press).join(' ')";

async fn open(browser: &Browser, site: &Site, hash: &str) {
    browser.visit(&site.url(hash)).await;
    browser.wait_for(READY).await;
}

/// The lanes of a column are those that its kernel shows alone at the same press.
#[tokio::test(flavor = "multi_thread")]
async fn columns_step_together_and_show_what_each_kernel_shows_alone() {
    let names = [
        "reduce_neighbored",
        "reduce_neighbored_less",
        "reduce_interleaved",
    ];
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let mut alone = Vec::new();
    for name in names {
        open(
            &browser,
            &site,
            &format!("#/neighbored?kernel={name}&n=1024&block=128"),
        )
        .await;
        for _ in 0..4 {
            browser.press(NEXT).await;
        }
        alone.push(browser.attribute("#lanes", "data-lanes").await);
    }
    assert!(alone[0] != alone[1], "the two differ in which lanes work");
    open(&browser, &site, "#/neighbored?n=1024&block=128").await;
    browser.click("#compare").await;
    browser
        .click("[data-kernel-tab='reduce_interleaved']")
        .await;
    browser
        .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 3")
        .await;
    browser.wait_for(READY).await;
    for _ in 0..4 {
        browser.press(NEXT).await;
    }
    let together = browser
        .script("return [...document.querySelectorAll('[data-column] .lanes-panel canvas')].map(c => c.dataset.lanes)")
        .await;
    assert_eq!(together, serde_json::json!(alone));
    let columns = names.map(|name| format!("{name}:4")).join(" ");
    assert_eq!(browser.text(COLUMNS).await, columns);
    // Eight times the transactions are said to be so: the ratio is that of the two numbers.
    let ratio = "const of = c => Number(document.querySelector(`[data-column='${c}'] [data-counter='gld_transactions']`).textContent.replaceAll(',', ''));
        const said = document.querySelector(`[data-column='2'] [data-counter='gld_transactions'] + .ratio`).textContent;
        return said === '×' + (of(2) / of(0)).toFixed(2)";
    assert_eq!(browser.script(ratio).await, true);
    browser.screenshot("compare-three").await;
    // What is shown is what the link says.
    browser.wait_for("return location.hash.includes('with=reduce_neighbored_less,reduce_interleaved') && location.hash.includes('step=' + document.querySelector('#page').dataset.step)").await;
    browser.reload().await;
    browser
        .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 3")
        .await;
    browser.wait_for(READY).await;
    assert_eq!(browser.text(COLUMNS).await, columns);
    // The first goes: the second takes its place. With one left the page is the usual one.
    browser.click("[data-kernel-tab='reduce_neighbored']").await;
    browser
        .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 2")
        .await;
    browser.wait_for(READY).await;
    assert!(
        browser
            .text(COLUMNS)
            .await
            .starts_with("reduce_neighbored_less:")
    );
    browser
        .click("[data-kernel-tab='reduce_neighbored_less']")
        .await;
    browser.wait_for("return document.querySelector('#compare-stage') === null && document.querySelector('#page').dataset.kernel === 'reduce_interleaved'").await;
    browser.close().await;
}

/// A short run waits at its end while a longer one goes on, and both come back.
#[tokio::test(flavor = "multi_thread")]
async fn the_longest_run_is_walked_to_its_end() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(
        &browser,
        &site,
        "#/ilp?kernel=ilp_4&with=ilp_1&n=1024&block=64&grain=statement",
    )
    .await;
    browser
        .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 2")
        .await;
    browser.wait_for(READY).await;
    let last = "return Number(document.querySelector('#slider').max)";
    let presses = browser.number(last).await;
    browser.click("#last").await;
    let at =
        "return [...document.querySelectorAll('[data-column]')].map(c => Number(c.dataset.press))";
    let ends = browser.script(at).await;
    let ends: Vec<f64> = serde_json::from_value(ends).expect("two numbers");
    assert_eq!(ends.iter().copied().fold(0.0, f64::max), presses);
    assert!(ends[0] != ends[1], "one is longer");
    assert_eq!(
        browser
            .number("return Number(document.querySelector('#slider').value)")
            .await,
        presses
    );
    assert_eq!(browser.attribute("#next", "aria-disabled").await, "true");
    browser.click("#first").await;
    assert_eq!(browser.script(at).await, serde_json::json!([0, 0]));
    browser.close().await;
}

/// A run beside that takes long can be stopped; then the first stands alone and nothing goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_run_beside_is_stopped_and_stays_so() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let long =
        "#/bank-conflicts?kernel=matmul_tile_rows&n=65536&block=256&with=matmul_tile_columns";
    browser.leave().await;
    browser.open(&site.url(long)).await;
    let first = "return document.querySelector(\"[data-column='0'][data-kernel]\") !== null && document.querySelector('#cancel-run') !== null";
    browser.wait_up_to(first, Duration::from_secs(60)).await;
    browser.click("#cancel-run").await;
    let alone = "const page = document.querySelector('#page').dataset;
        return page.busy === 'false' && document.querySelector('#compare-stage') === null && page.kernel === 'matmul_tile_rows'";
    browser.wait_for(alone).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(browser.script(alone).await, true);
    browser.close().await;
}

/// Each view of a run stands in every column, with room for its picture.
#[tokio::test(flavor = "multi_thread")]
async fn views_stand_in_every_column() {
    let views = [
        ("interleaved", "reduce_neighbored", "lines"),
        ("bank-conflicts", "matmul_tile_columns", "banks"),
        ("interleaved", "reduce_neighbored", "tree"),
        ("bank-conflicts", "matmul_tile_columns", "blocks"),
        ("launch", "nested_launch_child", "launch"),
        ("ilp", "ilp_4", "scheduler"),
        ("formulas", "reduce_interleaved", "formulas"),
    ];
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (lesson, other, panel) in views {
        open(
            &browser,
            &site,
            &format!("#/{lesson}?with={other}&panel={panel}"),
        )
        .await;
        browser
            .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 2")
            .await;
        browser.press(NEXT).await;
        let room = "return [...document.querySelectorAll('[data-column] .slot-panel')].filter(panel => {
            const picture = panel.querySelector('canvas') ?? panel.querySelector('dl');
            const place = picture?.getBoundingClientRect();
            return place && place.width > 150 && place.height > 40 && place.top < panel.getBoundingClientRect().bottom - 20;
        }).length";
        assert_eq!(browser.number(room).await, 2.0, "{panel}");
        browser.screenshot(&format!("compare-view-{panel}")).await;
    }
    browser.close().await;
}

/// Four columns in every theme, at the projector and on a phone.
#[tokio::test(flavor = "multi_thread")]
async fn four_columns_fit() {
    let site = Site::start();
    let four = "#/neighbored?n=1024&block=256&with=reduce_neighbored_less,reduce_interleaved,reduce_unroll2";
    let browser = Browser::start(Graphics::None).await;
    for (theme, language) in LOOKS {
        open(
            &browser,
            &site,
            &format!("{four}&theme={theme}&lang={language}"),
        )
        .await;
        browser
            .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 4")
            .await;
        browser.press(NEXT).await;
        browser.press(NEXT).await;
        browser
            .screenshot(&format!("compare-four-{theme}-{language}"))
            .await;
        let scrolls = "return document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1";
        assert_eq!(browser.script(scrolls).await, false, "{theme} {language}");
    }
    browser.close().await;
    let phone = Browser::start_sized(Graphics::None, 500, 844).await;
    open(&phone, &site, four).await;
    phone.screenshot("compare-phone").await;
    let wide = "return document.documentElement.scrollWidth > innerWidth + 1";
    assert_eq!(phone.script(wide).await, false);
    phone.close().await;
}

/// Lines that differ have a tint and a sign, words a mark, in each column; the first follows the column that is looked at.
#[tokio::test(flavor = "multi_thread")]
async fn what_differs_in_the_code_is_lit() {
    const LIT: &str = "return [...document.querySelectorAll('[data-column]')].map(column => [...column.querySelectorAll('.code-line')]
        .flatMap((line, at) => [...line.querySelectorAll('.differing-sign')].map(sign => (at + 1) + sign.textContent)).join(' '))";
    let wait = async |browser: &Browser, lit: serde_json::Value| {
        let lines = LIT.replacen("return ", "", 1);
        browser
            .wait_for(&format!("return JSON.stringify({lines}) === '{lit}'"))
            .await;
    };
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let two = "#/neighbored?n=1024&block=128&with=reduce_neighbored_less";
    open(&browser, &site, two).await;
    wait(&browser, serde_json::json!(["17+ 19≠", "18+ 19≠"])).await;
    // A tint lies under each signed line, and a mark on the words that differ.
    let placed = "return [...document.querySelectorAll('[data-column]')].every(column => {
        const top = element => Math.round(element.getBoundingClientRect().top);
        const tints = [...column.querySelectorAll('.differing-line')].map(top).join();
        const signs = [...column.querySelectorAll('.differing-sign')].map(sign => top(sign.closest('.code-line'))).join();
        const words = [...column.querySelectorAll('.differing-words')];
        return tints === signs && words.length > 0 && words.every(word => word.getBoundingClientRect().width > 5);
    })";
    browser.wait_for(placed).await;
    browser.screenshot("compare-differences").await;
    // The twins differ in their own lines.
    browser.click(".asides .segments button:last-child").await;
    browser
        .wait_for("return document.querySelector('[data-column=\"1\"] .code-text').textContent.includes('__global__') && document.querySelectorAll('[data-column=\"1\"] .differing-sign').length > 0")
        .await;
    browser.screenshot("compare-differences-cuda").await;
    // Off stays off.
    browser.click("#differences").await;
    browser
        .wait_for_attribute("#differences", "aria-pressed", "false")
        .await;
    wait(&browser, serde_json::json!(["", ""])).await;
    browser.reload().await;
    browser.wait_for(READY).await;
    wait(&browser, serde_json::json!(["", ""])).await;
    browser.click("#differences").await;
    wait(&browser, serde_json::json!(["17+ 19≠", "18+ 19≠"])).await;
    // Of three, the first shows what any other words differently, or the one that is looked at.
    open(&browser, &site, &format!("{two},reduce_interleaved")).await;
    let all = serde_json::json!(["17+ 18≠ 19≠", "18+ 19≠", "18≠ 19≠"]);
    wait(&browser, all.clone()).await;
    let look = "document.querySelector('[data-column=\"2\"] .code-scroll').focus()";
    browser.script(look).await;
    wait(
        &browser,
        serde_json::json!(["18≠ 19≠", "18+ 19≠", "18≠ 19≠"]),
    )
    .await;
    browser.script("document.activeElement.blur()").await;
    wait(&browser, all).await;
    browser.close().await;
}

/// By modelled cycle the columns stand at the same cycle; the one that needs fewer waits at its end; links bring it back.
#[tokio::test(flavor = "multi_thread")]
async fn columns_step_by_the_same_modelled_cycle() {
    const CYCLE: &str = "return Number(document.querySelector('#cycle').dataset.cycle)";
    const AT: &str =
        "return [...document.querySelectorAll('[data-column]')].map(c => Number(c.dataset.press))";
    let at = async |browser: &Browser| -> Vec<f64> {
        serde_json::from_value(browser.script(AT).await).expect("two numbers")
    };
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let two = "#/ilp?kernel=ilp_4&with=ilp_1&n=1024&block=64&grain=statement";
    open(&browser, &site, two).await;
    browser
        .wait_for("return document.querySelectorAll('[data-column][data-kernel]').length === 2")
        .await;
    browser.click("#last").await;
    let ends = at(&browser).await;
    browser.click("#first").await;
    browser.click("#grain-cycle").await;
    browser.wait_for_element("#cycle[data-cycle='0']").await;
    assert!(browser.seen("#place").await.contains("modelled"));
    // Forward: both move, at rising cycles.
    for _ in 0..6 {
        let before = browser.number(CYCLE).await;
        browser.press(NEXT).await;
        browser.wait_for(&format!("{CYCLE} > {before}")).await;
    }
    let (cycle, there) = (browser.number(CYCLE).await, at(&browser).await);
    assert!(there.iter().all(|press| *press > 0.0), "{there:?}");
    browser.screenshot("compare-cycle").await;
    browser
        .wait_for(&format!("return location.hash.includes('cycle={cycle}')"))
        .await;
    browser.reload().await;
    browser.wait_for(READY).await;
    browser
        .wait_for(&format!("return document.querySelectorAll('[data-column][data-kernel]').length === 2 && document.querySelector('#cycle')?.dataset.cycle === '{cycle}'"))
        .await;
    browser
        .wait_for(&format!(
            "return JSON.stringify({}) === '{}'",
            AT.replacen("return ", "", 1),
            serde_json::json!(there.iter().map(|press| *press as u64).collect::<Vec<_>>())
        ))
        .await;
    // To the end: both stand there, and the shorter one came first.
    browser.click("#last").await;
    assert_eq!(at(&browser).await, ends);
    browser.click("#back").await;
    let almost = at(&browser).await;
    assert!(
        almost[0] == ends[0] && almost[1] < ends[1],
        "{almost:?} of {ends:?}"
    );
    browser.click("#first").await;
    browser.wait_for_element("#cycle[data-cycle='0']").await;
    assert_eq!(at(&browser).await, [0.0, 0.0]);
    // Another way of stepping ends it, and so says the link.
    browser.press("3").await;
    browser
        .wait_for(
            "return document.querySelector('#cycle') === null && !location.hash.includes('cycle=')",
        )
        .await;
    browser.close().await;
}

/// A run that the model does not take says so, and a link to its cycle still shows it.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_too_long_is_not_stepped_by_cycle() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/playground?cycle=0").await;
    settled(&browser).await;
    browser.wait_for_element("#cycle[data-cycle='0']").await;
    let long = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 5000u; k++) {
    a[id.x] += k;
  }
}";
    paste(&browser, long).await;
    browser
        .wait_for_attribute("#grain-cycle", "aria-disabled", "true")
        .await;
    browser
        .wait_for("return document.querySelector('#cycle') === null && document.querySelector('#notices').textContent.includes('too long')")
        .await;
    assert!(
        browser
            .attribute("#grain-cycle", "title")
            .await
            .contains("too long")
    );
    browser.click("#grain-cycle").await;
    browser.press(NEXT).await;
    browser.wait_for_step_after("0").await;
    browser.close().await;
}
