//! The speaker's window: notes, the next slide, the step and a stopwatch, synchronised with the audience's window. It
//! runs no kernel.

use super::channel::End;
use crate::browser::storage::Storage;
use crate::draw::icons;
use crate::page::preference::{usual_keys, usual_language, usual_theme};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lessons::Language;
use model::address::{Address, Theme};
use model::number::whole;
use model::present::keys::{Action, Key, Place, action};
use model::present::speaker::{Message, SlideState, State, Watch, is_for_audience, minutes};
use model::run::caption::Line;
use model::strings::{self, Strings};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;

const TICK: Duration = Duration::from_secs(1);
/// After this many questions without an answer, the audience's window counts as closed.
const MOST_UNANSWERED: u32 = 4;
/// The `sessionStorage` key of this window's stopwatch.
const WATCH: &str = "warpstep.watch";

/// Returns the name of the presentation that this window belongs to.
pub fn presentation() -> Option<String> {
    let hash = window().location().hash().ok()?;
    let query = hash.strip_prefix("#/speaker?")?;
    let id = query.split('&').find_map(|pair| pair.strip_prefix("id="))?;
    let plain = id.len() <= 32 && id.chars().all(|each| each.is_ascii_alphanumeric());
    plain.then(|| id.to_owned())
}

/// Sets a signal to another value.
fn put<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

fn now() -> f64 {
    js_sys::Date::now()
}

/// The window's state.
#[derive(Clone, Copy)]
struct Desk {
    state: RwSignal<Option<State>>,
    /// Questions since the last answer.
    unanswered: RwSignal<u32>,
    language: RwSignal<Language>,
    watch: RwSignal<Watch>,
    now: RwSignal<f64>,
    end: StoredValue<Option<Rc<End>>, LocalStorage>,
    /// True while the window asks for a slide's number.
    asks: RwSignal<bool>,
    /// The last key, if it works in the audience's window only.
    said: RwSignal<Option<String>>,
}

impl Desk {
    /// Closes the question for a slide's number, or the dialog on the audience's screen. Returns true if one was open.
    fn escape(self) -> bool {
        if self.asks.get_untracked() {
            self.asks.set(false);
            return true;
        }
        let covered = self
            .state
            .with_untracked(|state| state.as_ref().is_some_and(|state| state.covered));
        if covered {
            self.tell(&Message::Close);
        }
        covered
    }

    fn strings(self) -> &'static Strings {
        strings::of(self.language.get())
    }

    fn tell(self, message: &Message) {
        if let Some(end) = self.end.get_value() {
            end.tell(message);
        }
    }

    /// Sends a key or a button to the audience's window.
    fn ask(self, action: Action) {
        self.tell(&Message::Do(action));
    }

    fn is_gone(self) -> bool {
        self.unanswered.get() >= MOST_UNANSWERED
    }

    fn hear(self, message: Message) {
        match message {
            Message::State(state) => {
                // An answer comes every second. What is equal builds nothing again.
                put(self.unanswered, 0);
                put(self.language, state.language);
                if let (Some(theme), Some(root)) = (Theme::by_name(&state.theme), document().document_element()) {
                    // The names and values are plain, so the browser accepts these attributes.
                    let _ = root.set_attribute("data-theme", theme.name());
                    let _ = root.set_attribute("lang", state.language.tag());
                }
                let title = strings::of(state.language).present().speaker;
                document().set_title(&format!("{title} · {}", state.title));
                put(self.state, Some(*state));
            }
            Message::Bye => self.unanswered.set(MOST_UNANSWERED),
            Message::Hello | Message::Do(_) | Message::GoTo(_) | Message::Close => {}
        }
    }

    fn set_watch(self, watch: Watch) {
        self.watch.set(watch);
        // A stopwatch that cannot be stored starts again when the window is loaded again.
        let _ = Storage::Session.write(WATCH, &watch.write());
    }
}

