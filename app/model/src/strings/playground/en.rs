//! The playground in English.

use super::{PlaygroundWords, declaration, first_line, name};
use crate::number::{NumberError, grouped};
use crate::playground::draft::DraftError;
use crate::playground::foreign::Foreign;
use crate::playground::hint::Hint;
use crate::playground::link::LinkError;
use crate::playground::link::SqueezeError;
use crate::playground::ready::NotReady;
use simt::KernelError;

pub static EN: PlaygroundWords = PlaygroundWords {
    edit: "Edit this kernel in the playground",
    text: "Kernel",
    editor: "WGSL of the kernel",
    editor_keys: "Tab indents; to leave the editor by keyboard press Escape, then Tab. Ctrl+Space completes, F8 goes to the next error.",
    no_editor: "The editor could not be loaded, so this is a plain field. Everything else works; reload to try again.",
    side: "Next to the run",
    tab: |id| match id {
        "setup" => "Set-up",
        "counters" => "Counters",
        "buffers" => "Buffers",
        _ => "GPU",
    },

    open: "Open a kernel …",
    start: "A first kernel",
    earlier_group: "Your earlier texts",
    earlier: |source, clock| format!("{clock} · {}", first_line(source)),
    undo: "Undo",
    redo: "Redo",
    open_file: "Open",
    open_file_hint: "Open a .wgsl file, or a .json file saved here",
    save_text: "Save the text as a .wgsl file",
    save_all: "Save text and settings as a .json file",
    share: "Share",
    share_hint: "Make a link that holds text and settings",
    link: "Link to this kernel",
    link_made: |letters| {
        format!(
            "Copied if the browser allows it. {} characters; the link contains the kernel.",
            grouped(letters as u64)
        )
    },
    no_link: "This browser cannot make the link. Save a .json file instead.",
    link_too_long: |letters, most| {
        format!(
            "The link would have {} characters, and many programs cut links off after {}. Save a .json file instead.",
            grouped(letters as u64),
            grouped(most as u64)
        )
    },
    bad_link: |error| {
        match error {
        LinkError::Letters(SqueezeError::Damaged) => "The link is damaged: the kernel in it cannot be unpacked. Ask for it again, or for a file. Your own text is still here.".to_owned(),
        LinkError::Letters(SqueezeError::TooLong { most_bytes }) => format!(
            "The link unpacks to more than {} bytes, which no kernel of this page does. It was not opened; your own text is still here.",
            grouped(*most_bytes as u64)
        ),
        LinkError::Letters(SqueezeError::Unsupported) => "This browser cannot unpack links. Ask for a file instead; your own text is still here.".to_owned(),
        LinkError::Draft(error) => format!(
            "The link holds no kernel of this page: {} Your own text is still here.",
            draft_error(error)
        ),
    }
    },
    bad_file: |file, error| {
        format!(
            "“{file}” cannot be opened: {} Your own text is still here.",
            draft_error(error)
        )
    },
    file_too_long: |file, most| {
        format!(
            "“{file}” is longer than {} bytes, the most that is read. Your own text is still here.",
            grouped(most as u64)
        )
    },
    file_empty: |file| format!("“{file}” is empty: choose a file with numbers or bytes."),
    not_text: |file| {
        format!(
            "“{file}” is not a text file. Choose a .wgsl file; bytes for a buffer are chosen at the buffer."
        )
    },
    not_kept: "The browser has no room to keep this text: save it as a file before you leave the page.",

    empty: "There is no text yet. Write a kernel, paste one, or open one of the lessons’.",
    engine: "This text crashed the engine or kept it busy for too long. It runs again as soon as you change it; your text is not lost.",
    stale: "The picture shows the last text that ran.",
    all_well: "It runs, with no findings.",
    several: |names, runs| {
        format!(
            "The text has {} entry points: {}. {runs} runs; choose another in the set-up.",
            names.len(),
            names.join(", ")
        )
    },
    not_ready: |error| match error {
        // The sentence is the machine's own.
        NotReady::Kernel(error) => kernel(error),
        NotReady::TooManyLanes { lanes, most } => format!(
            "{} lanes are more than the {} that are run again at every edit. Ask for fewer workgroups.",
            grouped(*lanes),
            grouped(*most)
        ),
        NotReady::TooManyWords { name, words, most } => format!(
            "The buffer for {name} would have {} words; at most {} are run here. Ask for fewer elements.",
            grouped(*words),
            grouped(*most)
        ),
        NotReady::NoWorkgroups => {
            "A dispatch without workgroups runs nothing: ask for at least 1 in x, y and z."
                .to_owned()
        }
        NotReady::Number { name, text } => format!(
            "The list for {name} contains “{text}”, which is not a number of its type. Write numbers with commas between them."
        ),
    },
    foreign,
    hint,

    entry: "Entry point",
    workgroup_size: |[x, y, z]| {
        format!("{x} × {y} × {z} lanes in a workgroup, as declared in the text.")
    },
    workgroups: "Workgroups",
    override_label: |name| format!("Value of the override {name}; empty: its own"),
    buffers: "Buffers",
    no_buffers: "The kernel uses no buffer.",
    binding: declaration,
    filled_with: |name| format!("Initial contents of {name}"),
    filling: |id| match id {
        "zeros" => "zeros",
        "ones" => "ones",
        "ramp" => "0, 1, 2, …",
        "random" => "random",
        "count" => "n, the length",
        "numbers" => "numbers …",
        "file" => "a file …",
        _ => "as in the lesson",
    },
    seed: "Seed",
    numbers: "Numbers with commas between them; the others are zero",
    file: "File for this buffer",
    file_bytes: |bytes| match bytes {
        0 => "no file yet".to_owned(),
        bytes => format!("{} bytes", grouped(bytes as u64)),
    },
    words: |words| format!("{words} words"),
    elements_of: |name, values| match values {
        1 => format!("Elements of {name}"),
        values => format!("Elements of {name}, {values} values each"),
    },
    bad_elements: |most| format!("Write 1 to {}.", grouped(most)),
    bad_number: |text, error| match error {
        NumberError::Empty => "Write a whole number.".to_owned(),
        NumberError::NotANumber => format!("“{text}” is not a whole number."),
        NumberError::TooLarge => format!("“{text}” does not fit into 32 bits."),
    },
    no_number: |text| format!("“{text}” is not a number."),
    order: "Order of warps",
    order_hint: "0: warps take turns by number. Any other number shuffles their turns, always in the same way, which can reveal a missing barrier.",

    afterwards: "Buffers after the run",
    cells: |cells| match cells {
        1 => "1 value".to_owned(),
        cells => format!("{} values", grouped(cells as u64)),
    },
    was: |value| format!("was {value}"),

    face: "Simulator and GPU",
    face_lead: "Runs the text once on your GPU and compares every value that it wrote.",
    run_on_gpu: "Run on this GPU",
    run_anyway: "Run it anyway",
    risky: "In the simulator this kernel does not end, or its barriers do not open. A GPU may hang for seconds, and the browser may take the GPU away from this page. Your text would not be lost.",
    running: "Running on the GPU …",
    cut_off: "The simulator stopped before the end, so its values are those of that moment.",
    compared: |found| match found.differing {
        0 => format!("equal: all {} values", grouped(found.cells as u64)),
        differing => {
            let ulps = found.most_ulps.map_or(String::new(), |ulps| {
                format!(", by at most {}", (EN.ulps)(ulps))
            });
            format!(
                "{} of {} values differ{ulps}",
                grouped(differing as u64),
                grouped(found.cells as u64)
            )
        }
    },
    ulps: |ulps| match ulps {
        1 => "1 ulp".to_owned(),
        ulps => format!("{} ulps", grouped(ulps)),
    },
    index: "value",
    simulator: "simulator",
    gpu: "GPU",
    more_cells: |more| format!("and {} more", grouped(more as u64)),
    time_it: "Time it",
    timing: "Timing …",
};

