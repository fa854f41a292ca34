//! Scripts that find elements without enough room on the page.

/// Collects in `faults` the parts of panels' heads that reach out of their panel. A script can be appended: it has
/// `faults`, `box` for an element's place, and `isShown`.
pub const HEADS: &str = "
    const box = element => element.getBoundingClientRect(), faults = [];
    const isShown = element => box(element).width > 0 && !element.closest('.unseen');
    for (const panel of document.querySelectorAll('.panels .panel')) {
        for (const part of panel.querySelectorAll(':scope > h2 > *')) {
            if (isShown(part) && box(part).right > box(panel).right) faults.push('out of its panel: ' + panel.className + ', ' + (part.id || part.className) + ' ' + part.textContent);
        }
    }
";

/// Returns the texts whose end is cut off or replaced by an ellipsis. Text that can be scrolled into view does not
/// count, and neither does text in a field.
pub const CUT_WORDS: &str = "
    const hides = overflow => overflow === 'hidden' || overflow === 'clip';
    const isCut = element => {
        if (!element.textContent.trim() || element.closest('svg, .unseen, [data-picture]')) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        const wide = element.scrollWidth - element.clientWidth, high = element.scrollHeight - element.clientHeight;
        return element.clientWidth > 0 && (hides(overflowX) && wide > 1 || hides(overflowY) && high > 2);
    };
    const cut = [...document.querySelectorAll('#page *')].filter(isCut);
    return cut.map(element => 'cut off: ' + (element.id || element.className || element.parentElement.className) + ' “' + element.textContent.slice(0, 80) + '”').join('; ');
";

/// Runs before the page: records the texts on canvases for [`STAGE_FAULTS`].
pub const RECORD_DRAWN: &str = include_str!("drawn.js");

/// Returns the faults of the slide on stage.
pub const STAGE_FAULTS: &str = include_str!("stage.js");

/// Returns the faults of a lesson's page, with the least size of letters in CSS pixels. `heads_in_a_row` is false where
/// headings may take several lines.
pub fn lesson_faults(least: f64, heads_in_a_row: bool) -> String {
    let script = include_str!("lesson.js");
    format!("const LEAST = {least}, HEADS_IN_A_ROW = {heads_in_a_row};\n{script}")
}
