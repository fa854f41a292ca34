//! The initial contents of a buffer before the kernel runs.

use serde::{Deserialize, Serialize};
use simt::{
    BadNumber, Binding, BindingAccess, Contents, Layout, Pattern, Place, ScalarType, Space, items, write_numbers,
    write_values,
};
use std::collections::BTreeMap;

/// The most words of one buffer, since the page compares every cell at every edit.
pub const MOST_WORDS: u64 = 1 << 20;
/// The most bytes of a file: a buffer of that many words.
pub const MOST_FILE_BYTES: usize = MOST_WORDS as usize * 4;

/// The group and the binding of a buffer.
pub type Slot = (u32, u32);

/// The most members of a form.
pub const MOST_MEMBERS: usize = 64;

/// The contents of a buffer at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filling {
    Zeros,
    Ones,
    /// 0, 1, 2, …
    Ramp,
    /// Whole numbers 0 to 255 that are also indices of the longest array, or floats from -1 to 1, from a seed.
    Random {
        seed: u32,
    },
    /// The bytes 0, 1, 2, … 255, 0, …: a picture of small numbers.
    Bytes,
    /// Every cell holds the number of elements of the longest array, which a kernel's guard compares with.
    Count,
    /// A list of numbers, separated as people do; the remaining cells are zero.
    Numbers {
        text: String,
        /// The name of the file from which the list was read.
        #[serde(default)]
        file: Option<String>,
    },
    /// The bytes of a file; the remaining bytes are zero.
    File {
        name: String,
        #[serde(with = "bytes_as_text")]
        bytes: Vec<u8>,
    },
    /// A number for each member that is named, by its path such as `.position.x`; the other members have defaults.
    Members {
        values: BTreeMap<String, String>,
    },
    /// The lesson's own contents.
    Lesson {
        pattern: Pattern,
    },
}

/// The sizes of a dispatch that default values depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The elements of the longest array, which a kernel's guard compares with.
    pub elements: u64,
    /// The lanes of the dispatch in x and y.
    pub lanes: [u64; 2],
}

impl Filling {
    /// Returns the default filling of a variable. Inputs differ from lane to lane, outputs are zero, and a structure has
    /// a value for each member; an input whose values are indices of updates repeats some. A buffer that is read and
    /// written counts as an input if the kernel has no other input.
    pub fn usual(binding: &Binding, all: &[Binding]) -> Self {
        let reads = |each: &Binding| each.space == Space::Storage && each.access == BindingAccess::Read;
        let by_members = || Filling::Members {
            values: BTreeMap::new(),
        };
        match (binding.space, binding.access) {
            _ if is_form(binding) => by_members(),
            (Space::Uniform, _) => Filling::Count,
            (_, BindingAccess::ReadWrite) if all.iter().any(reads) => Filling::Zeros,
            // A ramp would update each element once, which hides a race between two updates.
            _ if binding.indexes_updates => Filling::Random { seed: 1 },
            _ => Filling::Ramp,
        }
    }

    /// Builds `words` words of this filling for the interpreter and for WebGPU: each scalar in its own type, and zeros in
    /// padding.
    ///
    /// # Errors
    /// Returns the first item of a list, or the value of a member, that is not a number of its type.
    pub fn contents(&self, binding: &Binding, words: u64, extent: Extent) -> Result<Contents, BadNumber> {
        let (layout, bytes) = (&binding.layout, words * 4);
        let by = |value: &dyn Fn(u64, ScalarType) -> f64| Contents::Bytes(write_values(layout, bytes, value));
        // Words that are all integers are a pattern, which need not be sent.
        let are_integers = layout.is_dense_integers();
        let pattern = |pattern| Contents::Pattern { pattern, words };
        Ok(match self {
            Filling::Zeros => Contents::Zeros { words },
            Filling::Ones if are_integers => pattern(Pattern::Ones),
            Filling::Ones => by(&|_, _| 1.0),
            Filling::Ramp if are_integers => pattern(Pattern::Index),
            Filling::Ramp => by(&|number, _| number as f64),
            Filling::Random { seed } => by(&|number, scalar| match scalar {
                ScalarType::F32 | ScalarType::F16 => f64::from(scatter(*seed, number) as i16) / 32_768.0,
                _ => f64::from(scatter(*seed, number) % extent.elements.clamp(1, 256) as u32),
            }),
            Filling::Bytes => Contents::Bytes((0..bytes).map(|byte| byte as u8).collect()),
            Filling::Count => by(&|_, _| extent.elements as f64),
            Filling::Members { values } => Contents::Bytes(members(binding, values, bytes, extent)?),
            Filling::Numbers { text, .. } => Contents::Bytes(write_numbers(layout, text, bytes)?),
            Filling::File { bytes: contents, .. } => {
                let mut contents = contents.clone();
                contents.resize(bytes as usize, 0);
                Contents::Bytes(contents)
            }
            Filling::Lesson { pattern: each } => pattern(*each),
        })
    }

