//! The inputs of the playground: members of structures, numbers as people write them, files, textures, and the
//! placeholders of a template.

use crate::typing::{open_file, open_playground, settled};
use e2e::keys::BACKSPACE;
use e2e::{Browser, Graphics};
use serde_json::json;

const PARTICLES: &str = "struct Sim { count: u32, dt: f32, wind: vec2f, mode: u32 }
struct Particle { at: vec2f, speed: f32, age: u32 }
@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= sim.count { return; }
  particles[id.x].at += sim.wind * sim.dt;
  particles[id.x].age += 1u + sim.mode;
}
";

/// Returns the values in the first rows of the shown buffer.
async fn rows(browser: &Browser, most: usize) -> Vec<String> {
    let script = format!(
        "return [...document.querySelectorAll('.cells tbody tr')].slice(0, {most})
            .map(row => [...row.querySelectorAll('td')].map(cell => cell.innerText).join(' ')).join('|')"
    );
    let text = browser.text(&script).await;
    text.split('|').map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_structure_is_a_form_and_each_member_has_its_type() {
    let (_site, browser) = open_playground(Graphics::None, PARTICLES).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "ran");
    // 32 lanes in four workgroups: lengths fit the array, floats are 1, a mode is 0.
    for (field, value) in [
        ("count", "32"),
        ("dt", "1"),
        ("wind-x", "1"),
        ("wind-y", "1"),
        ("mode", "0"),
    ] {
        assert_eq!(browser.value(&format!("#member-0-0-{field}")).await, value, "{field}");
    }
    browser.screenshot("playground-members").await;
    browser.fill("#member-0-0-dt", "5e-1").await;
    settled(&browser).await;
    browser.fill("#member-0-0-wind-y", "-4").await;
    settled(&browser).await;
    browser.fill("#member-0-0-count", "2").await;
    settled(&browser).await;
    browser.click("[data-side-tab=buffers]").await;
    // A particle begins as 0, 1, 2, 3, the next one as 4, 5, 6, 7, floats and integers alike.
    assert_eq!(rows(&browser, 3).await, ["0.5 -1 2 4", "4.5 3 6 8", "8 9 10 11"]);
    let heads = "return [...document.querySelectorAll('.cells thead th')].map(head => head.innerText).join(' ')";
    assert_eq!(browser.text(heads).await.trim(), "at.x at.y speed age");
    // A value of the wrong type is refused where it was written, and the last good one stays.
    browser.click("[data-side-tab=setup]").await;
    browser.fill("#member-0-0-count", "1.5").await;
    browser.wait_for_text("#member-0-0-count-error", "no u32").await;
    // An empty field goes back to the default.
    browser.fill("#member-0-0-count", BACKSPACE).await;
    browser.wait_for_value("#member-0-0-count", "32").await;
    // The values survive a reload.
    settled(&browser).await;
    browser.reload().await;
    settled(&browser).await;
    assert_eq!(browser.value("#member-0-0-dt").await, "5e-1");
    browser.close().await;
}

