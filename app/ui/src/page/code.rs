//! The code with the next statement lit, and small signs where other warps stand.

use crate::hash::View;
use crate::model::code::pieces;
use crate::page::state::Page;
use leptos::html;
use leptos::prelude::*;

#[component]
pub fn CodePanel(page: Page) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    // The text belongs to the run that is shown; a new one comes together with its run.
    let kernel = Memo::new(move |_| {
        let name = |view: &View| view.kernel.kernel.name.to_string();
        let shown = page
            .shown
            .with(|shown| shown.as_ref().map(|shown| name(&shown.view)));
        shown
            .or_else(|| page.view.with(|view| view.as_ref().map(name)))
            .unwrap_or_default()
    });
    let lines = move || {
        let source = lessons::GalleryKernel::by_name(&kernel.get())
            .map_or("", |kernel| kernel.kernel.source.as_ref());
        let line = |(number, line): (usize, &Vec<(crate::model::code::Piece, &str)>)| {
            let parts = line
                .iter()
                .map(|(piece, text)| view! { <span class=piece.class()>{text.to_string()}</span> })
                .collect_view();
            view! { <span class="code-line"><i>{number + 1}</i>{parts}{"\n"}</span> }
        };
        pieces(source).iter().enumerate().map(line).collect_view()
    };
    let next = Memo::new(move |_| {
        page.moment
            .with(|moment| moment.as_ref().and_then(|moment| moment.next))
    });
    let others = Memo::new(move |_| {
        page.moment.with(|moment| {
            moment
                .as_ref()
                .map_or(Vec::new(), |moment| moment.lanes.other_lines())
        })
    });
    // The lit line comes into view inside its panel; the page itself never moves.
    Effect::new(move |_| {
        let (Some(scroller), Some(next)) = (scroller.get(), next.get()) else {
            return;
        };
        let (height, all) = (
            f64::from(scroller.client_height()),
            f64::from(scroller.scroll_height()),
        );
        let count = lessons::GalleryKernel::by_name(&kernel.get())
            .map_or(1, |kernel| kernel.kernel.source.lines().count());
        let pitch = all / count.max(1) as f64;
        let (top, now) = (
            f64::from(next.line.saturating_sub(1)) * pitch,
            f64::from(scroller.scroll_top()),
        );
        let margin = pitch * 2.0;
        if top < now + margin || top + pitch > now + height - margin {
            scroller.set_scroll_top((top - height / 2.0) as i32);
        }
    });
    let lit = move || {
        next.get().map(|spot| {
            let place = format!("--row:{};--from:{};--to:{}", spot.line - 1, spot.from, spot.to);
            view! {
                <span class="next-line" id="next-line" data-line=spot.line.to_string() style=place.clone()></span>
                <span class="next-span" style=place></span>
            }
        })
    };
    let signs = move || {
        let strings = page.strings();
        let sign = |(line, warps): (u32, u32)| {
            view! { <span class="warps-here" style=format!("--row:{}", line - 1)>{(strings.warps_here)(warps)}</span> }
        };
        others.get().into_iter().map(sign).collect_view()
    };
    view! {
        <section class="panel code-panel" aria-label=move || page.strings().code>
            <h2>{move || page.strings().code} <em>{move || format!("{}.wgsl", kernel.get())}</em></h2>
            <div class="code-scroll" node_ref=scroller tabindex="0" role="region" aria-label=move || page.strings().code>
                <pre id="code" translate="no">{lit}<code>{lines}</code>{signs}</pre>
            </div>
        </section>
    }
}
