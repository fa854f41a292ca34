//! The code panel: highlights the next statement, and marks the lines where other warps are.

use crate::draw::icons;
use crate::page::{CodeText, Page, Pane};
use crate::run::export::ExportButton;
use leptos::html;
use leptos::prelude::*;
use lessons::{GalleryKernel, twin};
use model::code::{Spot, pieces};
use model::differing::{Difference, DifferingLine};
use model::export::Taken;
use web_sys::Element;

#[component]
pub fn CodePanel(
    page: Page,
    pane: Pane,
    /// The lines that differ from the code in other columns.
    #[prop(optional)]
    differing: Option<Memo<Vec<DifferingLine>>>,
) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    let kernel = Memo::new(move |_| kernel_of(page, pane));
    let is_cuda = Memo::new(move |_| page.settings.code_text.get() == CodeText::Cuda);
    let text = Memo::new(move |_| text_of(page, pane));
    let differing = differing.unwrap_or_else(|| Memo::new(|_| Vec::new()));
    let lines = move || {
        let (source, strings) = (text.get(), page.strings());
        let differing = differing.get();
        let line = |(number, line): (usize, &Vec<(model::code::Piece, &str)>)| {
            let parts = line
                .iter()
                .map(|(piece, text)| view! { <span class=piece.class()>{text.to_string()}</span> })
                .collect_view();
            let sign = differing
                .iter()
                .find(|each| each.line as usize == number + 1)
                .map(|each| {
                    let (sign, words) = match each.difference {
                        Difference::Alone => ("+", strings.line_alone),
                        Difference::Reworded => ("≠", strings.line_reworded),
                    };
                    view! { <b class="differing-sign" role="img" aria-label=words title=words>{sign}</b> }
                });
            view! { <span class="code-line"><i>{number + 1}</i>{sign}{parts}{"\n"}</span> }
        };
        pieces(&source).iter().enumerate().map(line).collect_view()
    };
    let others = Memo::new(move |_| {
        pane.step_view.with(|step_view| {
            step_view
                .as_ref()
                .map_or(Vec::new(), |step_view| step_view.lanes.other_lines())
        })
    });
    let spots = lit_spots(page, pane);
    // Scrolls the highlighted line into view inside its panel; the page itself does not scroll. The frame callback
    // waits for the layout, which would otherwise be computed twice.
    Effect::new(move |_| {
        text.track();
        let Some(next) = spots.get().first().copied() else {
            return;
        };
        request_animation_frame(move || {
            let (Some(scroller), Some(lines)) = (
                scroller.try_get_untracked().flatten(),
                text.try_with_untracked(|text| text.lines().count()),
            ) else {
                return;
            };
            show_line(&scroller, next.line, lines);
        });
    });
    let place = |spot: &Spot| {
        format!(
            "--row:{};--from:{};--to:{}",
            spot.line - 1,
            spot.from,
            spot.to
        )
    };
    let lit = move || {
        let lit = |(index, spot): (usize, Spot)| {
            let place = place(&spot);
            view! {
                <span class="next-line" id=(index == 0).then(|| pane.id("next-line")).flatten() data-line=spot.line.to_string() style=place.clone()></span>
                <span class="next-span" style=place></span>
            }
        };
        spots.get().into_iter().enumerate().map(lit).collect_view()
    };
    let tints = move || {
        let tint = |each: DifferingLine| {
            view! { <span class="differing-line" data-line=each.line.to_string() style=format!("--row:{}", each.line - 1)></span> }
        };
        differing.get().into_iter().map(tint).collect_view()
    };
    let differing_words = move || {
        let reworded = |each: &DifferingLine| each.difference == Difference::Reworded;
        let lines = differing.get().into_iter().filter(reworded);
        let words = lines.flat_map(|each| each.words);
        words
            .map(|spot| view! { <span class="differing-words" style=place(&spot)></span> })
            .collect_view()
    };
    let signs = move || {
        let strings = page.strings();
        let sign = |(line, warps): (u32, u32)| {
            view! { <span class="warps-here" style=format!("--row:{}", line - 1)>{(strings.warps_here)(warps)}</span> }
        };
        let others = if is_cuda.get() {
            Vec::new()
        } else {
            others.get()
        };
        others.into_iter().map(sign).collect_view()
    };
    let label = move || {
        let language = if is_cuda.get() { "cu" } else { "wgsl" };
        format!("{} {}.{language}", page.strings().code, kernel.get())
    };
    // A long name breaks between its words.
    let name = move || {
        let kernel = kernel.get();
        let words = kernel.split_inclusive('_').map(str::to_owned);
        words.map(|word| view! { {word} <wbr /> }).collect_view()
    };
    view! {
        <section class="panel code-panel">
            <h2>
                <span class="unseen">{move || page.strings().code}</span>
                <em>{name}</em>
                {(pane.is_main()).then(|| view! {
                    <button id="edit-kernel" class="icon-button plain-button" aria-label=move || page.strings().playground().edit title=move || page.strings().playground().edit on:click=move |_| page.edit_kernel()>
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::PENCIL /></svg>
                    </button>
                })}
                <CodeTexts page=page named=pane.index == 0 />
                <ExportButton page=page pane=pane taken=Taken::Code />
            </h2>
            <div class="code-scroll" node_ref=scroller tabindex="0" role="region" aria-label=label>
                <pre id=pane.id("code") class="code-text" translate="no">{tints}{lit}{differing_words}<code>{lines}</code>{signs}</pre>
            </div>
        </section>
    }
}

