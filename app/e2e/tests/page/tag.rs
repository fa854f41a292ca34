//! The tag `<warp-step>` (`assets/warpstep.js`) in a page of another origin: a lesson, kernels of the page's own, its events
//! and methods, the keys of a clicker, and light and dark.

use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};

/// A page of another site with tags. `told` has the names of all events, and `keys` the keys that came to the document.
fn host(script: &str, tags: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\" data-ready=\"true\"><link rel=\"icon\" href=\"data:,\"><title>A course</title>
        <style>body {{ margin: 0; background: #fff }} body.night {{ background: #111 }}</style>
        <script>
        const told = [], keys = [];
        for (const name of ['ready', 'step', 'end', 'answer', 'refused']) document.addEventListener(name, ({{ target, detail }}) => told.push([target.id, name, detail]));
        document.addEventListener('keydown', (event) => keys.push(`${{event.key}} ${{event.keyCode}}`));
        </script>
        <script defer src=\"{script}\"></script>
        {tags}</html>"
    )
}

/// Opens a page of another site with these tags.
async fn open(tags: &str) -> ([Site; 2], Browser) {
    let site = Site::start();
    let course = Site::of_page(host(&site.url("warpstep.js"), tags));
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&course.url("")).await;
    ([site, course], browser)
}

fn is_told(id: &str, name: &str, rest: &str) -> String {
    format!("return told.some(([id, name, detail]) => id === '{id}' && name === '{name}' && ({rest}))")
}

