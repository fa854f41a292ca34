//! The texts of a lesson, and the numbers in them.

use lessons::{Lesson, Part, Prose, Slide, Story};

/// Returns all texts of a lesson with their places.
pub fn proses(lesson: &Lesson) -> Vec<(String, Prose)> {
    let mut all = vec![
        ("question".to_owned(), lesson.question),
        ("answer".to_owned(), lesson.answer),
        ("remember".to_owned(), lesson.remember),
    ];
    for (index, slide) in lesson.slides.iter().enumerate() {
        all.push((format!("slide {}", index + 1), slide.text));
        all.push((format!("notes {}", index + 1), slide.notes));
        let cause = story(slide).map(|story| *story.cause.text());
        all.extend(cause.map(|cause| (format!("cause {}", index + 1), cause)));
    }
    all
}

/// Returns what a slide about the times says beside the chart.
pub fn story(slide: &Slide) -> Option<&'static Story> {
    slide.pin.parts.iter().find_map(|part| match part {
        Part::Clock(story) => Some(*story),
        _ => None,
    })
}

/// A number in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number<'a> {
    /// Digits and point, without commas between thousands.
    pub digits: String,
    pub before: &'a str,
    pub after: &'a str,
}

impl Number<'_> {
    pub fn count_of_digits(&self) -> usize {
        self.digits.chars().filter(char::is_ascii_digit).count()
    }

    /// Returns true if `value` is the number in its digits. Halves may be rounded either way.
    pub fn is(&self, value: f64) -> bool {
        let decimals = self.digits.split_once('.').map_or(0, |(_, part)| part.len());
        let number: f64 = self.digits.parse().unwrap_or(f64::NAN);
        (number - value).abs() <= 0.5 * 10_f64.powi(-(decimals as i32)) + 1e-9
    }
}

/// Returns the numbers of a text. Digits of a name (`unroll_4`, K80) and of a power (2^24) are none.
pub fn numbers(text: &str) -> Vec<Number<'_>> {
    let bytes = text.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    let is_of_name = |index: usize| {
        let before = index.checked_sub(1).map(|before| bytes[before]);
        before.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"^_".contains(&byte))
    };
    let mut all = Vec::new();
    let mut index = 0;
    while index < bytes.len() {
        if !is_digit(index) {
            index += 1;
            continue;
        }
        let start = index;
        while is_digit(index) || (b".,".contains(&bytes[index.min(bytes.len() - 1)]) && is_digit(index + 1)) {
            index += 1;
        }
        if !is_of_name(start) {
            all.push(Number {
                digits: text[start..index].replace(',', ""),
                before: &text[..start],
                after: &text[index..],
            });
        }
    }
    all
}

/// Returns true if the text contains the figure, and not as part of a longer number.
pub fn says(text: &str, figure: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    text.match_indices(figure).any(|(start, _)| {
        let bytes = text.as_bytes();
        !is_digit(bytes.get(start.wrapping_sub(1))) && !is_digit(bytes.get(start + figure.len()))
    })
}

#[test]
fn numbers_are_read_whole() {
    let digits = |text| -> Vec<String> {
        let numbers = numbers(text).into_iter();
        numbers.map(|number| number.digits).collect()
    };
    assert_eq!(digits("1,024 of 2.50, K80, 2^24 and unroll_4."), ["1024", "2.50", "2"]);
    let number = &numbers("144.3")[0];
    assert!(number.is(144.25) && number.is(144.26) && !number.is(144.24));
}
