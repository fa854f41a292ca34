//! Reads links.

use super::settings::unknown;
use super::{Address, Aside, CodeText, DEFAULT_GRAIN, GRAINS, Nonsense, RunSpec, Theme, lab, settings};
use crate::number;
use lessons::{GalleryKernel, Language, Lesson, Panel, Size};

impl Address {
    /// Reads the text after `#` (with or without the `#`). Returns the address and every part that could not be used.
    pub fn read(hash: &str) -> (Self, Vec<Nonsense>) {
        let mut nonsense = Vec::new();
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let mut address = Address::default();
        let path = path.trim_matches('/');
        address.aside = Aside::ALL.into_iter().find(|aside| aside.name() == path);
        if !path.is_empty() && address.aside.is_none() {
            match Lesson::by_id(path).and_then(RunSpec::of_lesson) {
                Some(view) => address.view = Some(view),
                None => nonsense.push(Nonsense::Lesson(short(path))),
            }
        }
        if address.aside == Some(Aside::Lab) {
            let query = lab::read(query, &mut nonsense);
            address.experiment = query.experiment;
            for (key, value) in query.others {
                address.read_pair(&key, &value, &mut nonsense);
            }
            return (address, nonsense);
        }
        if !says_about_run(query) {
            address.open();
        }
        // Our links have far fewer than 100 pairs; the limit bounds the work for a hostile link.
        for pair in query.split('&').filter(|pair| !pair.is_empty()).take(100) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            address.read_pair(key, &decode(value), &mut nonsense);
        }
        address.settle_beside();
        address.settle_size(query, &mut nonsense);
        (address, nonsense)
    }

    /// Shows what the lesson's question is about.
    fn open(&mut self) {
        let Some(view) = &mut self.view else { return };
        let opens = view.lesson.opens;
        if let Some(kernel) = opens.kernels.first() {
            view.kernel = view.lesson.kernels.get(*kernel).unwrap_or(&view.kernel);
        }
        view.set_as_pinned(&opens);
        self.grain = Some(opens.grain).filter(|&grain| grain != DEFAULT_GRAIN);
        self.panel = opens.panel;
        self.press = Some(opens.presses.0);
    }

    fn read_pair(&mut self, key: &str, value: &str, nonsense: &mut Vec<Nonsense>) {
        let mut count = |key| {
            let count = settings::count(key, value);
            count.map_err(|error| nonsense.push(error)).ok()
        };
        match key {
            // `settle_size` reads both, since they must be checked together.
            "n" | "block" => {}
            "step" => self.step = count("step").unwrap_or(0) as usize,
            "cycle" => self.cycle = count("cycle"),
            "slide" => {
                if let Some(number) = count("slide") {
                    self.slide = self.slide_index(number as usize);
                }
            }
            "kernel" => {
                let Some(view) = &mut self.view else { return };
                match kernel_by_name(view.lesson, value) {
                    Ok(kernel) => view.kernel = kernel,
                    Err(error) => nonsense.push(error),
                }
            }
            "with" => {
                let Some(view) = &mut self.view else { return };
                for name in value.split(',').take(10) {
                    match kernel_by_name(view.lesson, name) {
                        Ok(kernel) => view.beside.push(kernel),
                        Err(error) => nonsense.push(error),
                    }
                }
            }
            "d" if self.aside == Some(Aside::Deck) => self.deck = Some(value.to_owned()),
            "r" if self.aside == Some(Aside::Deck) => self.reading = Some(value.to_owned()),
            "code" if self.aside == Some(Aside::Playground) => {
                let (letters, most) = (value.len(), Self::MOST_CODE);
                if letters > most {
                    nonsense.push(Nonsense::TooMuchCode { letters, most });
                } else {
                    self.code = Some(value.to_owned());
                }
            }
            _ => nonsense.extend(self.read_look(key, value).err()),
        }
    }

    /// Returns the index of a slide that a link counts from 1. A number past a lesson's last slide stands for the last
    /// one.
    fn slide_index(&self, number: usize) -> Option<usize> {
        let index = number.saturating_sub(1);
        match &self.view {
            Some(view) => Some(index.min(view.lesson.slides.len().checked_sub(1)?)),
            // The number of slides in the deck is not known here.
            None => (self.aside == Some(Aside::Deck)).then_some(index),
        }
    }

    /// Reads a pair about the look of the page, or else a setting.
    fn read_look(&mut self, key: &str, value: &str) -> Result<(), Nonsense> {
        match key {
            "text" => {
                let mut texts = [CodeText::Wgsl, CodeText::Cuda].into_iter();
                let text = texts.find(|text| text.name() == value);
                self.text = Some(text.ok_or_else(|| unknown("text", value))?);
            }
            "panel" => {
                let panel = Panel::by_id(value);
                self.panel = Some(panel.ok_or_else(|| unknown("panel", value))?);
            }
            "grain" => {
                let row = GRAINS.iter().find(|(_, name)| *name == value);
                self.grain = Some(row.ok_or_else(|| unknown("grain", value))?.0);
            }
            "embed" if value == "1" => self.embed = true,
            "embed" => return Err(unknown("embed", value)),
            "stage" if value == "1" => self.stage = true,
            "stage" => return Err(unknown("stage", value)),
            "lang" => {
                self.language = Some(match value {
                    "en" => Language::English,
                    "zh" | "zh-Hans" | "zh-CN" => Language::SimplifiedChinese,
                    _ => return Err(unknown("lang", value)),
                });
            }
            "theme" => {
                let theme = Theme::by_name(value);
                self.theme = Some(theme.ok_or_else(|| unknown("theme", value))?);
            }
            _ => return settings::read(key, value, self.view.as_mut()),
        }
        Ok(())
    }

    /// Removes repeated kernels from `beside` and truncates it to [`RunSpec::MOST_BESIDE`].
    fn settle_beside(&mut self) {
        let Some(view) = &mut self.view else { return };
        let mut seen = vec![view.kernel];
        view.beside.retain(|kernel| {
            let new = !seen.contains(kernel);
            seen.push(kernel);
            new
        });
        view.beside.truncate(RunSpec::MOST_BESIDE);
    }

    /// Checks `n` and `block` together and replaces a size that cannot run with the nearest valid one.
    fn settle_size(&mut self, query: &str, nonsense: &mut Vec<Nonsense>) {
        let Some(view) = &mut self.view else { return };
        let mut number_of = |key: &'static str, default: u32| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let Some((_, value)) = pairs.rfind(|(name, _)| *name == key) else {
                return default;
            };
            number::whole(&decode(value)).unwrap_or_else(|error| {
                nonsense.push(Nonsense::Number {
                    key,
                    text: short(value),
                    error,
                });
                default
            })
        };
        let (n, block) = (number_of("n", view.size.n()), number_of("block", view.size.block()));
        let values = view.size.values();
        let asked = Size::new(n, block).map(|size| size.with(values));
        let asked = asked.and_then(|size| view.kernel.check(size).map(|()| size));
        view.size = asked.unwrap_or_else(|error| {
            let used = view.kernel.task.nearest(view.size.nearest_to(n, block));
            nonsense.push(Nonsense::Size { error, used });
            used
        });
        let blocks = view.kernel.blocks(view.size);
        view.workgroup = view.workgroup.min(blocks.saturating_sub(1));
    }
}

fn kernel_by_name(lesson: &Lesson, name: &str) -> Result<&'static GalleryKernel, Nonsense> {
    let mut kernels = lesson.kernels.iter().copied();
    let kernel = kernels.find(|kernel| kernel.kernel.name == name);
    kernel.ok_or_else(|| Nonsense::Kernel(short(name)))
}

/// Returns true if a link names more than the look of the page: then it shows what its author saw.
fn says_about_run(query: &str) -> bool {
    const LOOK: [&str; 5] = ["lang", "theme", "text", "embed", ""];
    let mut keys = query.split('&').map(|pair| pair.split('=').next().unwrap_or(pair));
    keys.any(|key| !LOOK.contains(&key))
}

/// Decodes `%XX` as bytes; other text stays as it is.
pub fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while let Some(&byte) = bytes.get(index) {
        let pair = bytes
            .get(index + 1..index + 3)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(value) if byte == b'%' => {
                out.push(value);
                index += 3;
            }
            _ => {
                out.push(byte);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Decodes a text of a link, and cuts it to a length that fits a sentence.
pub fn short(text: &str) -> String {
    const LONGEST: usize = 24;
    let text = decode(text);
    if text.chars().count() <= LONGEST {
        text
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
