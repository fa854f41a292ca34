//! What finds no room on the page, told by scripts that run in it.

/// What panels keep in their heads and does not lie within them: faults, each as a sentence. A script that goes on from
/// here has them in `faults`, and `box` for an element's place.
pub const HEADS: &str = "
    const box = element => element.getBoundingClientRect(), faults = [];
    const isShown = element => box(element).width > 0 && !element.closest('.unseen');
    for (const panel of document.querySelectorAll('.stage .panel')) {
        for (const part of panel.querySelectorAll(':scope > h2 > *')) {
            if (isShown(part) && box(part).right > box(panel).right) faults.push('out of its panel: ' + panel.className + ', ' + (part.id || part.className) + ' ' + part.textContent);
        }
    }
";

/// Words that nobody sees the end of, be it cut off or three dots. What can be scrolled to is not among them, nor is a
/// field that takes text.
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
