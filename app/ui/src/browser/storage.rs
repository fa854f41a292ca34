//! The browser's storage for this site. Some private windows forbid it: then nothing is stored, and nothing is found.

use leptos::prelude::window;

/// The reason why a change was not stored: the browser forbids storage, or it is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStored;

/// The lifetime of a stored text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// For all tabs, until the reader clears the browser's data.
    Local,
    /// For this tab, until it is closed.
    Session,
}

impl Storage {
    fn open(self) -> Option<web_sys::Storage> {
        match self {
            Storage::Local => window().local_storage(),
            Storage::Session => window().session_storage(),
        }
        .ok()?
    }

    pub fn read(self, key: &str) -> Option<String> {
        self.open()?.get_item(key).ok()?
    }

    /// # Errors
    /// [`NotStored`]; the old text stays.
    pub fn write(self, key: &str, text: &str) -> Result<(), NotStored> {
        let storage = self.open().ok_or(NotStored)?;
        storage.set_item(key, text).map_err(|_| NotStored)
    }

    /// Removes a text. Removing a missing key has no effect.
    ///
    /// # Errors
    /// [`NotStored`]
    pub fn remove(self, key: &str) -> Result<(), NotStored> {
        let storage = self.open().ok_or(NotStored)?;
        storage.remove_item(key).map_err(|_| NotStored)
    }

    pub fn keys(self) -> Vec<String> {
        let Some(storage) = self.open() else {
            return Vec::new();
        };
        let count = storage.length().unwrap_or(0);
        (0..count).filter_map(|index| storage.key(index).ok()?).collect()
    }
}
