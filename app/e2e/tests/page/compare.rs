//! Kernels side by side: they run on the same data, step together, and each shows what it shows alone.

use e2e::keys::RIGHT;
use e2e::page::{COLUMNS, CYCLE, PRESSES, SCROLLS, SCROLLS_SIDEWAYS, SETTLED};
use e2e::typing::{paste, settled};
use e2e::{Browser, Graphics, Site, looks};
/// Kernel and press of every column.
const COLUMN_PLACES: &str = "return [...document.querySelectorAll('[data-column]')].map(c => c.dataset.kernel + ':' + c.dataset.press).join(' ')";

async fn open(browser: &Browser, site: &Site, hash: &str) {
    browser.visit(&site.url(hash)).await;
    browser.wait_for(SETTLED).await;
}

/// A column shows the lanes that its kernel shows alone at the same press.
#[tokio::test(flavor = "multi_thread")]
async fn columns_step_together_and_show_what_each_kernel_shows_alone() {
    let names = ["reduce_neighbored", "reduce_neighbored_less", "reduce_interleaved"];
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let mut alone = Vec::new();
    for name in names {
        open(&browser, &site, &format!("#/neighbored?kernel={name}&n=1024&block=128")).await;
        for _ in 0..4 {
            browser.press(RIGHT).await;
        }
        alone.push(browser.attribute("#lanes", "data-lanes").await);
    }
    assert!(alone[0] != alone[1], "the two use different lanes");
    open(&browser, &site, "#/neighbored?n=1024&block=128").await;
    browser.click("#compare").await;
    browser.click("[data-kernel-tab='reduce_interleaved']").await;
    browser.wait_for_count(COLUMNS, "=== 3").await;
    browser.wait_for(SETTLED).await;
    for _ in 0..4 {
        browser.press(RIGHT).await;
    }
    let together = browser
        .script("return [...document.querySelectorAll('[data-column] .lanes-panel canvas')].map(c => c.dataset.lanes)")
        .await;
    assert_eq!(together, serde_json::json!(alone));
    let columns = names.map(|name| format!("{name}:4")).join(" ");
    assert_eq!(browser.text(COLUMN_PLACES).await, columns);
    // The ratio next to a counter is that of the two numbers.
    let ratio = "const of = c => Number(document.querySelector(`[data-figures='${c}'] [data-counter='gld_transactions']`).textContent.replaceAll(',', ''));
        const said = document.querySelector(`[data-figures='2'] [data-counter='gld_transactions'] + .ratio`).textContent;
        return said === '×' + (of(2) / of(0)).toFixed(2)";
    assert_eq!(browser.script(ratio).await, true);
    browser.screenshot("compare-three").await;
    // The link restores what is shown.
    browser.wait_for("return location.hash.includes('with=reduce_neighbored_less,reduce_interleaved') && location.hash.includes('step=' + document.querySelector('#page').dataset.step)").await;
    browser.reload().await;
    browser.wait_for_count(COLUMNS, "=== 3").await;
    browser.wait_for(SETTLED).await;
    assert_eq!(browser.text(COLUMN_PLACES).await, columns);
    // Without the first kernel, the second takes its place. With one kernel left, the page is the usual one.
    browser.click("[data-kernel-tab='reduce_neighbored']").await;
    browser.wait_for_count(COLUMNS, "=== 2").await;
    browser.wait_for(SETTLED).await;
    assert!(browser.text(COLUMN_PLACES).await.starts_with("reduce_neighbored_less:"));
    browser.click("[data-kernel-tab='reduce_neighbored_less']").await;
    browser.wait_for("return document.querySelector('#compare-panels') === null && document.querySelector('#page').dataset.kernel === 'reduce_interleaved'").await;
    browser.close().await;
}

/// A short run waits at its end while a longer one goes on. Both return to the start.
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
    browser.wait_for_count(COLUMNS, "=== 2").await;
    browser.wait_for(SETTLED).await;
    let last = "return Number(document.querySelector('#slider').max)";
    let presses = browser.number(last).await;
    browser.click("#last").await;
    let ends = browser.script(PRESSES).await;
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
    assert_eq!(browser.script(PRESSES).await, serde_json::json!([0, 0]));
    browser.close().await;
}

