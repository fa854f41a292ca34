//! Explanations of the numbers: formulas with the run's values, the lines of code that make up a counter, and the
//! glossary.

use e2e::keys::{ENTER, ESCAPE};
use e2e::{Browser, Graphics, SIZES, Site, looks_in_turn};
use lessons::glossary::TERMS;
use lessons::{GalleryKernel, Size};
use simt::{Machine, MetricValue, Metrics, RunOptions};

async fn open(browser: &Browser, site: &Site, view: &str) {
    browser.visit(&site.url(view)).await;
}

fn metrics(name: &str, n: u32, block: u32) -> Metrics {
    let kernel = GalleryKernel::by_name(name).expect("in the gallery");
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let dispatch = kernel.dispatch(Size::fixed(n, block), &Machine::default());
    let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("runs");
    run.metrics
}

/// Returns the value of a formula on the page; empty if it has none.
async fn formula(browser: &Browser, name: &str) -> String {
    browser
        .text(&format!(
            "return document.querySelector('[data-formula=\"{name}\"] .formula-value b')?.textContent ?? ''"
        ))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn formulas_have_the_machines_values() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (lesson, kernel) in [
        ("formulas", "divergence_parity"),
        ("formulas", "reduce_interleaved"),
        ("predication", "divergence_long"),
        ("loop-unrolling", "unroll_4"),
    ] {
        open(&browser, &site, &format!("#/{lesson}?kernel={kernel}")).await;
        browser.click("[data-panel-tab=\"formulas\"]").await;
        browser.wait_for_element("#formulas .formula").await;
        let metrics = metrics(kernel, 16_384, 64);
        for name in [
            "branch_efficiency",
            "branch_divergence",
            "control_flow_divergence",
            "gld_efficiency",
            "gst_transactions_per_request",
        ] {
            let named = metrics.named();
            let metric = named.iter().find(|metric| metric.name == name);
            let wanted = match metric.and_then(|metric| metric.value) {
                Some(MetricValue::Real(value)) if name.ends_with("request") => {
                    format!("{value:.2}")
                }
                Some(MetricValue::Real(value)) => format!("{value:.2} %"),
                _ => String::new(),
            };
            assert_eq!(formula(&browser, name).await, wanted, "{kernel} {name}");
        }
        // The models of scheduler and multiprocessors give cycles.
        let ipc: f64 = formula(&browser, "ipc").await.parse().expect("a number");
        assert!(ipc > 0.0 && ipc <= 1.0, "{kernel}: {ipc}");
        browser.screenshot(&format!("formulas-{kernel}")).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_counter_opens_into_lines_that_add_up() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(
        &browser,
        &site,
        "#/neighbored?kernel=reduce_neighbored&n=16384&block=1024",
    )
    .await;
    for (name, sum) in [
        ("gld_transactions", Some(6128)),
        ("gst_transactions", Some(3072)),
        ("gst_requests", Some(3072)),
        ("gld_efficiency", None),
        ("branch", None),
        ("divergent_branch", None),
        ("barrier_waits", None),
        ("inst_per_warp", None),
    ] {
        let number = browser.content(&format!("[data-counter={name}]")).await;
        browser.click(&format!("[data-why={name}]")).await;
        browser.wait_for_element("#why-result").await;
        let result = browser.seen("#why-result").await;
        assert!(result.contains(&number), "{name}: {result} and {number}");
        if let Some(sum) = sum {
            let rows = "return [...document.querySelectorAll('#why-lines tbody tr')].reduce((sum, row) => sum + Number(row.dataset.gives), 0)";
            assert_eq!(browser.number(rows).await as u64, sum, "{name}");
            // The iterations and the warps of one of the sixteen blocks.
            for table in ["#why-rounds", "#why-warps"] {
                let rows = format!(
                    "return [...document.querySelectorAll('{table} tbody tr')].reduce((sum, row) => sum + Number(row.dataset.gives), 0)"
                );
                assert_eq!(browser.number(&rows).await as u64, sum / 16, "{name} {table}");
            }
        }
        browser.screenshot(&format!("why-{name}")).await;
        browser.press(ESCAPE).await;
        browser.wait_until_gone("#why").await;
    }
    // For a large dispatch, the sum says how many blocks ran. The keyboard opens it.
    open(
        &browser,
        &site,
        "#/interleaved?kernel=reduce_interleaved&n=16777216&block=512",
    )
    .await;
    browser
        .script("document.querySelector('[data-why=gld_transactions]').focus()")
        .await;
    browser.press(ENTER).await;
    browser.wait_for_element("#why-result").await;
    let result = browser.seen("#why-result").await;
    assert!(
        result.contains("2,048 of 32,768 blocks ran; the counts of equal blocks are multiplied"),
        "{result}"
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_glossary_finds_a_term_by_any_of_its_names() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/").await;
    browser.press("d").await;
    browser.wait_for_element("#glossary-find").await;
    let rows = browser.count(".glossary-table tbody tr").await;
    assert_eq!(rows, TERMS.len());
    browser.screenshot("glossary").await;
    browser.press("__syncth").await;
    browser
        .wait_for("return document.querySelector('#glossary-count').textContent === '1 term'")
        .await;
    let first = browser.seen(".glossary-table tbody tr td").await;
    assert_eq!(first, "workgroupBarrier");
    browser.press("xyz").await;
    browser
        .wait_for("return document.querySelector('#glossary').textContent.includes('Try a shorter word')")
        .await;
    browser.press(ESCAPE).await;
    browser.wait_until_gone("#glossary").await;
    // A term of CUDA leads to the slide that shows what it becomes in WGSL.
    browser.press("d").await;
    browser.wait_for_element("#glossary-find").await;
    browser.fill("#glossary-find", "__syncth").await;
    browser
        .wait_for("return document.querySelectorAll('.glossary-table tbody a').length === 1")
        .await;
    browser.click(".glossary-table tbody a").await;
    browser.wait_until_gone("#glossary").await;
    browser
        .wait_for("return location.hash.startsWith('#/cuda-to-wgsl?') && location.hash.includes('slide=3')")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_and_formulas_fit_in_every_theme_size_and_language() {
    let site = Site::start();
    for (turn, (name, width, height)) in SIZES.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in looks_in_turn(turn) {
            let what = format!("{name}-{theme}-{language}");
            open(&browser, &site, &format!("#/formulas?theme={theme}&lang={language}")).await;
            browser.click("[data-panel-tab=\"formulas\"]").await;
            browser.wait_for_element(".formulas-panel").await;
            browser
                .script("document.querySelector('.formulas-panel').scrollIntoView()")
                .await;
            browser.screenshot(&format!("formulas-{what}")).await;
            let fits = "const p = document.querySelector('.formulas-panel .slot-scroll'); return p.scrollWidth <= p.clientWidth + 1 && document.documentElement.scrollWidth <= innerWidth + 1";
            assert_eq!(browser.script(fits).await, true, "formulas {what}");
            browser.click_under("[data-why=gld_transactions]").await;
            browser.wait_for_element("#why").await;
            browser.screenshot(&format!("why-{what}")).await;
            let fits = "const d = document.querySelector('.dialog'); return d.scrollWidth <= d.clientWidth + 1 && document.documentElement.scrollWidth <= innerWidth + 1";
            assert_eq!(browser.script(fits).await, true, "why {what}");
            browser.press(ESCAPE).await;
            browser.click_under("#glossary-open").await;
            browser.wait_for_element("#glossary").await;
            browser.screenshot(&format!("glossary-{what}")).await;
            assert_eq!(browser.script(fits).await, true, "glossary {what}");
        }
        browser.close().await;
    }
}

/// Clicks on the first word of the first row of memory.
pub const CLICK_FIRST_WORD: &str = "
        const canvas = document.querySelector('#array'), box = canvas.getBoundingClientRect();
        const token = name => Number(getComputedStyle(document.documentElement).getPropertyValue(name));
        const at = { clientX: box.left + token('--draw-label') * token('--enlarge') + 6, bubbles: true };
        const done = arguments[arguments.length - 1];
        const frame = () => new Promise(requestAnimationFrame);
        (async () => {
            for (let y = 4; y < box.height && !document.querySelector('#word'); y += 6) {
                canvas.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: box.top + y }));
                canvas.dispatchEvent(new MouseEvent('click', { ...at, clientY: box.top + y }));
                await frame();
                await frame();
            }
            done(true);
        })();";

