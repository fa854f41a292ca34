//! Published counters next to the machine's: the page counts them itself, and none differs without a reason.

use crate::typing::{open_file, paste, settled};
use e2e::page::SCROLLS_SIDEWAYS;
use e2e::{Browser, Graphics, Site, looks};
use lessons::claim::{Comparable, claims, comparable};
use lessons::measured::measured;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn every_published_counter_is_equal_or_explained() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    // Stops the count as soon as it begins; it goes on where it was.
    browser
        .text("new MutationObserver((_, seen) => { const stop = document.querySelector('#trust-stop'); if (stop) { seen.disconnect(); stop.click(); } }).observe(document.body, { childList: true, subtree: true }); return ''")
        .await;
    browser.click("#to-trust").await;
    browser
        .wait_for("const trust = document.querySelector('#trust'); return Boolean(trust?.querySelector('#trust-go-on')) && !trust.querySelector('#trust-stop')")
        .await;
    browser.click("#trust-go-on").await;
    let all = format!(
        "return document.querySelector('#trust')?.dataset.claims === '{}'",
        claims().len()
    );
    browser.wait_up_to(&all, Duration::from_secs(120)).await;
    let count_of = |wanted: &dyn Fn(Comparable) -> bool| {
        let names = claims().iter().flat_map(|claim| claim.figures.keys());
        names.filter(|name| wanted(comparable(name))).count()
    };
    let equal = count_of(&|kind| kind == Comparable::ToTheDigit);
    let explained = count_of(&|kind| matches!(kind, Comparable::OfInstructions | Comparable::OfTime));
    let trust = "const trust = document.querySelector('#trust').dataset; return [trust.equal, trust.differing, trust.explained].join(' ')";
    assert_eq!(browser.text(trust).await, format!("{equal} 0 {explained}"));
    // The table of the chip's counters fills at the same time.
    let rows = browser
        .number("return [...document.querySelectorAll('#trust [data-verdict]')].filter(cell => !cell.closest('#chip')).length")
        .await;
    assert_eq!(rows as usize, equal + explained);
    // The chip's counters of every reduction, product and sum are equal, or differ for one of two reasons.
    let rows = measured().counters.len();
    let done = format!(
        "return document.querySelectorAll('#chip tr[data-chip] td[data-verdict]:first-of-type').length === {rows}"
    );
    browser.wait_up_to(&done, Duration::from_secs(120)).await;
    assert_eq!(browser.attribute("#chip", "data-differing").await, "0");
    let equal = browser.attribute("#chip", "data-equal").await;
    assert!(equal.parse::<usize>().is_ok_and(|equal| equal > 6 * rows), "{equal}");
    // A table has a link to the lesson, with the machine of the table.
    browser.click("[data-claim='matrix_add_16x32'] a").await;
    browser.wait_for("const page = document.querySelector('#page').dataset; return page.ready === 'true' && page.busy === 'false' && page.kernel === 'matrix_add_16x32' && page.n === '268435456'").await;
    let equal = "return document.querySelector('[data-counter=\"gld_transactions\"]').dataset.equal";
    assert_eq!(browser.text(equal).await, "true");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_fits_in_every_theme_and_language() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let phone = Browser::start_sized(Graphics::None, 500, 844).await;
    for (theme, language) in looks() {
        for (browser, size) in [(&browser, "desk"), (&phone, "phone")] {
            browser
                .visit(&site.url(&format!("#/trust?theme={theme}&lang={language}")))
                .await;
            browser.wait_for_element("[data-claim='reduce_neighbored'] table").await;
            browser.screenshot(&format!("trust-{size}-{theme}-{language}")).await;
            assert_eq!(
                browser.script(SCROLLS_SIDEWAYS).await,
                false,
                "{size} {theme} {language}"
            );
        }
    }
    browser.close().await;
    phone.close().await;
}

/// A program with four launches, and a report of ncu that has them in another order.
const PROGRAM: &str = include_str!("../../../cli/tests/compare/names.cu");
const REPORT: &str = include_str!("../../../cli/tests/compare/names.csv");

/// True once the page says so about the reader's report.
fn says(sentence: &str) -> String {
    format!("return document.querySelector('#report').textContent.includes('{sentence}')")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_ncu_is_compared_with_the_run_in_the_playground() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/trust")).await;
    browser
        .wait_for("return Boolean(document.querySelector('#report-file'))")
        .await;
    open_file(&browser, "#report-file", "notes.txt", "no report").await;
    browser
        .wait_for(&says("“notes.txt” is not compared, because the file has no table"))
        .await;
    open_file(&browser, "#report-file", "report.csv", REPORT).await;
    browser.wait_for(&says("“report.csv” has 4 launches.")).await;
    browser.wait_for(&says("The playground has no run")).await;

    browser.open(&site.url("#/playground")).await;
    paste(&browser, PROGRAM).await;
    settled(&browser).await;
    browser.script("location.hash = '#/trust'; return true").await;
    browser
        .wait_for("return Boolean(document.querySelector('#report-file'))")
        .await;
    // One of its values is another one.
    let report = REPORT.replace("\"32\"", "\"33\"");
    open_file(&browser, "#report-file", "report.csv", &report).await;
    let launches = "return document.querySelectorAll('#report .report-launch table').length === 4";
    browser.wait_for(launches).await;
    let verdicts = "return [...document.querySelectorAll('#report .report-launch')].map(launch => launch.querySelector('code').textContent.split('<<<')[0] + ' ' + launch.querySelector('small').textContent.match(/[0-9]+/)[0] + ' ' + launch.querySelector('[data-counter=gld_sectors]').dataset.verdict).join(', ')";
    assert_eq!(
        browser.text(verdicts).await,
        "gather<1> 2 equal, gather<8> 1 equal, sum_fast 3 differs, sum 0 equal"
    );
    browser.screenshot("trust-report").await;
    browser.close().await;
}
