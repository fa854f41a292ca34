//! The playground: a kernel runs while it is typed, is shown like a lesson's, and is stored, shared and opened again.

use crate::typing::{editor_text, in_editor, open_file, paste, settled, wait_in_editor};
use e2e::keys::{ESCAPE, TAB};
use e2e::page::{COLLECT_FILES, SCROLLS_SIDEWAYS};
use e2e::{Browser, Graphics, SIZES, Site, looks_in_turn};

const ADD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = data[id.x] + 100u;
}
";

#[tokio::test(flavor = "multi_thread")]
async fn a_text_runs_while_it_is_typed() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    browser.click("#to-playground").await;
    settled(&browser).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "ran");
    browser.screenshot("playground-start").await;
    paste(&browser, ADD).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "ran");
    // There are four workgroups of eight lanes, and a buffer with one element per lane.
    let lanes = browser.attribute("#lanes", "data-lanes").await;
    assert_eq!(lanes.trim_end_matches('-'), "AAAAAAAA");
    browser.click("[data-side-tab=buffers]").await;
    let cell = "return document.querySelector('[data-cell=\"31\"]').innerText";
    assert_eq!(browser.text(cell).await, "131");
    browser.screenshot("playground-buffers").await;
    // The picture of the last text that ran stays, and the page says so.
    let trace = browser.attribute("#page", "data-trace").await;
    paste(&browser, &ADD.replace("100u;", "100u")).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "refused");
    assert_eq!(browser.attribute("#page", "data-trace").await, trace);
    let said = browser.seen("#messages").await;
    assert!(
        said.contains("semicolon") && said.contains("last text that ran"),
        "{said}"
    );
    wait_in_editor(&browser, ".cm-lintRange-error").await;
    browser.screenshot("playground-error").await;
    // The browser stores the text.
    browser.reload().await;
    settled(&browser).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "refused");
    browser.close().await;
}

/// Returns a value of the shown buffer; empty if it has no such element.
async fn cell(browser: &Browser, index: usize) -> String {
    let script = format!("return document.querySelector('[data-cell=\"{index}\"]')?.innerText ?? ''");
    browser.text(&script).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lessons_kernel_runs_there_as_in_the_lesson() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/interleaved?kernel=reduce_interleaved&n=1024&block=128"))
        .await;
    let lesson = browser.attribute("#page", "data-trace").await;
    assert!(!lesson.is_empty());
    browser.click("#edit-kernel").await;
    browser.wait_for_element("#playground").await;
    settled(&browser).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "ran");
    assert_eq!(browser.attribute("#page", "data-trace").await, lesson);
    let kernel = lessons::GalleryKernel::by_name("reduce_interleaved").expect("a kernel");
    let first = kernel.kernel.source.lines().next().expect("a line");
    assert!(editor_text(&browser).await.starts_with(first));
    // Another text is another run.
    paste(&browser, ADD).await;
    assert_ne!(browser.attribute("#page", "data-trace").await, lesson);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_and_settings_go_through_a_link_and_files() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_FILES).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, ADD).await;
    browser.fill("#workgroups-x", "3").await;
    settled(&browser).await;
    let steps = browser.attribute("#page", "data-trace").await;
    browser.click("#share").await;
    browser.wait_for_element("#link").await;
    let link = browser.value("#link").await;
    browser.click("#save-text").await;
    browser.wait_for("return window.saved.length === 1").await;
    browser.click("#save-all").await;
    browser.wait_for("return window.saved.length === 2").await;
    let saved = browser.script("return window.saved").await;
    let (text, all) = (saved[0].as_str().expect("a text"), saved[1].as_str().expect("a draft"));
    assert_eq!(text, ADD);
    browser.close().await;

    // The browser of another reader.
    let browser = Browser::start(Graphics::None).await;
    browser.open(&link).await;
    settled(&browser).await;
    wait_for_trace(&browser, &steps).await;
    assert_eq!(editor_text(&browser).await, ADD);
    open_file(&browser, "#open-file", "other.wgsl", &ADD.replace("100u", "7u")).await;
    wait_for_text(&browser, "7u").await;
    assert_ne!(browser.attribute("#page", "data-trace").await, steps);
    open_file(&browser, "#open-file", "kernel.json", all).await;
    wait_for_trace(&browser, &steps).await;
    assert_eq!(browser.value("#workgroups-x").await, "3");
    // A file with the text alone has no settings, so it runs with the default ones.
    open_file(&browser, "#open-file", "kernel.wgsl", text).await;
    browser.wait_for_value("#workgroups-x", "4").await;
    assert_eq!(editor_text(&browser).await, ADD);
    browser.close().await;
}

async fn wait_for_trace(browser: &Browser, trace: &str) {
    browser.wait_for_attribute("#page", "data-trace", trace).await;
    settled(browser).await;
}

