//! CUDA in the page: a pasted program runs with its own launch, on its own lines; its translation runs on the GPU; and a
//! lesson's CUDA tab is the text that runs.

use crate::typing::{editor_text, open_file, paste, settled, wait_in_editor};
use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};
use model::playground::examples::EXAMPLES;

/// A program whose sizes and arguments follow from its text.
const SCALE: &str = r#"#include "factor.h"
#define N 1000
__global__ void scale(const float *in, float *out, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = factor * in[i];
    }
}
int main() {
    float *in, *out;
    cudaMalloc(&in, N * sizeof(float));
    cudaMalloc(&out, N * sizeof(float));
    const int block = 128;
    scale<<<(N + block - 1) / block, block>>>(in, out, FACTOR, N);
}
"#;

const FACTOR: &str = "#define FACTOR 2.5f\n";

async fn open(graphics: Graphics, text: &str) -> (Site, Browser) {
    let site = Site::start();
    let browser = Browser::start(graphics).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, text).await;
    settled(&browser).await;
    (site, browser)
}

async fn state(browser: &Browser) -> String {
    browser.attribute("#messages", "data-state").await
}

/// Returns the line of the next statement in the editor.
async fn lit_line(browser: &Browser) -> String {
    let line = e2e::typing::in_editor("#next-line");
    browser.text(&format!("return {line}?.dataset.line ?? ''")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_program_runs_with_its_own_launch() {
    let text = SCALE.replace("#include \"factor.h\"", FACTOR.trim());
    let (_site, browser) = open(Graphics::None, &text).await;
    assert_eq!(state(&browser).await, "ran");
    let pressed = browser.attribute("[data-language=cu]", "aria-pressed").await;
    assert_eq!(pressed, "true");
    for (field, value) in [
        ("#workgroups-x", "8"),
        ("#launch-block-x", "128"),
        ("#launch-block-y", "1"),
        ("#buffer-0-0-elements", "1000"),
        ("#buffer-0-1-elements", "1000"),
        ("#member-0-2-factor", "2.5"),
        ("#member-0-2-n", "1000"),
    ] {
        assert_eq!(browser.value(field).await, value, "{field}");
    }
    browser.click("[data-side-tab=setup]").await;
    let source = browser.seen("#launch-source").await;
    assert!(source.contains("line 14"), "{source}");
    // The steps light lines of the CUDA text, and the translation's lines beside it.
    assert_eq!(lit_line(&browser).await, "4");
    browser.press(RIGHT).await;
    browser.press(RIGHT).await;
    assert_eq!(lit_line(&browser).await, "6");
    browser.click("[data-side-tab=translation]").await;
    let lit = "#translation .next-line code";
    browser.wait_for_element(lit).await;
    let line = browser.seen(lit).await;
    assert!(line.contains("out[i] = factor * in[i]"), "{line}");
    browser.screenshot("cuda-translation").await;
    browser.click("[data-side-tab=buffers]").await;
    let cell = "return document.querySelector('[data-cell=\"7\"]').innerText";
    assert_eq!(browser.text(cell).await, "17.5");
    // The reader's own sizes take the place of the launch's, and an empty field gives them back.
    browser.click("[data-side-tab=setup]").await;
    browser.fill("#launch-block-x", "64").await;
    settled(&browser).await;
    let lanes = browser.attribute("#lanes", "data-lanes").await;
    assert_eq!(lanes.matches('F').count(), 64, "{lanes}");
    const BACKSPACE: &str = "\u{e003}";
    browser.fill("#launch-block-x", BACKSPACE).await;
    settled(&browser).await;
    assert_eq!(browser.value("#launch-block-x").await, "128");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_listed_and_one_click_reads_double_as_float() {
    let text = "__global__ void k(double *x, int n) {\n  x[0] = nn;\n  y[0] = 1;\n}\n";
    let (_site, browser) = open(Graphics::None, text).await;
    assert_eq!(state(&browser).await, "refused");
    wait_in_editor(&browser, ".cm-lintRange-error").await;
    browser.screenshot("cuda-errors").await;
    browser.click("#double-as-float").await;
    settled(&browser).await;
    let named = "return [...document.querySelectorAll('#messages code')].map(name => name.textContent).join()";
    let said = browser.text(named).await;
    assert!(said.contains("nn") && !said.contains("double"), "{said}");
    assert!(browser.count("#more-errors li").await >= 1, "{said}");
    paste(&browser, &text.replace("nn;", "n;").replace("  y[0] = 1;\n", "")).await;
    assert_eq!(state(&browser).await, "ran");
    // A half of the text is no program, and another language is one click away.
    browser.click("[data-language=wgsl]").await;
    settled(&browser).await;
    assert_eq!(state(&browser).await, "refused");
    browser.click("[data-language=cu]").await;
    settled(&browser).await;
    assert_eq!(state(&browser).await, "ran");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_stand_beside_the_text_and_travel_with_it() {
    let (_site, browser) = open(Graphics::None, SCALE).await;
    // Without the header the argument has no value in the text.
    browser.click("[data-side-tab=setup]").await;
    let source = browser.seen("#launch-source").await;
    assert!(source.contains("FACTOR"), "{source}");
    open_file(&browser, "#open-file", "factor.h", FACTOR).await;
    browser.wait_for_element("[data-file=\"factor.h\"]").await;
    settled(&browser).await;
    assert_eq!(editor_text(&browser).await, SCALE);
    browser.wait_for_value("#member-0-2-factor", "2.5").await;
    browser.click("#share").await;
    browser.wait_for_element("#link").await;
    let link = browser.value("#link").await;
    browser.close().await;
    let browser = Browser::start(Graphics::None).await;
    browser.open(&link).await;
    settled(&browser).await;
    assert_eq!(editor_text(&browser).await, SCALE);
    browser.wait_for_value("#member-0-2-factor", "2.5").await;
    // The draft stays over a reload.
    browser.reload().await;
    settled(&browser).await;
    assert_eq!(editor_text(&browser).await, SCALE);
    browser.wait_for_element("[data-file=\"factor.h\"]").await;
    browser.click("[data-file=\"factor.h\"] button").await;
    browser.wait_until_gone("[data-file=\"factor.h\"]").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_runs_and_agrees_with_the_gpu() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.open(&site.url("#/playground")).await;
    for example in EXAMPLES {
        let name = format!("cuda:{}", example.id);
        browser.choose("#open-kernel", &name).await;
        settled(&browser).await;
        assert_eq!(state(&browser).await, "ran", "{name}");
        let said = browser.seen("#messages").await;
        assert!(browser.has("#all-well").await, "{name}: {said}");
        // The software device has warps of another width than the texts of warps count on.
        if ["templated_reduction", "shuffle_reduction", "block_groups"].contains(&example.id) {
            continue;
        }
        browser.click("[data-side-tab=gpu]").await;
        browser.click("#run-gpu").await;
        browser.wait_for_attribute("#face", "data-state", "equal").await;
    }
    browser.close().await;
}

/// The grey picture has its bytes in the settings, in the memory panel, in the caption and in the buffers. Its arguments are
/// values, which no step loads.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_of_bytes_shows_bytes() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground?lang=en")).await;
    browser.choose("#open-kernel", "cuda:grey_picture").await;
    settled(&browser).await;
    for (field, elements) in [("#buffer-0-0-elements", "7200"), ("#buffer-0-1-elements", "2400")] {
        browser.wait_for_value(field, elements).await;
    }
    // The first statement of the kernel sets its variable.
    assert_eq!(browser.attribute("#array", "data-loads").await, "");
    let said = browser.seen("#caption").await;
    assert!(said.contains("set x"), "{said}");
    // The four statements before the first load.
    for _ in 0..4 {
        browser.press(RIGHT).await;
    }
    assert_eq!(lit_line(&browser).await, "13");
    let loads = browser.attribute("#array", "data-loads").await;
    assert!(loads.starts_with("colour:0 colour:3 colour:6 "), "{loads}");
    let said = browser.seen("#caption").await;
    assert!(said.contains("256 bytes"), "{said}");
    browser.screenshot("cuda-bytes").await;
    browser.click("[data-side-tab=buffers]").await;
    let cell = |number: u32| format!("return document.querySelector('[data-cell=\"{number}\"]').innerText");
    // The host sets byte i to 7 i modulo 256. Pixel 7 has 147, 154 and 161: (77 · 147 + 150 · 154 + 29 · 161) / 256.
    for (pixel, grey) in [(0, "5"), (7, "152"), (100, "57")] {
        assert_eq!(browser.text(&cell(pixel)).await, grey, "pixel {pixel}");
    }
    browser.close().await;
}

/// A sum over the whole grid in steps, with a barrier of the grid after each.
const GRID_SUM: &str = r"#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void sum(int *x, int n) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int half = n / 2; half > 0; half /= 2) {
        if (i < half) x[i] += x[i + half];
        grid.sync();
    }
}
int main() {
    int n = 128, *x;
    cudaMalloc(&x, 128 * sizeof(int));
    void *arguments[] = {&x, &n};
    cudaLaunchCooperativeKernel((void *)sum, 4, 32, arguments, 0, 0);
}
";

#[tokio::test(flavor = "multi_thread")]
async fn blocks_wait_for_each_other_on_the_machine_alone() {
    let (_site, browser) = open(Graphics::Software, GRID_SUM).await;
    assert_eq!(state(&browser).await, "ran");
    assert!(browser.has("#all-well").await);
    browser.click("[data-side-tab=buffers]").await;
    let sum = "return document.querySelector('[data-cell=\"0\"]').innerText";
    assert_eq!(browser.text(sum).await, "8128");
    // Before the last step of block 0, memory shows what the other blocks have stored.
    for _ in 0..6 {
        browser.press(RIGHT).await;
    }
    browser.screenshot("cuda-grid-barrier").await;
    browser.click("[data-side-tab=gpu]").await;
    browser.click("#run-gpu").await;
    let said = browser.seen("#gpu-failed").await;
    assert!(said.contains("launch a second one"), "{said}");
    // The lab does not take CUDA.
    let display = "return getComputedStyle(document.querySelector('#to-own-lab')).display";
    assert_eq!(browser.text(display).await, "none");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_speak_cuda() {
    let text = "__global__ void k(int *x) {\n  int t = threadIdx.x;\n  x[t] += 1;\n  x[t] = x[63 - t];\n}\nint main() { int *x; cudaMalloc(&x, 256); k<<<1, 64>>>(x); }\n";
    let (_site, browser) = open(Graphics::None, text).await;
    let said = browser.seen("[data-finding=data_race]").await;
    assert!(
        said.contains("x[63 - t] (line 4)") && !said.contains("Barrier"),
        "{said}"
    );
    browser.close().await;
}

/// Neither the loop nor its branch has braces: the barrier gets them.
#[tokio::test(flavor = "multi_thread")]
async fn one_press_repairs_a_cuda_text() {
    let text = "__global__ void sum(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2)
    if (t < d) s[t] += s[t + d];
  if (t == 0) v[0] = s[0];
}
int main() { int *v; cudaMalloc(&v, 256); sum<<<1, 64>>>(v); }
";
    let (_site, browser) = open(Graphics::None, text).await;
    browser.wait_for_element("[data-repair]").await;
    browser.screenshot("playground-finding-cuda").await;
    browser.click("[data-repair]").await;
    browser.wait_for_element("#all-well").await;
    let text = editor_text(&browser).await;
    assert!(
        text.contains("{ if (t < d) s[t] += s[t + d]; __syncthreads(); }"),
        "{text}"
    );
    browser.close().await;
}

/// Returns the step and the number of steps, as the slider says them.
async fn shown_step(browser: &Browser) -> String {
    let script = "return document.querySelector('[aria-valuetext]').getAttribute('aria-valuetext')";
    browser.text(script).await
}

/// The twin runs on its own lines, at the same step, and its counters are shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_lessons_cuda_tab_is_the_text_that_runs() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let address = "#/interleaved?kernel=reduce_interleaved&n=1024&block=128&lang=en";
    browser.open(&site.url(address)).await;
    let steps_of_wgsl = browser.attribute("#page", "data-trace").await;
    for _ in 0..3 {
        browser.press(RIGHT).await;
    }
    let press = shown_step(&browser).await;
    browser.click("#code-cuda").await;
    browser
        .wait_for(&format!(
            "return document.querySelector('#page').dataset.trace !== '{steps_of_wgsl}'"
        ))
        .await;
    assert_eq!(shown_step(&browser).await, press);
    let lit = "#code .next-line code";
    browser.wait_for_element(lit).await;
    assert!(browser.seen(lit).await.contains("data[i] += data[i + stride]"));
    browser.wait_for_element("#result[data-equal=true]").await;
    browser.click("#code-wgsl").await;
    browser.wait_for_attribute("#page", "data-trace", &steps_of_wgsl).await;
    assert_eq!(shown_step(&browser).await, press);
    browser.close().await;
}

/// Captions and findings of a lesson have the words of the text that ran. In lockstep `volatile` orders a warp.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_in_cuda_speaks_cuda() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let address = "#/cuda-to-wgsl?kernel=reduce_shared_last_warp&n=1024&block=128&step=0&text=cuda&lang=en";
    browser.open(&site.url(address)).await;
    let mut captions = Vec::new();
    for _ in 0..12 {
        captions.push(browser.content("#caption").await);
        browser.press(RIGHT).await;
    }
    let captions = captions.join("\n");
    assert!(
        captions.contains("shared memory") && !captions.contains("workgroup memory"),
        "{captions}"
    );
    assert_eq!(browser.attribute("#findings", "data-count").await, "0");
    browser
        .visit(&site.url(&format!("{address}&scheduling=independent")))
        .await;
    browser.wait_for_element("#findings li").await;
    let findings = browser.content("#findings").await;
    assert!(
        findings.contains("lockstep[tid]") && !findings.contains("Barrier"),
        "{findings}"
    );
    browser.close().await;
}
