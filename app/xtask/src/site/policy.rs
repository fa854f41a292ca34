//! The Content-Security-Policy: only code that came with the page runs, and no request goes to another host.

use super::fingerprint;

/// Text by which a finished page is recognized.
pub const MARK: &str = "http-equiv=\"Content-Security-Policy\"";

/// Returns the policy of a page as an element of its head. Inline scripts and styles are allowed by their digests.
pub fn of(page: &str) -> String {
    let [scripts, styles] = ["script", "style"].map(|element| {
        let digests = within(page, element).map(|text| fingerprint::base64(text.as_bytes()));
        digests.map(|digest| format!(" 'sha256-{digest}'")).collect::<String>()
    });
    let policy = [
        "default-src 'none'".to_owned(),
        format!("script-src 'self' 'wasm-unsafe-eval'{scripts}"),
        // Panels are sized by custom properties on their elements; all style sheets come from this host.
        format!("style-src 'self'{styles}"),
        "style-src-attr 'unsafe-inline'".to_owned(),
        "connect-src 'self'".to_owned(),
        "worker-src 'self'".to_owned(),
        // The preview of the page inside another page.
        "frame-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        // Pictures that the page draws and exports.
        "img-src 'self' blob: data:".to_owned(),
        "font-src 'self'".to_owned(),
        "base-uri 'none'".to_owned(),
        "form-action 'none'".to_owned(),
    ];
    format!("<meta {MARK} content=\"{}\">", policy.join("; "))
}

/// Returns the contents of all inline elements of this name, such as `<script …>`; elements with a `src` are left out.
fn within<'a>(page: &'a str, element: &str) -> impl Iterator<Item = &'a str> {
    let [begin, end] = [format!("<{element}"), format!("</{element}>")];
    let parts: Vec<&str> = page.split(begin.as_str()).skip(1).collect();
    parts.into_iter().filter_map(move |rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (text, _) = rest.split_once(end.as_str())?;
        (!attributes.contains("src=")).then_some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_page_is_allowed_by_its_digest_and_nothing_else() {
        let page = "<script>abc</script><script src=\"./x.js\"></script><script type=\"module\">abc\n</script><style>abc</style>";
        let policy = of(page);
        let rule = |name: &str| {
            let mut rules = policy.split("; ");
            rules.find(|rule| rule.starts_with(name)).unwrap()
        };
        let (script_src, style_src) = (rule("script-src"), rule("style-src"));
        for (rule, digests) in [(script_src, 2), (style_src, 1)] {
            assert_eq!(rule.matches("'sha256-").count(), digests, "{rule}");
            assert!(
                rule.contains("'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"),
                "{rule}"
            );
        }
        assert!(!style_src.contains("unsafe"), "{style_src}");
        assert!(!script_src.contains("unsafe-inline"), "{script_src}");
        assert!(!script_src.contains("'unsafe-eval'"), "{script_src}");
    }
}