async fn wait_for_text(browser: &Browser, part: &str) {
    let content = in_editor(".cm-content");
    browser
        .wait_for(&format!("return {content}?.textContent.includes({part:?}) ?? false"))
        .await;
    settled(browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buffer_can_be_read_from_a_file() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, ADD).await;
    choose(&browser, "#buffer-0-0-fill", "file").await;
    browser.wait_for_element("#buffer-0-0-file").await;
    // Little-endian words: 1 and 258.
    let bytes = "\u{1}\0\0\0\u{2}\u{1}\0\0";
    open_file(&browser, "#buffer-0-0-file", "two.bin", bytes).await;
    browser.wait_for_text(".setup-buffer", "two.bin").await;
    settled(&browser).await;
    browser.click("[data-side-tab=buffers]").await;
    assert_eq!(cell(&browser, 0).await, "101");
    assert_eq!(cell(&browser, 1).await, "358");
    assert_eq!(cell(&browser, 2).await, "");
    // A list of numbers is read as text.
    browser.click("[data-side-tab=setup]").await;
    open_file(&browser, "#buffer-0-0-file", "list.csv", "5, 6\n7").await;
    browser.wait_for_element("#buffer-0-0-numbers").await;
    settled(&browser).await;
    browser.click("[data-side-tab=buffers]").await;
    assert_eq!(cell(&browser, 2).await, "107");
    browser.close().await;
}

/// Chooses in a list and waits for the run.
async fn choose(browser: &Browser, selector: &str, value: &str) {
    browser.choose(selector, value).await;
    settled(browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_editor_takes_keys_and_gives_them_back() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, ADD).await;
    let step = browser.attribute("#page", "data-step").await;
    let focus = format!("{}.focus()", in_editor(".cm-content"));
    browser.script(&focus).await;
    // In the editor the letters of shortcuts are text.
    browser.press("// d?n ").await;
    wait_for_text(&browser, "// d?n").await;
    assert_eq!(browser.attribute("#page", "data-step").await, step);
    assert!(!browser.has("[role=dialog], #glossary").await);
    browser.click("#undo").await;
    browser
        .wait_for(&format!(
            "return !{}.textContent.includes('// d?n')",
            in_editor(".cm-content")
        ))
        .await;
    browser.click("#redo").await;
    wait_for_text(&browser, "// d?n").await;
    // Tab indents. After Escape it leaves the editor.
    let inside = "return document.activeElement.id === 'editor'";
    browser.script(&focus).await;
    let before = editor_text(&browser).await;
    browser.press(TAB).await;
    assert_eq!(browser.script(inside).await, true);
    assert_ne!(editor_text(&browser).await, before);
    browser.press(&format!("{ESCAPE}{TAB}")).await;
    assert_eq!(browser.script(inside).await, false);
    let typed = editor_text(&browser).await;
    settled(&browser).await;
    browser.reload().await;
    settled(&browser).await;
    assert_eq!(editor_text(&browser).await, typed);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_has_half_of_the_page_and_a_first_visit_says_how_to_begin() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.open(&site.url("#/playground")).await;
    browser.wait_for_element("#welcome").await;
    settled(&browser).await;
    browser.click("[data-example=vector_sum]").await;
    browser.wait_until_gone("#welcome").await;
    settled(&browser).await;
    let size = "const box = document.querySelector('#editor').getBoundingClientRect();
        return box.width >= 613 && box.height >= 520";
    browser.wait_for(size).await;
    // A reader who has been here is not told again.
    browser.reload().await;
    settled(&browser).await;
    assert!(!browser.has("#welcome").await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_fits_in_every_theme_language_and_size() {
    let site = Site::start();
    for (turn, (size, width, height)) in SIZES.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in looks_in_turn(turn) {
            browser
                .visit(&site.url(&format!("#/playground?theme={theme}&lang={language}")))
                .await;
            settled(&browser).await;
            for tab in ["setup", "counters", "buffers", "gpu"] {
                browser.click_under(&format!("[data-side-tab={tab}]")).await;
                let what = format!("playground-{tab}-{size}-{theme}-{language}");
                browser.screenshot(&what).await;
                assert_eq!(browser.script(SCROLLS_SIDEWAYS).await, false, "{what} scrolls");
                // Every value of a row is visible, and every name is complete.
                let cut = "return [...document.querySelectorAll('.cells-scroll, .setup-buffer .mono, .buffers-panel h2, .buffers-panel h2 em')].some(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)";
                assert_eq!(browser.script(cut).await, false, "{what} is cut off");
            }
        }
        browser.close().await;
    }
}

/// Returns true if the browser's storage has the text of the editor's first version.
const IS_STORED: &str = "return (localStorage.getItem('warpstep.playground') ?? '').includes('data[id.x] + 1u')";

/// A student has the playground open in two tabs. A tab that is reloaded has its own text, and what the other one has stored
/// last is the first of the earlier texts.
#[tokio::test(flavor = "multi_thread")]
async fn the_newer_text_of_another_tab_is_never_lost() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let texts = [ADD.replace("100u", "1u"), ADD.replace("100u", "2u")];
    browser.open(&site.url("#/playground")).await;
    settled(&browser).await;
    let newer = browser.window().await;
    let older = browser.new_window().await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, &texts[0]).await;
    browser.wait_for(IS_STORED).await;
    browser.use_window(&newer).await;
    paste(&browser, &texts[1]).await;
    browser.close_window().await;
    browser.use_window(&older).await;
    browser.reload().await;
    settled(&browser).await;
    assert_eq!(editor_text(&browser).await.trim_end(), texts[0].trim_end());
    let earlier = "return [...document.querySelectorAll('#open-kernel option[value^=\"earlier:\"]')].length";
    assert!(browser.number(earlier).await >= 1.0);
    browser.choose("#open-kernel", "earlier:0").await;
    settled(&browser).await;
    assert_eq!(editor_text(&browser).await.trim_end(), texts[1].trim_end());
    browser.close().await;
}