/// A word tells who stored it, at any moment, and leads to each of these steps.
#[tokio::test(flavor = "multi_thread")]
async fn a_word_tells_who_stored_it() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for hash in [
        "#/neighbored?lang=en&n=4096&step=70",
        "#/neighbored?slide=2&stage=1&lang=en",
        "#/neighbored?lang=en&n=4096&step=70&text=cuda",
    ] {
        browser.visit(&site.url(hash)).await;
        browser.wait_for_frames(3).await;
        browser.script_of(CLICK_FIRST_WORD, Vec::new()).await;
        browser.wait_for_element("#word [data-step]").await;
        let title = browser.seen("#word h2").await;
        assert!(title.contains("data[0]"), "{title}");
        assert_eq!(browser.count("#word [data-step]").await, 6, "{hash}");
        let first = browser.seen("#word [data-step]").await;
        assert!(first.contains("warp 0, lane 0 (thread 0)"), "{first}");
        browser.screenshot("word-history").await;
        // The loads come between the stores on request.
        browser.click("#word-loads").await;
        browser.wait_for_count("#word [data-step]", "> 6").await;
        browser.screenshot("word-history-loads").await;
        browser.click("#word-loads").await;
        browser.wait_for_count("#word [data-step]", "=== 6").await;
        let steps = browser
            .script("return [...document.querySelectorAll('#word [data-step]')].map(row => row.dataset.step)")
            .await;
        let third = steps[2].as_str().expect("a step").to_owned();
        let line = browser.seen("#word [data-step] td:nth-child(3)").await;
        browser.click(&format!("#word [data-step='{third}'] button")).await;
        browser.wait_until_gone("#word").await;
        browser.wait_for_attribute("#page", "data-step", &third).await;
        // The line is one of the text that is shown, WGSL or CUDA.
        browser
            .wait_for_attribute(".code-line.next-line", "data-line", &line)
            .await;
    }
    // The table of the memory leads there without a pointer.
    browser.visit(&site.url("#/neighbored?lang=en&n=4096&step=70")).await;
    browser.click("#tables").await;
    browser.wait_for_element(".array-panel .word-button").await;
    browser
        .script("document.querySelector('.array-panel .word-button').focus()")
        .await;
    browser.press(ENTER).await;
    browser.wait_for_element("#word-said").await;
    browser.press(ESCAPE).await;
    browser.wait_until_gone("#word").await;
    browser.close().await;
}