/// Writes a list of several lines.
async fn write_list(browser: &Browser, text: &str) {
    let script = "const [text, done] = arguments;
        const list = document.querySelector('#buffer-0-0-numbers');
        list.value = text;
        list.dispatchEvent(new Event('change', { bubbles: true }));
        done(null);";
    browser.script_of(script, vec![json!(text)]).await;
    settled(browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_files_of_numbers_keep_what_was_written() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(1) fn main() { data[0] += 0.0; }",
    )
    .await;
    browser.choose("#buffer-0-0-fill", "numbers").await;
    browser.wait_for_element("#buffer-0-0-numbers").await;
    write_list(&browser, "3.5\n4; 0x10\t1e3 2.5f").await;
    browser.click("[data-side-tab=buffers]").await;
    assert_eq!(rows(&browser, 1).await, ["3.5 4 16 1000 2.5"]);
    browser.click("[data-side-tab=setup]").await;
    assert_eq!(browser.value("#buffer-0-0-numbers").await, "3.5\n4; 0x10\t1e3 2.5f");
    write_list(&browser, "1\n2, two").await;
    browser
        .wait_for_text("#trouble", "item 3 (line 2) is “two”, which is no f32")
        .await;
    // Files: the name stays, another file can be picked at once, and a bad one changes nothing.
    browser.choose("#buffer-0-0-fill", "file").await;
    browser.wait_for_element("#buffer-0-0-file").await;
    for (name, text, wanted) in [
        ("table.csv", "time,value\n0,1.5\n1,2.5", "0 1.5 1 2.5"),
        ("list.txt", "[7 8\n9]", "7 8 9"),
        ("nested.json", "[[1, 2], [3.5]]", "1 2 3.5"),
    ] {
        open_file(&browser, "#buffer-0-0-file", name, text).await;
        browser.wait_for_text(".setup-buffer", name).await;
        settled(&browser).await;
        browser.click("[data-side-tab=buffers]").await;
        assert_eq!(rows(&browser, 1).await, [wanted], "{name}");
        browser.click("[data-side-tab=setup]").await;
    }
    open_file(&browser, "#buffer-0-0-file", "letter.txt", "Dear GPU,\nplease add").await;
    browser.wait_for_text("#notices", "line 2 has “please”").await;
    browser.wait_for_text(".setup-buffer", "nested.json").await;
    // One column of a table.
    open_file(&browser, "#buffer-0-0-file", "table.csv", "time,value\n0,1.5\n1,2.5").await;
    browser.wait_for_element(".setup-buffer .setup-more select").await;
    browser.choose(".setup-buffer .setup-more select", "1").await;
    settled(&browser).await;
    browser.click("[data-side-tab=buffers]").await;
    assert_eq!(rows(&browser, 1).await, ["1.5 2.5"]);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_texture_has_a_size_and_a_template_gets_its_values() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> out_: array<f32>;
@compute @workgroup_size({{ WIDTH }})
fn main(@builtin(local_invocation_index) lane: u32) {
  out_[lane] = textureLoad(picture, vec2u(lane, ${row}), 0).x;
}",
    )
    .await;
    browser.wait_for_element("#placeholders").await;
    // Enter fills in what is written so far.
    browser.fill("[data-placeholder='{{ WIDTH }}']", "4").await;
    browser.wait_for_count("#placeholders label", "=== 1").await;
    browser.fill("[data-placeholder='${row}']", "1").await;
    browser.wait_for_attribute("#messages", "data-state", "ran").await;
    settled(&browser).await;
    // Four workgroups of four lanes: a texel for each lane.
    browser.wait_for_value("#buffer-0-0-size", "16").await;
    browser.fill("#buffer-0-0-size", "4x2").await;
    browser.wait_for_value("#buffer-0-0-size", "4 × 2").await;
    settled(&browser).await;
    browser.click("[data-side-tab=buffers]").await;
    assert_eq!(rows(&browser, 1).await, ["16 20 24 28 0 0 0 0 0 0 0 0 0 0 0 0"]);
    browser.click("[data-side-tab=setup]").await;
    browser.fill("#buffer-0-0-size", "4x0").await;
    browser
        .wait_for_text("#buffer-0-0-size-error", "texels in each direction")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_pdf_did_to_a_text_is_mended_on_a_click() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "1 @group(0) @binding(0) var<storage, read_write> data: array<i32>;
2 @compute @workgroup_size(8)
3 fn main(@builtin(global_invocation_id) id: vec3u) {
4   data[id.x] = 100 – i32(id.x)；
5 }",
    )
    .await;
    browser.wait_for_text("#trouble", "line numbers (line 1)").await;
    browser
        .wait_for_text("#trouble", "dashes in place of minus signs (line 4)")
        .await;
    browser.screenshot("playground-damage").await;
    browser.click("#mend-text").await;
    browser.wait_for_attribute("#messages", "data-state", "ran").await;
    settled(&browser).await;
    browser.click("[data-side-tab=buffers]").await;
    assert_eq!(
        rows(&browser, 1).await,
        ["100 99 98 97 96 95 94 93 92 91 90 89 88 87 86 85"]
    );
    browser.close().await;
}