    /// Returns about how many bytes its text or its file takes.
    pub fn bytes(&self) -> usize {
        match self {
            Filling::Numbers { text, .. } => text.len(),
            Filling::File { bytes, .. } => bytes.len(),
            _ => 0,
        }
    }

    /// Returns the number of words that the filling itself determines, if it does.
    pub fn own_words(&self, layout: &Layout) -> Option<u64> {
        match self {
            Filling::Numbers { text, .. } => {
                let count = items(text).count();
                Some(layout.bytes_for(count, MOST_WORDS * 4) / 4)
            }
            Filling::File { bytes, .. } => Some(bytes.len().div_ceil(4) as u64),
            Filling::Zeros
            | Filling::Ones
            | Filling::Ramp
            | Filling::Random { .. }
            | Filling::Bytes
            | Filling::Count
            | Filling::Members { .. }
            | Filling::Lesson { .. } => None,
        }
    }
}

/// Returns true if a variable is shown as a form with a field for each member: constants and small structures, not
/// arrays.
pub fn is_form(binding: &Binding) -> bool {
    let is_input = binding.access == BindingAccess::Read && binding.image.is_none();
    let is_small = || (1..=MOST_MEMBERS).contains(&binding.layout.places(MOST_MEMBERS + 1).len());
    let is_kind = binding.space == Space::Uniform || matches!(binding.layout, Layout::Struct { .. });
    is_input && is_kind && !binding.layout.is_sized_by_buffer() && is_small()
}

/// Returns the bytes of a form: the values that are given, and defaults for the other members.
fn members(
    binding: &Binding,
    values: &BTreeMap<String, String>,
    bytes: u64,
    extent: Extent,
) -> Result<Vec<u8>, BadNumber> {
    let mut out = vec![0; bytes as usize];
    for (number, place) in (1..).zip(binding.layout.places(MOST_MEMBERS)) {
        let bits = match values.get(&place.path) {
            Some(text) => place.scalar.parse(text).ok_or_else(|| BadNumber {
                text: text.chars().take(24).collect(),
                line: 1,
                number,
                scalar: place.scalar,
            })?,
            None => place.scalar.bits_of(usual_value(&binding.name, &place, extent)),
        };
        let (start, size) = (place.offset as usize, place.scalar.bytes() as usize);
        if let Some(place) = out.get_mut(start..start + size) {
            place.copy_from_slice(&bits.to_le_bytes()[..size]);
        }
    }
    Ok(out)
}

/// The use that a member's name suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A first index, or a choice.
    First,
    /// A distance or a factor.
    Step,
    Width,
    Height,
    /// The number of elements of an array.
    Length,
    Other,
}

