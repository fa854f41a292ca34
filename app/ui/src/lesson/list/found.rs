//! The answer to a query: the meaning of its term first, then the lessons with the sentence that has its words.

use super::Shared;
use super::card::Card;
use crate::page::{Overlay, Page};
use leptos::prelude::*;
use lessons::Lesson;
use lessons::glossary::{Dialect, Term};
use model::lesson::find::{Words, find};

#[component]
pub fn FoundList(page: Page, shared: Shared) -> impl IntoView {
    let answer = move || {
        // The texts belong to the search once they are loaded.
        page.texts.track();
        let (query, strings) = (shared.query.get(), page.strings());
        let (hits, words) = (find(&query, page.reads()), Words::of(&query));
        let query = query.trim().to_owned();
        let cards = hits.lessons.iter().filter_map(|hit| {
            let lesson = Lesson::by_id(hit.id)?;
            let marked = |sentence: &String| {
                let parts = words.mark(sentence).into_iter();
                parts.map(|(is_word, part)| (is_word, part.to_owned())).collect()
            };
            let sentence = hit.sentence.as_ref().map(marked);
            Some(view! { <Card page=page shared=shared lesson=lesson sentence=sentence is_answer=true /> })
        });
        let cards = cards.collect_view();
        let terms = hits.terms.iter().map(|term| meaning(page, term)).collect_view();
        let is_nothing = hits.lessons.is_empty() && hits.terms.is_empty();
        view! {
            {(!hits.terms.is_empty())
                .then(|| {
                    view! {
                        <dl class="found-terms" id="found-terms">
                            {terms}
                        </dl>
                    }
                })}
            {if is_nothing {
                view! {
                    <h1 class="nothing-found" id="nothing-found">
                        {(strings.list().nothing_found)(&query)}
                    </h1>
                }
                    .into_any()
            } else {
                view! { <h1>{(strings.list().found)(&query, hits.lessons.len(), hits.all)}</h1> }.into_any()
            }}
            <div class="cards">{cards}</div>
        }
    };
    view! {
        <section id="found" role="status">
            {answer}
        </section>
    }
    .into_any()
}

/// A term with its names and its meaning.
fn meaning(page: Page, term: &'static Term) -> impl IntoView {
    let names = Dialect::ALL.into_iter().filter_map(|dialect| {
        let word = term.word(dialect)?;
        Some(view! { <span>{dialect.name()} " " <code>{word}</code></span> })
    });
    let slide = term.slide().map(|number| {
        let address = format!("#/{}?slide={number}", lessons::glossary::TRANSLATING);
        view! { <a href=address>{(page.strings().glossary_words().slide)(number)}</a> }
    });
    view! {
        <div>
            <dt>{names.collect_view()}</dt>
            <dd>{term.meaning.get(page.reads())}</dd>
            <dd class="found-more">
                {slide} <button class="button quiet" on:click=move |_| page.route.overlay.set(Some(Overlay::Glossary))>
                    {page.strings().glossary_words().title}
                </button>
            </dd>
        </div>
    }
}
