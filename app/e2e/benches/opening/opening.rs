//! Measures the time from the address to the first step on a canvas, each time in a browser with a fresh profile.

use crate::samples::Samples;
use e2e::{Browser, Graphics, Hosted, Link, TEN_MEGABITS};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

const VISITS: usize = 20;

/// Pause after a browser has started, until its own start-up work no longer takes processor time from the page.
const STARTED: Duration = Duration::from_secs(1);

/// Returns the time of each entry, in milliseconds since the navigation began, and the navigation's time since 1970.
const MARKED: &str = "
    const [names, done] = arguments;
    const look = () => {
        const entries = names.map(name => performance.getEntriesByName(name)[0]);
        if (entries.every(entry => entry)) done([performance.timeOrigin, ...entries.map(entry => entry.startTime)]);
        return entries.every(entry => entry);
    };
    new PerformanceObserver((_, observer) => look() && observer.disconnect()).observe({ entryTypes: ['mark', 'paint'] });
    look();
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
    /// The names of the entries to wait for.
    entries: &'static [&'static str],
}

const PAINT: &str = "first-contentful-paint";
const FIRST_STEP: &str = "warpstep-first-step";
const USABLE: &str = "usable";

const VIEWS: [View; 4] = [
    View {
        name: "lesson",
        hash: "#/neighbored",
        entries: &[PAINT, FIRST_STEP, USABLE],
    },
    // The same run; the page has no prebuilt run for a link that names a size.
    View {
        name: "lesson, run by the engine",
        hash: "#/neighbored?n=16384",
        entries: &[PAINT, FIRST_STEP, USABLE],
    },
    View {
        name: "list",
        hash: "#/",
        entries: &[PAINT, FIRST_STEP, USABLE],
    },
    View {
        name: "playground",
        hash: "#/playground",
        entries: &[PAINT, FIRST_STEP, USABLE],
    },
];
/// The peers, each in a folder of its name.
const PEERS: [(&str, View); 3] = [
    ("counter", peer("Leptos counter")),
    ("reveal", peer("reveal.js, ten slides")),
    ("ace", peer("Ace editor")),
];

const fn peer(name: &'static str) -> View {
    View {
        name,
        hash: "",
        entries: &["peer-first-frame"],
    }
}

/// The circumstances of a visit.
struct Setting {
    name: &'static str,
    link: Link,
    /// The main thread is this many times slower.
    slowdown: u32,
}

const SETTINGS: [Setting; 3] = [
    Setting {
        name: "a local host",
        link: Link::Local,
        slowdown: 1,
    },
    Setting {
        name: "10 Mbit/s, 40 ms",
        link: TEN_MEGABITS,
        slowdown: 1,
    },
    Setting {
        name: "a local host, processor 4 times slower",
        link: Link::Local,
        slowdown: 4,
    },
];

/// Returns the milliseconds to each entry of a visit, and the bytes of the files that were requested before it.
async fn visit(host: &Hosted, view: &View, slowdown: u32) -> Vec<(f64, f64)> {
    let browser = Browser::start(Graphics::None).await;
    tokio::time::sleep(STARTED).await;
    browser.slow_down(slowdown).await;
    browser.before_page(MARK_USABLE).await;
    let begun = host.sent().len();
    browser.go(&host.site.url(view.hash)).await;
    let marked = browser.script_of(MARKED, vec![json!(view.entries)]).await;
    browser.discard();
    let number = |index: usize| marked[index].as_f64().unwrap_or(f64::NAN);
    let sent = host.sent();
    let of_entry = |index: usize| {
        let millis = number(index + 1);
        let asked_before = sent[begun..]
            .iter()
            .filter(|sent| sent.asked_millis <= number(0) + millis);
        (millis, asked_before.map(|sent| sent.bytes as f64).sum())
    };
    (0..view.entries.len()).map(of_entry).collect()
}

/// Prints bytes and milliseconds of each view and of the peers, in each setting. The visits take turns.
pub async fn print() {
    let peers = std::env::var_os("WARPSTEP_PEERS").map(PathBuf::from);
    if peers.is_none() {
        println!("WARPSTEP_PEERS names no folder of peers: the page is not compared with them");
    }
    for Setting { name, link, slowdown } in SETTINGS {
        let page = Hosted::start(Hosted::page(), link);
        let built = PEERS.iter().filter_map(|(folder, view)| {
            let folder = peers.as_ref()?.join(folder);
            folder.is_dir().then(|| (Hosted::start(folder, link), view))
        });
        let built: Vec<(Hosted, &View)> = built.collect();
        let views: Vec<(&Hosted, &View)> = VIEWS
            .iter()
            .map(|view| (&page, view))
            .chain(built.iter().map(|(host, view)| (host, *view)))
            .collect();
        let mut visits = vec![Vec::new(); views.len()];
        for _ in 0..VISITS {
            for ((host, view), visits) in views.iter().zip(&mut visits) {
                visits.push(visit(host, view, slowdown).await);
            }
        }
        println!(
            "Opening, {name}: cold profile, brotli, headless Chromium, median of {VISITS} [95 % interval]; measured"
        );
        for ((_, view), visits) in views.iter().zip(&visits) {
            for (index, entry) in view.entries.iter().enumerate() {
                let millis = Samples::new(visits.iter().map(|visit| visit[index].0).collect());
                let bytes = Samples::new(visits.iter().map(|visit| visit[index].1).collect());
                let (low, high) = millis.interval();
                println!(
                    "  {:<26} {entry:<24} {:>9.0} bytes   {:>7.1} ms [{low:.1} to {high:.1}]",
                    view.name,
                    bytes.median(),
                    millis.median(),
                );
            }
        }
    }
}
