//! The counters whose values a sentence quotes.

use crate::panels::counters::Counter;
use lessons::Language;

/// Returns the counters that the text quotes: their value stands in it, and it has three digits or more, or the text names
/// the counter. Of several counters with one value, those that the text names best.
pub fn quoted<'a>(text: &str, language: Language, counters: &'a [Counter]) -> Vec<&'a Counter> {
    const TELLING: usize = 3;
    let text = text.to_lowercase();
    let named = |counter: &Counter| {
        if text.contains(counter.id.name()) {
            usize::MAX
        } else {
            words_of(counter.id.definition().title.get(language), &text)
        }
    };
    let best = |value: &str| {
        let same = counters.iter().filter(|other| number(other) == Some(value));
        same.map(named).max().unwrap_or(0)
    };
    let is_quoted = |counter: &&Counter| {
        let Some(value) = number(counter).filter(|value| has_number(&text, value)) else {
            return false;
        };
        let digits = value.chars().filter(char::is_ascii_digit).count();
        let names = named(counter);
        (digits >= TELLING || names > 0) && names == best(value)
    };
    counters.iter().filter(is_quoted).collect()
}

fn number(counter: &Counter) -> Option<&str> {
    Some(counter.value.as_ref()?.trim_end_matches(" %"))
}

/// Counts the words of a title that the text has in some form: by their first letters, in Chinese by two letters in a row.
fn words_of(title: &str, text: &str) -> usize {
    const STEM: usize = 5;
    let title = title.to_lowercase();
    let stems = title.split(' ').filter_map(|word| word.get(..STEM));
    let letters: Vec<char> = title.chars().filter(|letter| !letter.is_ascii()).collect();
    let pairs = letters
        .windows(2)
        .filter(|pair| text.contains(&String::from_iter(*pair)));
    stems.filter(|stem| stem.is_ascii() && text.contains(stem)).count() + pairs.count()
}

/// Returns true if the text has the number, and not as a part of a longer one.
fn has_number(text: &str, number: &str) -> bool {
    let continues = |letter: Option<char>, next: Option<char>| {
        let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        is_digit(letter) || (matches!(letter, Some('.' | ',')) && is_digit(next))
    };
    text.match_indices(number).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + number.len()..]);
        let (mut before, mut after) = (before.chars().rev(), after.chars());
        !continues(before.next(), before.next()) && !continues(after.next(), after.next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::counters::{CounterId, Kind};

    fn counter(id: CounterId, value: &str) -> Counter {
        Counter {
            id,
            number: None,
            value: Some(value.to_owned()),
            kind: Kind::Exact,
            published: None,
        }
    }

    #[test]
    fn a_sentence_quotes_whole_numbers() {
        let all = [
            counter(CounterId::GldTransactions, "3,072"),
            counter(CounterId::GldEfficiency, "25.02 %"),
            counter(CounterId::DivergentBranch, "4"),
            counter(CounterId::GstTransactions, "256"),
            counter(CounterId::BarrierWaits, "256"),
        ];
        // (text, quoted counters)
        for (text, names) in [
            ("It makes 3,072 transactions.", &["gld_transactions"][..]),
            ("The efficiency is 25.02 %.", &["gld_efficiency"]),
            ("It was 13,072 and 3,072,000 and 3,072.5.", &[]),
            ("There are 4 divergent branches.", &["divergent_branch"]),
            ("divergent_branch counts 4.", &["divergent_branch"]),
            ("The 256 stores need one transaction each.", &["gst_transactions"]),
            ("256 of them.", &["gst_transactions", "barrier_waits"]),
            ("Warp 4 waits.", &[]),
            ("Divergent branches: 14.", &[]),
            ("", &[]),
        ] {
            let counters = quoted(text, Language::English, &all);
            let quoted: Vec<&str> = counters.iter().map(|counter| counter.id.name()).collect();
            assert_eq!(quoted, names, "{text}");
        }
        let chinese = quoted("分化的分支有 4 个。", Language::SimplifiedChinese, &all);
        assert_eq!(chinese.len(), 1);
    }
}