/// Returns the use of a whole number, by the last name of its path that is longer than a letter, or is `n`.
pub fn use_of(variable: &str, place: &Place) -> Use {
    let path = place.path.split(['[', ']', '.']);
    let mut names = path.filter(|name| name.len() > 1 || *name == "n");
    let name = names.next_back().unwrap_or(variable).to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&[
        "offset", "start", "first", "begin", "base", "seed", "index", "level", "mode", "flag", "axis", "pad",
    ]) {
        Use::First
    } else if has(&["stride", "step", "iter", "scale", "factor", "layers", "radius"]) {
        Use::Step
    } else if has(&["width", "cols", "columns"]) {
        Use::Width
    } else if has(&["height", "rows"]) {
        Use::Height
    } else if name == "n" || has(&["count", "len", "size", "num", "total", "elements", "limit", "end"]) {
        Use::Length
    } else {
        Use::Other
    }
}

/// Returns the default value of a member, by its name where that is safe: lengths fit the longest array, whose elements
/// they count, first indices are 0, and steps and floats are 1.
pub fn usual_value(variable: &str, place: &Place, extent: Extent) -> f64 {
    if matches!(place.scalar, ScalarType::F32 | ScalarType::F16) {
        return 1.0;
    }
    let square = extent.elements.isqrt();
    let [across, down] = extent.lanes;
    // A matrix has the shape of a dispatch of two dimensions.
    let side = |lanes: u64| if down > 1 { lanes } else { square };
    let value = match use_of(variable, place) {
        Use::First => 0,
        Use::Step => 1,
        Use::Width => side(across),
        Use::Height => side(down),
        Use::Length | Use::Other => extent.elements,
    };
    value as f64
}

/// Returns a pseudo-random number from a seed and an index (MurmurHash's finalizer).
fn scatter(seed: u32, index: u64) -> u32 {
    let mut bits = (index as u32).wrapping_mul(0x9E37_79B9) ^ seed.wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x7FEB_352D);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x846C_A68B);
    bits ^ (bits >> 16)
}

