//! The scheduler panel: its picture, its shares and Little's law are those of the model, which the test computes
//! itself.

use e2e::keys::{END, RIGHT};
use e2e::{Browser, Graphics, SIZES, Site, looks_in_turn};
use lessons::scheduler::{Pipe, Setting, Work, chains, schedule};

async fn open(browser: &Browser, site: &Site, view: &str) {
    browser.visit(&site.url(view)).await;
    browser.click_under("[data-panel-tab=scheduler]").await;
    browser.wait_for_element("#scheduler").await;
}

async fn choose(browser: &Browser, selector: &str, value: &str) {
    browser
        .script(&format!(
            "const list = document.querySelector('{selector}');
             list.value = [...list.options].find(o => o.value === '{value}' || o.text === '{value}').value;
             list.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        ))
        .await;
}

async fn slide(browser: &Browser, selector: &str, value: u32) {
    browser.slide(selector, value as usize).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chains_are_issued_as_the_model_says() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/ilp").await;
    browser.screenshot("scheduler-ilp-1").await;
    choose(&browser, "#scheduler-work", "operations").await;
    for (warps, count, latency, cycle) in [(1, 1, 18, 40), (18, 1, 18, 300), (5, 4, 18, 77), (64, 2, 24, 9)] {
        slide(&browser, "#scheduler-warps", warps).await;
        slide(&browser, "#scheduler-chains", count).await;
        slide(&browser, "#scheduler-arithmetic", latency).await;
        slide(&browser, "#scheduler-cycle", cycle).await;
        let setting = Setting {
            warps,
            arithmetic_latency: latency,
            memory_latency: 800,
            cores: 32,
            warp_width: 32,
            schedulers: 1,
        };
        let wanted = schedule(
            &chains(count as usize, Pipe::Arithmetic, 128 / count as usize, 0),
            setting,
        );
        browser
            .wait_for_attribute("#scheduler", "data-cycles", &wanted.cycles.to_string())
            .await;
        let letters: String = (0..warps as usize)
            .map(|warp| wanted.at(warp, cycle).letter())
            .collect();
        browser.wait_for_attribute("#scheduler", "data-warps", &letters).await;
        let busy = browser.seen("#scheduler-busy").await;
        let share = 100.0 * wanted.busy().expect("something was issued");
        let share = if share > 99.95 {
            "100 %".to_owned()
        } else {
            format!("{share:.1} %")
        };
        assert!(busy.contains(&format!("in {share} of the cycles")), "{busy}");
        browser.screenshot(&format!("scheduler-chains-{warps}-{count}")).await;
    }
    // The slides of the lesson have this product too.
    slide(&browser, "#scheduler-arithmetic", 18).await;
    browser
        .wait_for_content("#law-operations", "18 cycles × 32 a cycle = 576")
        .await;
    choose(&browser, "#scheduler-chip", "GF104").await;
    browser.wait_for_content("#law-operations", "= 864").await;
    choose(&browser, "#scheduler-chip", "V100").await;
    browser.wait_for_content("#law-operations", "= 512").await;
    browser.wait_for_content("#scheduler-schedulers", "4 schedulers").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_orders_of_predicated_sides_are_played() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (work, cycles, last) in [
        (Work::OneSideThenOther, 38, "C2: cycle 37"),
        (Work::SidesInterleaved, 20, "C2: cycle 19"),
    ] {
        let view = format!("#/predication?panel=scheduler&work={}&warps=1&lang=en", work.id());
        browser.visit(&site.url(&view)).await;
        browser
            .wait_for_attribute("#scheduler", "data-cycles", &format!("{cycles}"))
            .await;
        browser.wait_for_content("#scheduler-names", last).await;
        assert_eq!(browser.attribute("#scheduler", "data-warps").await, "I");
        browser.screenshot(&format!("scheduler-{}", work.id())).await;
        browser.click("#scheduler-play").await;
        browser
            .wait_for("return Number(document.querySelector('#scheduler').dataset.cycle) >= 3")
            .await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_orders_of_the_sides_play_on_stage() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (slide, cycles) in [(3, 38), (4, 20)] {
        let stage = format!("#/predication?slide={slide}&lang=en&theme=projector&stage=1");
        browser.visit(&site.url(&stage)).await;
        browser
            .wait_for_attribute("#scheduler", "data-cycles", &cycles.to_string())
            .await;
        browser
            .wait_for("const at = Number(document.querySelector('#scheduler').dataset.cycle); return at > 0 && at < 10")
            .await;
        browser.screenshot(&format!("stage-sides-{slide}")).await;
        browser
            .wait_for_attribute("#scheduler", "data-cycle", &cycles.to_string())
            .await;
        // Again, by its button.
        browser.click("#scheduler-play").await;
        browser
            .wait_for("return Number(document.querySelector('#scheduler').dataset.cycle) < 10")
            .await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playhead_follows_the_run_and_keeps_its_keys() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/littles-law?kernel=copy_scalar4").await;
    let given = browser.attribute("#law-memory-given", "data-given").await;
    assert_eq!(given, (8 * 512).to_string(), "eight warps, four lines each");
    assert_eq!(browser.attribute("#scheduler", "data-cycle").await, "0");
    browser.screenshot("scheduler-littles-law").await;
    browser.press(END).await;
    browser
        .wait_for(
            "const s = document.querySelector('#scheduler').dataset; return s.cycle === s.cycles && s.cycle !== '0'",
        )
        .await;
    // On a slider, arrow keys move the slider and not the run.
    let step = browser.attribute("#page", "data-step").await;
    browser
        .script("document.querySelector('#scheduler-warps').focus()")
        .await;
    browser.press(RIGHT).await;
    browser
        .wait_for("return document.querySelector('#scheduler').dataset.warps.length === 9")
        .await;
    assert_eq!(browser.attribute("#page", "data-step").await, step);
    browser.click("#scheduler-play").await;
    browser
        .wait_for("return Number(document.querySelector('#scheduler').dataset.cycle) >= 3")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_fits_in_every_theme_size_and_language() {
    let site = Site::start();
    for (turn, (name, width, height)) in SIZES.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in looks_in_turn(turn) {
            let view = format!("#/latency-hiding?kernel=ilp_1&theme={theme}&lang={language}");
            open(&browser, &site, &view).await;
            browser.click("#next").await;
            browser
                .script("document.querySelector('.scheduler-panel').scrollIntoView()")
                .await;
            browser
                .screenshot(&format!("scheduler-{name}-{theme}-{language}"))
                .await;
            let fits = "const p = document.querySelector('.scheduler-panel .slot-scroll'); return p.scrollWidth <= p.clientWidth + 1 && document.documentElement.scrollWidth <= innerWidth + 1";
            assert_eq!(browser.script(fits).await, true, "{name} {theme} {language}");
        }
        browser.close().await;
    }
}