#[component]
pub fn Speaker(name: String) -> impl IntoView {
    let (address, _) = Address::read(&window().location().hash().unwrap_or_default());
    let kept = Storage::Session.read(WATCH);
    let watch = kept.and_then(|text| Watch::read(&text));
    let desk = Desk {
        state: RwSignal::new(None),
        unanswered: RwSignal::new(0),
        language: RwSignal::new(address.language.unwrap_or_else(usual_language)),
        watch: RwSignal::new(watch.unwrap_or_else(|| Watch::started(now()))),
        now: RwSignal::new(now()),
        end: StoredValue::new_local(None),
        asks: RwSignal::new(false),
        said: RwSignal::new(None),
    };
    let theme = address.theme.unwrap_or_else(usual_theme);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme.name());
    }
    desk.set_watch(desk.watch.get_untracked());
    desk.end
        .set_value(End::new(&name, move |message| desk.hear(message)).map(Rc::new));
    desk.tell(&Message::Hello);
    set_interval(
        move || {
            desk.now.set(now());
            // Each question asks for an answer, which shows that the audience's window is still open.
            desk.unanswered.update(|unanswered| *unanswered += 1);
            desk.tell(&Message::Hello);
        },
        TICK,
    );
    let keys_on = usual_keys();
    window_event_listener(ev::keydown, move |event| {
        if event.is_composing() || event.ctrl_key() || event.meta_key() || !keys_on {
            return;
        }
        let pressed = event.key();
        let on_button = document()
            .active_element()
            .is_some_and(|element| element.tag_name() == "BUTTON");
        if on_button && matches!(pressed.as_str(), " " | "Enter") {
            return;
        }
        let key = match (event.alt_key(), event.shift_key()) {
            (true, _) => Key::WithAlt(&pressed),
            (false, true) => Key::WithShift(&pressed),
            (false, false) => Key::Alone(&pressed),
        };
        let typed = event
            .composed_path()
            .get(0)
            .dyn_into::<web_sys::Element>()
            .is_ok_and(|element| element.tag_name() == "INPUT");
        if pressed == "Escape" && desk.escape() {
            event.prevent_default();
            return;
        }
        let Some(action) = action(key, Place::Slide).filter(|_| !typed) else {
            return;
        };
        event.prevent_default();
        desk.said.set(None);
        match action {
            Action::GoTo => desk.asks.set(true),
            _ if is_for_audience(action) => desk.ask(action),
            _ => desk.said.set(Some(pressed)),
        }
    });
    view! {
        <div
            id="speaker"
            class="speaker"
            data-ready=move || desk.state.with(Option::is_some).to_string()
            data-gone=move || desk.is_gone().to_string()
            data-slide=move || desk.state.with(|state| Some(state.as_ref()?.slide.as_ref()?.index.to_string()))
            data-press=move || desk.state.with(|state| state.as_ref().map(|state| state.press.0.to_string()))
        >
            <Head desk=desk />
            {move || {
                desk.is_gone()
                    .then(|| {
                        view! {
                            <p class="speaker-gone" id="speaker-gone" role="alert">
                                {desk.strings().present().gone}
                            </p>
                        }
                    })
            }}
            <Words desk=desk />
            <Foot desk=desk />
        </div>
    }
}

