//! The page's vocabulary: selectors and scripts that several tests use. The page lists its ids and attributes in
//! `app/ui/src/lib.rs`.

/// True once the page says that it is ready.
pub const READY: &str = "return document.querySelector('[data-ready=\"true\"]') !== null";

/// True while no run is under way.
pub const IDLE: &str = "return document.querySelector('#page').dataset.busy === 'false'";

/// True once the page is ready and no run is under way.
pub const SETTLED: &str =
    "const page = document.querySelector('#page').dataset; return page.ready === 'true' && page.busy === 'false'";

/// True once a run is shown.
pub const RUN_SHOWN: &str =
    "const page = document.querySelector('#page').dataset; return page.busy === 'false' && Number(page.steps) > 0";

/// True once the first step of a run is drawn.
pub const FIRST_STEP_DRAWN: &str = "return performance.getEntriesByName('warpstep-first-step').length > 0";

/// True if the page is wider than its window.
pub const SCROLLS_SIDEWAYS: &str = "return document.documentElement.scrollWidth > innerWidth + 1";

/// True if the page is wider or higher than its window.
pub const SCROLLS: &str = "return document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1";

/// True once a notice says something.
pub const NOTICE_SHOWN: &str = "return document.querySelector('#notices').innerText.length > 10";

/// The columns of a comparison whose kernels are known.
pub const COLUMNS: &str = "[data-column][data-kernel]";

/// The press of every column.
pub const PRESSES: &str = "return [...document.querySelectorAll('[data-column]')].map(c => Number(c.dataset.press))";

/// The press of the run.
pub const PRESS: &str = "return document.querySelector('#slider').value";

/// The index of the slide that is shown; empty if there is none.
pub const SLIDE: &str = "return document.querySelector('#slide')?.dataset.slide ?? ''";

/// The modelled cycle of the run; `NaN` (`null` for the driver) if it is not stepped by cycles.
pub const CYCLE: &str = "return Number(document.querySelector('#cycle')?.dataset.cycle)";

/// True once the overview has drawn every slide.
pub const OVERVIEW_DRAWN: &str = "return [...document.querySelectorAll('[data-slide-card] .stage-picture')].every(picture => picture.dataset.drawn === 'true')";

/// Runs before the page: collects the text of every file that the page saves in `saved`.
pub const COLLECT_FILES: &str = "window.saved = []; const make = URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return make.call(URL, blob); };";

/// Runs before the page: collects the workers in `workers`. While `deadly` is set, new ones die at once.
pub const COLLECT_WORKERS: &str = "window.workers = []; window.deadly = false; const Native = window.Worker;
    window.Worker = class extends Native { constructor(...given) { super(...given); window.workers.push(this);
        if (window.deadly) setTimeout(() => window.die(this)); } };
    window.die = worker => worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));";

/// Runs before the page: collects the WebGPU devices in `devices`. While `deadly` is set, new ones are lost after a
/// while.
pub const COLLECT_DEVICES: &str =
    "window.devices = []; window.deadly = false; const ask = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...given) {
        const device = await ask.apply(this, given); window.devices.push(device);
        if (window.deadly) setTimeout(() => device.destroy(), 100); return device; };";
