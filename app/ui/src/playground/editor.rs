//! The editor: a separate script, loaded when the playground first opens. A plain text field replaces it until then,
//! and if it cannot be loaded.

use super::editor_tools::EditorLook;
use super::stops::run_to;
use crate::browser::head;
use crate::draft::Playground;
use crate::draft::Trouble;
use crate::page::Page;
use engine::protocol::TextRefusal;
use js_sys::{Array, Function, Object, Reflect};
use leptos::html;
use leptos::prelude::*;
use model::playground::draft::Draft;
use model::playground::hint::hint;
use model::playground::language::Language;
use model::strings::dialect::spoken;
use simt::Severity;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlScriptElement};

/// The script's address in a page that has not been finished as a site.
const ADDRESS: &str = "./editor.js";
/// The property of `window` that holds the script's functions.
const NAME: &str = "warpstepEditor";

/// A function that the editor calls.
type Event = Closure<dyn Fn(JsValue)>;

/// An open editor.
#[derive(Clone)]
pub struct Handle {
    object: Object,
    // The editor calls these closures, so they must live as long.
    _events: std::rc::Rc<[Event]>,
}

impl Handle {
    fn open(page: Page, parent: &Element) -> Option<Self> {
        let playground = Playground::of(page);
        let script = Reflect::get(&window(), &NAME.into()).ok()?;
        let open: Function = Reflect::get(&script, &"open".into()).ok()?.dyn_into().ok()?;
        let words = untrack(|| words(page))?;
        let source = playground.draft.with_untracked(|draft| draft.source.clone());
        let (object, closures) = events(page)?;
        let arguments = Array::of4(parent, &source.into(), &words, &object);
        let object = open.apply(&script, &arguments).ok()?.dyn_into().ok()?;
        Some(Handle {
            object,
            _events: closures.into(),
        })
    }

    fn call(&self, name: &str, arguments: &[JsValue]) -> Option<JsValue> {
        let function = Reflect::get(&self.object, &name.into()).ok()?;
        let function = function.dyn_into::<Function>().ok()?;
        // An error inside the editor loses nothing: the text is in the draft.
        let arguments = arguments.iter().collect::<Array>();
        function.apply(&self.object, &arguments).ok()
    }
}

/// Returns the functions that the editor calls for what the reader does, and the closures behind them.
fn events(page: Page) -> Option<(Object, Vec<Event>)> {
    let playground = Playground::of(page);
    let (object, mut closures) = (Object::new(), Vec::new());
    let mut on = |name: &str, closure: Event| {
        closures.push(closure);
        let function: &JsValue = closures.last()?.as_ref();
        Reflect::set(&object, &name.into(), function).ok()
    };
    on(
        "change",
        Closure::new(move |text: JsValue| {
            playground.type_text(text.as_string().unwrap_or_default());
        }),
    )?;
    on("undo", Closure::new(move |_: JsValue| playground.undo()))?;
    on("redo", Closure::new(move |_: JsValue| playground.redo()))?;
    on(
        "breakpoints",
        Closure::new(move |lines: JsValue| {
            let lines = Array::from(&lines);
            let numbers = lines.iter().filter_map(|line| line.as_f64());
            playground.set_breakpoints(numbers.map(|line| line as u32).collect());
        }),
    )?;
    on(
        "runTo",
        Closure::new(move |line: JsValue| {
            run_to(page, line.as_f64().unwrap_or(0.0) as u32);
        }),
    )?;
    Some((object, closures))
}

/// The state of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loading {
    Coming,
    There,
    Failed,
}

/// Gives other panels access to the editor.
#[derive(Clone, Copy)]
pub struct EditorPlace {
    handle: StoredValue<Option<Handle>, LocalStorage>,
    is_open: RwSignal<bool>,
}

impl EditorPlace {
    pub fn new() -> Self {
        EditorPlace {
            handle: StoredValue::new_local(None),
            is_open: RwSignal::new(false),
        }
    }

    /// Returns true if the editor has been loaded. Tracked.
    pub fn is_open(self) -> bool {
        self.is_open.get()
    }

    fn set(self, handle: Option<Handle>) {
        self.is_open.set(handle.is_some());
        self.handle.set_value(handle);
    }

