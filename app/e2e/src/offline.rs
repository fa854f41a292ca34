//! The page without its host.

use crate::Browser;

/// Ends once the service worker has stored the whole page.
const STORED: &str = "
    const done = arguments[arguments.length - 1];
    navigator.serviceWorker.ready.then(({ active }) => {
        const look = () => active.state === 'activated' && done(true);
        active.addEventListener('statechange', look);
        look();
    });
";

/// Ends with the answer to the question if the host answers.
const REACHED: &str = "const done = arguments[arguments.length - 1];
    fetch('./no-such-file', { signal: AbortSignal.timeout(3000) }).then(() => done(true), () => done(false));";

/// Waits until the service worker has stored the whole page.
pub async fn wait_until_stored(browser: &Browser) {
    browser.script_of(STORED, Vec::new()).await;
}

/// Returns true if the page's host answers a request.
pub async fn is_host_reached(browser: &Browser) -> bool {
    browser.script_of(REACHED, Vec::new()).await == true
}