/// A long run next to another one can be stopped. Then the first is shown alone, and no run is under way.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_run_of_a_comparison_is_stopped_and_stays_so() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let long = "#/bank-conflicts?kernel=matmul_tile_rows&n=65536&block=256&with=matmul_tile_columns";
    browser.leave().await;
    browser.open(&site.url(long)).await;
    let first = "return document.querySelector(\"[data-column='0'][data-kernel]\") !== null && document.querySelector('#cancel-run') !== null";
    browser.wait_for(first).await;
    browser.click("#cancel-run").await;
    let alone = "const page = document.querySelector('#page').dataset;
        return page.busy === 'false' && document.querySelector('#compare-panels') === null && page.kernel === 'matmul_tile_rows'";
    browser.wait_for(alone).await;
    browser.wait_for_frames(30).await;
    assert!(browser.is(alone).await, "no further run begins");
    browser.close().await;
}

/// Every panel of a run is in each column, with room for its picture.
#[tokio::test(flavor = "multi_thread")]
async fn every_column_has_each_panel() {
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
        open(&browser, &site, &format!("#/{lesson}?with={other}&panel={panel}")).await;
        browser.wait_for_count(COLUMNS, "=== 2").await;
        browser.press(RIGHT).await;
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

/// Four columns fit in every theme, on a projector and on a phone.
#[tokio::test(flavor = "multi_thread")]
async fn four_columns_fit() {
    let site = Site::start();
    let four = "#/neighbored?n=1024&block=256&with=reduce_neighbored_less,reduce_interleaved,reduce_unroll2";
    let browser = Browser::start(Graphics::None).await;
    for (theme, language) in looks() {
        open(&browser, &site, &format!("{four}&theme={theme}&lang={language}")).await;
        browser.wait_for_count(COLUMNS, "=== 4").await;
        browser.press(RIGHT).await;
        browser.press(RIGHT).await;
        browser.screenshot(&format!("compare-four-{theme}-{language}")).await;
        assert_eq!(browser.script(SCROLLS).await, false, "{theme} {language}");
    }
    browser.close().await;
    let phone = Browser::start_sized(Graphics::None, 500, 844).await;
    open(&phone, &site, four).await;
    phone.screenshot("compare-phone").await;
    assert_eq!(phone.script(SCROLLS_SIDEWAYS).await, false);
    phone.close().await;
}

/// Each column marks the lines that differ with a tint and a sign, and the words with a mark. The marks of the first
/// column follow the column that has the focus.
#[tokio::test(flavor = "multi_thread")]
async fn differences_in_the_code_are_marked() {
    const LIT: &str = "return [...document.querySelectorAll('[data-column]')].map(column => [...column.querySelectorAll('.code-line')]
        .flatMap(line => [...line.querySelectorAll('.differing-sign')].map(sign => line.dataset.line + sign.textContent)).join(' '))";
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
    // Each line with a sign has a tint, and the words that differ have a mark.
    let placed = "return [...document.querySelectorAll('[data-column]')].every(column => {
        const plain = getComputedStyle(column.querySelector('.code-line')).backgroundColor;
        const signs = [...column.querySelectorAll('.differing-sign')].map(sign => sign.closest('.code-line'));
        const words = [...column.querySelectorAll('.differing-words')];
        return signs.every(line => getComputedStyle(line).backgroundColor !== plain)
            && words.length > 0 && words.every(word => word.getBoundingClientRect().width > 5);
    })";
    browser.wait_for(placed).await;
    browser.screenshot("compare-differences").await;
    // The CUDA twins have their own marks.
    browser.click(".asides .segments button:last-child").await;
    browser
        .wait_for("return document.querySelector('[data-column=\"1\"] .code-text').textContent.includes('__global__') && document.querySelectorAll('[data-column=\"1\"] .differing-sign').length > 0")
        .await;
    browser.screenshot("compare-differences-cuda").await;
    // The address keeps the choice of CUDA, and a reload would keep it, too. A run in CUDA that is under way does not
    // arrive after the choice of WGSL.
    browser.click(".asides .segments button:first-child").await;
    wait(&browser, serde_json::json!(["17+ 19≠", "18+ 19≠"])).await;
    browser.wait_for(SETTLED).await;
    let lit =
        "return [...document.querySelectorAll('[data-column]')].every(column => column.querySelector('.next-line'))";
    browser.wait_for(lit).await;
    // The address follows a choice after a moment, and a reload reads it.
    browser.wait_for("return !location.hash.includes('text=cuda')").await;
    // A reload keeps the marks switched off.
    browser.click("#differences").await;
    browser
        .wait_for_attribute("#differences", "aria-pressed", "false")
        .await;
    wait(&browser, serde_json::json!(["", ""])).await;
    browser.reload().await;
    browser.wait_for(SETTLED).await;
    wait(&browser, serde_json::json!(["", ""])).await;
    browser.click("#differences").await;
    wait(&browser, serde_json::json!(["17+ 19≠", "18+ 19≠"])).await;
    // With three columns, the first marks what differs from any other, or from the one that has the focus.
    open(&browser, &site, &format!("{two},reduce_interleaved")).await;
    let all = serde_json::json!(["17+ 18≠ 19≠", "18+ 19≠", "18≠ 19≠"]);
    wait(&browser, all.clone()).await;
    let look = "document.querySelector('[data-column=\"2\"] .code-scroll').focus()";
    browser.script(look).await;
    wait(&browser, serde_json::json!(["18≠ 19≠", "18+ 19≠", "18≠ 19≠"])).await;
    browser.script("document.activeElement.blur()").await;
    wait(&browser, all).await;
    browser.close().await;
}

