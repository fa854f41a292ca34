//! Measures the time from the address to the first step on a canvas, each time in a browser with a fresh profile.

use crate::samples::Samples;
use e2e::{Browser, Graphics, Hosted, Link, TEN_MEGABITS};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

const VISITS: usize = 20;

/// Pause after a browser has started, until its own start-up work no longer takes processor time from the page.
const STARTED: Duration = Duration::from_secs(1);

/// Returns the time of a mark, in milliseconds since the navigation began, and since 1970.
const MARKED: &str = "
    const [name, done] = arguments;
    const look = () => {
        const mark = performance.getEntriesByName(name)[0];
        if (mark) done([mark.startTime, performance.timeOrigin + mark.startTime]);
        return mark;
    };
    new PerformanceObserver((_, observer) => look() && observer.disconnect()).observe({ type: 'mark', buffered: true });
";

/// Runs before the page: marks the moment at which every control of the page answers.
const MARK_USABLE: &str = "
    const observer = new MutationObserver(() => {
        if (!document.querySelector('[data-ready=\"true\"]')) return;
        performance.mark('usable');
        observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready'] });
";

struct View {
    name: &'static str,
    hash: &'static str,
    mark: &'static str,
}

const VIEWS: [View; 4] = [
    View {
        name: "lesson, first step",
        hash: "#/neighbored",
        mark: "warpstep-first-step",
    },
    View {
        name: "lesson, usable",
        hash: "#/neighbored",
        mark: "usable",
    },
    View {
        name: "list, first step",
        hash: "#/",
        mark: "warpstep-first-step",
    },
    View {
        name: "list, usable",
        hash: "#/",
        mark: "usable",
    },
];
const COUNTER: View = View {
    name: "Leptos counter",
    hash: "",
    mark: "counter-first-frame",
};

/// Returns the milliseconds and the bytes of one visit.
async fn visit(host: &Hosted, view: &View) -> (f64, f64) {
    let browser = Browser::start(Graphics::None).await;
    tokio::time::sleep(STARTED).await;
    browser.before_page(MARK_USABLE).await;
    let begun = host.sent();
    browser.go(&host.site.url(view.hash)).await;
    let marked = browser.script_of(MARKED, vec![json!(view.mark)]).await;
    let [millis, moment] = [&marked[0], &marked[1]].map(|value| value.as_f64().unwrap_or(f64::NAN));
    browser.discard();
    let sent = host.sent();
    let asked_before = sent[begun.len()..]
        .iter()
        .filter(|sent| sent.asked_millis <= moment);
    (millis, asked_before.map(|sent| sent.bytes as f64).sum())
}

/// Prints bytes and milliseconds of each view and of the counter, over each link. The visits take turns.
pub async fn print() {
    let links = [("local", Link::Local), ("10 Mbit/s, 40 ms", TEN_MEGABITS)];
    for (name, link) in links {
        let page = Hosted::start(Hosted::page(), link);
        let counter = std::env::var_os("WARPSTEP_COUNTER")
            .map(|folder| Hosted::start(PathBuf::from(folder), link));
        let mut views: Vec<(&Hosted, &View)> = VIEWS.iter().map(|view| (&page, view)).collect();
        match &counter {
            Some(counter) => views.push((counter, &COUNTER)),
            None => println!(
                "WARPSTEP_COUNTER names no built counter: the page is not compared with it"
            ),
        }
        let mut visits = vec![Vec::new(); views.len()];
        for _ in 0..VISITS {
            for ((host, view), visits) in views.iter().zip(&mut visits) {
                visits.push(visit(host, view).await);
            }
        }
        println!(
            "Opening over a link of {name}: cold profile, brotli, headless Chromium, median of {VISITS} [95 % interval]; measured"
        );
        for ((_, view), visits) in views.iter().zip(&visits) {
            let millis = Samples::new(visits.iter().map(|visit| visit.0).collect());
            let bytes = Samples::new(visits.iter().map(|visit| visit.1).collect());
            let (low, high) = millis.interval();
            println!(
                "  {:<24} {:>9.0} bytes   {:>7.1} ms [{low:.1} to {high:.1}]",
                view.name,
                bytes.median(),
                millis.median(),
            );
        }
    }
}
