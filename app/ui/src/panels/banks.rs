//! The bank view of workgroup memory: which lanes are served in one pass, and which wait for a later pass.

use crate::draw::banks::{Layout, draw};
use crate::draw::palette;
use crate::page::{Page, Pane, Tip};
use crate::panels::press::{Counted, Looked, NothingAsked, at_press, fact, is_over, look, marked};
use crate::panels::tabs::PanelTabs;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::asked::Asked;
use model::panels::banks::BankCost;
use model::strings;
use simt::Space;
use web_sys::PointerEvent;

#[component]
pub fn BanksPanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let looked = look::<BankCost>(page, pane);
    let Looked {
        model,
        drawn,
        nothing,
        next,
        ..
    } = looked;
    draw_when(
        page,
        canvas,
        move || drawn.track(),
        move |surface, palette| {
            let words = &strings::of(page.settings.language.get_untracked()).panel_words().banks;
            drawn.with_untracked(|drawn| {
                if let Some((asked, _)) = drawn {
                    let machine = model.with_untracked(|model| model.machine.clone());
                    draw(surface, palette, words, asked, &machine);
                }
            });
        },
    );
    let sentences = move || {
        let words = &page.strings().panel_words().banks;
        let uses = at_press(page, pane, |playback, _, _, _| {
            let mut memories = playback.trace().memories.iter();
            memories.any(|memory| memory.space == Space::Workgroup)
        });
        match (uses, is_over(pane), next.get()) {
            (Some(false) | None, _, _) => words.none.to_owned(),
            (_, true, _) => words.over.to_owned(),
            (_, false, Some(_)) => words.nothing.to_owned(),
            (_, false, None) => format!("{} {}", words.nothing, words.never),
        }
    };
    let total = move || {
        let words = &page.strings().panel_words().banks;
        model.with(|model| {
            let sum = model.total().traffic;
            (sum.requests > 0).then(|| (words.total)(sum.requests, sum.wavefronts, sum.bank_conflicts()))
        })
    };
    let label = move || {
        let words = &page.strings().panel_words().banks;
        drawn.with(|drawn| match drawn {
            Some((asked, cost)) => (words.label)(asked.warp, asked.access, &asked.name, cost),
            None => sentences(),
        })
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Banks)))
            class="panel slot-panel request-panel"
            class:empty=nothing
        >
            <h2>
                <PanelTabs page=page />
                <Counted page=page total=Signal::derive(total) />
            </h2>
            {looked.choice(page)}
            <canvas
                id=(pane.index == 0).then_some("banks")
                node_ref=canvas
                role="img"
                aria-label=label
                data-requests=move || looked.of_total(|cost| cost.traffic.requests)
                data-wavefronts=move || looked.of_total(|cost| cost.traffic.wavefronts)
                data-degree=move || looked.of_total(|cost| cost.degree)
                data-sharing=move || looked.of_total(|cost| cost.sharing.into())
                data-warp=move || looked.warp()
                on:pointermove=move |event| point(page, looked, &event)
                on:pointerleave=move |_| page.run.tip.set(None)
            />
            <dl class="facts">{move || facts(page, drawn)}</dl>
            {move || {
                nothing
                    .get()
                    .then(|| {
                        view! { <NothingAsked page=page pane=pane sentences=Signal::derive(sentences) ahead=next /> }
                    })
            }}
        </section>
    }
}

/// Shows the word under the pointer as a tip.
fn point(page: Page, looked: Looked<BankCost>, event: &PointerEvent) {
    let Some((x, y, width, height)) = place(event) else {
        return;
    };
    let words = &strings::of(page.settings.language.get_untracked()).panel_words().banks;
    let tip = looked.drawn.with_untracked(|drawn| {
        let (asked, _) = drawn.as_ref()?;
        let machine = looked.model.with_untracked(|model| model.machine.clone());
        let layout = Layout::new(&palette::current(), width, height, asked, &machine);
        let (bank, word) = layout.word_at(x, y)?;
        let lanes: Vec<String> = word.lanes.iter().map(u32::to_string).collect();
        Some(Tip {
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            title: (words.word)(bank, word.word),
            lines: vec![(words.wanted_by)(&lanes.join(", "), lanes.len())],
        })
    });
    page.run.tip.set(tip);
}

/// Shows the numbers of the drawn request.
fn facts(page: Page, drawn: Memo<Option<(Asked, BankCost)>>) -> impl IntoView {
    let strings = page.strings();
    let words = &strings.panel_words().banks;
    let drawn = drawn.get();
    let value =
        |text: &dyn Fn(&BankCost) -> String| drawn.as_ref().map_or(strings.none.to_owned(), |(_, cost)| text(cost));
    let count = |count: fn(&BankCost) -> u64| value(&|cost| model::number::grouped(count(cost)));
    view! {
        {fact(2, words.lanes, count(|cost| cost.lanes.into()))}
        {fact(4, words.words, count(|cost| cost.words.into()))}
        {fact(6, words.sharing, count(|cost| cost.sharing.into()))}
        {marked(2, words.passes, count(|cost| cost.traffic.wavefronts), "own", String::new())}
        {fact(3, words.degree, value(&|cost| (words.ways)(cost.degree)))}
        {fact(3, words.asked, value(&|cost| (words.bytes)(cost.traffic.bytes_asked)))}
        {fact(4, words.could, value(&|cost| (words.bytes)(cost.traffic.bytes_moved)))}
    }
}