    /// Moves the cursor to a line and a column, both from 1.
    pub fn go(self, line: u32, column: u32) {
        self.call("go", &[line.into(), column.into()]);
    }

    /// Returns the line of the caret, from 1.
    pub fn line(self) -> Option<u32> {
        let line = self.handle.get_value()?.call("line", &[])?;
        line.as_f64().map(|line| line as u32)
    }

    pub fn call(self, name: &str, arguments: &[JsValue]) {
        if let Some(handle) = self.handle.get_value() {
            handle.call(name, arguments);
        }
    }
}

/// The editor. Its children stand under lines of the text, in slots.
#[component]
pub fn Editor(page: Page, place: EditorPlace, children: Children) -> impl IntoView {
    let parent = NodeRef::<html::Div>::new();
    let loading = RwSignal::new(Loading::Coming);
    load(loading);
    Effect::new(move |_| {
        if let (Some(parent), Loading::There) = (parent.get(), loading.get()) {
            match Handle::open(page, &parent) {
                Some(handle) => place.set(Some(handle)),
                None => loading.set(Loading::Failed),
            }
        }
    });
    on_cleanup(move || {
        place.call("close", &[]);
        place.handle.set_value(None);
    });
    follow_draft(page, place, loading);
    follow_step(page, place, loading);
    view! {
        <div
            id="editor"
            class="editor"
            style=move || EditorLook::of(page).style()
            class:hidden=move || loading.get() != Loading::There
            node_ref=parent
            data-loaded=move || (loading.get() == Loading::There).to_string()
        >
            {children()}
        </div>
        {move || (loading.get() != Loading::There).then(|| plain_field(page))}
        {move || {
            (loading.get() == Loading::Failed)
                .then(|| view! { <p class="source">{page.strings().playground().no_editor}</p> })
        }}
    }
}

/// Tells the editor about changes of the draft: its text, its language, and the lines that are marked.
fn follow_draft(page: Page, place: EditorPlace, loading: RwSignal<Loading>) {
    let playground = Playground::of(page);
    Effect::new(move |_| {
        loading.track();
        if let Some(words) = words(page) {
            place.call("say", &[words.into()]);
        }
    });
    // Another draft has replaced the text.
    Effect::new(move |_| {
        playground.replaced.track();
        let source = playground.draft.with_untracked(|draft| draft.source.clone());
        place.call("replace", &[source.into()]);
    });
    let language = Memo::new(move |_| playground.draft.with(|draft| draft.language().extension()));
    Effect::new(move |_| {
        loading.track();
        place.call("speak", &[language.get().into()]);
    });
    // The editor moves its breakpoints with an edit; another draft has none.
    Effect::new(move |_| {
        loading.track();
        let lines = playground.breakpoints.get();
        let lines: Array = lines.into_iter().map(JsValue::from).collect();
        place.call("breakpoints", &[lines.into()]);
    });
    // The lines that a question of a class has changed; they move with an edit.
    Effect::new(move |_| {
        loading.track();
        let lines = playground
            .asked_if
            .with(|asked| asked.iter().flat_map(|(_, lines)| lines.clone()).collect::<Vec<_>>());
        let lines: Array = lines.into_iter().map(JsValue::from).collect();
        place.call("changed", &[lines.into()]);
    });
    // Errors and findings are marked in the text.
    Effect::new(move |_| {
        loading.track();
        place.call("mark", &[marks(page).into()]);
    });
}

/// Marks the next statement in the text.
fn follow_step(page: Page, place: EditorPlace, loading: RwSignal<Loading>) {
    let playground = Playground::of(page);
    // Most steps run the same statement for another warp. The memo avoids a new layout of the editor for each of them.
    let next = Memo::new(move |_| {
        page.run
            .first
            .step_view
            .with(|step_view| step_view.as_ref().and_then(|step_view| step_view.next))
            .filter(|_| playground.is_of_this_text())
    });
    Effect::new(move |_| {
        loading.track();
        // In another text, the same place may be elsewhere.
        playground.ran.track();
        let next = next.get();
        let (line, from, to) = next.map_or((0, 0, 0), |next| (next.line, next.from, next.to));
        place.call("light", &[line.into(), from.into(), to.into()]);
    });
}

