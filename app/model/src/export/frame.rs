//! The HTML that embeds the page's animation in another page.

use std::ops::RangeInclusive;

/// The allowed width and height of an embedded frame, in pixels.
pub const SIDES: RangeInclusive<u32> = 200..=4000;

/// Returns an `<iframe>` for `address`, which contains all settings of a link.
pub fn snippet(address: &str, title: &str, width: u32, height: u32) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" style=\"border: 0\"></iframe>",
        escaped(address),
        escaped(title),
    )
}

/// Escapes a text so that it cannot end an attribute or an element.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_an_address_or_a_title_ends_the_element() {
        let text = snippet("https://a.example/#/x?n=1&embed=1", "\"><script>", 640, 400);
        assert_eq!(
            text,
            "<iframe src=\"https://a.example/#/x?n=1&amp;embed=1\" title=\"&quot;&gt;&lt;script&gt;\" width=\"640\" height=\"400\" loading=\"lazy\" style=\"border: 0\"></iframe>"
        );
    }
}
