//! The code panel: highlights the next statement, and marks the lines where other warps are.

use crate::page::roving::stop;
use crate::page::{Arrival, Page, Pane};
use crate::panels::code_line::CodeLine;
use crate::run::export::taken;
use leptos::html;
use leptos::prelude::*;
use lessons::GalleryKernel;
use model::address::CodeText;
use model::compare::differing::{Difference, DifferingLine};
use model::export::Taken;
use model::panels::code::{Piece, Spot, header_lines, pieces};
use simt::Access;
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
    let others = Memo::new(move |_| other_lines(page, pane));
    let spots = lit_spots(page, pane);
    let accesses = lit_accesses(pane, spots);
    let meeting = Memo::new(move |_| meeting_line(page, pane));
    let header = header_fold(page, text, differing);
    let lines = move || {
        let source = text.get();
        let differing = differing.get();
        let folded = header.lines.get();
        let line = |(number, line): (u32, Vec<(Piece, String)>)| {
            let differs = differing.iter().find(|each| each.line == number).cloned();
            let difference = differs.as_ref().map(|each| each.difference);
            let words = differs.filter(|each| each.difference == Difference::Reworded);
            let sign = move || difference.map(|difference| differing_sign(page, difference));
            let here = Memo::new(move |_| {
                others.with(|others| {
                    let mut others = others.iter();
                    others.find(|(line, _)| *line == number).map(|(_, warps)| *warps)
                })
            });
            let meets = Memo::new(move |_| meeting.get() == Some(number));
            let after = move || line_note(page, here.get(), meets.get());
            view! {
                <CodeLine
                    number=number
                    pieces=line
                    spots=spots
                    accesses=accesses
                    words=words.map_or_else(Vec::new, |each| each.words)
                    sign=sign
                    after=after
                    id=pane.id("next-line")
                />
            }
        };
        let lines = (1..).zip(pieces(&source));
        lines.filter(|(number, _)| *number > folded).map(line).collect_view()
    };
    follow_spot(scroller, text, header, spots);
    let label = move || {
        let language = if is_cuda.get() { "cu" } else { "wgsl" };
        format!("{} {}.{language}", page.strings().code, kernel.get())
    };
    view! {
        <section data-take=taken(page, pane, Taken::Code) class="panel code-panel">
            <h2>
                <span class="unseen">{move || page.strings().code}</span>
                <em>{move || kernel_name(&kernel.get())}</em>
                {pane.is_main().then(|| edit_link(page))}
                <CodeTexts page=page named=pane.index == 0 />
            </h2>
            <div class="code-scroll" node_ref=scroller tabindex="0" role="region" aria-label=label>
                <div id=pane.id("code") class="code-text" translate="no">
                    {header.button(page)}
                    {lines}
                </div>
            </div>
        </section>
    }
}

/// Returns the lines where other warps are, with their number; none in the CUDA twin. Tracked.
fn other_lines(page: Page, pane: Pane) -> Vec<(u32, u32)> {
    if page.settings.code_text.get() == CodeText::Cuda {
        return Vec::new();
    }
    pane.step_view.with(|step_view| {
        step_view
            .as_ref()
            .map_or(Vec::new(), |step_view| step_view.lanes.other_lines())
    })
}

/// Shows the sign of a line that differs from another kernel's.
fn differing_sign(page: Page, difference: Difference) -> impl IntoView {
    let strings = page.strings();
    let (sign, words) = match difference {
        Difference::Alone => ("+", strings.line_alone),
        Difference::Reworded => ("≠", strings.line_reworded),
    };
    view! {
        <b class="differing-sign" role="img" aria-label=words title=words>
            {sign}
        </b>
    }
}

/// Shows the note behind a line: the lanes meet there, or other warps are there.
fn line_note(page: Page, warps: Option<u32>, meets: bool) -> impl IntoView {
    let warps = warps.map(|warps| view! { <span class="warps-here">{(page.strings().warps_here)(warps)}</span> });
    let meets = meets.then(|| view! { <span class="warps-here">{page.strings().lanes_meet}</span> });
    view! {
        {meets}
        {warps}
    }
}

/// Scrolls the highlighted line into view inside its panel; the page itself does not scroll. The frame callback waits
/// for the layout, which would otherwise be computed twice.
fn follow_spot(scroller: NodeRef<html::Div>, text: Memo<String>, header: HeaderFold, spots: Memo<Vec<Spot>>) {
    Effect::new(move |_| {
        text.track();
        header.lines.track();
        let Some(next) = spots.get().first().copied() else {
            return;
        };
        request_animation_frame(move || {
            if let Some(scroller) = scroller.try_get_untracked().flatten() {
                show_line(&scroller, next.line);
            }
        });
    });
}

