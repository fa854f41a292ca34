//! The export dialog in English.

use super::{ExportWords, size};

pub static EN: ExportWords = ExportWords {
    title: "Export",
    take_panel: |panel| format!("Export: {panel}"),
    tabs: "What to export",
    tab: |id| match id {
        "animation" => "Animation",
        "trace" => "Trace",
        "frame" => "Embed",
        _ => "Picture",
    },
    what: "Panel",
    stage: "All panels",
    preview: "The picture as it will be saved",
    pictures: "SVG stays sharp at any size; PNG has three times the screen's resolution.",
    gone: "This panel is no longer on the page. Choose another one.",
    copy: "Copy as PNG",
    copied: "Copied",
    not_copied: "This browser does not let the page copy pictures. Save the PNG instead.",
    working: "Progress",
    size,
    from: "From step",
    to: "to step",
    rate: "Steps a second",
    scale: "Size",
    make: "Make GIF",
    save_gif: "Save GIF",
    frames: |frames, seconds| {
        let frames = match frames {
            1 => "1 picture".to_owned(),
            frames => format!("{frames} pictures"),
        };
        format!(
            "{frames}, {seconds:.1} seconds, repeated. While it is made, the page goes through the steps."
        )
    },
    backwards: "The last step comes before the first. Choose a later one.",
    too_long: |frames, most| {
        format!(
            "{frames} pictures are more than the {most} that fit. Choose fewer steps, or a larger step: stride or barrier."
        )
    },
    too_large: "The animation would be too large. Choose fewer steps, one panel, or size 1×.",
    predicts: "Predict is on, and an animation would show the answers. Switch it off first.",
    not_made: "The panel is gone, or the browser has no memory for its pictures. Choose fewer steps or a smaller panel.",
    trace: "The steps of the followed block: masks, requests with their addresses, values before and after. The same file as from warpstep trace; app/cli/trace.schema.json describes it.",
    trace_size: |steps, bytes| format!("{steps} steps, about {}.", size(bytes)),
    trace_too_long: |bytes, most| {
        format!(
            "The file would have about {}, and at most {} can be saved. Choose a smaller block or n, or write it with warpstep trace.",
            size(bytes),
            size(most)
        )
    },
    no_trace: "There is no run yet. Wait until the panels show one.",
    frame: "The animation with its player, for a course page or a blog. It keeps the current kernel, step, language and theme, and links back to this page.",
    width: "Width",
    height: "Height",
    snippet: "HTML for the other page",
    copy_snippet: "Copy HTML",
    snippet_not_copied: "This browser does not let the page copy. Select the text and copy it.",
    no_frame: "This kernel is too long for a link. Shorten it, or save it as a file.",
    frame_preview: "Preview",
    open_whole: "Open in Warpstep",
};
