//! One visit: a browser, and what a visitor can do and see in each of them.

use crate::driver::Driver;
use crate::kind::BrowserKind;
use crate::page::{IDLE, READY};
use crate::{keys, pool, site};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A browser for one visit. End the visit with [`Browser::close`]: then the next test gets the browser. A browser that
/// is dropped, as in a test that fails, is killed.
#[derive(Debug)]
pub struct Browser {
    pub(crate) driver: Driver,
    /// Width and height of the page in CSS pixels.
    size: (u32, u32),
    _visit: Visit,
    _user: pool::User,
}

/// Adds the time of a visit to the report that `WARPSTEP_TIMES` names, when it is dropped.
#[derive(Debug)]
struct Visit {
    begun: Instant,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let Some(report) = std::env::var_os("WARPSTEP_TIMES") else {
            return;
        };
        // The test runner names each thread after its test.
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("unnamed");
        let line = format!("{name} {:.1}\n", self.begun.elapsed().as_secs_f64());
        let file = std::fs::OpenOptions::new().create(true).append(true).open(report);
        // Without the report only the list of the slowest tests is shorter.
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}

/// Longest wait for something to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// Longest time of one waiting script. A script in a frame that goes to another address ends without an answer, and the
/// driver does not notice before that time.
const SLICE: Duration = Duration::from_secs(2);

/// The messages of Firefox and WebKitGTK about a script whose page goes to another address. Chromium says nothing.
const UNLOADED: [&str; 2] = ["Document was unloaded", "before the unload event"];

/// Longest time to reset a browser; it usually takes a fraction of a second.
const RESET: Duration = Duration::from_secs(10);

/// Pause before the driver is asked again where it has to be asked again and again: while windows open and pages
/// change.
const AGAIN: Duration = Duration::from_millis(50);

/// The folder for screenshots, if `WARPSTEP_SCREENSHOTS` names one.
pub(crate) fn screenshots() -> Option<PathBuf> {
    let folder = std::env::var_os("WARPSTEP_SCREENSHOTS")?;
    (!folder.is_empty()).then(|| folder.into())
}

pub(crate) fn save(folder: &Path, name: &str, content: &[u8]) {
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join(name), content))
        .expect("a picture is saved");
}

/// Returns the files in a folder.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.flatten().map(|entry| entry.path())
}

/// Returns a file whose name ends like this. Browsers save under another name, next to an empty file with the right
/// name at most, and rename the file at the end.
fn finished_file(folder: &Path, ending: &str) -> Option<PathBuf> {
    files(folder).find(|file| {
        let is_named = file.to_string_lossy().ends_with(ending);
        is_named && file.metadata().is_ok_and(|file| file.len() > 0)
    })
}

/// Returns a script that ends as soon as `condition` returns `true`, or with `false` after a number of milliseconds.
///
/// The page itself looks again and again, which costs next to nothing; a round trip through the driver costs as much as
/// a hundred looks. A timer looks, since conditions are about more than the document, and hidden windows draw no
/// frames.
fn watch(condition: &str) -> String {
    format!(
        "const [millis, done] = arguments;
        const holds = () => {{
            {condition}
        }};
        const end = performance.now() + millis;
        const look = () => {{
            try {{
                if (holds() === true) return done(true);
            }} catch (error) {{
                return done(String(error));
            }}
            if (performance.now() > end) return done(false);
            setTimeout(look, 10);
        }};
        look();"
    )
}

/// Returns true if a script was cut off because the page went to another address.
fn is_navigation(error: &CmdError) -> bool {
    let said = error.to_string();
    let is_said = UNLOADED.iter().any(|unloaded| said.contains(unloaded));
    error.is_script_timeout() || error.is_timeout() || is_said
}

impl Browser {
    /// Begins a visit in a window of 1280 × 720.
    pub async fn start(kind: impl Into<BrowserKind>) -> Self {
        Self::start_sized(kind, 1280, 720).await
    }

    /// Begins a visit in a window of this size, in CSS pixels.
    pub async fn start_sized(kind: impl Into<BrowserKind>, width: u32, height: u32) -> Self {
        let kind = kind.into();
        let user = pool::User::new();
        let idle = pool::take(kind);
        // An idle browser may have crashed.
        let is_usable = match &idle {
            Some(driver) => driver.set_size(width, height).await.is_ok(),
            None => false,
        };
        let driver = match idle {
            Some(driver) if is_usable => driver,
            _ => {
                let driver = Driver::start(kind).await;
                let sized = driver.set_size(width, height).await;
                sized.expect("the window can be sized");
                driver
            }
        };
        Browser {
            driver,
            size: (width, height),
            _visit: Visit { begun: Instant::now() },
            _user: user,
        }
    }

    fn client(&self) -> &Client {
        &self.driver.client
    }

