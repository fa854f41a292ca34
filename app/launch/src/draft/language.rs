//! The language of a draft's text, and what belongs to a text in CUDA.

use cuda::{Double, LongLong};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A CUDA text with what belongs to its translation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CudaText {
    pub source: String,
    /// The texts of included files by name.
    pub files: BTreeMap<String, String>,
    pub double: Double,
    pub long_long: LongLong,
}

/// A kernel of a CUDA text, or an instance of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CudaKernel {
    pub name: String,
    /// The template's arguments, as CUDA writes them.
    pub template: Vec<String>,
}

impl CudaKernel {
    /// Returns the name of its entry point, such as `reduce<256>`.
    pub fn entry_point(&self) -> String {
        if self.template.is_empty() {
            self.name.clone()
        } else {
            format!("{}<{}>", self.name, self.template.join(", "))
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Wgsl,
    Cuda,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::Wgsl, Language::Cuda];

    /// Recognises the language of a text by the words that mark a kernel. WGSL has no `<<<` and no word of two
    /// underscores, so a text with one of CUDA's marks outside of comments is CUDA.
    pub fn of(text: &str) -> Self {
        let mut inside = false;
        for line in text.lines() {
            let code = without_comments(line, &mut inside);
            if ["__global__", "__device__", "<<<"]
                .iter()
                .any(|mark| code.contains(mark))
            {
                return Language::Cuda;
            }
            if code.contains("@compute") {
                return Language::Wgsl;
            }
        }
        Language::Wgsl
    }

    /// Returns the ending of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Language::Wgsl => "wgsl",
            Language::Cuda => "cu",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Language::Wgsl => "WGSL",
            Language::Cuda => "CUDA",
        }
    }
}

/// Returns the code of a line. `inside` is true between `/*` and `*/`.
fn without_comments(line: &str, inside: &mut bool) -> String {
    let mut code = String::new();
    let mut rest = line;
    loop {
        if *inside {
            let Some((_, after)) = rest.split_once("*/") else {
                return code;
            };
            (*inside, rest) = (false, after);
        }
        let Some(slash) = rest.find('/') else {
            code += rest;
            return code;
        };
        code += &rest[..slash];
        rest = &rest[slash + 1..];
        match rest.as_bytes().first() {
            Some(b'/') => return code,
            Some(b'*') => (*inside, rest) = (true, &rest[1..]),
            _ => code.push('/'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn every_text_of_the_gallery_is_recognised() {
        for kernel in GALLERY.iter() {
            assert_eq!(Language::of(&kernel.kernel.source), Language::Wgsl, "{kernel:?}");
            assert_eq!(Language::of(kernel.twin), Language::Cuda, "{kernel:?}");
        }
    }

    #[test]
    fn comments_do_not_decide() {
        for (text, language) in [
            ("// like __global__\n@compute fn main() {}", Language::Wgsl),
            ("/* @compute\n @compute */ __global__ void k() {}", Language::Cuda),
            ("/* a */ __device__ int f(); // @compute", Language::Cuda),
            ("int main() { k<<<1, 2>>>(); }", Language::Cuda),
            ("", Language::Wgsl),
        ] {
            assert_eq!(Language::of(text), language, "{text}");
        }
    }
}
