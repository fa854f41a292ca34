//! The list of lessons: what the page is for, three doors, paths, and all lessons in chapters.

mod card;
mod film;
mod found;

use crate::browser::window;
use crate::draw::icons;
use crate::lesson::previews::Previews;
use crate::lesson::walked::Walked;
use crate::page::Page;
use crate::run::canvas::InWindow;
use crate::run::runs::Runs;
use card::Card;
use film::Film;
use found::FoundList;
use leptos::prelude::*;
use lessons::LESSONS;
use lessons::order::{CHAPTERS, Chapter};
use lessons::path::{PATHS, Path, minutes};
use model::address::Aside;
use model::strings::list::Door;

/// Queries to begin with: a term, a name of CUDA, and a word of a profiler.
const EXAMPLES: [&str; 3] = ["coalescing", "__syncthreads", "bank conflict"];

/// The id of the field that finds lessons; the key `/` leads to it.
pub const FIND: &str = "find-lesson";

/// The cards of the list share these signals.
#[derive(Clone, Copy)]
pub struct Shared {
    pub previews: Previews,
    pub in_window: InWindow,
    pub query: RwSignal<String>,
}

#[component]
pub fn LessonList(page: Page, previews: Previews, runs: Runs) -> impl IntoView {
    let running = runs.start(move || previews.run(runs));
    on_cleanup(move || runs.stop(running));
    let query = RwSignal::new(String::new());
    let shared = Shared {
        previews,
        in_window: InWindow::new("0px"),
        query,
    };
    let finds = Memo::new(move |_| query.with(|query| !query.trim().is_empty()));
    let words = move || page.strings().list();
    view! {
        <main class="list">
            <search class="find">
                <input
                    id=FIND
                    type="search"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=move || words().find
                    aria-label=move || words().find
                    title=move || words().find_hint
                    prop:value=query
                    on:input=move |event| query.set(event_target_value(&event))
                />
                <kbd aria-hidden="true">"/"</kbd>
                <p class="find-examples">
                    <small>{move || words().examples}</small>
                    {EXAMPLES
                        .map(|example| {
                            view! {
                                <button class="button" on:click=move |_| query.set(example.to_owned())>
                                    <code>{example}</code>
                                </button>
                            }
                        })}
                </p>
            </search>
            {move || finds.get().then(|| view! { <FoundList page=page shared=shared /> })}
            <div class="intro" hidden=finds>
                <div>
                    <h1>{move || words().headline}</h1>
                    <p class="lead">{move || words().lead}</p>
                    <p>{move || words().needs}</p>
                </div>
                <Film page=page previews=previews />
            </div>
            <div class="doors" hidden=finds>
                <DoorView icon=icons::CARDS text=move || &words().teach>
                    <button id="to-paths" class="button" on:click=move |_| window::show("paths")>
                        {move || words().teach.open}
                    </button>
                    <a id="to-deck" class="button" href="#/deck">
                        {move || (page.strings().place)(Aside::Deck)}
                    </a>
                </DoorView>
                <DoorView icon=icons::BOOK text=move || &words().learn>
                    <a id="start" class="button primary" href="#/threads">
                        {move || words().learn.open}
                    </a>
                </DoorView>
                <DoorView icon=icons::PENCIL text=move || &words().try_out>
                    <a id="to-try" class="button" href="#/playground">
                        {move || words().try_out.open}
                    </a>
                </DoorView>
            </div>
            <section id="paths" hidden=finds>
                <h2>{move || words().paths}</h2>
                <p>{move || words().paths_about}</p>
                <div class="paths">
                    {PATHS.iter().map(|path| view! { <PathView page=page path=path /> }).collect_view()}
                </div>
            </section>
            <section hidden=finds>
                <h2>{move || (words().all)(LESSONS.len())}</h2>
                <p>{move || (words().all_about)(CHAPTERS.len())}</p>
                {CHAPTERS
                    .iter()
                    .enumerate()
                    .map(|(index, chapter)| {
                        view! { <ChapterView page=page shared=shared index=index chapter=chapter /> }
                    })
                    .collect_view()}
            </section>
            <footer class="list-foot">
                <a id="to-trust" href="#/trust">
                    {move || (page.strings().place)(Aside::Trust)}
                </a>
                <a href="#/lab">{move || (page.strings().place)(Aside::Lab)}</a>
                <a href="#/board">{move || (page.strings().place)(Aside::Board)}</a>
                <span class="grow" />
                <span>{move || words().offline}</span>
            </footer>
        </main>
    }
}

#[component]
fn DoorView(
    icon: &'static str,
    text: impl Fn() -> &'static Door + Copy + Send + 'static,
    children: Children,
) -> impl IntoView {
    view! {
        <section class="door">
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path fill-rule="evenodd" d=icon />
            </svg>
            <h2>{move || text().title}</h2>
            <p>{move || text().about}</p>
            <div class="door-buttons">{children()}</div>
        </section>
    }
    .into_any()
}

/// A path: its lessons as stops, which are filled once they are walked.
#[component]
fn PathView(page: Page, path: &'static Path) -> impl IntoView {
    let stops = path.stops().map(|stop| {
        let lesson = stop.lesson;
        let title = move || lesson.title.get(page.settings.language.get());
        view! {
            <li class:walked-stop=move || Walked::of(page).holds(lesson)>
                <a href=format!("#/{}", lesson.id)>{title}</a>
            </li>
        }
    });
    let first = path.stops().next().map(|stop| format!("#/{}", stop.lesson.id));
    let title = move || path.title.get(page.settings.language.get());
    let words = move || page.strings().list();
    view! {
        <article class="path" data-path=path.id>
            <h3>
                <a href=first>{title}</a>
            </h3>
            <span title=move || {
                words().minutes_meaning
            }>{move || (words().path_length)(path.stops().count(), path.minutes())}</span>
            <p>{move || path.about.get(page.settings.language.get())}</p>
            <a
                class="button"
                data-on-stage=path.id
                href=format!("#/{}?r={}&stage=1", Aside::Deck.name(), path.id)
                aria-label=move || (words().path_on_stage)(title())
            >
                {move || words().on_stage}
            </a>
            <ol>{stops.collect_view()}</ol>
        </article>
    }
    .into_any()
}

#[component]
fn ChapterView(page: Page, shared: Shared, index: usize, chapter: &'static Chapter) -> impl IntoView {
    let slides: usize = chapter.lessons().map(|lesson| lesson.slides.len()).sum();
    let words = move || page.strings().list();
    view! {
        <section class="chapter" data-chapter=index.to_string()>
            <div class="chapter-head">
                <small title=move || {
                    words().minutes_meaning
                }>{move || (words().chapter)(index + 1, minutes(slides))}</small>
                <h3>{move || chapter.title.get(page.settings.language.get())}</h3>
                <p>{move || chapter.about.get(page.settings.language.get())}</p>
            </div>
            <div class="cards">
                {chapter
                    .lessons()
                    .map(|lesson| {
                        view! { <Card page=page shared=shared lesson=lesson sentence=None is_answer=false /> }
                    })
                    .collect_view()}
            </div>
        </section>
    }
    .into_any()
}
