//! The page: moves a cursor over a trace.
//!
//! The page runs no kernel: the engine, a worker, does (`app/engine`). Both exchange [`engine::protocol`] messages and
//! nothing else, and the page shows the trace that comes back.
//!
//! ```text
//! address (hash) -> View -> job -> engine -> Report { trace, metrics, findings }
//!                                              trace -> Scene --position--> Moment -> panels and canvases
//! ```
//!
//! # What tests can read
//! The page's root `#page` carries `data-ready` (`true` once a run is shown, or the list is, with all parts of the page that belong to it), `data-step` and
//! `data-steps` (steps of the trace executed, and all), `data-busy`, `data-lesson`, `data-kernel`, `data-n`,
//! `data-block`, `data-theme`, `data-trace` (the trace's fingerprint). The canvas `#lanes` carries `data-lanes`: a row of letters for each warp, joined by
//! `/` (`A` active, `M` masked, `B` at a barrier, `F` finished, `-` absent). `#array` carries `data-loads` and
//! `data-stores` (`name:index`, separated by spaces). `#caption`, `#next-line` (with `data-line`), `#timeline`,
//! `#counters` (with `data-elapsed-millis` of the run; each number is `[data-counter="gld_transactions"]` with `data-kind` and, beside a published figure,
//! `data-equal`), `#result` (`data-equal`), `#findings`, `#times` (`data-state`), `#notices`. Controls:
//! `#first #back #play #next #last #slider #grain-warp #grain-statement #grain-stride #grain-barrier #slower #faster
//! #n #block #machine #picture #measure #cancel-measure #cancel-run #start-engine #lang-en #lang-zh #theme #help
//! #idea #answer`, kernel tabs `[data-kernel-tab="reduce_unroll4"]`, lesson cards `[data-lesson-card="neighbored"]`;
//! panel tabs `[data-panel-tab="scheduler"]`. `#scheduler` carries `data-warps` (a letter for each warp at the playhead:
//! `I` issued, `e` eligible, `a` and `m` waiting for a result or for memory, `.` finished), `data-cycle`, `data-cycles`;
//! formulas are `[data-formula="branch_efficiency"]`; `[data-why="gld_transactions"]` opens `#why` with `#why-lines`;
//! sentences beside fields are `#n-error`, `#block-error`, `#picture-error`.
//!
//! The lab: `#lab` carries `data-state` (`looking`, `absent`, `ready`, `measuring`, `paused`, `asking`, `lost`, `done`), and
//! `#lab-sheet` the JSON of the record that is shown. Controls: `#lab-run #lab-pause #lab-resume #lab-cancel
//! #lab-reconnect #lab-go-on #lab-leave-out #lab-n #lab-rounds #lab-clock #lab-rounding #lab-copy #lab-import`,
//! `[data-lab-kernel]`, `[data-lab-block]`, `[data-preset]`, `[data-figure-tab]`, `[data-export="JSON"]`; rows of
//! `#lab-table` carry `data-kernel`, `data-n`, `data-block`, `data-samples`. The board: `#board` (`data-members`),
//! `#board-files #board-save #board-told`, `[data-member]`, `[data-board-kernel]`.
//!
//! Presenting: `#slide` (`data-slide`), `#overview` with `[data-slide-card]`, `#goto`, `#black`; `#print` (`data-ready`) with
//! `.sheet`s (`data-sheet`, `data-press`), `#print-notes #print-now`. The speaker's window is `#speaker` (`data-slide`,
//! `data-press`, `data-gone`) with `#speaker-notes #speaker-text #speaker-next #speaker-step #speaker-watch`. A deck of one's
//! own: `#take` in a lesson; `#deck` (`data-slides`), slides `[data-place]` with `[data-words]`, `[data-press]` and
//! `[data-does]`, `#deck-present #deck-save #deck-share #deck-link #deck-file #deck-undo #deck-before`.
//!
//! Taking home: `[data-take="lanes"]` in a panel and `#take-home` open `#take-dialog` with `[data-take-tab]`s: `#take-svg
//! #take-png #take-copy`; `#take-from #take-to #take-make #take-film #take-gif`; `#take-trace`; `#take-width #take-height
//! #take-snippet #take-frame`. Inside another page the root is `#page.in-frame`, with `#open-whole`.

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

/// Starts the page in the window.
pub fn start_page() {
    shell::app::start();
}