/// Next to the CUDA twin, findings, explanations and notes name its lines: the number in the sentence is the line that the
/// page shows.
#[tokio::test(flavor = "multi_thread")]
async fn every_line_number_is_of_the_text_that_is_shown() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let code = |text: &str, line: u64| {
        format!(
            "const lines = [...document.querySelectorAll('.code-line')]; return lines.find(each => each.dataset.line === '{line}')?.textContent.includes({text:?}) === true"
        )
    };
    // (text, the other text, its name for the words in the race)
    for (text, other, word) in [("wgsl", "cuda", "partial[tid]"), ("cuda", "wgsl", "lockstep[tid]")] {
        // In lockstep the text in CUDA has no race.
        let address = format!(
            "#/bad-idea?kernel=reduce_shared_last_warp&n=1024&block=128&scheduling=independent&lang=en&text={text}"
        );
        open(&browser, &site, &address).await;
        let finding = browser.seen("#findings li").await;
        let digits: String = finding
            .split("line ")
            .nth(1)
            .expect("a line")
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let line: u64 = digits.parse().expect("a number");
        assert!(browser.is(&code(word, line)).await, "{text}: {finding}");
        browser.click("[data-why=barrier_waits]").await;
        browser.wait_for_element("#why-lines tbody tr").await;
        let row = "const row = document.querySelector('#why-lines tbody tr'); return [row.children[0].textContent, row.children[1].textContent]";
        let row = browser.script(row).await;
        let barrier = match text {
            "wgsl" => "workgroupBarrier()",
            _ => "__syncthreads()",
        };
        assert!(row[1].as_str().expect("code").contains(barrier), "{row}");
        let line = row[0].as_str().expect("a line").parse().expect("a number");
        assert!(browser.is(&code(barrier, line)).await, "{text}: {row}");
        browser.press(ESCAPE).await;
        browser.wait_until_gone("#why").await;
        browser.click(&format!("#code-{other}")).await;
        let changed = browser.seen("#findings li").await;
        assert_ne!(changed, finding, "the lines differ in this kernel");
    }
    for (text, line) in [("wgsl", 19), ("cuda", cuda_line("shared_reverse", 19))] {
        let address = format!("#/shared-pattern?slide=2&lang=en&text={text}");
        open(&browser, &site, &address).await;
        browser.click("#notes-toggle").await;
        let notes = browser.seen("#slide-notes").await;
        assert!(notes.contains(&format!("line {line} of the code")), "{notes}");
    }
    browser.close().await;
}

fn cuda_line(kernel: &str, line: u32) -> u32 {
    let kernel = lessons::GalleryKernel::by_name(kernel).expect("a kernel");
    kernel.cuda_line(line).expect("a line")
}
