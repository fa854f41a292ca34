//! The page: shows a trace and moves a cursor over it.
//!
//! The page runs no kernel. The engine (`app/engine`) runs it in a worker; both exchange [`engine::protocol`] messages
//! and nothing else, and the page shows the trace that comes back.
//!
//! ```text
//! address (hash) -> RunSpec -> job -> engine -> Report { trace, metrics, findings }
//!                                              trace -> Scene --position--> Moment -> panels and canvases
//! ```
//!
//! # What tests can read
//! Tests find the page's state in these ids and attributes. An attribute belongs to the element before it.
//!
//! ## The page
//! * `#page`, the root:
//!   * `data-ready`: `true` once a run or the list is shown, and all lazy views and texts for it are loaded.
//!   * `data-busy`: `true` while the engine works.
//!   * `data-step`, `data-steps`: the position in the trace (steps executed), and the trace's last position.
//!   * `data-trace`: the trace's fingerprint, 16 hexadecimal digits.
//!   * `data-lesson`, `data-kernel`, `data-n`, `data-block`: the view.
//!   * `data-theme`: the theme.
//! * `#notices`: the messages about failures.
//!
//! ## A run
//! * `#lanes`, a canvas: `data-lanes` has a letter for each lane, and a row for each warp, joined by `/`: `A` active,
//!   `M` masked, `B` at a barrier, `F` finished, `-` absent.
//! * `#array`, a canvas: `data-loads` and `data-stores` have the accessed words as `name:index`, separated by spaces.
//! * `#caption`: the sentence about the next statement. `#next-line`: its line in the code (`data-line`). `#timeline`.
//! * `#counters`: `data-elapsed-millis` of the run. Each number is a `[data-counter="gld_transactions"]` with
//!   `data-kind`, and with `data-equal` if there is a published figure.
//! * `#result`: `data-equal` says if the result equals its reference. `#findings`.
//! * `#times`: `data-state`.
//! * `#scheduler`: `data-warps` has a letter for each warp at the position: `I` issued, `e` eligible, `a` waiting for a
//!   result, `m` waiting for memory, `.` finished. `data-cycle`, `data-cycles`: the cycle, and the last one.
//! * `[data-formula="branch_efficiency"]`: a formula.
//! * `[data-why="gld_transactions"]`: the button that opens `#why` with `#why-lines`.
//!
//! ## Controls of a lesson
//! * The list: lesson cards `[data-lesson-card="neighbored"]`.
//! * The lesson bar: kernel tabs `[data-kernel-tab="reduce_unroll4"]`, `#answer`.
//! * The player: `#first`, `#back`, `#play`, `#next`, `#last`, `#slider`, `#slower`, `#faster`.
//! * Step units: `#grain-warp`, `#grain-statement`, `#grain-stride`, `#grain-barrier`.
//! * Fields: `#n`, `#block`, `#machine`, `#picture`; messages about mistakes: `#n-error`, `#block-error`,
//!   `#picture-error`.
//! * Panel tabs: `[data-panel-tab="scheduler"]`.
//! * Runs: `#cancel-run`, `#start-engine`. Measurements: `#measure`, `#cancel-measure`.
//! * The header: `#lang-en`, `#lang-zh`, `#theme`, `#help`.
//!
//! ## The lab
//! * `#lab`: `data-state` is `looking`, `absent`, `ready`, `measuring`, `paused`, `asking`, `lost` or `done`.
//! * `#lab-sheet`: the JSON of the shown record.
//! * The form: `#lab-n`, `#lab-rounds`, `#lab-clock`, `#lab-rounding`, `[data-lab-kernel]`, `[data-lab-block]`,
//!   `[data-preset]`.
//! * A run: `#lab-run`, `#lab-pause`, `#lab-resume`, `#lab-cancel`, `#lab-reconnect`, `#lab-go-on`, `#lab-leave-out`.
//! * Results: `[data-figure-tab]`, `[data-export="JSON"]`, `#lab-copy`, `#lab-import`. The rows of `#lab-table` have
//!   `data-kernel`, `data-n`, `data-block`, `data-samples`.
//! * `#kernel-table`: `data-rows`, `data-counted`, `data-counting`; rows with `data-kernel`, cells and headings with
//!   `data-column`. `#lab-count`, `[data-table-export="CSV"]`, `#table-print`.
//! * The class board: `#board` (`data-members`), `#board-files`, `#board-save`, `#board-told`, `[data-member]`,
//!   `[data-board-kernel]`.
//!
//! ## Slides
//! * A presentation: `#slide` (`data-slide`), `#overview` with `[data-slide-card]`, `#goto`, `#black`.
//! * The print view: `#print` (`data-ready`) with one `.sheet` per slide (`data-sheet`, `data-press`), `#print-notes`,
//!   `#print-now`.
//! * The speaker's window: `#speaker` (`data-slide`, `data-press`, `data-gone`) with `#speaker-notes`, `#speaker-text`,
//!   `#speaker-next`, `#speaker-step`, `#speaker-watch`.
//! * The reader's deck: `#take` in a lesson adds a slide. `#deck` (`data-slides`) has slides `[data-place]` with
//!   `[data-words]`, `[data-press]` and `[data-does]`, and `#deck-present`, `#deck-save`, `#deck-share`, `#deck-link`,
//!   `#deck-file`, `#deck-undo`, `[data-deck-before]`.
//!
//! ## Export
//! * `#take-home` opens `#take-dialog`, which offers the panels with `[data-take="lanes/0"]`, with its tabs `[data-take-tab]`.
//! * Pictures: `#take-svg`, `#take-png`, `#take-copy`.
//! * Animations: `#take-from`, `#take-to`, `#take-make`, `#take-film`, `#take-gif`.
//! * The trace: `#take-trace`.
//! * HTML for another page: `#take-width`, `#take-height`, `#take-snippet`, `#take-frame`. In the other page, the root
//!   is `#page.in-frame`, with `#open-whole`.

mod address;
mod browser;
mod compare;
mod deck;
mod draft;
mod draw;
mod export;
mod lab;
mod lesson;
mod page;
mod panels;
mod playground;
mod present;
mod run;
mod shell;
mod trust;

/// Starts the page in the browser window.
pub fn start_page() {
    shell::app::start();
}