/// Stepping by modelled cycles keeps the columns at the same cycle. The shorter run waits at its end. A link restores
/// the cycle.
#[tokio::test(flavor = "multi_thread")]
async fn columns_step_by_the_same_modelled_cycle() {
    let presses = async |browser: &Browser| -> Vec<f64> {
        serde_json::from_value(browser.script(PRESSES).await).expect("two numbers")
    };
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let two = "#/ilp?kernel=ilp_4&with=ilp_1&n=1024&block=64&grain=statement";
    open(&browser, &site, two).await;
    browser.wait_for_count(COLUMNS, "=== 2").await;
    browser.click("#last").await;
    let ends = presses(&browser).await;
    browser.click("#first").await;
    browser.click("#grain-cycle").await;
    browser.wait_for_element("#cycle[data-cycle='0']").await;
    assert!(browser.seen("#place").await.contains("modelled"));
    // Both columns go forward as the cycles rise.
    for _ in 0..6 {
        let before = browser.number(CYCLE).await;
        browser.press(RIGHT).await;
        browser.wait_for(&format!("{CYCLE} > {before}")).await;
    }
    let (cycle, there) = (browser.number(CYCLE).await, presses(&browser).await);
    assert!(there.iter().all(|press| *press > 0.0), "{there:?}");
    browser.screenshot("compare-cycle").await;
    browser
        .wait_for(&format!("return location.hash.includes('cycle={cycle}')"))
        .await;
    browser.reload().await;
    browser.wait_for(SETTLED).await;
    browser
        .wait_for(&format!("return document.querySelectorAll('[data-column][data-kernel]').length === 2 && document.querySelector('#cycle')?.dataset.cycle === '{cycle}'"))
        .await;
    browser
        .wait_for(&format!(
            "return JSON.stringify({}) === '{}'",
            PRESSES.replacen("return ", "", 1),
            serde_json::json!(there.iter().map(|press| *press as u64).collect::<Vec<_>>())
        ))
        .await;
    // At the end both runs are complete; one step before, only the shorter one is.
    browser.click("#last").await;
    assert_eq!(presses(&browser).await, ends);
    browser.click("#back").await;
    let almost = presses(&browser).await;
    assert!(almost[0] == ends[0] && almost[1] < ends[1], "{almost:?} of {ends:?}");
    browser.click("#first").await;
    browser.wait_for_element("#cycle[data-cycle='0']").await;
    assert_eq!(presses(&browser).await, [0.0, 0.0]);
    // Another step unit ends stepping by cycles, also in the link.
    browser.press("3").await;
    browser
        .wait_for("return document.querySelector('#cycle') === null && !location.hash.includes('cycle=')")
        .await;
    browser.close().await;
}

/// A run that is too long for the model is not stepped by cycles, and the page says so. A link to its cycle still shows
/// it.
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
    assert!(browser.attribute("#grain-cycle", "title").await.contains("too long"));
    browser.click("#grain-cycle").await;
    browser.press(RIGHT).await;
    browser.wait_for_step_after("0").await;
    browser.close().await;
}
