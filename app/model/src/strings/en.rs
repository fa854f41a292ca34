//! The page in English.

use super::finding_en::finding;
use super::{Strings, fault_lines};
use crate::address::{Aside, Nonsense, Theme};
use crate::array::Moved;
use crate::caption::{Caption, Doing, LanePattern};
use crate::counters::{CounterId, Kind};
use crate::lanes::LaneState;
use crate::number::{NumberError, grouped};
use crate::picture_end::PictureEnd;
use engine::protocol::Check;
use gpu::{GpuError, Phase};
use lessons::{Group, Language, Panel, SizeError};
use simt::{Grain, Outcome};

pub(super) static EN: Strings = Strings {
    language: Language::English,
    tagline: "See what every lane does.",
    place: |aside| match aside {
        Aside::Trust => "Can I trust these counters?",
        Aside::Lab => "GPU lab",
        Aside::Board => "Class board",
        Aside::Deck => "My deck",
        Aside::Playground => "Playground",
    },
    lead: "Step a shader lane by lane in your browser, forward and back, and time it on your own GPU. Every picture on these pages is the trace of a real run of the code next to it.",
    lessons: "Lessons",
    group: |group| match group {
        Group::Divergence => "Divergence",
        Group::ReductionInGlobalMemory => "Reduction in global memory",
        Group::ReductionInSharedMemory => "Reduction in shared memory",
        Group::ReductionBeyond => "Reduction, beyond",
        Group::Memory => "Memory",
        Group::Execution => "Execution",
    },
    lesson_number: |number| format!("Lesson {number}"),
    language_name: "Language",
    theme: |theme| match theme {
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Projector => "Projector",
    },
    switch_theme: "Switch between light, dark and projector (T)",
    help: "Keys and how to read the page (?)",
    close: "Close",
    dismiss: "Dismiss",
    skip_to_player: "Skip to the player",

    elements: "n",
    block: "block",
    machine: "machine",
    own_machine: "custom sizes…",
    machine_sizes: "Sizes of the machine",
    own_machine_source: "Custom sizes: they need not match a real chip.",
    machine_source: |source, assumed| match assumed {
        "" => format!("From: {source}."),
        _ => format!("From: {source}. Assumed: {assumed}"),
    },
    picture_follows: "block",
    picture_hint: |last| {
        format!("The counters cover all blocks; the picture follows this one, 0 to {last}.")
    },
    presets: "Common sizes",
    compare: "Compare",
    compare_hint: "Puts kernels side by side, on the same data and stepped together; the tabs then add and remove them",
    ratio_to_first: "times the first kernel's",
    differences: "Differences",
    differences_hint: "Highlights the differences: + marks lines that only this kernel has, ≠ marks lines that the other kernel has in other words",
    line_alone: "only in this kernel",
    line_reworded: "differs from the other kernel",
    full_screen: "Full screen (F)",
    slides: "Slides",
    slides_hint: "Go through the lesson slide by slide with the next key",
    slide_back: "Prev. slide",
    slide_next: "Next slide",
    speaker_notes: "Notes",
    code_text: "Text of the kernel",
    answer: "Answer",
    kernel_tabs: "Kernels of this lesson",

    panels: "Views of the run",
    panel: |panel| match panel {
        None => "Memory",
        Some(Panel::Lines) => "Lines",
        Some(Panel::Banks) => "Banks",
        Some(Panel::Tree) => "Tree",
        Some(Panel::Blocks) => "Blocks",
        Some(Panel::Launch) => "Launches",
        Some(Panel::Scheduler) => "Scheduler",
        Some(Panel::Formulas) => "Formulas",
        Some(Panel::Occupancy) => "Occupancy",
    },
    code: "Code",
    lanes: "Lanes",
    lane_state: |state| match state {
        LaneState::Active => "active",
        LaneState::Masked => "masked",
        LaneState::AtBarrier => "at barrier",
        LaneState::Finished => "finished",
        LaneState::Absent => "absent",
    },
    lanes_active: |(active, present, share)| {
        format!("{active} of {present} lanes active · {}", percent(share))
    },
    warp: |warp| format!("warp {warp}"),
    warps_here: |warps| {
        if warps == 1 {
            "1 warp".to_owned()
        } else {
            format!("{warps} warps")
        }
    },
    array: "Memory",
    touches: |(lines, sectors)| {
        format!(
            "{}, {}",
            count(lines, "line", "lines"),
            count(sectors, "sector", "sectors")
        )
    },
    load: "load",
    store: "store",
    lines_touched: |lines| count(lines, "line", "lines"),
    words_touched: |words| count(words, "word", "words"),
    asked_moved: |(asked, moved)| format!("requested {asked} bytes, moved {moved}"),
    bytes_of: |(asked, moved)| format!("{asked} of {moved} B"),
    line_unit: |(line, sector)| format!("a row is one {line}-byte line of {}-byte sectors", sector),
    timeline: "Mask timeline",
    timeline_hint: "click or drag to go there",
    timeline_label: |(warps, rounds, worked)| {
        format!(
            "Mask timeline: {warps} warps over {rounds} rounds; {} of the lanes in executed statements were active.",
            percent(worked)
        )
    },
    rounds: |(round, rounds)| format!("round {round} of {rounds}"),
    lane_tip: |invocation, warp, lane, state| {
        format!("lane {invocation} · warp {warp}, lane {lane} · {state}")
    },
    word_tip: |name, index, value| format!("{name}[{index}] = {value}"),
    loaded_by: |lanes| format!("loaded by lane {lanes}"),
    stored_by: |lanes| format!("stored by lane {lanes}"),
    predict: "Predict",
    predict_hint: "Mark what will happen, then press next to see what was right (M)",

    counters: "Counters",
    whole_dispatch: |blocks| {
        if blocks == 1 {
            "1 block, all counted".to_owned()
        } else {
            format!("all {} blocks", grouped(blocks))
        }
    },
    counter: |id| match id {
        CounterId::GldRequests => "load requests",
        CounterId::GstRequests => "store requests",
        CounterId::GldTransactions => "load transactions",
        CounterId::GstTransactions => "store transactions",
        CounterId::GldEfficiency => "load efficiency",
        CounterId::GstEfficiency => "store efficiency",
        CounterId::Branch => "branches",
        CounterId::DivergentBranch => "divergent branches",
        CounterId::WarpExecutionEfficiency => "warp efficiency",
        CounterId::InstPerWarp => "instr. per warp",
        CounterId::BarrierWaits => "barrier waits",
    },
    counter_of_both: |id| match id {
        CounterId::GldRequests | CounterId::GstRequests => "requests",
        CounterId::GldTransactions | CounterId::GstTransactions => "transactions",
        CounterId::GldEfficiency | CounterId::GstEfficiency => "efficiency",
        _ => "",
    },
    why: |id| match id {
        CounterId::GldRequests => {
            "Load instructions from global memory, counted once for each warp with at least one active lane."
        }
        CounterId::GstRequests => {
            "Store instructions to global memory, counted once for each warp with at least one active lane."
        }
        CounterId::GldTransactions => {
            "The sum over all load requests of the distinct 128-byte lines that their active lanes touch. One line is the best case for a full warp."
        }
        CounterId::GstTransactions => {
            "The sum over all store requests of the distinct 128-byte lines that their active lanes touch."
        }
        CounterId::GldEfficiency => {
            "Bytes that lanes requested, divided by bytes that moved. Memory moves whole 32-byte sectors (whole lines on a machine with L1 loads)."
        }
        CounterId::GstEfficiency => {
            "Bytes that lanes stored, divided by the bytes of the 32-byte sectors that moved."
        }
        CounterId::Branch => {
            "Decisions of if, loops and switch, counted once for each warp that makes one."
        }
        CounterId::DivergentBranch => {
            "Branches at which the active lanes of a warp disagreed, so that the warp executes both paths."
        }
        CounterId::WarpExecutionEfficiency => {
            "Average share of active lanes in an executed instruction. Counted on the machine's own instructions; a compiler's mix of instructions gives a somewhat different share."
        }
        CounterId::InstPerWarp => {
            "Instructions that one warp executes on average. These are the machine's own instructions, so compare kernels with each other and not with a profiler."
        }
        CounterId::BarrierWaits => {
            "The number of times that a warp arrived at a barrier, over all warps."
        }
    },
    why_hint: "Why this number?",
    kind_title: "Kind of these numbers",
    kind: |kind| match kind {
        Kind::Measured => "measured",
        Kind::Exact => "exact",
        Kind::Modelled => "modelled",
        Kind::Published => "published",
    },
    kind_meaning: |kind| match kind {
        Kind::Measured => "Timed on the named device.",
        Kind::Exact => "Counted from the masks and addresses of this run.",
        Kind::Modelled => {
            "Depends on a model: the machine's own instructions, or blocks that represent others."
        }
        Kind::Published => "Printed in the named source.",
    },
    none: "none",
    small_figures: |device| {
        format!("Small: published for {device}; ✓ equal in every printed digit.")
    },
    published_on: |device| format!("{device}, published"),
    equal_to_published: "equal to the published figure in every printed digit",
    differs_from_published: "differs from the published figure",
    multiplied: |(ran, all, alike)| match alike {
        true => format!(
            "{} of {} blocks ran, all alike; counts are multiplied.",
            grouped(ran.into()),
            grouped(all.into())
        ),
        false => format!(
            "{} of {} blocks ran; they were not alike, so the multiplied counts are estimates.",
            grouped(ran.into()),
            grouped(all.into())
        ),
    },
    tail: "The last block is only partly filled; it is counted as a full one.",
    result_equal: "equal to the CPU",
    result_differs: "wrong result",
    check: |check| match check {
        Check::Equal { words: 1 } => "equal to the CPU".to_owned(),
        Check::Equal { words } => format!("equal to the CPU, {} words", grouped(words)),
        Check::Differs {
            words,
            index,
            got,
            wanted,
        } => {
            format!(
                "{} words differ from the CPU; word {index} is {} and should be {}",
                grouped(words),
                got as i32,
                wanted as i32
            )
        }
    },
    not_checked: "not compared",
    no_findings: "no findings",
    findings: |count| {
        if count == 1 {
            "1 finding".to_owned()
        } else {
            format!("{count} findings")
        }
    },
    finding,
    outcome: |outcome| match outcome {
        Outcome::Completed => None,
        Outcome::Faulted(fault) => {
            let (warp, line, other_warp, other_line) = fault_lines(fault);
            Some(format!(
                "Stopped: warp {warp} waits at the barrier of line {line}, warp {other_warp} at the one of line {other_line}."
            ))
        }
        Outcome::BudgetExhausted { line, steps } => Some(format!(
            "Stopped after {} steps at line {line}: probably an endless loop.",
            grouped(*steps)
        )),
    },
    picture_end: |end| match end {
        PictureEnd::WithKernel => None,
        PictureEnd::WithStop => Some("Picture and counters show everything up to there."),
        PictureEnd::BeforeKernel => Some(
            "The picture ends before the kernel does: the trace grew too large. The counters are complete.",
        ),
        PictureEnd::BeforeStop => Some(
            "The picture ends before that: the trace grew too large. The counters go on to where the run stopped.",
        ),
    },

    player: "Player",
    first: "To the start (Home)",
    back: "Back (←)",
    play: "Play",
    pause: "Pause",
    by_space: |does| format!("{does} (Space)"),
    next: "Next (→)",
    last: "To the end (End)",
    position: "Position",
    step_of: |(step, steps)| format!("step {step} of {steps}"),
    stride_loop: |(iteration, total)| format!("stride loop {iteration} of {total}"),
    grain: |grain| match grain {
        Grain::Warp => "warp",
        Grain::Statement => "statement",
        Grain::Iteration => "stride",
        Grain::Barrier => "barrier",
    },
    grain_label: "Step by",
    cycle: "cycle",
    cycle_meaning: "to the next modelled cycle that issues a statement; runs side by side are at the same cycle",
    cycle_of: |(cycle, end)| format!("cycle {} of {}", grouped(cycle.into()), grouped(end.into())),
    no_cycles: "This run is too long for the scheduler’s model, so it cannot be stepped by cycle. Choose a smaller n or block.",
    grain_meaning: |grain| match grain {
        Grain::Warp => "one statement of one warp",
        Grain::Statement => "one statement of every warp that can run",
        Grain::Iteration => "to the next iteration of the stride loop",
        Grain::Barrier => "past the next barrier",
    },
    speed: "Speed",
    slower: "Slower (-)",
    faster: "Faster (+)",
    caption,

    computing: "computing",
    blocks_done: |(done, all)| format!("{} of {} blocks", grouped(done), grouped(all)),
    cancel: "Cancel",
    cancelled: "Cancelled. The page shows the last complete run.",
    part_missing: "This part of the page could not be loaded. Check the network and try again.",
    part_again: "Try again",
    texts_missing: "The lessons' texts could not be loaded; stepping works without them. Check the network and try again.",
    engine_died: "The engine that runs kernels stopped unexpectedly. It has been started again, and nothing is lost.",
    engine_hangs: "The engine that runs kernels no longer answered. It has been started again, and nothing is lost.",
    engine_gave_up: "The engine that runs kernels keeps stopping. The last complete run stays here; start the engine again, or reload the page.",
    start_engine: "Start the engine",
    new_version: "A new version of Warpstep is available. This page uses the old version until you load the new one. Your work is kept.",
    load_new_version: "Load it now",
    kernel_error: |error| match error.location() {
        Some((line, column)) => {
            format!("This kernel cannot run: {error} (line {line}, column {column}).")
        }
        None => format!("This kernel cannot run: {error}."),
    },

    times: "Time",
    times_of: |n, block| format!("n\u{a0}{} · block\u{a0}{block}", grouped(n.into())),
    shipped_times: |device, day| {
        format!("Dashed, {device}: the same WGSL in a browser, {day}, at the n in the table.")
    },
    published_in: |titles| {
        format!(
            "Dashed: published times of other hardware, at the n and block in the table. From: {titles}."
        )
    },
    measure: "Measure on this GPU",
    measure_hint: "Runs the lesson’s kernels on your GPU at this n and block, checks their results, then times them.",
    enlarge: "Enlarge",
    time_table: "Times as a table",
    kernel: "kernel",
    median: "median",
    interval: "95 % interval",
    bandwidth: "GB/s",
    published: "published",
    milliseconds: "ms",
    looking_for_gpu: "Looking for a GPU …",
    measured_on: |device, fallback, samples| {
        let software = if fallback {
            ", a software adapter: its times say nothing about a GPU"
        } else {
            ""
        };
        format!(
            "Bars: on {device}{software}. Median of {samples} samples with its 95 % interval, every result checked first."
        )
    },
    phase: |phase| match phase {
        Phase::Checking => "checking the result",
        Phase::Calibrating => "calibrating",
        Phase::Timing => "timing",
    },
    lab_measures: "The lab is measuring or waiting for you. Let it finish, or stop it there: two measurements at once would disturb each other.",
    gpu_error,

    bad_number: |text, error| match error {
        NumberError::Empty => {
            "This field is empty. Write a whole number, for example 16384 or 2^14.".to_owned()
        }
        NumberError::NotANumber => {
            format!("“{text}” is not a whole number. Write one, for example 16384 or 2^14.")
        }
        NumberError::TooLarge => format!("“{text}” is larger than any buffer. Write at most 2^29."),
    },
    bad_size: size_error,
    bad_picture: |last| format!("There is no such block. Write 0 to {last}."),
    not_multiple: |missing| {
        format!(
            "The last block lacks {}: the kernel's guard keeps its extra lanes idle.",
            count(missing, "element", "elements")
        )
    },
    nonsense,
    step_beyond: |(step, last)| {
        format!("The link asks for step {step}, but this run has {last}. The end is shown.")
    },
    page_broke: "The page has failed and may show wrong results. Your position is in the address: reload to continue.",
    reload: "Reload",

    help_title: "Keys",
    keys: &[
        ("→ · N · PageDown · F10", "next"),
        ("← · P · PageUp", "back"),
        ("Space", "play and pause; on a slide: next"),
        (
            "Home · End",
            "start and end; on a slide: first and last slide",
        ),
        ("Alt → · Alt ←", "next slide, previous slide"),
        ("O · Esc", "all slides"),
        ("G", "go to a slide"),
        ("B · .", "black screen; any key returns"),
        ("S", "speaker's window: notes, next slide, timer"),
        ("Ctrl P", "print the lesson: a page for each slide"),
        ("F", "full screen"),
        (
            "1 · 2 · 3 · 4 · 5",
            "step by warp, statement, stride, barrier, modelled cycle",
        ),
        ("+ · -", "faster, slower"),
        ("M", "predict what the next press will do"),
        ("R", "start over"),
        ("T", "light, dark, projector"),
        ("D", "terms in other GPU languages"),
        ("?", "this page"),
    ],
    keys_on: "Enable these keys",
    help_reading: "How to read the page",
    help_lines: &[
        "The highlighted statement runs next. Everything else shows the state before it.",
        "A row of cells is a warp, a cell is a lane. Solid lanes execute the highlighted statement, hatched lanes wait for their warp, barred lanes wait at a barrier, pale lanes have finished.",
        "In memory a row is one line. Blue words are loaded, orange words are stored, and a corner marks words that the last step changed. Bars below a row are its sectors.",
        "The timeline shows every warp over the whole run; the height of a bar is the share of active lanes.",
        "Point at a lane or word to see its values.",
    ],
};