fn kernel(error: &KernelError) -> String {
    (crate::strings::of(lessons::Language::English).kernel_error)(error)
}

fn draft_error(error: &DraftError) -> String {
    match error {
        DraftError::TooLong { bytes, most } => format!(
            "it has {} bytes, and at most {} are read.",
            grouped(*bytes as u64),
            grouped(*most as u64)
        ),
        DraftError::Form { message, .. } => format!("its format is wrong ({message})."),
        DraftError::Version { version, known } => format!(
            "it is of version {version}, and this page reads version {known}. Reload the page for a newer one."
        ),
        DraftError::Value { name } => format!("its “{name}” is not valid."),
    }
}

fn foreign(foreign: &Foreign) -> String {
    let language = name(foreign.language);
    let pairs: Vec<String> = foreign
        .pairs
        .iter()
        .map(|(theirs, ours)| format!("{ours} for {}", theirs.trim()))
        .collect();
    if foreign.is_host {
        return format!(
            "This is {language} code that sends a kernel to the GPU. Paste only the kernel: the text between its quotation marks."
        );
    }
    if pairs.is_empty() {
        return format!(
            "This is {language}; the browser runs WGSL. Open one of the lessons’ kernels to see how it looks."
        );
    }
    format!("This is {language}; WGSL writes {}.", pairs.join("; "))
}