/// True once the last step that was told is such a one.
fn is_at(condition: &str) -> String {
    format!("const {{ press, presses }} = told.findLast(([, name]) => name === 'step')[2]; return {condition}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_stepped_from_outside_and_tells_where_it_is() {
    let tags = "<warp-step id=\"one\" lesson=\"neighbored\" n=\"4096\" block=\"64\" grain=\"stride\"><a href=\"#\">fallback</a></warp-step>";
    let (_sites, browser) = open(tags).await;
    browser.wait_for(&is_told("one", "ready", "detail.presses > 2")).await;
    browser.screenshot("tag").await;
    // The frame is as high as its lanes need.
    browser
        .wait_for("return one.querySelector('iframe').clientHeight > 400")
        .await;
    browser.script("one.step(); return true").await;
    browser.wait_for(&is_told("one", "step", "detail.press === 1")).await;
    browser.script("one.step(2); return true").await;
    browser.wait_for(&is_told("one", "step", "detail.press === 3")).await;
    browser.script("one.step(-1); return true").await;
    browser.wait_for(&is_at("press === 2")).await;
    browser.script("one.seek(0); return true").await;
    browser.wait_for(&is_at("press === 0")).await;
    browser.script("one.seek(100000); return true").await;
    browser.wait_for(&is_told("one", "end", "detail.presses > 2")).await;
    browser.script("one.play(); return true").await;
    browser.wait_for(&is_at("press < presses")).await;
    browser.script("one.pause(); return true").await;
    let ready = "return told.filter(([id, name]) => id === 'one' && name === 'ready').length";
    assert_eq!(browser.number(ready).await, 1.0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_a_frame_does_not_use_come_to_the_page_around_it() {
    let tags = "<warp-step id=\"one\" lesson=\"neighbored\" n=\"4096\" block=\"64\" grain=\"stride\"></warp-step>";
    let (_sites, browser) = open(tags).await;
    browser.wait_for(&is_told("one", "ready", "true")).await;
    let frame = "one.querySelector('iframe')";
    browser.script(&format!("{frame}.focus(); return true")).await;
    browser.press(RIGHT).await;
    browser.wait_for(&is_told("one", "step", "detail.press === 1")).await;
    assert_eq!(browser.text("return keys.join()").await, "");
    // A clicker turns the slides of the page around, and so does the last step.
    browser.press("\u{E00F}").await;
    browser.wait_for("return keys.join() === 'PageDown 34'").await;
    browser.script("one.seek(100000); return true").await;
    browser.wait_for(&is_told("one", "end", "true")).await;
    browser.press(RIGHT).await;
    browser
        .wait_for("return keys.join() === 'PageDown 34,ArrowRight 39'")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prediction_in_a_frame_is_told_to_the_page_around_it() {
    let tags =
        "<warp-step id=\"one\" lesson=\"neighbored\" n=\"4096\" block=\"64\" grain=\"stride\" predict></warp-step>";
    let (_sites, browser) = open(tags).await;
    browser.wait_for(&is_told("one", "ready", "true")).await;
    for (answer, right, answers) in [("0", false, 1), ("0", false, 2)] {
        browser.enter_frame("#one iframe").await;
        browser
            .wait_for("return document.querySelector('#predict-answer') !== null")
            .await;
        let write = format!(
            "const field = document.querySelector('#predict-answer'); field.value = '{answer}'; field.dispatchEvent(new Event('change')); return true"
        );
        browser.script(&write).await;
        browser.leave_frame().await;
        browser.script("one.step(); return true").await;
        let told = format!(
            "detail.question === 'lanes' && detail.right === {right} && detail.answers === {answers} && detail.rightAnswers === 0"
        );
        browser.wait_for(&is_told("one", "answer", &told)).await;
    }
    browser.screenshot("tag-predict").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kernels_of_the_page_are_run_and_follow_its_light_and_dark() {
    let tags = "
        <warp-step id=\"cuda\" grid=\"2\"><script type=\"text/x-cuda\">
        __global__ void scale(float *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = 2 * a[i]; }
        int main() { float *a; cudaMalloc(&a, 256); scale<<<2, 32>>>(a); }
        </script></warp-step>
        <warp-step id=\"wgsl\"><script type=\"text/x-wgsl\">
        @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) { a[id.x] = 2u * id.x; }
        </script></warp-step>
        <p id=\"far\" style=\"margin-top: 300vh\">far</p><warp-step id=\"late\" lesson=\"unroll\"></warp-step>";
    let (_sites, browser) = open(tags).await;
    for id in ["cuda", "wgsl"] {
        browser.wait_for(&is_told(id, "ready", "detail.presses > 0")).await;
        let first =
            format!("return told.filter(([target]) => target === '{id}').map(([, name]) => name).slice(0, 2).join()");
        browser.wait_for(&is_told(id, "step", "true")).await;
        assert_eq!(browser.text(&first).await, "ready,step");
    }
    // A frame out of view waits until a reader comes near.
    assert!(browser.is("return late.querySelector('iframe') === null").await);
    browser.script("far.scrollIntoView(); return true").await;
    browser.wait_for(&is_told("late", "ready", "true")).await;
    browser.script("document.body.className = 'night'; return true").await;
    browser.enter_frame("#late iframe").await;
    browser
        .wait_for("return document.documentElement.dataset.theme === 'dark'")
        .await;
    browser.leave_frame().await;
    // A tag that is moved loads its frame again.
    browser.script("document.body.append(late); return true").await;
    browser.enter_frame("#late iframe").await;
    browser
        .wait_for("return document.documentElement.dataset.theme === 'dark'")
        .await;
    browser.leave_frame().await;
    browser.close().await;
}

/// A kernel that does not run says so, a tag that moves has one frame, and the order is that of the page.
#[tokio::test(flavor = "multi_thread")]
async fn tags_open_in_turn_and_none_holds_up_the_others() {
    let tags = "<style>warp-step { float: left; width: 24% }</style>
        <warp-step id=\"one\" lesson=\"neighbored\"></warp-step>
        <warp-step id=\"bad\"><script type=\"text/x-cuda\">__global__ void k(float *a) { a[0] = nosuch; }</script></warp-step>
        <warp-step id=\"wrong\" lesson=\"nosuchlesson\"></warp-step>
        <warp-step id=\"gone\" lesson=\"neighbored\"></warp-step>
        <warp-step id=\"moved\" lesson=\"unroll\"></warp-step>
        <script>addEventListener('DOMContentLoaded', () => { gone.remove(); document.body.append(moved); });</script>";
    let (_sites, browser) = open(tags).await;
    browser
        .wait_for(&is_told("bad", "refused", "detail.message.includes('nosuch')"))
        .await;
    let message = "detail.message.includes('nosuchlesson')";
    browser.wait_for(&is_told("wrong", "refused", message)).await;
    browser.wait_for(&is_told("moved", "ready", "true")).await;
    let order = "return told.filter(([, name]) => name === 'ready' || name === 'refused').map(([id]) => id).join()";
    assert_eq!(browser.text(order).await, "one,bad,wrong,moved");
    assert!(browser.is("return moved.querySelectorAll('iframe').length === 1").await);
    browser.enter_frame("#bad iframe").await;
    let said = browser.seen(".frame-refused").await;
    assert!(said.contains("nosuch"), "{said}");
    browser.screenshot("tag-refused").await;
    browser.leave_frame().await;
    browser.close().await;
}

/// A narrow frame has the symbols of its buttons, and shows each warp's folded lanes without scrolling.
#[tokio::test(flavor = "multi_thread")]
async fn a_narrow_frame_shows_its_buttons_and_its_lanes() {
    let tags = "<style>warp-step { width: 600px }</style><warp-step id=\"one\" lesson=\"neighbored\" n=\"4096\" block=\"64\"></warp-step>";
    let (_sites, browser) = open(tags).await;
    browser.wait_for(&is_told("one", "ready", "true")).await;
    browser.enter_frame("#one iframe").await;
    browser
        .wait_for(
            "const panel = document.querySelector('.lanes-panel'); return panel.scrollHeight <= panel.clientHeight",
        )
        .await;
    let hidden = "return [...document.querySelectorAll('.player button')].filter(button => button.offsetWidth > 0 && !button.querySelector('svg')?.getBoundingClientRect().width && !button.innerText.trim()).map(button => button.id).join()";
    assert_eq!(browser.text(hidden).await, "");
    let bars = "const page = document.scrollingElement; return page.scrollHeight <= page.clientHeight";
    assert!(browser.is(bars).await);
    browser.screenshot("tag-narrow").await;
    browser.leave_frame().await;
    browser.close().await;
}

/// A deck of reveal.js with three tags is gone through with the keys of a clicker alone: a slide's steps are the frame's
/// while it has the focus and the reader presses →, and `PageDown` turns the slides of the deck.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "wants reveal.js in the folder `WARPSTEP_PEERS`, which `cargo xtask opening` fills"]
async fn a_deck_of_reveal_is_driven_by_a_clicker() {
    let peers = std::env::var("WARPSTEP_PEERS").expect("WARPSTEP_PEERS names the folder of peers");
    let site = Site::start();
    let folder = std::env::temp_dir().join(format!("warpstep-deck-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for file in ["reveal.js", "reveal.css", "reset.css", "white.css"] {
        let from = std::path::Path::new(&peers).join("reveal").join(file);
        let text = std::fs::read_to_string(from).expect(file);
        // The theme's fonts are not among the files.
        let lines = text.lines().filter(|line| !line.starts_with("@import"));
        std::fs::write(folder.join(file), lines.collect::<Vec<_>>().join("\n")).expect(file);
    }
    let slides: String = ["neighbored", "interleaved", "unroll"]
        .map(|lesson| {
            format!("<section><h2>{lesson}</h2><warp-step id=\"{lesson}\" lesson=\"{lesson}\" n=\"4096\" block=\"64\" grain=\"stride\"></warp-step></section>")
        })
        .concat();
    let page = format!(
        "<!doctype html><html lang=\"en\" data-ready=\"true\"><title>Deck</title><link rel=\"icon\" href=\"data:,\">
        <link rel=\"stylesheet\" href=\"reset.css\"><link rel=\"stylesheet\" href=\"reveal.css\"><link rel=\"stylesheet\" href=\"white.css\">
        <script>const told = []; for (const name of ['ready', 'step', 'end']) document.addEventListener(name, ({{ target, detail }}) => told.push([target.id, name, detail]));</script>
        <script defer src=\"{}\"></script>
        <div class=\"reveal\"><div class=\"slides\">{slides}</div></div>
        <script src=\"reveal.js\"></script><script>Reveal.initialize({{ hash: false }})</script></html>",
        site.url("warpstep.js")
    );
    std::fs::write(folder.join("index.html"), page).expect("a page");
    let deck = e2e::Hosted::start(folder.clone(), e2e::Link::Local);
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&deck.site.url("")).await;
    for (index, lesson) in ["neighbored", "interleaved", "unroll"].iter().enumerate() {
        browser
            .wait_for(&format!("return Reveal.getIndices().h === {index}"))
            .await;
        browser.wait_for(&is_told(lesson, "ready", "true")).await;
        browser.screenshot(&format!("tag-deck-{lesson}")).await;
        let focus = format!("document.querySelector('#{lesson} iframe').focus(); return true");
        browser.script(&focus).await;
        browser.press(RIGHT).await;
        browser.wait_for(&is_told(lesson, "step", "detail.press === 1")).await;
        browser.press("\u{E00F}").await;
    }
    browser.close().await;
    let _ = std::fs::remove_dir_all(folder);
}
