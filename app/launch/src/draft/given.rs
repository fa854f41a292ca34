//! The settings of one buffer of a draft.

use super::expected::Expectation;
use super::filling::{Filling, Slot};
use serde::{Deserialize, Serialize};
use simt::ImageSize;
use std::collections::BTreeMap;

/// The settings of one buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    pub group: u32,
    pub binding: u32,
    /// `None`: as many words as the filling has, or one element per lane.
    #[serde(default)]
    pub words: Option<u64>,
    /// `None`: the default filling for the variable.
    #[serde(default)]
    pub filling: Option<Filling>,
    /// The texels of a texture in x, y and z. `None`: one texel per lane.
    #[serde(default)]
    pub size: Option<ImageSize>,
    /// The contents that the reader expects after the run.
    #[serde(default)]
    pub expected: Option<Expectation>,
}

impl Given {
    /// Returns the settings of a buffer of which nothing is set.
    pub fn new((group, binding): Slot) -> Self {
        Given {
            group,
            binding,
            words: None,
            filling: None,
            size: None,
            expected: None,
        }
    }

    /// Sets the value of a member of a form, or removes it.
    pub fn set_member(&mut self, path: &str, value: Option<String>) {
        let mut values = match self.filling.take() {
            Some(Filling::Members { values }) => values,
            _ => BTreeMap::new(),
        };
        match value {
            Some(value) => values.insert(path.to_owned(), value),
            None => values.remove(path),
        };
        self.filling = Some(Filling::Members { values });
    }
}