fn hint(hint: &Hint) -> String {
    match hint {
        Hint::Word { wrote, write } => format!("{wrote} is from another language; WGSL writes {write}."),
        Hint::Declaration { wrote, write } => format!(
            "C declares with {wrote} in front; WGSL writes var name: {write} = …; or let name = …;"
        ),
        Hint::Semicolon => "A semicolon is missing at the end of the statement before.".to_owned(),
        Hint::ClosingBrace => "A closing } is missing.".to_owned(),
        Hint::Ternary => "WGSL has no ?: — write select(otherwise, then, condition), or if and else.".to_owned(),
        Hint::Arrow => "WGSL has no ->; write a dot: p.x works for a pointer too.".to_owned(),
        Hint::Cast => "WGSL converts like a call: u32(x) in place of (uint) x.".to_owned(),
        Hint::ForParts => "for needs three parts: for (var i = 0u; i < n; i++) { }. A loop without them is loop { } or while (condition) { }.".to_owned(),
        Hint::LoopVariable => "The loop’s variable is declared with var: for (var i = 0u; i < n; i++).".to_owned(),
        Hint::Text => "Kernels have no text and no characters: keep numbers in a buffer.".to_owned(),
        Hint::Comma => "Members of a struct end with commas, not with semicolons.".to_owned(),
        Hint::Conversion => "WGSL converts nothing by itself: make both sides one type with u32(…), i32(…) or f32(…), and write 1.0 for a float, 1u for a u32.".to_owned(),
        Hint::Constant => "A let cannot change: declare it with var instead.".to_owned(),
        Hint::Unknown { name } => format!("Nothing called {name} is declared here: check the spelling, or declare it with let or var."),
        Hint::AddressSpace => "A variable outside a function needs an address space: var<private>, var<workgroup> or var<storage, read_write>; a constant is const.".to_owned(),
        Hint::NoBinding => "A buffer needs a binding: @group(0) @binding(0) in front.".to_owned(),
        Hint::SameBinding => "Two buffers have the same @group and @binding: give each its own.".to_owned(),
        Hint::ReadOnly => "Nothing can be stored there: declare the buffer var<storage, read_write>; parameters and let are never stored to.".to_owned(),
        Hint::WorkgroupSize => "A workgroup has 1 to 1024 lanes in all: for example @workgroup_size(256).".to_owned(),
        Hint::Recursion => "WGSL has no recursion: a function cannot call itself. Write a loop.".to_owned(),
        Hint::NegativeIndex => "Indices begin at 0; a negative one is outside of every array.".to_owned(),
        Hint::DivisionByZero => "The divisor is a literal 0: divide by something else, or leave the division out.".to_owned(),
        Hint::Printing => "Kernels print nothing: store what you want to see in a buffer.".to_owned(),
        Hint::NoNull => "WGSL has no null: a pointer always points to something.".to_owned(),
        Hint::NoEntryPoint => "A kernel begins like this: @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { … }".to_owned(),
    }
}
