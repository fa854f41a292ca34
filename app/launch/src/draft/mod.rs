//! A draft: the kernel's text and all its settings, which the page stores, saves and shares as JSON.

pub mod chain;
pub mod expected;
pub mod filling;
mod given;
mod in_a_row;
pub mod judge;
pub mod language;
pub mod limits;
mod of_twin;
pub mod program;
pub mod ready;
pub mod translated;
pub mod unset;

pub use self::given::Given;

use self::chain::{MOST_PASSES, Pass};
use self::expected::Expectation;
use self::filling::{Filling, MOST_WORDS};
use self::language::{CudaText, Language};
use self::program::Program;
pub use cuda::{Double, LongLong};
use lessons::{GalleryKernel, Size};
use serde::{Deserialize, Serialize};
use simt::{Contents, Machine, Scheduling};
use std::collections::BTreeMap;

/// The format version that this page writes.
const VERSION: u32 = 1;
/// The longest draft as JSON, files included, in bytes.
pub const MOST_BYTES: usize = 8 << 20;
/// The most buffers and overrides of a draft: more than any adapter binds.
const MOST_ENTRIES: usize = 64;
/// The most elements at which a lesson's kernel opens: it runs again at every edit.
const MOST_ELEMENTS: u32 = 1 << 16;

/// A kernel with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The version of this JSON format.
    version: u32,
    pub source: String,
    /// `None`: recognised from the text.
    #[serde(default)]
    pub language: Option<Language>,
    /// The texts of files that a CUDA text includes, by name.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The reading of `double` in a CUDA text.
    #[serde(default)]
    pub double: Double,
    /// The reading of `long long` in a CUDA text.
    #[serde(default)]
    pub long_long: LongLong,
    /// `None`, or a name that the text does not contain, selects the first entry point.
    #[serde(default)]
    pub entry_point: Option<String>,
    /// `None`: those of the text's launch, or else [`USUAL_WORKGROUPS`].
    #[serde(default)]
    pub workgroups: Option<[u32; 3]>,
    /// The workgroups of entry points that are not selected now, by name.
    #[serde(default)]
    pub workgroups_of: BTreeMap<String, [u32; 3]>,
    /// Entry points that run one after another on the same buffers; empty: the selected one runs alone.
    #[serde(default)]
    pub chain: Vec<Pass>,
    /// The dispatch of the chain that the picture follows, from 0.
    #[serde(default)]
    pub shown: u32,
    #[serde(default)]
    pub overrides: BTreeMap<String, f64>,
    /// Buffers that the reader has set; other buffers are filled with the default.
    #[serde(default)]
    pub buffers: Vec<Given>,
    /// The machine's name as in links.
    #[serde(default = "usual_machine")]
    pub machine: String,
    #[serde(default)]
    pub predication: bool,
    #[serde(default)]
    pub scheduling: Scheduling,
    /// The seed of the order in which warps take turns.
    #[serde(default)]
    pub seed: u32,
    /// The index of the workgroup that the picture follows.
    #[serde(default)]
    pub picture: u32,
    /// An earlier version that is compared with this one; it has none itself.
    #[serde(default)]
    pub pinned: Option<Box<Draft>>,
    /// The launches of a CUDA program that run in a row; only a settled draft has them.
    #[serde(skip)]
    pub program: Option<Box<Program>>,
}

/// The reason why a text is not a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftError {
    TooLong {
        bytes: usize,
        most: usize,
    },
    /// Not JSON of this format: the line of the error.
    Form {
        line: usize,
    },
    /// A draft of another version of this page.
    Version {
        version: u32,
        known: u32,
    },
    /// A number outside its range.
    Value {
        name: &'static str,
    },
}

/// The workgroups of a draft that sets none.
const USUAL_WORKGROUPS: [u32; 3] = [4, 1, 1];

/// A reader's own kernel is counted for a current GPU; the lessons' machine is that of their sources.
fn usual_machine() -> String {
    lessons::measured::MACHINE.to_owned()
}

impl Default for Draft {
    fn default() -> Self {
        Draft::of_text(include_str!("start.wgsl").to_owned())
    }
}

impl Draft {
    /// Creates a draft of a text with default settings.
    pub fn of_text(source: String) -> Self {
        Draft {
            version: VERSION,
            source,
            language: None,
            files: BTreeMap::new(),
            double: Double::default(),
            long_long: LongLong::default(),
            entry_point: None,
            workgroups: None,
            workgroups_of: BTreeMap::new(),
            chain: Vec::new(),
            shown: 0,
            overrides: BTreeMap::new(),
            buffers: Vec::new(),
            machine: usual_machine(),
            predication: false,
            scheduling: Scheduling::Lockstep,
            seed: 0,
            picture: 0,
            pinned: None,
            program: None,
        }
    }

    /// Returns true for the first draft of a visit, counted for any machine.
    pub fn is_untouched(&self) -> bool {
        let usual = Draft {
            machine: usual_machine(),
            ..self.clone()
        };
        usual == Draft::default()
    }

