//! The lab in English.

use super::LabWords;
use crate::lab::experiment::Preset;
use crate::lab::figures::Figure;
use crate::lab::list::{ListError, MOST};
use crate::number::{NumberError, grouped};
use gpu::{Clock, GpuError, SheetError};
use lessons::Parameter;
use lessons::cost::Bound;

pub static EN: LabWords = LabWords {
    open: "Open in the lab",
    empty_title: "Nothing is measured yet",
    empty_lines: [
        (
            "Right first.",
            "Each kernel runs once on your GPU, and its result is compared with the CPU's. A wrong result is not timed.",
        ),
        (
            "Then timed, in turns.",
            "Kernels take turns, A B … B A, after a warm-up. A sample is the slope between R and 2R dispatches, so the fixed cost of a launch cancels out, and a coarse clock still gives an accurate time.",
        ),
        (
            "Every sample stays.",
            "You see the median with its 95 % interval, all samples as dots with the outliers marked, and the times of the first run and of compiling separately.",
        ),
    ],
    empty_promise: "Nothing runs on your GPU before you press the button. Results stay in this browser until you export them.",

    presets: "Experiments",
    preset: |preset| match preset {
        Preset::Kernels => "Side by side",
        Preset::One => "One kernel",
        Preset::Sizes => "Against n",
        Preset::Blocks => "Against block",
        Preset::Both => "n × block",
        Preset::PerLane => "Per thread",
        Preset::Work => "Branch work",
        Preset::Grid => "Blocks in grid",
    },
    preset_meaning: |preset| match preset {
        Preset::Kernels => "All kernels of a lesson on the same data",
        Preset::One => "One kernel at one size",
        Preset::Sizes => "All kernels of a lesson from small to large n, by powers of two",
        Preset::Blocks => "One kernel with every block that your GPU can run",
        Preset::Both => "One kernel over n and block, as a heat map",
        Preset::PerLane => "1, 2, 4 and 8 elements for each thread",
        Preset::Work => "Both paths of a branch get longer and longer: when does divergence cost?",
        Preset::Grid => "A grid-stride kernel with more and more blocks: how many fill your GPU?",
    },
    kernels: "Kernels",
    lesson: "Lesson",
    sizes: "n (elements)",
    sizes_hint: "2^20, or 2^10..2^24 for every power of two between, or a list",
    parameter: |parameter| match parameter {
        Parameter::Iterations => "Iterations in a branch",
        Parameter::Blocks => "Blocks in the grid",
    },
    values_hint: "each kernel's own; or a list such as 1..256",
    value_outside: |most| format!("Write numbers from 1 to {}.", grouped(most.into())),
    bad_list: |error| match error {
        ListError::Number {
            error: NumberError::Empty,
            ..
        } => "A number is missing. Write a list, for example 2^10..2^20 or 4096, 65536.".to_owned(),
        ListError::Number {
            text,
            error: NumberError::NotANumber,
        } => format!(
            "“{text}” is not a whole number. Write a list, for example 2^10..2^20 or 4096, 65536."
        ),
        ListError::Number {
            text,
            error: NumberError::TooLarge,
        } => {
            format!("“{text}” is larger than any buffer. Write at most 2^29.")
        }
        ListError::Backwards { first, last } => {
            format!(
                "{first}..{last} is not a range. Write the smaller number first, and begin at 1 or more."
            )
        }
        ListError::TooMany => format!("That is a long list. Write at most {MOST} numbers."),
    },
    blocks: "Block (threads)",
    method: "Method",
    rounds: "Rounds",
    bad_rounds: |most| format!("Write a whole number from 1 to {}.", grouped(most.into())),
    clock_label: "Clock",
    clock: |clock| match clock {
        Clock::Gpu => "GPU clock",
        Clock::Wall => "wall clock",
    },
    rounding: "Clock step",
    rounding_of: |nanos| match nanos {
        None => "as the browser gives it".to_owned(),
        Some(nanos) => format!("rounded to {} µs", nanos / 1_000),
    },
    copy: "Measure a plain copy too",
    method_about: "Each round gives every kernel one sample. The slope stays accurate even with a coarser clock.",
    estimate: |(count, seconds)| {
        let count = match count {
            1 => "1 measurement".to_owned(),
            _ => format!("{count} measurements"),
        };
        format!("{count}, about {}", time_en(seconds))
    },
    no_kernel: "Choose at least one kernel.",
    too_many: |(count, most)| {
        format!(
            "{count} measurements are more than fit one file. Choose fewer kernels or sizes: at most {most}."
        )
    },
    left_out: |(n, block)| {
        format!(
            "This adapter supports n up to {} and blocks up to {block}; larger sizes are left out.",
            grouped(n.into())
        )
    },
    run: "Measure on my GPU",

    paused: "Paused",
    paused_hidden: "Paused while this page is in the background",
    resume: "Go on",
    stop: "Stop",
    lesson_measures: "A lesson's kernels are being measured. Wait for them, or cancel them on the lesson page.",
    device_lost: "The GPU was lost and is connected again. Finished measurements are kept; the others continue.",
    lost: |error| {
        let reason = match error {
            GpuError::DeviceLost { reason } => reason.trim_end_matches('.'),
            _ => "",
        };
        format!(
            "The GPU was lost three times ({reason}). Finished measurements are kept. Close other pages that use the GPU, or choose a smaller n; then connect again."
        )
    },
    reconnect: "Connect and go on",
    long: "Long for one dispatch: operating systems reset the GPU after one or two seconds.",
    may_be_long: "The time of one dispatch is unknown. Operating systems reset the GPU after one or two seconds; a smaller n is safer.",
    unknown_length: |kernel| {
        format!("{kernel}: the simulator stopped before it could estimate the time")
    },
    may_take: |kernel, seconds| {
        format!(
            "{kernel}: about {} each, by the simulator's cost and this GPU's times so far",
            time_en(seconds)
        )
    },
    leave_out: "Leave out",
    run_anyway: "Run anyway",

    figures: "Charts",
    figure: |figure| match figure {
        Figure::Times => "Times",
        Figure::SpeedUp => "Speed-up",
        Figure::Sizes => "Against n",
        Figure::Bandwidth => "GB/s",
        Figure::Blocks => "Against block",
        Figure::HeatMap => "n × block",
        Figure::PerLane => "Per thread",
        Figure::Parameter => "Parameter",
        Figure::Roofline => "Roofline",
        Figure::Simulated => "Model",
    },
    figure_title: |figure| match figure {
        Figure::Times => "Time of one dispatch",
        Figure::SpeedUp => "Speed-up over the first kernel",
        Figure::Sizes => "Time of one dispatch against n",
        Figure::Bandwidth => "Effective bandwidth against n",
        Figure::Blocks => "Time against the block",
        Figure::HeatMap => "effective bandwidth over n and block",
        Figure::PerLane => "Time against elements per thread",
        Figure::Parameter => "Time against the parameter",
        Figure::Roofline => "Roofline",
        Figure::Simulated => "Simulator and GPU",
    },
    figure_of: |title, n, block| match block {
        Some(block) => format!("{title}, n = {}, block {block}", grouped(n)),
        None => format!("{title}, n = {}", grouped(n)),
    },
    figure_source: |source| {
        let device = match source.is_fallback {
            true => format!(
                "{} (a software device: its times say nothing about a GPU)",
                source.device
            ),
            false => source.device.to_owned(),
        };
        let clock = match source.clock {
            Clock::Gpu => "GPU clock",
            Clock::Wall => "wall clock",
        };
        format!(
            "Measured on {device} · {} UTC · medians with 95 % intervals of up to {} samples · slope over R and 2R dispatches, {clock}",
            source.day, source.samples
        )
    },
    speed_up_about: "The speed of each kernel relative to the first.",
    nothing_here: "Nothing was measured at this size.",
    per_lane: "elements per thread",
    time: "time",
    copy_title: "copy",
    counting: "The machine is counting what these kernels do…",
    roof: "copy",
    roofline_about: "Operations are instructions of our own bytecode, counted per lane; bytes are those of the sectors that its requests move. Above the roof a cache serves repeated reads.",
    intensity: "operations per byte",
    operation_rate: "10⁹ operations per second",
    simulated_about: "Each kernel's time by the model of an H200 against its time on this GPU; on the line they have the usual ratio.",
    modelled_time: "modelled (H200)",
    measured_time: "measured",
    proportion: |ratio| format!("× {ratio}"),
    correlation: |rank| {
        format!("Order of the kernels, modelled against measured: rank correlation {rank:.2}.")
    },
    comparison: |modelled, measured, each| {
        format!(
            "modelled {modelled}, rank {} ({}) · measured {measured}, rank {} · × {:.2} of the usual",
            each.modelled_rank,
            match each.bound {
                Bound::Waiting => "latency-bound",
                Bound::Issuing => "issue-bound",
                Bound::Caches => "cache-bound",
                Bound::Memory => "memory-bound",
            },
            each.measured_rank,
            each.ratio
        )
    },
    explanation: |each| match (each.bound, each.ratio > 1.0) {
        (Bound::Waiting, true) => {
            "Slower than modelled: fewer warps wait at the same time on this GPU, or its barriers cost more."
        }
        (Bound::Waiting, false) => {
            "Faster than modelled: more warps hide the waiting here, or its latencies are shorter."
        }
        (Bound::Issuing, true) => {
            "Slower than modelled: the compiler issues more for each of our instructions, such as checks of bounds."
        }
        (Bound::Issuing, false) => {
            "Faster than modelled: the compiler needs fewer instructions than our bytecode."
        }
        (Bound::Caches, true) => {
            "Slower than modelled: this GPU's caches are smaller or narrower than an H200's."
        }
        (Bound::Caches, false) => {
            "Faster than modelled: repeated reads are served by a nearer cache than modelled."
        }
        (Bound::Memory, true) => {
            "Slower than modelled: too few bytes are in flight, or the size is too small to fill the GPU."
        }
        (Bound::Memory, false) => "Faster than modelled: at this n a cache holds all of the data.",
    },
    heat_about: "GB/s on a logarithmic scale: darker is faster, and the best cell is outlined.",
    export: "Save as",
    export_as: |format| format!("Save as {format}"),
    not_saved: "The browser could not save the file. Try another format.",
    table: "All measurements",
    samples: "all samples",
    samples_hint: "Each dot is a sample, from the fastest to the slowest; rings are outliers, the line is the median.",
    first_run: "first run",
    first_run_hint: "The first dispatch, on cold caches and low clocks",
    compiling: "compiling",
    compiling_hint: "From text to pipeline; drivers may delay a part of it until the first run",
    slope: |repeats| format!("slope, R = {}", grouped(repeats.into())),
    single: "single dispatches",
    quantised: |step| format!("quantised to {step}"),
    strip: |(samples, least, most, outliers)| {
        let outliers = match outliers {
            0 => "no outlier".to_owned(),
            1 => "1 outlier".to_owned(),
            _ => format!("{outliers} outliers"),
        };
        format!("{samples} samples from {least} to {most}, {outliers}")
    },

    records: "Saved in this browser",
    no_records: "Each run is saved here: you can view, name and export it.",
    import: "Open a file",
    name: "Name",
    entries: |count| match count {
        1 => "1 measurement".to_owned(),
        _ => format!("{count} measurements"),
    },
    forget: "Delete",
    forget_sure: "Delete?",
    storage_full: "The browser has no room left for this record, so it is not kept: export it as JSON, or delete older ones at the side.",
    unreadable: |name| format!("“{name}” could not be read. Choose it again."),
    bad_file: |name, error| format!("“{name}” is not used: {}", sheet_error_en(error)),
};