fn count(number: u32, one: &str, many: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{} {many}", grouped(number.into()))
    }
}

fn percent(share: f64) -> String {
    if share == share.round() {
        format!("{share:.0} %")
    } else {
        format!("{share:.1} %")
    }
}

fn pattern(lanes: &LanePattern) -> String {
    match *lanes {
        LanePattern::None => "No lane".to_owned(),
        LanePattern::One(lane) => format!("Lane {lane}"),
        LanePattern::Run { first, last } if last == first + 1 => {
            format!("Lanes {first} and {last}")
        }
        LanePattern::Run { first, last } => format!("Lanes {first} to {last}"),
        LanePattern::Every { first, step, last } if last == first + step => {
            format!("Lanes {first} and {last}")
        }
        LanePattern::Every { first, step, .. } => {
            format!("Lanes {first}, {}, {} …", first + step, first + 2 * step)
        }
        LanePattern::Some { first: [a, b, c] } => format!("Lanes {a}, {b}, {c} …"),
    }
}

fn words(many: u32) -> String {
    count(many, "word", "words")
}

fn moved(verb: &str, place: &str, moved: &Moved) -> String {
    let lines = format!(
        "{verb} {} {place} {}",
        words(moved.words),
        count(moved.lines, "line", "lines")
    );
    match (moved.words, moved.shared_words) {
        (_, 0) => lines,
        (0, shared) => format!("{verb} {} {place} workgroup memory", words(shared)),
        (_, shared) => format!("{lines} and {shared} {place} workgroup memory"),
    }
}