/// The slide's number, the clock and the stopwatch.
#[component]
fn Head(desk: Desk) -> impl IntoView {
    let number = move || {
        desk.state.with(|state| {
            let slide = state.as_ref()?.slide.as_ref()?;
            Some(format!("{} / {}", slide.index + 1, slide.count))
        })
    };
    let clock = move || {
        let date = js_sys::Date::new(&desk.now.get().into());
        let options = js_sys::Object::new();
        for part in ["hour", "minute"] {
            // Setting a property of a plain object cannot fail.
            let _ = js_sys::Reflect::set(&options, &part.into(), &"2-digit".into());
        }
        String::from(date.to_locale_time_string_with_options(desk.language.get().tag(), &options))
    };
    let toggle = move || {
        if desk.watch.get().is_running() {
            (desk.strings().present().pause_watch, icons::PAUSE)
        } else {
            (desk.strings().present().start_watch, icons::PLAY)
        }
    };
    view! {
        <div class="speaker-head">
            <h1>{move || desk.state.with(|state| state.as_ref().map(|state| state.title.clone()))}</h1>
            <output id="speaker-number">{number}</output>
            <output id="speaker-planned" class="speaker-planned">
                {move || {
                    let planned = desk.state.with(|state| state.as_ref()?.slide.as_ref()?.planned);
                    planned.map(desk.strings().present().planned_here)
                }}
            </output>
            <span class="grow" />
            <time class="speaker-clock">{clock}</time>
            <span
                class="speaker-watch"
                class:paused=move || !desk.watch.get().is_running()
                role="timer"
                id="speaker-watch"
                aria-label=move || desk.strings().present().watch
            >
                {move || minutes(desk.watch.get().elapsed(desk.now.get()))}
            </span>
            <button
                id="watch-toggle"
                class="round"
                title=move || toggle().0
                aria-label=move || toggle().0
                on:click=move |_| {
                    desk.now.set(now());
                    desk.set_watch(desk.watch.get_untracked().toggled(now()))
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=move || toggle().1 />
                </svg>
            </button>
            <button
                id="watch-reset"
                class="round"
                title=move || desk.strings().present().reset_watch
                aria-label=move || desk.strings().present().reset_watch
                on:click=move |_| {
                    desk.now.set(now());
                    desk.set_watch(desk.watch.get_untracked().reset(now()))
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icons::FIRST />
                </svg>
            </button>
        </div>
    }
    .into_any()
}

/// The notes, and pictures of the stage as it is and of the next slide.
#[component]
fn Words(desk: Desk) -> impl IntoView {
    let slide = Memo::new(move |_| desk.state.with(|state| state.as_ref()?.slide.clone()));
    let is_shown = Memo::new(move |_| slide.with(Option::is_some));
    let is_black = move || {
        desk.state
            .with(|state| state.as_ref().is_some_and(|state| state.is_black))
    };
    let of_slide = move |text: fn(&SlideState) -> String| move || slide.with(|slide| slide.as_ref().map(text));
    let next = move || {
        let next = slide.with(|slide| slide.as_ref().and_then(|slide| slide.next.clone()));
        next.unwrap_or_else(|| desk.strings().present().last_slide.to_owned())
    };
    let picture = Memo::new(move |_| slide.with(|slide| Some(slide.as_ref()?.picture.clone())));
    let next_picture = Memo::new(move |_| slide.with(|slide| slide.as_ref()?.next_picture.clone()));
    move || {
        let words = desk.strings().present();
        if !is_shown.get() {
            let waiting = if desk.state.with(Option::is_some) {
                words.no_slide
            } else {
                words.waiting
            };
            return view! {
                <main class="speaker-words">
                    <p id="speaker-waiting">{waiting}</p>
                </main>
            }
            .into_any();
        }
        view! {
            <main class="speaker-words">
                <section class="speaker-notes">
                    <h2>{words.notes}</h2>
                    <p id="speaker-notes">{of_slide(|slide| slide.notes.clone())}</p>
                </section>
                <section class="speaker-text">
                    <h2>
                        {words.on_screen}
                        {move || {
                            is_black()
                                .then(|| {
                                    view! {
                                        <b class="speaker-black" id="speaker-black">
                                            {words.is_black}
                                        </b>
                                    }
                                })
                        }}
                    </h2>
                    <Picture id="speaker-picture" title=words.on_screen address=picture />
                    <p id="speaker-text">{of_slide(|slide| slide.text.clone())}</p>
                </section>
                <section class="speaker-next">
                    <h2>{words.next_slide}</h2>
                    <Picture id="speaker-next-picture" title=words.next_slide address=next_picture />
                    <p id="speaker-next">{next}</p>
                </section>
            </main>
        }
        .into_any()
    }
}

/// A picture of the stage: the page itself in a frame. It takes neither keys nor the pointer.
#[component]
fn Picture(id: &'static str, title: &'static str, address: Memo<Option<String>>) -> impl IntoView {
    move || {
        let is_there = address.with(Option::is_some);
        is_there.then(|| {
            view! { <iframe id=id class="speaker-picture" title=title inert tabindex="-1" src=move || address.get() /> }
        })
    }
}

/// Asks for a slide's number. The audience does not see it.
#[component]
fn Ask(desk: Desk) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // If the browser refuses, the focus stays where it was.
            let _ = field.focus();
        }
    });
    let count = Memo::new(move |_| {
        desk.state.with(|state| {
            let slide = state.as_ref().and_then(|state| state.slide.as_ref());
            slide.map_or(0, |slide| slide.count)
        })
    });
    let wrong = RwSignal::new(false);
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let typed = field.get_untracked().map_or(String::new(), |field| field.value());
        let number = whole(&typed).unwrap_or(0) as usize;
        if (1..=count.get_untracked()).contains(&number) {
            desk.tell(&Message::GoTo(number - 1));
            desk.asks.set(false);
        } else {
            wrong.set(true)
        }
    };
    let form = move || {
        wrong.set(false);
        let words = desk.strings().present();
        view! {
            <form class="goto speaker-goto" id="speaker-goto" on:submit=go>
                <label for="speaker-goto-number">{words.go_to}</label>
                <input
                    node_ref=field
                    id="speaker-goto-number"
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    aria-invalid=move || wrong.get().to_string()
                    on:input=move |_| wrong.set(false)
                />
                <span>{move || (words.of_slides)(count.get())}</span>
                <p class="goto-error" role="alert">
                    {move || wrong.get().then(|| (words.no_such_slide)(count.get()))}
                </p>
            </form>
        }
    };
    move || desk.asks.get().then(form)
}