/// Bytes in JSON as base64, a third longer than the bytes.
pub(super) mod bytes_as_text {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        STANDARD.decode(text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent {
        elements: 7,
        lanes: [64, 1],
    };

    /// Returns the first variable of a text that reads it.
    fn binding(declarations: &str) -> Binding {
        let text = format!(
            "{declarations}\n@group(0) @binding(9) var<storage, read_write> out_: u32;\n\
             @compute @workgroup_size(1) fn main() {{ let p = &v; out_ = 1; }}"
        );
        let program = simt::compile(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut bindings = program.bindings.into_iter();
        bindings.find(|each| each.name == "v").expect("the variable")
    }

    fn array(ty: &str) -> Binding {
        binding(&format!(
            "enable f16; @group(0) @binding(0) var<storage, read> v: array<{ty}>;"
        ))
    }

    fn words(filling: &Filling, binding: &Binding, words: u64) -> Vec<u32> {
        let contents = filling.contents(binding, words, EXTENT);
        contents.expect("numbers").words()
    }

    #[test]
    fn every_filling_follows_the_type() {
        let float = |value: f32| value.to_bits();
        let list = |text: &str| Filling::Numbers {
            text: text.to_owned(),
            file: None,
        };
        let file = Filling::File {
            name: "a".to_owned(),
            bytes: vec![1, 0, 0, 0, 2],
        };
        for (filling, ty, wanted) in [
            (Filling::Ones, "u32", [1, 1, 1]),
            (Filling::Ones, "f32", [float(1.0); 3]),
            (Filling::Ramp, "i32", [0, 1, 2]),
            (Filling::Ramp, "f32", [0, float(1.0), float(2.0)]),
            (Filling::Ramp, "vec2f", [0, float(1.0), float(2.0)]),
            (Filling::Ones, "f16", [0x3C00_3C00; 3]),
            (Filling::Ramp, "f16", [0x3C00_0000, 0x4200_4000, 0x4500_4400]),
            (Filling::Count, "u32", [7; 3]),
            (Filling::Count, "f32", [float(7.0); 3]),
            (list("5, -1"), "i32", [5, u32::MAX, 0]),
            (list("0x10\n1e3 3u"), "u32", [16, 1000, 3]),
            (list("1.5 2"), "f16", [0x4000_3E00, 0, 0]),
            (file, "f32", [1, 2, 0]),
        ] {
            assert_eq!(words(&filling, &array(ty), 3), wanted, "{filling:?} {ty}");
        }
        let bad = list("1\n1.5").contents(&array("u32"), 4, EXTENT);
        let bad = bad.expect_err("no whole number");
        assert_eq!((bad.text.as_str(), bad.line, bad.number), ("1.5", 2, 2));
        assert_eq!(list("1 2 3").own_words(&array("f16").layout), Some(2));
        assert_eq!(list("1 2 3 4").own_words(&array("vec3f").layout), Some(5));
    }

    #[test]
    fn each_member_is_filled_by_its_own_type() {
        let declaration = "struct P { n: u32, scale: f32, at: vec3f, k: i32 }\n";
        let many = binding(&format!(
            "{declaration}@group(0) @binding(0) var<storage, read> v: array<P>;"
        ));
        let one = 1.0_f32.to_bits();
        assert_eq!(words(&Filling::Ones, &many, 8), [1, one, 0, 0, one, one, one, 1]);
        let random = words(&Filling::Random { seed: 1 }, &many, 8);
        assert!(random[0] < 256 && random[7] < 256);
        for word in [random[1], random[4], random[5], random[6]] {
            assert!((-1.0..1.0).contains(&f32::from_bits(word)));
        }
        assert!(!is_form(&many));
        let single = binding(&format!("{declaration}@group(0) @binding(0) var<uniform> v: P;"));
        assert!(is_form(&single));
        let usual = Filling::usual(&single, &[]);
        assert_eq!(words(&usual, &single, 8), [7, one, 0, 0, one, one, one, 7]);
        let mut values = BTreeMap::new();
        values.insert(".scale".to_owned(), "0.5".to_owned());
        values.insert(".at.y".to_owned(), "-2".to_owned());
        let [half, minus_two] = [0.5_f32, -2.0].map(f32::to_bits);
        let given = Filling::Members { values: values.clone() };
        assert_eq!(words(&given, &single, 8), [7, half, 0, 0, one, minus_two, one, 7]);
        values.insert(".n".to_owned(), "1.5".to_owned());
        let bad = Filling::Members { values }.contents(&single, 8, EXTENT);
        assert_eq!(bad.map_err(|bad| bad.text), Err("1.5".to_owned()));
    }

    #[test]
    fn members_have_defaults_by_their_names() {
        let usual_values = |text: &str, extent: Extent| {
            let form = binding(&format!(
                "@group(0) @binding(0) var<uniform> v: P;\nstruct P {{ {text} }}"
            ));
            let places = form.layout.places(MOST_MEMBERS);
            let values = places.iter().map(|place| usual_value(&form.name, place, extent));
            values.collect::<Vec<_>>()
        };
        let flat = Extent {
            elements: 1000,
            lanes: [1024, 1],
        };
        let plane = Extent {
            elements: 4096,
            lanes: [128, 32],
        };
        assert_eq!(usual_values("n: u32, count: i32, dt: f32", flat), [1000.0, 1000.0, 1.0]);
        assert_eq!(usual_values("width: u32, height: u32", plane), [128.0, 32.0]);
        assert_eq!(usual_values("rows: u32, cols: u32", flat), [31.0, 31.0]);
        assert_eq!(
            usual_values("first: u32, stride: u32, seed: u32", flat),
            [0.0, 1.0, 0.0]
        );
        assert_eq!(usual_values("size: vec2u", flat), [1000.0, 1000.0]);
    }

    #[test]
    fn random_numbers_come_from_their_seed() {
        let random = |seed, ty| words(&Filling::Random { seed }, &array(ty), 512);
        assert_eq!(random(3, "u32"), random(3, "u32"));
        assert_ne!(random(3, "u32"), random(4, "u32"));
        assert!(random(3, "u32").iter().all(|&word| word < 256));
        let floats = random(3, "f32").into_iter().map(f32::from_bits);
        assert!(floats.into_iter().all(|value| (-1.0..1.0).contains(&value)));
    }
}