fn caption(caption: &Caption) -> (Option<String>, String) {
    let head = caption
        .stride
        .as_ref()
        .map(|(name, value)| format!("{name} {value}"));
    let s = if caption.active == 1 { "s" } else { "" };
    let who = pattern(&caption.lanes);
    let of_warps = if caption.warps > 1 {
        format!(" of {} warps", caption.warps)
    } else {
        String::new()
    };
    let text = match &caption.doing {
        Doing::Finished => "All warps have finished the kernel.".to_owned(),
        Doing::CutOff => "The picture ends here; the kernel goes on.".to_owned(),
        Doing::Memory { loads, stores } => {
            let parts: Vec<String> = [
                (loads.requests > 0).then(|| moved(&format!("load{s}"), "from", loads)),
                (stores.requests > 0).then(|| match loads.is_shared() && stores.is_shared() {
                    true => format!("store{s} {} there", words(stores.shared_words)),
                    false => moved(&format!("store{s}"), "to", stores),
                }),
            ]
            .into_iter()
            .flatten()
            .collect();
            format!("{who}{of_warps} {}.", parts.join(" and "))
        }
        Doing::Barrier { warps } => format!(
            "{} at the barrier and {} there for the others.",
            if *warps == 1 {
                "One warp arrives".to_owned()
            } else {
                format!("{warps} warps arrive")
            },
            if *warps == 1 { "waits" } else { "wait" }
        ),
        Doing::Splits {
            first,
            waiting,
            warps,
        } => format!(
            "The lanes of {} diverge: {first} go on, {waiting} wait.",
            count(*warps, "warp", "warps")
        ),
        Doing::Assigns { variable } => format!("{who}{of_warps} set{s} {variable}."),
        Doing::Returns { .. } => format!("{who}{of_warps} leave{s} the kernel."),
        Doing::Computes => format!("{who}{of_warps} execute{s} this statement."),
    };
    let elsewhere = match caption.elsewhere {
        0 => String::new(),
        1 => " One warp is at another line.".to_owned(),
        warps => format!(" {warps} warps are at other lines."),
    };
    (head, text + &elsewhere)
}

