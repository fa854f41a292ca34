//! The current time in the format of sheets.

/// Returns the current time in RFC 3339, UTC, to the second: `2026-11-21T09:30:00Z`.
pub fn now() -> String {
    #[cfg(target_arch = "wasm32")]
    let text: String = js_sys::Date::new_0().to_iso_string().into();
    #[cfg(not(target_arch = "wasm32"))]
    let text = {
        let now = time::OffsetDateTime::now_utc();
        // Every date of this century can be written in RFC 3339, so formatting cannot fail.
        now.format(&time::format_description::well_known::Rfc3339)
            .unwrap_or_default()
    };
    match text.split_once('.') {
        Some((seconds, _)) => format!("{seconds}Z"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_moment_has_a_date_a_time_and_no_fraction() {
        let now = super::now();
        let shape: String = now.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        assert_eq!(shape, "0000-00-00T00:00:00Z", "{now}");
    }
}
