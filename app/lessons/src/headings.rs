//! The lessons' titles, kernels and questions in the page's HTML: the page shows them before its program has started.

use crate::{LESSONS, Language, Lesson};
use serde_json::{Value, json};

/// The element of `index.html` that takes the headings.
const BEGIN: &str = "<script type=\"application/json\" id=\"headings\">";
const END: &str = "</script>";

/// Returns the page with the headings in their element, or `None` if the page has no such element.
pub fn write_into(page: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    // JSON may escape any character, and `<` could end the element.
    let headings = headings().to_string().replace('<', "\\u003c");
    Some(format!("{before}{BEGIN}{headings}{END}{after}"))
}

/// Returns each lesson's heading in each language, by the lesson's id and the language's tag.
fn headings() -> Value {
    let of_lesson = |lesson: &&Lesson| {
        let languages = Language::ALL.map(|language| {
            let kernels = lesson.kernels.iter();
            let kernels: Vec<_> = kernels
                .map(|kernel| json!([kernel.kernel.name, kernel.title.get(language)]))
                .collect();
            let heading = json!({
                "title": lesson.title.get(language),
                "question": lesson.question.get(language),
                "kernels": kernels,
            });
            (language.tag().to_owned(), heading)
        });
        (lesson.id.to_owned(), Value::Object(languages.into_iter().collect()))
    };
    Value::Object(LESSONS.iter().map(of_lesson).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_holds_each_lessons_question() {
        let page = write_into(&format!("<body>{BEGIN}{{}}{END}<p>after")).unwrap();
        let json = page
            .strip_prefix("<body>")
            .and_then(|rest| rest.strip_prefix(BEGIN))
            .unwrap();
        let json = json.strip_suffix("</script><p>after").unwrap();
        assert!(!json.contains('<'));
        let headings: Value = serde_json::from_str(json).unwrap();
        for lesson in LESSONS {
            for language in Language::ALL {
                let heading = &headings[lesson.id][language.tag()];
                assert_eq!(heading["question"], lesson.question.get(language));
                assert_eq!(heading["kernels"].as_array().map(Vec::len), Some(lesson.kernels.len()));
            }
        }
        assert_eq!(write_into("<body>"), None);
    }
}
