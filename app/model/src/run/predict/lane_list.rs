//! Lanes as text, such as `0, 4, 8-15, 32-63:4`, for readers who type instead of clicking.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The reason why a text is not a list of lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneListError {
    /// A part that is neither a lane nor a range.
    Unreadable(String),
    /// A lane that the block does not have; the block has `lanes` lanes.
    Beyond { lane: u32, lanes: u32 },
}

/// Parses a list of lanes of a block with `lanes` lanes.
///
/// # Errors
/// Returns the first part that cannot be read, or the first lane beyond the block.
pub fn parse(text: &str, lanes: u32) -> Result<BTreeSet<u32>, LaneListError> {
    let parts = text.split([',', ';', ' ', '，', '、']);
    let mut all = BTreeSet::new();
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let unreadable = || LaneListError::Unreadable(part.to_owned());
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| unreadable());
        let (range, step) = match part.split_once(':') {
            Some((range, step)) => (range, number(step)?),
            None => (part, 1),
        };
        let (first, last) = match range.split_once(['-', '–']) {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(range)?, number(range)?),
        };
        if step == 0 || last < first {
            return Err(unreadable());
        }
        if last >= lanes {
            return Err(LaneListError::Beyond { lane: last, lanes });
        }
        all.extend((first..=last).step_by(step as usize));
    }
    Ok(all)
}

/// Formats lanes as the shortest such text: three or more lanes with a constant distance become a range.
pub fn show(lanes: &BTreeSet<u32>) -> String {
    let lanes: Vec<u32> = lanes.iter().copied().collect();
    let mut text = String::new();
    let mut index = 0;
    while let Some(&first) = lanes.get(index) {
        if index > 0 {
            text.push_str(", ");
        }
        let step = lanes.get(index + 1).map_or(0, |next| next - first);
        let rises = |(index, lane): (usize, &u32)| *lane == first + step * index as u32;
        let run = (0..).zip(&lanes[index..]).take_while(|each| rises(*each)).count();
        // Writing into a `String` cannot fail.
        let _ = match run {
            0..=2 => write!(text, "{first}"),
            _ if step == 1 => write!(text, "{first}-{}", lanes[index + run - 1]),
            _ => write!(text, "{first}-{}:{step}", lanes[index + run - 1]),
        };
        index += if run > 2 { run } else { 1 };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lanes_are_written_as_people_write_them() {
        for (text, lanes) in [
            ("", &[][..]),
            ("5", &[5]),
            ("0, 1", &[0, 1]),
            ("0-3", &[0, 1, 2, 3]),
            ("0-12:4", &[0, 4, 8, 12]),
            ("0, 2, 7-9", &[0, 2, 7, 8, 9]),
        ] {
            let set: BTreeSet<u32> = lanes.iter().copied().collect();
            assert_eq!(show(&set), text);
            assert_eq!(parse(text, 64), Ok(set), "{text}");
        }
        assert_eq!(parse("0，4、8 12–13", 64), parse("0,4,8,12-13", 64));
    }

    #[test]
    fn what_is_no_list_is_refused_by_its_part() {
        for (text, part) in [
            ("0, x", "x"),
            ("3-", "3-"),
            ("-3", "-3"),
            ("5-2", "5-2"),
            ("0-8:0", "0-8:0"),
            ("1.5", "1.5"),
            ("99999999999", "99999999999"),
        ] {
            let error = LaneListError::Unreadable(part.to_owned());
            assert_eq!(parse(text, 64), Err(error), "{text}");
        }
        let beyond = LaneListError::Beyond { lane: 64, lanes: 64 };
        assert_eq!(parse("0-64", 64), Err(beyond));
        // A huge range is refused before its lanes are enumerated.
        assert!(parse("0-4294967295", 64).is_err());
    }

    proptest! {
        #[test]
        fn every_set_of_lanes_reads_back(lanes in proptest::collection::btree_set(0u32..1024, 0..80)) {
            prop_assert_eq!(parse(&show(&lanes), 1024), Ok(lanes));
        }
    }
}