/// Shows a plain field for the text.
fn plain_field(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    view! {
        <textarea
            id="plain-editor"
            class="plain-editor"
            aria-label=move || page.strings().playground().editor
            spellcheck="false"
            autocomplete="off"
            prop:value=move || {
                playground.replaced.track();
                playground.draft.with_untracked(|draft| draft.source.clone())
            }
            on:input=move |event| playground.type_text(event_target_value(&event))
        />
    }
}

/// Returns the editor's labels in the page's language. Tracked.
fn words(page: Page) -> Option<Object> {
    let (strings, words, phrases) = (page.strings().playground(), Object::new(), Object::new());
    let set = |object: &Object, key: &str, value: &JsValue| Reflect::set(object, &key.into(), value).ok();
    set(&words, "label", &strings.editor.into())?;
    set(&words, "described", &strings.editor_keys.into())?;
    set(&words, "breakpoint", &strings.breakpoint.into())?;
    set(&words, "noBreakpoint", &strings.no_breakpoint.into())?;
    for (phrase, text) in strings.editor_phrases {
        set(&phrases, phrase, &(*text).into())?;
    }
    set(&words, "phrases", &phrases)?;
    Some(words)
}

/// Loads the script once.
fn load(loading: RwSignal<Loading>) {
    if Reflect::has(&window(), &NAME.into()).unwrap_or(false) {
        return loading.set(Loading::There);
    }
    let script = document()
        .create_element("script")
        .ok()
        .and_then(|element| element.dyn_into::<HtmlScriptElement>().ok());
    let (Some(script), Some(head)) = (script, document().head()) else {
        return loading.set(Loading::Failed);
    };
    let tell = move |state| {
        move || {
            let _ = loading.try_set(state);
        }
    };
    let on_load = Closure::once_into_js(tell(Loading::There));
    let on_error = Closure::once_into_js(tell(Loading::Failed));
    script.set_onload(Some(on_load.unchecked_ref()));
    script.set_onerror(Some(on_error.unchecked_ref()));
    script.set_src(&head::content("warpstep-editor").unwrap_or(ADDRESS.to_owned()));
    if head.append_child(&script).is_err() {
        loading.set(Loading::Failed);
    }
}

/// Returns errors and findings as arrays of line, column, severity and text. Tracked.
fn marks(page: Page) -> Array {
    let (strings, playground) = (page.strings(), Playground::of(page));
    let mark = |line: u32, column: u32, severity: &str, text: String| {
        Array::of4(&line.into(), &column.into(), &severity.into(), &text.into())
    };
    let language = playground.draft.with_untracked(Draft::language);
    let error = playground.trouble.with(|trouble| {
        let (Trouble::Kernel(error) | Trouble::Text(TextRefusal { first: error, .. })) = trouble.as_ref()? else {
            return None;
        };
        let (line, column) = error.location()?;
        let mut text = spoken(language, (strings.kernel_error)(error));
        let hint = playground.draft.with_untracked(|draft| {
            let is_wgsl = draft.language() == Language::Wgsl;
            is_wgsl.then(|| hint(&draft.source, error)).flatten()
        });
        if let Some(hint) = hint {
            text.push(' ');
            text.push_str(&(strings.playground().hint)(&hint));
        }
        Some(mark(line, column, "error", text))
    });
    let marks = Array::new();
    if let Some(error) = error {
        marks.push(&error);
    }
    for (_, error) in playground.refused() {
        let (line, column) = error.location().unwrap_or((1, 1));
        let text = spoken(language, (strings.kernel_error)(&error));
        marks.push(&mark(line, column, "error", text));
    }
    playground.trouble.with(|trouble| {
        if let Some(Trouble::Text(refusal)) = trouble {
            for error in &refusal.others {
                let (line, column) = error.location().unwrap_or((1, 1));
                let text = spoken(language, (strings.kernel_error)(error));
                marks.push(&mark(line, column, "error", text));
            }
        }
    });
    // Findings of an earlier text have no place in this one.
    if playground.is_of_this_text() {
        playground.ran.with(|ran| {
            for finding in ran.iter().flat_map(|ran| &ran.findings) {
                let severity = match finding.severity() {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                    Severity::Hint => "info",
                };
                let text = spoken(language, (strings.finding_words().finding)(finding));
                marks.push(&mark(finding.line, finding.column, severity, text));
            }
        });
    }
    marks
}