fn size_error(error: SizeError) -> String {
    match error {
        SizeError::TooFew { n, least } => {
            format!("n = {n} is too small for one block. Write {least} or more.")
        }
        SizeError::TooMany { n, most } => format!(
            "n = {} is more than fits. Write at most {}.",
            grouped(n.into()),
            grouped(most.into())
        ),
        SizeError::Block { block } => format!(
            "A block of {block} cannot be halved down to one lane. Choose 32, 64, 128, 256, 512 or 1024."
        ),
        SizeError::Unfit { size, nearest } => format!(
            "This kernel cannot take n = {} in blocks of {}. The nearest valid size is n = {} in blocks of {}.",
            grouped(size.n().into()),
            size.block(),
            grouped(nearest.n().into()),
            nearest.block()
        ),
        SizeError::BlockBeyondAdapter { block, most } => {
            format!(
                "Your GPU's adapter runs blocks of at most {most} lanes, not {block}. Stepping works; to measure, choose {most} or less."
            )
        }
    }
}

fn nonsense(nonsense: &Nonsense) -> String {
    match nonsense {
        Nonsense::Lesson(text) => {
            format!("The link names a lesson “{text}” that does not exist. Here are all lessons.")
        }
        Nonsense::Kernel(text) => format!(
            "The link names a kernel “{text}” that this lesson does not have. Its first kernel is shown."
        ),
        Nonsense::Number { key, text, error } => match error {
            NumberError::TooLarge => {
                format!("The link's {key}, “{text}”, is too large. The usual value is shown.")
            }
            NumberError::Empty | NumberError::NotANumber => format!(
                "The link's {key}, “{text}”, is not a whole number. The usual value is shown."
            ),
        },
        Nonsense::Size { error, used } => {
            format!(
                "{} The link is shown with n = {} and block = {}.",
                size_error(*error),
                grouped(used.n().into()),
                used.block()
            )
        }
        Nonsense::Machine(text) => format!(
            "The link names a machine “{text}” that does not exist. The usual one is shown."
        ),
        Nonsense::List { key, error } => {
            format!(
                "The link's {key}: {} The usual list is shown.",
                (super::lab::EN.bad_list)(error)
            )
        }
        Nonsense::Choice { key, text } => {
            format!("The link's {key}, “{text}”, does not exist. The usual one is shown.")
        }
        Nonsense::TooMuchCode { letters, most } => format!(
            "The link holds a kernel of {} characters; at most {} are read. It was not opened: ask for a file. Your own text is still here.",
            grouped(*letters as u64),
            grouped(*most as u64)
        ),
        Nonsense::Key(text) => {
            format!("The link has a setting “{text}” that this page does not know. It is ignored.")
        }
    }
}

