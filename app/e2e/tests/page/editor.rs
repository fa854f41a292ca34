//! The playground's editor: what a programmer expects of one, by its keys.

use crate::typing::{editor_text, in_editor, open_playground, settled, wait_in_editor, wait_until_gone_in_editor};
use e2e::keys::{
    CTRL_ALT_G, CTRL_F, CTRL_SHIFT_CLOSING, CTRL_SHIFT_OPENING, CTRL_SLASH, END, ENTER, ESCAPE, F9, F12, SHIFT_ALT_F,
    SHIFT_DOWN, SHIFT_END,
};
use e2e::{Browser, Graphics};

const KERNEL: &str = "struct Particle { at: vec2f, speed: f32 }
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;

fn faster(speed: f32) -> f32 {
  return speed * 2.0;
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  particles[id.x].at += vec2f(1.0);
  particles[id.x].speed = faster(particles[id.x].speed);
}
";

/// Calls a method of an element in the editor.
async fn call(browser: &Browser, selector: &str, method: &str) {
    wait_in_editor(browser, selector).await;
    let script = format!("{}.{method}()", in_editor(selector));
    browser.script(&script).await;
}

/// Moves the caret to a line, and a column behind a colon.
async fn go_to(browser: &Browser, place: &str) {
    call(browser, ".cm-content", "focus").await;
    browser.press(CTRL_ALT_G).await;
    wait_in_editor(browser, ".cm-panels-top .cm-go-to-line input:focus").await;
    browser.press(&format!("{place}{ENTER}")).await;
    wait_until_gone_in_editor(browser, ".cm-go-to-line").await;
    wait_in_editor(browser, ".cm-content:focus").await;
}