/// Shows the kernel's name. A long one breaks between its words.
fn kernel_name(kernel: &str) -> impl IntoView + use<> {
    let words = kernel.split_inclusive('_').map(str::to_owned);
    words
        .map(|word| {
            view! {
                {word}
                <wbr />
            }
        })
        .collect_view()
}

/// Shows the link that opens the kernel in the playground.
fn edit_link(page: Page) -> impl IntoView {
    view! {
        <button
            id="edit-kernel"
            class="link"
            title=move || page.strings().playground().edit
            on:click=move |_| page.edit_kernel()
        >
            {move || page.strings().tools().edit}
        </button>
    }
}

/// Returns the shown line at which the lanes of a divided warp meet again. Tracked.
pub fn meeting_line(page: Page, pane: Pane) -> Option<u32> {
    let line = pane
        .step_view
        .with(|step_view| Some(step_view.as_ref()?.meeting?.line))?;
    shown_line(page, pane, line)
}

/// Returns what the next statement loads and stores, in the text that has run.
pub fn lit_accesses(pane: Pane, spots: Memo<Vec<Spot>>) -> Memo<Vec<(Spot, Access)>> {
    Memo::new(move |_| {
        pane.step_view.with(|step_view| {
            let step_view = step_view.as_ref();
            let is_shown = |next| spots.with(|spots| spots.contains(&next));
            let step_view = step_view.filter(|step_view| step_view.next.is_some_and(is_shown));
            step_view.map_or_else(Vec::new, |step_view| step_view.accesses.clone())
        })
    })
}

/// Returns the places of the next statement in the shown text. In the CUDA twin they are whole lines.
pub fn lit_spots(page: Page, pane: Pane) -> Memo<Vec<Spot>> {
    let next = Memo::new(move |_| {
        pane.step_view
            .with(|step_view| step_view.as_ref().and_then(|step_view| step_view.next))
    });
    let ran = Memo::new(move |_| {
        pane.summary
            .with(|summary| summary.as_ref().map(|summary| summary.text))
    });
    // The twin's line for each line of a text that runs in its place.
    let lines = Memo::new(move |_| GalleryKernel::by_name(&kernel_of(page, pane)).map(|kernel| kernel.cuda_lines()));
    Memo::new(move |_| {
        let Some(next) = next.get() else {
            return Vec::new();
        };
        let chosen = page.settings.code_text.get();
        // A kernel of the reader's own has one text.
        let is_own = lines.with(Option::is_none);
        if is_own || ran.get().is_none_or(|ran| ran == chosen) {
            return vec![next];
        }
        let index = next.line.saturating_sub(1) as usize;
        let twin = lines.with(|lines| lines.as_ref()?.get(index).copied().flatten());
        let whole = |line| Spot {
            line,
            from: 0,
            to: u32::MAX,
        };
        match chosen {
            CodeText::Cuda => twin.into_iter().map(whole).collect(),
            // The run of the WGSL text is on its way.
            CodeText::Wgsl => Vec::new(),
        }
    })
}

/// The place of a line that has been scrolled to, as a share of the height.
const LINE_AT: f64 = 0.6;

/// Scrolls to a line (from 1) that is out of view or within two lines of an edge.
pub fn show_line(scroller: &Element, line: u32) {
    let element = scroller.query_selector(&format!("[data-line='{line}']"));
    let Some(line) = element.ok().flatten() else {
        return;
    };
    let (seen, place) = (scroller.get_bounding_client_rect(), line.get_bounding_client_rect());
    let margin = place.height().min(seen.height() / 4.0) * 2.0;
    if place.top() < seen.top() + margin || place.bottom() > seen.bottom() - margin {
        // The first line in view is a whole one.
        let mut first = line;
        while let Some(before) = first.previous_element_sibling() {
            let above = place.bottom() - before.get_bounding_client_rect().top();
            if above > seen.height() * LINE_AT {
                break;
            }
            first = before;
        }
        let by = first.get_bounding_client_rect().top() - seen.top();
        scroller.set_scroll_top(scroller.scroll_top() + by.round() as i32);
    }
}

