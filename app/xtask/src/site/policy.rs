//! The Content-Security-Policy: nothing runs but what the page came with, and nothing is asked of another host.

use super::fingerprint;

/// How a finished page is known.
pub const MARK: &str = "http-equiv=\"Content-Security-Policy\"";

/// The policy of a page, as an element of its head. The scripts that stand in the page are allowed by what they say.
pub fn of(page: &str) -> String {
    let hashes: String = scripts(page)
        .map(|script| format!(" 'sha256-{}'", fingerprint::base64(script.as_bytes())))
        .collect();
    let policy = [
        "default-src 'none'".to_owned(),
        format!("script-src 'self' 'wasm-unsafe-eval'{hashes}"),
        // Panels are sized by custom properties on their elements; no style sheet comes from elsewhere.
        "style-src 'self'".to_owned(),
        "style-src-attr 'unsafe-inline'".to_owned(),
        "connect-src 'self'".to_owned(),
        "worker-src 'self'".to_owned(),
        // The preview of the page inside another page.
        "frame-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        // Pictures that the page draws and hands out.
        "img-src 'self' blob: data:".to_owned(),
        "font-src 'self'".to_owned(),
        "base-uri 'none'".to_owned(),
        "form-action 'none'".to_owned(),
    ];
    format!("<meta {MARK} content=\"{}\">", policy.join("; "))
}

/// What stands between `<script …>` and `</script>`, of scripts without an address.
fn scripts(page: &str) -> impl Iterator<Item = &str> {
    page.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script>")?;
        (!attributes.contains("src=")).then_some(script)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_in_the_page_are_allowed_by_their_digest_and_no_others() {
        let page = "<script>abc</script><script src=\"./x.js\"></script><script type=\"module\">abc\n</script>";
        let policy = of(page);
        assert_eq!(policy.matches("'sha256-").count(), 2, "{policy}");
        assert!(
            policy.contains("'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"),
            "{policy}"
        );
        let script_src = policy
            .split("; ")
            .find(|rule| rule.starts_with("script-src"))
            .unwrap();
        assert!(!script_src.contains("unsafe-inline"), "{script_src}");
        assert!(!script_src.contains("'unsafe-eval'"), "{script_src}");
    }
}