/// Waits until the editor's text has this part.
async fn wait_for_part(browser: &Browser, part: &str) {
    let content = in_editor(".cm-content");
    let script = format!(
        "return [...({content}?.querySelectorAll('.cm-line') ?? [])].map(line => line.textContent).join('\\n').includes({part:?})"
    );
    browser.wait_for(&script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_found_and_replaced() {
    let (_site, browser) = open_playground(Graphics::None, KERNEL).await;
    call(&browser, ".cm-content", "focus").await;
    browser.press(CTRL_F).await;
    // The player is at the bottom of the page.
    wait_in_editor(&browser, ".cm-panels-top [name=search]:focus").await;
    browser.press("speed").await;
    wait_in_editor(&browser, ".cm-searchMatch").await;
    browser.screenshot("editor-find").await;
    call(&browser, ".cm-textfield[name=replace]", "focus").await;
    browser.press("pace").await;
    call(&browser, "button[name=replaceAll]", "click").await;
    wait_for_part(&browser, "fn faster(pace: f32) -> f32 {").await;
    assert!(!editor_text(&browser).await.contains("speed"));
    browser.press(ESCAPE).await;
    wait_until_gone_in_editor(&browser, ".cm-search").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_commented_out_and_blocks_are_folded() {
    let (_site, browser) = open_playground(Graphics::None, KERNEL).await;
    go_to(&browser, "10").await;
    browser.press(&format!("{SHIFT_DOWN}{SHIFT_END}{CTRL_SLASH}")).await;
    wait_for_part(&browser, "  // particles[id.x].at += vec2f(1.0);").await;
    wait_for_part(&browser, "  // particles[id.x].speed = ").await;
    browser.press(CTRL_SLASH).await;
    wait_for_part(&browser, "\n  particles[id.x].at += vec2f(1.0);").await;
    assert_eq!(editor_text(&browser).await, KERNEL);
    // The caret is inside the block.
    browser.press(CTRL_SHIFT_OPENING).await;
    wait_in_editor(&browser, ".cm-foldPlaceholder").await;
    assert!(!editor_text(&browser).await.contains("vec2f(1.0)"));
    browser.press(CTRL_SHIFT_CLOSING).await;
    wait_until_gone_in_editor(&browser, ".cm-foldPlaceholder").await;
    assert_eq!(editor_text(&browser).await, KERNEL);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_is_formatted_and_its_caret_stays() {
    let flush: Vec<&str> = KERNEL.lines().map(str::trim_start).collect();
    let flush = flush.join("\n").replace(": ", ":").replace(" * ", "*");
    let (_site, browser) = open_playground(Graphics::None, &flush).await;
    go_to(&browser, "5:8").await;
    browser.press(SHIFT_ALT_F).await;
    wait_for_part(&browser, "  return speed * 2.0;").await;
    assert_eq!(editor_text(&browser).await, KERNEL);
    browser.press("x").await;
    wait_for_part(&browser, "  return xspeed * 2.0;").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_completed_and_definitions_are_found() {
    let (_site, browser) = open_playground(Graphics::None, KERNEL).await;
    go_to(&browser, "11").await;
    browser
        .press(&format!("{END}{ENTER}let one = &particles[id.x];{ENTER}"))
        .await;
    browser.press("one.").await;
    // The list belongs to the struct, and has no other names.
    let labels = "return [...document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-completionLabel')].map(label => label.textContent).join(' ')";
    browser
        .wait_for(&format!("return (() => {{ {labels} }})() === 'at speed'"))
        .await;
    browser.screenshot("editor-members").await;
    browser.press("s").await;
    browser
        .wait_for(&format!("return (() => {{ {labels} }})() === 'speed'"))
        .await;
    // A list takes Enter only when it has been there for a moment.
    browser.wait_for_frames(10).await;
    browser.press(ENTER).await;
    wait_for_part(&browser, "  one.speed").await;
    // The typed letters replace the selected name of the definition.
    go_to(&browser, "11:30").await;
    browser.press(&format!("{F12}quicker")).await;
    wait_for_part(&browser, "fn quicker(speed: f32) -> f32 {").await;
    go_to(&browser, "10:6").await;
    browser.press(&format!("{F12}bodies")).await;
    wait_for_part(&browser, "read_write> bodies: array<Particle>;").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brace_on_its_own_line_goes_out() {
    let (_site, browser) = open_playground(Graphics::None, "fn main() {\n  if true {\n    ").await;
    go_to(&browser, "3:5").await;
    browser.press("}").await;
    wait_for_part(&browser, "  if true {\n  }").await;
    browser.press(&format!("{ENTER}}}")).await;
    wait_for_part(&browser, "  if true {\n  }\n}").await;
    // Enter in a block indents, and the closing brace lines up.
    browser.press(&format!("{ENTER}fn other() {{{ENTER}return;")).await;
    wait_for_part(&browser, "fn other() {\n  return;\n}").await;
    browser.close().await;
}

/// Returns the lines with a breakpoint, by the heights of the dots and of the line numbers.
const DOTTED: &str = "const root = document.querySelector('#editor').shadowRoot;
    const top = element => Math.round(element.getBoundingClientRect().top);
    const numbers = new Map([...root.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].filter(number => getComputedStyle(number).visibility !== 'hidden').map(number => [top(number), number.textContent]));
    return [...root.querySelectorAll('.breakpoint.set')].map(dot => numbers.get(top(dot.parentElement))).join(' ')";

async fn wait_for_dots(browser: &Browser, lines: &str) {
    browser
        .wait_for(&format!("return (() => {{ {DOTTED} }})() === '{lines}'"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn breakpoints_stay_with_their_lines() {
    let (_site, browser) = open_playground(Graphics::None, KERNEL).await;
    go_to(&browser, "11").await;
    browser.press(F9).await;
    wait_for_dots(&browser, "11").await;
    let click = "const root = document.querySelector('#editor').shadowRoot;
        const number = [...root.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find(number => number.textContent === '5' && getComputedStyle(number).visibility !== 'hidden').getBoundingClientRect();
        root.querySelector('.cm-breakpoints').dispatchEvent(new MouseEvent('mousedown', { clientX: 1, clientY: number.top + number.height / 2, bubbles: true, cancelable: true }));";
    browser.script(click).await;
    wait_for_dots(&browser, "5 11").await;
    browser.screenshot("editor-breakpoints").await;
    // A new line above moves both.
    go_to(&browser, "3").await;
    browser.press(ENTER).await;
    wait_for_dots(&browser, "6 12").await;
    browser.script(&click.replace("'5'", "'6'")).await;
    wait_for_dots(&browser, "12").await;
    // A press on the number does the same.
    let number = "const root = document.querySelector('#editor').shadowRoot;
        [...root.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find(number => number.textContent === '10' && getComputedStyle(number).visibility !== 'hidden').dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, clientX: 1, clientY: 0 }));";
    let number = number.replace(
        "clientY: 0",
        "clientY: [...root.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find(number => number.textContent === '10' && getComputedStyle(number).visibility !== 'hidden').getBoundingClientRect().top + 4",
    );
    // No thread executes the head of the function, so the dot goes to the next line that one does.
    settled(&browser).await;
    // The editor soon clears what it has announced.
    let listen = "window.announced = '';
        const region = document.querySelector('#editor').shadowRoot.querySelector('.cm-announced');
        new MutationObserver(() => { window.announced += region.textContent + ';'; }).observe(region, { childList: true, subtree: true });";
    browser.script(listen).await;
    browser.script(&number).await;
    wait_for_dots(&browser, "11 12").await;
    browser
        .wait_for("return window.announced.includes('Breakpoint 11')")
        .await;
    // There is none below the last statement.
    go_to(&browser, "13").await;
    browser.press(F9).await;
    wait_for_dots(&browser, "11 12").await;
    browser.close().await;
}

const CUDA: &str = "__global__ void k(const float4 *v, float *y, int n) {
    // The index.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = v[i].x;
    }
}
int main() {
    float4 *v;
    float *y;
    cudaMalloc(&v, 64 * sizeof(float4));
    cudaMalloc(&y, 64 * sizeof(float));
    k<<<2, 32>>>(v, y, 64);
}
";

/// Returns the labels of the list of completions.
const LABELS: &str = "return [...document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-completionLabel')].map(label => label.textContent).join(' ')";

async fn wait_for_labels(browser: &Browser, labels: &str) {
    browser
        .wait_for(&format!("return (() => {{ {LABELS} }})() === '{labels}'"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dot_offers_the_components_that_there_are() {
    let (_site, browser) = open_playground(Graphics::None, CUDA).await;
    go_to(&browser, "4").await;
    for (text, labels) in [
        ("int a = threadIdx.", "x y z"),
        ("int b = gridDim.", "x y z"),
        ("float c = v[i].", "x y z w"),
    ] {
        browser.press(text).await;
        wait_for_labels(&browser, labels).await;
        browser.press(&format!("x;{ESCAPE}{ENTER}")).await;
    }
    browser.close().await;
    let (_site, browser) = open_playground(Graphics::None, KERNEL).await;
    go_to(&browser, "10").await;
    for (text, labels) in [
        ("let a = id.", "x y z r g b"),
        ("let p = vec2f(1.0) * 2.0;", ""),
        ("let q = p.", "x y r g"),
    ] {
        browser.press(text).await;
        wait_for_labels(&browser, labels).await;
        let end = if labels.is_empty() { "" } else { "x;" };
        browser.press(&format!("{end}{ESCAPE}{ENTER}")).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cuda_text_is_formatted() {
    let flush: Vec<&str> = CUDA.lines().map(str::trim_start).collect();
    let flush = flush.join("\n").replace(" = ", "=").replace(", ", ",");
    let flush = flush.replace("if (", "if(").replace(") {", "){");
    let (_site, browser) = open_playground(Graphics::None, &flush).await;
    browser.click("#format-text").await;
    wait_for_part(&browser, "        y[i] = v[i].x;").await;
    assert_eq!(editor_text(&browser).await, CUDA);
    browser.screenshot("editor-cuda-formatted").await;
    browser.close().await;
}

/// The formatter keeps the tokens of every CUDA text of the project, and changes nothing the second time.
#[tokio::test(flavor = "multi_thread")]
async fn the_formatter_keeps_the_tokens_of_every_cuda_text() {
    let (_site, browser) = open_playground(Graphics::None, CUDA).await;
    browser
        .script(
            "const [place, nothing] = [document.createElement('div'), () => {}];
             document.body.append(place);
             const words = { described: '', phrases: {}, label: '', breakpoint: '', noBreakpoint: '' };
             const events = { change: nothing, undo: nothing, redo: nothing, breakpoints: nothing, runTo: nothing };
             window.other = warpstepEditor.open(place, '', words, events);
             window.other.speak('cu');",
        )
        .await;
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let mut formatted = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() && !["target", "dist", ".git"].contains(&&*name.to_string_lossy()) {
                folders.push(path);
                continue;
            }
            let is_cuda = path.extension().is_some_and(|ending| ending == "cu");
            let Some(text) = is_cuda.then(|| std::fs::read_to_string(&path).ok()).flatten() else {
                continue;
            };
            let text = text.replace("\r\n", "\n").replace('\r', "\n");
            let script = format!(
                "window.other.replace({});
                 const texts = [0, 1].map(() => (window.other.format(), window.other.text()));
                 return texts[0] === texts[1] ? texts[0] : 'it has changed again';",
                serde_json::Value::from(text.clone())
            );
            let formatted_text = browser.text(&script).await;
            assert_eq!(cuda::tokens(&formatted_text), cuda::tokens(&text), "{}", path.display());
            formatted += 1;
        }
    }
    assert!(formatted > 100, "{formatted} texts");
    browser.close().await;
}
