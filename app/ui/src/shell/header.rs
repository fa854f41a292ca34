//! The header: the name of the page, what runs, the tools and the language.

use crate::deck::DeckState;
use crate::draw::icons;
use crate::page::Page;
use crate::page::menu::HEADER_SLOT;
use crate::present::slides::AsItWas;
use crate::run::set_up::SetUp;
use crate::shell::tools::Tools;
use leptos::prelude::*;
use lessons::Language;
use model::address::Aside;

#[component]
pub fn Header(page: Page) -> impl IntoView {
    let in_lesson = Memo::new(move |_| page.run.spec.with(Option::is_some));
    // A memo, because the commands must not be built again with every change of a run.
    let in_playground = Memo::new(move |_| page.in_playground());
    // A slide lists its own changes.
    let has_changed =
        Memo::new(move |_| in_lesson.get() && page.route.slide.with(Option::is_none) && !page.changes().is_empty());
    let is_place = move || in_lesson.get() || page.route.aside.with(Option::is_some);
    let link = move |aside: Aside| {
        let is_here = move || page.route.aside.get() == Some(aside);
        view! {
            <a class="header-link" href=format!("#/{}", aside.name()) aria-current=move || is_here().then_some("page")>
                {move || (page.strings().place)(aside)}
            </a>
        }
    };
    view! {
        <header class="header">
            <a class="brand" href="#/" title=move || page.strings().lessons>
                {move || {
                    is_place()
                        .then(|| {
                            view! {
                                <svg viewBox="0 0 16 16" aria-hidden="true">
                                    <path d=icons::LEFT />
                                </svg>
                            }
                        })
                }}
                <span>"warp"<i>"step"</i></span>
            </a>
            {move || lesson_title(page)}
            {move || aside_title(page)}
            <span class="grow" id=HEADER_SLOT />
            {move || match in_lesson.get() {
                _ if in_playground.get() => ().into_any(),
                true => {
                    view! {
                        {move || has_changed.get().then(|| view! { <AsItWas page=page /> })}
                        <SetUp page=page />
                        {move || {
                            page.slides()
                                .map(|_| {
                                    view! {
                                        <button
                                            id="on-stage"
                                            class="button"
                                            title=page.strings().full_screen
                                            on:click=move |_| page.go_on_stage()
                                        >
                                            {page.strings().tools().present}
                                        </button>
                                    }
                                })
                        }}
                    }
                        .into_any()
                }
                false => {
                    view! {
                        {link(Aside::Playground)}
                        {link(Aside::Lab)}
                    }
                        .into_any()
                }
            }}
            <Tools page=page />
            <LanguageSwitch page=page />
        </header>
    }
    .into_any()
}

/// Shows the title of the lesson and its place in the course. Tracked.
fn lesson_title(page: Page) -> impl IntoView {
    let (language, strings) = (page.settings.language.get(), page.strings());
    page.run.spec.with(|view| {
        let view = view.as_ref()?;
        let (chapter, number) = view.lesson.place()?;
        Some(view! {
            <h1>
                {view.lesson.title.get(language)}
                <small>{chapter.title.get(language)} " · " {(strings.lesson_number)(number)}</small>
            </h1>
        })
    })
}

/// Shows the title of a page beside the lessons. Tracked.
fn aside_title(page: Page) -> impl IntoView {
    let strings = page.strings();
    let aside = page.route.aside.get().filter(|_| page.run.spec.with(Option::is_none))?;
    // The trust page has its own heading.
    let desk = DeckState::of(page);
    let title = if aside == Aside::Deck && desk.is_reading() {
        // The slides are somebody else's.
        desk.shown().title(page.settings.language.get()).to_owned()
    } else {
        (strings.place)(aside).to_owned()
    };
    (aside != Aside::Trust).then(|| view! { <h1>{title}</h1> })
}

/// The name of the other language, which it chooses.
#[component]
fn LanguageSwitch(page: Page) -> impl IntoView {
    let other = move || match page.settings.language.get() {
        Language::English => (Language::SimplifiedChinese, "lang-zh", "中文"),
        Language::SimplifiedChinese => (Language::English, "lang-en", "EN"),
    };
    view! {
        <button
            id=move || other().1
            class="button quiet"
            lang=move || other().0.tag()
            aria-label=move || format!("{}: {}", page.strings().language_name, other().2)
            on:click=move |_| page.choose_language(untrack(other).0)
        >
            {move || other().2}
        </button>
    }
    .into_any()
}