    /// Returns this version alone, as it runs and as it is pinned.
    pub fn alone(&self) -> Self {
        Draft {
            pinned: None,
            ..self.clone()
        }
    }

    /// Creates a draft of a lesson's kernel with the lesson's settings.
    pub fn of_kernel(kernel: &GalleryKernel, size: Size, machine: &Machine) -> Self {
        let size = size.nearest_to(size.n().min(MOST_ELEMENTS), size.block());
        let size = kernel.task.nearest(size);
        let dispatch = kernel.dispatch(size, machine);
        let given = dispatch.buffers.into_iter().map(|buffer| {
            let words = buffer.contents.byte_len().div_ceil(4);
            let size = buffer.contents.image_size();
            let contents = match buffer.contents {
                Contents::Image { texels, .. } => *texels,
                contents => contents,
            };
            Given {
                group: buffer.group,
                binding: buffer.binding,
                words: Some(words),
                filling: Some(match contents {
                    Contents::Zeros { .. } => Filling::Zeros,
                    Contents::Pattern { pattern, .. } => Filling::Lesson { pattern },
                    contents => Filling::File {
                        name: kernel.kernel.name.to_string(),
                        bytes: contents.words().into_iter().flat_map(u32::to_le_bytes).collect(),
                    },
                }),
                size,
                expected: None,
            }
        });
        Draft {
            workgroups: Some(dispatch.workgroups),
            overrides: dispatch.overrides,
            buffers: given.collect(),
            machine: machine.id.to_string(),
            ..Draft::of_text(kernel.kernel.source.to_string())
        }
    }

    /// Returns the draft of a lesson's kernel with blocks of `block` lanes, which may be a number that the lesson does not
    /// offer; `None` if the kernel has no such choice.
    pub fn with_block(mut self, block: u32) -> Option<Self> {
        let value = self.overrides.get_mut("BLOCK")?;
        let before = *value as u32;
        *value = f64::from(block);
        let [blocks, y, z] = self.workgroups();
        let now = (blocks * before).div_ceil(block);
        self.workgroups = Some([now, y, z]);
        // Results of one word for each block follow their number.
        for given in &mut self.buffers {
            let is_result = matches!(given.filling, Some(Filling::Zeros));
            if is_result && given.words == Some(u64::from(blocks)) {
                given.words = Some(u64::from(now));
            }
        }
        Some(self)
    }

    pub fn workgroups(&self) -> [u32; 3] {
        self.workgroups.unwrap_or(USUAL_WORKGROUPS)
    }

