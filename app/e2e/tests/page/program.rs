//! A whole CUDA program in the playground: its launches run in a row on the arrays that its host passes.

use crate::typing::{open_playground, paste, settled};
use e2e::{Browser, Graphics};

/// Two kernels: y = 10, 20, 30, …
const TWO_KERNELS: &str = "#include <cstdio>
__global__ void scale(const float *x, float *y, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = by * x[i];
}
__global__ void stretch(float *v, float by, int n) {
    extern __shared__ float part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) part[threadIdx.x] = v[i];
    __syncthreads();
    if (i < n) v[i] = by * part[threadIdx.x];
}
int main() {
    const int n = 100;
    float h[n];
    for (int i = 0; i < n; i++) h[i] = i + 1;
    float *d_x, *d_y;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpy(d_x, h, n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<4, 32>>>(d_x, d_y, 2.0f, n);
    stretch<<<2, 64, 64 * sizeof(float)>>>(d_y, 5.0f, n);
    cudaMemcpy(h, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf(\"%f\\n\", h[0]);
}
";

async fn cell(browser: &Browser, number: u32) -> String {
    let cell = format!("return document.querySelector('[data-cell=\"{number}\"]').innerText");
    browser.text(&cell).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_launches_of_a_program_run_in_a_row() {
    let (_site, browser) = open_playground(Graphics::Software, TWO_KERNELS).await;
    let said = browser.seen("#program").await;
    assert_eq!(said, "This program launches 2 kernels: all in a row.");
    assert!(browser.has("#all-well").await);
    browser.screenshot("program").await;
    // Arrays have the names of the host's pointers, and so has what is expected of them.
    browser.click("[data-side-tab=buffers]").await;
    browser.click("[data-buffer-tab=d_y]").await;
    for (number, value) in [(0, "10"), (1, "20"), (2, "30"), (99, "1000")] {
        assert_eq!(cell(&browser, number).await, value);
    }
    browser.click("[data-side-tab=setup]").await;
    assert_eq!(browser.count("#calls li").await, 2);
    browser.choose("#expected-1-1", "of:1:0:copy").await;
    browser
        .wait_for_text(
            "[data-expected=d_y]",
            "100 of 100 values of d_y are wrong. The first is d_y[0]: expected 1, got 10. Block 0 stored it last.",
        )
        .await;
    browser.screenshot("program-setup").await;
    // The first launch is one press away; it has its own grid and block.
    browser.click("[data-stage=\"0\"]").await;
    settled(&browser).await;
    let lanes = browser.attribute("#lanes", "data-lanes").await;
    assert_eq!(lanes.len(), 32, "{lanes}");
    // The GPU runs both, with what the host copies.
    browser.click("[data-side-tab=gpu]").await;
    browser.click("#run-gpu").await;
    browser.wait_for_attribute("#face", "data-state", "equal").await;
    // A kernel runs alone on request, and the program again.
    browser.choose("#entry", "stretch").await;
    settled(&browser).await;
    assert_eq!(browser.value("#workgroups-x").await, "2");
    assert_eq!(browser.count("#stages").await, 0);
    browser.choose("#entry", "").await;
    browser.wait_for_count("#stages [data-stage]", "== 2").await;
    // A loop of launches is taken; what is known only when the host runs is said.
    let text = TWO_KERNELS.replace(
        "    stretch",
        "    for (int i = 0; i < 3; i++) scale<<<4, 32>>>(d_x, d_y, i + 1.0f, n);\n    if (atof(argv[1]) > 1) stretch",
    );
    paste(
        &browser,
        &text.replace("int main() {", "int main(int argc, char **argv) {"),
    )
    .await;
    settled(&browser).await;
    browser.wait_for_count("#stages [data-stage]", "== 4").await;
    let said = browser.seen("#program").await;
    assert!(
        said.starts_with("The first 4 launches run in a row; from line"),
        "{said}"
    );
    browser.screenshot("program-left").await;
    let why = browser.seen("#left-out").await;
    assert!(why.contains("known only when the host runs"), "{why}");
    browser.close().await;
}

/// Many launches are options of a list, with buttons for the one before and the next.
#[tokio::test(flavor = "multi_thread")]
async fn many_launches_are_a_list() {
    let many = TWO_KERNELS.replace(
        "    stretch<<<",
        "    for (int i = 0; i < 20; i++) scale<<<4, 32>>>(d_x, d_y, i + 1.0f, n);\n    stretch<<<",
    );
    let (_site, browser) = open_playground(Graphics::None, &many).await;
    browser.wait_for_count("#stages #stage option", "=== 22").await;
    assert_eq!(browser.count("#stages [data-stage]").await, 0);
    let stage = browser.content("#stage option:checked").await;
    assert!(stage.starts_with("1 of 22: scale<<<4, 32>>>"), "{stage}");
    browser
        .wait_for_attribute("#stage-before", "aria-disabled", "true")
        .await;
    browser.choose("#stage", "21").await;
    browser
        .wait_for_attribute("#stage-after", "aria-disabled", "true")
        .await;
    settled(&browser).await;
    let lanes = browser.attribute("#lanes", "data-lanes").await;
    assert_eq!(lanes.matches('/').count(), 1, "{lanes}");
    browser.click("#stage-before").await;
    browser.wait_for_value("#stage", "20").await;
    browser.screenshot("program-many").await;
    browser.close().await;
}

/// Nothing of a text stays when another one, which does not compile, takes its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_does_not_compile_shows_no_launch_of_the_text_before() {
    let (_site, browser) = open_playground(Graphics::None, TWO_KERNELS).await;
    browser.wait_for_element("#stages").await;
    let other = "__global__ void other(int *z) {\n    int k = threadIdx.x\n    z[k] = missing;\n    z[k] += 1;\n}\n";
    paste(&browser, other).await;
    settled(&browser).await;
    browser.wait_for_element("#no-launch").await;
    for gone in [
        "#stages",
        "#program",
        "#entry",
        ".data-chip",
        "#launch-source",
        "#start-chain",
    ] {
        assert_eq!(browser.count(gone).await, 0, "{gone}");
    }
    browser.screenshot("program-refused").await;
    // A mistake in the same text leaves its launch.
    let mended = other.replace("x\n", "x;\n").replace("missing", "2");
    paste(&browser, &mended).await;
    settled(&browser).await;
    browser.wait_for_element(".data-chip").await;
    paste(&browser, &mended.replace("+= 1;", "+= ;")).await;
    settled(&browser).await;
    assert_eq!(browser.count(".data-chip").await, 1);
    browser.close().await;
}

/// A kernel that does not compile is named at its place, though another kernel of the text runs.
#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_that_does_not_compile_is_named_while_another_runs() {
    let (_site, browser) = open_playground(Graphics::None, TWO_KERNELS).await;
    let broken = TWO_KERNELS.replace("v[i] = by * part", "v[i] = missing * part");
    paste(&browser, &broken).await;
    browser.wait_for_element("[data-refused=stretch]").await;
    let said = browser.seen("[data-refused=stretch]").await;
    assert!(said.contains("missing"), "{said}");
    assert!(!browser.has("#all-well").await);
    // The launches do not run in a row, and the reason is where they would be.
    let why = browser.seen("#left-out").await;
    assert!(why.contains("the kernel stretch is not translated"), "{why}");
    let state = browser.seen(".run-state").await;
    assert!(state.contains("1 kernel of the text does not run"), "{state}");
    browser.close().await;
}