/// Returns the places of the next statement in the shown text. In the CUDA twin they are whole lines.
pub fn lit_spots(page: Page, pane: Pane) -> Memo<Vec<Spot>> {
    let next = Memo::new(move |_| {
        pane.step_view
            .with(|step_view| step_view.as_ref().and_then(|step_view| step_view.next))
    });
    let twin = Memo::new(move |_| {
        GalleryKernel::by_name(&kernel_of(page, pane))
            .map_or(Vec::new(), |kernel| twin::lines(kernel.twin))
    });
    Memo::new(move |_| {
        let Some(next) = next.get() else {
            return Vec::new();
        };
        if page.settings.code_text.get() == CodeText::Wgsl {
            return vec![next];
        }
        twin.with(|lines| {
            let numbered = (1..).zip(lines);
            numbered
                .filter(|(_, line)| line.stands_for.contains(&next.line))
                .map(|(number, line)| Spot {
                    line: number,
                    from: (line.text.len() - line.text.trim_start().len()) as u32,
                    to: line.text.chars().count() as u32,
                })
                .collect()
        })
    })
}

/// Scrolls a text of `lines` lines if `line` (from 1) is out of view or within two lines of an edge.
pub fn show_line(scroller: &Element, line: u32, lines: usize) {
    let (height, all) = (
        f64::from(scroller.client_height()),
        f64::from(scroller.scroll_height()),
    );
    let pitch = all / lines.max(1) as f64;
    let (top, now) = (
        f64::from(line.saturating_sub(1)) * pitch,
        f64::from(scroller.scroll_top()),
    );
    let margin = pitch * 2.0;
    if top < now + margin || top + pitch > now + height - margin {
        scroller.set_scroll_top((top - height / 2.0) as i32);
    }
}

/// Returns the name of a column's kernel. It comes from the shown run, so a new name appears together with its run.
/// Tracked.
fn kernel_of(page: Page, pane: Pane) -> String {
    let name = |kernel: &GalleryKernel| kernel.kernel.name.to_string();
    let shown = pane
        .summary
        .with(|shown| Some(name(shown.as_ref()?.view.as_ref()?.kernel)));
    shown
        .or_else(|| {
            page.run
                .spec
                .with(|view| view.as_ref()?.kernel_at(pane.index).map(name))
        })
        .unwrap_or_default()
}

/// Returns the text of a column's kernel in the shown language (WGSL or CUDA). Tracked.
pub fn text_of(page: Page, pane: Pane) -> String {
    let Some(kernel) = GalleryKernel::by_name(&kernel_of(page, pane)) else {
        return String::new();
    };
    match page.settings.code_text.get() {
        CodeText::Wgsl => kernel.kernel.source.to_string(),
        CodeText::Cuda => {
            let lines = twin::lines(kernel.twin);
            lines
                .iter()
                .map(|line| format!("{}\n", line.text))
                .collect()
        }
    }
}

/// The choice between WGSL, which runs, and its CUDA twin. The page can have two of these; only the `named` one sets
/// `id`s.
#[component]
pub fn CodeTexts(page: Page, named: bool) -> impl IntoView {
    let button = move |text: CodeText, id: &'static str, name: &'static str| {
        view! {
            <button id=named.then_some(id) aria-pressed=move || (page.settings.code_text.get() == text).to_string() on:click=move |_| page.settings.code_text.set(text)>{name}</button>
        }
    };
    view! {
        <span class="segments small" role="group" aria-label=move || page.strings().code_text>
            {button(CodeText::Wgsl, "code-wgsl", "WGSL")}
            {button(CodeText::Cuda, "code-cuda", "CUDA")}
        </span>
    }
}
