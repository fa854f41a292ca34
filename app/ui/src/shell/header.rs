//! The header: the name of the page, the size fields, language and theme.

use crate::draw::icons;
use crate::page::{Overlay, Page};
use crate::run::fields::Fields;
use leptos::prelude::*;
use lessons::{LESSONS, Language};
use model::address::Aside;

#[component]
pub fn Header(page: Page) -> impl IntoView {
    let title = move || {
        let (language, strings) = (page.settings.language.get(), page.strings());
        page.run.spec.with(|view| {
            let view = view.as_ref()?;
            let number = LESSONS.iter().position(|lesson| lesson.id == view.lesson.id)? + 1;
            Some(view! {
                <h1>
                    {view.lesson.title.get(language)}
                    <small>{(strings.group)(view.lesson.group)} " · " {(strings.lesson_number)(number)}</small>
                </h1>
            })
        })
    };
    let aside_title = move || {
        let strings = page.strings();
        let aside = page
            .route
            .aside
            .get()
            .filter(|_| page.run.spec.with(Option::is_none))?;
        // The trust page has its own heading.
        (aside != Aside::Trust).then(|| view! { <h1>{(strings.place)(aside)}</h1> })
    };
    let in_lesson = Memo::new(move |_| page.run.spec.with(Option::is_some));
    // On a phone, a lesson's header shows its title; the rest opens on request.
    let is_open = RwSignal::new(false);
    Effect::new(move |_| {
        in_lesson.track();
        is_open.set(false);
    });
    view! {
        <header class="header" class:open=move || is_open.get()>
            <a class="brand" href="#/" title=move || page.strings().lessons>
                {move || (in_lesson.get() || page.route.aside.with(Option::is_some)).then(|| view! { <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::LEFT /></svg> })}
                <span>"warp"<i>"step"</i></span>
            </a>
            {title}
            {aside_title}
            <span class="grow"></span>
            <button
                id="more"
                class="icon-button"
                aria-label=move || page.strings().more
                title=move || page.strings().more
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::MORE /></svg>
            </button>
            {move || in_lesson.get().then(|| view! { <Fields page=page /> })}
            <a id="to-playground" class="icon-button" href="#/playground" aria-label=move || (page.strings().place)(Aside::Playground) title=move || (page.strings().place)(Aside::Playground)>
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::PENCIL /></svg>
                <Word text=move || (page.strings().place)(Aside::Playground) />
            </a>
            <a id="to-lab" class="icon-button" href="#/lab" aria-label=move || (page.strings().place)(Aside::Lab) title=move || (page.strings().place)(Aside::Lab)>
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::FLASK /></svg>
                <Word text=move || (page.strings().place)(Aside::Lab) />
            </a>
            <LanguageSwitch page=page />
            <button
                id="theme"
                class="icon-button"
                aria-label=move || page.strings().switch_theme
                title=move || format!("{} · {}", (page.strings().theme)(page.settings.theme.get()), page.strings().switch_theme)
                on:click=move |_| page.choose_theme(page.settings.theme.get_untracked().next())
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::THEME /></svg>
                <Word text=move || (page.strings().theme)(page.settings.theme.get()) />
            </button>
            <button
                id="glossary-open"
                class="icon-button"
                aria-label=move || page.strings().glossary_words().title
                title=move || page.strings().glossary_words().title
                on:click=move |_| page.route.overlay.set(Some(Overlay::Glossary))
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::BOOK /></svg>
                <Word text=move || page.strings().glossary_words().title />
            </button>
            <button
                id="help"
                class="icon-button"
                aria-label=move || page.strings().help
                title=move || page.strings().help
                on:click=move |_| page.route.overlay.set(Some(Overlay::Help))
            >
                <span aria-hidden="true">"?"</span>
                <Word text=move || page.strings().help_word />
            </button>
        </header>
    }
    .into_any()
}

/// The word beside an icon, where the window has room for it. The icon's button has the same name for screen readers.
#[component]
fn Word(text: impl Fn() -> &'static str + Send + 'static) -> impl IntoView {
    view! { <span class="icon-word" aria-hidden="true">{text}</span> }
}

#[component]
fn LanguageSwitch(page: Page) -> impl IntoView {
    let button = move |language: Language, id: &'static str, text: &'static str| {
        view! {
            <button
                id=id
                lang=language.tag()
                aria-pressed=move || (page.settings.language.get() == language).to_string()
                on:click=move |_| page.choose_language(language)
            >
                {text}
            </button>
        }
    };
    view! {
        <div class="segments" role="group" aria-label=move || page.strings().language_name>
            {button(Language::English, "lang-en", "EN")}
            {button(Language::SimplifiedChinese, "lang-zh", "中文")}
        </div>
    }
    .into_any()
}