/// Sentences about the audience's screen: a dialog over the slide, what differs from the slide, and a key that works there
/// only.
#[component]
fn Told(desk: Desk) -> impl IntoView {
    let told = move || {
        let words = desk.strings().present();
        let state = desk.state.get();
        let covered = state.as_ref().is_some_and(|state| state.covered);
        let changes = state.map(|state| state.changes.join(" · "));
        let changes = changes.filter(|changes| !changes.is_empty());
        let key = desk.said.get().map(|key| (words.only_there)(&key));
        let covered = covered.then(|| words.covered.to_owned());
        let changes = changes.map(|changes| (words.changed)(&changes));
        [covered, key, changes]
            .into_iter()
            .flatten()
            .map(|line| view! { <p>{line}</p> })
            .collect_view()
    };
    view! {
        <div class="speaker-told" id="speaker-told" role="status">
            {told}
        </div>
    }
}

/// The step, and the buttons.
#[component]
fn Foot(desk: Desk) -> impl IntoView {
    let step = move || {
        let strings = desk.strings();
        desk.state.with(|state| {
            let state = state.as_ref()?;
            let step = (strings.step_of)(state.press);
            match &state.slide {
                Some(slide) => {
                    let stretch = (strings.present().stretch)(slide.stretch?);
                    Some(format!("{step} · {stretch}"))
                }
                None => Some(step),
            }
        })
    };
    let caption = move || {
        let captions = desk.state.with(|state| Some(state.as_ref()?.captions.clone()));
        let line = |line: Line| {
            view! {
                <span class="caption-text">
                    {line
                        .kernel
                        .map(|kernel| {
                            view! {
                                <span class="caption-kernel">{kernel}</span>
                                " "
                            }
                        })}
                    {line
                        .place
                        .map(|place| {
                            view! {
                                <b>{place}</b>
                                " "
                            }
                        })} {line.text}
                </span>
            }
        };
        captions.into_iter().flatten().map(line).collect_view()
    };
    let button = move |id: &'static str, class: &'static str, text: fn(&Strings) -> &'static str, does: Action| {
        view! {
            <button id=id class=class on:click=move |_| desk.ask(does)>
                {move || text(desk.strings())}
            </button>
        }
    };
    view! {
        <footer class="speaker-foot">
            <Told desk=desk />
            <Ask desk=desk />
            <p class="caption grow">{caption}</p>
            <p class="place" id="speaker-step">
                {step}
            </p>
            <div class="speaker-buttons">
                {button("speaker-black-toggle", "button", |strings| strings.present().black_toggle, Action::Black)}
                <span class="grow" />
                {button("speaker-slide-back", "button", |strings| strings.slide_back, Action::SlideBack)}
                {button("speaker-back", "button", |strings| strings.present().back, Action::Back)}
                {button("speaker-next-step", "button speaker-go", |strings| strings.present().next, Action::Next)}
                {button("speaker-slide-next", "button", |strings| strings.slide_next, Action::SlideNext)}
            </div>
        </footer>
    }
    .into_any()
}
