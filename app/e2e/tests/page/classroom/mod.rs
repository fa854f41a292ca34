//! Inputs of a class of students: whatever they type, paste or open, the page answers with the right sentence in both
//! languages, and goes on.

mod foreign;
mod kernels;
mod texts;

use crate::typing::{open_file, paste, settled};
use e2e::{Browser, Graphics, Site};
use serde_json::json;
use std::collections::HashSet;
use std::time::Duration;
use {foreign::foreign, kernels::kernels, texts::texts};

/// Longest wait for a sentence.
const PATIENCE: Duration = Duration::from_secs(60);

/// An input, and the way in which it is given.
enum Given {
    /// Pasted into the editor.
    Text(String),
    /// The statements of a kernel with a buffer `data`, a workgroup of 64 lanes and a workgroup array `tile`.
    Body(&'static str),
    /// The hash of the address, without `#`.
    Link(String),
    /// The JSON of a draft, compressed into a link.
    Compressed(String),
    /// A file: its name and its content.
    File(&'static str, String),
    /// A text, a field of the form, and the value to type there.
    Form(&'static str, &'static str, &'static str),
}

use Given::{Body, Compressed, File, Form, Link, Text};

/// An input and the sentences that the page must show in each language. Messages of the compiler and of the JSON parser
/// are English in both.
struct Row {
    name: &'static str,
    given: Given,
    en: &'static [&'static str],
    zh: &'static [&'static str],
}

fn row(name: &'static str, given: Given, en: &'static [&'static str], zh: &'static [&'static str]) -> Row {
    Row { name, given, en, zh }
}

/// A kernel without faults: it must run after each row.
const GOOD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1u; }
";

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
";

fn text(text: &str) -> Given {
    Text(text.to_owned())
}

fn compute(rest: &str) -> Given {
    Text(format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{rest}\n"
    ))
}

/// Returns all messages on the page.
const SAID: &str = "return [...document.querySelectorAll('.run-state, .finding, #messages, #notices, .setup-error')].map(e => e.innerText).join('\\n')";

async fn give(browser: &Browser, given: &Given) {
    match given {
        Text(text) => paste(browser, text).await,
        Body(body) => paste(browser, &format!("{HEAD}  {body}\n}}\n")).await,
        Link(hash) => follow(browser, hash).await,
        Compressed(json) => {
            // The page compresses its own links in the same way.
            let script = "const [text, done] = arguments;
                const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
                new Response(stream).arrayBuffer().then(bytes => {
                  const letters = btoa([...new Uint8Array(bytes)].map(b => String.fromCharCode(b)).join(''));
                  done(letters.replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, ''));
                });";
            let letters = browser.script_of(script, vec![json!(json)]).await;
            let letters = letters.as_str().expect("letters");
            follow(browser, &format!("/playground?code={letters}")).await;
        }
        File(name, text) => {
            open_file(browser, "#open-file", name, text).await;
            settled(browser).await;
        }
        Form(text, selector, value) => {
            paste(browser, text).await;
            browser.fill(selector, value).await;
            settled(browser).await;
        }
    }
}

/// Goes to another address in the same visit, as from a link in a mail.
async fn follow(browser: &Browser, hash: &str) {
    let script = "const [hash, done] = arguments; location.hash = hash; done(null);";
    browser.script_of(script, vec![json!(hash)]).await;
    settled(browser).await;
}

/// Waits until the page shows all of these sentences. Names between backticks are shown as code.
///
/// # Errors
/// The messages that it shows instead.
async fn hear(browser: &Browser, wanted: &[&str]) -> Result<(), String> {
    let all = format!(
        "const plain = text => text.replaceAll('`', ''); const said = plain((() => {{ {SAID} }})()); return {}.every(part => said.includes(plain(part)))",
        json!(wanted)
    );
    if browser.holds_within(&all, PATIENCE).await {
        return Ok(());
    }
    let heard = browser.text(SAID).await;
    Err(format!("wanted {wanted:?}, heard: {heard}"))
}

/// Chooses a language, unless the page speaks it: the button has the name of the other one.
async fn choose(browser: &Browser, language: &str) {
    let button = format!("#lang-{language}");
    if browser.has(&button).await {
        browser.click(&button).await;
    }
}

/// Gives all rows in one visit, and checks the messages in the page's language, and in the other one after that is
/// chosen. Every other row starts in Chinese, so that both languages are tested with new messages and with translated
/// ones.
async fn classroom(rows: impl Iterator<Item = Row>) {
    let rows: Vec<Row> = rows.collect();
    let names: HashSet<&str> = rows.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), rows.len(), "each row has another name");
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    settled(&browser).await;
    let mut failures = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut languages = [("en", row.en), ("zh", row.zh)];
        if index % 2 == 1 {
            languages.reverse();
        }
        // The button chooses the language, so that links without a language keep it.
        choose(&browser, languages[0].0).await;
        // If a row never ends, the log names it.
        eprintln!("{}", row.name);
        give(&browser, &row.given).await;
        for (language, said) in languages {
            assert!(!said.is_empty(), "{}: {language}", row.name);
            choose(&browser, language).await;
            if let Err(heard) = hear(&browser, said).await {
                let failure = format!("{}, {language}: {heard}", row.name);
                eprintln!("{failure}");
                failures.push(failure);
            }
        }
        // The page goes on: the messages can be closed, and a good kernel runs with the default settings.
        browser
            .script("document.querySelectorAll('#notices .notice button:last-child').forEach(button => button.click())")
            .await;
        open_file(&browser, "#open-file", "good.wgsl", GOOD).await;
        browser
            .wait_for("return document.querySelector('#all-well') !== null && document.querySelector('#trouble') === null && document.querySelector('#page').dataset.busy === 'false' && Number(document.querySelector('#page').dataset.steps) > 0 && document.querySelector('#editor').shadowRoot.querySelector('.cm-content').innerText.includes('data[id.x] += 1u')")
            .await;
    }
    assert!(failures.is_empty(), "{}\n", failures.join("\n"));
    browser.close().await;
}

#[test]
fn there_are_at_least_sixty_rows() {
    let rows = texts().count() + kernels().count() + foreign().count();
    assert!(rows >= 60, "{rows}");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_are_no_kernels_get_their_sentences() {
    classroom(texts()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_kernels_get_their_sentences() {
    classroom(kernels()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_and_files_of_others_get_their_sentences() {
    classroom(foreign()).await;
}