/// The header of a kernel, which is folded: its declarations are the same at every step.
#[derive(Clone, Copy)]
struct HeaderFold {
    /// The number of lines in the header; 0 if it cannot fold.
    all: Memo<u32>,
    /// The number of lines that are folded now.
    lines: Memo<u32>,
    /// The reader's choice for this kernel, if there is one.
    opened: RwSignal<Option<bool>>,
}

fn header_fold(page: Page, text: Memo<String>, differing: Memo<Vec<DifferingLine>>) -> HeaderFold {
    let all = Memo::new(move |_| {
        let header = text.with(|text| header_lines(text));
        // What differs from another kernel stays in view.
        let differs = differing.with(|lines| lines.iter().any(|each| each.line <= header));
        if differs { 0 } else { header }
    });
    let opened = RwSignal::new(None);
    Effect::new(move |before: Option<String>| {
        let text = text.get();
        if before.is_some_and(|before| before != text) {
            opened.set(None);
        }
        text
    });
    let lines = Memo::new(move |_| {
        let is_open = opened.get().unwrap_or(false);
        let header = all.get();
        if is_open || page.run.is_thumbnail() { 0 } else { header }
    });
    HeaderFold { all, lines, opened }
}

impl HeaderFold {
    fn button(self, page: Page) -> impl IntoView {
        let words = move || (page.strings().code_header)(self.all.get());
        let is_open = move || self.lines.get() == 0;
        let is_there = Memo::new(move |_| self.all.get() > 0);
        move || {
            is_there.get().then(|| {
                view! {
                    <button
                        class="code-header"
                        aria-expanded=move || is_open().to_string()
                        on:click=move |_| {
                            let open = untrack(is_open);
                            self.opened.set(Some(!open));
                        }
                    >
                        {words}
                    </button>
                }
            })
        }
    }
}

/// Returns the name of a column's kernel. It comes from the shown run, so a new name appears together with its run.
/// Tracked.
fn kernel_of(page: Page, pane: Pane) -> String {
    let name = |kernel: &GalleryKernel| kernel.kernel.name.to_string();
    pane.summary
        .with(|summary| Some(name(summary.as_ref()?.view.as_ref()?.kernel)))
        .or_else(|| {
            page.run
                .spec
                .with(|view| view.as_ref()?.kernel_at(pane.index).map(name))
        })
        .unwrap_or_default()
}

/// Returns the number of a WGSL line in the text that is shown; `None` if the CUDA twin has no such line. Tracked.
pub fn shown_line(page: Page, pane: Pane, line: u32) -> Option<u32> {
    let ran = pane
        .summary
        .with(|summary| summary.as_ref().map(|summary| summary.text));
    match (page.settings.code_text.get(), ran) {
        (CodeText::Wgsl, _) | (CodeText::Cuda, Some(CodeText::Cuda)) => Some(line),
        // A kernel of the reader's own has no twin.
        (CodeText::Cuda, _) => match GalleryKernel::by_name(&kernel_of(page, pane)) {
            Some(kernel) => kernel.cuda_line(line),
            None => Some(line),
        },
    }
}

/// Returns the text of a column's kernel in the shown language (WGSL or CUDA). Tracked.
pub fn text_of(page: Page, pane: Pane) -> String {
    let Some(kernel) = GalleryKernel::by_name(&kernel_of(page, pane)) else {
        return String::new();
    };
    match page.settings.code_text.get() {
        CodeText::Wgsl => kernel.kernel.source.to_string(),
        CodeText::Cuda => kernel.twin.to_owned(),
    }
}

/// The choice between WGSL and its CUDA twin: the chosen text runs. The page can have two of these; only the `named` one sets
/// `id`s.
#[component]
pub fn CodeTexts(page: Page, named: bool) -> impl IntoView {
    let choose = move |text: CodeText| {
        // The other text runs, and stops at the same press.
        page.route.arrival.set_value(Some(Arrival::SameMoment));
        page.settings.code_text.set(text);
    };
    let button = move |text: CodeText, id: &'static str, name: &'static str| {
        view! {
            <button
                id=named.then_some(id)
                tabindex=move || stop(page.settings.code_text.get() == text)
                aria-pressed=move || (page.settings.code_text.get() == text).to_string()
                on:click=move |_| choose(text)
            >
                {name}
            </button>
        }
    };
    view! {
        <span class="segments small" role="group" aria-label=move || page.strings().code_text>
            {button(CodeText::Wgsl, "code-wgsl", "WGSL")}
            {button(CodeText::Cuda, "code-cuda", "CUDA")}
        </span>
    }
}