fn gpu_error(error: &GpuError) -> String {
    match error {
        GpuError::NoWebGpu => "This browser has no WebGPU, so nothing can be timed here; stepping needs none. Use a current Chrome, Edge, Safari or Firefox.".to_owned(),
        GpuError::InsecureContext => "Browsers offer WebGPU only over https or from localhost, so nothing can be timed here; stepping works.".to_owned(),
        GpuError::NoAdapter { .. } => "The browser has WebGPU but offers no GPU adapter, so nothing can be timed here; stepping works. Check that hardware acceleration is on (in Chrome: chrome://gpu), or update the graphics driver.".to_owned(),
        GpuError::DeviceRefused { detail } => format!("The GPU refused a device ({detail}). Close other pages that use the GPU and reload."),
        GpuError::DeviceLost { reason } => format!("The GPU was lost while in use ({reason}). Nothing else is lost: press Measure to connect again."),
        GpuError::BlockTooLarge { block, most } => format!("A block of {block} lanes is more than this adapter's {most}. Choose a smaller block to measure."),
        GpuError::BufferTooLarge { bytes, most } => format!("A buffer of {} bytes is more than this adapter's {}. Choose a smaller n to measure.", grouped(*bytes), grouped(*most)),
        GpuError::TooManyWorkgroups { asked, most } => format!("{} blocks in one dimension are more than this adapter's {}. Choose a larger block or a smaller n.", grouped((*asked).into()), grouped((*most).into())),
        GpuError::NoSuchOutput { output, buffers } => format!("The run has {buffers} buffers and no number {output}, so there is no result to compare."),
        GpuError::ShaderRefused { message, line } => match line {
            Some(line) => format!("The browser refused the shader at line {line}: {message}"),
            None => format!("The browser refused the shader: {message}"),
        },
        GpuError::CommandRefused { message } => format!("The browser refused a command: {message}"),
        GpuError::WrongResult { index, got, expected } => format!("On this GPU word {index} of the result is {}, but the CPU says {}. A wrong result is not timed.", *got as i32, *expected as i32),
        GpuError::OutOfMemory => "The GPU has no memory left for this n. Choose a smaller one.".to_owned(),
        GpuError::Cancelled => "The measurement was cancelled.".to_owned(),
        GpuError::MapFailed => "The result could not be read back from the GPU. Try again.".to_owned(),
    }
}