    /// Returns all windows.
    pub async fn windows(&self) -> Vec<WindowHandle> {
        self.client().windows().await.expect("windows")
    }

    /// Returns the window in use.
    pub async fn window(&self) -> WindowHandle {
        self.client().window().await.expect("a window")
    }

    /// Uses another window from now on.
    pub async fn use_window(&self, window: &WindowHandle) {
        let switched = self.client().switch_to_window(window.clone()).await;
        switched.expect("the window is there");
    }

    /// Uses a window that is new, and gives it the visit's size.
    async fn use_new(&self, window: &WindowHandle) {
        self.use_window(window).await;
        let sized = self.driver.set_size(self.size.0, self.size.1).await;
        sized.expect("the window can be sized");
    }

    /// Opens another window and uses it.
    pub async fn new_window(&self) -> WindowHandle {
        let opened = self.client().new_window(false).await;
        let opened = opened.expect("a new window");
        self.use_new(&opened.handle).await;
        opened.handle
    }

    /// Waits for a window that is not in `before`, and uses it.
    pub async fn use_opened(&self, before: &[WindowHandle]) -> WindowHandle {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let windows = self.windows().await;
            if let Some(opened) = windows.iter().find(|window| !before.contains(window)) {
                self.use_new(opened).await;
                return opened.clone();
            }
            tokio::time::sleep(AGAIN).await;
        }
        let console = self.console().await;
        panic!("no window opened; the console says:\n{console}");
    }

    /// Uses the page in a frame from now on.
    pub async fn enter_frame(&self, selector: &str) {
        let element = self.element(selector).await;
        element.enter_frame().await.expect("the frame is there");
    }

    /// Uses the page around the frame again.
    pub async fn leave_frame(&self) {
        let left = self.client().enter_parent_frame().await;
        left.expect("the page around the frame is there");
    }

    /// Closes the window in use.
    pub async fn close_window(&self) {
        let closed = self.client().close_window().await;
        closed.expect("the window closes");
    }

    /// Opens an address and waits until the page says that it is ready. Another hash alone does not load the page
    /// again.
    pub async fn open(&self, url: &str) {
        self.go(url).await;
        self.wait_until_ready().await;
    }

    /// Opens an address and waits for the document and its resources only.
    pub async fn go(&self, url: &str) {
        self.client().goto(url).await.expect("the page opens");
        let collects = self.driver.collect_errors().await;
        collects.expect("the page takes a script");
    }

    /// Loads an address anew, whatever was open before, and waits until the page says that it is ready.
    pub async fn visit(&self, url: &str) {
        self.leave().await;
        self.open(url).await;
    }

    /// Leaves the page, so that the next address is loaded anew.
    pub async fn leave(&self) {
        self.go("about:blank").await;
    }

    /// Loads the same address again.
    pub async fn reload(&self) {
        self.client().refresh().await.expect("the page reloads");
        let collects = self.driver.collect_errors().await;
        collects.expect("the page takes a script");
        self.wait_until_ready().await;
    }

    /// Loads the same address again as a reader does. The driver of Firefox does it without the service worker.
    pub async fn reload_as_reader(&self) {
        self.script("window.isOld = true; setTimeout(() => location.reload())")
            .await;
        self.wait_for(&format!("if (window.isOld) return false; {READY}")).await;
        let collects = self.driver.collect_errors().await;
        collects.expect("the page takes a script");
    }

    /// Returns the value of a script.
    pub async fn script(&self, script: &str) -> Value {
        let value = self.client().execute(script, Vec::new()).await;
        value.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Returns the value that an asynchronous script passes to its last argument.
    pub async fn script_of(&self, script: &str, arguments: Vec<Value>) -> Value {
        let value = self.try_script_of(script, arguments).await;
        value.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Does the same with a script that may fail, or end the browser.
    ///
    /// # Errors
    /// The driver's message.
    pub async fn try_script_of(&self, script: &str, arguments: Vec<Value>) -> Result<Value, String> {
        let value = self.client().execute_async(script, arguments).await;
        value.map_err(|error| error.to_string())
    }

    /// Returns the number that a script returns.
    pub async fn number(&self, script: &str) -> f64 {
        let value = self.script(script).await;
        let number = value.as_f64();
        number.unwrap_or_else(|| panic!("{script} returns {value}, which is no number"))
    }

    /// Returns the text that a script returns.
    pub async fn text(&self, script: &str) -> String {
        let value = self.script(script).await;
        let text = value.as_str();
        text.unwrap_or_else(|| panic!("{script} returns {value}, which is no text"))
            .to_owned()
    }

    /// Returns true if a script returns `true`.
    pub async fn is(&self, script: &str) -> bool {
        self.script(script).await == Value::Bool(true)
    }

    /// Returns the number of elements that a selector finds.
    pub async fn count(&self, selector: &str) -> usize {
        let count = format!("return document.querySelectorAll({selector:?}).length");
        self.number(&count).await as usize
    }

    /// Returns true if a selector finds an element.
    pub async fn has(&self, selector: &str) -> bool {
        self.count(selector).await > 0
    }

    /// Returns the value of the field that a selector finds.
    pub async fn value(&self, selector: &str) -> String {
        self.text(&format!("return document.querySelector({selector:?}).value"))
            .await
    }

    /// Returns the text content of the element that a selector finds, shown or not.
    pub async fn content(&self, selector: &str) -> String {
        let content = format!("return document.querySelector({selector:?}).textContent");
        self.text(&content).await
    }

    /// Returns the text that a visitor sees in an element.
    pub async fn seen(&self, selector: &str) -> String {
        let text = self.element(selector).await.text().await;
        text.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Returns an attribute of the element that a selector finds; empty if there is none.
    pub async fn attribute(&self, selector: &str, name: &str) -> String {
        let attribute = format!("return document.querySelector({selector:?})?.getAttribute({name:?}) ?? ''");
        self.text(&attribute).await
    }

    /// Waits until a script returns `true`.
    pub async fn wait_for(&self, script: &str) {
        self.wait_up_to(script, PATIENCE).await;
    }

    /// Waits until a script returns `true`, at most for this time.
    pub async fn wait_up_to(&self, script: &str, patience: Duration) {
        if self.holds_within(script, patience).await {
            return;
        }
        let text = self.text("return document.body.innerText").await;
        let console = self.console().await;
        panic!("not within {patience:?}: {script}\nthe console says:\n{console}\nthe page says:\n{text}");
    }

    /// Waits until a script returns `true`. Returns false if it does not within this time.
    pub async fn holds_within(&self, script: &str, patience: Duration) -> bool {
        let watch = watch(script);
        let start = Instant::now();
        loop {
            let left = patience.saturating_sub(start.elapsed()).min(SLICE);
            let arguments = vec![json!(left.as_millis() as u64)];
            match self.client().execute_async(&watch, arguments).await {
                Ok(Value::Bool(true)) => return true,
                Ok(Value::String(error)) => panic!("{script}: {error}"),
                Ok(_) => {}
                Err(error) if is_navigation(&error) => tokio::time::sleep(AGAIN).await,
                Err(error) => panic!("{script}: {error}"),
            }
            if start.elapsed() >= patience {
                return false;
            }
        }
    }

    /// Waits until the page says that it is ready.
    pub async fn wait_until_ready(&self) {
        self.wait_for(READY).await;
    }

    /// Waits until no run is under way.
    pub async fn wait_until_idle(&self) {
        self.wait_for(IDLE).await;
    }

    /// Waits until a selector finds an element.
    pub async fn wait_for_element(&self, selector: &str) {
        self.wait_for_count(selector, "> 0").await;
    }

    /// Waits until a selector finds no element.
    pub async fn wait_until_gone(&self, selector: &str) {
        self.wait_for_count(selector, "=== 0").await;
    }

    /// Waits until the number of elements that a selector finds meets a comparison such as `=== 3`.
    pub async fn wait_for_count(&self, selector: &str, comparison: &str) {
        self.wait_for(&format!(
            "return document.querySelectorAll({selector:?}).length {comparison}"
        ))
        .await;
    }

    /// Waits until the visible text of an element contains this.
    pub async fn wait_for_text(&self, selector: &str, text: &str) {
        self.wait_for(&format!(
            "return document.querySelector({selector:?})?.innerText.includes({text:?}) === true"
        ))
        .await;
    }

    /// Waits until the text content of an element, shown or not, contains this.
    pub async fn wait_for_content(&self, selector: &str, text: &str) {
        self.wait_for(&format!(
            "return document.querySelector({selector:?})?.textContent.includes({text:?}) === true"
        ))
        .await;
    }

    /// Waits until a field has a value.
    pub async fn wait_for_value(&self, selector: &str, value: &str) {
        self.wait_for(&format!(
            "return document.querySelector({selector:?})?.value === {value:?}"
        ))
        .await;
    }

    /// Waits until an attribute has a value.
    pub async fn wait_for_attribute(&self, selector: &str, name: &str, value: &str) {
        self.wait_for(&format!(
            "return document.querySelector({selector:?})?.getAttribute({name:?}) === {value:?}"
        ))
        .await;
    }

    /// Waits until the page has left a position.
    pub async fn wait_for_step_after(&self, position: &str) {
        self.wait_for(&format!(
            "return document.querySelector('#page').dataset.step !== '{position}'"
        ))
        .await;
    }

    /// Waits until the page has drawn what the last actions have changed.
    pub async fn wait_until_drawn(&self) {
        // An action may ask for a frame itself: what that draws is there before the second one.
        self.wait_for_frames(2).await;
    }

    /// Waits for a number of frames, to see that nothing changes meanwhile.
    pub async fn wait_for_frames(&self, frames: u32) {
        let wait = "let [left, done] = arguments;
            const frame = () => left-- > 0 ? requestAnimationFrame(frame) : done(null);
            frame();";
        self.script_of(wait, vec![json!(frames)]).await;
    }

    /// Presses keys as a visitor does: the focused element gets them.
    pub async fn press(&self, keys: &str) {
        let pressed = self.client().perform_actions(keys::strokes(keys)).await;
        pressed.expect("keys can be pressed");
    }

    async fn element(&self, selector: &str) -> Element {
        let element = self.client().find(Locator::Css(selector)).await;
        element.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Opens what an element is in, as a visitor does: a menu of the header, the bar on stage, or the panel of times.
    pub async fn reach(&self, selector: &str) {
        let opener = format!(
            "const element = document.querySelector({selector:?});
            const opener = element?.closest('.menu-surface:not(.open)')?.previousElementSibling
                ?? element?.closest('#times:not(.open) #times-shown')?.parentElement.querySelector('#times-open')
                ?? (element?.closest('.stage-tools:not(.open)') ? document.querySelector('#controls') : undefined)
                ?? (element?.closest('#setup[hidden]') ? document.querySelector('[data-side-tab=setup]') : undefined);
            opener?.click();
            return opener !== undefined"
        );
        if self.is(&opener).await {
            let is_visible = format!("return document.querySelector({selector:?}).checkVisibility()");
            self.wait_for(&is_visible).await;
        }
    }

    /// Clicks an element as a visitor does: nothing may lie over it.
    pub async fn click(&self, selector: &str) {
        self.reach(selector).await;
        let clicked = self.element(selector).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Clicks an element by a script, also where the player lies over it: a visitor would scroll first, the driver does
    /// not.
    pub async fn click_under(&self, selector: &str) {
        self.script(&format!("document.querySelector({selector:?}).click()"))
            .await;
    }

    /// Chooses in a list, by an option's value.
    pub async fn choose(&self, selector: &str, value: &str) {
        self.script(&format!(
            "const list = document.querySelector({selector:?});
            list.value = {value:?};
            list.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        ))
        .await;
    }

    /// Moves a slider, as a pointer does.
    pub async fn slide(&self, selector: &str, value: usize) {
        self.script(&format!(
            "const slider = document.querySelector({selector:?});
            slider.value = {value};
            slider.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        ))
        .await;
    }

    /// Types into a field in place of its content, and confirms with Enter.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.reach(selector).await;
        let field = self.element(selector).await;
        field.click().await.expect("the field takes the focus");
        self.script(&format!("document.querySelector({selector:?}).select?.()"))
            .await;
        for keys in [text, "\u{e007}"] {
            field.send_keys(keys).await.expect("keys can be pressed");
        }
    }

    /// Takes the errors, and the page's warnings, from the browser's console, one a line. Of Firefox and WebKitGTK these are
    /// the errors since the page was loaded.
    pub async fn console(&self) -> String {
        self.driver.take_errors().await.unwrap_or_default()
    }

    /// Waits until the browser has saved a file whose name ends like this. Takes it from the folder for downloads, and
    /// returns its name and content.
    pub async fn downloaded(&self, ending: &str) -> (String, Vec<u8>) {
        let folder = self.driver.downloads();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(file) = finished_file(&folder, ending) {
                let content = std::fs::read(&file).expect("a file that was saved");
                std::fs::remove_file(&file).expect("a file that was saved");
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                return (name.into_owned(), content);
            }
            tokio::time::sleep(AGAIN).await;
        }
        let saved: Vec<_> = files(&folder).collect();
        let console = self.console().await;
        panic!("no file *{ending} was saved, only {saved:?}; the console says:\n{console}");
    }

    /// Saves a screenshot as `NAME.png` in the folder that `WARPSTEP_SCREENSHOTS` names, if it names one.
    pub async fn screenshot(&self, name: &str) {
        if let Some(folder) = screenshots() {
            let picture = self.client().screenshot().await.expect("a picture");
            save(&folder, &format!("{name}.png"), &picture);
        }
    }

    /// Ends the visit. An error on the browser's console fails the test. The next test gets the browser.
    pub async fn close(self) {
        let errors = self.console().await;
        assert!(errors.is_empty(), "errors on the console:\n{errors}");
        let origins = site::origins();
        let reset = tokio::time::timeout(RESET, self.driver.reset(&origins)).await;
        // A browser that cannot be reset is killed as `self` is dropped.
        if matches!(reset, Ok(Ok(true))) {
            pool::put(self.driver);
        }
    }

    /// Ends a visit that may have left errors, or a browser that hangs: the browser is killed.
    pub fn discard(self) {}
}