fn time_en(seconds: f64) -> String {
    match seconds {
        s if s < 0.95 => format!("{:.1} s", s),
        s if s < 100.0 => format!("{s:.0} s"),
        s => format!("{:.0} min", s / 60.0),
    }
}

fn sheet_error_en(error: &SheetError) -> String {
    match error {
        SheetError::TooLong { bytes, most } => format!(
            "it has {} bytes, and files of measurements have at most {}.",
            grouped(*bytes as u64),
            grouped(*most as u64)
        ),
        SheetError::NotASheet { line: 0, message } => {
            format!("it is not a file of measurements ({message}). Export one as JSON from a lab.")
        }
        SheetError::NotASheet { line, message } => format!(
            "it is not a file of measurements (line {line}: {message}). Export one as JSON from a lab."
        ),
        SheetError::OtherVersion { version, known } => {
            format!(
                "it is of version {version}, and this page reads version {known}. Reload the page for a newer one."
            )
        }
        SheetError::Empty => "there is no measurement in it.".to_owned(),
        SheetError::TooMany { what, count, most } => {
            format!(
                "it has {} {what}, and at most {} are read.",
                grouped(*count as u64),
                grouped(*most as u64)
            )
        }
        SheetError::Senseless { kernel, field } if kernel.is_empty() => {
            format!("its field “{field}” has a value that no measurement produces.")
        }
        SheetError::Senseless { kernel, field } => {
            format!("the field “{field}” of “{kernel}” has a value that no measurement produces.")
        }
    }
}
