//! The panels of one request, lines and banks: at every press they show what the machine's trace says.

use e2e::keys::{HOME, LEFT, RIGHT};
use e2e::{Browser, Expected, Graphics, Site};
use simt::{Access, Grain, Machine, SharedTraffic, Space, Traffic};

async fn open(browser: &Browser, site: &Site, hash: &str, panel: &str) {
    browser.visit(&site.url(hash)).await;
    browser.click(&format!("[data-panel-tab='{panel}']")).await;
    browser.wait_for_element(&format!("#{panel}")).await;
}

async fn press(browser: &Browser, key: &str) -> usize {
    let before = browser.attribute("#page", "data-step").await;
    browser.press(key).await;
    browser.wait_for_step_after(&before).await;
    let step = browser.attribute("#page", "data-step").await;
    step.parse().expect("a position")
}

/// The accesses of the next press to storage and to workgroup memory, counted from the trace.
fn traffic(expected: &mut Expected, machine: &Machine, position: usize) -> (Traffic, SharedTraffic) {
    expected.cursor.seek(position);
    let (mut global, mut shared) = (Traffic::default(), SharedTraffic::default());
    for step in expected.cursor.frame(Grain::Statement).steps {
        for request in expected.cursor.trace().requests(step) {
            let space = expected.cursor.trace().memories[request.memory as usize].space;
            for part in request.parts(machine) {
                match space {
                    Space::Storage => global.add(&part.traffic(machine)),
                    Space::Workgroup => shared.add(&part.shared_traffic(machine)),
                    Space::Uniform => {}
                }
            }
        }
    }
    (global, shared)
}

async fn number(browser: &Browser, panel: &str, name: &str) -> u64 {
    let text = browser.attribute(panel, name).await;
    text.parse().unwrap_or_else(|_| panic!("{name} is {text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_and_sectors_are_those_of_the_trace() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for id in ["k80", "k80-l1", "g80"] {
        let machine = Machine::by_id(id).expect("a preset");
        let mut expected = Expected::on(machine.clone(), false, "reduce_neighbored", 512, 64);
        let view = format!("#/neighbored?kernel=reduce_neighbored&n=512&block=64&grain=statement&machine={id}");
        open(&browser, &site, &view, "lines").await;
        let (mut asking, mut silent) = (0, 0);
        for turn in 0..24 {
            let key = if turn == 20 { LEFT } else { RIGHT };
            let position = press(&browser, key).await;
            let (want, _) = traffic(&mut expected, &machine, position);
            browser
                .wait_for_attribute("#lines", "data-asked", &want.bytes_asked.to_string())
                .await;
            let counts = (
                number(&browser, "#lines", "data-requests").await,
                number(&browser, "#lines", "data-lines").await,
                number(&browser, "#lines", "data-sectors").await,
                number(&browser, "#lines", "data-moved").await,
            );
            let want_shown = (want.requests, want.transactions, want.sectors, want.bytes_moved);
            assert_eq!(counts, want_shown, "{id} at step {position}");
            let is_empty = browser.has(".nothing-asked").await;
            assert_eq!(is_empty, want.requests == 0, "{id} at step {position}");
            if want.requests > 0 {
                asking += 1;
            } else {
                silent += 1;
            }
        }
        assert!(asking > 2 && silent > 2, "{asking} {silent}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn banks_and_passes_are_those_of_the_trace() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for id in ["k80", "g80"] {
        let machine = Machine::by_id(id).expect("a preset");
        let mut expected = Expected::on(machine.clone(), false, "reduce_shared_strided", 512, 128);
        let view =
            format!("#/shared-strided?kernel=reduce_shared_strided&n=512&block=128&grain=statement&machine={id}");
        open(&browser, &site, &view, "banks").await;
        let mut conflicts = 0;
        for _ in 0..24 {
            let position = press(&browser, RIGHT).await;
            let (_, want) = traffic(&mut expected, &machine, position);
            browser
                .wait_for_attribute("#banks", "data-wavefronts", &want.wavefronts.to_string())
                .await;
            assert_eq!(
                number(&browser, "#banks", "data-requests").await,
                want.requests,
                "{id} at step {position}"
            );
            conflicts += want.bank_conflicts();
        }
        assert!(conflicts > 0);
        // At a statement without an access, a button leads to the next statement with one.
        browser.press(HOME).await;
        browser.wait_for_element("[data-ahead]").await;
        browser.click("[data-ahead]").await;
        browser
            .wait_for("return Number(document.querySelector('#banks').dataset.requests) > 0")
            .await;
        let position = number(&browser, "#page", "data-step").await as usize;
        let (_, want) = traffic(&mut expected, &machine, position);
        assert!(want.requests > 0);
    }
    browser.close().await;
}

/// Buttons choose another warp and another request.
#[tokio::test(flavor = "multi_thread")]
async fn another_warp_and_another_request_can_be_chosen() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let view = "#/matrix-add?kernel=matrix_add_16x16&grain=statement";
    open(&browser, &site, view, "lines").await;
    let machine = Machine::default();
    let mut expected = Expected::new("matrix_add_16x16", 16_384, 256);
    while number(&browser, "#lines", "data-requests").await == 0 {
        press(&browser, RIGHT).await;
    }
    let position = number(&browser, "#page", "data-step").await as usize;
    expected.cursor.seek(position);
    let frame = expected.cursor.frame(Grain::Statement);
    let asks = |access: Access| {
        let steps = frame.steps.clone();
        let mut requests = steps.flat_map(|step| expected.cursor.trace().requests(step).collect::<Vec<_>>());
        requests.any(|request| request.access == access)
    };
    assert!(asks(Access::Load) && asks(Access::Store));
    let (want, _) = traffic(&mut expected, &machine, position);
    assert_eq!(
        want.transactions,
        8 * 3 * 2,
        "two lines for each request of eight warps"
    );
    assert_eq!(browser.attribute("#lines", "data-warp").await, "0");
    browser.click(".request-choice button[aria-label='Next warp']").await;
    browser.wait_for_attribute("#lines", "data-warp", "1").await;
    browser.click(".request-choice .requests button:last-child").await;
    let store = "return document.querySelector('.request-choice .requests button:last-child').getAttribute('aria-pressed') === 'true'";
    browser.wait_for(store).await;
    assert_eq!(number(&browser, "#lines", "data-shown-lines").await, 2);
    let label = browser.attribute("#lines", "aria-label").await;
    assert_eq!(
        label,
        "Warp 1, store c: 32 lanes request 32 words in 2 cache lines and 4 sectors"
    );
    browser.close().await;
}