    /// Returns the language of the text: the one that is set, or else the one that the text shows.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(|| Language::of(&self.source))
    }

    /// Returns the text with what belongs to its translation; `None` for a text in WGSL.
    pub fn cuda(&self) -> Option<CudaText> {
        (self.language() == Language::Cuda).then(|| CudaText {
            source: self.source.clone(),
            files: self.files.clone(),
            double: self.double,
            long_long: self.long_long,
        })
    }

    /// Returns the settings of a buffer, if the reader has set any.
    pub fn setting(&self, slot: (u32, u32)) -> Option<&Given> {
        let mut buffers = self.buffers.iter();
        buffers.find(|given| (given.group, given.binding) == slot)
    }

    /// Returns the settings of a buffer; adds default ones if there are none.
    pub fn given(&mut self, slot: (u32, u32)) -> &mut Given {
        let earlier = self
            .buffers
            .iter()
            .position(|given| (given.group, given.binding) == slot);
        let index = earlier.unwrap_or_else(|| {
            self.buffers.push(Given::new(slot));
            self.buffers.len() - 1
        });
        &mut self.buffers[index]
    }

    /// Selects an entry point; each entry point keeps its own number of workgroups. `now` is the one that is selected.
    pub fn select(&mut self, now: &str, name: String) {
        if let Some(workgroups) = self.workgroups {
            self.workgroups_of.insert(now.to_owned(), workgroups);
        }
        self.workgroups = self.workgroups_of.remove(&name);
        self.entry_point = Some(name);
    }

    /// Runs the launches of the text's program in a row. `now` is the entry point that is selected.
    pub fn run_program(&mut self, now: &str) {
        self.select(now, String::new());
        self.entry_point = None;
    }

    /// Returns a draft of another text, with none of the settings that speak of this one.
    pub fn of_other_text(&self, source: String) -> Self {
        Draft {
            machine: self.machine.clone(),
            predication: self.predication,
            scheduling: self.scheduling,
            double: self.double,
            long_long: self.long_long,
            pinned: self.pinned.clone(),
            ..Draft::of_text(source)
        }
    }

    /// Returns about how many bytes the draft takes.
    pub fn bytes(&self) -> usize {
        let given = self.buffers.iter().map(|given| {
            let filling = given.filling.as_ref().map_or(0, Filling::bytes);
            let expected = given.expected.as_ref().map_or(0, Expectation::bytes);
            filling + expected
        });
        let pinned = self.pinned.as_ref().map_or(0, |pinned| pinned.bytes());
        let files = self.files.iter().map(|(name, text)| name.len() + text.len());
        self.source.len() + files.sum::<usize>() + given.sum::<usize>() + pinned
    }

    pub fn machine(&self) -> Machine {
        Machine::by_name(&self.machine).unwrap_or_default()
    }

    pub fn to_json(&self) -> String {
        // Serialising plain data cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses an untrusted text.
    ///
    /// # Errors
    /// Returns the first reason why the text is not a draft.
    pub fn from_json(text: &str) -> Result<Self, DraftError> {
        if text.len() > MOST_BYTES {
            return Err(DraftError::TooLong {
                bytes: text.len(),
                most: MOST_BYTES,
            });
        }
        // The version decides how the other fields are read, so it is read first.
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let form = |error: serde_json::Error| DraftError::Form { line: error.line() };
        let Version { version } = serde_json::from_str(text).map_err(form)?;
        if version != VERSION {
            return Err(DraftError::Version {
                version,
                known: VERSION,
            });
        }
        let draft: Draft = serde_json::from_str(text).map_err(form)?;
        draft.check()?;
        Ok(draft)
    }

    fn check(&self) -> Result<(), DraftError> {
        let wrong = |name| Err(DraftError::Value { name });
        if self.buffers.len() > MOST_ENTRIES {
            return wrong("buffers");
        }
        if self.overrides.len() > MOST_ENTRIES {
            return wrong("overrides");
        }
        if self.files.len() > MOST_ENTRIES {
            return wrong("files");
        }
        let words = self.buffers.iter().filter_map(|given| given.words);
        if words.into_iter().any(|words| words > MOST_WORDS) {
            return wrong("words");
        }
        if self.chain.len() > MOST_PASSES || self.workgroups_of.len() > MOST_ENTRIES {
            return wrong("chain");
        }
        if Machine::by_name(&self.machine).is_err() {
            return wrong("machine");
        }
        match &self.pinned {
            Some(pinned) if pinned.pinned.is_some() => wrong("pinned"),
            Some(pinned) => pinned.check(),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn a_first_draft_is_untouched_on_any_machine() {
        let mut draft = Draft::default();
        assert!(draft.is_untouched());
        draft.machine = "rtx-4070".to_owned();
        assert!(draft.is_untouched());
        draft.source.push(' ');
        assert!(!draft.is_untouched());
    }

    #[test]
    fn a_draft_comes_back_from_its_json() {
        let mut draft = Draft::default();
        draft.given((0, 1)).filling = Some(Filling::File {
            name: "x.bin".to_owned(),
            bytes: vec![1, 2, 255],
        });
        draft.overrides.insert("N".to_owned(), 2.5);
        draft.machine = "v100".to_owned();
        assert_eq!(Draft::from_json(&draft.to_json()), Ok(draft));
        for kernel in GALLERY.iter() {
            let draft = Draft::of_kernel(kernel, Size::fixed(1 << 20, 256), &Machine::default());
            assert_eq!(Draft::from_json(&draft.to_json()), Ok(draft), "{kernel:?}");
        }
    }

    #[test]
    fn each_entry_point_keeps_its_workgroups() {
        let mut draft = Draft::of_text(String::new());
        draft.workgroups = Some([2, 3, 1]);
        draft.select("one", "two".to_owned());
        assert_eq!(draft.workgroups(), USUAL_WORKGROUPS);
        draft.workgroups = Some([7, 1, 1]);
        draft.select("two", "one".to_owned());
        assert_eq!(draft.workgroups, Some([2, 3, 1]));
        draft.select("one", "two".to_owned());
        assert_eq!(draft.workgroups, Some([7, 1, 1]));
        let other = draft.of_other_text("x".to_owned());
        assert_eq!(other, Draft::of_text("x".to_owned()));
    }

    #[test]
    fn hostile_json_is_refused_by_what_is_wrong() {
        let with = |pair: &str| format!("{{\"version\":1,\"source\":\"\",{pair}}}");
        let value = |name| Err(DraftError::Value { name });
        assert_eq!(
            Draft::from_json("{\"version\":9}"),
            Err(DraftError::Version { version: 9, known: 1 })
        );
        assert_eq!(Draft::from_json(&with("\"machine\":\"abacus\"")), value("machine"));
        assert_eq!(
            Draft::from_json(&with("\"buffers\":[{\"group\":0,\"binding\":0,\"words\":9999999999}]")),
            value("words")
        );
        for text in [
            "",
            "null",
            "[]",
            "{\"version\":1}",
            &with("\"workgroups\":[1,2]"),
            &with("\"workgroups\":[1,2,-3]"),
            &with("\"onclick\":\"alert(1)\""),
        ] {
            assert!(matches!(Draft::from_json(text), Err(DraftError::Form { .. })), "{text}");
        }
        let long = " ".repeat(MOST_BYTES + 1);
        assert!(matches!(Draft::from_json(&long), Err(DraftError::TooLong { .. })));
    }
}
